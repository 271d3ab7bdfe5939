//! Finds references in HTML. Start with `Begun`, which reads a page once for its base and its links.
//!
//! The table of attributes determines which attributes contain references. The crate `napkin-html` finds the tags and
//! their namespaces; `references` decodes character references. Scripting is enabled in that crate, so this module
//! parses the text of a `noscript` again, as a page. The content of a `template` is reported, because it becomes part
//! of the page when used. Tags that become no element, such as a `tr` outside a table, are reported too, because the
//! input may be a part of a page. A `srcdoc` is a nested document. Some places contain URLs but are not links; only the
//! screen requests them.

use crate::attributes::{self, Foreign, Namespace, NewRequest, Row, Type};
use crate::context::Context;
use crate::link::Link;
use crate::links::{css, members};
use crate::options::{Limits, Options};
use crate::rules;
use crate::usage::Use;
use crate::written::{Holder, QuoteMark, Written};
use crate::{references, values};
use memchr::memmem;
use napkin::map::{Level, Map};
use napkin::{Finding, Span, Standard};
use napkin_html::{self as html, Attribute, Fate, Problem, ProblemKind, Scanner, Tag, Text, TextKind};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

/// How much of a window to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    /// The content that does not depend on the bytes after the window.
    Whole,
    /// All of it, because nothing follows.
    Last,
    /// The incomplete token at the start of the window.
    Cut,
}

impl Go {
    fn on<S: html::Sink>(self, scanner: &mut Scanner, window: &[u8], sink: &mut S) -> usize {
        consumed(match self {
            Self::Cut => scanner.cut(window, sink),
            _ => scan(scanner, window, self == Self::Last, sink),
        })
    }
}

