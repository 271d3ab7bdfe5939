//! Start tags as the scanner reports them.

use std::borrow::Cow;

use crate::references;
use crate::span::Span;

/// The namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// What tree construction makes of a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// The tag becomes an element.
    Element,
    /// Attributes missing from the existing `html` or `body` element are added to it.
    Merged,
    /// The tag is ignored, such as a `tr` outside a table.
    Ignored,
}

/// How an attribute value is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quote {
    /// `a`: the attribute has no value, which means the empty value.
    Absent,
    /// `a=b`
    Unquoted,
    /// `a='b'`
    Single,
    /// `a="b"`
    Double,
}

/// An attribute, by its byte ranges in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: Span,
    /// The value, without quotation marks. If there is none: the position after the name.
    pub value: Span,
    /// How the value is delimited.
    pub quote: Quote,
}

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'w> {
    /// The bytes that the spans refer to.
    pub window: &'w [u8],
    /// The offset of the window in the page.
    pub offset: usize,
    /// The tag, from `<` to `>`.
    pub span: Span,
    /// The element's name.
    pub name: Span,
    /// The attributes in page order. Of several with the same name the first counts.
    pub attributes: &'w [Attribute],
    /// Whether a `/` precedes the `>`. It has an effect only in SVG and MathML.
    pub is_self_closing: bool,
    /// The namespace, if the tag becomes an element.
    pub namespace: Namespace,
    /// What tree construction makes of the tag.
    pub fate: Fate,
    /// Whether the tag is inside a `template`.
    pub in_template: bool,
    /// Whether the tag exceeds the largest window. Only the attributes inside the window are present.
    pub is_cut: bool,
}

impl<'w> Tag<'w> {
    /// Returns the bytes of a span.
    ///
    /// ```
    /// # use napkin_html::{Sink, Tag, scan};
    /// # use std::ops::ControlFlow;
    /// # struct Check;
    /// # impl Sink for Check {
    /// #     fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
    /// assert_eq!(tag.bytes(tag.name), b"a");
    /// #         ControlFlow::Break(())
    /// #     }
    /// # }
    /// assert!(scan(br#"<a HREF="?a&amp;b">"#, &mut Check).is_break());
    /// ```
    #[must_use]
    pub fn bytes(&self, place: Span) -> &'w [u8] {
        &self.window[place.range()]
    }

    /// Returns the decoded value of an attribute.
    ///
    /// ```
    /// # use napkin_html::{Sink, Tag, scan};
    /// # use std::ops::ControlFlow;
    /// # struct Check;
    /// # impl Sink for Check {
    /// #     fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
    /// let href = tag.attribute("href").unwrap();
    /// assert_eq!(tag.value(href), "?a&b");
    /// #         ControlFlow::Break(())
    /// #     }
    /// # }
    /// assert!(scan(br#"<a HREF="?a&amp;b">"#, &mut Check).is_break());
    /// ```
    #[must_use]
    pub fn value(&self, attribute: &Attribute) -> Cow<'w, str> {
        references::decode_attribute_value(self.bytes(attribute.value))
    }

    /// Returns the first attribute with this name, which must be in lower case.
    ///
    /// ```
    /// # use napkin_html::{Sink, Tag, scan};
    /// # use std::ops::ControlFlow;
    /// # struct Check;
    /// # impl Sink for Check {
    /// #     fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
    /// let href = tag.attribute("href").unwrap();
    /// assert_eq!(tag.bytes(href.name), b"HREF");
    /// assert!(tag.attribute("title").is_none());
    /// #         ControlFlow::Break(())
    /// #     }
    /// # }
    /// assert!(scan(br#"<a HREF="?a&amp;b">"#, &mut Check).is_break());
    /// ```
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&'w Attribute> {
        find_attribute(self.window, self.attributes, name)
    }
}

/// Returns the first attribute of a tag with this name, which must be in lower case.
///
/// ```
/// use napkin_html::{Attribute, Quote, Span, find_attribute};
/// let attributes = [Attribute { name: Span::new(3, 7), value: Span::new(8, 9), quote: Quote::Unquoted }];
/// assert_eq!(find_attribute(b"<a HREF=x>", &attributes, "href"), Some(&attributes[0]));
/// assert_eq!(find_attribute(b"<a HREF=x>", &attributes, "title"), None);
/// ```
#[must_use]
pub fn find_attribute<'t>(window: &[u8], attributes: &'t [Attribute], name: &str) -> Option<&'t Attribute> {
    attributes.iter().find(|attribute| {
        attribute.name.len() == name.len() && window[attribute.name.range()].eq_ignore_ascii_case(name.as_bytes())
    })
}

/// The properties of a start tag's attributes that tree construction needs.
pub(crate) trait Attributes {
    /// Returns whether `type` is `hidden`, for `input`.
    fn is_hidden(&self) -> bool;
    /// Returns whether `color`, `face` or `size` is present.
    fn styles_font(&self) -> bool;
    /// Returns whether `encoding` is a media type of HTML.
    fn encodes_html(&self) -> bool;
    /// Writes all attributes in a form that is equal only for equal sets of attributes.
    fn write(&self, out: &mut Vec<u8>);
}
