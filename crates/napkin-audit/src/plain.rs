//! The fast check that recognises references without findings, so that the rules can be skipped.
//!
//! Such a reference is an ordinary URL of the web or of FTP by RFC 3986: no user, port or escape, a host of two or more
//! ordinary labels, and no parameter whose name or value concerns a rule. In case of doubt, the rules are applied.

use super::families::{parameters, suffixes, words};
use super::settings::Settings;
use crate::rules;
use napkin::{Component, Parts, Span};

pub(super) fn is_plain(text: &str, parts: &Parts, settings: &Settings) -> bool {
    let scheme_end = parts.span(Component::Scheme).map_or(0, |scheme| scheme.end);
    let (query, fragment) = (parts.span(Component::Query), parts.span(Component::Fragment));
    let has_end = query.is_some() || fragment.is_some();
    let is_ordinary = parts.span(Component::User).is_none()
        && parts.span(Component::Port).is_none()
        && !parts.may_have_escapes()
        && !parts.may_have_dot_segments()
        && !settings.is_enabled(rules::HARD_TO_TRANSCRIBE)
        && settings.protected.is_empty()
        && settings.allowed.is_none()
        && is_of_an_ordinary_scheme(text.as_bytes(), scheme_end, has_end);
    let (Some(host), Some(path), true) = (parts.span(Component::Host), parts.span(Component::Path), is_ordinary) else {
        return false;
    };
    // `Option::is_none_or` and slicing a `str` were calls with 2 % of the instructions of auditing an ordinary URL.
    let is_plain_end = |end: Option<Span>| match end {
        Some(end) => is_plain_query(end.of(text), settings),
        None => true,
    };
    let (host, path) = (host.of(text), path.of_bytes(text.as_bytes()));
    is_plain_host(host)
        && is_plain_path(path, host)
        && !(path.is_empty() && has_end)
        && is_plain_end(query)
        && is_plain_end(fragment)
}

/// Returns whether the scheme is one of the web, or FTP without a query, which some programs take for a part of the path.
#[inline]
fn is_of_an_ordinary_scheme(text: &[u8], scheme_end: usize, has_end: bool) -> bool {
    match scheme_end {
        5 => text.starts_with(b"https://"),
        4 => text.starts_with(b"http://"),
        3 => text.starts_with(b"ftp://") && !has_end,
        _ => false,
    }
}

/// The longest host whose bytes can be marked in a word of 64 bits.
const LONGEST_HOST: usize = 64;

/// Masks of the dots and the hyphens of a host; the lowest bit belongs to the first byte.
#[derive(Clone, Copy, Default)]
struct Breaks {
    dots: u64,
    hyphens: u64,
}

impl Breaks {
    /// Returns the masks of a host of at most [`LONGEST_HOST`] bytes, processed eight bytes at a time; the last eight may
    /// overlap the ones before. `None` if a byte is not a lower-case letter, a digit, a dot or a hyphen.
    fn of(host: &[u8]) -> Option<Self> {
        let mut all = Self::default();
        let mut strange = 0;
        let mut add = |bytes: [u8; 8], at: usize| {
            let (word, others) = Self::of_word(u64::from_le_bytes(bytes));
            all.dots |= word.dots << at;
            all.hyphens |= word.hyphens << at;
            strange |= others;
        };
        let (words, rest) = host.as_chunks::<8>();
        words.iter().enumerate().for_each(|(number, word)| add(*word, 8 * number));
        match host.last_chunk::<8>() {
            Some(last) if !rest.is_empty() => add(*last, host.len() - 8),
            None => {
                let mut word = [b'a'; 8];
                word[..rest.len()].copy_from_slice(rest);
                add(word, 0);
            }
            Some(_) => {}
        }
        (strange == 0).then_some(all)
    }

