//! The portable version of the fast parsers for the URL Standard, by one table of byte classes.
//!
//! The functions accept the same texts as their twins for wider registers, except that a host may be of any length.

use super::words;
use crate::bytes::find;
use crate::host::whatwg::{is_forbidden, is_written_ipv6};
use crate::host::{ipv4, ipv6_groups};
use crate::percent::{EncodeSet, SCHEME as SCHEME_SET};
use crate::syntax::parts::{EMPTY, Hints, MAX_URL_LENGTH, PlainTail, Ready};
use crate::{HostKind, Parts};

/// The bytes that end a run. Each bit of [`STOPS`] is one such set of bytes.
pub(in crate::syntax) type Stops = u16;

/// Bytes that are not in a domain in lower case.
const DOMAIN: Stops = 1;
/// Bytes that are not in a domain.
const ANY_DOMAIN: Stops = 2;
/// Bytes that a path does not copy unchanged or that end it, `.` and `%`.
const PATH: Stops = 4;
/// Bytes that the query of a special URL does not copy unchanged, or that end the query.
const QUERY: Stops = 8;
/// Bytes that a fragment does not copy unchanged.
const FRAGMENT: Stops = 16;
/// `%`
const PERCENT: Stops = 32;
/// Bytes that are not in a scheme.
const SCHEME: Stops = 64;
/// Delimiters in an authority: one of `/?#\@:[]`.
pub(in crate::syntax) const DELIMITER: Stops = 128;
/// Tabs and newlines.
pub(in crate::syntax) const BREAK: Stops = 256;
/// Bytes of an authority that prevent an early refusal of a front: an `@`, bytes that are removed or decoded, and
/// bytes beyond ASCII; and the bytes that end an authority.
const DOUBT: Stops = 512;

static STOPS: [Stops; 256] = {
    let mut stops = [0; 256];
    let mut at = 0;
    while at < 256 {
        stops[at] = stops_of(at as u8);
        at += 1;
    }
    stops
};

const fn stops_of(byte: u8) -> Stops {
    let punctuation = matches!(
        byte,
        b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
    );
    let lower = byte.is_ascii_lowercase() || byte.is_ascii_digit() || punctuation;
    let percent = byte == b'%';
    let path = EncodeSet::PATH.contains_byte(byte) || matches!(byte, b'\\' | b'.') || percent;
    when(!lower, DOMAIN)
        | when(!lower && !byte.is_ascii_uppercase(), ANY_DOMAIN)
        | when(path, PATH)
        | when(EncodeSet::SPECIAL_QUERY.contains_byte(byte), QUERY)
        | when(EncodeSet::FRAGMENT.contains_byte(byte), FRAGMENT)
        | when(percent, PERCENT)
        | when(!SCHEME_SET.contains_byte(byte), SCHEME)
        | when(matches!(byte, b'/' | b'?' | b'#' | b'\\' | b'@' | b':' | b'[' | b']'), DELIMITER)
        | when(matches!(byte, b'\t' | b'\n' | b'\r'), BREAK)
        | when(matches!(byte, b'/' | b'?' | b'#' | b'\\' | b'@' | b'%' | b'\t' | b'\n' | b'\r' | 0x80..), DOUBT)
}

const fn when(condition: bool, stops: Stops) -> Stops {
    if condition { stops } else { 0 }
}

/// Returns the offset of the first byte from `from` on that is in one of `stops`; the end if none.
#[inline]
pub(in crate::syntax) fn skip(text: &[u8], from: usize, stops: Stops) -> usize {
    let (chunks, rest) = text[from..].as_chunks::<8>();
    let mut at = from;
    for chunk in chunks {
        // Without an early exit, the lookups of a chunk do not wait for each other.
        if chunk.iter().fold(0, |seen, &byte| seen | STOPS[usize::from(byte)]) & stops != 0 {
            return at + position(chunk, stops);
        }
        at += chunk.len();
    }
    at + position(rest, stops)
}

