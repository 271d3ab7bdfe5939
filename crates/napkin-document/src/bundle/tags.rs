//! Finds the elements of a page that are edited as a whole. Start at `Tags::of`.
//!
//! Collects the elements whose attributes must be considered together, and the texts of `style`. `napkin_html` does
//! the tokenizing.

use super::charset;
use napkin::Span;
use napkin_html::{Attribute, Fate, Namespace, Quote, Sink, Tag, Text, TextKind, scan};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// An element whose attributes must be considered together.
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) span: Span,
    pub(super) attributes: Vec<Attribute>,
}

const NAMES: [&str; 5] = ["link", "script", "input", "meta", "template"];

/// The elements and style sheets of a page.
#[derive(Default)]
pub(crate) struct Tags {
    pub(crate) elements: Vec<Element>,
    /// The texts of `style` elements, which are style sheets without further escapes.
    pub(super) styles: Vec<Span>,
    /// The offset of the first tag other than `html` and `head`.
    pub(super) first: Option<usize>,
    /// Texts of `noscript` that are still to be scanned.
    inside: Vec<Span>,
    start: usize,
}

impl Tags {
    pub(crate) fn of(page: &[u8], noscript: usize) -> Self {
        let mut tags = Self::default();
        let _ = scan(page, &mut tags);
        for _ in 0..noscript {
            for span in std::mem::take(&mut tags.inside) {
                tags.start = span.start;
                let _ = scan(&page[span.range()], &mut tags);
            }
        }
        tags.elements.sort_by_key(|element| element.span.start);
        tags.styles.sort_by_key(|span| span.start);
        tags
    }

    /// Returns the element whose tag contains a span.
    pub(super) fn around(&self, span: Span) -> Option<&Element> {
        let behind = self.elements.partition_point(|element| element.span.start <= span.start);
        let element = self.elements.get(behind.checked_sub(1)?)?;
        (span.end <= element.span.end).then_some(element)
    }

    /// Returns whether the page has a Content Security Policy, which may forbid inline text.
    pub(super) fn has_policy(&self, page: &[u8]) -> bool {
        self.elements.iter().any(|element| element.is_policy(page))
    }

    /// Returns whether a span is in the text of a `style`.
    pub(super) fn is_in_style(&self, span: Span) -> bool {
        let behind = self.styles.partition_point(|style| style.start <= span.start);
        behind > 0 && span.end <= self.styles[behind - 1].end
    }

    /// Returns the charset that a `meta` declares where browsers look for it, and the offset of the `meta`.
    pub(crate) fn charset(&self, page: &[u8]) -> Option<(String, usize)> {
        let metas = self.elements.iter().filter(|element| element.name == "meta" && element.span.start < 1024);
        metas.filter_map(|meta| Some((meta.charset(page)?, meta.span.start))).next()
    }
}

impl Sink for Tags {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let name = tag.bytes(tag.name);
        if self.first.is_none() && !name.eq_ignore_ascii_case(b"html") && !name.eq_ignore_ascii_case(b"head") {
            self.first = Some(self.start + tag.offset + tag.span.start);
        }
        let name = NAMES.iter().find(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        if let Some(name) = name
            && tag.namespace == Namespace::Html
            && tag.fate == Fate::Element
            && !tag.is_cut
        {
            let shift = self.start + tag.offset;
            let shifted = |attribute: &Attribute| Attribute {
                name: attribute.name.shift(shift),
                value: attribute.value.shift(shift),
                quote: attribute.quote,
            };
            let attributes = tag.attributes.iter().map(shifted).collect();
            self.elements.push(Element { name, span: tag.span.shift(shift).range().into(), attributes });
        }
        ControlFlow::Continue(())
    }

    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        let span = Span::from(text.span.shift(self.start + text.offset).range());
        match text.kind {
            TextKind::Style if !text.is_cut => self.styles.push(span),
            TextKind::Noscript if !text.is_cut => self.inside.push(span),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Element {
    pub(super) fn find(&self, page: &[u8], name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| page[attribute.name.range()].eq_ignore_ascii_case(name.as_bytes()))
    }

    /// Returns the decoded value of an attribute.
    pub(crate) fn value<'p>(&self, page: &'p [u8], name: &str) -> Option<Cow<'p, str>> {
        let attribute = self.find(page, name)?;
        Some(napkin_html::decode_attribute_value(&page[attribute.value.range()]))
    }

    /// Returns whether all its attributes have one of these names.
    pub(super) fn has_only(&self, page: &[u8], names: &[&str]) -> bool {
        let known = |attribute: &Attribute| {
            let name = &page[attribute.name.range()];
            names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
        };
        self.attributes.iter().all(known)
    }

    /// Returns whether it is a `meta` with a Content Security Policy.
    pub(crate) fn is_policy(&self, page: &[u8]) -> bool {
        let name = || self.value(page, "http-equiv").unwrap_or_default();
        self.name == "meta" && name().trim().eq_ignore_ascii_case("content-security-policy")
    }

    fn charset(&self, page: &[u8]) -> Option<String> {
        if let Some(charset) = self.value(page, "charset") {
            return Some(charset.trim().to_ascii_lowercase());
        }
        let is_type = self.value(page, "http-equiv").is_some_and(|name| name.eq_ignore_ascii_case("content-type"));
        self.value(page, "content").filter(|_| is_type).and_then(|content| charset::of_content(&content))
    }
}

/// Returns the span of an attribute, with its quotes.
pub(super) fn whole(attribute: &Attribute) -> Span {
    let is_quoted = matches!(attribute.quote, Quote::Single | Quote::Double);
    Span::new(attribute.name.start, attribute.value.end + usize::from(is_quoted))
}
