//! Reads the attributes of one element of XML.
//!
//! Determines the value of each attribute, and combines attributes that depend on each other: a refresh, an animation,
//! `rel`. The module `tables` interprets each attribute.

use super::tables::{self, Meaning, Namespace, Value};
use super::{Document, Holds, Piece, replaceable};
use crate::attributes::{Type, is_href};
use crate::context::{Context, shown_name};
use crate::decoded::Decoded;
use crate::link::Link;
use crate::links::html::{BaseElement, loads_with_page};
use crate::links::style;
use crate::usage::Use;
use crate::values;
use crate::written::{Holder, QuoteMark, Written};
use napkin::Span;
use napkin::map::Builder;
use quick_xml::events::BytesStart;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// An attribute: its prefix, its name, its undecoded value, and the offset of the value.
pub(super) struct Attribute<'t> {
    pub(super) prefix: &'t str,
    pub(super) name: &'t str,
    pub(super) value: &'t str,
    pub(super) at: usize,
}

/// The information in attributes about other attributes of the element, or about its text, gathered once per element.
#[derive(Default)]
pub(super) struct Others<'t> {
    /// Whether the tag contains only attributes; otherwise their ends are uncertain.
    is_sound: bool,
    animates_link: bool,
    is_refresh: bool,
    rel: Option<&'t str>,
    preloads: &'t str,
    codebase: Option<&'t str>,
    pub(super) kind: &'t str,
    pub(super) permalink: &'t str,
    /// Whether the target of a relationship is outside of its package.
    is_external: bool,
    /// The identifier of a relationship.
    pub(super) id: &'t str,
    /// The place in the target of its relationship that a hyperlink names.
    pub(super) place: &'t str,
}

