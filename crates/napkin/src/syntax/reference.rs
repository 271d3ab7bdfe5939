//! The type of parsed references: borrowed text and the offsets of its parts.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::parts::{Component, EMPTY, Parts};
use super::read::{read, read_scalar};
use super::whatwg::Against;
use super::{Redacted, ReferenceBuf, Segments};
use crate::percent::Encoded;
use crate::{Error, Finding, Host, HostKind, Span, Standard, rules};

/// A parsed URL reference, absolute or relative: borrowed text that is valid under a standard, with its [`Parts`]. `Copy`.
///
/// Equality, order and hash are those of the text: `%7E` and `~` differ. To test whether two references identify the same
/// resource, use [`compare`](crate::compare()). `Display` prints the text unchanged; `Debug` masks the password.
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

/// The form of a reference (draft-fielding-url-syntax-05 section 5, RFC 3986 section 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReferenceKind {
    /// A scheme, followed by an authority or a path that begins with `/`.
    Absolute,
    /// A scheme, followed by an empty path or a path that does not begin with `/`: `mailto:sam@pub.example`.
    Opaque,
    /// `//host/...`
    NetworkPath,
    /// `/...`
    AbsolutePath,
    /// Any other relative reference.
    RelativePath,
    /// An empty reference, or only a fragment.
    SameDocument,
}

