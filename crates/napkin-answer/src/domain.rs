//! Public suffixes and registrable domains of hosts, by the Public Suffix List with its private part, as browsers use it (URL
//! Standard section 3.2).

use napkin::Host;
use napkin::whatwg::HostBuf;

/// Returns the public suffix of a host, in ASCII and lower case; `None` for an address, or a text that is no domain.
///
/// ```
/// use napkin_answer::domain::public_suffix;
/// assert_eq!(public_suffix("www.Pub.co.uk").as_deref(), Some("co.uk"));
/// assert_eq!(public_suffix("127.0.0.1"), None);
/// ```
#[must_use]
pub fn public_suffix(host: &str) -> Option<String> {
    let domain = domain(host)?;
    napkin_audit::public_suffix(&domain).map(str::to_owned)
}

/// Returns the registrable domain of a host, in ASCII and lower case; `None` for a public suffix, an address, or a text that is no
/// domain.
///
/// ```
/// use napkin_answer::domain::registrable;
/// assert_eq!(registrable("www.Pub.co.uk").as_deref(), Some("pub.co.uk"));
/// assert_eq!(registrable("co.uk"), None);
/// ```
#[must_use]
pub fn registrable(host: &str) -> Option<String> {
    let domain = domain(host)?;
    napkin_audit::registrable_domain(&domain).map(str::to_owned)
}

/// Returns a host in ASCII and lower case if it is a domain.
fn domain(host: &str) -> Option<String> {
    match HostBuf::parse(host, true).ok()? {
        host if host.host() == Host::Domain(host.as_str()) => Some(host.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the URL Standard, section 3.2, and names beyond ASCII.
    #[test]
    fn suffixes_are_those_of_the_url_standard() {
        for (host, suffix, registrable_domain) in [
            ("com", Some("com"), None),
            ("example.com", Some("com"), Some("example.com")),
            ("www.example.com", Some("com"), Some("example.com")),
            ("sub.www.example.com", Some("com"), Some("example.com")),
            ("EXAMPLE.COM", Some("com"), Some("example.com")),
            ("example.com.", Some("com."), Some("example.com.")),
            ("github.io", Some("github.io"), None),
            ("whatwg.github.io", Some("github.io"), Some("whatwg.github.io")),
            ("إختبار", Some("xn--kgbechtv"), None),
            ("example.إختبار", Some("xn--kgbechtv"), Some("example.xn--kgbechtv")),
            ("[2001:0db8:85a3:0000:0000:8a2e:0370:7334]", None, None),
            ("192.0.2.1", None, None),
            ("", None, None),
        ] {
            assert_eq!(public_suffix(host).as_deref(), suffix, "{host}");
            assert_eq!(registrable(host).as_deref(), registrable_domain, "{host}");
        }
    }
}
