//! Hosts on which all readers agree.
//!
//! Decides: when a host may be believed, so that it can be compared with an allow list.

use alloc::string::String;
use core::fmt;
use core::net::IpAddr;

use napkin::whatwg::HostBuf;
use napkin::{Component, Error, Host, HostKind, Reference, Span, Standard, check, whatwg};

use super::disagreement::{Reader, has_other_host};
use super::models::Model;

/// The host on which every standard agrees: in lower case, an address in its one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeHost(HostBuf);

impl SafeHost {
    /// The host as it is to be compared: `pub.example`, `127.0.0.1`, `[::1]`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The host with its value.
    #[must_use]
    pub fn host(&self) -> Host<'_> {
        self.0.host()
    }

    /// Returns the address, if the host is one.
    ///
    /// ```
    /// use napkin_audit::safe_host;
    /// assert_eq!(safe_host("http://[::1]/").unwrap().ip(), "::1".parse().ok());
    /// assert_eq!(safe_host("http://pub.example/").unwrap().ip(), None);
    /// ```
    #[must_use]
    pub fn ip(&self) -> Option<IpAddr> {
        self.0.ip()
    }
}

impl fmt::Display for SafeHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A reader does not see the host that the URL Standard does, or a standard reads none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsafeHost {
    reader: Reader,
    span: Span,
    error: Option<Error>,
}

impl UnsafeHost {
    /// The standard or the program that reads otherwise than the URL Standard does, or the standard that reads nothing.
    #[must_use]
    pub const fn reader(&self) -> Reader {
        self.reader
    }

    /// Where a standard sees the host, or what keeps it from reading one; in the text that was handed in. For a program it is
    /// where RFC 3986 sees the host.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Why a standard reads nothing, if that is so.
    #[must_use]
    pub const fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

impl fmt::Display for UnsafeHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "{} under {}", error.finding(), self.reader),
            None => write!(f, "expected one host, but found another under {}", self.reader),
        }
    }
}

impl core::error::Error for UnsafeHost {}

/// The host of a URL, if all standards and all modelled programs agree on it. This is what to ask before a URL is compared with an
/// allow list: whoever uses the URL later then uses that host, or none.
///
/// RFC 3986, RFC 3987 and the URL Standard must read the text, and see the same host, case apart; the 1997 draft, which
/// knew neither IPv6 nor `_` in names, must see it in the same place. No [`Model`] may see another host, or read the text as one without a host;
/// a model that refuses the text is no danger. Nothing is decoded to make them agree: a host
/// with an escape, an address in an odd spelling (`127.1`), a host beyond ASCII or a backslash is a disagreement.
///
/// ```
/// use napkin_audit::safe_host;
/// assert_eq!(safe_host("https://sam@PUB.example:8080/menu").unwrap().as_str(), "pub.example");
/// for text in [r"http://pub.example\@evil.example/", "http://127.1/", "http://ex%41mple.com/", "/menu"] {
///     assert!(safe_host(text).is_err(), "{text}");
/// }
/// ```
///
/// # Errors
/// The first reader that does not agree, and where.
pub fn safe_host(text: &str) -> Result<SafeHost, UnsafeHost> {
    let host = standard_host(text)?;
    let span = check(text, Standard::Rfc3986, &mut ()).span(Component::Host).unwrap_or_default();
    for model in Model::ALL {
        let reader = Reader::Model(model);
        if model.read(text).is_ok_and(|seen| has_other_host(Some(host.as_str()), reader, &seen)) {
            return Err(UnsafeHost { reader, span, error: None });
        }
    }
    Ok(host)
}

