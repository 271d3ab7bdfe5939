//! Compares how html5ever and napkin read pages, token by token.
//!
//! The comparison covers each start tag's name, attributes (decoded, the first of each name) and fate, each element's namespace,
//! and the texts of `style` and `noscript`. The oracle is html5ever with its own tree builder; the tree is not kept.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, TokenizerResult};
use napkin_html::{self as html, Fate, Namespace, Scanner, TextKind};

/// An event of a page, in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A start tag: its fate, its namespace if it becomes an element, its name, its attributes in order.
    Tag(Fate, Namespace, String, Vec<(String, String)>),
    /// Text of a `style` or a `noscript`; of SVG where it says so.
    Text(Namespace, String),
}

/// Adds a text; adjacent texts are joined.
fn add_text(events: &mut Vec<Event>, namespace: Namespace, text: &str) {
    match events.last_mut() {
        Some(Event::Text(last, so_far)) if *last == namespace => so_far.push_str(text),
        _ if text.is_empty() => {}
        _ => events.push(Event::Text(namespace, text.to_owned())),
    }
}

/// Returns the events of a page by html5ever.
#[must_use]
pub fn oracle(page: &str) -> Vec<Event> {
    let builder = TreeBuilder::new(Tree::default(), TreeBuilderOpts::default());
    let tokenizer = Tokenizer::new(Watch { builder }, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.builder.sink.events.take()
}

/// Observes each token before the tree builder.
struct Watch {
    builder: TreeBuilder<usize, Tree>,
}

impl TokenSink for Watch {
    type Handle = usize;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<usize> {
        let tag = match &token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => Some(tag.clone()),
            _ => None,
        };
        let tree = &self.builder.sink;
        tree.last.take();
        tree.merged.set(false);
        let before = tree.events.borrow().len();
        let result = self.builder.process_token(token, line);
        if let Some(tag) = tag {
            // Delayed texts belong before the tag.
            let event = self.made(&tag);
            tree.events.borrow_mut().push(event);
            assert!(before < tree.events.borrow().len());
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Watch {
    /// Returns the event of a tag. Its element is the last created one, after implied and reopened elements.
    fn made(&self, tag: &Tag) -> Event {
        let tree = &self.builder.sink;
        let last = tree.last.take();
        let own = last.filter(|name| {
            let same = name.local.eq_ignore_ascii_case(&tag.name);
            same || &*tag.name == "image" && &*name.local == "img"
        });
        let (fate, namespace) = match own {
            Some(name) => (Fate::Element, namespace(&name)),
            None if tree.merged.get() => (Fate::Merged, Namespace::Html),
            None => (Fate::Ignored, Namespace::Html),
        };
        let attributes =
            tag.attrs.iter().map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()));
        Event::Tag(fate, namespace, tag.name.to_string(), attributes.collect())
    }
}

fn namespace(name: &QualName) -> Namespace {
    match &*name.ns {
        "http://www.w3.org/2000/svg" => Namespace::Svg,
        "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
        _ => Namespace::Html,
    }
}

/// Elements by number, without the tree.
#[derive(Default)]
struct Tree {
    names: RefCell<Vec<(QualName, bool)>>,
    events: RefCell<Vec<Event>>,
    last: RefCell<Option<QualName>>,
    merged: Cell<bool>,
}

impl Tree {
    fn text(&self, parent: usize, child: NodeOrText<usize>) {
        let NodeOrText::AppendText(text) = child else { return };
        let names = self.names.borrow();
        let Some((name, _)) = parent.checked_sub(1).and_then(|parent| names.get(parent)) else { return };
        let is_kept = match (namespace(name), &*name.local) {
            (Namespace::Html, "style" | "noscript") => true,
            (namespace, "style") => namespace == Namespace::Svg,
            _ => false,
        };
        if is_kept {
            add_text(&mut self.events.borrow_mut(), namespace(name), &text);
        }
    }
}

impl TreeSink for Tree {
    type Handle = usize;
    type Output = ();
    type ElemName<'a> = Lent<'a>;

    fn finish(self) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Lent<'a> {
        Lent(Ref::map(self.names.borrow(), |names| &names[*target - 1].0))
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> usize {
        let mut names = self.names.borrow_mut();
        *self.last.borrow_mut() = Some(name.clone());
        names.push((name, flags.mathml_annotation_xml_integration_point));
        names.len()
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        0
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        0
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.text(*parent, child);
    }

    fn append_based_on_parent_node(&self, _: &usize, previous: &usize, child: NodeOrText<usize>) {
        self.text(*previous, child);
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &usize, _: NodeOrText<usize>) {}

    fn add_attrs_if_missing(&self, _: &usize, _: Vec<Attribute>) {
        self.merged.set(true);
    }

    fn remove_from_parent(&self, _: &usize) {}

    fn reparent_children(&self, _: &usize, _: &usize) {}

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        handle.checked_sub(1).is_some_and(|handle| self.names.borrow()[handle].1)
    }

    fn allow_declarative_shadow_roots(&self, _: &usize) -> bool {
        false
    }
}

