//! Addresses of internal networks.
//!
//! The check uses address blocks, for addresses written in the URL. Retrieval checks the addresses to which names resolve
//! against the whole table of special addresses.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use napkin::carried_ipv4;

/// Returns whether an address is in the network of the program that uses it.
pub(super) fn is_inward(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_inward_v4(address),
        IpAddr::V6(address) => is_inward_v6(address) || carried_ipv4(address).any(is_inward_v4),
    }
}

/// RFC 6890, RFC 6598 and RFC 2544, and the addresses from which Azure, Oracle and Alibaba serve credentials.
/// Alibaba's address is in 100.64/10.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inward_addresses() {
        let inward = [
            "127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "0.1.2.3", "100.100.100.200",
            "192.0.0.192", "168.63.129.16", "198.19.0.1", "255.255.255.255", "::1", "::", "fd00:ec2::254", "fe80::1",
            "fec0::1", "::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1",
            "2002:7f00:1::", "2001:0:1:2:3:4:80ff:fffe", "2001:0:7f00:1::1", "64:ff9b:1:7f00:0:100::",
            "2606:4700::5efe:7f00:1",
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
