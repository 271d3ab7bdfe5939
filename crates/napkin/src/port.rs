//! Looks up default ports, schemes whose empty path is `/`, and ports that browsers block.
//!
//! `cargo xtask gen` makes the table of schemes from `data/schemes.toml` and `data/iana-schemes.tsv`. It is separate from
//! the registry of schemes, so that programs that only parse and normalise URLs do not contain the registry's
//! definitions. The special schemes of the URL Standard are in that standard's own table ([`crate::whatwg`]).

#[rustfmt::skip]
mod table;

/// The scheme, its port, and whether its definition makes an empty path after an authority equivalent to `/`.
type Row = (&'static str, u16, bool);

fn row(scheme: &str) -> Option<Row> {
    let rows = table::BY_LENGTH.get(scheme.len())?;
    rows.iter().find(|(name, ..)| name.eq_ignore_ascii_case(scheme)).copied()
}

/// Returns the default port of a scheme; `None` if it has none or is unknown.
///
/// ```
/// assert_eq!(napkin::default_port("HTTPS"), Some(443));
/// assert_eq!(napkin::default_port("mailto"), None);
/// ```
#[must_use]
pub fn default_port(scheme: &str) -> Option<u16> {
    row(scheme).map(|(_, port, _)| port)
}

/// The bad ports of the Fetch Standard, section "Port blocking".
const RESERVED: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/// Returns whether the Fetch Standard blocks the port, because it belongs to another protocol such as email.
///
/// ```
/// assert!(napkin::is_reserved_port(25) && !napkin::is_reserved_port(8080));
/// ```
#[must_use]
pub fn is_reserved_port(port: u16) -> bool {
    RESERVED.binary_search(&port).is_ok()
}

/// Returns whether `scheme://host` and `scheme://host/` are equivalent by the scheme's own definition.
pub(crate) fn empty_path_is_root(scheme: &str) -> bool {
    row(scheme).is_some_and(|(.., root)| root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_ordered_by_length_and_lower_case() {
        for (length, rows) in table::BY_LENGTH.iter().enumerate() {
            assert!(rows.is_sorted_by(|a, b| a.0 < b.0));
            assert!(
                rows.iter().all(|(name, ..)| name.len() == length && !name.bytes().any(|b| b.is_ascii_uppercase()))
            );
        }
    }

    #[test]
    fn reserved_ports_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(is_reserved_port(6667) && !is_reserved_port(80) && !is_reserved_port(70));
    }

    #[test]
    fn ports_are_those_of_the_registrations() {
        // RFC 9110 4.2, 1738 3.2, 4266 2.1, 5538 4, 4248, 3617, 6455 3, 3261 19.1.2, 8323 8.3.
        let cases = [
            ("http", 80),
            ("https", 443),
            ("ftp", 21),
            ("gopher", 70),
            ("nntp", 119),
            ("telnet", 23),
            ("tftp", 69),
            ("ws", 80),
            ("wss", 443),
            ("sips", 5061),
            ("coap+ws", 80),
        ];
        for (scheme, port) in cases {
            assert_eq!(default_port(scheme), Some(port), "{scheme}");
        }
        assert_eq!(default_port("a-scheme-longer-than-all-of-the-table"), None);
        assert!(empty_path_is_root("WSS") && !empty_path_is_root("ftp"));
    }
}
