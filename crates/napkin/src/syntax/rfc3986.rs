//! RFC 3986, Appendix A: the grammar of URI references.

use super::generic::{self, Beyond, Reading, class, max, return_found};
use super::parts::Parts;
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
