//! Hosts without a URL: the host parser of the URL Standard and its domain functions (sections 3.3 and 3.5).

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::net::IpAddr;

#[cfg(feature = "idna")]
use crate::host::idna;
use crate::host::violations;
use crate::host::whatwg::{domain, parse, push};
use crate::{Error, Host, HostKind};

/// A host in the serialised form of the URL Standard.
///
/// ```
/// use napkin::whatwg::HostBuf;
/// assert_eq!(HostBuf::parse("Pub%2EExample", true)?.as_str(), "pub.example");
/// let address = HostBuf::parse("0x7f.1", true)?;
/// assert_eq!((address.as_str(), address.ip()), ("127.0.0.1", "127.0.0.1".parse().ok()));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostBuf {
    text: String,
    kind: HostKind,
}

impl HostBuf {
    /// Parses a host (section 3.5). `is_special` must be `true` for the host of a URL with a special scheme: then names are
    /// domains and numbers are IPv4 addresses. The empty text is the empty host.
    ///
    /// ```
    /// use napkin::whatwg::HostBuf;
    /// assert_eq!(HostBuf::parse("Pub.Example", true)?.as_str(), "pub.example");
    /// assert!(HostBuf::parse("pub example", true).is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the validation error on which the host parser fails.
    pub fn parse(text: &str, is_special: bool) -> Result<Self, Error> {
        let value = parse(text, is_special).map_err(|_| fatal(text, is_special))?;
        let mut written = String::with_capacity(text.len());
        push(&value, &mut written);
        Ok(Self { text: written, kind: value.kind() })
    }

    /// Returns the host as in a URL: a domain in lower case, an IPv6 address in brackets.
    ///
    /// ```
    /// use napkin::whatwg::HostBuf;
    /// assert_eq!(HostBuf::parse("[0::1]", true)?.as_str(), "[::1]");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the host as a name or an address.
    ///
    /// ```
    /// use napkin::whatwg::HostBuf;
    /// assert_eq!(HostBuf::parse("pub.example", true)?.host(), napkin::Host::Domain("pub.example"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> Host<'_> {
        Host::checked(&self.text, self.kind)
    }

    /// Returns the address, if the host is an address.
    ///
    /// ```
    /// use napkin::whatwg::HostBuf;
    /// assert_eq!(HostBuf::parse("127.1", true)?.ip(), "127.0.0.1".parse().ok());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn ip(&self) -> Option<IpAddr> {
        self.host().ip()
    }
}

#[cold]
fn fatal(text: &str, is_special: bool) -> Error {
    let error = violations::report(text, is_special, false, &mut |_| ()).err();
    Error::new(error.expect("a text that is no host has an error that ends the parser"))
}

impl fmt::Display for HostBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl From<HostBuf> for String {
    fn from(host: HostBuf) -> Self {
        host.text
    }
}

/// Returns the ASCII form of a domain in lower case: percent-decoding, then *domain to ASCII* (section 3.3), not strict. A
/// domain beyond ASCII needs the feature `idna`.
///
/// ```
/// use napkin::whatwg::domain_to_ascii;
/// assert_eq!(domain_to_ascii("Pub.Example")?, "pub.example");
/// assert!(domain_to_ascii("a b").is_err());
/// # Ok::<(), napkin::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not a domain, or [`IDNA_MISSING`](crate::rules::IDNA_MISSING) if this build lacks the
/// feature `idna`.
pub fn domain_to_ascii(text: &str) -> Result<String, Error> {
    match domain(text) {
        Ok(Cow::Borrowed(domain)) => Ok(domain.to_ascii_lowercase()),
        Ok(Cow::Owned(domain)) => Ok(domain),
        Err(failure) => Err(Error::new(violations::of_domain(text, failure))),
    }
}

/// Returns a domain in the form to display: *domain to Unicode* (section 3.3). A label that cannot be decoded is kept.
///
/// ```
/// assert_eq!(napkin::whatwg::domain_to_unicode("xn--caf-dma.example"), "caf\u{e9}.example");
/// ```
#[cfg(feature = "idna")]
#[must_use]
pub fn domain_to_unicode(domain: &str) -> String {
    idna::to_unicode(domain)
}
