//! Places in XML: SVG, XHTML, and what feeds, style sheets and links have.
//!
//! Decides: what attributes mean, by namespace; what entities that the document itself declares stand for; where a document
//! type, or a processing instruction, refers. Tokenizing is `quick-xml`'s, which leaves namespaces and entities to its
//! callers. What is not well-formed ends the document, as it does in browsers.

use super::xml_tables::{self, Entities, Meaning, Space};
use super::{Collector, Content, Format, text_of};
use crate::links::values;
use crate::map::{Builder, Level};
use crate::usage::Use;
use napkin::{Rule, Span};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    let (text, level) = text_of(content.bytes);
    let origin = |span| (content.origin)(level.source(span));
    let inner = &Content { bytes: text.as_bytes(), origin: &origin, ..*content };
    let mut document = Document {
        text: &text,
        content: inner,
        collector,
        entities: Entities::default(),
        namespaces: HashMap::new(),
        open: Vec::new(),
        style: None,
    };
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    while let Ok(event) = reader.read_event() {
        if matches!(event, Event::Eof) {
            break;
        }
        document.event(&event);
    }
    document.end_style();
    if document.entities.is_exhausted() {
        document.collector.unread(content, Rule::DataTotal);
    }
}

struct Document<'d, 'c, 'l> {
    text: &'d str,
    content: &'d Content<'c>,
    collector: &'d mut Collector<'l>,
    entities: Entities,
    /// What each prefix means, the innermost last; `""` is the default.
    namespaces: HashMap<&'d str, Vec<Space>>,
    /// The prefixes that each open element has declared.
    open: Vec<Vec<&'d str>>,
    /// The text of a style sheet, and how many elements were open before it.
    style: Option<(Builder, Option<usize>, usize)>,
}

/// One attribute: its prefix, its name, its value as it is written, and where that begins.
struct Attribute<'d> {
    prefix: &'d str,
    name: &'d str,
    value: &'d str,
    at: usize,
}

impl<'d> Document<'d, '_, '_> {
    /// The piece of the document that a slice of it is: what events borrow.
    fn piece(&self, slice: &str) -> &'d str {
        let start = (slice.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        start.checked_add(slice.len()).and_then(|end| self.text.get(start..end)).unwrap_or_default()
    }

