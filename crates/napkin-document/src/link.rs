//! A reference with its bytes, its text, its place in the document and its alternative readings. Start with `Link`.
//!
//! The text may differ from the bytes: in HTML `a?x&amp;y` means `a?x&y`. A link therefore keeps the mapping from its
//! text to the bytes. The crate `napkin` decides whether the text is a valid reference.

use crate::context::Context;
use crate::inner_base::InnerBase;
use crate::written::{Holder, Written};
use napkin::Span;
use napkin::map::Map;
use std::borrow::Cow;
use std::sync::Arc;

/// A reference in a document (draft-fielding-url-syntax-05 section 3). It may be relative, or empty.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect_links};
/// let page = Entity::new(br#"<a href="a?x&amp;port=8o">"#).with_kind(Kind::Html);
/// let links = collect_links(&page, &Options::default());
/// assert_eq!(links[0].text, "a?x&port=8o");
/// assert_eq!(links[0].raw, b"a?x&amp;port=8o");
/// let wrong = napkin::Span::new(10, 11);
/// assert_eq!(wrong.of(&links[0].text), "o");
/// assert_eq!(links[0].source_span(wrong), napkin::Span::new(23, 24));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Link<'a> {
    /// The bytes of the reference in the document, without delimiters and surrounding white space.
    pub span: Span,
    /// These bytes, undecoded.
    pub raw: &'a [u8],
    /// The decoded reference: character references and escapes decoded, ignored white space removed, ill-formed UTF-8
    /// replaced by U+FFFD.
    pub text: Cow<'a, str>,
    /// The place of the reference.
    pub context: Context<'a>,
    /// Whether this place always makes a new request, so that an empty reference there is the URL of the current
    /// document rather than the document itself: section 3, "HTML's FORM action attribute and IMG src attribute".
    pub new_request: bool,
    /// The prefix assumed for a host or an address without a scheme: `http://`, `ftp://`, `mailto:`.
    pub assumed: Option<&'static str>,
    /// The element's `codebase`, if HTML 4.01 section 13.3 resolves this attribute against it rather than directly
    /// against the base URL. Today's browsers ignore it.
    pub codebase: Option<Cow<'a, str>>,
    /// The link's relation to its document: `rel` of HTML, SVG and feeds, undecoded. In Atom a missing `rel` means
    /// `alternate` (RFC 4287 section 4.2.7.2).
    pub rel: Option<Cow<'a, str>>,
    /// The base that applies in addition to the document's: `xml:base`, or the `base` element of a nested document. It
    /// is itself a reference, to be resolved against the bases around it.
    pub base: Option<Arc<InnerBase>>,
    /// The message part that contains the link.
    pub part: Option<ContainingPart>,
    /// Other readings of the same bytes, the likelier first; usually empty.
    pub alternatives: Vec<Alternative<'a>>,
    pub(crate) map: Option<Box<Map>>,
    pub(crate) written: Written,
}

impl<'a> Link<'a> {
    /// Creates a link whose text equals its bytes.
    #[inline]
    pub(crate) fn verbatim(bytes: &'a [u8], span: Span, text: &'a str, context: Context<'a>) -> Self {
        Self {
            span,
            raw: &bytes[span.range()],
            text: Cow::Borrowed(text),
            context,
            new_request: false,
            assumed: None,
            codebase: None,
            rel: None,
            base: None,
            part: None,
            alternatives: Vec::new(),
            map: None,
            written: Written::default(),
        }
    }

    /// Returns the bytes of the document for a span of [`text`](Self::text).
    ///
    /// A span that covers part of a character reference maps to the whole reference.
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let link = collect_links(&Entity::new(b"<a href='a&amp;b'>"), &Options::default()).remove(0);
    /// assert_eq!(link.source_span(napkin::Span::new(1, 2)), napkin::Span::new(10, 15));
    /// ```
    #[must_use]
    pub fn source_span(&self, text: Span) -> Span {
        source_span(self.map.as_deref(), self.span, text)
    }

