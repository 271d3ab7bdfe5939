//! Functions that the grammars share: the split by the regular expression of Appendix B, and checks of character runs.
//!
//! Everything here is `const`, so that literals are checked at compile time, and takes linear time: each check starts at
//! a given offset and never goes back before it.

use super::parts::{EMPTY, Hints, Parts};
use crate::host::parse_ipv6;
use crate::percent::{self, escape_at, hex, is_iprivate, is_ucschar};
use crate::{Finding, HostKind, Rule, Span, Standard, rules};

/// Returns the finding from the function, if there is one; `?` is not `const`.
macro_rules! return_found {
    ($finding:expr) => {
        if let found @ Some(_) = $finding {
            return found;
        }
    };
}

pub(super) use return_found;

/// Classes of ASCII characters, one bit per class, computed from sets that mirror the grammar.
pub(super) mod class {
    use super::percent::{self, Set};

    /// `reg-name`, and the `user` and `password` of the 1997 draft.
    pub(crate) const NAME: u16 = 1;
    /// `userinfo`.
    pub(crate) const USERINFO: u16 = 2;
    /// Path, query and fragment. (`?` ends a path, so a path never contains one.)
    pub(crate) const TAIL: u16 = 4;
    /// `segment-nz-nc`: a first segment without a colon.
    pub(crate) const NO_COLON: u16 = 8;
    /// The characters of a scheme.
    pub(crate) const SCHEME: u16 = 16;
    /// The characters that end a scheme: `: / ? #`.
    pub(crate) const AFTER_SCHEME: u16 = 32;
    /// The characters that end an authority: `/ ? #`.
    pub(crate) const AFTER_AUTHORITY: u16 = 64;
    /// The characters that end a path: `? #`.
    pub(crate) const AFTER_PATH: u16 = 128;

    const MEMBERS: [(u16, Set); 8] = [
        (NAME, percent::REG_NAME),
        (USERINFO, percent::USERINFO),
        (TAIL, percent::QUERY),
        (NO_COLON, percent::SEGMENT.without(Set::of(b":"))),
        (SCHEME, percent::SCHEME),
        (AFTER_SCHEME, Set::of(b":/?#")),
        (AFTER_AUTHORITY, Set::of(b"/?#")),
        (AFTER_PATH, Set::of(b"?#")),
    ];

    static TABLE: [u16; 256] = {
        let mut table = [0; 256];
        let mut row = 0;
        while row < MEMBERS.len() {
            let (bit, set) = MEMBERS[row];
            let mut byte = 0;
            while byte < 128 {
                if set.contains_byte(byte as u8) {
                    table[byte] |= bit;
                }
                byte += 1;
            }
            row += 1;
        }
        table
    };

    /// Returns whether the byte is in the class.
    pub(crate) const fn has(byte: u8, class: u16) -> bool {
        TABLE[byte as usize] & class != 0
    }

    /// Returns the offset of the first byte in the class from `from` on, or `to`.
    pub(crate) const fn find(bytes: &[u8], from: usize, to: usize, class: u16) -> usize {
        let mut at = from;
        while at < to && !has(bytes[at], class) {
            at += 1;
        }
        at
    }

    /// Returns the offset of the first byte outside the class from `from` on, or `to`.
    pub(crate) const fn skip(bytes: &[u8], from: usize, to: usize, class: u16) -> usize {
        let mut at = from;
        while at < to && has(bytes[at], class) {
            at += 1;
        }
        at
    }
}

/// A split text that is being checked by a grammar.
pub(super) struct Reading<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) parts: Parts,
    /// End of the first segment if it must not contain a colon; otherwise the path's start.
    no_colon_end: usize,
    pub(super) standard: Standard,
}

impl<'a> Reading<'a> {
    pub(super) const fn new(bytes: &'a [u8], parts: Parts, standard: Standard) -> Self {
        let start = parts.path_start as usize;
        let rootless = start < bytes.len() && bytes[start] != b'/';
        let mut no_colon_end = start;
        if parts.scheme_end == 0 && !parts.has_authority() && rootless {
            while no_colon_end < parts.path_end() as usize && bytes[no_colon_end] != b'/' {
                no_colon_end += 1;
            }
        }
        Self { bytes, parts, no_colon_end, standard }
    }

