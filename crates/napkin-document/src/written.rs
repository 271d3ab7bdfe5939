//! How a reference is written where it stands.
//!
//! Decides: what is kept of a place so that another reference can be put there: what holds it in the document, and what
//! stands before it there. Both are seen when a link is found, cost a look at two bytes, and cannot be told from the span
//! alone: in `style="a:url('b')"` the nearer quote is not the attribute's. What may stand in such a place, `rewrite` says.
//!
//! A new format adds its holders here, and in `rewrite/escape.rs` what they mean.

use crate::attributes::Type;
use napkin::Span;

/// What a reference is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) holder: Holder,
    /// The last byte before the reference, in the decoded text of what holds it, that is no white space; 0 at its start.
    pub(crate) before: u8,
    /// What the value is that the reference is in, where the context does not say.
    pub(crate) kind: Option<Type>,
}

/// What holds a reference, or the text in which it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Plain text.
    #[default]
    Text,
    /// The value of an attribute of HTML.
    HtmlAttribute(Quote),
    /// Text of an HTML element in which only an end tag is markup, or a CDATA section.
    HtmlRawText,
    /// Text of an HTML element in which character references count.
    HtmlText,
    /// A style sheet that is a document.
    StyleSheet,
    /// A string of JSON.
    JsonString,
    /// The comment that gives the address of a source map.
    Comment,
    /// The value of an attribute of XML.
    XmlAttribute(Quote),
    /// The value in a processing instruction.
    XmlInstruction(Quote),
    /// A system identifier.
    XmlLiteral(Quote),
    /// Text of XML.
    XmlText(Sections),
    /// The destination of a link in Markdown, in angle brackets or not.
    MarkdownDestination {
        /// Whether it is in them.
        angle: bool,
        /// Whether an angle bracket before it in the same block could be closed by one.
        open: bool,
    },
    /// An autolink of Markdown.
    MarkdownAutolink {
        /// The same.
        open: bool,
    },
    /// A URL in the text of Markdown.
    MarkdownText {
        /// The same.
        open: bool,
    },
    /// What rewriting does not know: no other reference can be put there.
    Unknown,
}

/// Which ends of a piece of XML's text are in CDATA sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sections {
    /// It begins in one.
    pub starts: bool,
    /// It ends in one.
    pub ends: bool,
}

/// The quotes around a value or a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quote {
    /// None.
    #[default]
    None,
    /// `'`
    Single,
    /// `"`
    Double,
}

impl Quote {
    /// That of a byte.
    pub(crate) const fn of(byte: u8) -> Self {
        match byte {
            b'"' => Self::Double,
            b'\'' => Self::Single,
            _ => Self::None,
        }
    }

    /// Those around an attribute's value.
    pub(crate) fn around(bytes: &[u8], value: Span) -> Self {
        let before = value.start.checked_sub(1).map_or(Self::None, |before| Self::of(bytes[before]));
        let behind = bytes.get(value.end).map_or(Self::None, |&behind| Self::of(behind));
        if before == behind { before } else { Self::None }
    }

    /// The character.
    pub(crate) const fn character(self) -> Option<char> {
        match self {
            Self::None => None,
            Self::Single => Some('\''),
            Self::Double => Some('"'),
        }
    }
}

impl Written {
    /// A reference that is all of what holds it.
    pub(crate) const fn whole(holder: Holder) -> Self {
        Self { holder, before: 0, kind: None }
    }

    /// A reference in a value of a kind that the context does not say.
    pub(crate) const fn url(holder: Holder, kind: Type) -> Self {
        Self { holder, before: 0, kind: Some(kind) }
    }

    /// A reference at `start` of a decoded text.
    pub(crate) fn new(holder: Holder, text: &[u8], start: usize) -> Self {
        let before = text[..start].iter().rev().find(|byte| !byte.is_ascii_whitespace());
        Self { holder, before: before.copied().unwrap_or(0), kind: None }
    }
}
