//! Finds references in XML: SVG, feeds, outlines, site maps, XHTML, and other XML that links by the conventions of XML.
//! Start with `pieces`.
//!
//! Resolves namespaces, whatever their prefixes, and the bases of XML Base, and finds references in document types,
//! entities and processing instructions. The module `tables` interprets attributes and texts, `entities` expands
//! entities, and `quick-xml` tokenizes, without namespaces and entities. Reading ends where the document is not
//! well-formed, as in browsers; unmatched end tags are ignored. Elements in the replacement text of an entity have the
//! place of the entity's reference.

mod bases;
mod collected;
mod element;
pub(crate) mod entities;
mod instruction;
mod office;
mod piece;
pub(crate) mod replaceable;
pub(crate) mod tables;

pub(crate) use self::piece::{Holds, Piece};

use self::collected::Collected;
use self::entities::Entities;
use self::piece::CData;
use self::tables::{Namespace, Text};
use crate::attributes::Type;
use crate::context::{Context, shown_name};
use crate::decoded::{self, Decoded};
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::links::html::BaseElement;
use crate::options::Limits;
use crate::rules;
use crate::target_fragments::TargetFragments;
use crate::usage::Use;
use crate::values;
use crate::written::{Holder, QuoteMark, Written};
use napkin::map::{Builder, Level, Units};
use napkin::{Finding, Span, Standard};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Passes every piece of a document to `sink`. `every` also requests places that are not links, and omits links that no
/// browser follows, for the screen. `fragments` are those of the targets, if these are relationships.
pub(crate) fn pieces<'a>(
    bytes: &'a [u8],
    limits: &Limits,
    every: bool,
    fragments: Option<&TargetFragments>,
    sink: &mut dyn FnMut(Piece<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(bytes);
    let mut document = Document {
        bytes,
        text: &text,
        level,
        every,
        fragments: fragments.map(|fragments| fragments.by_relationship().collect()).unwrap_or_default(),
        sink,
        flow: ControlFlow::Continue(()),
        limits: *limits,
        entities: Entities::new(limits),
        layer: 0,
        defaults: HashMap::new(),
        namespaces: HashMap::new(),
        open: Vec::new(),
        base: None,
        too_deep: None,
        root: None,
        collected: None,
        field: None,
        is_in_package: false,
        held: Vec::new(),
    };
    document.read();
    let start = Span::new(0, bytes.len().min(1));
    let exhausted = document.entities.is_exhausted().then_some((rules::ENTITIES_TOO_LARGE, start));
    let deep = document.too_deep.map(|span| (rules::BASES_TOO_DEEP, span));
    for (rule, span) in exhausted.into_iter().chain(deep) {
        document.hand_out(Piece::Limit(Finding::new(rule, Standard::Rfc3986, span, "", None)));
    }
    document.flow
}

/// Returns the first `base` element of XHTML that has an `href`.
pub(crate) fn base_element(bytes: &[u8], limits: &Limits) -> Option<BaseElement> {
    memchr::memmem::find(bytes, b"http://www.w3.org/1999/xhtml")?;
    // A name may come from an entity. `xml:base` is an attribute.
    let is_element = |at: usize| matches!(bytes[..at].last(), Some(b'<' | b':')) && bytes.get(at + 4) != Some(&b'=');
    let is_possible =
        memchr::memmem::find_iter(bytes, b"base").any(is_element) || memchr::memmem::find(bytes, b"<!ENTITY").is_some();
    if !is_possible {
        return None;
    }
    let mut found = None;
    let _ = pieces(bytes, limits, false, None, &mut |piece| {
        let Piece::Base(base, _) = piece else { return ControlFlow::Continue(()) };
        found = Some(base);
        ControlFlow::Break(())
    });
    found
}

struct Document<'a, 't, 's> {
    bytes: &'a [u8],
    text: &'t str,
    /// The mapping from the text to the bytes.
    level: Arc<Level>,
    every: bool,
    /// The fragments that have not been added to their targets yet, by relationship.
    fragments: HashMap<&'s str, &'s BTreeSet<String>>,
    sink: &'s mut dyn FnMut(Piece<'a>) -> ControlFlow<()>,
    /// The last result of the sink.
    flow: ControlFlow<()>,
    limits: Limits,
    entities: Entities,
    /// The number of entities around the text.
    layer: usize,
    /// The default attributes that the document type declares, by element name.
    defaults: HashMap<&'t str, Vec<(&'t str, &'t str)>>,
    /// The meanings of each prefix, the innermost last; `""` is the default namespace.
    namespaces: HashMap<&'t str, Vec<Namespace>>,
    open: Vec<Open<'t>>,
    /// The innermost `xml:base`.
    base: Option<Arc<InnerBase>>,
    /// The first `xml:base` that is ignored because it is nested too deep.
    too_deep: Option<Span>,
    /// The vocabulary of elements without a namespace, as determined by the root.
    root: Option<Namespace>,
    collected: Option<Collected>,
    /// The field whose instruction has not ended yet.
    field: Option<Collected>,
    /// Whether the document is the content of a package of OpenDocument.
    is_in_package: bool,
    /// The pieces inside a style sheet or a field that has not ended yet.
    held: Vec<Piece<'a>>,
}