#[cfg(test)]
std::thread_local! {
    /// The number of bytes that scanners of this thread have read.
    pub(crate) static SCANNED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

fn scan<S: html::Sink>(scanner: &mut Scanner, window: &[u8], is_last: bool, sink: &mut S) -> ControlFlow<usize, usize> {
    let flow = scanner.scan(window, is_last, sink);
    #[cfg(test)]
    SCANNED.set(SCANNED.get() + consumed(flow));
    flow
}

/// A place in a page: a link, a nested document, or a limit.
pub(crate) enum Place<'a> {
    /// A link. Its use is determined only if every place is requested.
    Link(Link<'a>, Use),
    /// A nested document in an attribute.
    Document { text: Cow<'a, str>, level: Level, span: Span },
    /// A part of the page that was not read completely, because a limit was reached.
    Limit(Finding),
}

/// Passes every place of a page that may contain a URL or a document to `sink`: the links with their uses, the
/// documents in `srcdoc`, the base, and the values that SVG animations assign to links.
pub(crate) fn places<'a>(
    bytes: &'a [u8],
    options: &Options,
    sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    Begun::at_start(&options.limits).read(bytes, options, true, sink)?;
    ControlFlow::Continue(())
}

/// Passes the places of a window of a page to `sink`, and returns the number of bytes consumed. `every` also requests
/// places that are not links.
pub(crate) fn window<'w>(
    scanner: &mut Scanner,
    go: Go,
    bytes: &'w [u8],
    (options, every): (&Options, bool),
    sink: &mut dyn FnMut(Place<'w>) -> ControlFlow<()>,
) -> usize {
    let limits = &options.limits;
    go.on(scanner, bytes, &mut Page { bytes, start: 0, every, limits, noscript: limits.noscript, sink })
}

/// Returns the number of bytes that a scanner has read, whether it was stopped or not.
const fn consumed(flow: ControlFlow<usize, usize>) -> usize {
    match flow {
        ControlFlow::Continue(read) | ControlFlow::Break(read) => read,
    }
}

/// Converts a problem of a page that begins at `start` of the document to a finding.
pub(crate) fn finding(problem: Problem, start: usize) -> Finding {
    let rule = match problem.kind {
        ProblemKind::EofInTag => rules::EOF_IN_TAG,
        ProblemKind::EofInComment => rules::EOF_IN_COMMENT,
        ProblemKind::EofInDoctype => rules::EOF_IN_DOCTYPE,
        ProblemKind::EofInCdata => rules::EOF_IN_CDATA,
        ProblemKind::EofInRawText => rules::EOF_IN_RAW_TEXT,
        ProblemKind::EofInScriptHtmlCommentLikeText => rules::EOF_IN_SCRIPT_HTML_COMMENT_LIKE_TEXT,
        _ => rules::ELEMENTS_TOO_DEEP,
    };
    Finding::new(rule, Standard::Whatwg, place(problem.span, start), problem.expected, None)
}

/// Converts a span of a page that begins at `start` of the document to a span of the document.
fn place(span: html::Span, start: usize) -> Span {
    Span::from(span.shift(start).range())
}

/// A page that has been scanned up to its base: what precedes the base is kept, so that the rest is scanned only once.
#[derive(Debug)]
pub(crate) struct Begun {
    scanner: Scanner,
    /// The number of bytes that have been scanned.
    at: usize,
    is_over: bool,
    events: Vec<Event>,
    /// The attributes of the tags in `events`.
    attributes: Vec<Attribute>,
    /// The `base` element that applies.
    pub(crate) base: Option<BaseElement>,
}

/// A result of the scanner.
#[derive(Debug)]
enum Event {
    Tag { name: html::Span, namespace: html::Namespace, attributes: Range<usize> },
    Text(html::Span, TextKind),
    Problem(Problem),
}

/// The number of tags and attributes before a base that are kept: 5 MB. If there are more, they are scanned twice.
pub(crate) const KEPT: usize = 1 << 16;

impl Begun {
    /// Begins to read a page whose base is not needed.
    pub(crate) fn at_start(limits: &Limits) -> Self {
        let scanner = Scanner::with_limits(&limits.html());
        Self { scanner, at: 0, is_over: false, events: Vec::new(), attributes: Vec::new(), base: None }
    }

    /// Scans a page up to the first `base` element with an `href` that is in the document: not in a template, not in
    /// SVG. A page without a tag that may be one is not scanned. Keeps at most `most` tags and attributes.
    pub(crate) fn to_base(bytes: &[u8], limits: &Limits, most: usize) -> Self {
        let Some(next) = next_base_tag(bytes, 0) else { return Self::at_start(limits) };
        let mut scanner = Scanner::with_limits(&limits.html());
        let begun = Self::at_start(limits);
        let mut before = BeforeBase { bytes, next, room: Some(most), begun };
        let flow = scan(&mut scanner, bytes, true, &mut before);
        match before {
            BeforeBase { room: None, begun, .. } => begun,
            BeforeBase { begun, .. } => Self { scanner, at: consumed(flow), is_over: flow.is_continue(), ..begun },
        }
    }

    /// Passes the places of the page to `sink`, and returns the markup that is open at its end. `every` also requests
    /// places that are not links.
    pub(crate) fn read<'a>(
        mut self,
        bytes: &'a [u8],
        options: &Options,
        every: bool,
        sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<Problem>> {
        let limits = &options.limits;
        let page = &mut Page { bytes, start: 0, every, limits, noscript: limits.noscript, sink };
        for event in self.events {
            match event {
                Event::Tag { name, namespace, attributes } => {
                    page.element(name, namespace, &self.attributes[attributes])?
                }
                Event::Text(span, kind) => page.content(span, kind)?,
                Event::Problem(problem) => html::Sink::problem(page, problem)?,
            }
        }
        page.start = self.at;
        if !self.is_over && scan(&mut self.scanner, &bytes[self.at..], true, page).is_break() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(self.scanner.unfinished())
    }
}

/// Keeps what precedes the base of a page.
struct BeforeBase<'b> {
    bytes: &'b [u8],
    /// The offset of the next tag that may be the base.
    next: usize,
    /// The number of tags and attributes that may still be kept. `None` if there were more: then nothing is kept.
    room: Option<usize>,
    begun: Begun,
}

impl BeforeBase<'_> {
    fn keep(&mut self, event: Event, attributes: &[Attribute]) {
        self.room = self.room.and_then(|room| room.checked_sub(1 + attributes.len()));
        if self.room.is_some() {
            self.begun.events.push(event);
            self.begun.attributes.extend_from_slice(attributes);
        } else {
            (self.begun.events, self.begun.attributes) = (Vec::new(), Vec::new());
        }
    }
}