    pub(super) const fn finding(&self, rule: Rule, start: usize, end: usize, expected: &'static str) -> Finding {
        // An empty span marks something missing; the character found there still helps the reader.
        Finding::new(rule, self.standard, Span::new(start, end), expected, char_at(self.bytes, start))
    }
}

/// The characters beyond ASCII that a component allows.
#[derive(Clone, Copy)]
pub(super) enum Beyond {
    Nothing,
    Ucschar,
    UcscharAndPrivate,
}

impl Beyond {
    const fn admits(self, c: char) -> bool {
        match self {
            Self::Nothing => false,
            Self::Ucschar => is_ucschar(c),
            Self::UcscharAndPrivate => is_ucschar(c) || is_iprivate(c),
        }
    }
}

/// Returns the offset of the `:` after a scheme that has only scheme characters; 0 if there is none.
pub(super) const fn scheme_end(bytes: &[u8]) -> usize {
    let stop = class::find(bytes, 0, bytes.len(), class::AFTER_SCHEME);
    let proper = stop < bytes.len() && bytes[stop] == b':' && class::skip(bytes, 0, stop, class::SCHEME) == stop;
    if proper { stop } else { 0 }
}

/// Works like [`scheme_end`], but treats any text before `://` as a scheme, so that a finding can point into it.
pub(super) const fn scheme_end_or_site(bytes: &[u8]) -> usize {
    let stop = class::find(bytes, 0, bytes.len(), class::AFTER_SCHEME);
    if stop + 2 < bytes.len() && bytes[stop] == b':' && bytes[stop + 1] == b'/' && bytes[stop + 2] == b'/' {
        stop
    } else {
        scheme_end(bytes)
    }
}

/// Splits a text after its scheme by the regular expression of Appendix B: the greedy algorithm, in which the site wins.
///
/// An authority with several `@` is split at the last one, because programs connect to the host after the last `@`. The
/// host kind is set for bracketed hosts only.
pub(super) const fn split(bytes: &[u8], scheme_end: usize) -> Parts {
    let mut parts = Parts { scheme_end: scheme_end as u32, end: bytes.len() as u32, ..EMPTY };
    let start = if scheme_end > 0 { scheme_end + 1 } else { 0 };
    if start + 1 < bytes.len() && bytes[start] == b'/' && bytes[start + 1] == b'/' {
        parts = split_authority(bytes, start + 2, parts);
    } else {
        parts.path_start = start as u32;
    }
    split_tail(bytes, parts)
}

/// Fills in user, password, host and port of the authority that begins at `start`, and the path's start.
pub(super) const fn split_authority(bytes: &[u8], start: usize, mut parts: Parts) -> Parts {
    let stop = class::find(bytes, start, bytes.len(), class::AFTER_AUTHORITY);
    let mut host = start;
    let mut at = stop;
    while at > start {
        at -= 1;
        if bytes[at] == b'@' {
            parts.at = at as u32;
            host = at + 1;
            break;
        }
    }
    if parts.at > 0 {
        let colon = position(bytes, start, parts.at as usize, b':');
        if colon < parts.at as usize {
            parts.user_end = colon as u32;
        }
    }
    let mut from = host;
    if host < stop && bytes[host] == b'[' {
        let future = host + 1 < stop && (bytes[host + 1] | 0x20) == b'v';
        parts.host = if future { HostKind::IpvFuture } else { HostKind::Ipv6 };
        from = position(bytes, host, stop, b']');
    }
    parts.host_end = position(bytes, from, stop, b':') as u32;
    parts.path_start = stop as u32;
    parts
}

/// Fills in query and fragment after the path's start, and the hints of the whole text.
const fn split_tail(bytes: &[u8], mut parts: Parts) -> Parts {
    let start = parts.path_start as usize;
    let mut at = class::find(bytes, start, bytes.len(), class::AFTER_PATH);
    let path_end = at;
    if at < bytes.len() && bytes[at] == b'?' {
        parts.query_start = at as u32 + 1;
        at = position(bytes, at, bytes.len(), b'#');
    }
    if at < bytes.len() {
        parts.fragment_start = at as u32 + 1;
    }
    parts.hints = hints(bytes, &parts, path_end);
    parts
}