impl<'t> Others<'t> {
    fn new(attributes: &[Attribute<'t>]) -> Self {
        let mut others = Self::default();
        for attribute in attributes {
            match attribute.name {
                // ISO/IEC 29500-1 sections 17.16.22 and 18.3.1.47.
                "anchor" | "location" => others.place = attribute.value,
                _ if !attribute.prefix.is_empty() => {}
                "Id" => others.id = attribute.value,
                "attributeName" => others.animates_link = is_href(attribute.value),
                "http-equiv" => others.is_refresh = attribute.value.trim().eq_ignore_ascii_case("refresh"),
                "rel" => others.rel = Some(attribute.value),
                "as" => others.preloads = attribute.value,
                "codebase" => others.codebase = Some(attribute.value),
                "type" => others.kind = attribute.value,
                "isPermaLink" => others.permalink = attribute.value,
                "TargetMode" => others.is_external = attribute.value.trim() == "External",
                _ => {}
            }
        }
        others
    }
}

/// An element whose attributes are being read.
#[derive(Clone, Copy)]
pub(super) struct Element<'e, 't> {
    pub(super) namespace: Namespace,
    pub(super) name: &'e str,
    pub(super) others: &'e Others<'t>,
}

impl<'a, 't> Document<'a, 't, '_> {
    pub(super) fn attributes(&self, element: &BytesStart<'_>) -> Vec<Attribute<'t>> {
        let mut attributes = element.attributes();
        // A document with duplicate attributes is not well-formed. All duplicates count, because detecting them takes
        // quadratic time.
        let attributes = attributes.with_checks(false).flatten();
        let read = attributes.map(|attribute| {
            let (prefix, name) = split(self.piece(attribute.key.0));
            let value = self.piece(&attribute.value);
            Attribute { prefix, name, value, at: self.place(value) }
        });
        read.collect()
    }

    /// Adds the default attributes that the document type declares for an element. A default that holds a URL is added
    /// only to the first element; namespaces, of which at most this many are kept, are added to every element.
    pub(super) fn add_defaults(&mut self, element: &str, attributes: &mut Vec<Attribute<'t>>) {
        const NAMESPACES: usize = 8;
        let Some((element, defaults)) = self.defaults.remove_entry(element) else { return };
        let mut given: HashSet<_> = attributes.iter().map(|attribute| (attribute.prefix, attribute.name)).collect();
        let mut kept = Vec::new();
        let mut namespaces = 0;
        for (name, value) in defaults {
            let (prefix, local) = split(name);
            let is_namespace = (prefix == "xmlns" || name == "xmlns") && namespaces < NAMESPACES;
            namespaces += usize::from(is_namespace);
            let is_missing = given.insert((prefix, local));
            if is_missing {
                attributes.push(Attribute { prefix, name: local, value, at: self.place(value) });
            }
            if is_namespace || !is_missing {
                kept.push((name, value));
            }
        }
        if !kept.is_empty() {
            self.defaults.insert(element, kept);
        }
    }

    /// Reads the attributes of an element. Its own `xml:base` applies to its other attributes (XML Base section 4.2).
    pub(super) fn element(
        &mut self,
        namespace: Namespace,
        name: &str,
        tag: &BytesStart<'_>,
        attributes: &[Attribute<'t>],
    ) -> Others<'t> {
        let is_sound = tag.attributes().with_checks(false).all(|attribute| attribute.is_ok());
        let others = Others { is_sound, ..Others::new(attributes) };
        let element = Element { namespace, name, others: &others };
        for attribute in attributes.iter().filter(|attribute| attribute.name == "base" && attribute.prefix == "xml") {
            self.inner_base(element, attribute);
        }
        for attribute in attributes.iter().filter(|attribute| attribute.prefix != "xmlns") {
            self.attribute(element, attribute, tag);
        }
        others
    }

    fn attribute(&mut self, element: Element<'_, 't>, attribute: &Attribute<'t>, tag: &BytesStart<'_>) {
        let own = if attribute.prefix.is_empty() { None } else { Some(self.namespace(attribute.prefix)) };
        if own == Some(Namespace::Relationship) {
            return self.target_use(element, attribute);
        }
        let Some(meaning) = tables::meaning(element.namespace, element.name, own, attribute.name) else { return };
        let decoded = Decoded::new(self.entities.expanded(attribute.value, attribute.at), attribute.at, &self.level);
        let prefix = own.map_or("", |own| if own == Namespace::SchemaInstance { "xsi" } else { own.name() });
        let name = shown_name(attribute.name);
        let name = if prefix.is_empty() { name } else { format!("{prefix}:{name}") };
        let context = Context::Xml {
            vocabulary: element.namespace.name(),
            element: Cow::Owned(shown_name(element.name)),
            attribute: Some(Cow::Owned(name)),
        };
        let quote = self.quote(attribute.value, attribute.at);
        let place = Found { element, meaning, decoded: &decoded, quote, context };
        match meaning.value {
            Value::Css => self.declarations(&place),
            Value::Base if element.namespace == Namespace::Html && own.is_none() => self.base_element(&place, tag),
            Value::Document => {
                self.put(Piece::Document(decoded, self.base.clone(), Holds::Attribute(quote, element.others.is_sound)))
            }
            Value::Convention if self.every => {}
            Value::Target if !element.others.is_external => {}
            Value::Target => self.target(&place, attribute),
            Value::Template if decoded.text.contains('$') => {}
            Value::Name => self.name(&place, attribute),
            Value::Instruction(language) => self.instructions(language, place.decoded, &place.context),
            _ => self.urls(&place),
        }
    }

    /// Reports a name as the fragment that it is.
    fn name(&mut self, place: &Found<'_, 'a, 't>, attribute: &Attribute<'t>) {
        let mut built = Builder::default();
        built.unit("#", Span::new(attribute.at, attribute.at));
        match place.decoded.text == attribute.value {
            true => built.text.push_str(attribute.value),
            false => built.unit(&place.decoded.text, Span::new(attribute.at, attribute.at + attribute.value.len())),
        }
        let decoded = Decoded::new(built, attribute.at, &self.level);
        self.composed(&decoded, place.context.clone(), Use::Navigation, Some("#"));
    }

    /// Reports a value that is one URL.
    pub(super) fn whole(&mut self, place: &Found<'_, 'a, 't>) {
        let _ = self.url(place, values::trimmed(place.decoded.text.as_bytes()));
    }

    fn urls(&mut self, place: &Found<'_, 'a, 't>) {
        let (others, text) = (place.element.others, place.decoded.text.as_bytes());
        let _ = match place.meaning.value {
            Value::Urls => values::spaced(text, &mut |span| self.url(place, span)),
            Value::Commas => values::comma_separated(text, &mut |span| self.url(place, span)),
            Value::Srcset => values::srcset(text, &mut |span| self.url(place, span)),
            Value::Pairs => {
                let mut number = 0;
                values::spaced(text, &mut |span| {
                    number += 1;
                    if number % 2 == 0 { self.url(place, span) } else { ControlFlow::Continue(()) }
                })
            }
            Value::Refresh => match values::refresh(text).filter(|_| others.is_refresh) {
                Some(span) => self.url(place, span),
                None => ControlFlow::Continue(()),
            },
            Value::Base => self.other(place, values::trimmed(text)),
            Value::Animation | Value::Animations if !others.animates_link => ControlFlow::Continue(()),
            Value::Animation => self.other(place, values::trimmed(text)),
            Value::Animations => values::semicolon_separated(text, &mut |span| self.other(place, span)),
            Value::Name | Value::Target | Value::Instruction(_) => ControlFlow::Continue(()),
            Value::Url | Value::Link | Value::Convention | Value::Css | Value::Document | Value::Template => {
                self.url(place, values::trimmed(text))
            }
        };
    }

    fn url(&mut self, place: &Found<'_, 'a, 't>, span: Span) -> ControlFlow<()> {
        let Found { element, meaning, decoded, .. } = place;
        let others = element.others;
        let mut link = decoded.link(self.bytes, span, place.context.clone());
        link.written = place.written(span, &link);
        let rel = others.rel.unwrap_or_default();
        link.new_request = meaning.new_request.unwrap_or_else(|| loads_with_page(rel));
        if meaning.codebase {
            link.codebase = others.codebase.map(|value| self.entities.expanded(value, 0).text.into());
        }
        let is_href = matches!(meaning.value, Value::Url | Value::Link | Value::Convention);
        if is_href && let Some(rel) = others.rel {
            link.rel = Some(self.entities.expanded(rel, 0).text.into());
        }
        let used = match meaning.value {
            Value::Link if element.namespace == Namespace::Html => Use::of_link(rel, others.preloads),
            Value::Link if rel == "enclosure" => Use::Media,
            _ => meaning.used,
        };
        self.put_link(link, used);
        self.flow
    }

    /// Reports a place that is not a link, if requested.
    fn other(&mut self, place: &Found<'_, 'a, 't>, span: Span) -> ControlFlow<()> {
        if self.every {
            let link = place.decoded.link(self.bytes, span, place.context.clone());
            self.put(Piece::Other(link, place.meaning.used));
        }
        self.flow
    }

    /// Reads `style`, or a presentation attribute of SVG.
    fn declarations(&mut self, place: &Found<'_, 'a, 't>) {
        let css = place.decoded.text.as_bytes();
        if memchr::memchr2(b'(', b'\\', css).is_none() {
            return;
        }
        let mut found = Vec::new();
        let context = |_| place.context.clone();
        let _ = style::within(self.bytes, css, &place.decoded.level, &context, &mut |mut link, used| {
            link.written.holder = place.holder(&link, true);
            found.push((link, used));
            ControlFlow::Continue(())
        });
        for (link, used) in found {
            self.put_link(link, used);
        }
    }

    /// Reports the base of the document in XHTML, which is not a link.
    fn base_element(&mut self, place: &Found<'_, 'a, 't>, tag: &BytesStart<'_>) {
        let inside = values::trimmed(place.decoded.text.as_bytes());
        let tag = self.piece(tag);
        let start = self.place(tag).saturating_sub(1);
        let end = start + 1 + tag.len();
        let rest = self.text.as_bytes().get(end..).unwrap_or_default();
        let close = rest.iter().position(|&byte| byte == b'>').map_or(end, |close| end + close + 1);
        let element = self.level.source(Span::new(start, close));
        let href = inside.of(&place.decoded.text).to_owned();
        let base = BaseElement { element, span: place.decoded.level.source(inside), href };
        let _ = self.other(place, inside);
        let mut link = place.decoded.link(self.bytes, inside, place.context.clone());
        link.written = place.written(inside, &link);
        self.put(Piece::Base(base, Box::new(link)));
    }
}

/// The value of an attribute.
pub(super) struct Found<'v, 'a, 't> {
    pub(super) element: Element<'v, 't>,
    meaning: Meaning,
    pub(super) decoded: &'v Decoded,
    quote: QuoteMark,
    pub(super) context: Context<'a>,
}

impl Found<'_, '_, '_> {
    fn holder(&self, link: &Link<'_>, is_part: bool) -> Holder {
        match self.element.others.is_sound && replaceable::value(link.raw, is_part) {
            true => Holder::XmlAttribute(self.quote),
            false => Holder::Unknown,
        }
    }

    fn written(&self, span: Span, link: &Link<'_>) -> Written {
        let kind = match self.meaning.value {
            Value::Urls | Value::Pairs => Type::Urls,
            Value::Commas => Type::CommaUrls,
            Value::Srcset => Type::Srcset,
            Value::Refresh => Type::Refresh,
            _ => Type::Url,
        };
        // An entity may expand to more than this one of several URLs.
        let is_part = span.len() < self.decoded.text.trim().len();
        let holder = self.holder(link, is_part);
        Written { kind: Some(kind), ..Written::new(holder, self.decoded.text.as_bytes(), span.start) }
    }
}

/// Splits a name into its prefix and its local name.
pub(super) fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}
