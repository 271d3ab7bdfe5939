//! Records how a reference is written, so that it can be replaced by another one. Start with `Written`.
//!
//! The record contains the construct that holds the reference, and the byte before the reference. It is made when the
//! link is found, at the cost of reading two bytes, because the span alone is not enough: in `style="a:url('b')"` the
//! nearer quote is not the attribute's. The module `rewrite` decides what may be written in such a place.
//!
//! For a new format, add its holders here, and their escapes in `rewrite/escape.rs`.

use crate::attributes::Type;
use napkin::Span;

/// How a reference is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) holder: Holder,
    /// The last byte before the reference, in the decoded text of the holder, that is not white space; 0 if there is
    /// none.
    pub(crate) before: u8,
    /// The type of the value that contains the reference, if the context does not determine it.
    pub(crate) kind: Option<Type>,
}

/// The construct that holds a reference, or a text that contains it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Plain text.
    #[default]
    Text,
    /// The value of an attribute of HTML.
    HtmlAttribute(QuoteMark),
    /// The text of an HTML element that ends only at its end tag, or a CDATA section.
    HtmlRawText,
    /// The text of an HTML element in which character references are decoded.
    HtmlText,
    /// A style sheet that is a document.
    StyleSheet,
    /// A string of JSON.
    JsonString,
    /// A string of JSON in a script of HTML.
    ScriptJsonString,
    /// The comment with the address of a source map.
    Comment,
    /// The value of an attribute of XML.
    XmlAttribute(QuoteMark),
    /// A value in a processing instruction.
    XmlInstruction(QuoteMark),
    /// A system identifier.
    XmlLiteral(QuoteMark),
    /// Text of XML.
    XmlText(Sections),
    /// The destination of a link in Markdown, in angle brackets or not.
    MarkdownDestination {
        /// Whether it is in angle brackets.
        angle: bool,
        /// Whether an earlier angle bracket in the same block could be closed by a `>` here.
        open: bool,
    },
    /// An autolink of Markdown.
    MarkdownAutolink {
        /// See `MarkdownDestination`.
        open: bool,
    },
    /// A URL in the text of Markdown.
    MarkdownText {
        /// See `MarkdownDestination`.
        open: bool,
    },
    /// The delimiters of a text format that marks its references, or the end of the line.
    Marked,
    /// Single quotes of YAML or TOML.
    SingleQuotes,
    /// No quotes, in YAML.
    PlainScalar,
    /// A construct that rewriting does not support: the reference cannot be replaced.
    Unknown,
    /// Pieces with markup between them; they cannot be replaced either.
    Pieces,
}

/// The ends of a piece of XML text that lie in CDATA sections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sections {
    /// Whether the piece begins in a section.
    pub starts: bool,
    /// Whether the piece ends in a section.
    pub ends: bool,
}

/// The quotes around a value or a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum QuoteMark {
    /// None.
    #[default]
    None,
    /// `'`
    Single,
    /// `"`
    Double,
}

impl QuoteMark {
    /// Returns the quote that a byte is.
    pub(crate) const fn of(byte: u8) -> Self {
        match byte {
            b'"' => Self::Double,
            b'\'' => Self::Single,
            _ => Self::None,
        }
    }

    /// Returns the quotes around an attribute's value.
    pub(crate) fn around(bytes: &[u8], value: Span) -> Self {
        let before = value.start.checked_sub(1).map_or(Self::None, |before| Self::of(bytes[before]));
        let behind = bytes.get(value.end).map_or(Self::None, |&behind| Self::of(behind));
        if before == behind { before } else { Self::None }
    }

    /// Returns the character.
    pub(crate) const fn character(self) -> Option<char> {
        match self {
            Self::None => None,
            Self::Single => Some('\''),
            Self::Double => Some('"'),
        }
    }
}

impl Written {
    /// Creates the record of a reference that is the whole content of its holder.
    pub(crate) const fn whole(holder: Holder) -> Self {
        Self { holder, before: 0, kind: None }
    }

    /// Creates the record of a reference in a value whose type the context does not determine.
    pub(crate) const fn url(holder: Holder, kind: Type) -> Self {
        Self { holder, before: 0, kind: Some(kind) }
    }

    /// Creates the record of a reference at `start` of a decoded text.
    pub(crate) fn new(holder: Holder, text: &[u8], start: usize) -> Self {
        let before = text[..start].iter().rev().find(|byte| !byte.is_ascii_whitespace());
        Self { holder, before: before.copied().unwrap_or(0), kind: None }
    }
}
