//! A reference: borrowed text and its parts.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::{Component, EMPTY, Parts, Redacted, ReferenceBuf, Segments, read, read_scalar};
use crate::percent::Encoded;
use crate::{Error, Finding, Host, HostKind, Span, Standard, rules};

/// A URL reference, absolute or relative, that keeps to its standard: borrowed text with [`Parts`], `Copy`.
///
/// Two references are equal, ordered and hashed as their texts; `%7E` and `~` are different texts. To compare what
/// they identify, use [`compare`](crate::compare()). `Display` prints the text as it is; `Debug` masks the password.
///
/// ```
/// use napkin::{Reference, Standard};
/// let url = Reference::parse("http://sam@pub.example:8080/napkins;size=2/7?ink=blue#url", Standard::Rfc3986)?;
/// assert_eq!(url.scheme(), Some("http"));
/// assert_eq!(url.user().unwrap(), "sam");
/// assert_eq!(url.host_text(), Some("pub.example"));
/// assert_eq!(url.port(), Some(8080));
/// assert_eq!(url.query().unwrap(), "ink=blue");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    text: &'a str,
    parts: Parts,
    standard: Standard,
}

/// What form a reference has: draft-fielding-url-syntax-05 section 5, RFC 3986 section 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReferenceKind {
    /// A scheme, and a hierarchy behind it.
    Absolute,
    /// A scheme, and behind it nothing or something that does not begin with `/`: `mailto:sam@pub.example`.
    Opaque,
    /// `//host/...`
    NetworkPath,
    /// `/...`
    AbsolutePath,
    /// Any other relative reference.
    RelativePath,
    /// Empty but for a fragment.
    SameDocument,
}

impl ReferenceKind {
    /// The name in records: `absolute`, `network-path`, ...
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absolute => "absolute",
            Self::Opaque => "opaque",
            Self::NetworkPath => "network-path",
            Self::AbsolutePath => "absolute-path",
            Self::RelativePath => "relative-path",
            Self::SameDocument => "same-document",
        }
    }
}

impl<'a> Reference<'a> {
    /// Reads `text` under `standard`, without allocation and in one pass over ordinary text.
    ///
    /// # Errors
    /// The first place where the text leaves the grammar; [`check`](super::check) gives all of them. Under
    /// `draft1997` this is the answer of the components (section 4.4); [`draft1997_verdict`](super::draft1997_verdict)
    /// is the grammar's.
    #[inline]
    pub fn parse(text: &'a str, standard: Standard) -> Result<Self, Error> {
        let mut reference = Self { text, parts: EMPTY, standard };
        match read(text, standard, &mut reference.parts) {
            Ok(()) => Ok(reference),
            Err(error) => Err(error),
        }
    }

    /// [`parse`](Self::parse) into a reference that is there already, of which nothing is left. For tables of references: one that is
    /// read where it stands need not be copied there, which takes a seventh of the time of reading it.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// let mut reference = Reference::from_static("");
    /// reference.parse_into("//pub.example", Standard::Rfc3986)?;
    /// assert_eq!(reference.host_text(), Some("pub.example"));
    /// assert!(reference.parse_into("a b", Standard::Rfc3986).is_err());
    /// assert_eq!(reference, "");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`parse`](Self::parse); the reference is the empty one then.
    #[inline]
    pub fn parse_into(&mut self, text: &'a str, standard: Standard) -> Result<(), Error> {
        (self.text, self.parts, self.standard) = (text, EMPTY, standard);
        read(text, standard, &mut self.parts).inspect_err(|_| (self.text, self.parts) = ("", EMPTY))
    }

