//! Where everything before the path of a clean text stands, and where the path ends.
//!
//! Decides: the states of the basic URL parser (section 4.4) before *path state*, and the two delimiters behind it.

use crate::Reference;
use crate::bytes::find;
use crate::percent::SCHEME;
use crate::syntax::scan;

/// What the standard does with a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// `ftp`, `http`, `https`, `ws` or `wss`: always a host, `\` is a slash.
    Special,
    /// Special too, with a host that may be empty, without user or port, and with drive letters.
    File,
    /// Any other.
    Other,
}

impl Class {
    /// Of a scheme in any case.
    pub(crate) fn of(scheme: &[u8]) -> Self {
        match scheme.len() {
            2 if scheme.eq_ignore_ascii_case(b"ws") => Self::Special,
            3 if scheme.eq_ignore_ascii_case(b"wss") || scheme.eq_ignore_ascii_case(b"ftp") => Self::Special,
            4 if scheme.eq_ignore_ascii_case(b"http") => Self::Special,
            4 if scheme.eq_ignore_ascii_case(b"file") => Self::File,
            5 if scheme.eq_ignore_ascii_case(b"https") => Self::Special,
            _ => Self::Other,
        }
    }

    /// Whether `\` is a slash, which it is for every special scheme.
    pub(crate) const fn is_special(self) -> bool {
        !matches!(self, Self::Other)
    }

    /// Whether the byte separates segments.
    #[inline]
    pub(crate) const fn is_slash(self, byte: u8) -> bool {
        byte == b'/' || (byte == b'\\' && self.is_special())
    }
}

/// How much of the base a URL keeps: each step more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Keep {
    Nothing,
    Scheme,
    /// Scheme, user, password, host and port.
    Authority,
    /// The same and the path without its last segment.
    Directory,
    /// The same and the path.
    Path,
    /// The same and the query.
    Query,
}

/// Where everything before the path stands in a clean text. Of a component that is not there the two ends are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    pub(crate) class: Class,
    pub(crate) keep: Keep,
    /// Place of the `:` behind the scheme; 0 when the text has none.
    pub(crate) scheme_end: usize,
    /// Whether the text has an authority, `//` written or not.
    pub(crate) has_authority: bool,
    /// Where the authority begins, behind all slashes.
    pub(crate) authority_start: usize,
    /// Place of the first `:` of the user information, or of its end.
    pub(crate) user_end: usize,
    /// Place of the last `@`, or the authority's start.
    pub(crate) at: usize,
    pub(crate) host_start: usize,
    /// Place of the `:` before the port, or the authority's end.
    pub(crate) host_end: usize,
    /// The authority's end.
    pub(crate) path_start: usize,
    /// Whether the path is opaque: one text, without segments.
    pub(crate) is_opaque: bool,
}

/// Where the path ends, and what stands behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    pub(crate) path_end: usize,
    /// Behind the `?`; 0 when the query is undefined.
    pub(crate) query_start: usize,
    pub(crate) query_end: usize,
    /// Behind the `#`; 0 when the fragment is undefined.
    pub(crate) fragment_start: usize,
}

impl Tail {
    /// The tail of a clean text whose path begins at `start`.
    pub(crate) fn of(text: &[u8], start: usize) -> Self {
        let query_end = find(&text[start..], b'#').map_or(text.len(), |hash| start + hash);
        let path_end = find(&text[start..query_end], b'?').map_or(query_end, |question| start + question);
        Self {
            path_end,
            query_start: if path_end < query_end { path_end + 1 } else { 0 },
            query_end,
            fragment_start: if query_end < text.len() { query_end + 1 } else { 0 },
        }
    }
}

impl Front {
    /// Behind the scheme's `:`, if the text has one.
    pub(crate) const fn rest(&self) -> usize {
        if self.scheme_end > 0 { self.scheme_end + 1 } else { 0 }
    }

    /// Whether an `@` stands in the authority.
    pub(crate) const fn has_user(&self) -> bool {
        self.host_start > self.authority_start
    }

    /// Whether a `:` announces a port.
    pub(crate) const fn has_port(&self) -> bool {
        self.has_authority && self.host_end < self.path_start
    }
}

/// Whether a URL has an opaque path: neither an authority nor a slash.
pub(crate) fn is_opaque(url: Reference<'_>) -> bool {
    let parts = url.parts();
    !parts.has_authority() && url.as_str().as_bytes().get(parts.path_start as usize) != Some(&b'/')
}