impl html::Sink for BeforeBase<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        if !tag.attributes.is_empty() {
            let start = self.begun.attributes.len();
            let attributes = start..start + tag.attributes.len();
            self.keep(Event::Tag { name: tag.name, namespace: tag.namespace, attributes }, tag.attributes);
        }
        self.begun.base = base_of(self.bytes, tag);
        if self.begun.base.is_some() {
            return ControlFlow::Break(());
        }
        if tag.span.start >= self.next {
            let Some(next) = next_base_tag(self.bytes, tag.span.start + 1) else { return ControlFlow::Break(()) };
            self.next = next;
        }
        ControlFlow::Continue(())
    }

    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        self.keep(Event::Text(text.span, text.kind), &[]);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        self.keep(Event::Problem(problem), &[]);
        ControlFlow::Continue(())
    }
}

/// A page, or the content of a `noscript` in a page.
struct Page<'a, 's> {
    bytes: &'a [u8],
    /// The offset of the part in the page.
    start: usize,
    /// Whether places that are not links are requested.
    every: bool,
    limits: &'s Limits,
    /// The number of further `noscript` levels to read.
    noscript: usize,
    sink: &'s mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
}

impl html::Sink for Page<'_, '_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        if tag.attributes.is_empty() {
            return ControlFlow::Continue(());
        }
        self.element(tag.name, tag.namespace, tag.attributes)
    }

    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        self.content(text.span, text.kind)
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        (self.sink)(Place::Limit(finding(problem, self.start)))
    }
}

impl Page<'_, '_> {
    #[inline]
    fn element(&mut self, name: html::Span, namespace: html::Namespace, tag: &[Attribute]) -> ControlFlow<()> {
        let (bytes, start, is_math) = (self.bytes, self.start, namespace == html::Namespace::MathMl);
        let namespace = if namespace == html::Namespace::Svg { Namespace::Svg } else { Namespace::Html };
        let name = &bytes[name.shift(start).range()];
        Element { bytes, start, name, namespace, is_math, every: self.every, tag }.links(&mut *self.sink)
    }

    fn content(&mut self, span: html::Span, kind: TextKind) -> ControlFlow<()> {
        let span = place(span, self.start);
        if kind == TextKind::JsonLd {
            return json_ld(self.bytes, span, self.limits, &mut *self.sink);
        }
        if kind != TextKind::Noscript {
            return style_sheet(self.bytes, span, kind, &mut *self.sink);
        }
        let part = &self.bytes[span.range()];
        if let Some(noscript) = self.noscript.checked_sub(1) {
            let page = &mut Page { start: span.start, noscript, sink: &mut *self.sink, ..*self };
            if scan(&mut Scanner::with_limits(&self.limits.html()), part, true, page).is_break() {
                return ControlFlow::Break(());
            }
        } else if memchr::memchr(b'<', part).is_some() {
            (self.sink)(Place::Limit(too_deep(span)))?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns the finding for a nested document that is too deep to be read.
pub(crate) fn too_deep(span: Span) -> Finding {
    Finding::new(rules::DOCUMENT_TOO_DEEP, Standard::Whatwg, span, "", None)
}

/// Reads a script that is data in JSON-LD (JSON-LD 1.1 section 7).
fn json_ld<'a>(
    bytes: &'a [u8],
    span: Span,
    limits: &Limits,
    sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut findings = Vec::new();
    let options = Options { limits: *limits, ..Options::default() };
    // The page does not load what its data names.
    members::script(bytes, span, &options, &mut findings, &mut |link| sink(Place::Link(link, Use::Navigation)))?;
    findings.into_iter().try_for_each(|finding| sink(Place::Limit(finding)))
}

/// Reads the style sheet in a `style` element: undecoded in HTML, with character references in SVG.
fn style_sheet<'a>(
    bytes: &'a [u8],
    span: Span,
    kind: TextKind,
    sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let raw = &bytes[span.range()];
    if memchr::memchr2(b'(', b'@', raw).is_none() {
        return ControlFlow::Continue(());
    }
    // In SVG, the content of a `style` element is ordinary text. Character references without a semicolon are decoded
    // as in attributes.
    if kind == TextKind::SvgStyle {
        let (text, level) = references::decode(raw, span.start);
        let sheet = Sheet { bytes, css: text.as_bytes(), level: &level, holder: Holder::HtmlText };
        sheet.links(&Context::HtmlStyle, sink)
    } else {
        let level = Level::verbatim(span.start);
        Sheet { bytes, css: raw, level: &level, holder: Holder::HtmlRawText }.links(&Context::HtmlStyle, sink)
    }
}

/// CSS that was decoded from the page; `level` maps to the page.
struct Sheet<'a, 'c> {
    bytes: &'a [u8],
    css: &'c [u8],
    level: &'c Level,
    holder: Holder,
}

impl<'a> Sheet<'a, '_> {
    fn links(&self, context: &Context<'a>, sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>) -> ControlFlow<()> {
        css::urls(self.css, &mut |found, used| {
            let built = css::decode(&self.css[found.range()], found.start);
            let map = Map { inner: Level::new(found.start, built.units), outer: Some(self.level.clone()) };
            // An escape at either edge that decodes to nothing is not part of the reference.
            let start = Span::new(found.start, found.start);
            let is_empty = built.text.is_empty();
            let span = if is_empty { self.level.source(start) } else { map.source(Span::new(0, built.text.len())) };
            let mut link = Link::verbatim(self.bytes, span, "", context.clone());
            if link.raw == built.text.as_bytes() {
                link.text = Cow::Borrowed(std::str::from_utf8(link.raw).unwrap_or_default());
            } else {
                link.text = Cow::Owned(built.text);
                link.map = Some(Box::new(map));
            }
            link.new_request = true;
            link.written = Written::new(self.holder, self.css, found.start);
            sink(Place::Link(link, used))
        })
    }
}

