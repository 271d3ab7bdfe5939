//! Determines the kind of a host and the address that it writes, by RFC 3986 section 3.2.2 and by
//! draft-fielding-url-syntax-05 section 4.3.1. Start at `Host`.
//!
//! Where a host begins and ends is decided in [`crate::syntax`], and which characters a name may contain in the grammars.
//! Names are not resolved.

mod address;
mod carried;
pub(crate) mod idna;
pub(crate) mod ipv4;
mod ipv6;
mod ipv6_violations;
pub(crate) mod violations;
pub(crate) mod whatwg;

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub use self::address::{Network, NotANetwork, Special};
pub use self::carried::carried_ipv4;
pub use self::ipv4::ends_in_number;
pub(crate) use self::ipv6::{ipv6_groups, parse_ipv6};
use crate::percent::Encoded;

/// The kind of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum HostKind {
    /// A name, registered or not; may be empty.
    Name,
    /// Four decimal groups. Under the 1997 grammar they may be of any size, since `hostnumber` sets no bound.
    Ipv4,
    /// `[` IPv6 address `]`.
    Ipv6,
    /// `[v` version `.` address `]`.
    IpvFuture,
    /// A domain of the URL Standard: the host of a special URL that is not an address.
    Domain,
    /// An opaque host of the URL Standard: the host of a URL that is not special, which is not interpreted.
    Opaque,
    /// The empty host of the URL Standard.
    Empty,
}

impl HostKind {
    /// Returns the name in records: `name`, `ipv4`, `ipv6`, ...
    ///
    /// ```
    /// assert_eq!(napkin::HostKind::Ipv6.name(), "ipv6");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::IpvFuture => "ipvfuture",
            Self::Domain => "domain",
            Self::Opaque => "opaque",
            Self::Empty => "empty",
        }
    }
}

/// A host with its value.
///
/// ```
/// use napkin::{Host, Reference, Standard};
/// let url = Reference::parse("http://[2001:db8::1]/", Standard::Rfc3986)?;
/// assert_eq!(url.host(), Some(Host::Ipv6("2001:db8::1".parse().unwrap())));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Host<'a> {
    /// A name as it is written; may be empty. A 1997 host number beyond 255 is also a name, because it is not an address.
    Name(Encoded<'a>),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// The text between the brackets: `v1.x`.
    IpvFuture(&'a str),
    /// A domain of the URL Standard: ASCII, in lower case.
    Domain(&'a str),
    /// An opaque host of the URL Standard.
    Opaque(Encoded<'a>),
    /// The empty host of the URL Standard.
    Empty,
}

impl<'a> Host<'a> {
    /// Returns the address, if the host is one.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// let ip = |text| Reference::parse(text, Standard::Rfc3986).ok()?.host()?.ip();
    /// assert_eq!(ip("http://[::1]/"), "::1".parse().ok());
    /// assert_eq!(ip("http://pub.example/"), None);
    /// ```
    #[must_use]
    pub const fn ip(&self) -> Option<IpAddr> {
        match self {
            Self::Ipv4(address) => Some(IpAddr::V4(*address)),
            Self::Ipv6(address) => Some(IpAddr::V6(*address)),
            _ => None,
        }
    }

    /// Returns the host of a checked text, which includes brackets.
    pub(crate) fn checked(text: &'a str, kind: HostKind) -> Self {
        let inside = || &text[1..text.len() - 1];
        match kind {
            HostKind::Name => Self::Name(Encoded::unchecked(text)),
            HostKind::Ipv4 => match decimal_address(text) {
                Some(address) => Self::Ipv4(address),
                None => Self::Name(Encoded::unchecked(text)),
            },
            HostKind::Ipv6 => match parse_ipv6(text.as_bytes(), 1, text.len() - 1) {
                Ok(groups) => Self::Ipv6(groups.into()),
                // Not reached for a checked text; a name is still a correct answer.
                Err(_) => Self::Name(Encoded::unchecked(text)),
            },
            HostKind::IpvFuture => Self::IpvFuture(inside()),
            HostKind::Domain => Self::Domain(text),
            HostKind::Opaque => Self::Opaque(Encoded::unchecked(text)),
            HostKind::Empty => Self::Empty,
        }
    }
}

impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) | Self::Opaque(name) => fmt::Display::fmt(name, f),
            Self::Domain(domain) => f.pad(domain),
            Self::Empty => Ok(()),
            Self::Ipv4(address) => fmt::Display::fmt(address, f),
            Self::Ipv6(address) => write!(f, "[{address}]"),
            Self::IpvFuture(address) => write!(f, "[{address}]"),
        }
    }
}

/// Returns the address of a `hostnumber`. Groups with leading zeros are decimal, because the draft speaks of "decimal
/// digit groups".
fn decimal_address(text: &str) -> Option<Ipv4Addr> {
    let mut octets = [0; 4];
    for (octet, group) in octets.iter_mut().zip(text.split('.')) {
        *octet = group.parse().ok()?;
    }
    Some(octets.into())
}

/// Returns whether `bytes[start..end]` is `IPv4address` of RFC 3986: four `dec-octet`s, 0 to 255 without leading zeros.
pub(crate) const fn is_ipv4(bytes: &[u8], start: usize, end: usize) -> bool {
    ipv4::quad(bytes, start, end).is_some()
}

/// Returns whether `bytes[start..end]` is `hostnumber` of the draft: four groups of digits of any length.
pub(crate) const fn is_hostnumber(bytes: &[u8], start: usize, end: usize) -> bool {
    let mut dots = 0;
    let mut digits = 0;
    let mut at = start;
    while at < end {
        match bytes[at] {
            b'0'..=b'9' => digits += 1,
            b'.' if digits > 0 => {
                dots += 1;
                digits = 0;
            }
            _ => return false,
        }
        at += 1;
    }
    dots == 3 && digits > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv4_by_both_grammars() {
        // (text, RFC 3986 IPv4address, draft hostnumber)
        let cases = [
            ("127.0.0.1", true, true),
            ("0.0.0.0", true, true),
            ("255.255.255.255", true, true),
            ("256.1.1.1", false, true),
            ("01.1.1.1", false, true),
            ("1.1.1", false, false),
            ("1.1.1.1.1", false, false),
            ("1.1.1.1.", false, false),
            (".1.1.1", false, false),
            ("1..1.1", false, false),
            ("1.1.1.x", false, false),
            ("99999999999.1.1.1", false, true),
            ("", false, false),
        ];
        for (text, address, number) in cases {
            assert_eq!(is_ipv4(text.as_bytes(), 0, text.len()), address, "{text}");
            assert_eq!(is_hostnumber(text.as_bytes(), 0, text.len()), number, "{text}");
        }
    }
}
