//! The tags of HTML, with their places.
//!
//! Decides: where the start tags of a page are, what their attributes are to the byte, which of them become elements and in
//! which namespace, and what the texts of `style` and `noscript` are; by the tokenizer of the HTML standard (13.2.5) and by
//! its tree construction without the tree (`tree`). It does not decide what a link is, and decodes nothing: a name is in
//! upper or lower case, a value has its character references.
//!
//! Text is leapt over, and nothing is allocated for a tag. A page comes as a whole ([`scan`]), or in windows
//! ([`Scanner::scan`], [`read`]), so that one of any length is read in bounded memory.
//!
//! Known departures are [`Limits`](crate::Limits): `look_back` elements between an end tag and the element that it closes, or as
//! many unclosed formatting elements; `elements` that are open; and `names`, the bytes of long names and attributes of open
//! elements (`stack`). Each needs a page made for the purpose, and each is a finding ([`Sink::finding`]).

mod formatting;
mod long_names;
mod names;
mod raw;
mod scanner;
mod stack;
mod tokens;
mod tree;
mod window;

pub use scanner::{Scanner, scan, scan_within};
pub use window::{Windows, read};

use crate::links::references;
use napkin::{Finding, Span};
use std::borrow::Cow;

/// The namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// What becomes of a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// An element.
    Element,
    /// Its attributes are those of `html` or `body`, as far as these do not have them.
    Merged,
    /// Nothing: the tag stands where it does not count, as `tr` does outside of a table.
    Ignored,
}

/// How a value stands in its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quote {
    /// `a`: there is no value, which is the empty one.
    Absent,
    /// `a=b`
    Unquoted,
    /// `a='b'`
    Single,
    /// `a="b"`
    Double,
}

/// An attribute, by its places in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: Span,
    /// Its value, without quotation marks; where there is none, the place behind the name.
    pub value: Span,
    /// How the value stands there.
    pub quote: Quote,
}

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'w> {
    /// The bytes that the places refer to.
    pub window: &'w [u8],
    /// Where these bytes begin in the page.
    pub offset: usize,
    /// The tag, from `<` to `>`.
    pub span: Span,
    /// The element's name.
    pub name: Span,
    /// The attributes as they stand there. Of several of one name the first counts.
    pub attributes: &'w [Attribute],
    /// Whether a `/` stands before the `>`. That means something in SVG and MathML alone.
    pub is_self_closing: bool,
    /// Its namespace, where it is an element.
    pub space: Space,
    /// What becomes of it.
    pub fate: Fate,
    /// Whether it stands in a `template`.
    pub in_template: bool,
    /// Whether the tag is longer than the reader admits. The attributes are those before that.
    pub is_cut: bool,
}

impl<'w> Tag<'w> {
    /// The bytes of a place.
    #[must_use]
    pub fn bytes(&self, place: Span) -> &'w [u8] {
        &self.window[place.range()]
    }

    /// What the value of an attribute stands for.
    #[must_use]
    pub fn value(&self, attribute: &Attribute) -> Cow<'w, str> {
        references::decode(self.bytes(attribute.value), 0).0
    }

    /// The first attribute of this name, which is in lower case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'w Attribute> {
        find(self.window, self.attributes, name)
    }
}

/// The first attribute of this name, which is in lower case.
pub(crate) fn find<'t>(window: &[u8], attributes: &'t [Attribute], name: &str) -> Option<&'t Attribute> {
    attributes.iter().find(|attribute| {
        attribute.name.len() == name.len() && window[attribute.name.range()].eq_ignore_ascii_case(name.as_bytes())
    })
}

/// Where the text of a script ends that begins at a place of the page: at its end tag, or with the page.
pub(crate) fn script_end(page: &[u8], start: usize) -> usize {
    match raw::script_end(page, start, &mut raw::Escape::default(), true) {
        raw::End::At(end) => end,
        raw::End::Behind(_) => page.len(),
    }
}

/// How a text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// The text of a `style` of HTML, as it stands.
    Style,
    /// The text of a `noscript`, as it stands: HTML that is read where there are no scripts.
    Noscript,
    /// Text of a `style` of SVG, with character references.
    SvgStyle,
    /// The text of a CDATA section in a `style` of SVG, as it stands.
    SvgStyleVerbatim,
}

/// A text that may hold references.
#[derive(Clone, Copy, Debug)]
pub struct Text<'w> {
    /// The bytes that the place refers to.
    pub window: &'w [u8],
    /// Where these bytes begin in the page.
    pub offset: usize,
    /// The text.
    pub span: Span,
    /// How to read it.
    pub kind: TextKind,
    /// Whether it is longer than the reader admits, so that it comes in pieces.
    pub is_cut: bool,
}

/// What a page is handed to.
pub trait Sink {
    /// A start tag.
    fn tag(&mut self, tag: &Tag<'_>);
    /// The text of a `style` or a `noscript`.
    fn text(&mut self, text: &Text<'_>);
    /// Reports a problem of the page, at bytes of the window: a limit was reached.
    fn finding(&mut self, finding: Finding) {
        let _ = finding;
    }
    /// Whether it has what it wants, so that the rest of the page need not be read.
    fn is_done(&self) -> bool {
        false
    }
}
