//! Tells addresses of the public internet from special ones, so that a program can refuse to connect to the latter. Start
//! at `Special`.
//!
//! `cargo xtask gen` makes the table of special addresses (`data/addresses/`) from IANA's registries, and from further
//! blocks that these lack. IPv4 addresses inside an IPv6 address are judged, too. The predicates of standard libraries
//! miss half of these cases: they take `::ffff:127.0.0.1`, `2002:7f00:1::` or `64:ff9b::7f00:1` for public.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::str::FromStr;

use super::carried_ipv4;

#[rustfmt::skip]
mod table;

use self::table::TABLE;

/// A block of addresses: `10.0.0.0/8`, `fd00::/8`, or a single address.
///
/// ```
/// use napkin::Network;
/// let network: Network = "192.168.0.0/16".parse().unwrap();
/// assert!(network.contains("192.168.7.7".parse().unwrap()));
/// assert!(!network.contains("192.169.7.7".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    length: u8,
}

impl Network {
    /// Returns whether the address is in the block.
    ///
    /// ```
    /// let network: napkin::Network = "fd00::/8".parse().unwrap();
    /// assert!(network.contains("fd00::1".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                (u32::from(own) ^ u32::from(other)).checked_shr(32 - u32::from(self.length)).unwrap_or(0) == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                (u128::from(own) ^ u128::from(other)).checked_shr(128 - u32::from(self.length)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self { address, length: if address.is_ipv4() { 32 } else { 128 } }
    }
}

/// The error of a text that is not a block of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANetwork;

impl fmt::Display for NotANetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an address, or a block such as 10.0.0.0/8, but found something else")
    }
}

impl core::error::Error for NotANetwork {}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (address, length) = text.split_once('/').map_or((text, None), |(address, length)| (address, Some(length)));
        let whole = Self::from(address.parse::<IpAddr>().map_err(|_| NotANetwork)?);
        let length = length.map_or(Ok(whole.length), |length| length.parse().map_err(|_| NotANetwork))?;
        if length > whole.length { Err(NotANetwork) } else { Ok(Self { length, ..whole }) }
    }
}

/// Why an address does not belong to the public internet, so that a program can refuse to connect to it.
///
/// ```
/// use napkin::Special;
/// let special = Special::of("::ffff:7f00:1".parse().unwrap()).unwrap();
/// assert_eq!(special.to_string(), "loopback, as 127.0.0.1 inside");
/// assert!(Special::of("2606:4700::1111".parse().unwrap()).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    class: &'static str,
    source: &'static str,
    inside: Option<Ipv4Addr>,
}

impl Special {
    /// Returns the reason why an address is special; `None` for an address of the public internet.
    ///
    /// The IPv4 addresses that an IPv6 address carries are judged first: mapped, compatible, translated, NAT64 of both
    /// kinds, 6to4, Teredo's server and client, ISATAP.
    ///
    /// ```
    /// use napkin::Special;
    /// assert!(Special::of("2002:7f00:1::".parse().unwrap()).is_some());
    /// assert_eq!(Special::of("8.8.8.8".parse().unwrap()), None);
    /// ```
    #[must_use]
    pub fn of(address: IpAddr) -> Option<Self> {
        let IpAddr::V6(outer) = address else { return row(address) };
        let found = carried_ipv4(outer)
            .filter_map(|inside| row(inside.into()).map(|row| Self { inside: Some(inside), ..row }))
            .next();
        found.or_else(|| row(address)).or_else(|| outside_of_global_unicast(outer))
    }

    /// Returns the IPv4 addresses that an address carries, as [`carried_ipv4`] does; an IPv4 address carries none.
    ///
    /// ```
    /// use napkin::Special;
    /// let carried: Vec<_> = Special::carried_by("::ffff:8.8.8.8".parse().unwrap()).collect();
    /// assert_eq!(carried, ["8.8.8.8".parse::<std::net::IpAddr>().unwrap()]);
    /// ```
    pub fn carried_by(address: IpAddr) -> impl Iterator<Item = IpAddr> {
        let outer = if let IpAddr::V6(address) = address { Some(address) } else { None };
        outer.into_iter().flat_map(carried_ipv4).map(IpAddr::from)
    }