    fn place(&self, piece: &str) -> usize {
        (piece.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize).min(self.text.len())
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(element) => self.start(element, true),
            Event::Empty(element) => self.start(element, false),
            Event::End(_) => self.end(),
            Event::Text(text) => self.style_text(self.piece(text)),
            Event::CData(text) => self.style_text(self.piece(text)),
            Event::GeneralRef(name) => self.style_reference(self.piece(name)),
            Event::PI(instruction) => {
                if instruction.target() == "xml-stylesheet" {
                    self.style_sheet(self.piece(instruction.content()));
                }
            }
            Event::DocType(text) => self.document_type(self.piece(text)),
            Event::Comment(_) | Event::Decl(_) | Event::Eof => {}
        }
    }

    fn start(&mut self, element: &BytesStart<'_>, has_content: bool) {
        let attributes = self.attributes(element);
        let mut declared = Vec::new();
        for attribute in &attributes {
            let prefix = match (attribute.prefix, attribute.name) {
                ("xmlns", prefix) => prefix,
                ("", "xmlns") => "",
                _ => continue,
            };
            let value = self.entities.expanded(attribute.value, attribute.at).text;
            self.namespaces.entry(prefix).or_default().push(Space::of(&value));
            declared.push(prefix);
        }
        let (prefix, name) = split(self.piece(element.name().0));
        let space = self.space(prefix);
        let others = Others::new(&attributes);
        for attribute in attributes.iter().filter(|attribute| attribute.prefix != "xmlns") {
            self.attribute(space, name, attribute, &others);
        }
        self.open.push(declared);
        if !has_content {
            self.end();
        } else if self.style.is_none() && name == "style" && matches!(space, Space::Svg | Space::Html) {
            self.style = Some((Builder::default(), None, self.open.len()));
        }
    }

    fn end(&mut self) {
        if self.style.as_ref().is_some_and(|&(_, _, depth)| depth == self.open.len()) {
            self.end_style();
        }
        for prefix in self.open.pop().unwrap_or_default() {
            self.namespaces.get_mut(prefix).map(Vec::pop);
        }
    }

    fn attributes(&self, element: &BytesStart<'_>) -> Vec<Attribute<'d>> {
        let mut attributes = element.attributes();
        // Of duplicates the document is not well-formed; all of them count, and looking for them is quadratic.
        let attributes = attributes.with_checks(false).flatten();
        let read = attributes.map(|attribute| {
            let (prefix, name) = split(self.piece(attribute.key.0));
            let value = self.piece(&attribute.value);
            Attribute { prefix, name, value, at: self.place(value) }
        });
        read.collect()
    }

    fn space(&self, prefix: &str) -> Space {
        match self.namespaces.get(prefix).and_then(|spaces| spaces.last()) {
            Some(&space) => space,
            None if prefix == "xml" => Space::Xml,
            // Not declared, it is not well-formed; but some programs know the prefix.
            None if prefix == "xlink" => Space::XLink,
            None if prefix.is_empty() => Space::None,
            None => Space::Other,
        }
    }

    fn attribute(&mut self, space: Space, element: &str, attribute: &Attribute<'d>, others: &Others<'d>) {
        let own = if attribute.prefix.is_empty() { None } else { Some(self.space(attribute.prefix)) };
        let Some(meaning) = xml_tables::meaning(space, element, own, attribute.name) else { return };
        let built = self.entities.expanded(attribute.value, attribute.at);
        let text = &built.text;
        let level = Level::new(attribute.at, built.units);
        let whole = |span| (self.content.origin)(level.source(span));
        let context = || format!("xml {element}[{}]", attribute.name);
        let collector = &mut *self.collector;
        let mut part =
            |span: Span, used| collector.url(span.of(text), &|inside| whole(inside.shift(span.start)), &context, used);
        match meaning {
            Meaning::Url(used) => part(values::trimmed(text.as_bytes()), used),
            Meaning::Link => part(values::trimmed(text.as_bytes()), Use::of_link(others.rel, others.preloads)),
            Meaning::Urls(used) => values::spaced(text.as_bytes(), &mut |span| part(span, used)),
            Meaning::Srcset => values::srcset(text.as_bytes(), &mut |span| part(span, Use::Image)),
            Meaning::Animation | Meaning::Animations if !others.animates_link => {}
            Meaning::Animation => part(values::trimmed(text.as_bytes()), Use::Navigation),
            Meaning::Animations => {
                values::semicolon_separated(text.as_bytes(), &mut |span| part(span, Use::Navigation));
            }
            Meaning::Css => collector.css(text.as_bytes(), &whole, &context()),
            Meaning::Refresh => {
                if let Some(span) = values::refresh(text.as_bytes()).filter(|_| others.is_refresh) {
                    part(span, Use::Navigation);
                }
            }
            Meaning::Document => {
                let (bytes, layer) = (text.as_bytes(), self.content.layer + 1);
                collector.read(&Content { bytes, format: Format::Html, media_type: None, origin: &whole, layer });
            }
        }
    }

    /// Text in a style sheet: the comments and tags before it are no part of it.
    fn style_text(&mut self, piece: &str) {
        let at = self.place(piece);
        if let Some((built, end, _)) = &mut self.style {
            skip(built, *end, at);
            built.text.push_str(piece);
            *end = Some(at + piece.len());
        }
    }

    fn style_reference(&mut self, name: &str) {
        let at = self.place(name).saturating_sub(1);
        let Some((built, end, _)) = &mut self.style else { return };
        skip(built, *end, at);
        let expanded = self.entities.expanded(self.text.get(at..at + name.len() + 2).unwrap_or_default(), at);
        built.unit(&expanded.text, Span::new(at, at + name.len() + 2));
        *end = Some(at + name.len() + 2);
    }

    fn end_style(&mut self) {
        let Some((built, Some(_), _)) = self.style.take() else {
            return;
        };
        let level = Level::new(0, built.units);
        let origin = |span| (self.content.origin)(level.source(span));
        self.collector.css(built.text.as_bytes(), &origin, "xml style");
    }

    /// "Associating Style Sheets with XML documents": pseudo-attributes, in which character references count.
    fn style_sheet(&mut self, content: &'d str) {
        let attributes = quick_xml::events::attributes::Attributes::new(content, 0);
        for attribute in attributes.flatten().filter(|attribute| attribute.key.0 == "href") {
            let value = self.piece(&attribute.value);
            let built = Entities::default().expanded(value, self.place(value));
            self.report(&built, self.place(value), "xml-stylesheet", Use::Style);
        }
    }

    fn document_type(&mut self, text: &'d str) {
        for literal in self.entities.declare(text) {
            let value = self.piece(literal);
            let built = Builder { text: value.to_owned(), units: Vec::new() };
            self.report(&built, self.place(value), "xml doctype", Use::Other);
        }
    }

    fn report(&mut self, built: &Builder, at: usize, context: &str, used: Use) {
        let level = Level::new(at, built.units.clone());
        let origin = |span| (self.content.origin)(level.source(span));
        self.collector.url(&built.text, &origin, &|| context.to_owned(), used);
    }
}

/// What attributes say of another one of their element, found once for all of them.
#[derive(Default)]
struct Others<'d> {
    animates_link: bool,
    is_refresh: bool,
    rel: &'d str,
    preloads: &'d str,
}

impl<'d> Others<'d> {
    fn new(attributes: &[Attribute<'d>]) -> Self {
        let mut others = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.prefix.is_empty()) {
            match attribute.name {
                "attributeName" => others.animates_link = xml_tables::is_href(attribute.value),
                "http-equiv" => others.is_refresh = attribute.value.trim().eq_ignore_ascii_case("refresh"),
                "rel" => others.rel = attribute.value,
                "as" => others.preloads = attribute.value,
                _ => {}
            }
        }
        others
    }
}

/// Passes over what stands between two pieces.
fn skip(built: &mut Builder, end: Option<usize>, at: usize) {
    let end = end.unwrap_or(0);
    if end < at {
        built.unit("", Span::new(end, at));
    }
}

/// Prefix and local name.
fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}
