//! Absolute URLs that own their text, and how to change them.
//!
//! Decides: what an absolute URL is (a reference with a scheme) and how one is made from parts: change the parts,
//! recompose, split again. It does not decide where components begin ([`crate::syntax`]).

mod edit;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub use self::edit::Edit;
use crate::{Encoded, Error, Finding, Host, Parts, Reference, ReferenceBuf, Span, Standard, rules, whatwg};

/// A reference with a scheme, which owns its text. May have a fragment.
///
/// ```
/// use napkin::{Standard, Url};
/// let url = Url::parse("gopher://pub.example/00/menu", Standard::Draft1997)?;
/// assert_eq!(url.reference().path(), "/00/menu");
/// assert_eq!(Url::parse("../menu", Standard::Rfc3986).unwrap_err().rule().code(), "scheme");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone)]
pub struct Url(ReferenceBuf);

impl Url {
    /// Reads `text` under `standard` and keeps it; under `whatwg` what is kept is the URL that the text makes
    /// ([`whatwg::Url`](crate::whatwg::Url), which knows bases and more).
    ///
    /// # Errors
    /// As [`Reference::parse`], and when the reference is relative.
    pub fn parse(text: impl Into<String>, standard: Standard) -> Result<Self, Error> {
        let text = text.into();
        if standard == Standard::Whatwg {
            return whatwg::Url::parse(&text, None).map(Self::from);
        }
        ReferenceBuf::parse(text, standard)?.try_into()
    }

    /// Of parts that are known to belong to `text` and to have a scheme.
    pub(crate) fn from_parts(text: String, parts: Parts, standard: Standard) -> Self {
        debug_assert!(parts.scheme_end > 0);
        Self(ReferenceBuf::from_parts(text, parts, standard))
    }

    /// The same, borrowed: everything that can be asked of a reference is asked there.
    #[must_use]
    pub fn reference(&self) -> Reference<'_> {
        self.0.reference()
    }

    /// The scheme, in the case in which it is written.
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.reference().scheme().unwrap_or_default()
    }

    /// The standard under which it was read.
    #[must_use]
    pub fn standard(&self) -> Standard {
        self.reference().standard()
    }

    /// Returns the host with its value, a name or an address; `None` without an authority.
    ///
    /// ```
    /// use napkin::{Host, Url};
    /// let url: Url = "http://[::1]:8080/menu?day=1#soup".parse()?;
    /// assert_eq!(url.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    /// assert_eq!((url.port(), url.path().as_str()), (Some(8080), "/menu"));
    /// assert_eq!((url.query().unwrap().as_str(), url.fragment().unwrap().as_str()), ("day=1", "soup"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> Option<Host<'_>> {
        self.reference().host()
    }

    /// Returns the port as a number; `None` if it is undefined, empty or beyond 65535.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.reference().port()
    }

    /// Returns the path, which may be empty.
    #[must_use]
    pub fn path(&self) -> Encoded<'_> {
        self.reference().path()
    }

    /// Returns the query; `None` without a `?`.
    #[must_use]
    pub fn query(&self) -> Option<Encoded<'_>> {
        self.reference().query()
    }

    /// Returns the fragment; `None` without a `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<Encoded<'_>> {
        self.reference().fragment()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The text, without a copy.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.into_string()
    }
}

impl TryFrom<ReferenceBuf> for Url {
    type Error = Error;

    /// # Errors
    /// The reference is relative.
    fn try_from(reference: ReferenceBuf) -> Result<Self, Error> {
        if reference.reference().is_absolute() {
            return Ok(Self(reference));
        }
        let found = reference.as_str().chars().next();
        let standard = reference.reference().standard();
        Err(Error::new(Finding::new(rules::SCHEME, standard, Span::new(0, 0), "a scheme", found)))
    }
}

impl From<whatwg::Url> for Url {
    fn from(url: whatwg::Url) -> Self {
        let parts = url.reference().parts();
        Self::from_parts(url.into_string(), parts, Standard::Whatwg)
    }
}

/// Reads a URL of another standard as browsers do.
impl TryFrom<Url> for whatwg::Url {
    type Error = Error;

    fn try_from(url: Url) -> Result<Self, Error> {
        Self::parse(url.as_str(), None)
    }
}

impl From<Url> for ReferenceBuf {
    fn from(url: Url) -> Self {
        url.0
    }
}

/// Under RFC 3986.
impl FromStr for Url {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, Standard::Rfc3986)
    }
}

/// Under RFC 3986.
impl TryFrom<String> for Url {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(text, Standard::Rfc3986)
    }
}

crate::text::text!(Url);

/// Masks the password.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({}: {})", self.reference().standard(), self.reference().redacted())
    }
}