    /// Returns the class: `loopback`, `private-use`, `cloud metadata`. Classes from IANA have the names of its
    /// registries.
    ///
    /// ```
    /// assert_eq!(napkin::Special::of("10.0.0.1".parse().unwrap()).unwrap().class(), "private-use");
    /// ```
    #[must_use]
    pub const fn class(&self) -> &'static str {
        self.class
    }

    /// Returns the document that states the class.
    ///
    /// ```
    /// assert_eq!(napkin::Special::of("10.0.0.1".parse().unwrap()).unwrap().source(), "RFC 1918");
    /// ```
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Returns whether the address is a metadata service of a cloud, which gives out credentials.
    ///
    /// ```
    /// assert!(napkin::Special::of("169.254.169.254".parse().unwrap()).unwrap().is_metadata());
    /// ```
    #[must_use]
    pub fn is_metadata(&self) -> bool {
        self.class == "cloud metadata"
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class)?;
        self.inside.map_or(Ok(()), |inside| write!(f, ", as {inside} inside"))
    }
}

/// Returns a row of the table.
const fn v4(address: Ipv4Addr, length: u8, class: &'static str, source: &'static str) -> (Network, Special) {
    (Network { address: IpAddr::V4(address), length }, Special { class, source, inside: None })
}

const fn v6(address: Ipv6Addr, length: u8, class: &'static str, source: &'static str) -> (Network, Special) {
    (Network { address: IpAddr::V6(address), length }, Special { class, source, inside: None })
}

/// Returns the narrowest block that contains an address.
fn row(address: IpAddr) -> Option<Special> {
    TABLE.iter().find(|(network, _)| network.contains(address)).map(|(_, special)| *special)
}

/// Returns a reason for addresses outside of 2000::/3, which is global unicast. 64:ff9b::/96 is public, too: networks
/// without IPv4 reach it that way (RFC 6052).
fn outside_of_global_unicast(address: Ipv6Addr) -> Option<Special> {
    let is_nat64 = address.segments().starts_with(&[0x64, 0xff9b, 0, 0, 0, 0]);
    let is_global = address.segments()[0] >> 13 == 1 || is_nat64;
    (!is_global).then_some(Special { class: "not global unicast", source: "RFC 4291", inside: None })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// Checks every row of the table that the predicates of standard libraries take for public, and its neighbours.
    #[test]
    fn special_addresses() {
        for (address, class) in [
            ("::ffff:127.0.0.1", "loopback, as 127.0.0.1 inside"),
            ("::127.0.0.1", "loopback, as 127.0.0.1 inside"),
            ("::ffff:0:127.0.0.1", "loopback, as 127.0.0.1 inside"),
            ("64:ff9b::7f00:1", "loopback, as 127.0.0.1 inside"),
            ("64:ff9b:1::7f00:1", "loopback, as 127.0.0.1 inside"),
            ("64:ff9b:1:7f00:0:100::", "loopback, as 127.0.0.1 inside"),
            ("2002:7f00:1::", "loopback, as 127.0.0.1 inside"),
            ("2001:0:7f00:1::1", "loopback, as 127.0.0.1 inside"),
            ("2001:0:808:808::80ff:fffe", "loopback, as 127.0.0.1 inside"),
            ("2606:4700::5efe:7f00:1", "loopback, as 127.0.0.1 inside"),
            ("2606:4700::200:5efe:a00:1", "private-use, as 10.0.0.1 inside"),
            ("100.100.100.200", "cloud metadata"),
            ("192.0.0.192", "cloud metadata"),
            ("168.63.129.16", "cloud metadata"),
            ("169.254.169.254", "cloud metadata"),
            ("fd00:ec2::254", "cloud metadata"),
            ("0.1.2.3", "this network"),
            ("198.18.0.1", "benchmarking"),
            ("240.0.0.1", "reserved"),
            ("255.255.255.255", "limited broadcast"),
            ("fec0::1", "site local"),
            ("3fff::1", "documentation"),
            ("5f00::1", "segment routing, SRv6 SIDs"),
            ("fc00::1", "unique-local"),
            ("224.0.0.1", "multicast"),
            ("::", "unspecified address"),
            ("::1", "loopback address"),
            ("::ffff:8.8.8.8", "IPv4-mapped address"),
            ("4000::1", "not global unicast"),
            ("64:ff9b:2::1", "not global unicast"),
        ] {
            let special = Special::of(address.parse().unwrap());
            assert_eq!(special.map(|special| special.to_string()).as_deref(), Some(class), "{address}");
        }
        for address in ["8.8.8.8", "192.0.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::808:808"] {
            assert_eq!(Special::of(address.parse().unwrap()), None, "{address}");
        }
    }

    #[test]
    fn networks() {
        for text in ["10.0.0.0/33", "10/8", "::/129", "pub.example", "10.0.0.0/", ""] {
            assert_eq!(text.parse::<Network>(), Err(NotANetwork), "{text}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("255.1.2.3".parse().unwrap()) && !all.contains("::".parse().unwrap()));
    }
}