#[inline]
fn position(bytes: &[u8], stops: Stops) -> usize {
    bytes.iter().position(|&byte| STOPS[usize::from(byte)] & stops != 0).unwrap_or(bytes.len())
}

/// The portable version of [`super::read_whatwg`].
pub(in crate::syntax) fn ordinary(text: &[u8], parts: &mut Parts) -> Option<Ready> {
    let (scheme_end, default) = match text.first_chunk()? {
        b"https://" => (5, 443),
        [b'h', b't', b't', b'p', b':', b'/', b'/', _] => (4, 80),
        _ => return None,
    };
    let start = scheme_end + 3;
    let end = skip(text, start, DOMAIN);
    let is_domain = end > start && text.len() <= MAX_URL_LENGTH && !may_be_number(&text[start..end]);
    let (host_end, host) = if is_domain { (end, HostKind::Domain) } else { written_host(text, start, end)? };
    let path_start = match text.get(host_end) {
        None | Some(b'/' | b'?' | b'#') => host_end,
        Some(b':') => written_port(text, host_end, default)?,
        _ => return None,
    };
    let tail = plain_tail(text, path_start)?;
    Some(ready(text, Front { scheme_end, host_end, path_start, host }, tail, parts))
}

/// The front of an ordinary URL.
pub(super) struct Front {
    pub(super) scheme_end: usize,
    pub(super) host_end: usize,
    pub(super) path_start: usize,
    pub(super) host: HostKind,
}

/// Returns the end and the kind of the host that begins at `start`, if it is in serialised form. `end` is the end of the bytes
/// that a domain may contain.
#[inline(never)]
pub(super) fn written_host(text: &[u8], start: usize, end: usize) -> Option<(usize, HostKind)> {
    if text.len() > MAX_URL_LENGTH {
        return None;
    }
    if end == start {
        let (groups, end) = bracketed(text, start)?;
        return is_written_ipv6(&groups, &text[start..end]).then_some((end, HostKind::Ipv6));
    }
    let domain = &text[start..end];
    match ipv4::quad(domain, 0, domain.len()) {
        Some(_) => Some((end, HostKind::Ipv4)),
        None => (!ipv4::ends_in_number(domain)).then_some((end, HostKind::Domain)),
    }
}

/// Fills in the parts of an ordinary URL.
#[inline(always)]
pub(super) fn ready(text: &[u8], front: Front, tail: PlainTail, parts: &mut Parts) -> Ready {
    let Front { scheme_end, host_end, path_start, host } = front;
    *parts = Parts {
        scheme_end: scheme_end as u32,
        host_end: host_end as u32,
        path_start: path_start as u32,
        query_start: tail.query_start,
        fragment_start: tail.fragment_start,
        end: text.len() as u32,
        host,
        hints: Hints::NONE.and_if(tail.escape, Hints::ESCAPE),
        ..EMPTY
    };
    Ready { lacks_slash: text.get(path_start) != Some(&b'/') }
}

/// The portable version of [`super::front_verdict`].
pub(in crate::syntax) fn front_verdict(text: &[u8]) -> Option<bool> {
    match HttpFront::of(text) {
        Ok(_) => Some(true),
        Err(refusal) => refusal.map(|_| false),
    }
}

/// The host of an [`HttpFront`].
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) enum FrontHost {
    Domain,
    /// An IPv4 address in serialised form: four decimal numbers without leading zeros.
    Ipv4,
    /// An IPv4 address in another spelling.
    Respelled(u32),
    Ipv6([u16; 8]),
}

