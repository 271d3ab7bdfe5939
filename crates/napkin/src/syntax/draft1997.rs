//! The grammar of draft-fielding-url-syntax-05, Appendix A, with two kinds of results.
//!
//! The grammar alone rejects little: `opaque-URL = scheme ":" *urlc` accepts nearly every text with a scheme. Therefore
//! this module returns two results. The *verdict* classifies a text by the grammar as a whole. The *findings* check each
//! component that the greedy algorithm of section 4.4 finds, in which the site wins. `http://h:8o/` has the verdict
//! `opaque-URL` and a finding on its port.
//!
//! Two ambiguities are resolved here. After `//`, only `net_path` applies, although by the letter `abs_path` could begin
//! with an empty segment; section 4.4 says "the site component wins". A query after a site without a path, `http://h?q`,
//! is split as Appendix B does and gets no finding, although `net_path` does not allow it and the verdict is `opaque-URL`.

use super::generic::{self, Beyond, Reading, class, max, return_found};
use super::parts::Parts;
use crate::host::is_hostnumber;
use crate::{Finding, HostKind, Rule, Standard, rules};

pub(super) const STANDARD: Standard = Standard::Draft1997;

/// The classification of a text by the grammar of 1997 as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draft1997Verdict {
    /// `generic-URL = scheme ":" relativeURL`
    GenericUrl,
    /// `opaque-URL = scheme ":" *urlc`
    OpaqueUrl,
    /// `relativeURL = net_path | abs_path | rel_path`
    RelativeUrl,
    /// Not a `URL-reference`.
    Invalid,
}

impl Draft1997Verdict {
    /// Returns the name in records: `generic-URL`, `opaque-URL`, `relativeURL`, `invalid`.
    ///
    /// ```
    /// assert_eq!(napkin::draft1997_verdict("../menu").name(), "relativeURL");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GenericUrl => "generic-URL",
            Self::OpaqueUrl => "opaque-URL",
            Self::RelativeUrl => "relativeURL",
            Self::Invalid => "invalid",
        }
    }
}

/// Returns the classification of `text` by the grammar of Appendix A as a whole.
///
/// ```
/// use napkin::{Draft1997Verdict, draft1997_verdict};
/// assert_eq!(draft1997_verdict("http://h:80/"), Draft1997Verdict::GenericUrl);
/// assert_eq!(draft1997_verdict("http://h:8o/"), Draft1997Verdict::OpaqueUrl);
/// assert_eq!(draft1997_verdict("a_b:c"), Draft1997Verdict::RelativeUrl);
/// assert_eq!(draft1997_verdict("http://[::1]/"), Draft1997Verdict::Invalid);
/// ```
#[must_use]
pub const fn verdict(text: &str) -> Draft1997Verdict {
    let reading = Reading::new(text.as_bytes(), split(text.as_bytes()), STANDARD);
    let parts = &reading.parts;
    let tail = generic::tail(&reading, 0, Beyond::Nothing, Beyond::Nothing, Beyond::Nothing);
    let tail_fits = match tail {
        None => true,
        // Only the prose of section 5 forbids a colon in the first segment; the grammar allows it.
        Some(finding) if generic::is_of_colon(&reading, &finding) => colons_only(&reading, finding.span.start),
        Some(_) => false,
    };
    let query_has_path = !parts.has_authority() || parts.path_start < parts.path_end() || parts.query_start == 0;
    let relative = tail_fits && site(&reading, 0).is_none() && query_has_path;
    if parts.scheme_end == 0 {
        return if relative { Draft1997Verdict::RelativeUrl } else { Draft1997Verdict::Invalid };
    }
    if relative {
        return Draft1997Verdict::GenericUrl;
    }
    let from = parts.scheme_end as usize + 1;
    let opaque = generic::run(&reading, from, parts.query_end() as usize, class::TAIL, Beyond::Nothing, ANY);
    if opaque.is_none() && tail_fits { Draft1997Verdict::OpaqueUrl } else { Draft1997Verdict::Invalid }
}

const ANY: (Rule, &str) = (rules::PATH, "a URL character");

