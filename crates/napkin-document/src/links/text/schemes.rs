//! Decides which colons in prose follow a scheme. Start with `start`.
//!
//! With `//` after the colon, any scheme counts. Without, only registered schemes that people write in texts count, and
//! only if the URL has the part that its scheme requires, because `note:this` and `data:text` are prose.

use super::before::announced;

/// Schemes without `//`, in lower case.
const OPAQUE: [&str; 16] = [
    "mailto", "news", "data", "urn", "tel", "sms", "sip", "sips", "xmpp", "magnet", "cid", "mid", "geo", "jabber",
    "about", "doi",
];

/// Schemes followed by a whole URL with another scheme.
const OUTER: [&[u8]; 4] = [b"blob:", b"jdbc:", b"view-source:", b"filesystem:"];

/// Returns the start of the scheme before `colon`, at or after `floor`.
pub(super) fn start(bytes: &[u8], colon: usize, floor: usize) -> Option<usize> {
    match bytes.get(colon + 1..)? {
        [b'/', b'/', ..] => hierarchical(bytes, colon, floor),
        [next, ..] if next.is_ascii_graphic() => opaque(bytes, colon, floor),
        _ => None,
    }
}

/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Returns the start of the run of scheme characters before `colon`.
pub(super) fn run_before(bytes: &[u8], colon: usize, floor: usize) -> usize {
    let run = bytes[floor..colon].iter().rev().take_while(|&&byte| is_scheme(byte)).count();
    colon - run
}

/// Returns the start of an `http` or `https` scheme without a prefix: nine of ten schemes, found without testing each
/// character.
#[inline]
fn web(bytes: &[u8], colon: usize, floor: usize) -> Option<usize> {
    let before = &bytes[floor..colon];
    let rest = before.strip_suffix(b"https").or_else(|| before.strip_suffix(b"http"))?;
    rest.last().is_none_or(|&byte| !is_scheme(byte)).then_some(floor + rest.len())
}

/// Returns the start of an outer scheme before the scheme at `start`: `blob:http://pub.example/1`.
fn outer(bytes: &[u8], start: usize, floor: usize) -> usize {
    let before = &bytes[floor..start];
    if before.last() != Some(&b':') {
        return start;
    }
    let mut rests = OUTER.iter().filter_map(|name| before.strip_suffix(*name));
    let rest = rests.find(|rest| rest.last().is_none_or(|&byte| !is_scheme(byte)));
    rest.map_or(start, |rest| floor + rest.len())
}

fn hierarchical(bytes: &[u8], colon: usize, floor: usize) -> Option<usize> {
    if let Some(start) = web(bytes, colon, floor) {
        return Some(outer(bytes, start, floor));
    }
    let run = run_before(bytes, colon, floor);
    let letter = bytes[run..colon].iter().position(u8::is_ascii_alphabetic)?;
    let start = run + letter;
    let is_announced = announced(&bytes[floor..start]).is_some();
    if bytes[start..colon].eq_ignore_ascii_case(b"url") && !is_announced {
        return None;
    }
    // Directly after a bracket or `URL:` there is one scheme, whatever its form.
    if is_announced || (start > floor && bytes[start - 1] == b'<') {
        return Some(start);
    }
    // No scheme has one letter: this is a drive, or a label in a program.
    if colon - start == 1 {
        return None;
    }
    // "above.http://" lacks a space after its full stop, but "git+http://" is one scheme. The code of a terminal's
    // colour ends in `m` (`ESC [0m`), and troff's code for italics is `\fI`.
    let tail = bytes[start..colon].iter().rposition(|byte| matches!(byte, b'.' | b'-')).map(|at| start + at + 1);
    let tail = tail.or((start > run && bytes[start] == b'm').then_some(start + 1));
    let is_web = |at: &usize| {
        let name = bytes.get(*at..colon).unwrap_or_default();
        ["http", "https", "ftp"].iter().any(|web| name.eq_ignore_ascii_case(web.as_bytes()))
    };
    let escape =
        (run > floor && bytes[run - 1] == b'\\').then(|| [run + 1, run + 2].into_iter().find(is_web)).flatten();
    Some(outer(bytes, escape.or(tail.filter(is_web)).unwrap_or(start), floor))
}

