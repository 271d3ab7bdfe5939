//! References in HTML.
//!
//! Decides: which attributes and texts of a page are references, by the committed table of attributes, and which `base`
//! element counts. Tokenizing is `lol_html`'s, which gets foreign content right; it does not decode character references
//! (`references` does), reports duplicate attributes (the first one wins here), and sees `noscript` as text (read once
//! more here). Contents of `template` are reported, as they become part of the page when it is used; `srcdoc` is a
//! document of its own. Some places hold URLs and are no links, for which the screen asks.

use crate::context::Context;
use crate::link::Link;
use crate::links::attributes::{self, Foreign, NewRequest, Row, Space, Type};
use crate::links::{css, references, values};
use crate::map::{Level, Map};
use crate::options::Options;
use crate::usage::Use;
use lol_html::html_content::{Attribute, Element, TextChunk, TextType};
use lol_html::{ElementContentHandlers, HtmlRewriter, Selector, Settings};
use napkin::Span;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Hands every link of a page to `sink`.
pub(crate) fn links<'a>(bytes: &'a [u8], options: &Options, sink: &mut dyn FnMut(Link<'a>)) {
    let sink = &mut |place| {
        if let Place::Link(link, _) = place {
            sink(link);
        }
    };
    let page = Page { bytes, options, every: false, sink };
    page.read(Span::new(0, bytes.len()), options.limits.noscript);
}

/// What a page holds of others.
pub(crate) enum Place<'a> {
    /// A link. What it is for is said where every place is asked for.
    Link(Link<'a>, Use),
    /// A document in an attribute.
    Document { text: Cow<'a, str>, level: Level, span: Span },
}

/// Hands every place of a page to `sink` at which a URL, or a document, may stand: the links with what they are for, the
/// base, `srcdoc`, links of MathML, and what SVG writes into style or into links when it is shown.
pub(crate) fn places<'a>(bytes: &'a [u8], options: &Options, sink: &mut dyn FnMut(Place<'a>)) {
    let page = Page { bytes, options, every: true, sink };
    page.read(Span::new(0, bytes.len()), options.limits.noscript);
}

struct Page<'a, 's> {
    bytes: &'a [u8],
    options: &'s Options,
    /// Whether places that are no links count.
    every: bool,
    sink: &'s mut dyn FnMut(Place<'a>),
}

impl<'a> Page<'a, '_> {
    /// Reads a part of the page: all of it, or the text of a `noscript`.
    fn read(self, part: Span, noscript_depth: usize) {
        let bytes = self.bytes;
        let options = self.options;
        let every = self.every;
        let sink = RefCell::new(self.sink);
        let style = RefCell::new(None::<(Span, TextType)>);
        let noscript = RefCell::new(None::<Span>);
        // Where raw text would begin, were it that of the last `style` or `noscript`. Inside elements of SVG and MathML,
        // which is no raw text, it may be that of another element further in.
        let raw_start = Cell::new(None);
        let elements = |element: &mut Element<'_, '_>| {
            let tag = Tag { every, ..Tag::new(bytes, part.start, element) };
            tag.links(element.attributes(), &mut **sink.borrow_mut());
            Ok(())
        };
        let styles = |text: &mut TextChunk<'_>| {
            let span = grow(style.borrow().map(|(span, _)| span), text, part.start);
            *style.borrow_mut() = Some((span, text.text_type()));
            if text.last_in_text_node() {
                let is_own = text.text_type() != TextType::RawText || raw_start.get() == Some((Raw::Style, span.start));
                if is_own {
                    style_sheet(bytes, span, text.text_type(), &mut **sink.borrow_mut());
                }
                *style.borrow_mut() = None;
            }
            Ok(())
        };
        let enter_style = |element: &mut Element<'_, '_>| {
            raw_start.set(Some((Raw::Style, part.start + element.source_location().bytes().end)));
            Ok(())
        };
        let enter_noscript = |element: &mut Element<'_, '_>| {
            raw_start.set(Some((Raw::Noscript, part.start + element.source_location().bytes().end)));
            Ok(())
        };
        let noscripts = |text: &mut TextChunk<'_>| {
            let span = grow(*noscript.borrow(), text, part.start);
            *noscript.borrow_mut() = Some(span);
            if text.last_in_text_node() {
                let is_own = raw_start.get() == Some((Raw::Noscript, span.start));
                if is_own && text.text_type() == TextType::RawText && noscript_depth > 0 {
                    let page = Page { bytes, options, every, sink: &mut **sink.borrow_mut() };
                    page.read(span, noscript_depth - 1);
                }
                *noscript.borrow_mut() = None;
            }
            Ok(())
        };
        let settings = Settings::new()
            .with_strict(false)
            .append_element_content_handler((selector("*"), ElementContentHandlers::default().element(elements)))
            .append_element_content_handler((
                selector("style"),
                ElementContentHandlers::default().element(enter_style).text(styles),
            ))
            .append_element_content_handler((
                selector("noscript"),
                ElementContentHandlers::default().element(enter_noscript).text(noscripts),
            ));
        run(settings, &bytes[part.range()]);
    }
}