/// Returns whether all findings of the tail after `first` are colons in the first segment.
const fn colons_only(reading: &Reading<'_>, first: usize) -> bool {
    let mut from = first + 1;
    loop {
        match generic::tail(reading, from, Beyond::Nothing, Beyond::Nothing, Beyond::Nothing) {
            None => return true,
            Some(finding) if generic::is_of_colon(reading, &finding) => from = finding.span.end,
            Some(_) => return false,
        }
    }
}

/// Splits a `URL-reference` by the greedy algorithm of section 4.4, with the `scheme` of the grammar.
pub(super) const fn split(bytes: &[u8]) -> Parts {
    let mut parts = generic::split(bytes, generic::scheme_end(bytes));
    if parts.has_authority() && is_hostnumber(bytes, parts.host_start() as usize, parts.host_end as usize) {
        parts.host = HostKind::Ipv4;
    }
    parts
}

/// Returns the first violation of a component's production at or after `from`.
pub(super) const fn next(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    // `split` has checked the scheme by its production, `1*( alpha | digit | "+" | "-" | "." )`.
    return_found!(site(reading, from));
    generic::tail(reading, from, Beyond::Nothing, Beyond::Nothing, Beyond::Nothing)
}

/// `site = [ [ user [ ":" password ] "@" ] hostport ]`
pub(super) const fn site(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    let parts = &reading.parts;
    if !parts.has_authority() || from > parts.path_start as usize {
        return None;
    }
    return_found!(user_and_password(reading, from));
    return_found!(host(reading, from));
    generic::port(reading, from)
}

/// `user` and `password`: `*( unreserved | escaped | ";" | "&" | "=" | "+" )`
const fn user_and_password(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    let parts = &reading.parts;
    let (start, at, colon) = (parts.authority_start() as usize, parts.at as usize, parts.user_end as usize);
    let user_end = if colon > 0 { colon } else { at };
    let rule = (rules::USERINFO, "a user or password character");
    let finding = generic::run(reading, max(start, from), user_end, class::NAME, Beyond::Nothing, rule);
    if finding.is_some() || colon == 0 {
        return finding;
    }
    generic::run(reading, max(colon + 1, from), at, class::NAME, Beyond::Nothing, rule)
}

/// `host = hostname | hostnumber`
const fn host(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    let parts = &reading.parts;
    let (start, end) = (parts.host_start() as usize, parts.host_end as usize);
    if start == end {
        let alone = parts.at == 0 && !parts.has_port();
        return if alone || from > start {
            None
        } else {
            Some(reading.finding(rules::HOST_MISSING, start, start, "a host"))
        };
    }
    match parts.host {
        HostKind::Ipv4 => None,
        // "A suitable representation for IPv6 addresses has not yet been determined."
        HostKind::Ipv6 | HostKind::IpvFuture if from > start => None,
        HostKind::Ipv6 | HostKind::IpvFuture => {
            Some(reading.finding(rules::HOST, start, end, "a host name or four decimal numbers"))
        }
        // All other kinds of hosts are names here.
        _ => hostname(reading, from, start, end),
    }
}

/// Checks `hostname = *( domainlabel "." ) toplabel`, byte by byte with the two neighbours of each byte.
const fn hostname(reading: &Reading<'_>, from: usize, start: usize, end: usize) -> Option<Finding> {
    let bytes = reading.bytes;
    let mut at = max(from, start);
    while at < end {
        let first = at == start || bytes[at - 1] == b'.';
        let last = at + 1 == end || bytes[at + 1] == b'.';
        match bytes[at] {
            // An empty label: a dot at the start or after a dot, or a dot at the end.
            b'.' if first || at + 1 == end => return Some(reading.finding(rules::LABEL, at, at + 1, "a label")),
            b'-' if first || last => return Some(reading.finding(rules::LABEL, at, at + 1, "a letter or digit")),
            b'0'..=b'9' if first && generic::position(bytes, at, end, b'.') == end => {
                return Some(reading.finding(rules::LABEL, at, at + 1, "a letter at the start of the last label"));
            }
            b'.' | b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => at += 1,
            _ => return Some(bad_in_name(reading, at)),
        }
    }
    None
}

const fn bad_in_name(reading: &Reading<'_>, at: usize) -> Finding {
    let length = match generic::char_at(reading.bytes, at) {
        Some(c) => c.len_utf8(),
        None => 1,
    };
    reading.finding(rules::HOST, at, at + length, "a letter, a digit, `-` or `.`")
}