/// For the last letter of these names, the set of letters before it. Letters are reduced to the five bits that are
/// equal in upper and lower case.
static ENDINGS: [u32; 32] = {
    let mut endings = [0; 32];
    let mut at = 0;
    while at < OPAQUE.len() {
        let name = OPAQUE[at].as_bytes();
        let (first, second) = (name[name.len() - 2], name[name.len() - 1]);
        endings[(second & 0x1f) as usize] |= 1 << (first & 0x1f);
        at += 1;
    }
    endings
};

/// Returns whether the name of a scheme without `//` may end in these two letters. A table look-up thus rejects most
/// colons of prose.
#[inline]
pub(super) fn may_end_opaque(first: u8, second: u8) -> bool {
    ENDINGS[usize::from(second & 0x1f)] >> (first & 0x1f) & 1 == 1
}

fn opaque(bytes: &[u8], colon: usize, floor: usize) -> Option<usize> {
    let run = run_before(bytes, colon, floor);
    let start = run + bytes[run..colon].iter().position(u8::is_ascii_alphabetic)?;
    let name = &bytes[start..colon];
    let is_known = OPAQUE.iter().any(|opaque| name.eq_ignore_ascii_case(opaque.as_bytes()));
    (is_known && promises(name, &bytes[colon + 1..])).then_some(start)
}

/// The number of bytes that must contain the part that a scheme requires. Without this limit `mailto:mailto:mailto:`
/// would take quadratic time.
const LOOK_AHEAD: usize = 256;

fn promises(scheme: &[u8], rest: &[u8]) -> bool {
    let near = &rest[..rest.len().min(LOOK_AHEAD)];
    // White space does not end the URL, which may be wrapped; `is_complete` decides later.
    let ends = |byte: &u8| matches!(byte, b'<' | b'>' | b'"' | 0x7f..);
    let near = &near[..near.iter().position(ends).unwrap_or(near.len())];
    let near = std::str::from_utf8(near).unwrap_or_default();
    std::str::from_utf8(scheme).is_ok_and(|scheme| has_what_it_needs(scheme, near))
}

/// Returns whether a URL has the part that its scheme requires; with `//`, anything after it.
pub(super) fn is_complete(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once(':') else { return false };
    if let Some(rest) = rest.strip_prefix("//") {
        return !rest.is_empty();
    }
    has_what_it_needs(scheme, rest)
}

fn has_what_it_needs(scheme: &str, rest: &str) -> bool {
    match scheme.to_ascii_lowercase().as_str() {
        "data" => rest.contains(','),
        "urn" => rest.split_once(':').is_some_and(|(name, rest)| !name.is_empty() && !rest.is_empty()),
        "tel" | "sms" | "geo" => rest.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-')),
        "news" => rest.contains(['.', '@', '*']),
        "sip" | "sips" => rest.contains(['@', '.']),
        "about" => ["blank", "srcdoc"].iter().any(|page| rest.starts_with(page)),
        "doi" => rest.starts_with("10."),
        "magnet" => rest.starts_with('?'),
        "mailto" => rest.contains(['@', '?']),
        _ => rest.contains('@'),
    }
}

/// Returns whether a host or a path can begin at `at`. `http://$HOST/`, `http://{host}/`, `http://%s/` and
/// `https://*.pub.example/` are templates and patterns.
pub(super) fn may_begin_here(bytes: &[u8], at: usize) -> bool {
    match bytes[at..] {
        [b'%', first, second, ..] => first.is_ascii_hexdigit() && second.is_ascii_hexdigit(),
        [b'$' | b'{' | b'*' | b'(' | b'%', ..] => false,
        _ => true,
    }
}

/// Returns whether a word begins a new URL: a scheme and `://`.
pub(super) fn begins_url(word: &[u8]) -> bool {
    let run = word.iter().take_while(|&&byte| is_scheme(byte)).count();
    word.first().is_some_and(u8::is_ascii_alphabetic) && word[run..].starts_with(b"://")
}
