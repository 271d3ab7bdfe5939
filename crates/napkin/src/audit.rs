//! What is dangerous in a URL. For now: whether the standards agree on its host.
//!
//! Decides: when a host may be believed. A program that checks a URL and a program that uses it may read it by
//! different standards; `http://example.com\@evil.example/` is at `example.com` for one and at `evil.example` for the
//! other. What all of them read alike is safe to compare with an allow list.

mod models;

use alloc::string::String;
use core::fmt;

pub use self::models::{Model, Refused, Seen};

use crate::{Component, Error, Host, HostKind, Reference, Span, Standard, check, whatwg};

/// The host on which every standard agrees: in lower case, an address in its one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeHost {
    text: String,
    kind: HostKind,
}

impl SafeHost {
    /// The host as it is to be compared: `pub.example`, `127.0.0.1`, `[::1]`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host with its value.
    #[must_use]
    pub fn host(&self) -> Host<'_> {
        Host::checked(&self.text, self.kind)
    }
}

impl fmt::Display for SafeHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Two standards do not read the same host, or one reads none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    standard: Standard,
    span: Span,
    error: Option<Error>,
}

impl Disagreement {
    /// The standard that reads otherwise than the URL Standard does, or that reads nothing.
    #[must_use]
    pub const fn standard(&self) -> Standard {
        self.standard
    }

    /// Where it sees the host, or what keeps it from reading one; in the text that was handed in.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Why it reads nothing, if that is so.
    #[must_use]
    pub const fn error(&self) -> Option<&Error> {
        self.error.as_ref()
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "expected a host under {}, but {error}", self.standard),
            None => write!(f, "expected one host, but found another under {}", self.standard),
        }
    }
}

impl core::error::Error for Disagreement {}

/// The host of a URL, if all standards agree on it. To be asked before a URL is compared with an allow list.
///
/// RFC 3986, RFC 3987 and the URL Standard must read the text, and see the same host, case apart; the 1997 draft, which
/// knew neither IPv6 nor `_` in names, must see it in the same place. Nothing is decoded to make them agree: a host
/// with an escape, an address in an odd spelling (`127.1`), a host beyond ASCII or a backslash is a disagreement.
///
/// ```
/// use napkin::audit::safe_host;
/// assert_eq!(safe_host("https://sam@PUB.example:8080/menu").unwrap().as_str(), "pub.example");
/// for text in [r"http://pub.example\@evil.example/", "http://127.1/", "http://ex%41mple.com/", "/menu"] {
///     assert!(safe_host(text).is_err(), "{text}");
/// }
/// ```
///
/// # Errors
/// The first standard that does not agree, and where.
pub fn safe_host(text: &str) -> Result<SafeHost, Disagreement> {
    let unread = |standard, error: Error| Disagreement { standard, span: error.span(), error: Some(error) };
    let url = whatwg::Url::parse(text, None).map_err(|error| unread(Standard::Whatwg, error))?;
    for standard in [Standard::Rfc3986, Standard::Rfc3987] {
        let reference = Reference::parse(text, standard).map_err(|error| unread(standard, error))?;
        let host = reference.host_text().unwrap_or_default();
        let span = reference.span(Component::Host).unwrap_or_default();
        if !agree(&url, reference, host) {
            return Err(Disagreement { standard, span, error: None });
        }
        let draft = check(text, Standard::Draft1997, &mut ()).span(Component::Host).unwrap_or_default();
        if draft != span {
            return Err(Disagreement { standard: Standard::Draft1997, span: draft, error: None });
        }
    }
    let kind = url.reference().host_kind().unwrap_or(HostKind::Empty);
    Ok(SafeHost { text: url.hostname().to_ascii_lowercase(), kind })
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
        host.text
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
            ("http://127.1/", Err(Standard::Rfc3986)),
            ("http://0x7f.0.0.1/", Err(Standard::Rfc3986)),
            ("http://256.256.256.256/", Err(Standard::Whatwg)),
            ("http://example.com\\@evil.example/", Err(Standard::Rfc3986)),
            ("http://ex%41mple.com/", Err(Standard::Rfc3986)),
            ("http:example.com/", Err(Standard::Rfc3986)),
            ("http:///example.com/", Err(Standard::Rfc3986)),
            ("http://pub.example:8o/", Err(Standard::Whatwg)),
            (" http://pub.example/", Err(Standard::Rfc3986)),
            ("http://a_b.example/", Ok("a_b.example")),
            ("http://[v1.a]/", Err(Standard::Whatwg)),
            ("file:///etc/passwd", Err(Standard::Rfc3986)),
            ("mailto:sam@pub.example", Err(Standard::Rfc3986)),
            ("//pub.example/", Err(Standard::Whatwg)),
        ];
        for (text, expected) in cases {
            let found = safe_host(text);
            let found = found.as_ref().map(SafeHost::as_str).map_err(Disagreement::standard);
            assert_eq!(found, expected, "{text}");
        }
        let address = safe_host("http://[::1]/").unwrap();
        assert_eq!(address.host(), Host::Ipv6("::1".parse().unwrap()));
        let error = safe_host("http://127.1/").unwrap_err();
        assert_eq!(error.span().of("http://127.1/"), "127.1");
        assert_eq!(alloc::format!("{error}"), "expected one host, but found another under rfc3986");
    }
}
