//! The types of the interface.
#![allow(non_camel_case_types, reason = "they are types of C")]

use std::ffi::c_char;

use napkin::{BaseBuf, Component, Error, Host, HostKind, Reference, Standard, password_span};
use napkin_audit::AllowList;

/// The 1997 draft: draft-fielding-url-syntax-05.
pub const NAPKIN_DRAFT1997: u32 = 0;
/// RFC 3986.
pub const NAPKIN_RFC3986: u32 = 1;
/// RFC 3987.
pub const NAPKIN_RFC3987: u32 = 2;
/// The URL Standard, which browsers follow.
pub const NAPKIN_WHATWG: u32 = 3;

/// Case normalisation (RFC 3986 section 6.2.2.1).
pub const NAPKIN_CASE: u32 = 1;
/// Percent-encoding normalisation (6.2.2.2).
pub const NAPKIN_PERCENT: u32 = 2;
/// Path segment normalisation (6.2.2.3).
pub const NAPKIN_PATH: u32 = 4;
/// Scheme-based normalisation (6.2.3).
pub const NAPKIN_SCHEME: u32 = 8;
/// All of them.
pub const NAPKIN_ALL: u32 = 15;

/// The host is undefined, or empty.
pub const NAPKIN_HOST_NONE: u32 = 0;
/// The host is a name.
pub const NAPKIN_HOST_NAME: u32 = 1;
/// The host is an address of IPv4.
pub const NAPKIN_HOST_IPV4: u32 = 2;
/// The host is an address of IPv6 in brackets.
pub const NAPKIN_HOST_IPV6: u32 = 3;
/// The host is an address of a later version, in brackets.
pub const NAPKIN_HOST_IPVFUTURE: u32 = 4;

/// What functions that return a length return instead of one. `cbindgen.toml` has it for C.
///
/// cbindgen:ignore
pub const NAPKIN_FAILED: usize = usize::MAX;
/// The start and the end of what is undefined.
pub const NAPKIN_UNDEFINED: u32 = u32::MAX;

/// A range of bytes of a text. Both are `NAPKIN_UNDEFINED` for a component that is not there; an empty one has a place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct napkin_span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

/// The components of a reference, as places in its text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct napkin_parts {
    /// The scheme.
    pub scheme: napkin_span,
    /// The user, password, host and port.
    pub authority: napkin_span,
    /// The user.
    pub user: napkin_span,
    /// The password.
    pub password: napkin_span,
    /// The host; addresses of IPv6 with their brackets.
    pub host: napkin_span,
    /// The digits of the port.
    pub port: napkin_span,
    /// The path, which is always there.
    pub path: napkin_span,
    /// The query.
    pub query: napkin_span,
    /// The fragment.
    pub fragment: napkin_span,
    /// A `NAPKIN_HOST_...`.
    pub host_kind: u32,
    /// The port as a number; -1 if it is undefined, empty or above 65535.
    pub port_number: i32,
}

/// Why a function failed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct napkin_error {
    /// The stable name of the rule: `port`.
    pub rule: [c_char; 48],
    /// The sentence, without a character of a password.
    pub message: [c_char; 208],
    /// The place in the text, in bytes.
    pub start: usize,
    /// The end of the place.
    pub end: usize,
}

impl std::fmt::Debug for napkin_error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("napkin_error").field("start", &self.start).field("end", &self.end).finish_non_exhaustive()
    }
}

/// A base for many references.
#[derive(Debug)]
pub struct napkin_base(pub(crate) BaseBuf);

/// Hosts that a program may use.
#[derive(Debug)]
pub struct napkin_allow_list(pub(crate) AllowList);

/// Returns the standard of a number of C.
pub(crate) const fn standard_of(number: u32) -> Option<Standard> {
    match number {
        NAPKIN_DRAFT1997 => Some(Standard::Draft1997),
        NAPKIN_RFC3986 => Some(Standard::Rfc3986),
        NAPKIN_RFC3987 => Some(Standard::Rfc3987),
        NAPKIN_WHATWG => Some(Standard::Whatwg),
        _ => None,
    }
}

impl napkin_parts {
    pub(crate) fn of(reference: Reference<'_>) -> Self {
        let span = |component| match reference.span(component) {
            // A reference is shorter than 4 GiB (`MAX_LENGTH`).
            Some(span) => napkin_span { start: span.start as u32, end: span.end as u32 },
            None => napkin_span { start: NAPKIN_UNDEFINED, end: NAPKIN_UNDEFINED },
        };
        Self {
            scheme: span(Component::Scheme),
            authority: span(Component::Authority),
            user: span(Component::User),
            password: span(Component::Password),
            host: span(Component::Host),
            port: span(Component::Port),
            path: span(Component::Path),
            query: span(Component::Query),
            fragment: span(Component::Fragment),
            host_kind: host_kind(reference),
            port_number: reference.port().map_or(-1, i32::from),
        }
    }
}

fn host_kind(reference: Reference<'_>) -> u32 {
    match (reference.host(), reference.host_kind()) {
        (None | Some(Host::Empty), _) => NAPKIN_HOST_NONE,
        (_, Some(HostKind::Ipv4)) => NAPKIN_HOST_IPV4,
        (_, Some(HostKind::Ipv6)) => NAPKIN_HOST_IPV6,
        (_, Some(HostKind::IpvFuture)) => NAPKIN_HOST_IPVFUTURE,
        _ => NAPKIN_HOST_NAME,
    }
}

impl napkin_error {
    /// Makes the error about a text.
    pub(crate) fn of(error: &Error, text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let finding = error.finding().redacted(password_span(&text));
        Self::saying(finding.rule.code(), &finding.to_string(), finding.span.start, finding.span.end)
    }

    pub(crate) fn saying(rule: &str, message: &str, start: usize, end: usize) -> Self {
        Self { rule: cut(rule), message: cut(message), start, end }
    }
}

/// Returns as much of a text as fits, with a NUL behind it, cut between characters.
fn cut<const SIZE: usize>(text: &str) -> [c_char; SIZE] {
    let end = (0..SIZE).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0).min(text.len());
    let mut out = [0; SIZE];
    for (to, byte) in out.iter_mut().zip(&text.as_bytes()[..end]) {
        *to = *byte as c_char;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        let read = |out: &[c_char]| out.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect::<Vec<_>>();
        assert_eq!(read(&cut::<4>("abcdef")), b"abc");
        assert_eq!(read(&cut::<4>("ab\u{e9}")), b"ab");
        assert_eq!(read(&cut::<8>("ab\u{e9}")), "ab\u{e9}".as_bytes());
        assert_eq!(read(&cut::<8>("")), b"");
    }

    #[test]
    fn names_of_rules_fit() {
        for rule in napkin::rules::all() {
            assert!(rule.code().len() < 48, "{}", rule.code());
        }
    }
}