/// The front of an `http` or `https` URL with a domain or an address in any spelling, and an optional user and port.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct HttpFront {
    pub(in crate::syntax) scheme_end: usize,
    /// Offset of the `:` before a password that is not empty; 0 without one.
    pub(in crate::syntax) user_end: usize,
    /// Offset of the `@`; 0 without a user. User and password need no escapes.
    pub(in crate::syntax) at: usize,
    pub(in crate::syntax) host_start: usize,
    pub(in crate::syntax) host_end: usize,
    pub(in crate::syntax) host: FrontHost,
    /// The port, if it is not the default.
    pub(in crate::syntax) port: Option<u16>,
    pub(in crate::syntax) path_start: usize,
    /// Whether scheme and domain are in lower case.
    pub(in crate::syntax) is_lower: bool,
}

/// The place of the error that certainly ends the URL parser.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    /// A character in the domain, which begins at `start`.
    Domain { start: usize, at: usize },
    /// The port after the colon, up to `end`.
    Port { colon: usize, end: usize },
}

impl HttpFront {
    /// Returns the front. Returns `Err(None)` if the full parser must parse the text.
    #[inline(always)]
    pub(in crate::syntax) fn of(text: &[u8]) -> Result<Self, Option<Refusal>> {
        let (scheme_end, is_upper) = words::http(text).filter(|_| text.len() <= MAX_URL_LENGTH).ok_or(None)?;
        Self::behind(text, scheme_end, is_upper)
    }

    #[inline(never)]
    fn behind(text: &[u8], scheme_end: usize, is_upper: bool) -> Result<Self, Option<Refusal>> {
        let mut front = Self {
            scheme_end,
            user_end: 0,
            at: 0,
            host_start: scheme_end + 3,
            host_end: 0,
            host: FrontHost::Domain,
            port: None,
            path_start: 0,
            is_lower: !is_upper,
        };
        if front.host_and_port(text) {
            return Ok(front);
        }
        let may_have_user = match text[front.host_start.max(front.host_end)..] {
            // A domain beyond ASCII, or a user with such characters.
            [0x80..=0xFF, ..] => return Err(None),
            [b'@', ..] => true,
            [b':', next, ..] => !next.is_ascii_digit(),
            _ => false,
        };
        // Each look at the rest of the authority takes time, so the likely one is first.
        if !may_have_user && let Some(refusal) = refusal(text, front.host_start, front.host_end) {
            return Err(Some(refusal));
        }
        if front.user(text).ok_or(None)? && front.host_and_port(text) {
            return Ok(front);
        }
        Err(refusal(text, front.host_start, front.host_end))
    }

    /// Reads the host, which begins at `host_start`, and the port. Returns `false` if the authority does not end there;
    /// `host_end` is then the end of a valid host, or 0.
    #[inline(always)]
    fn host_and_port(&mut self, text: &[u8]) -> bool {
        let start = self.host_start;
        let host = if text.get(start) == Some(&b'[') {
            bracketed(text, start).map(|(groups, end)| (FrontHost::Ipv6(groups), end, false))
        } else {
            unbracketed(text, start)
        };
        let Some((host, end, is_upper)) = host else { return false };
        (self.host, self.host_end, self.path_start) = (host, end, end);
        if text.get(end) == Some(&b':') {
            let Some((port, end)) = port(text, end) else { return false };
            let default = if self.scheme_end == 5 { 443 } else { 80 };
            (self.port, self.path_start) = (port.filter(|&port| port != default), end);
        }
        let ends = matches!(text.get(self.path_start), None | Some(b'/' | b'?' | b'#' | b'\\'));
        self.is_lower &= !(ends && is_upper);
        ends
    }