/// A name that is lent to the tree builder.
#[derive(Debug)]
struct Lent<'a>(Ref<'a, QualName>);

impl ElemName for Lent<'_> {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

/// Returns the events of a page by napkin.
#[must_use]
pub fn ours(page: &[u8]) -> Vec<Event> {
    let mut events = Events(Vec::new());
    let _ = html::scan(page, &mut events);
    events.0
}

/// Returns the events of a page by napkin in windows; `sizes` gives the number of bytes that each window adds.
#[must_use]
pub fn ours_in_windows(page: &[u8], sizes: &mut dyn FnMut() -> usize) -> Vec<Event> {
    let mut events = Events(Vec::new());
    let mut scanner = Scanner::new();
    let (mut start, mut end) = (0, 0);
    while end < page.len() {
        end = (end + sizes().max(1)).min(page.len());
        start += consumed(scanner.scan(&page[start..end], false, &mut events));
        assert!(start <= end);
    }
    consumed(scanner.scan(&page[start..], true, &mut events));
    events.0
}

fn consumed(flow: ControlFlow<usize, usize>) -> usize {
    flow.continue_value().expect("the sink never breaks")
}

struct Events(Vec<Event>);

impl html::Sink for Events {
    fn tag(&mut self, tag: &html::Tag<'_>) -> ControlFlow<()> {
        let mut seen = BTreeSet::new();
        let mut attributes = Vec::new();
        for attribute in tag.attributes {
            let name = lower(tag.bytes(attribute.name));
            if seen.insert(name.clone()) {
                attributes.push((name, tag.value(attribute).into_owned()));
            }
        }
        self.0.push(Event::Tag(tag.fate, tag.namespace, lower(tag.bytes(tag.name)), attributes));
        ControlFlow::Continue(())
    }

    fn text(&mut self, text: &html::Text<'_>) -> ControlFlow<()> {
        let raw = String::from_utf8_lossy(&text.window[text.span.range()]);
        let plain = raw.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
        let namespace = match text.kind {
            TextKind::Style | TextKind::Noscript | TextKind::JsonLd => Namespace::Html,
            TextKind::SvgStyle | TextKind::SvgStyleVerbatim => Namespace::Svg,
        };
        add_text(&mut self.0, namespace, &plain);
        ControlFlow::Continue(())
    }
}

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_ascii_lowercase().replace('\0', "\u{fffd}")
}

/// Returns a known reason why html5ever and napkin may differ on a page: a departure of html5ever 0.40.1 from the standard as
/// of 2026.
#[must_use]
pub fn excuse(page: &str) -> Option<&'static str> {
    let page = page.to_ascii_lowercase();
    let has = |name: &str| page.contains(&format!("<{name}"));
    if has("annotation-xml") {
        return Some("annotation-xml is special, ends scopes, and may be an integration point (13.2.4.2, 13.2.6.5)");
    }
    if has("search") {
        return Some("search is special (13.2.4.2)");
    }
    if has("template") && has("thead") {
        return Some("a thead that is the context of a template ends as a tbody does (13.2.6.4.13)");
    }
    let foreign = ["mi", "mo", "mn", "ms", "mtext", "desc", "title", "foreignobject"];
    if (has("svg") || has("math")) && foreign.iter().any(|name| has(name)) {
        return Some("integration points are special (13.2.4.2)");
    }
    None
}

/// Returns the first difference between two results. Texts of an SVG `style` are ignored if they may have character references.
#[must_use]
pub fn difference(page: &str, ours: &[Event], theirs: &[Event]) -> Option<String> {
    let text_counts = !(page.contains('&') && ours.iter().any(|event| matches!(event, Event::Text(Namespace::Svg, _))));
    let is_compared = |event: &&Event| text_counts || !matches!(event, Event::Text(Namespace::Svg, _));
    let (mut left, mut right) = (ours.iter().filter(is_compared), theirs.iter().filter(is_compared));
    for at in 0.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return Some(format!("event {at}:\n  ours   {a:?}\n  theirs {b:?}")),
        }
    }
    None
}