/// The front of a clean text that stands against `base`; `None` when it has no scheme and there is no base for it, the
/// failure *missing-scheme-non-relative-URL*.
pub(crate) fn front(text: &[u8], base: Option<Reference<'_>>) -> Option<Front> {
    let (scheme_end, class) = scheme(text);
    if scheme_end == 0 {
        return split_relative(text, 0, 0, base?);
    }
    let (scheme, rest) = (&text[..scheme_end], scheme_end + 1);
    let base = base.filter(|_| class.is_special()).filter(|base| same_scheme(*base, scheme));
    match (class, base) {
        (Class::File, _) => Some(split_file(text, rest, scheme_end, base)),
        // Special relative or authority state.
        (Class::Special, Some(base)) if !text[rest..].starts_with(b"//") => {
            split_relative(text, rest, scheme_end, base)
        }
        (Class::Special, _) => Some(with_authority(text, skip_slashes(text, rest), class, scheme_end)),
        (Class::Other, _) if text[rest..].starts_with(b"//") => Some(with_authority(text, rest + 2, class, scheme_end)),
        (Class::Other, _) => {
            let is_opaque = text.get(rest) != Some(&b'/');
            let front = Front { scheme_end, is_opaque, ..from_path(rest, class, Keep::Nothing) };
            Some(front)
        }
    }
}

fn same_scheme(base: Reference<'_>, scheme: &[u8]) -> bool {
    base.as_str().as_bytes()[..base.parts().scheme_end as usize].eq_ignore_ascii_case(scheme)
}

/// The place of the `:` behind the scheme, or 0, and the scheme's class; that of most texts is known at once.
fn scheme(text: &[u8]) -> (usize, Class) {
    match text.first_chunk() {
        Some(b"https://") => (5, Class::Special),
        Some([b'h', b't', b't', b'p', b':', ..]) => (4, Class::Special),
        Some([b'f', b'i', b'l', b'e', b':', ..]) => (4, Class::File),
        _ => {
            let end = scheme_end(text);
            (end, Class::of(&text[..end]))
        }
    }
}

/// Scheme start state and scheme state: the place of the `:`, or 0.
pub(crate) fn scheme_end(text: &[u8]) -> usize {
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    let end = text.iter().position(|&byte| !SCHEME.contains_byte(byte));
    end.filter(|&end| text[end] == b':').unwrap_or(0)
}

/// No scheme state, with a base, and what follows it: relative state and relative slash state.
fn split_relative(text: &[u8], rest: usize, scheme_end: usize, base: Reference<'_>) -> Option<Front> {
    let first = text.get(rest).copied();
    if is_opaque(base) {
        let fragment = first == Some(b'#');
        return fragment.then(|| Front { is_opaque: true, ..from_path(rest, Class::Other, Keep::Query) });
    }
    let class = Class::of(&base.as_str().as_bytes()[..base.parts().scheme_end as usize]);
    if class == Class::File {
        return Some(split_file(text, rest, 0, Some(base)));
    }
    let slash = |at: usize| text.get(at).is_some_and(|&byte| class.is_slash(byte));
    if slash(rest) && slash(rest + 1) {
        // Special authority ignore slashes state takes any number of them.
        let start = if class.is_special() { skip_slashes(text, rest) } else { rest + 2 };
        return Some(Front { keep: Keep::Scheme, ..with_authority(text, start, class, scheme_end) });
    }
    Some(Front { scheme_end, ..from_path(rest, class, kept(first, slash(rest))) })
}

/// How much of the base is kept by a reference that begins so.
const fn kept(first: Option<u8>, slash: bool) -> Keep {
    match first {
        _ if slash => Keep::Authority,
        Some(b'?') => Keep::Path,
        Some(b'#') | None => Keep::Query,
        _ => Keep::Directory,
    }
}

/// Behind all slashes of either kind.
fn skip_slashes(text: &[u8], from: usize) -> usize {
    from + text[from..].iter().take_while(|&&byte| Class::Special.is_slash(byte)).count()
}

/// File state, file slash state and file host state. `base` is one whose scheme is `file`.
fn split_file(text: &[u8], rest: usize, scheme_end: usize, base: Option<Reference<'_>>) -> Front {
    let slash = |at: usize| text.get(at).is_some_and(|&byte| Class::File.is_slash(byte));
    if slash(rest) && slash(rest + 1) {
        let keep = if scheme_end > 0 { Keep::Nothing } else { Keep::Scheme };
        return Front { keep, ..file_host(text, rest + 2, scheme_end) };
    }
    if base.is_none() {
        // The host is the empty one, of which nothing is written.
        return Front { has_authority: true, scheme_end, ..from_path(rest, Class::File, Keep::Nothing) };
    }
    let mut keep = kept(text.get(rest).copied(), slash(rest));
    if keep == Keep::Directory && starts_with_drive(&text[rest..]) {
        keep = Keep::Authority;
    }
    Front { scheme_end, ..from_path(rest, Class::File, keep) }
}