    /// Reads the user and the password, which may be what [`Self::host_and_port`] has taken for a host. Returns `None` if they
    /// are not in serialised form, and `false` without a user.
    #[inline(never)]
    fn user(&mut self, text: &[u8]) -> Option<bool> {
        let start = self.host_start;
        // A domain has no delimiters.
        let is_domain = text.get(start) != Some(&b'[');
        let (mut colon, mut at) = (0, if is_domain { start.max(self.host_end) } else { start });
        loop {
            at = skip(text, at, DELIMITER);
            match text.get(at) {
                Some(b':') if colon == 0 => colon = at,
                Some(b'@') => break,
                // Further colons and brackets are written as escapes, if a user follows.
                _ => return Some(false),
            }
            at += 1;
        }
        let user_end = if colon > 0 { colon } else { at };
        let (user, password) = (&text[start..user_end], &text[at.min(user_end + 1)..at]);
        // An empty password is not written, nor is an empty user without a password.
        let is_written = if colon > 0 { !password.is_empty() } else { !user.is_empty() };
        let is_plain = |text: &[u8]| before(text, EncodeSet::USERINFO) == text.len();
        if !(is_written && is_plain(user) && is_plain(password)) {
            return None;
        }
        (self.user_end, self.at, self.host_start, self.host_end) = (colon, at, at + 1, 0);
        Some(true)
    }
}

/// Returns the error that ends the parser after the host `text[start..end]`, if the byte there can only be an error.
#[cold]
pub(super) fn refusal(text: &[u8], start: usize, end: usize) -> Option<Refusal> {
    let first = *text.get(end).filter(|_| end > start)?;
    let authority_end = skip(text, end, DOUBT);
    let is_certain = matches!(text.get(authority_end), None | Some(b'/' | b'?' | b'#' | b'\\'));
    // White space at the end of the text is removed.
    if !is_certain || text.last() <= Some(&b' ') {
        return None;
    }
    if first != b':' {
        let is_error = text[start] != b'[' && (is_forbidden(first) || first.is_ascii_control());
        return is_error.then_some(Refusal::Domain { start, at: end });
    }
    let is_error = text[end + 1..authority_end].iter().any(|byte| !byte.is_ascii_digit());
    is_error.then_some(Refusal::Port { colon: end, end: authority_end })
}

/// Returns the domain or the IPv4 address that begins at `start`, its end, and whether it has an upper-case letter.
#[inline(always)]
fn unbracketed(text: &[u8], start: usize) -> Option<(FrontHost, usize, bool)> {
    let lower_end = skip(text, start, DOMAIN);
    let is_upper = text.get(lower_end).is_some_and(u8::is_ascii_uppercase);
    let end = if is_upper { skip(text, lower_end, ANY_DOMAIN) } else { lower_end };
    let domain = &text[start..end];
    if domain.is_empty() {
        return None;
    }
    if !may_be_number(domain) {
        return Some((FrontHost::Domain, end, is_upper));
    }
    let host = match ipv4::quad(domain, 0, domain.len()) {
        Some(_) => FrontHost::Ipv4,
        None if ipv4::ends_in_number(domain) => FrontHost::Respelled(ipv4::parse(domain)?),
        None => FrontHost::Domain,
    };
    Some((host, end, is_upper))
}

/// Returns the IPv6 address whose `[` is at `start`, and its end.
#[inline(never)]
fn bracketed(text: &[u8], start: usize) -> Option<([u16; 8], usize)> {
    let Some((b'[', rest)) = text.get(start..text.len().min(start + LONGEST_IPV6))?.split_first() else { return None };
    let close = start + 1 + find(rest, b']')?;
    Some((ipv6_groups(text, start + 1, close)?, close + 1))
}

/// The length of the longest IPv6 address with its brackets.
const LONGEST_IPV6: usize = "[0000:0000:0000:0000:0000:0000:255.255.255.255]".len();

/// Returns the end of the domain in serialised form that begins at `start`; `None` if it is empty or may be an address.
pub(in crate::syntax) fn domain_end(text: &[u8], start: usize) -> Option<usize> {
    let end = skip(text, start, DOMAIN);
    (!may_be_number(&text[start..end])).then_some(end)
}

/// Returns whether the last label of a domain begins with a digit or is empty, so that the domain may be an IPv4 address.
fn may_be_number(domain: &[u8]) -> bool {
    let label = domain.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    domain.get(label).is_none_or(u8::is_ascii_digit)
}

