//! Extracts IPv4 addresses from IPv6 addresses, in all forms that RFCs define. Start at `carried_ipv4`.
//!
//! Code that judges addresses must also judge these: `::ffff:127.0.0.1` and `64:ff9b::7f00:1` lead to the loopback
//! address.

use core::net::{Ipv4Addr, Ipv6Addr};

/// Returns the IPv4 addresses that an IPv6 address carries, at most two: mapped, compatible, translated, NAT64 of both
/// kinds, 6to4, Teredo's server and client, ISATAP. `::` and `::1` carry none.
///
/// ```
/// use napkin::carried_ipv4;
/// let carried = |text: &str| carried_ipv4(text.parse().unwrap()).map(|address| address.to_string()).collect::<Vec<_>>();
/// assert_eq!(carried("::ffff:127.0.0.1"), ["127.0.0.1"]);
/// assert_eq!(carried("2001:0:808:808::80ff:fffe"), ["8.8.8.8", "127.0.0.1"]);
/// assert!(carried("2606:4700::1111").is_empty());
/// ```
pub fn carried_ipv4(address: Ipv6Addr) -> impl Iterator<Item = Ipv4Addr> {
    carried(address).into_iter().flatten()
}

const fn carried(address: Ipv6Addr) -> [Option<Ipv4Addr>; 2] {
    let [a, b, c, d, e, f, g, h] = address.segments();
    match (a, b, c, d, e, f) {
        // Mapped and compatible (RFC 4291 2.5.5), translated (RFC 2765 2.1).
        (0, 0, 0, 0, 0, 0xFFFF) | (0, 0, 0, 0, 0xFFFF, 0) => [pair(g, h), None],
        (0, 0, 0, 0, 0, 0) if g != 0 || h > 1 => [pair(g, h), None],
        // NAT64 (RFC 6052), and NAT64 for a local network (RFC 8215): at the end, or around the octet `u` after 48 bits.
        (0x64, 0xFF9B, 0, 0, 0, 0) => [pair(g, h), None],
        (0x64, 0xFF9B, 1, ..) if g != 0 || h != 0 => [pair(g, h), None],
        (0x64, 0xFF9B, 1, ..) => [pair(d, e << 8 | f >> 8), None],
        // 6to4 (RFC 3056).
        (0x2002, ..) => [pair(b, c), isatap(e, f, g, h)],
        // Teredo (RFC 4380): the server, and the client with its bits inverted.
        (0x2001, 0, ..) => [pair(c, d), pair(!g, !h)],
        _ => [isatap(e, f, g, h), None],
    }
}

/// Returns the address of ISATAP (RFC 5214 section 6.1).
const fn isatap(e: u16, f: u16, g: u16, h: u16) -> Option<Ipv4Addr> {
    if matches!(e, 0 | 0x200) && f == 0x5EFE { pair(g, h) } else { None }
}

const fn pair(high: u16, low: u16) -> Option<Ipv4Addr> {
    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
    Some(Ipv4Addr::new(a, b, c, d))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn forms_of_the_rfcs() {
        // The examples of the RFCs, if they have some: 6052 section 2.4, 4380 section 4, 5214 section 6.1.
        let cases: [(&str, &[&str]); 19] = [
            ("::ffff:129.144.52.38", &["129.144.52.38"]),
            ("::13.1.68.3", &["13.1.68.3"]),
            ("::0.0.1.2", &["0.0.1.2"]),
            ("::0.0.0.2", &["0.0.0.2"]),
            ("::", &[]),
            ("::1", &[]),
            ("::ffff:0:127.0.0.1", &["127.0.0.1"]),
            ("64:ff9b::192.0.2.33", &["192.0.2.33"]),
            ("64:ff9b:1::192.0.2.33", &["192.0.2.33"]),
            ("64:ff9b:1:c000:2:2100::", &["192.0.2.33"]),
            ("64:ff9b:2::192.0.2.33", &[]),
            ("2002:c000:221::1", &["192.0.2.33"]),
            ("2002:c000:221::5efe:10.0.0.1", &["192.0.2.33", "10.0.0.1"]),
            ("2001:0:c000:221:8000:f227:3fff:fdde", &["192.0.2.33", "192.0.2.33"]),
            ("fe80::5efe:192.0.2.33", &["192.0.2.33"]),
            ("fe80::200:5efe:192.0.2.33", &["192.0.2.33"]),
            ("fe80::100:5efe:192.0.2.33", &[]),
            ("2001:db8::192.0.2.33", &[]),
            ("2606:4700::1111", &[]),
        ];
        for (text, expected) in cases {
            let found: Vec<_> = carried_ipv4(text.parse().unwrap()).map(|address| address.to_string()).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