/// A start tag; some attributes depend on others of the same tag.
struct Element<'a, 't> {
    bytes: &'a [u8],
    start: usize,
    /// The name as written.
    name: &'a [u8],
    namespace: Namespace,
    is_math: bool,
    every: bool,
    tag: &'t [Attribute],
}

impl<'a> Element<'a, '_> {
    #[inline]
    fn links(&self, sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>) -> ControlFlow<()> {
        // HTML standard 13.2.5.33: of duplicate attributes the first one counts.
        let mut seen = attributes::Seen::default();
        for attribute in self.tag {
            let name = &self.bytes[attribute.name.shift(self.start).range()];
            if let Some((at, row)) = self.row(name) {
                if seen.is_first(at) {
                    self.attribute(row, attribute, sink)?;
                }
            } else if (self.is_math || self.namespace == Namespace::Svg)
                && let Some(foreign) = attributes::foreign(self.is_math, &lower(self.name), &lower(name))
                && (self.every || !foreign.is_animation)
                && seen.is_first_foreign(&foreign)
            {
                self.foreign(&foreign, attribute, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the table row of an attribute. An element of MathML shares only the CSS attributes of HTML elements with
    /// the same name (MathML Core 2.1.3).
    #[inline]
    fn row(&self, name: &[u8]) -> Option<(usize, &'static Row)> {
        let found = attributes::find_in_any_case(self.namespace, self.name, name);
        found.filter(|(_, row)| !self.is_math || row.kind == Type::Css)
    }

    /// Reports an attribute that is not in the table: a link of MathML, a presentation attribute of SVG, or an animated
    /// value of SVG, which is not a link.
    fn foreign(
        &self,
        foreign: &Foreign,
        attribute: &Attribute,
        sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let animates_link = || self.other("attributename").is_some_and(|name| attributes::is_href(&name));
        if foreign.is_animation && !animates_link() {
            return ControlFlow::Continue(());
        }
        let value = self.value_of(attribute);
        let raw = &self.bytes[value.range()];
        if foreign.kind == Type::Css && memchr::memchr2(b'(', b'&', raw).is_none() {
            return ControlFlow::Continue(());
        }
        let (text, level) = references::decode(raw, value.start);
        let place = Context::HtmlAttribute { element: lower(self.name), attribute: foreign.attribute };
        let holder = Holder::HtmlAttribute(QuoteMark::around(self.bytes, value));
        let (new_request, codebase, rel) = (foreign.kind == Type::Css, None, None);
        let found = Found { bytes: self.bytes, text: &text, level: &level, holder, new_request, codebase, rel };
        let mut report = |span| sink(Place::Link(found.link(span, place.clone()), Use::Navigation));
        match foreign.kind {
            Type::Css => found.sheet().links(&place, sink),
            Type::Urls => values::semicolon_separated(text.as_bytes(), &mut report),
            _ => report(values::trimmed(text.as_bytes())),
        }
    }

    /// Returns the use of the attribute's reference.
    fn used(&self, row: &Row) -> Use {
        if !self.every {
            return Use::Other;
        }
        match (&*lower(self.name), row.attribute) {
            ("link", "href") => {
                let text = |name| self.other(name).unwrap_or_default();
                Use::of_link(&text("rel"), &text("as"))
            }
            (element, attribute) => Use::of_attribute(element, attribute),
        }
    }

    fn attribute(
        &self,
        row: &Row,
        attribute: &Attribute,
        sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let value = self.value_of(attribute);
        let raw = &self.bytes[value.range()];
        if row.kind == Type::Css && memchr::memchr2(b'(', b'&', raw).is_none() {
            return ControlFlow::Continue(());
        }
        let (text, level) = references::decode(raw, value.start);
        let place = Context::HtmlAttribute { element: lower(self.name), attribute: row.attribute };
        let codebase = if row.codebase { self.other("codebase") } else { None };
        let rel = if row.has_rel() { self.other("rel") } else { None };
        let new_request = match row.new_request {
            NewRequest::Always => true,
            NewRequest::Never => false,
            NewRequest::ByRel => rel.as_deref().is_some_and(loads_with_page),
        };
        let holder = Holder::HtmlAttribute(QuoteMark::around(self.bytes, value));
        let found = Found { bytes: self.bytes, text: &text, level: &level, holder, new_request, codebase, rel };
        let used = self.used(row);
        let mut report = |span| sink(Place::Link(found.link(span, place.clone()), used));
        match row.kind {
            Type::Url => report(values::trimmed(text.as_bytes())),
            Type::Urls => values::spaced(text.as_bytes(), &mut report),
            Type::CommaUrls => values::comma_separated(text.as_bytes(), &mut report),
            Type::Srcset => values::srcset(text.as_bytes(), &mut report),
            Type::Css => found.sheet().links(&place, sink),
            Type::Refresh if self.is_refresh() => match values::refresh(text.as_bytes()) {
                Some(span) => sink(Place::Link(found.link(span, Context::HtmlRefresh), Use::Navigation)),
                None => ControlFlow::Continue(()),
            },
            // The base is not a link.
            Type::Base if self.every => {
                let link = found.link(values::trimmed(text.as_bytes()), place);
                sink(Place::Link(link, Use::Other))
            }
            Type::Document => sink(Place::Document { text, level, span: value }),
            Type::Refresh | Type::Base => ControlFlow::Continue(()),
        }
    }

    fn is_refresh(&self) -> bool {
        self.other("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"))
    }

    /// Returns the decoded value of another attribute of the same tag.
    fn other(&self, name: &str) -> Option<Cow<'a, str>> {
        let attribute = html::find_attribute(&self.bytes[self.start..], self.tag, name)?;
        let value = self.value_of(attribute);
        Some(references::decode(&self.bytes[value.range()], value.start).0)
    }

    /// Returns the span of the value; without a value, the empty span after the name.
    fn value_of(&self, attribute: &Attribute) -> Span {
        place(attribute.value, self.start)
    }
}

/// Returns a name in lower case. Most pages write lower case, which needs no copy.
fn lower(name: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(name) {
        Ok(name) if !name.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Borrowed(name),
        _ => Cow::Owned(String::from_utf8_lossy(name).to_ascii_lowercase()),
    }
}

/// Returns whether a `link` with these link types is fetched with the page (HTML standard 4.6.7).
pub(crate) fn loads_with_page(rel: &str) -> bool {
    const LOADING: [&str; 8] =
        ["stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest", "apple-touch-icon", "mask-icon"];
    rel.split_ascii_whitespace().any(|word| LOADING.iter().any(|loading| word.eq_ignore_ascii_case(loading)))
}

/// A decoded attribute value that may contain references.
struct Found<'a, 't> {
    bytes: &'a [u8],
    text: &'t Cow<'a, str>,
    level: &'t Level,
    holder: Holder,
    new_request: bool,
    codebase: Option<Cow<'a, str>>,
    rel: Option<Cow<'a, str>>,
}

impl<'a> Found<'a, '_> {
    fn sheet(&self) -> Sheet<'a, '_> {
        Sheet { bytes: self.bytes, css: self.text.as_bytes(), level: self.level, holder: self.holder }
    }

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
        link.rel.clone_from(&self.rel);
        link.written = Written::new(self.holder, self.text.as_bytes(), span.start);
        link
    }
}