impl ReferenceKind {
    /// Returns the name in records: `absolute`, `network-path`, ...
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("//pub.example/").kind().name(), "network-path");
    /// ```
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
    /// Parses `text` under `standard`, without allocation and in one pass over ordinary text.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// assert!(Reference::parse("/a b", Standard::Rfc3986).is_err());
    /// assert_eq!(Reference::parse("/caf\u{e9}", Standard::Rfc3987)?.path(), "/caf\u{e9}");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first violation of the grammar; [`check`](super::check) reports all of them. Under `whatwg`, also returns
    /// an error for a text that is not in serialised form; [`Url::parse`](crate::Url::parse) rewrites such a text. Under
    /// `draft1997`, the components of section 4.4 are checked;
    /// [`draft1997_verdict`](super::draft1997_verdict) checks the grammar as a whole.
    #[inline]
    pub fn parse(text: &'a str, standard: Standard) -> Result<Self, Error> {
        // Where this is inlined, the reference is not copied out of the result. A copy right after its parts are written would
        // stall the processor, because its loads are wider than the stores.
        let mut reference = Self { text, parts: EMPTY, standard };
        match read(text, standard, &mut reference.parts) {
            Ok(()) => Ok(reference),
            Err(error) => Err(error),
        }
    }

    /// Parses `text` into this reference, in place. Filling a table of references this way saves a copy per reference, a
    /// seventh of the parsing time.
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
    /// Returns the errors of [`parse`](Self::parse), and leaves the reference empty.
    #[inline]
    pub fn parse_into(&mut self, text: &'a str, standard: Standard) -> Result<(), Error> {
        (self.text, self.parts, self.standard) = (text, EMPTY, standard);
        read(text, standard, &mut self.parts).inspect_err(|_| (self.text, self.parts) = ("", EMPTY))
    }

    /// Parses bytes that may not be valid UTF-8.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// assert_eq!(Reference::parse_bytes(b"/menu", Standard::Rfc3986)?, "/menu");
    /// assert_eq!(Reference::parse_bytes(b"/caf\xe9", Standard::Rfc3986).unwrap_err().span().start, 4);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`parse`](Self::parse), and an error at the first bytes that are not UTF-8.
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

    /// Parses a literal under RFC 3986. In a `const`, an invalid literal does not compile.
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
    /// Panics if the text is not valid, which is a compile error in a `const`.
    #[must_use]
    pub const fn from_static(text: &'static str) -> Reference<'static> {
        match read_scalar(text, Standard::Rfc3986) {
            Ok(parts) => Reference { text, parts, standard: Standard::Rfc3986 },
            Err(error) => panic!("{}", error.rule().sentence()),
        }
    }

    /// Creates a reference from `parts`, which must be the parts of `text`.
    #[inline]
    pub(crate) const fn from_parts(text: &'a str, parts: Parts, standard: Standard) -> Self {
        Self { text, parts, standard }
    }

    /// Returns the reference as a base for the parser of the URL Standard.
    #[inline]
    pub(crate) const fn against(&self) -> Against<'_> {
        Against { text: self.text, parts: &self.parts, levels: None }
    }

    /// Returns the text that was parsed.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("../menu").as_str(), "../menu");
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the standard under which the text was parsed.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// assert_eq!(Reference::from_static("../menu").standard(), Standard::Rfc3986);
    /// ```
    #[must_use]
    #[inline]
    pub const fn standard(&self) -> Standard {
        self.standard
    }

    /// Returns the offsets of the components.
    ///
    /// ```
    /// use napkin::{Component, Reference, Span};
    /// let parts = Reference::from_static("/menu?day=1").parts();
    /// assert_eq!(parts.span(Component::Query), Some(Span::new(6, 11)));
    /// ```
    #[must_use]
    #[inline]
    pub const fn parts(&self) -> Parts {
        self.parts
    }

    /// Returns the span of a component; `None` if it is undefined.
    ///
    /// ```
    /// use napkin::{Component, Reference, Span};
    /// assert_eq!(Reference::from_static("/menu?day=1").span(Component::Query), Some(Span::new(6, 11)));
    /// ```
    #[must_use]
    #[inline]
    pub const fn span(&self, component: Component) -> Option<Span> {
        self.parts.span(component)
    }

    /// Returns the text of a component; `None` if it is undefined, `Some("")` if it is empty.
    ///
    /// ```
    /// use napkin::{Component, Reference};
    /// let url = Reference::from_static("http://pub.example/?");
    /// assert_eq!(url.component(Component::Query), Some(""));
    /// assert_eq!(url.component(Component::Fragment), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn component(&self, component: Component) -> Option<&'a str> {
        self.span(component).map(|span| &self.text[span.range()])
    }

    /// Returns the form of the reference, which determines how much of a base it uses.
    ///
    /// ```
    /// use napkin::{Reference, ReferenceKind};
    /// assert_eq!(Reference::from_static("mailto:sam@pub.example").kind(), ReferenceKind::Opaque);
    /// assert_eq!(Reference::from_static("#menu").kind(), ReferenceKind::SameDocument);
    /// ```
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

    /// Returns whether the reference has a scheme. (RFC 3986 calls a URI *absolute* only if it also lacks a fragment.)
    ///
    /// ```
    /// use napkin::Reference;
    /// assert!(Reference::from_static("http:menu").is_absolute());
    /// assert!(!Reference::from_static("//pub.example/").is_absolute());
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_absolute(&self) -> bool {
        self.parts.scheme_end > 0
    }

    /// Returns the scheme as written; `None` in a relative reference.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("HTTP://h/").scheme(), Some("HTTP"));
    /// ```
    #[must_use]
    #[inline]
    pub fn scheme(&self) -> Option<&'a str> {
        self.component(Component::Scheme)
    }

    /// Returns user, password, host and port as one text, without the `//`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("ftp://sam@h:21/").authority(), Some("sam@h:21"));
    /// ```
    #[must_use]
    #[inline]
    pub fn authority(&self) -> Option<&'a str> {
        self.component(Component::Authority)
    }

    /// Returns the user name: `None` without an `@`, empty in `ftp://@host/`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("ftp://sam%40h@pub.example/").user().unwrap().decode_lossy(), "sam@h");
    /// ```
    #[must_use]
    #[inline]
    pub fn user(&self) -> Option<Encoded<'a>> {
        self.component(Component::User).map(Encoded::unchecked)
    }

    /// Returns the password: `None` without a `:` before the `@`, empty in `ftp://foo:@host/`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("ftp://sam:pw@pub.example/").password().unwrap(), "pw");
    /// ```
    #[must_use]
    #[inline]
    pub fn password(&self) -> Option<Encoded<'a>> {
        self.component(Component::Password).map(Encoded::unchecked)
    }

    /// Returns the host as a name or an address; `None` without an authority.
    ///
    /// ```
    /// use napkin::{Host, Reference};
    /// let url = Reference::from_static("http://[::1]/");
    /// assert_eq!(url.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    /// ```
    #[must_use]
    pub fn host(&self) -> Option<Host<'a>> {
        self.host_text().map(|text| Host::checked(text, self.parts.host))
    }

    /// Returns the host as written, with brackets; empty in `file:///`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("http://[::1]/").host_text(), Some("[::1]"));
    /// ```
    #[must_use]
    #[inline]
    pub fn host_text(&self) -> Option<&'a str> {
        self.component(Component::Host)
    }

    /// Returns the kind of the host.
    ///
    /// ```
    /// use napkin::{HostKind, Reference};
    /// assert_eq!(Reference::from_static("http://127.0.0.1/").host_kind(), Some(HostKind::Ipv4));
    /// ```
    #[must_use]
    #[inline]
    pub fn host_kind(&self) -> Option<HostKind> {
        self.parts.has_authority().then_some(self.parts.host)
    }

    /// Returns the digits of the port: `None` without a `:`, empty in `http://h:/`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("http://h:0080/").port_text(), Some("0080"));
    /// ```
    #[must_use]
    #[inline]
    pub fn port_text(&self) -> Option<&'a str> {
        self.component(Component::Port)
    }

    /// Returns the port as a number; `None` if it is undefined, empty or beyond 65535.
    ///
    /// For the default port of a scheme, see [`default_port`](crate::default_port).
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("http://h:0080/").port(), Some(80));
    /// assert_eq!(Reference::from_static("http://h/").port(), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn port(&self) -> Option<u16> {
        self.port_text().and_then(|text| text.parse().ok())
    }

    /// Returns the path, which may be empty.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("http://h/a%20pint?x").path(), "/a%20pint");
    /// ```
    #[must_use]
    #[inline]
    pub fn path(&self) -> Encoded<'a> {
        Encoded::unchecked(self.component(Component::Path).unwrap_or(""))
    }

    /// Returns the segments of the path: the texts between its slashes.
    ///
    /// ```
    /// use napkin::Reference;
    /// let segments = Reference::from_static("/menu/a%20pint").segments();
    /// assert!(segments.map(|segment| segment.text().decode_lossy().into_owned()).eq(["menu", "a pint"]));
    /// ```
    #[must_use]
    pub fn segments(&self) -> Segments<'a> {
        Segments::new(self.path())
    }

    /// Returns the query without its `?`; `None` without a `?`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("/menu?day=1#soup").query().unwrap(), "day=1");
    /// ```
    #[must_use]
    #[inline]
    pub fn query(&self) -> Option<Encoded<'a>> {
        self.component(Component::Query).map(Encoded::unchecked)
    }

    /// Returns the fragment without its `#`; `None` without a `#`.
    ///
    /// ```
    /// use napkin::Reference;
    /// assert_eq!(Reference::from_static("/menu?day=1#soup").fragment().unwrap(), "soup");
    /// ```
    #[must_use]
    #[inline]
    pub fn fragment(&self) -> Option<Encoded<'a>> {
        self.component(Component::Fragment).map(Encoded::unchecked)
    }

    /// Returns an owned copy of the reference.
    ///
    /// ```
    /// use napkin::{Reference, ReferenceBuf};
    /// let kept: Vec<ReferenceBuf> = [Reference::from_static("/a"), Reference::from_static("/b")].map(|it| it.to_buf()).into();
    /// assert_eq!(kept[1], "/b");
    /// ```
    #[must_use]
    pub fn to_buf(&self) -> ReferenceBuf {
        ReferenceBuf::from_parts(self.text.into(), self.parts, self.standard)
    }

    /// Returns the reference for logs: `Display` prints `*` for each byte of the password.
    ///
    /// ```
    /// use napkin::Reference;
    /// let url = Reference::from_static("http://sam:secret@h/");
    /// assert_eq!(url.redacted().to_string(), "http://sam:******@h/");
    /// ```
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

crate::text::text!(=, Reference<'_>, str);
crate::text::text!(=, Reference<'_>, &str);
crate::text::text!(=, Reference<'_>, alloc::string::String);

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

/// Parses under RFC 3986.
impl<'a> TryFrom<&'a str> for Reference<'a> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::parse(text, Standard::Rfc3986)
    }
}
