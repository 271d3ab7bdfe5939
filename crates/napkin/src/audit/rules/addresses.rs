//! Addresses: which lead inward, and what IPv6 carries of IPv4.
//!
//! Decides: by the blocks alone, of what is written. Retrieval has the whole table of special addresses, and judges by that what a
//! name resolves to.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is in the network of whoever uses it.
pub(super) fn is_inward(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_inward_v4(address),
        IpAddr::V6(address) => is_inward_v6(address) || carried(address).is_some_and(is_inward_v4),
    }
}

/// RFC 6890, RFC 6598, RFC 2544; and where Azure, Oracle and Alibaba hand out credentials, of which the last is in 100.64/10.
fn is_inward_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || a == 0
        || (a == 100 && b & 0xC0 == 64)
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && b & 0xFE == 18)
        || address.octets() == [168, 63, 129, 16]
}

/// RFC 4193, RFC 4291 and RFC 3879.
fn is_inward_v6(address: Ipv6Addr) -> bool {
    let first = address.segments()[0];
    address.is_loopback()
        || address.is_unspecified()
        || first & 0xFE00 == 0xFC00
        || first & 0xFFC0 == 0xFE80
        || first & 0xFFC0 == 0xFEC0
}

/// The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (RFC 2765), NAT64 (RFC 6052, RFC 8215), 6to4, and the
/// client of Teredo.
pub(in crate::audit) fn carried(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let low = |high: u16, low: u16| {
        let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => None,
        [0, 0, 0, 0, 0, 0 | 0xFFFF, g, h] | [0, 0, 0, 0, 0xFFFF, 0, g, h] => Some(low(g, h)),
        [0x64, 0xFF9B, 0, 0, 0, 0, g, h] | [0x64, 0xFF9B, 1, _, _, _, g, h] => Some(low(g, h)),
        [0x2002, b, c, ..] => Some(low(b, c)),
        [0x2001, 0, _, _, _, _, g, h] => Some(low(!g, !h)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inward_addresses() {
        let inward = [
            "127.0.0.1",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.1.2.3",
            "100.100.100.200",
            "192.0.0.192",
            "168.63.129.16",
            "198.19.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::7f00:1",
            "2002:7f00:1::",
            "2001:0:1:2:3:4:80ff:fffe",
        ];
        for text in inward {
            assert!(is_inward(text.parse().unwrap()), "{text}");
        }
        let outward =
            ["8.8.8.8", "172.32.0.1", "192.0.2.1", "100.128.0.1", "2606:4700::1111", "2002:808:808::", "2001:db8::1"];
        for text in outward {
            assert!(!is_inward(text.parse().unwrap()), "{text}");
        }
    }
}