/// The `base` element that applies.
#[derive(Clone, Debug)]
pub(crate) struct BaseElement {
    pub(crate) element: Span,
    pub(crate) span: Span,
    pub(crate) href: String,
}

impl BaseElement {
    /// Returns the element with its places in another document.
    pub(crate) fn placed(self, place: impl Fn(Span) -> Span) -> Self {
        Self { element: place(self.element), span: place(self.span), href: self.href }
    }
}

/// Returns the first `base` element with an `href` that is in the document: see [`Begun::to_base`].
pub(crate) fn base_element(bytes: &[u8], limits: &Limits) -> Option<BaseElement> {
    Begun::to_base(bytes, limits, 0).base
}

/// Finds the `base` element in a window, which begins at `offset` of the page.
pub(crate) fn base_window(scanner: &mut Scanner, go: Go, window: &[u8], offset: usize) -> (usize, Option<BaseElement>) {
    let mut base = Base { bytes: window, found: None };
    let read = go.on(scanner, window, &mut base);
    (read, base.found.map(|found| found.placed(|span| span.shift(offset))))
}

struct Base<'a> {
    bytes: &'a [u8],
    found: Option<BaseElement>,
}

impl html::Sink for Base<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        self.found = base_of(self.bytes, tag);
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Returns the base of a page if the tag defines it.
fn base_of(bytes: &[u8], tag: &Tag<'_>) -> Option<BaseElement> {
    let counts = tag.namespace == html::Namespace::Html && tag.fate == Fate::Element && !tag.in_template;
    if !counts || !tag.bytes(tag.name).eq_ignore_ascii_case(b"base") {
        return None;
    }
    let href = tag.attribute("href")?;
    let (text, level) = references::decode(&bytes[href.value.range()], href.value.start);
    let inner = values::trimmed(text.as_bytes());
    Some(BaseElement { element: place(tag.span, 0), span: level.source(inner), href: inner.of(&text).to_owned() })
}