    /// Returns every reading, the likeliest first: the link's own text, then its alternatives.
    ///
    /// ```
    /// use napkin_document::{Entity, collect_links};
    /// let text = Entity::new(b"see http://pub.example/dry-\ncider");
    /// let links = collect_links(&text, &Default::default());
    /// assert!(links[0].readings().count() > 1);
    /// assert_eq!(links[0].readings().next(), Some(&*links[0].text));
    /// ```
    pub fn readings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.text).chain(self.alternatives.iter().map(|other| &*other.text))
    }

    /// Returns [`raw`](Self::raw) as text, ill-formed UTF-8 replaced by U+FFFD.
    ///
    /// ```
    /// use napkin_document::{Entity, collect_links};
    /// let page = Entity::new(b"<a href='a&amp;b\xff'>").in_charset("utf-8");
    /// let link = &collect_links(&page, &Default::default())[0];
    /// assert_eq!((&*link.raw_lossy(), &*link.text), ("a&amp;b\u{fffd}", "a&b\u{fffd}"));
    /// ```
    #[must_use]
    pub fn raw_lossy(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.raw)
    }

    /// Returns the reference for a person who looks for it in the document: as [`raw_lossy`](Self::raw_lossy), or the text if the document has
    /// it in pieces with markup between them.
    ///
    /// ```
    /// use napkin_document::{Entity, collect_links};
    /// let field = br#"<w:fldSimple xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main" w:instr='HYPERLINK "menu" \l "beer"'/>"#;
    /// let link = &collect_links(&Entity::new(field).named("x.xml"), &Default::default())[0];
    /// assert_eq!((&*link.raw_lossy(), &*link.readable()), (r#"menu" \l "beer"#, "menu#beer"));
    /// ```
    #[must_use]
    pub fn readable(&self) -> Cow<'_, str> {
        if self.written.holder == Holder::Pieces { Cow::Borrowed(&*self.text) } else { self.raw_lossy() }
    }
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContainingPart {
    /// Its [number](napkin_mail::Part::number): `1.2`.
    pub number: Arc<str>,
    /// Its [index](napkin_mail::Part::index) among all entities of the message.
    pub index: usize,
}

/// Another reading of a link: of the same bytes, of fewer bytes, or of more bytes if non-ASCII characters follow
/// ([`Reading::International`]).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Alternative<'a> {
    /// How the bytes were read.
    pub reading: Reading,
    /// The bytes of this reading in the document.
    pub span: Span,
    /// The decoded reference in this reading.
    pub text: Cow<'a, str>,
    pub(crate) map: Option<Box<Map>>,
}

impl Alternative<'_> {
    /// Returns the bytes of the document for a span of [`text`](Self::text).
    ///
    /// ```
    /// use napkin_document::{Entity, collect_links};
    /// let text = b"see http://pub.example/dry-\ncider";
    /// let other = collect_links(&Entity::new(text), &Default::default()).remove(0).alternatives.remove(0);
    /// let last = napkin::Span::new(other.text.len() - 5, other.text.len());
    /// assert_eq!(other.source_span(last).of_bytes(text), b"cider");
    /// ```
    #[must_use]
    pub fn source_span(&self, text: Span) -> Span {
        source_span(self.map.as_deref(), self.span, text)
    }
}

fn source_span(map: Option<&Map>, whole: Span, text: Span) -> Span {
    map.map_or_else(|| text.shift(whole.start), |map| map.source(text))
}

/// How an [`Alternative`] reads the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reading {
    /// A hyphen at the end of a line was inserted by the typesetter and does not belong to the URL (Appendix E).
    HyphenDropped,
    /// A hyphen at the end of a line belongs to the URL, although the paragraph hyphenates words at other line ends.
    HyphenKept,
    /// The URL ends at the end of its line, or of its first word.
    NotJoined,
    /// The URL ends before its first character outside ASCII.
    AsciiOnly,
    /// The URL continues with its first character outside ASCII, although this character may belong to the text
    /// instead.
    International,
}

impl Reading {
    /// Returns `hyphen-dropped`, `hyphen-kept`, `not-joined`, `ascii-only` or `international`.
    ///
    /// ```
    /// use napkin_document::Reading;
    /// assert_eq!(Reading::HyphenDropped.name(), "hyphen-dropped");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HyphenDropped => "hyphen-dropped",
            Self::HyphenKept => "hyphen-kept",
            Self::NotJoined => "not-joined",
            Self::AsciiOnly => "ascii-only",
            Self::International => "international",
        }
    }
}
