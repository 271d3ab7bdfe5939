//! Start tags as the scanner reports them.

use std::borrow::Cow;

use crate::references;
use crate::span::Span;

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
        references::decode(self.bytes(attribute.value))
    }

    /// The first attribute of this name, which is in lower case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'w Attribute> {
        find(self.window, self.attributes, name)
    }
}

/// Returns the first attribute of this name, which is in lower case, of a tag in a window.
#[must_use]
pub fn find<'t>(window: &[u8], attributes: &'t [Attribute], name: &str) -> Option<&'t Attribute> {
    attributes.iter().find(|attribute| {
        attribute.name.len() == name.len() && window[attribute.name.range()].eq_ignore_ascii_case(name.as_bytes())
    })
}

/// What tree construction asks about the attributes of a start tag.
pub(crate) trait Attributes {
    /// Whether it is an `input` whose `type` is `hidden`.
    fn is_hidden(&self) -> bool;
    /// Whether it has `color`, `face` or `size`.
    fn styles_font(&self) -> bool;
    /// Whether `encoding` is a media type of HTML.
    fn encodes_html(&self) -> bool;
    /// Writes all attributes in a form that only equal attributes share.
    fn write(&self, out: &mut Vec<u8>);
}