/// File host state: no user, no port, and a drive letter is no host.
fn file_host(text: &[u8], start: usize, scheme_end: usize) -> Front {
    let end = authority_end(text, start, Class::File);
    let end = if is_drive(&text[start..end]) { start } else { end };
    let path = from_path(end, Class::File, Keep::Nothing);
    Front {
        scheme_end,
        has_authority: true,
        authority_start: start,
        user_end: start,
        at: start,
        host_start: start,
        host_end: end,
        ..path
    }
}

/// Authority state, host state and port state, in one pass.
fn with_authority(text: &[u8], start: usize, class: Class, scheme_end: usize) -> Front {
    let mut found = Delimiters::default();
    let mut end = start + scan::before_delimiter(&text[start..]);
    while end < text.len() {
        match DELIMITERS[usize::from(text[end])] {
            Delimiter::None => {}
            Delimiter::End => break,
            Delimiter::Backslash if class.is_special() => break,
            delimiter => found.take(delimiter, end),
        }
        end += 1;
        end += scan::before_delimiter(&text[end..]);
    }
    let at = found.at.unwrap_or(start);
    Front {
        scheme_end,
        has_authority: true,
        authority_start: start,
        user_end: found.colon.unwrap_or(at).min(at),
        at,
        host_start: found.at.map_or(start, |at| at + 1),
        host_end: found.port.unwrap_or(end),
        ..from_path(end, class, Keep::Nothing)
    }
}

/// What is found on the way through an authority.
#[derive(Default)]
struct Delimiters {
    /// The last `@`.
    at: Option<usize>,
    /// The first `:`.
    colon: Option<usize>,
    /// The first `:` outside brackets behind that `@`.
    port: Option<usize>,
    in_brackets: bool,
}

impl Delimiters {
    fn take(&mut self, delimiter: Delimiter, place: usize) {
        match delimiter {
            Delimiter::At => *self = Self { at: Some(place), colon: self.colon, ..Self::default() },
            Delimiter::Colon => {
                self.colon.get_or_insert(place);
                if !self.in_brackets {
                    self.port.get_or_insert(place);
                }
            }
            Delimiter::Open => self.in_brackets = true,
            Delimiter::Close => self.in_brackets = false,
            Delimiter::None | Delimiter::End | Delimiter::Backslash => {}
        }
    }
}

/// What a byte of an authority may delimit.
#[derive(Clone, Copy)]
enum Delimiter {
    None,
    /// `/`, `?` and `#`
    End,
    /// `\`, which ends the authority of a special URL.
    Backslash,
    At,
    Colon,
    Open,
    Close,
}

static DELIMITERS: [Delimiter; 256] = {
    let mut delimiters = [Delimiter::None; 256];
    delimiters[b'/' as usize] = Delimiter::End;
    delimiters[b'?' as usize] = Delimiter::End;
    delimiters[b'#' as usize] = Delimiter::End;
    delimiters[b'\\' as usize] = Delimiter::Backslash;
    delimiters[b'@' as usize] = Delimiter::At;
    delimiters[b':' as usize] = Delimiter::Colon;
    delimiters[b'[' as usize] = Delimiter::Open;
    delimiters[b']' as usize] = Delimiter::Close;
    delimiters
};

/// What ends an authority: `/`, `?`, `#`, and `\` for special schemes.
pub(crate) fn authority_end(text: &[u8], start: usize, class: Class) -> usize {
    let ends = |byte: &u8| matches!(byte, b'?' | b'#') || class.is_slash(*byte);
    start + text[start..].iter().position(ends).unwrap_or(text.len() - start)
}

/// The first `:` outside brackets, or `end`.
pub(crate) fn host_end(text: &[u8], start: usize, end: usize) -> usize {
    let mut inside = false;
    for (at, &byte) in text[start..end].iter().enumerate() {
        match byte {
            b':' if !inside => return start + at,
            b'[' => inside = true,
            b']' => inside = false,
            _ => {}
        }
    }
    end
}

/// No authority, and the path from `start`.
const fn from_path(start: usize, class: Class, keep: Keep) -> Front {
    Front {
        class,
        keep,
        scheme_end: 0,
        has_authority: false,
        authority_start: start,
        user_end: start,
        at: start,
        host_start: start,
        host_end: start,
        path_start: start,
        is_opaque: false,
    }
}

/// A *Windows drive letter*: a letter and `:` or `|`.
pub(crate) const fn is_drive(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Whether a text *starts with a Windows drive letter*.
pub(crate) fn starts_with_drive(text: &[u8]) -> bool {
    match text {
        [_, _] | [_, _, b'/' | b'\\' | b'?' | b'#', ..] => is_drive(&text[..2]),
        _ => false,
    }
}