/// Elements whose raw text is read further.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Raw {
    Style,
    Noscript,
}

fn selector(name: &str) -> Cow<'static, Selector> {
    Cow::Owned(name.parse().expect("a selector of this file"))
}

/// Errors cannot occur: memory is not limited here, handlers return none, ambiguity is not an error without `strict`.
/// If one did, the links up to it have been reported.
fn run(settings: Settings<'_, '_>, bytes: &[u8]) {
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    if rewriter.write(bytes).is_ok() {
        let _ = rewriter.end();
    }
}

/// The span of a text that arrives in pieces.
fn grow(so_far: Option<Span>, piece: &TextChunk<'_>, start: usize) -> Span {
    let piece = Span::from(piece.source_location().bytes()).shift(start);
    so_far.map_or(piece, |so_far| Span::new(so_far.start, piece.end.max(so_far.end)))
}

/// The style sheet in a `style` element: as it stands in HTML, with character references in SVG.
fn style_sheet<'a>(bytes: &'a [u8], span: Span, text_type: TextType, sink: &mut dyn FnMut(Place<'a>)) {
    let raw = &bytes[span.range()];
    if memchr::memchr2(b'(', b'@', raw).is_none() {
        return;
    }
    // A style element in SVG is ordinary text. Character references without semicolon are decoded as in attributes.
    if text_type == TextType::Data {
        let (text, level) = references::decode(raw, span.start);
        css_links(bytes, text.as_bytes(), &level, &Context::HtmlStyle, sink);
    } else {
        css_links(bytes, raw, &Level::verbatim(span.start), &Context::HtmlStyle, sink);
    }
}

/// The references in CSS that was decoded by `level` from the page.
fn css_links<'a>(bytes: &'a [u8], css: &[u8], level: &Level, context: &Context<'a>, sink: &mut dyn FnMut(Place<'a>)) {
    css::urls(css, &mut |found, used| {
        let built = css::decode(&css[found.range()], found.start);
        let map = Map { inner: Level::new(found.start, built.units), outer: Some(level.clone()) };
        // An escape at either edge that stands for nothing is no part of the reference.
        let span = if built.text.is_empty() { level.source(found) } else { map.source(Span::new(0, built.text.len())) };
        let mut link = Link::verbatim(bytes, span, "", context.clone());
        if link.raw == built.text.as_bytes() {
            link.text = Cow::Borrowed(std::str::from_utf8(link.raw).unwrap_or_default());
        } else {
            link.text = Cow::Owned(built.text);
            link.map = Some(Box::new(map));
        }
        link.new_request = true;
        sink(Place::Link(link, used));
    });
}

/// A start tag, with what its attributes need to know of each other.
struct Tag<'a> {
    bytes: &'a [u8],
    start: usize,
    name: Cow<'a, str>,
    space: Space,
    is_math: bool,
    every: bool,
}

impl<'a> Tag<'a> {
    fn new(bytes: &'a [u8], start: usize, element: &Element<'_, '_>) -> Self {
        let from = start + element.source_location().bytes().start + 1;
        let rest = &bytes[from..];
        let end = rest.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/' | b'>'));
        let name = &rest[..end.unwrap_or(rest.len())];
        let space = if element.namespace_uri() == "http://www.w3.org/2000/svg" { Space::Svg } else { Space::Html };
        let is_math = element.namespace_uri() == "http://www.w3.org/1998/Math/MathML";
        Self { bytes, start, name: lower(name), space, is_math, every: false }
    }

    fn links(&self, tag: &[Attribute<'_>], sink: &mut dyn FnMut(Place<'a>)) {
        let mut seen: Vec<&'static str> = Vec::new();
        for attribute in tag {
            let name = self.name_of(attribute);
            let Some(row) = attributes::find(self.space, &self.name, &name) else {
                let is_foreign = self.every && (self.is_math || self.space == Space::Svg);
                let foreign = || attributes::foreign(self.is_math, &self.name, &name);
                if let Some(foreign) = is_foreign.then(foreign).flatten()
                    && !seen.contains(&foreign.attribute)
                {
                    seen.push(foreign.attribute);
                    self.foreign(&foreign, attribute, tag, sink);
                }
                continue;
            };
            // HTML standard 13.2.5.33: of duplicate attributes the first one counts.
            if seen.contains(&row.attribute) {
                continue;
            }
            seen.push(row.attribute);
            self.attribute(row, attribute, tag, sink);
        }
    }