    /// Returns the masks of eight bytes, and a word that is not 0 if there are other bytes. Adding a constant to seven bits
    /// sets the top bit of each byte that is large enough, and never carries into the next byte.
    fn of_word(word: u64) -> (Self, u64) {
        const TOPS: u64 = u64::from_ne_bytes([0x80; 8]);
        const fn each(byte: u8) -> u64 {
            u64::from_ne_bytes([byte; 8])
        }
        let low = word & !TOPS;
        let from_to = |from: u8, to: u8| (low + each(0x80 - from)) & !(low + each(0x7f - to));
        let equal = |byte: u8| !((low ^ each(byte)) + each(0x7f)) & TOPS;
        let places = |tops: u64| (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let (dots, hyphens) = (equal(b'.'), equal(b'-'));
        let known = from_to(b'a', b'z') | from_to(b'0', b'9') | dots | hyphens;
        (Self { dots: places(dots), hyphens: places(hyphens) }, (!known | word) & TOPS)
    }
}

#[inline]
fn is_plain_host(host: &str) -> bool {
    let bytes = host.as_bytes();
    if bytes.len() > LONGEST_HOST {
        return false;
    }
    let Some(Breaks { dots, hyphens }) = Breaks::of(bytes) else { return false };
    let breaks = dots | hyphens;
    // `--`, `..`, and what begins or ends a label with a hyphen; the last label is of letters.
    if breaks & (breaks << 1 | 1) != 0 || dots == 0 {
        return false;
    }
    let behind = |dots: u64| LONGEST_HOST - dots.leading_zeros() as usize;
    let last = behind(dots);
    let before_last = behind(dots & !(1 << (last - 1)));
    let top = &bytes[last..];
    !top.is_empty()
        && top.iter().all(u8::is_ascii_lowercase)
        && begins_once(bytes, breaks, dots, top)
        && !host.starts_with("localhost.")
        && !is_inward(bytes, before_last, last)
        && !may_be_suffix(host, top)
}

/// Returns whether no top-level domain, after which another host may begin, is between the first dot and the last. Suffixes
/// such as `com.au` are allowed.
fn begins_once(host: &[u8], breaks: u64, dots: u64, top: &[u8]) -> bool {
    let mut piece = dots.trailing_zeros() as usize + 1;
    let last = LONGEST_HOST - 1 - dots.leading_zeros() as usize;
    while piece <= last {
        let end = (breaks >> piece).trailing_zeros() as usize + piece;
        if is_top(&host[piece..end]) && !(end == last && top.len() == 2) {
            return false;
        }
        piece = end + 1;
    }
    true
}

/// Returns whether a label is a top-level domain that is rare inside host names.
fn is_top(piece: &[u8]) -> bool {
    (2..=4).contains(&piece.len()) && TOPS.contains(&key(piece))
}

/// The top-level domains as numbers.
static TOPS: [u32; words::TOP_LEVELS.len()] = {
    let mut keys = [0; words::TOP_LEVELS.len()];
    let mut number = 0;
    while number < keys.len() {
        keys[number] = key(words::TOP_LEVELS[number].as_bytes());
        number += 1;
    }
    keys
};

/// Returns up to four bytes as a number.
const fn key(piece: &[u8]) -> u32 {
    let mut key = 0;
    let mut at = 0;
    while at < piece.len() {
        key = key << 8 | piece[at] as u32;
        at += 1;
    }
    key
}

/// Whether the host may lead inward, by its last label or its last two labels. A table excludes most labels first.
fn is_inward(host: &[u8], before_last: usize, last: usize) -> bool {
    let may_be = |end: &[u8], table: &[u64; 256]| table[usize::from(end[0])] & mark(end) != 0;
    let (two, one) = (&host[before_last..], &host[last..]);
    (may_be(one, &ENDS) || may_be(two, &PAIRS)) && {
        let is_end = |name: &&str| host.ends_with(name.as_bytes());
        words::INWARD_HOSTS.iter().any(is_end) || words::ADDRESS_HOSTS.iter().any(is_end)
    }
}

/// The marks of the last labels, and of the last two, of hosts that lead inward, by their first byte.
static ENDS: [u64; 256] = marks(1);
static PAIRS: [u64; 256] = marks(2);

/// Returns one bit, by the length of one or two labels and a byte in their middle. Common labels rarely have the same bit.
const fn mark(end: &[u8]) -> u64 {
    1 << ((3 * end.len() + 5 * end[end.len() / 2] as usize) % 64)
}

const fn marks(labels: usize) -> [u64; 256] {
    add(add([0; 256], &words::INWARD_HOSTS, labels), &words::ADDRESS_HOSTS, labels)
}

const fn add(mut table: [u64; 256], names: &[&str], labels: usize) -> [u64; 256] {
    let mut number = 0;
    while number < names.len() {
        let name = names[number].as_bytes();
        let (mut start, mut dots) = (name.len(), 0);
        while start > 0 && dots + (name[start - 1] == b'.') as usize != labels {
            start -= 1;
            dots += (name[start] == b'.') as usize;
        }
        // A name of fewer labels has no such end, and one of a single label is an end itself.
        if dots + 1 == labels && (labels > 1 || start == 0) {
            table[name[start] as usize] |= mark(name.split_at(start).1);
        }
        number += 1;
    }
    table
}

/// Of the suffixes of more than one label that are not of the list's private part, all but a few are those of countries.
fn may_be_suffix(host: &str, top: &[u8]) -> bool {
    let is_common = matches!(top, b"com" | b"net" | b"org" | b"edu" | b"gov" | b"info" | b"biz");
    !(is_common || host.starts_with("www.")) && suffixes::is_public(host)
}

/// Hosts whose paths are secrets, path parameters, colons, pairs of dots, and tokens.
fn is_plain_path(path: &[u8], host: &str) -> bool {
    let may_be_secret = HOOKS >> (host.len() % 64) & 1 == 1;
    let is_secret = may_be_secret && words::SECRET_PATHS.iter().any(|(of, ..)| *of == host);
    // After two slashes there may be a host.
    !(is_secret || path.starts_with(b"//") || has_marks(path) || may_hold_token(path))
}

/// Returns whether a path may have a `;`, a `:`, or two dots or slashes in a row. `;` and `:` differ in one bit, and so do `.` and
/// `/`, so that one comparison finds both.
fn has_marks(path: &[u8]) -> bool {
    const LOWS: u64 = u64::from_ne_bytes([1; 8]);
    const TOPS: u64 = u64::from_ne_bytes([0x80; 8]);
    let zeros = |word: u64| word.wrapping_sub(LOWS) & !word & TOPS;
    let (words, rest) = path.as_chunks::<8>();
    let mut dot_before = 0;
    let mut is_marked = |bytes: [u8; 8]| {
        let word = u64::from_le_bytes(bytes);
        let dots = zeros((word | LOWS) ^ u64::from_ne_bytes([b'/'; 8]));
        let pairs = dots & (dots << 8 | dot_before);
        dot_before = dots >> 56;
        zeros((word | LOWS) ^ u64::from_ne_bytes([b';'; 8])) | pairs != 0
    };
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().any(|word| is_marked(*word)) || is_marked(last)
}

/// A bit for the length of each host whose paths are secrets.
const HOOKS: u64 = {
    let (mut lengths, mut number) = (0, 0);
    while number < words::SECRET_PATHS.len() {
        lengths |= 1 << (words::SECRET_PATHS[number].0.len() % 64);
        number += 1;
    }
    lengths
};

/// The minimum length of a token in bytes. Its first sixteen bytes are compared at once.
const SHORTEST_TOKEN: usize = {
    let (mut shortest, mut number) = (words::TOKENS[0].1, 1);
    while number < words::TOKENS.len() {
        if words::TOKENS[number].1 < shortest {
            shortest = words::TOKENS[number].1;
        }
        number += 1;
    }
    assert!(shortest >= 16, "a token that the windows of a path do not see");
    shortest
};

fn may_hold_token(path: &[u8]) -> bool {
    let mut at = 0;
    while let Some(window) = path.get(at..).filter(|rest| rest.len() >= SHORTEST_TOKEN).and_then(<[u8]>::first_chunk) {
        if let Some(slash) = last_slash(*window) {
            at += slash + 1;
            continue;
        }
        let end = crate::bytes::find(&path[at + 16..], b'/').map_or(path.len(), |slash| at + 16 + slash);
        if parameters::may_be_token(path[at]) && parameters::is_token(&path[at..end]) {
            return true;
        }
        at = end + 1;
    }
    false
}

/// Returns the offset of the last slash in sixteen bytes.
fn last_slash(window: [u8; 16]) -> Option<usize> {
    const LOWS: u128 = u128::from_ne_bytes([0x7f; 16]);
    let other = u128::from_le_bytes(window) ^ u128::from_ne_bytes([b'/'; 16]);
    let slashes = !(((other & LOWS) + LOWS) | other) & !LOWS;
    (slashes != 0).then(|| 15 - slashes.leading_zeros() as usize / 8)
}

fn is_plain_query(query: &str, settings: &Settings) -> bool {
    if query.starts_with('@') {
        return false;
    }
    let mut rest = query;
    while let Some(end) = crate::bytes::find(rest.as_bytes(), b'&') {
        if !is_plain_pair(&rest[..end], settings) {
            return false;
        }
        rest = &rest[end + 1..];
    }
    is_plain_pair(rest, settings)
}

fn is_plain_pair(pair: &str, settings: &Settings) -> bool {
    let Some(equals) = crate::bytes::find(pair.as_bytes(), b'=') else { return is_plain_word(pair.as_bytes()) };
    let (name, value) = (&pair[..equals], &pair[equals + 1..]);
    let bytes = value.as_bytes();
    let Some(&first) = bytes.first() else { return true };
    let mut buffer = [0; 32];
    let mut is_known = || parameters::is_known_secret(parameters::plain(name, &mut buffer), settings);
    let may_lead = || {
        // One slash is that of a path.
        matches!(first, b'.' | b'+' | b'@')
            || value.starts_with("//")
            || crate::bytes::find(bytes, b':').is_some()
            || crate::bytes::find(bytes, b'.').is_some()
                && ["../", "..;/", "....//"].iter().any(|up| value.contains(up))
    };
    let may_be_secret = bytes.len() >= SHORTEST_TOKEN && parameters::may_be_token(first);
    !(may_be_secret || may_lead() || is_known())
}

/// Returns whether an item without a name is no URL.
fn is_plain_word(word: &[u8]) -> bool {
    !matches!(word.first(), Some(b'/' | b'@' | b'.')) && crate::bytes::find(word, b':').is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_paths_are_seen_at_every_place() {
        for length in 0..40 {
            for at in 0..length {
                for (mark, is_marked) in
                    [(";", true), (":", true), ("..", true), ("//", true), (".", false), ("/", false)]
                {
                    let path = ["a".repeat(at).as_str(), mark, &"a".repeat(length - at)].concat();
                    assert_eq!(has_marks(path.as_bytes()), is_marked, "{path}");
                }
            }
        }
    }

    #[test]
    fn breaks_are_those_of_the_bytes() {
        let all: [u8; 256] = core::array::from_fn(|byte| byte as u8);
        let is_known = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
        let bits = |host: &[u8], wanted: u8| -> u64 {
            host.iter().enumerate().filter(|(_, byte)| **byte == wanted).map(|(at, _)| 1 << at).sum()
        };
        for length in 1..=LONGEST_HOST {
            for byte in all {
                for at in [0, length / 2, length - 1] {
                    let mut host = b"-a.z0-9.".repeat(8);
                    host.truncate(length);
                    host[at] = byte;
                    let breaks = Breaks::of(&host);
                    assert_eq!(breaks.is_some(), is_known(&byte), "{host:?}");
                    if let Some(breaks) = breaks {
                        assert_eq!((breaks.dots, breaks.hyphens), (bits(&host, b'.'), bits(&host, b'-')), "{host:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn hosts_are_plain_or_not() {
        for host in [
            "pub.example", "a.b", "a-b.c1.example", "a.b.c.d.e.example", "www.pub.com.au", "1.pub.example",
            "pub.github.io",
        ] {
            assert!(is_plain_host(host), "{host}");
        }
        for host in [
            "", ".", "pub", "pub.", ".pub", "-pub.example", "pub-.example", "pub.-example", "pub..example",
            "a--b.example", "pub.example1", "pub.1", "PUB.example", "pub_a.example", "caf\u{e9}.example",
            "www.pub.com.example", "www.pub.com-login.example", "www.info.net.example", "a.com.net.au",
            "www.pub.co.uk.example",
        ] {
            assert!(!is_plain_host(host), "{host}");
        }
        assert!(is_plain_host(&["a.".repeat(30).as_str(), "abcd"].concat()));
        assert!(!is_plain_host(&["a.".repeat(30).as_str(), "abcde"].concat()));
        #[cfg(feature = "tables")]
        assert!(!is_plain_host("com.io"), "a suffix");
    }

    #[test]
    fn slashes_are_found() {
        for at in 0..16 {
            let mut window = [0xaf; 16];
            assert_eq!(last_slash(window), None);
            window[at] = b'/';
            window[0] = b'/';
            assert_eq!(last_slash(window), Some(at));
        }
    }

    #[test]
    fn tokens_in_paths_are_seen() {
        // AWS documents this one as an example of its form.
        let token = "AKIAIOSFODNN7EXAMPLE";
        for before in ["/", "/a/", "/menu/of/the/day/and/of/the/night/", "/0123456789abcdef0123456789/"] {
            for behind in ["", "/", "/menu"] {
                let path = [before, token, behind].concat();
                assert!(may_hold_token(path.as_bytes()), "{path}");
            }
        }
        assert!(!may_hold_token(b"/menu/of/the/day/and/of/the/night/a-napkin-of-the-finest-linen"));
    }
}
