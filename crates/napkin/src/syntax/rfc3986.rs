//! RFC 3986, Appendix A: the grammar of URI references.

use super::generic::{self, Beyond, Reading, class, max, return_found};
use super::parts::{Hints, Parts};
use crate::host::is_ipv4;
use crate::{Finding, HostKind, Standard, rules};

/// Splits a `URI-reference` by the regular expression of Appendix B.
pub(super) const fn split(bytes: &[u8]) -> Parts {
    let mut parts = generic::split(bytes, generic::scheme_end_or_site(bytes));
    if parts.has_authority() && is_ipv4(bytes, parts.host_start() as usize, parts.host_end as usize) {
        parts.host = HostKind::Ipv4;
    }
    parts
}

/// Returns the first violation of the grammar at or after `from`.
pub(super) const fn next(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    return_found!(head(reading, from, Beyond::Nothing));
    generic::tail(reading, from, Beyond::Nothing, Beyond::Nothing, Beyond::Nothing)
}

/// Returns the first violation in scheme and authority. RFC 3987 has the same grammar there, except for `beyond`.
pub(super) const fn head(reading: &Reading<'_>, from: usize, beyond: Beyond) -> Option<Finding> {
    if from < reading.parts.scheme_end as usize {
        return_found!(generic::scheme(reading, from));
    }
    if !reading.parts.has_authority() || from > reading.parts.path_start as usize {
        return None;
    }
    return_found!(userinfo(reading, from, beyond));
    return_found!(host(reading, from, beyond));
    generic::port(reading, from)
}

/// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`
const fn userinfo(reading: &Reading<'_>, from: usize, beyond: Beyond) -> Option<Finding> {
    let start = max(reading.parts.authority_start() as usize, from);
    let end = reading.parts.at as usize;
    generic::run(reading, start, end, class::USERINFO, beyond, (rules::USERINFO, "a user or password character"))
}

/// `host = IP-literal / IPv4address / reg-name`
const fn host(reading: &Reading<'_>, from: usize, beyond: Beyond) -> Option<Finding> {
    match reading.parts.host {
        HostKind::Ipv4 => None,
        HostKind::Ipv6 | HostKind::IpvFuture => generic::ip_literal(reading, from),
        // All other kinds of hosts are names here.
        _ => {
            let start = max(reading.parts.host_start() as usize, from);
            let end = reading.parts.host_end as usize;
            generic::run(reading, start, end, class::NAME, beyond, (rules::HOST, "a host name character"))
        }
    }
}

pub(super) const STANDARD: Standard = Standard::Rfc3986;

/// Returns the offset after the port whose colon is at `colon`, if the authority ends there.
#[inline]
pub(super) fn port_end(text: &[u8], colon: usize) -> Option<usize> {
    let digits = text[colon + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = colon + 1 + digits;
    matches!(text.get(end), None | Some(b'/' | b'?' | b'#')).then_some(end)
}

/// Parses an authority with a user, an address in brackets or escapes by the grammar, and returns its end.
#[cold]
#[inline(never)]
pub(super) fn odd_authority(text: &[u8], start: usize, parts: &mut Parts) -> Option<usize> {
    let mut split = generic::split_authority(text, start, *parts);
    let (host, end) = (split.host_start() as usize, split.host_end as usize);
    if is_ipv4(text, host, end) {
        split.host = HostKind::Ipv4;
    }
    split.end = split.path_start;
    let head = &text[..split.path_start as usize];
    if next(&Reading::new(head, split, STANDARD), start).is_some() {
        return None;
    }
    let (escape, upper) = (head.contains(&b'%'), generic::has_upper(text, host, end));
    let hints = Hints::NONE.and_if(escape, Hints::ESCAPE).and_if(upper, Hints::UPPER);
    *parts = Parts { end: parts.end, hints: parts.hints.and(hints), ..split };
    Some(head.len())
}
