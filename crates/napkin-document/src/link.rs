//! A reference as it stands in a document.
//!
//! Decides: what is known about it before anyone parses it: its bytes, the text they stand for, its place, other
//! readings. It keeps the way back from the text to the bytes, because `a?x&amp;y` in HTML is not the text that it
//! stands for. Whether the text is a valid reference is the engine's business (crate `napkin`).

use crate::context::Context;
use crate::inner_base::InnerBase;
use crate::written::Written;
use napkin::Span;
use napkin::map::Map;
use std::borrow::Cow;
use std::sync::Arc;

/// A reference as it stands in a document (draft-fielding-url-syntax-05 section 3). It may be relative, or empty.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect};
/// let page = Entity::new(br#"<a href="a?x&amp;port=8o">"#).with_kind(Kind::Html);
/// let links = collect(&page, &Options::default());
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
    /// The same bytes as they stand there.
    pub raw: &'a [u8],
    /// What the bytes stand for: character references and escapes decoded, ignored white space left out, ill-formed
    /// UTF-8 replaced by U+FFFD.
    pub text: Cow<'a, str>,
    /// Where it stands.
    pub context: Context<'a>,
    /// Whether this place always makes a new request, so that an empty reference there is the URL of the current
    /// document rather than the document itself: section 3, "HTML's FORM action attribute and IMG src attribute".
    pub new_request: bool,
    /// What was put before a host or an address that stands without scheme: `http://`, `ftp://`, `mailto:`.
    pub assumed: Option<&'static str>,
    /// The element's `codebase`, where HTML 4.01 section 13.3 resolves this attribute against that and not directly
    /// against the base URL. Today's browsers ignore it.
    pub codebase: Option<Cow<'a, str>>,
    /// What the place says that the link is to its document: `rel` of HTML, SVG and feeds, as it stands there. In Atom one that is missing is
    /// `alternate` (RFC 4287 section 4.2.7.2).
    pub rel: Option<Cow<'a, str>>,
    /// The base that applies here besides the document's: `xml:base`, or the `base` element of a document inside the
    /// document. It is a reference itself, to be resolved against those around it.
    pub base: Option<Arc<InnerBase>>,
    /// Of a link in a message: the part that it stands in.
    pub part: Option<InPart>,
    /// Other readings of the same place, the likelier first; empty in most cases.
    pub alternatives: Vec<Alternative<'a>>,
    pub(crate) map: Option<Box<Map>>,
    pub(crate) written: Written,
}

impl<'a> Link<'a> {
    /// A link whose text is its bytes.
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

    /// The bytes of the document behind a span of [`text`](Self::text), in bytes of the document.
    ///
    /// A span that covers part of a character reference covers all of it there.
    #[must_use]
    pub fn source_span(&self, text: Span) -> Span {
        source_span(self.map.as_deref(), self.span, text)
    }

    /// Every reading, the likeliest first: the link's own text, then its alternatives.
    pub fn readings(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.text).chain(self.alternatives.iter().map(|other| &*other.text))
    }

    /// [`raw`](Self::raw) as text, ill-formed UTF-8 replaced by U+FFFD.
    #[must_use]
    pub fn raw_lossy(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.raw)
    }
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InPart {
    /// Its [number](napkin_mail::Part::number): `1.2`.
    pub number: Arc<str>,
    /// Its [place](napkin_mail::Part::index) among all entities of the message.
    pub index: usize,
}

/// Another reading of a link: of the same bytes or of fewer, or, where characters beyond ASCII follow it
/// ([`Reading::International`]), of more.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Alternative<'a> {
    /// How the bytes were read.
    pub reading: Reading,
    /// The bytes of this reading in the document.
    pub span: Span,
    /// What they stand for.
    pub text: Cow<'a, str>,
    pub(crate) map: Option<Box<Map>>,
}

impl Alternative<'_> {
    /// The bytes of the document behind a span of [`text`](Self::text).
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
    /// A hyphen at the end of a line is the typesetter's, not the URL's (Appendix E).
    HyphenDropped,
    /// A hyphen at the end of a line is the URL's, although the paragraph breaks words at the ends of other lines.
    HyphenKept,
    /// The URL ends where its line, or its first word, ends.
    NotJoined,
    /// The URL ends before its first character outside ASCII.
    AsciiOnly,
    /// The URL goes on behind its first character outside ASCII, although the text goes on there too.
    International,
}

impl Reading {
    /// `hyphen-dropped`, `hyphen-kept`, `not-joined`, `ascii-only`, `international`.
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