    /// What is no link by the table: of MathML, and what SVG animates or shows.
    fn foreign(
        &self,
        foreign: &Foreign,
        attribute: &Attribute<'_>,
        tag: &[Attribute<'_>],
        sink: &mut dyn FnMut(Place<'a>),
    ) {
        let animates_link = || self.other(tag, "attributename").is_some_and(|name| attributes::is_href(&name));
        if foreign.is_animation && !animates_link() {
            return;
        }
        let value = self.value_of(attribute);
        let (text, level) = references::decode(&self.bytes[value.range()], value.start);
        let place = Context::HtmlAttribute { element: self.name.clone(), attribute: foreign.attribute };
        let found = Found { bytes: self.bytes, text: &text, level: &level, new_request: true, codebase: None };
        let mut report = |span| sink(Place::Link(found.link(span, place.clone()), Use::Navigation));
        match foreign.kind {
            Type::Css => css_links(self.bytes, text.as_bytes(), &level, &place, sink),
            Type::Urls => values::semicolon_separated(text.as_bytes(), &mut report),
            _ => report(values::trimmed(text.as_bytes())),
        }
    }

    /// What the attribute's reference is for.
    fn used(&self, row: &Row, tag: &[Attribute<'_>]) -> Use {
        match (&*self.name, row.attribute) {
            _ if !self.every => Use::Other,
            ("link", "href") => {
                let text = |name| self.other(tag, name).unwrap_or_default();
                Use::of_link(&text("rel"), &text("as"))
            }
            (element, attribute) => Use::of_attribute(element, attribute),
        }
    }

    fn attribute(&self, row: &Row, attribute: &Attribute<'_>, tag: &[Attribute<'_>], sink: &mut dyn FnMut(Place<'a>)) {
        let value = self.value_of(attribute);
        let raw = &self.bytes[value.range()];
        if row.kind == Type::Css && memchr::memchr(b'(', raw).is_none() && memchr::memchr(b'&', raw).is_none() {
            return;
        }
        let (text, level) = references::decode(raw, value.start);
        let place = Context::HtmlAttribute { element: self.name.clone(), attribute: row.attribute };
        let codebase = if row.codebase { self.other(tag, "codebase") } else { None };
        let new_request = match row.new_request {
            NewRequest::Always => true,
            NewRequest::Never => false,
            NewRequest::ByRel => self.other(tag, "rel").is_some_and(|rel| loads_with_page(&rel)),
        };
        let found = Found { bytes: self.bytes, text: &text, level: &level, new_request, codebase };
        let used = self.used(row, tag);
        let mut report = |span| sink(Place::Link(found.link(span, place.clone()), used));
        match row.kind {
            Type::Url => report(values::trimmed(text.as_bytes())),
            Type::Urls => values::spaced(text.as_bytes(), &mut report),
            Type::CommaUrls => values::comma_separated(text.as_bytes(), &mut report),
            Type::Srcset => values::srcset(text.as_bytes(), &mut report),
            Type::Css => css_links(self.bytes, text.as_bytes(), &level, &place, sink),
            Type::Refresh if self.is_refresh(tag) => {
                if let Some(span) = values::refresh(text.as_bytes()) {
                    sink(Place::Link(found.link(span, Context::HtmlRefresh), Use::Navigation));
                }
            }
            // The base is not a link, nor is a document inside an attribute.
            Type::Base if self.every => {
                let link = found.link(values::trimmed(text.as_bytes()), place);
                sink(Place::Link(link, Use::Other));
            }
            Type::Document if self.every => sink(Place::Document { text, level, span: value }),
            Type::Refresh | Type::Base | Type::Document => {}
        }
    }

    fn is_refresh(&self, tag: &[Attribute<'_>]) -> bool {
        self.other(tag, "http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
    }

    /// The decoded value of another attribute of the same tag.
    fn other(&self, tag: &[Attribute<'_>], name: &str) -> Option<Cow<'a, str>> {
        let attribute = tag.iter().find(|attribute| self.name_of(attribute) == name)?;
        let value = self.value_of(attribute);
        Some(references::decode(&self.bytes[value.range()], value.start).0)
    }

    fn name_of(&self, attribute: &Attribute<'_>) -> Cow<'a, str> {
        let span =
            attribute.name_source_location().map_or(Span::new(0, 0), |at| Span::from(at.bytes()).shift(self.start));
        lower(&self.bytes[span.range()])
    }

    /// The value's place; behind the name where there is no value, which is the empty one.
    fn value_of(&self, attribute: &Attribute<'_>) -> Span {
        let behind_name = || attribute.name_source_location().map_or(0, |name| name.bytes().end);
        let value = attribute.value_source_location().map(|value| Span::from(value.bytes()));
        value.unwrap_or_else(|| Span::new(behind_name(), behind_name())).shift(self.start)
    }
}

/// Names in lower case. They are so in most pages, and then nothing is copied.
fn lower(name: &[u8]) -> Cow<'_, str> {
    match String::from_utf8_lossy(name) {
        Cow::Borrowed(name) if !name.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Borrowed(name),
        name => Cow::Owned(name.to_ascii_lowercase()),
    }
}

/// HTML standard 4.6.7: link types of `link` that fetch by themselves.
fn loads_with_page(rel: &str) -> bool {
    const LOADING: [&str; 8] =
        ["stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest", "apple-touch-icon", "mask-icon"];
    rel.split_ascii_whitespace().any(|word| LOADING.iter().any(|loading| word.eq_ignore_ascii_case(loading)))
}

/// A decoded attribute value in which references are found.
struct Found<'a, 't> {
    bytes: &'a [u8],
    text: &'t Cow<'a, str>,
    level: &'t Level,
    new_request: bool,
    codebase: Option<Cow<'a, str>>,
}

impl<'a> Found<'a, '_> {
    fn link(&self, span: Span, context: Context<'a>) -> Link<'a> {
        let mut link = Link::verbatim(self.bytes, self.level.source(span), "", context);
        link.text = match self.text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[span.range()]),
            Cow::Owned(text) => Cow::Owned(text[span.range()].to_owned()),
        };
        if !self.level.is_verbatim() {
            link.map = Some(Box::new(Map { inner: self.level.slice(span.start), outer: None }));
        }
        link.new_request = self.new_request;
        link.codebase.clone_from(&self.codebase);
        link
    }
}

/// The `base` element that counts.
pub(crate) struct BaseElement<'a> {
    pub(crate) element: Span,
    pub(crate) span: Span,
    pub(crate) href: Cow<'a, str>,
}

/// The first `base` element with an `href` that is in the document: not in a template, not in SVG.
pub(crate) fn base_element(bytes: &[u8]) -> Option<BaseElement<'_>> {
    if !mentions_base(bytes) {
        return None;
    }
    let found = RefCell::new(None);
    let templates = Rc::new(Cell::new(0_usize));
    let bases = |element: &mut Element<'_, '_>| {
        let tag = Tag::new(bytes, 0, element);
        if tag.space == Space::Html && templates.get() == 0 && found.borrow().is_none() {
            *found.borrow_mut() = tag.base(element);
        }
        Ok(())
    };
    let enter_template = |element: &mut Element<'_, '_>| {
        if let Some(handlers) = element.end_tag_handlers() {
            templates.set(templates.get() + 1);
            let templates = Rc::clone(&templates);
            handlers.push(Box::new(move |_| {
                templates.set(templates.get().saturating_sub(1));
                Ok(())
            }));
        }
        Ok(())
    };
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler((selector("base"), ElementContentHandlers::default().element(bases)))
        .append_element_content_handler((
            selector("template"),
            ElementContentHandlers::default().element(enter_template),
        ));
    run(settings, bytes);
    found.into_inner()
}

impl<'a> Tag<'a> {
    fn base(&self, element: &Element<'_, '_>) -> Option<BaseElement<'a>> {
        let href = element.attributes().iter().find(|attribute| self.name_of(attribute) == "href")?;
        let value = self.value_of(href);
        let (text, level) = references::decode(&self.bytes[value.range()], value.start);
        let inner = values::trimmed(text.as_bytes());
        let href = match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[inner.range()]),
            Cow::Owned(text) => Cow::Owned(text[inner.range()].to_owned()),
        };
        Some(BaseElement { element: element.source_location().bytes().into(), span: level.source(inner), href })
    }
}

/// Most pages have no `base`; then one look suffices.
fn mentions_base(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'<', bytes)
        .any(|at| bytes.get(at + 1..at + 5).is_some_and(|name| name.eq_ignore_ascii_case(b"base")))
}
