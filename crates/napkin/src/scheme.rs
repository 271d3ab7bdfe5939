//! Schemes: their default ports.
//!
//! Decides: which port a scheme means when none is written, and which schemes say that an empty path is `/`. The
//! whole registry, with a definition for each scheme, takes this module's place later.

/// Scheme, port, and whether the scheme's definition makes an empty path behind an authority equivalent to `/`.
/// From IANA's registries and the RFC named behind each row.
const TABLE: [(&str, u16, bool); 22] = [
    ("acap", 674, false),      // RFC 2244
    ("dns", 53, false),        // RFC 4501
    ("ftp", 21, false),        // RFC 1738
    ("gopher", 70, false),     // RFC 4266
    ("http", 80, true),        // RFC 9110 section 4.2.3
    ("https", 443, true),      // RFC 9110 section 4.2.3
    ("imap", 143, false),      // RFC 5092
    ("ipp", 631, true),        // RFC 3510, by way of http
    ("ldap", 389, false),      // RFC 4516
    ("ldaps", 636, false),     // registered port
    ("nfs", 2049, false),      // RFC 2224
    ("nntp", 119, false),      // RFC 5538
    ("pop", 110, false),       // RFC 2384
    ("prospero", 1525, false), // RFC 4157
    ("rtsp", 554, false),      // RFC 7826
    ("sip", 5060, false),      // RFC 3261
    ("sips", 5061, false),     // RFC 3261
    ("telnet", 23, false),     // RFC 4248
    ("tftp", 69, false),       // RFC 3617
    ("wais", 210, false),      // RFC 4156
    ("ws", 80, true),          // RFC 6455
    ("wss", 443, true),        // RFC 6455
];

fn row(scheme: &str) -> Option<&'static (&'static str, u16, bool)> {
    TABLE.iter().find(|(name, ..)| name.eq_ignore_ascii_case(scheme))
}

/// The port that a scheme means when none is written; `None` when it has none or is not known here.
///
/// ```
/// assert_eq!(napkin::default_port("HTTPS"), Some(443));
/// assert_eq!(napkin::default_port("mailto"), None);
/// ```
#[must_use]
pub fn default_port(scheme: &str) -> Option<u16> {
    row(scheme).map(|&(_, port, _)| port)
}

/// Whether `scheme://host` and `scheme://host/` are equivalent by the scheme's own definition.
pub(crate) fn empty_path_is_root(scheme: &str) -> bool {
    row(scheme).is_some_and(|&(.., root)| root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_lower_case() {
        assert!(TABLE.is_sorted_by(|a, b| a.0 < b.0));
        assert!(TABLE.iter().all(|(name, ..)| name.bytes().all(|byte| byte.is_ascii_lowercase())));
    }
}