/// Returns the port whose colon is at `colon`, if it has digits, and the offset after it, if the authority ends there.
#[inline]
pub(super) fn port(text: &[u8], colon: usize) -> Option<(Option<u16>, usize)> {
    let digits = text[colon + 1..].iter().take(6).take_while(|byte| byte.is_ascii_digit());
    let (count, value) = digits.fold((0, 0), |(count, value), digit| (count + 1, value * 10 + u32::from(digit - b'0')));
    let end = colon + 1 + count;
    let port = u16::try_from(value).ok()?;
    matches!(text.get(end), None | Some(b'/' | b'?' | b'#')).then_some(((count > 0).then_some(port), end))
}

/// Returns the offset after such a port if it is in serialised form: without leading zeros, and not the default.
#[inline(never)]
pub(super) fn written_port(text: &[u8], colon: usize, default: u16) -> Option<usize> {
    let (Some(port), end) = port(text, colon)? else { return None };
    let is_shortest = text[colon + 1] != b'0' || end == colon + 2;
    (is_shortest && port != default).then_some(end)
}

/// The portable version of [`super::plain_tail`].
pub(super) fn plain_tail(text: &[u8], start: usize) -> Option<PlainTail> {
    let mut tail = PlainTail { query_start: 0, fragment_start: 0, escape: false };
    let mut at = start;
    let mut end = loop {
        at = skip(text, at, PATH);
        match text.get(at) {
            None => return Some(tail),
            // The segment may be a dot segment, which the full parser removes.
            Some(b'.' | b'%') if at == start || text[at - 1] == b'/' => return None,
            Some(b'.') => {}
            Some(b'%') => tail.escape = true,
            Some(b'?' | b'#') => break at,
            Some(_) => return None,
        }
        at += 1;
    };
    if text[end] == b'?' {
        tail.query_start = end as u32 + 1;
        end = component(text, end + 1, QUERY, &mut tail.escape);
        if end == text.len() {
            return Some(tail);
        }
        if text[end] != b'#' {
            return None;
        }
    }
    tail.fragment_start = end as u32 + 1;
    (component(text, end + 1, FRAGMENT, &mut tail.escape) == text.len()).then_some(tail)
}

/// Returns the offset of the first byte in `stops`, and sets `escape` if a `%` is before it.
fn component(text: &[u8], from: usize, stops: Stops, escape: &mut bool) -> usize {
    let end = skip(text, from, if *escape { stops } else { stops | PERCENT });
    if text.get(end) != Some(&b'%') {
        return end;
    }
    *escape = true;
    skip(text, end + 1, stops)
}

/// The portable version of [`super::scheme_end`].
pub(in crate::syntax) fn scheme_end(text: &[u8]) -> usize {
    // A text without a scheme mostly has no colon, which is found faster than the first character that is not in a scheme.
    match find(text, b':') {
        Some(end) if skip(&text[..end], 0, SCHEME) == end => end,
        _ => 0,
    }
}

/// The portable version of [`super::before`].
pub(in crate::syntax) fn before(text: &[u8], set: EncodeSet) -> usize {
    let (chunks, _) = text.as_chunks::<8>();
    let is_plain = |chunk: &&[u8; 8]| !chunk.iter().fold(false, |any, &byte| any | set.contains_byte(byte));
    let plain = 8 * chunks.iter().take_while(is_plain).count();
    text[plain..].iter().position(|&byte| set.contains_byte(byte)).map_or(text.len(), |at| plain + at)
}

/// The portable version of [`super::plain_path`].
pub(in crate::syntax) fn plain_path(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at = skip(text, at, PATH);
        match text.get(at) {
            Some(b'.' | b'%') if at > 0 && text[at - 1] != b'/' => at += 1,
            _ => return at,
        }
    }
}
