//! Origins, which decide whether documents may access each other.

use alloc::string::String;
use core::fmt;

use super::Url;
use crate::Host;
use crate::syntax::whatwg::default_port;

/// The origin of a URL (section 4.7). `Display` prints the serialisation that HTML defines.
///
/// Two opaque origins are never the same, which a comparison of values cannot express. To compare origins, use
/// [`same_origin`](Url::same_origin).
///
/// ```
/// use napkin::whatwg::Url;
/// let url = Url::parse("blob:https://pub.example/d0360e2f", None)?;
/// assert_eq!(url.origin().to_string(), "https://pub.example");
/// assert_eq!(Url::parse("data:,x", None)?.origin().to_string(), "null");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Origin {
    /// A scheme, a host and a port. `None` is the default port of the scheme.
    Tuple {
        /// The scheme.
        scheme: String,
        /// The host as written in the URL.
        host: String,
        /// The port.
        port: Option<u16>,
    },
    /// An origin that is the same as no origin, not even itself.
    Opaque,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tuple { scheme, host, port: None } => write!(f, "{scheme}://{host}"),
            Self::Tuple { scheme, host, port: Some(port) } => write!(f, "{scheme}://{host}:{port}"),
            Self::Opaque => f.write_str("null"),
        }
    }
}

impl Url {
    /// Returns the origin (section 4.7). A `blob` URL has the origin of the URL in its path, because this crate has no blob
    /// store. A `file` URL has an opaque origin, as the standard advises.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("https://pub.example:8080/menu", None)?;
    /// assert_eq!(url.origin().to_string(), "https://pub.example:8080");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn origin(&self) -> Origin {
        match self.scheme() {
            "blob" => {
                let inner = Self::parse(self.pathname(), None);
                // The origin of a `file` URL is opaque too.
                inner
                    .ok()
                    .filter(|inner| matches!(inner.scheme(), "http" | "https"))
                    .map_or(Origin::Opaque, |inner| inner.origin())
            }
            scheme if default_port(scheme).is_some() => {
                Origin::Tuple { scheme: scheme.into(), host: self.hostname().into(), port: self.reference().port() }
            }
            _ => Origin::Opaque,
        }
    }

    /// Returns whether both URLs have the same origin. Opaque origins are never the same.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let read = |text| Url::parse(text, None).unwrap();
    /// assert!(read("http://h/a").same_origin(&read("http://h:80/b")));
    /// assert!(!read("data:,x").same_origin(&read("data:,x")));
    /// ```
    #[must_use]
    pub fn same_origin(&self, other: &Self) -> bool {
        match (self.origin(), other.origin()) {
            (
                Origin::Tuple { scheme, host, port },
                Origin::Tuple { scheme: other_scheme, host: other_host, port: other_port },
            ) => (scheme, host, port) == (other_scheme, other_host, other_port),
            _ => false,
        }
    }

    /// Returns the host as a name or an address; `None` without a host.
    ///
    /// ```
    /// use napkin::{Host, whatwg::Url};
    /// let url = Url::parse("http://0x7f.1/", None)?;
    /// assert_eq!(url.host_value(), Some(Host::Ipv4([127, 0, 0, 1].into())));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn host_value(&self) -> Option<Host<'_>> {
        self.reference().host()
    }
}