/// The number of bytes in which both cases of a letter are searched, before the next ones are.
const SEARCHED: usize = 16 << 10;

/// Returns the offset of the first tag from `start` on that may be a `base`. Most pages have none, and need no further
/// search.
pub(crate) fn next_base_tag(bytes: &[u8], start: usize) -> Option<usize> {
    (start..bytes.len()).step_by(SEARCHED).find_map(|from| {
        let piece = &bytes[from..bytes.len().min(from + SEARCHED + 1)];
        let first = |tag: &[u8]| memmem::find_iter(piece, tag).map(|at| from + at).find(|&at| may_be_base(bytes, at));
        first(b"<b").into_iter().chain(first(b"<B")).min()
    })
}

/// Returns the offset of the last tag that may be a `base`.
pub(crate) fn last_base_tag(bytes: &[u8]) -> Option<usize> {
    memchr::memrchr_iter(b'<', bytes).find(|&at| may_be_base(bytes, at))
}

fn may_be_base(bytes: &[u8], at: usize) -> bool {
    bytes.get(at + 1..at + 5).is_some_and(|name| name.eq_ignore_ascii_case(b"base"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_base_tag_is_found_in_either_case_and_at_every_place() {
        for tag in ["<base>", "<BASE>", "<bAse>", "<Base>"] {
            for before in (0..8).chain(SEARCHED - 8..SEARCHED + 8) {
                let page =
                    format!("{}{tag}<b><B>{}<base>", "<b".repeat(before / 2) + &"<"[..before % 2], "x".repeat(9));
                let at = page.find(tag).unwrap();
                assert_eq!(next_base_tag(page.as_bytes(), 0), Some(at), "{tag} at {before}");
                assert_eq!(next_base_tag(page.as_bytes(), at + 1), page.rfind("<base>").filter(|&last| last > at));
            }
        }
        assert_eq!(next_base_tag(b"<b><B><basis>", 0), None);
        assert_eq!(next_base_tag(b"<bas", 0), None);
    }
}
