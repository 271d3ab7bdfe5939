//! Splits a clean text: finds the components before the path, and the end of the path.
//!
//! Implements the states of the basic URL parser (section 4.4) before *path state*, and finds the `?` and `#` after the path.

use super::Against;
use crate::Parts;
use crate::bytes::{find, find_any};
use crate::syntax::parts::MAX_URL_LENGTH;
use crate::syntax::scan;

/// The classes of schemes that the standard treats differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// `ftp`, `http`, `https`, `ws` or `wss`: the host is required, `\` is a slash.
    Special,
    /// `file`, also special: the host may be empty, there is no user or port, and paths may begin with drive letters.
    File,
    /// All other schemes.
    Other,
}

impl Class {
    /// Returns the class of a scheme, which may have upper-case letters.
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

    /// Returns whether the scheme is special, so that `\` is a slash.
    pub(crate) const fn is_special(self) -> bool {
        !matches!(self, Self::Other)
    }

    /// Returns whether the byte separates segments.
    #[inline]
    pub(crate) const fn is_slash(self, byte: u8) -> bool {
        byte == b'/' || (byte == b'\\' && self.is_special())
    }
}

/// How much of the base a URL keeps, in increasing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Keep {
    Nothing,
    Scheme,
    /// Scheme, user, password, host and port.
    Authority,
    /// Authority, and the path without its last segment.
    Directory,
    /// Authority and path.
    Path,
    /// Authority, path and query.
    Query,
}

/// The offsets of the components before the path in a clean text. A missing component has equal start and end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    pub(crate) class: Class,
    pub(crate) keep: Keep,
    /// Offset of the `:` after the scheme; 0 if the text has no scheme.
    pub(crate) scheme_end: usize,
    /// Whether the text has an authority, with or without `//`.
    pub(crate) has_authority: bool,
    /// Start of the authority, after all slashes.
    pub(crate) authority_start: usize,
    /// Offset of the first `:` of the user information, or its end.
    pub(crate) user_end: usize,
    /// Offset of the last `@`, or the authority's start.
    pub(crate) at: usize,
    pub(crate) host_start: usize,
    /// Offset of the `:` before the port, or the authority's end.
    pub(crate) host_end: usize,
    /// The authority's end.
    pub(crate) path_start: usize,
    /// Whether the path is opaque, without segments.
    pub(crate) is_opaque: bool,
}

/// The end of the path, and the offsets of query and fragment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    pub(crate) path_end: usize,
    /// Offset after the `?`; 0 if the query is undefined.
    pub(crate) query_start: usize,
    pub(crate) query_end: usize,
    /// Offset after the `#`; 0 if the fragment is undefined.
    pub(crate) fragment_start: usize,
}

impl Tail {
    /// Returns the tail of a clean text whose path begins at `start`.
    pub(crate) fn of(text: &[u8], start: usize) -> Self {
        let path_end = find_any(&text[start..], *b"?#").map_or(text.len(), |end| start + end);
        let has_query = text.get(path_end) == Some(&b'?');
        let query_end = match has_query {
            true => find(&text[path_end..], b'#').map_or(text.len(), |hash| path_end + hash),
            false => path_end,
        };
        Self {
            path_end,
            query_start: if has_query { path_end + 1 } else { 0 },
            query_end,
            fragment_start: if query_end < text.len() { query_end + 1 } else { 0 },
        }
    }
}

impl Front {
    /// Returns the front of an absolute `http` or `https` URL with a host and without a user.
    pub(super) const fn http(scheme_end: usize, host_end: usize, path_start: usize) -> Self {
        let start = scheme_end + 3;
        Self {
            scheme_end,
            has_authority: true,
            authority_start: start,
            user_end: start,
            at: start,
            host_start: start,
            host_end,
            ..from_path(path_start, Class::Special, Keep::Nothing)
        }
    }

    /// Returns the offset after the scheme's `:`; 0 without a scheme.
    pub(crate) const fn rest(&self) -> usize {
        if self.scheme_end > 0 { self.scheme_end + 1 } else { 0 }
    }

    /// Returns whether the authority contains an `@`.
    pub(crate) const fn has_user(&self) -> bool {
        self.host_start > self.authority_start
    }

    /// Returns whether the authority has a `:` before a port, which may be empty.
    pub(crate) const fn has_port(&self) -> bool {
        self.has_authority && self.host_end < self.path_start
    }
}

/// Returns whether a URL has an opaque path: no authority, and no slash at the start of the path.
pub(crate) fn is_opaque(text: &str, parts: &Parts) -> bool {
    !parts.has_authority() && text.as_bytes().get(parts.path_start as usize) != Some(&b'/')
}

/// Returns whether a text, with the base if any part of the base is kept, is within the limit.
pub(crate) fn fits(text: &[u8], keep: Keep, base: Option<Against<'_>>) -> bool {
    let kept = base.filter(|_| keep > Keep::Nothing).map_or(0, |base| base.text.len());
    text.len() + kept <= MAX_URL_LENGTH
}

