//! Finds references in HTML. Start with `read`.
//!
//! The table of attributes determines which attributes contain references. The crate `napkin-html` finds the tags and
//! their namespaces; `references` decodes character references. Scripting is enabled in that crate, so this module
//! parses the text of a `noscript` again, as a page. The content of a `template` is reported, because it becomes part
//! of the page when used. Tags that become no element, such as a `tr` outside a table, are reported too, because the
//! input may be a part of a page. A `srcdoc` is a nested document. Some places contain URLs but are not links; only the
//! screen requests them.

use crate::attributes::{self, Foreign, NewRequest, Row, Space, Type};
use crate::context::Context;
use crate::link::Link;
use crate::links::css;
use crate::options::{Limits, Options};
use crate::rules;
use crate::usage::Use;
use crate::written::{Holder, Quote, Written};
use crate::{references, values};
use napkin::map::{Level, Map};
use napkin::{Finding, Span, Standard};
use napkin_html::{self as html, Attribute, Fate, Problem, ProblemKind, Scanner, Tag, Text, TextKind};
use std::borrow::Cow;
use std::ops::ControlFlow;

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
            _ => scanner.scan(window, self == Self::Last, sink),
        })
    }
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
    read(bytes, options, true, sink)?;
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

/// Passes the places of a page to `sink`, and returns the markup that is open at its end. `every` also requests places
/// that are not links.
pub(crate) fn read<'a>(
    bytes: &'a [u8],
    options: &Options,
    every: bool,
    sink: &mut dyn FnMut(Place<'a>) -> ControlFlow<()>,
) -> ControlFlow<(), Option<Problem>> {
    let limits = &options.limits;
    let page = &mut Page { bytes, start: 0, every, limits, noscript: limits.noscript, sink };
    html::scan_within(bytes, &limits.html(), page)
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
        Element::new(self.bytes, self.start, self.every, tag).links(&mut *self.sink)
    }

    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        let span = place(text.span, self.start);
        if text.kind != TextKind::Noscript {
            return style_sheet(self.bytes, span, text.kind, &mut *self.sink);
        }
        let part = &self.bytes[span.range()];
        if let Some(noscript) = self.noscript.checked_sub(1) {
            let page = &mut Page { start: span.start, noscript, sink: &mut *self.sink, ..*self };
            html::scan_within(part, &self.limits.html(), page)?;
        } else if memchr::memchr(b'<', part).is_some() {
            (self.sink)(Place::Limit(too_deep(span)))?;
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        (self.sink)(Place::Limit(finding(problem, self.start)))
    }
}

/// Returns the finding for a nested document that is too deep to be read.
pub(crate) fn too_deep(span: Span) -> Finding {
    Finding::new(rules::DOCUMENT_TOO_DEEP, Standard::Whatwg, span, "", None)
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
    space: Space,
    is_math: bool,
    every: bool,
    tag: &'t [Attribute],
}

impl<'a, 't> Element<'a, 't> {
    fn new(bytes: &'a [u8], start: usize, every: bool, tag: &Tag<'t>) -> Self {
        let space = if tag.space == html::Space::Svg { Space::Svg } else { Space::Html };
        let is_math = tag.space == html::Space::MathMl;
        let name = &bytes[tag.name.shift(start).range()];
        Self { bytes, start, name, space, is_math, every, tag: tag.attributes }
    }

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
            } else if (self.is_math || self.space == Space::Svg)
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
        let found = attributes::find_in_any_case(self.space, self.name, name);
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
        let holder = Holder::HtmlAttribute(Quote::around(self.bytes, value));
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
        let holder = Holder::HtmlAttribute(Quote::around(self.bytes, value));
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
        let attribute = html::find(&self.bytes[self.start..], self.tag, name)?;
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
pub(crate) struct BaseElement<'a> {
    pub(crate) element: Span,
    pub(crate) span: Span,
    pub(crate) href: Cow<'a, str>,
}

impl BaseElement<'_> {
    pub(crate) fn into_owned(self) -> BaseElement<'static> {
        BaseElement { href: Cow::Owned(self.href.into_owned()), ..self }
    }
}

/// Returns the first `base` element with an `href` that is in the document: not in a template, not in SVG.
pub(crate) fn base_element<'a>(bytes: &'a [u8], limits: &Limits) -> Option<BaseElement<'a>> {
    if !mentions_base(bytes) {
        return None;
    }
    let mut found = Base { bytes, found: None };
    let _ = html::scan_within(bytes, &limits.html(), &mut found);
    found.found
}

/// Finds the `base` element in a window, which begins at `offset` of the page.
pub(crate) fn base_window(
    scanner: &mut Scanner,
    go: Go,
    window: &[u8],
    offset: usize,
) -> (usize, Option<BaseElement<'static>>) {
    let mut base = Base { bytes: window, found: None };
    let read = go.on(scanner, window, &mut base);
    let of_page = |found: BaseElement<'_>| BaseElement {
        element: found.element.shift(offset),
        span: found.span.shift(offset),
        href: Cow::Owned(found.href.into_owned()),
    };
    (read, base.found.map(of_page))
}

struct Base<'a> {
    bytes: &'a [u8],
    found: Option<BaseElement<'a>>,
}

impl html::Sink for Base<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let counts = tag.space == html::Space::Html && tag.fate == Fate::Element && !tag.in_template;
        if !counts || !tag.bytes(tag.name).eq_ignore_ascii_case(b"base") {
            return ControlFlow::Continue(());
        }
        let Some(href) = tag.find("href") else { return ControlFlow::Continue(()) };
        let (text, level) = references::decode(&self.bytes[href.value.range()], href.value.start);
        let inner = values::trimmed(text.as_bytes());
        let href = match text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[inner.range()]),
            Cow::Owned(text) => Cow::Owned(text[inner.range()].to_owned()),
        };
        self.found = Some(BaseElement { element: place(tag.span, 0), span: level.source(inner), href });
        ControlFlow::Break(())
    }
}

/// Returns whether the page may contain a `base`. Most pages do not, and need no further search.
fn mentions_base(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'<', bytes)
        .any(|at| bytes.get(at + 1..at + 5).is_some_and(|name| name.eq_ignore_ascii_case(b"base")))
}