/// An open element.
struct Open<'t> {
    /// The prefixes declared on the element.
    declared: Vec<&'t str>,
    /// The base outside, if the element has its own.
    outer: Option<Option<Arc<InnerBase>>>,
    /// The base of the child that declares the base of those after it.
    declares: Option<Option<Arc<InnerBase>>>,
}

/// The nesting depth of elements from entities.
const LAYERS: usize = 64;

impl<'a, 't> Document<'a, 't, '_> {
    fn read(&mut self) {
        let mut reader = Reader::from_str(self.text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        while let Ok(event) = reader.read_event() {
            if matches!(event, Event::Eof) {
                break;
            }
            self.event(&event);
            if self.flow.is_break() {
                return;
            }
        }
        self.end_text(true);
        self.end_field();
    }

    /// Returns the part of the document that equals a borrowed slice of it.
    fn piece(&self, slice: &str) -> &'t str {
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
            Event::Text(text) => self.text(self.piece(text)),
            Event::CData(text) => {
                let piece = self.piece(text);
                let at = self.place(piece);
                let section = self.level.source(Span::new(at, at + piece.len()));
                self.text(piece);
                if let Some(collected) = &mut self.collected {
                    collected.sections.0.push(section);
                }
            }
            Event::GeneralRef(name) => self.reference(self.piece(name)),
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
        self.interrupt();
        let mut attributes = self.attributes(element);
        // Default attributes precede pieces that have already been reported, so only callers that sort request them.
        if self.every {
            self.add_defaults(self.piece(element.name().0), &mut attributes);
        }
        let mut declared = Vec::new();
        for attribute in &attributes {
            let prefix = match (attribute.prefix, attribute.name) {
                ("xmlns", prefix) => prefix,
                ("", "xmlns") => "",
                _ => continue,
            };
            let value = self.entities.expanded(attribute.value, attribute.at).text;
            self.namespaces.entry(prefix).or_default().push(Namespace::of(&value));
            declared.push(prefix);
        }
        let (prefix, name) = element::split(self.piece(element.name().0));
        let mut namespace = self.namespace(prefix);
        if self.root.is_none() && self.layer == 0 {
            self.is_in_package = name == "document-content";
        }
        if namespace == Namespace::None {
            namespace = *self.root.get_or_insert_with(|| Namespace::of_root(name));
        } else {
            self.root.get_or_insert(Namespace::None);
        }
        self.open.push(Open { declared, outer: None, declares: None });
        if (namespace, name) == (Namespace::Word, "fldChar") {
            self.field_character(&attributes);
        }
        let element = self.element(namespace, name, element, &attributes);
        if !has_content {
            self.end();
        } else if self.collected.is_none()
            && let Some(meaning) = tables::text(namespace, name, element.kind, element.permalink)
        {
            let (vocabulary, element, depth) = (namespace.name(), shown_name(name), self.open.len());
            let before = self.field.take_if(|_| meaning == Text::Field);
            let (built, place) = before.map_or_else(Default::default, |field| (field.built, field.place));
            let sections = CData::default();
            self.collected = Some(Collected { meaning, vocabulary, element, built, sections, place, depth });
        }
    }

    fn end(&mut self) {
        if self.collected.as_ref().is_some_and(|collected| collected.depth == self.open.len()) {
            self.end_text(true);
        }
        let Some(open) = self.open.pop() else { return };
        for prefix in open.declared {
            self.namespaces.get_mut(prefix).map(Vec::pop);
        }
        if let Some(outer) = open.outer {
            self.base = outer;
        }
    }

    fn namespace(&self, prefix: &str) -> Namespace {
        match self.namespaces.get(prefix).and_then(|spaces| spaces.last()) {
            Some(&namespace) => namespace,
            None if prefix == "xml" => Namespace::Xml,
            // An undeclared prefix is not well-formed, but some programs understand `xlink`.
            None if prefix == "xlink" => Namespace::XLink,
            None if prefix.is_empty() => Namespace::None,
            None => Namespace::Other,
        }
    }

    /// Passes a piece to the sink, unless the sink has stopped the reader.
    fn hand_out(&mut self, piece: Piece<'a>) {
        if self.flow.is_continue() {
            self.flow = (self.sink)(piece);
        }
    }

    /// Reports a piece, or holds it back until an unfinished style sheet or field before it has been reported.
    fn put(&mut self, piece: Piece<'a>) {
        match self.field.is_some() || self.collected.as_ref().is_some_and(Collected::holds) {
            true => self.held.push(piece),
            false => self.hand_out(piece),
        }
    }

    fn put_link(&mut self, mut link: Link<'a>, used: Use) {
        link.base.clone_from(&self.base);
        self.put(Piece::Link(link, used));
    }

    fn reference(&mut self, name: &str) {
        let at = self.place(name).saturating_sub(1);
        let span = Span::new(at, at + name.len() + 2);
        if self.collected.is_none() {
            if let Some(markup) = self.entities.markup(name, self.namespaces.len()) {
                self.entity(&markup, span);
            }
            return;
        }
        let expanded = self.entities.expanded(self.text.get(span.range()).unwrap_or_default(), at);
        if let Some(collected) = &mut self.collected {
            collected.reach(at, span.end);
            collected.built.unit(&expanded.text, span);
        }
    }

    /// Reads the replacement text of an entity (XML 1.0 section 4.4.2). Everything in it has the place of the
    /// reference.
    fn entity(&mut self, markup: &str, span: Span) {
        if self.layer == LAYERS {
            return self.entities.exhaust();
        }
        let mut built = Builder::default();
        built.unit(markup, span);
        let level = Level::new(span.start, built.units).within(&self.level);
        let namespaces = self.namespaces.iter().filter_map(|(&prefix, spaces)| Some((prefix, vec![*spaces.last()?])));
        let outer = &mut *self.sink;
        let sink: &mut dyn FnMut(Piece<'a>) -> ControlFlow<()> = &mut |piece| outer(piece.expanded());
        let mut inner = Document {
            bytes: self.bytes,
            text: markup,
            level: Arc::new(level),
            every: self.every,
            fragments: HashMap::new(),
            sink,
            flow: ControlFlow::Continue(()),
            limits: self.limits,
            entities: std::mem::replace(&mut self.entities, Entities::new(&self.limits)),
            layer: self.layer + 1,
            defaults: HashMap::new(),
            namespaces: namespaces.collect(),
            open: Vec::new(),
            base: self.base.clone(),
            too_deep: None,
            root: self.root,
            collected: None,
            field: None,
            is_in_package: self.is_in_package,
            held: Vec::new(),
        };
        inner.read();
        self.flow = inner.flow;
        self.too_deep = self.too_deep.or(inner.too_deep);
        self.entities = inner.entities;
    }

    /// Reads the pseudo-attributes of "Associating Style Sheets with XML documents", which may contain character
    /// references.
    fn style_sheet(&mut self, content: &'t str) {
        self.interrupt();
        let attributes = || quick_xml::events::attributes::Attributes::new(content, 0);
        let is_sound = attributes().with_checks(false).all(|attribute| attribute.is_ok());
        for attribute in attributes().flatten().filter(|attribute| attribute.key.0 == "href") {
            let value = self.piece(&attribute.value);
            let at = self.place(value);
            let quote = self.quote(value, at);
            let holder = if is_sound { Holder::XmlInstruction(quote) } else { Holder::Unknown };
            let built = Entities::new(&self.limits).expanded(value, at);
            self.put_whole(built, at, holder, Context::XmlStyleSheet, Use::Style);
        }
    }

    fn document_type(&mut self, text: &'t str) {
        self.interrupt();
        let declared = self.entities.declare(text);
        self.defaults = declared.defaults;
        let own = declared.own.map(|system| (system, Context::XmlDoctype));
        let others = declared.systems.into_iter().map(|system| (system, Context::XmlEntity));
        for (system, context) in own.into_iter().chain(others) {
            let value = self.piece(system);
            let built = Builder { text: value.to_owned(), units: Units::default() };
            let at = self.place(value);
            let holder = Holder::XmlLiteral(self.quote(value, at));
            self.put_whole(built, at, holder, context, Use::Other);
        }
    }

    /// Returns the quotes around a value.
    fn quote(&self, value: &str, at: usize) -> QuoteMark {
        QuoteMark::around(self.text.as_bytes(), Span::new(at, at + value.len()))
    }

    /// Reports a value that is a URL.
    fn put_whole(&mut self, built: Builder, at: usize, holder: Holder, context: Context<'a>, used: Use) {
        let decoded = Decoded::new(built, at, &self.level);
        let span = values::trimmed(decoded.text.as_bytes());
        let mut link = decoded.link(self.bytes, span, context);
        link.new_request = true;
        link.written = Written::url(holder, Type::Url);
        self.put_link(link, used);
    }
}
