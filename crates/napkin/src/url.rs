//! Absolute URLs that own their text, and editing them safely.
//!
//! [`Url`] is a reference with a scheme. [`Edit`] changes the components of a reference, composes them and parses the result
//! again, so that no component turns into another one.

mod edit;

use alloc::string::String;
use core::fmt;

pub use self::edit::Edit;
use crate::{
    Component, Encoded, Error, Finding, Host, Parts, Redacted, Reference, ReferenceBuf, Segments, Span, Standard,
    rules, whatwg,
};

/// An absolute URL under a [`Standard`] that owns its text and keeps it as written. It may have a fragment.
///
/// This is not the counterpart of `Url` in the crate `url`. The counterpart is [`whatwg::Url`](crate::whatwg::Url), which
/// rewrites a text as browsers do.
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
    /// Parses `text` under `standard` and keeps it as written.
    ///
    /// Under `whatwg`, the text is rewritten as browsers rewrite it; [`whatwg::Url`](crate::whatwg::Url) also
    /// supports bases, setters and origins.
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// assert_eq!(Url::parse("HTTP://h/a b", Standard::Whatwg)?, "http://h/a%20b");
    /// assert_eq!(Url::parse("HTTP://h/%7E", Standard::Rfc3986)?, "HTTP://h/%7E");
    /// assert!(Url::parse("HTTP://h/a b", Standard::Rfc3986).is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Reference::parse`], and an error if the reference is relative.
    pub fn parse(text: impl Into<String>, standard: Standard) -> Result<Self, Error> {
        let text = text.into();
        if standard == Standard::Whatwg {
            return whatwg::Url::parse(&text, None).map(Self::from);
        }
        ReferenceBuf::parse(text, standard)?.try_into()
    }

    /// Creates a URL from `parts`, which must be the parts of `text` and must have a scheme.
    pub(crate) fn from_parts(text: String, parts: Parts, standard: Standard) -> Self {
        debug_assert!(parts.scheme_end > 0);
        Self(ReferenceBuf::from_parts(text, parts, standard))
    }

    /// Returns the URL as a borrowed reference, for functions of this crate that take one.
    ///
    /// ```
    /// use napkin::{Rungs, Url, normalize};
    /// let url: Url = "HTTP://h/%7Esam".parse()?;
    /// assert_eq!(normalize(url.reference(), Rungs::ALL).text, "http://h/~sam");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn reference(&self) -> Reference<'_> {
        self.0.reference()
    }

    /// Returns the scheme as written, without changing its case.
    ///
    /// ```
    /// let url: napkin::Url = "HTTP://pub.example/".parse()?;
    /// assert_eq!(url.scheme(), "HTTP");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.reference().scheme().unwrap_or_default()
    }

    /// Returns the standard under which the URL was parsed.
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// assert_eq!(Url::parse("http://h/", Standard::Whatwg)?.standard(), Standard::Whatwg);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn standard(&self) -> Standard {
        self.reference().standard()
    }

    /// Returns the host as a name or an address; `None` without an authority.
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

    /// Returns user, password, host and port as one text, without the `//`.
    ///
    /// ```
    /// let url: napkin::Url = "ftp://sam@h:21/".parse()?;
    /// assert_eq!(url.authority(), Some("sam@h:21"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn authority(&self) -> Option<&str> {
        self.reference().authority()
    }

    /// Returns the user name: `None` without an `@`.
    ///
    /// ```
    /// let url: napkin::Url = "ftp://sam@h/".parse()?;
    /// assert_eq!(url.user().unwrap(), "sam");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn user(&self) -> Option<Encoded<'_>> {
        self.reference().user()
    }

    /// Returns the password: `None` without a `:` before the `@`.
    ///
    /// ```
    /// let url: napkin::Url = "ftp://sam:pw@h/".parse()?;
    /// assert_eq!(url.password().unwrap(), "pw");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn password(&self) -> Option<Encoded<'_>> {
        self.reference().password()
    }

    /// Returns the host as written, with brackets; `None` without an authority.
    ///
    /// ```
    /// let url: napkin::Url = "http://[::1]/".parse()?;
    /// assert_eq!(url.host_text(), Some("[::1]"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn host_text(&self) -> Option<&str> {
        self.reference().host_text()
    }

    /// Returns the digits of the port: `None` without a `:`.
    ///
    /// ```
    /// let url: napkin::Url = "http://h:0080/".parse()?;
    /// assert_eq!(url.port_text(), Some("0080"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn port_text(&self) -> Option<&str> {
        self.reference().port_text()
    }

    /// Returns the segments of the path: the texts between its slashes.
    ///
    /// ```
    /// let url: napkin::Url = "http://h/menu/today".parse()?;
    /// assert!(url.segments().map(|segment| segment.text().as_str()).eq(["menu", "today"]));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> Segments<'_> {
        self.reference().segments()
    }

    /// Returns the text of a component; `None` if it is undefined, `Some("")` if it is empty.
    ///
    /// ```
    /// use napkin::{Component, Url};
    /// let url: Url = "http://h/?".parse()?;
    /// assert_eq!((url.component(Component::Query), url.component(Component::User)), (Some(""), None));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn component(&self, component: Component) -> Option<&str> {
        self.reference().component(component)
    }

    /// Returns the URL for logs: `Display` prints `*` for each byte of the password.
    ///
    /// ```
    /// let url: napkin::Url = "http://sam:secret@h/".parse()?;
    /// assert_eq!(url.redacted().to_string(), "http://sam:******@h/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn redacted(&self) -> Redacted<'_> {
        self.reference().redacted()
    }

    /// Returns the port as a number; `None` if it is undefined, empty or beyond 65535.
    ///
    /// ```
    /// use napkin::{Url, default_port};
    /// let url: Url = "https://h/".parse()?;
    /// assert_eq!(url.port().or(default_port(url.scheme())), Some(443));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.reference().port()
    }

    /// Returns the path, which may be empty.
    ///
    /// ```
    /// let url: napkin::Url = "http://h/a%20pint".parse()?;
    /// assert_eq!(url.path().decode_lossy(), "/a pint");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Encoded<'_> {
        self.reference().path()
    }

    /// Returns the query without its `?`; `None` without a `?`.
    ///
    /// ```
    /// let url: napkin::Url = "http://h/?day=1".parse()?;
    /// assert_eq!(url.query().unwrap(), "day=1");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Option<Encoded<'_>> {
        self.reference().query()
    }

    /// Returns the fragment without its `#`; `None` without a `#`.
    ///
    /// ```
    /// let url: napkin::Url = "http://h/#soup".parse()?;
    /// assert_eq!(url.fragment().unwrap(), "soup");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn fragment(&self) -> Option<Encoded<'_>> {
        self.reference().fragment()
    }

    /// Returns the text.
    ///
    /// ```
    /// let url: napkin::Url = "http://h/menu".parse()?;
    /// assert_eq!(url.as_str().len(), 13);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the text, without a copy.
    ///
    /// ```
    /// let url: napkin::Url = "http://h/menu".parse()?;
    /// assert_eq!(url.into_string() + "#soup", "http://h/menu#soup");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.0.into_string()
    }
}

impl TryFrom<ReferenceBuf> for Url {
    type Error = Error;

    /// # Errors
    /// Returns an error if the reference is relative.
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

/// # Errors
/// Returns an error if the reference is relative.
impl TryFrom<Reference<'_>> for Url {
    type Error = Error;

    fn try_from(reference: Reference<'_>) -> Result<Self, Error> {
        reference.to_buf().try_into()
    }
}

impl From<whatwg::Url> for ReferenceBuf {
    fn from(url: whatwg::Url) -> Self {
        Url::from(url).into()
    }
}

/// Parses the URL again as browsers do.
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

crate::text::text! {
    /// Parses under RFC 3986.
    Url, text => Self::parse(text, Standard::Rfc3986)
}

/// Masks the password.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({}: {})", self.reference().standard(), self.reference().redacted())
    }
}