/// The host of a URL, if all standards agree on it, as [`safe_host`] has it; whatever other programs make of the text. This is
/// for who reads the text once, and then connects to what was read: nobody else's reading counts there.
///
/// ```
/// use napkin_audit::{safe_host, standard_host};
/// // Perl's URI takes the colon for a part of the host.
/// assert_eq!(standard_host("http://pub.example:/").unwrap().as_str(), "pub.example");
/// assert!(safe_host("http://pub.example:/").is_err());
/// ```
///
/// # Errors
/// The first standard that does not agree, and where.
pub fn standard_host(text: &str) -> Result<SafeHost, UnsafeHost> {
    let unread = |standard, error: Error| UnsafeHost {
        reader: Reader::Standard(standard),
        span: error.span(),
        error: Some(error),
    };
    let url = whatwg::Url::parse(text, None).map_err(|error| unread(Standard::Whatwg, error))?;
    for standard in [Standard::Rfc3986, Standard::Rfc3987] {
        let reference = Reference::parse(text, standard).map_err(|error| unread(standard, error))?;
        let host = reference.host_text().unwrap_or_default();
        let span = reference.span(Component::Host).unwrap_or_default();
        if !agree(&url, reference, host) {
            return Err(UnsafeHost { reader: Reader::Standard(standard), span, error: None });
        }
        let draft = check(text, Standard::Draft1997, &mut ()).span(Component::Host).unwrap_or_default();
        if draft != span {
            return Err(UnsafeHost { reader: Reader::Standard(Standard::Draft1997), span: draft, error: None });
        }
    }
    let is_special = url.reference().host_kind() != Some(HostKind::Opaque);
    let host = HostBuf::parse(&url.hostname().to_ascii_lowercase(), is_special)
        .map_err(|error| unread(Standard::Whatwg, error))?;
    Ok(SafeHost(host))
}

/// Whether a reading has the host of the URL. IPv6 addresses have many spellings, all of which all standards read.
fn agree(url: &whatwg::Url, reference: Reference<'_>, host: &str) -> bool {
    match (reference.host(), url.host_value()) {
        (Some(Host::Ipv6(one)), Some(Host::Ipv6(other))) => one == other,
        (Some(Host::Ipv4(one)), Some(Host::Ipv4(other))) => one == other,
        (Some(Host::Name(_)), Some(Host::Domain(_) | Host::Opaque(_))) => {
            !host.is_empty() && !host.contains('%') && host.eq_ignore_ascii_case(url.hostname())
        }
        // An opaque host may look like an address; as a text it is the same for all.
        (Some(Host::Ipv4(_)), Some(Host::Opaque(_))) => host == url.hostname(),
        _ => false,
    }
}

impl From<SafeHost> for String {
    fn from(host: SafeHost) -> Self {
        host.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_that_are_safe_and_hosts_that_are_not() {
        // (text, the host or the standard that does not agree)
        let cases = [
            ("http://pub.example/", Ok("pub.example")),
            ("HTTP://u:p@Pub.Example:80/a?b#c", Ok("pub.example")),
            ("http://pub.example./", Ok("pub.example.")),
            ("http://127.0.0.1/", Ok("127.0.0.1")),
            ("http://[2001:DB8:0:0::1]:8080/", Ok("[2001:db8::1]")),
            ("ssh://Git.example/x", Ok("git.example")),
            ("http://127.1/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http://0x7f.0.0.1/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http://256.256.256.256/", Err(Reader::Standard(Standard::Whatwg))),
            ("http://example.com\\@evil.example/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http://ex%41mple.com/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http:example.com/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http:///example.com/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http://pub.example:8o/", Err(Reader::Standard(Standard::Whatwg))),
            (" http://pub.example/", Err(Reader::Standard(Standard::Rfc3986))),
            ("http://a_b.example/", Ok("a_b.example")),
            ("http://[v1.a]/", Err(Reader::Standard(Standard::Whatwg))),
            ("file:///etc/passwd", Err(Reader::Standard(Standard::Rfc3986))),
            ("mailto:sam@pub.example", Err(Reader::Standard(Standard::Rfc3986))),
            ("//pub.example/", Err(Reader::Standard(Standard::Whatwg))),
            // Node's `url.parse` reads no host in a script; in any other scheme its host ends at the apostrophe.
            ("javascript://anythiet('lert(1)", Err(Reader::Model(Model::NodeLegacy))),
            ("ssh://anythiet('lert(1)/", Err(Reader::Model(Model::NodeLegacy))),
        ];
        for (text, expected) in cases {
            let found = safe_host(text);
            let found = found.as_ref().map(SafeHost::as_str).map_err(UnsafeHost::reader);
            assert_eq!(found, expected, "{text}");
        }
        let address = safe_host("http://[::1]/").unwrap();
        assert_eq!(address.host(), Host::Ipv6("::1".parse().unwrap()));
        let error = safe_host("http://127.1/").unwrap_err();
        assert_eq!(error.span().of("http://127.1/"), "127.1");
        assert_eq!(alloc::format!("{error}"), "expected one host, but found another under rfc3986");
    }
}