const fn hints(bytes: &[u8], parts: &Parts, path_end: usize) -> Hints {
    let start = parts.path_start as usize;
    let mut dots = start < path_end && bytes[start] == b'.';
    let mut at = start + 1;
    while at < path_end {
        dots |= bytes[at] == b'.' && bytes[at - 1] == b'/';
        at += 1;
    }
    let escape = position(bytes, 0, bytes.len(), b'%') < bytes.len();
    let upper = has_upper(bytes, 0, parts.scheme_end as usize)
        || (parts.has_authority() && has_upper(bytes, parts.host_start() as usize, parts.host_end as usize));
    Hints::NONE.and_if(dots, Hints::DOTS).and_if(escape, Hints::ESCAPE).and_if(upper, Hints::UPPER)
}

/// Returns whether `bytes[from..to]` contains an upper-case ASCII letter.
pub(super) const fn has_upper(bytes: &[u8], from: usize, to: usize) -> bool {
    let mut at = from;
    while at < to {
        if bytes[at].is_ascii_uppercase() {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns the first offset of `byte` from `from` on, or `to`.
pub(super) const fn position(bytes: &[u8], from: usize, to: usize, byte: u8) -> usize {
    let mut at = from;
    while at < to && bytes[at] != byte {
        at += 1;
    }
    at
}

/// Returns the character that begins at `at`; `None` at the end, U+FFFD where no character begins.
pub(super) const fn char_at(bytes: &[u8], at: usize) -> Option<char> {
    if at >= bytes.len() {
        return None;
    }
    let first = bytes[at];
    if first < 0x80 {
        return Some(first as char);
    }
    let length = char_len(first);
    let mut code = (first as u32) & (0xFF >> (length + 1));
    let mut next = 1;
    while next < length {
        if at + next >= bytes.len() {
            return Some('\u{fffd}');
        }
        code = code << 6 | (bytes[at + next] & 0x3F) as u32;
        next += 1;
    }
    match char::from_u32(code) {
        Some(c) => Some(c),
        None => Some('\u{fffd}'),
    }
}

/// Returns the length of the UTF-8 character that begins with this byte.
const fn char_len(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Returns the first finding in `bytes[from..to]`, where each character must be in `class`, in `beyond` or in an escape.
pub(super) const fn run(
    reading: &Reading<'_>,
    from: usize,
    to: usize,
    class: u16,
    beyond: Beyond,
    (rule, expected): (Rule, &'static str),
) -> Option<Finding> {
    let bytes = reading.bytes;
    let mut at = class::skip(bytes, from, to, class);
    while at < to {
        if bytes[at] == b'%' {
            if at + 2 >= to || escape_at(bytes, at).is_none() {
                return Some(broken_escape(reading, at, to));
            }
            at += 3;
        } else {
            let length = char_len(bytes[at]);
            match char_at(bytes, at) {
                Some(c) if beyond.admits(c) => at += length,
                _ => return Some(reading.finding(rule, at, at + length, expected)),
            }
        }
        at = class::skip(bytes, at, to, class);
    }
    None
}

/// Returns whether a finding of a tail covers a colon, which only the first segment of a relative reference forbids.
pub(super) const fn is_of_colon(reading: &Reading<'_>, finding: &Finding) -> bool {
    reading.bytes[finding.span.start] == b':'
}

/// Returns the finding for a `%` without two digits. It covers the `%` and up to two characters after it.
const fn broken_escape(reading: &Reading<'_>, at: usize, to: usize) -> Finding {
    let bytes = reading.bytes;
    let mut stop = at + 1;
    let mut fault = None;
    let mut digits = 0;
    while digits < 2 && stop < to {
        if fault.is_none() && hex(bytes[stop]).is_none() {
            fault = char_at(bytes, stop);
        }
        stop += char_len(bytes[stop]);
        digits += 1;
    }
    let span = Span::new(at, stop);
    Finding::new(rules::PCT_ENCODED, reading.standard, span, "two hexadecimal digits after `%`", fault)
}

const PATH: (Rule, &str) = (rules::PATH, "a path character");
const QUERY: (Rule, &str) = (rules::QUERY, "a query character");
const FRAGMENT: (Rule, &str) = (rules::FRAGMENT, "a fragment character");
const NO_COLON: (Rule, &str) = (rules::FIRST_SEGMENT_COLON, "no colon in the first segment of a relative reference");

/// Returns the first finding from `from` on in path, query and fragment, which are alike in all grammars.
pub(super) const fn tail(
    reading: &Reading<'_>,
    from: usize,
    path: Beyond,
    query: Beyond,
    fragment: Beyond,
) -> Option<Finding> {
    let parts = &reading.parts;
    let start = max(parts.path_start as usize, from);
    if start < reading.no_colon_end {
        let finding = run(reading, start, reading.no_colon_end, class::NO_COLON, path, PATH);
        if let Some(mut finding) = finding {
            if is_of_colon(reading, &finding) {
                (finding.rule, finding.expected) = NO_COLON;
            }
            return Some(finding);
        }
    }
    let start = max(reading.no_colon_end, start);
    return_found!(run(reading, start, parts.path_end() as usize, class::TAIL, path, PATH));
    if parts.query_start > 0 {
        let start = max(parts.query_start as usize, from);
        return_found!(run(reading, start, parts.query_end() as usize, class::TAIL, query, QUERY));
    }
    if parts.fragment_start == 0 {
        return None;
    }
    let start = max(parts.fragment_start as usize, from);
    run(reading, start, parts.end as usize, class::TAIL, fragment, FRAGMENT)
}

/// Returns the first finding from `from` on in the port: `port = *DIGIT`.
pub(super) const fn port(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    let Some(span) = reading.parts.span(super::Component::Port) else { return None };
    let mut at = max(span.start, from);
    while at < span.end {
        if !reading.bytes[at].is_ascii_digit() {
            return Some(reading.finding(rules::PORT, at, at + char_len(reading.bytes[at]), "a digit"));
        }
        at += 1;
    }
    None
}

/// Returns the first finding from `from` on in a scheme, which must begin with a letter.
pub(super) const fn scheme(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    let (bytes, end) = (reading.bytes, reading.parts.scheme_end as usize);
    if from == 0 && end > 0 && !bytes[0].is_ascii_alphabetic() {
        return Some(reading.finding(rules::SCHEME, 0, char_len(bytes[0]), "a letter"));
    }
    let at = class::skip(bytes, from, end, class::SCHEME);
    if at >= end {
        return None;
    }
    Some(reading.finding(rules::SCHEME, at, at + char_len(bytes[at]), "a letter, a digit, `+`, `-` or `.`"))
}

/// Returns the finding for a host in brackets, at most one per host: `IP-literal` of RFC 3986 section 3.2.2.
pub(super) const fn ip_literal(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    let (bytes, parts) = (reading.bytes, &reading.parts);
    let (start, end) = (parts.host_start() as usize, parts.host_end as usize);
    if from > start {
        return None;
    }
    let close = position(bytes, start, end, b']');
    if close == end {
        return Some(reading.finding(rules::IP_LITERAL, end, end, "`]`"));
    }
    let inside = match parts.host {
        HostKind::IpvFuture => ip_future(reading, start + 1, close),
        _ => ipv6(reading, start + 1, close),
    };
    if inside.is_some() || close + 1 == end {
        return inside;
    }
    Some(reading.finding(rules::IP_LITERAL, close + 1, end, "`:` or the end of the authority behind `]`"))
}

const fn ipv6(reading: &Reading<'_>, start: usize, end: usize) -> Option<Finding> {
    match parse_ipv6(reading.bytes, start, end) {
        Ok(_) => None,
        Err(fault) => {
            let mut finding = reading.finding(rules::IPV6, fault.span.start, fault.span.end, fault.expected);
            finding.also = fault.also;
            Some(finding)
        }
    }
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`.
const fn ip_future(reading: &Reading<'_>, start: usize, end: usize) -> Option<Finding> {
    let bytes = reading.bytes;
    let mut at = start + 1;
    while at < end && hex(bytes[at]).is_some() {
        at += 1;
    }
    let at_end = if at < end { at + char_len(bytes[at]) } else { at };
    if at == start + 1 {
        return Some(reading.finding(rules::IPV_FUTURE, at, at_end, "a hexadecimal version"));
    }
    if at == end || bytes[at] != b'.' {
        return Some(reading.finding(rules::IPV_FUTURE, at, at_end, "`.` behind the version"));
    }
    let address = at + 1;
    at = class::skip(bytes, address, end, class::USERINFO);
    if at == end && address < end {
        return None;
    }
    let at_end = if at < end { at + char_len(bytes[at]) } else { at };
    Some(reading.finding(rules::IPV_FUTURE, at, at_end, "an address character"))
}

pub(super) const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}