/// Returns the front of a clean text with `base`. Returns `None` if the text has no scheme and no suitable base, the failure
/// *missing-scheme-non-relative-URL*.
pub(crate) fn split(text: &[u8], base: Option<Against<'_>>) -> Option<Front> {
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

fn same_scheme(base: Against<'_>, scheme: &[u8]) -> bool {
    base.scheme().as_bytes().eq_ignore_ascii_case(scheme)
}

/// Returns the offset of the `:` after the scheme, or 0, and the scheme's class. Frequent schemes take a fast path.
fn scheme(text: &[u8]) -> (usize, Class) {
    match text.first_chunk() {
        Some(b"https://") => (5, Class::Special),
        Some([b'h', b't', b't', b'p', b':', ..]) => (4, Class::Special),
        Some([b'f', b'i', b'l', b'e', b':', ..]) => (4, Class::File),
        _ => match scheme_end(text) {
            0 => (0, Class::Other),
            end => (end, Class::of(&text[..end])),
        },
    }
}

/// Returns the offset of the `:` after the scheme, or 0 (scheme start state and scheme state).
pub(crate) fn scheme_end(text: &[u8]) -> usize {
    if text.first().is_some_and(u8::is_ascii_alphabetic) { scan::scheme_end(text) } else { 0 }
}

/// Splits a text that is relative to `base` (no scheme state, relative state and relative slash state).
fn split_relative(text: &[u8], rest: usize, scheme_end: usize, base: Against<'_>) -> Option<Front> {
    let first = text.get(rest).copied();
    if is_opaque(base.text, base.parts) {
        let fragment = first == Some(b'#');
        return fragment.then(|| Front { is_opaque: true, ..from_path(rest, Class::Other, Keep::Query) });
    }
    let class = Class::of(base.scheme().as_bytes());
    if class == Class::File {
        return Some(split_file(text, rest, 0, Some(base)));
    }
    let slash = |at: usize| text.get(at).is_some_and(|&byte| class.is_slash(byte));
    if slash(rest) && slash(rest + 1) {
        // Special authority ignore slashes state skips any number of slashes.
        let start = if class.is_special() { skip_slashes(text, rest) } else { rest + 2 };
        return Some(Front { keep: Keep::Scheme, ..with_authority(text, start, class, scheme_end) });
    }
    Some(Front { scheme_end, ..from_path(rest, class, kept(first, slash(rest))) })
}

/// Returns how much of the base a relative reference keeps, given its first byte.
const fn kept(first: Option<u8>, slash: bool) -> Keep {
    match first {
        _ if slash => Keep::Authority,
        Some(b'?') => Keep::Path,
        Some(b'#') | None => Keep::Query,
        _ => Keep::Directory,
    }
}

/// Returns the offset after all slashes, `/` or `\`.
fn skip_slashes(text: &[u8], from: usize) -> usize {
    from + text[from..].iter().take_while(|&&byte| Class::Special.is_slash(byte)).count()
}

/// Splits a `file` URL (file state, file slash state and file host state). The scheme of `base` must be `file`.
fn split_file(text: &[u8], rest: usize, scheme_end: usize, base: Option<Against<'_>>) -> Front {
    let slash = |at: usize| text.get(at).is_some_and(|&byte| Class::File.is_slash(byte));
    if slash(rest) && slash(rest + 1) {
        let keep = if scheme_end > 0 { Keep::Nothing } else { Keep::Scheme };
        return Front { keep, ..file_host(text, rest + 2, scheme_end) };
    }
    if base.is_none() {
        // The host is empty, and the text does not contain it.
        return Front { has_authority: true, scheme_end, ..from_path(rest, Class::File, Keep::Nothing) };
    }
    let mut keep = kept(text.get(rest).copied(), slash(rest));
    if keep == Keep::Directory && starts_with_drive(&text[rest..]) {
        keep = Keep::Authority;
    }
    Front { scheme_end, ..from_path(rest, Class::File, keep) }
}

/// Splits at a file's host (file host state): no user, no port, and a drive letter is not a host.
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

/// Splits an authority in one pass (authority state, host state and port state).
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
        // The next delimiter is near.
        end += 1;
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

/// The delimiters that a scan over an authority has found so far.
#[derive(Default)]
struct Delimiters {
    /// The last `@`.
    at: Option<usize>,
    /// The first `:`.
    colon: Option<usize>,
    /// The first `:` outside brackets after the last `@`.
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

/// The role of a byte as a delimiter in an authority.
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

/// Returns the end of an authority: the first `/`, `?` or `#`, or `\` for special schemes.
pub(crate) fn authority_end(text: &[u8], start: usize, class: Class) -> usize {
    let ends = |byte: &u8| matches!(byte, b'?' | b'#') || class.is_slash(*byte);
    start + text[start..].iter().position(ends).unwrap_or(text.len() - start)
}

/// Returns the offset of the first `:` outside brackets, or `end`.
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

/// Returns a front without authority, with the path from `start` on.
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

/// Returns whether a text is a *Windows drive letter*: a letter and `:` or `|`.
pub(crate) const fn is_drive(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Returns whether a text *starts with a Windows drive letter*.
pub(crate) fn starts_with_drive(text: &[u8]) -> bool {
    match text {
        [_, _] | [_, _, b'/' | b'\\' | b'?' | b'#', ..] => is_drive(&text[..2]),
        _ => false,
    }
}
