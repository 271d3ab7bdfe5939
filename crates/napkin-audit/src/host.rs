//! Returns the host of a URL only if all readers agree on it, so that the host can be compared with an allow list. Start
//! with `safe_host`.

use alloc::string::String;
use core::fmt;
use core::net::IpAddr;

use napkin::whatwg::HostBuf;
use napkin::{Component, Error, Host, HostKind, Reference, Span, Standard, check, ends_in_number, whatwg};

use super::disagreement::{Reader, has_other_host};
use super::models::Model;

/// A host on which every standard agrees, in lower case; an address in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeHost(HostBuf);

impl SafeHost {
    /// Returns the host for comparisons: `pub.example`, `127.0.0.1`, `[::1]`.
    ///
    /// ```
    /// use napkin_audit::safe_host;
    /// assert_eq!(safe_host("http://sam@PUB.example:80/").unwrap().as_str(), "pub.example");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the host as a name or an address.
    ///
    /// ```
    /// use napkin::Host;
    /// use napkin_audit::safe_host;
    /// assert_eq!(safe_host("http://[::1]/").unwrap().host(), Host::Ipv6("::1".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn host(&self) -> Host<'_> {
        self.0.host()
    }

    /// Returns the address, if the host is an address.
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

/// The error if a reader disagrees with the URL Standard on the host, or if a standard finds no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsafeHost {
    reader: Reader,
    span: Span,
    error: Option<Error>,
}

impl UnsafeHost {
    /// Returns the standard or program that disagrees with the URL Standard, or the standard that refuses the text.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_audit::{Reader, safe_host};
    /// assert_eq!(safe_host("http://127.1/").unwrap_err().reader(), Reader::Standard(Standard::Rfc3986));
    /// ```
    #[must_use]
    pub const fn reader(&self) -> Reader {
        self.reader
    }

    /// Returns the span in the original text where the standard sees the host, or the span of its error. For a program,
    /// returns the span where RFC 3986 sees the host.
    ///
    /// ```
    /// use napkin_audit::safe_host;
    /// assert_eq!(safe_host("http://127.1/").unwrap_err().span().of("http://127.1/"), "127.1");
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns the error of the standard, if the standard refuses the text.
    ///
    /// ```
    /// use napkin_audit::safe_host;
    /// // RFC 3986 reads `127.1` as a name, and refuses a backslash.
    /// assert!(safe_host("http://127.1/").unwrap_err().error().is_none());
    /// assert!(safe_host(r"http://pub.example\@evil.example/").unwrap_err().error().is_some());
    /// ```
    #[must_use]
    pub const fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

impl fmt::Display for UnsafeHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "{} under {}", error.finding(), self.reader),
            None if self.reader == Reader::Standard(Standard::Whatwg) => {
                f.write_str("expected a name or an address, but found a number that some programs read as an address")
            }
            None => write!(f, "expected one host, but found another under {}", self.reader),
        }
    }
}

impl core::error::Error for UnsafeHost {}

/// Returns the host of a URL if all standards and all modelled programs agree on it. Call this before comparing the host with
/// an allow list: any program that uses the URL later then uses this host, or refuses the URL.
///
/// RFC 3986, RFC 3987 and the URL Standard must accept the text and see the same host, ignoring case. The 1997 draft, which
/// knew neither IPv6 nor `_` in names, must see the host at the same span. No [`Model`] may see another host, or accept the
/// text and see no host; a model that refuses the text is harmless. Nothing is decoded for the comparison: a host with an
/// escape, an address in an unusual spelling (`127.1`, under any scheme), a host beyond ASCII and a backslash are
/// disagreements.
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
/// Returns the first reader that disagrees, with the span.
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

/// Returns the host of a URL if all standards agree on it, as for [`safe_host`], but without the modelled programs. Use this
/// in a program that parses the text once and connects to the parsed host, so that no other parser matters.
///
/// ```
/// use napkin_audit::{safe_host, standard_host};
/// // Perl's URI takes the colon for a part of the host.
/// assert_eq!(standard_host("http://pub.example:/").unwrap().as_str(), "pub.example");
/// assert!(safe_host("http://pub.example:/").is_err());
/// ```
///
/// # Errors
/// Returns the first standard that disagrees, with the span.
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
    let host = url.hostname().to_ascii_lowercase();
    if url.reference().host_kind() != Some(HostKind::Opaque) {
        return HostBuf::parse(&host, true).map(SafeHost).map_err(|error| unread(Standard::Whatwg, error));
    }
    opaque_host(&host).ok_or_else(|| {
        let span = check(text, Standard::Rfc3986, &mut ()).span(Component::Host).unwrap_or_default();
        UnsafeHost { reader: Reader::Standard(Standard::Whatwg), span, error: None }
    })
}

/// Returns the host of a URL whose scheme the URL Standard does not know. It keeps numbers as they are there, but resolvers
/// and programs such as .NET read them as an address under every scheme: such a host is an address, in canonical form only.
fn opaque_host(host: &str) -> Option<SafeHost> {
    let is_number = ends_in_number(host);
    match HostBuf::parse(host, is_number) {
        Ok(parsed) if !is_number || parsed.as_str() == host => Some(SafeHost(parsed)),
        _ => None,
    }
}

/// Returns whether a reading has the same host as the URL. IPv6 addresses are compared by value, because all standards read
/// all their spellings.
fn agree(url: &whatwg::Url, reference: Reference<'_>, host: &str) -> bool {
    match (reference.host(), url.host_value()) {
        (Some(Host::Ipv6(one)), Some(Host::Ipv6(other))) => one == other,
        (Some(Host::Ipv4(one)), Some(Host::Ipv4(other))) => one == other,
        (Some(Host::Name(_)), Some(Host::Domain(_) | Host::Opaque(_))) => {
            !host.is_empty() && !host.contains('%') && host.eq_ignore_ascii_case(url.hostname())
        }
        // An opaque host may look like an address: see `opaque_host`.
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
            ("ssh://127.0.0.1/", Ok("127.0.0.1")),
            ("ssh://[::1]/", Ok("[::1]")),
            ("ssh://127.1/", Err(Reader::Standard(Standard::Whatwg))),
            ("ssh://127.0.0.1./", Err(Reader::Standard(Standard::Whatwg))),
            ("gopher://0X7F.1/menu", Err(Reader::Standard(Standard::Whatwg))),
            ("gopher://2130706433/", Err(Reader::Standard(Standard::Whatwg))),
            ("ldap://0x/", Err(Reader::Standard(Standard::Whatwg))),
            ("ldap://256.256.256.256/", Err(Reader::Standard(Standard::Whatwg))),
            ("ldap://0x7g/", Ok("0x7g")),
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
        for (text, address) in [("http://[::1]/", "::1"), ("ssh://[::1]/", "::1"), ("ssh://127.0.0.1/", "127.0.0.1")] {
            assert_eq!(safe_host(text).unwrap().ip(), address.parse().ok(), "{text}");
        }
        let error = safe_host("http://127.1/").unwrap_err();
        assert_eq!(error.span().of("http://127.1/"), "127.1");
        assert_eq!(alloc::format!("{error}"), "expected one host, but found another under rfc3986");
    }
}