    /// Reads bytes that may or may not be text.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and the first bytes that are not UTF-8.
    pub fn parse_bytes(bytes: &'a [u8], standard: Standard) -> Result<Self, Error> {
        match core::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text, standard),
            Err(error) => {
                let start = error.valid_up_to();
                let span = Span::new(start, error.error_len().map_or(bytes.len(), |length| start + length));
                Err(Error::new(Finding::new(rules::UTF8, standard, span, "UTF-8", Some('\u{fffd}'))))
            }
        }
    }

    /// A literal under RFC 3986; wrong ones do not compile.
    ///
    /// ```
    /// use napkin::Reference;
    /// const API: Reference = Reference::from_static("https://api.example/v1/");
    /// assert_eq!(API.host_text(), Some("api.example"));
    /// ```
    /// ```compile_fail
    /// use napkin::Reference;
    /// const API: Reference = Reference::from_static("https://api.example:8o/");
    /// ```
    ///
    /// # Panics
    /// When the text is not a reference, which in a `const` is an error of compilation.
    #[must_use]
    pub const fn from_static(text: &'static str) -> Reference<'static> {
        match read_scalar(text, Standard::Rfc3986) {
            Ok(parts) => Reference { text, parts, standard: Standard::Rfc3986 },
            Err(error) => panic!("{}", error.rule().sentence()),
        }
    }

    /// Of parts that are known to belong to `text`.
    #[inline]
    pub(crate) const fn from_parts(text: &'a str, parts: Parts, standard: Standard) -> Self {
        Self { text, parts, standard }
    }

    /// The text, as it was handed in.
    #[must_use]
    #[inline]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The standard under which it was read.
    #[must_use]
    #[inline]
    pub const fn standard(&self) -> Standard {
        self.standard
    }

    /// Where its components stand.
    #[must_use]
    #[inline]
    pub const fn parts(&self) -> Parts {
        self.parts
    }

    /// The bytes of a component; `None` when it is undefined.
    #[must_use]
    #[inline]
    pub const fn span(&self, component: Component) -> Option<Span> {
        self.parts.span(component)
    }

    /// The text of a component; `None` when it is undefined, `Some("")` when it is empty.
    #[must_use]
    #[inline]
    pub fn component(&self, component: Component) -> Option<&'a str> {
        self.span(component).map(|span| &self.text[span.range()])
    }

    /// What form it has.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> ReferenceKind {
        let parts = &self.parts;
        let path = self.path().as_str();
        match parts.scheme_end {
            0 if parts.has_authority() => ReferenceKind::NetworkPath,
            0 if path.starts_with('/') => ReferenceKind::AbsolutePath,
            0 if path.is_empty() && parts.query_start == 0 => ReferenceKind::SameDocument,
            0 => ReferenceKind::RelativePath,
            _ if parts.has_authority() || path.starts_with('/') => ReferenceKind::Absolute,
            _ => ReferenceKind::Opaque,
        }
    }

    /// Whether it has a scheme. (RFC 3986 calls a URI *absolute* only when it also lacks a fragment.)
    #[must_use]
    #[inline]
    pub const fn is_absolute(&self) -> bool {
        self.parts.scheme_end > 0
    }

    /// The scheme, in the case in which it is written.
    #[must_use]
    #[inline]
    pub fn scheme(&self) -> Option<&'a str> {
        self.component(Component::Scheme)
    }

    /// User, password, host and port as one text, without the `//`.
    #[must_use]
    #[inline]
    pub fn authority(&self) -> Option<&'a str> {
        self.component(Component::Authority)
    }

    /// The user name: undefined without an `@`, empty in `ftp://@host/`.
    #[must_use]
    #[inline]
    pub fn user(&self) -> Option<Encoded<'a>> {
        self.component(Component::User).map(Encoded::unchecked)
    }

    /// The password: undefined without a `:` before the `@`, empty in `ftp://foo:@host/`.
    #[must_use]
    #[inline]
    pub fn password(&self) -> Option<Encoded<'a>> {
        self.component(Component::Password).map(Encoded::unchecked)
    }

    /// The host with its value: a name, or an address.
    #[must_use]
    pub fn host(&self) -> Option<Host<'a>> {
        self.host_text().map(|text| Host::checked(text, self.parts.host))
    }

    /// The host as it is written, with brackets; empty in `file:///`.
    #[must_use]
    #[inline]
    pub fn host_text(&self) -> Option<&'a str> {
        self.component(Component::Host)
    }

    /// What kind of host it is.
    #[must_use]
    #[inline]
    pub fn host_kind(&self) -> Option<HostKind> {
        self.parts.has_authority().then_some(self.parts.host)
    }

    /// The port's digits: undefined without a `:`, empty in `http://h:/`.
    #[must_use]
    #[inline]
    pub fn port_text(&self) -> Option<&'a str> {
        self.component(Component::Port)
    }

    /// The port as a number; `None` when it is undefined, empty or beyond 65535.
    #[must_use]
    #[inline]
    pub fn port(&self) -> Option<u16> {
        self.port_text().and_then(|text| text.parse().ok())
    }

    /// The path, which may be empty.
    #[must_use]
    #[inline]
    pub fn path(&self) -> Encoded<'a> {
        Encoded::unchecked(self.component(Component::Path).unwrap_or(""))
    }

    /// The segments of the path: what stands between slashes.
    #[must_use]
    pub fn segments(&self) -> Segments<'a> {
        Segments::new(self.path())
    }

    /// The query: undefined without a `?`.
    #[must_use]
    #[inline]
    pub fn query(&self) -> Option<Encoded<'a>> {
        self.component(Component::Query).map(Encoded::unchecked)
    }

    /// The fragment: undefined without a `#`.
    #[must_use]
    #[inline]
    pub fn fragment(&self) -> Option<Encoded<'a>> {
        self.component(Component::Fragment).map(Encoded::unchecked)
    }

    /// The same with text of its own.
    #[must_use]
    pub fn to_buf(&self) -> ReferenceBuf {
        ReferenceBuf::from_parts(self.text.into(), self.parts, self.standard)
    }

    /// Prints the reference with its password masked by as many asterisks, for diagnostics and logs.
    #[must_use]
    pub const fn redacted(&self) -> Redacted<'a> {
        Redacted::new(self.text, self.parts)
    }
}

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reference({}: {})", self.standard, self.redacted())
    }
}

impl PartialEq for Reference<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Reference<'_> {}

impl PartialEq<str> for Reference<'_> {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for Reference<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl Hash for Reference<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Ord for Reference<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(other.text)
    }
}

impl PartialOrd for Reference<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl AsRef<str> for Reference<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

/// Under RFC 3986.
impl<'a> TryFrom<&'a str> for Reference<'a> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::parse(text, Standard::Rfc3986)
    }
}
