//! Passes each document to the reader of its format, and reads the nested documents that the readers report.

use crate::context::Context;
use crate::decoded::Decoded;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::links::html::{self, Begun, Go, Place};
use crate::links::xml::Piece;
use crate::links::{markdown, marked, members, script, style, text, xml};
use crate::options::Options;
use crate::outward::Outward;
use crate::pdf;
use crate::target_fragments::TargetFragments;
use napkin::base::is_refused;
use napkin::map::SourceSink;
use napkin::{Finding, Sink};
use napkin_html::Scanner;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Passes every link of a document, whose bytes are UTF-8, to `sink`. `begun` is the page, if its beginning has been scanned.
pub(crate) fn read<'a>(
    entity: &Entity<'a>,
    begun: Option<Begun>,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    read_into(entity, begun, &mut Nested { options, sink, findings, depth: 0 })
}

fn read_into<'a>(entity: &Entity<'a>, begun: Option<Begun>, nested: &mut Nested<'a, '_>) -> ControlFlow<()> {
    let Entity { bytes, kind, .. } = *entity;
    match kind {
        Kind::Html => page(bytes, begun, nested),
        Kind::Css => style::links(bytes, &mut |link, _| (nested.sink)(link)),
        Kind::Svg | Kind::Xml => xml(bytes, entity.fragments, nested),
        Kind::Text => text::links(bytes, nested.options, nested.findings, nested.sink),
        Kind::Markdown => markdown(bytes, nested),
        Kind::Json | Kind::Manifest | Kind::SourceMap | Kind::Toml | Kind::Yaml => data(bytes, kind, nested),
        Kind::AsciiDoc | Kind::Http | Kind::Latex | Kind::Org | Kind::Playlist | Kind::Rst | Kind::Turtle => {
            marked::links(bytes, kind, nested.options, nested.findings, nested.sink)
        }
        Kind::Pdf => pdf::links(bytes, nested.findings, nested.sink),
        Kind::JavaScript => script::links(bytes, nested.sink),
        // The module `message` reads messages, and passes their parts to this module.
        Kind::Mail | Kind::Mhtml => ControlFlow::Continue(()),
    }
}

/// The receivers of links and findings, and the nesting depth.
pub(crate) struct Nested<'a, 's> {
    pub(crate) options: &'s Options,
    pub(crate) sink: &'s mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    /// Receives the problems of the documents.
    pub(crate) findings: &'s mut dyn Sink,
    /// The number of documents around the current one.
    pub(crate) depth: usize,
}

impl<'a> Nested<'a, '_> {
    /// Reads a document that was decoded from `bytes`. Its `base` element is resolved against `base`.
    pub(crate) fn read(
        &mut self,
        bytes: &'a [u8],
        inner: &Decoded,
        kind: Kind,
        base: Option<Arc<InnerBase>>,
    ) -> ControlFlow<()> {
        let text = inner.text.as_bytes();
        // The content of feeds is often plain text.
        let is_plain = kind == Kind::Html && memchr::memchr(b'<', text).is_none();
        if is_plain {
            return ControlFlow::Continue(());
        }
        // A document of 10 MB can contain two thousand nested documents, each of which would be read once per level
        // around it.
        if self.depth >= self.options.limits.documents {
            let span = inner.level.source(napkin::Span::new(0, text.len()));
            self.findings.report(html::too_deep(span));
            return ControlFlow::Continue(());
        }
        let limits = &self.options.limits;
        let mut begun = (kind == Kind::Html).then(|| Begun::to_base(text, limits, html::KEPT));
        let embedded = begun.as_mut().and_then(|begun| begun.base.take());
        let base = match embedded.filter(|element| !is_refused(&element.href)) {
            Some(element) => {
                let context = Context::HtmlAttribute { element: "base".into(), attribute: "href" };
                let span = inner.level.source(element.span);
                Some(InnerBase::new(element.href, span, context, base))
            }
            None => base,
        };
        let mut outward = Outward::new(bytes, &inner.level, base);
        let sink = &mut |link: Link<'_>| (self.sink)(outward.link(link));
        let findings = &mut SourceSink::new(&inner.level, self.findings);
        let document = Entity::unknown(text).with_kind(kind);
        read_into(&document, begun, &mut Nested { options: self.options, sink, findings, depth: self.depth + 1 })
    }
}

/// Passes every link of a page to the sink.
fn page<'a>(bytes: &'a [u8], begun: Option<Begun>, nested: &mut Nested<'a, '_>) -> ControlFlow<()> {
    let options = nested.options;
    let begun = begun.unwrap_or_else(|| Begun::at_start(&options.limits));
    let unfinished = begun.read(bytes, options, false, &mut |place| nested.place(bytes, place))?;
    unfinished.into_iter().for_each(|problem| nested.findings.report(html::finding(problem, 0)));
    ControlFlow::Continue(())
}

/// Passes every link of a window of a page to `sink`, and returns the number of bytes consumed.
pub(crate) fn window<'w>(
    scanner: &mut Scanner,
    go: Go,
    bytes: &'w [u8],
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'w>) -> ControlFlow<()>,
) -> usize {
    let mut nested = Nested { options, sink, findings, depth: 0 };
    html::window(scanner, go, bytes, (options, false), &mut |place| nested.place(bytes, place))
}

impl<'a> Nested<'a, '_> {
    fn place(&mut self, bytes: &'a [u8], place: Place<'a>) -> ControlFlow<()> {
        match place {
            Place::Link(link, _) => (self.sink)(link),
            // The nested document uses its own base, or that of the page (HTML standard 2.4.3, "fallback base URL").
            Place::Document { text, level, .. } => {
                let document = Decoded { text: text.into_owned(), level: Arc::new(level) };
                self.read(bytes, &document, Kind::Html, None)
            }
            Place::Limit(finding) => {
                self.findings.report(finding);
                ControlFlow::Continue(())
            }
        }
    }
}

/// Passes every link of an XML document to the sink. `fragments` are those of its targets, if these are relationships.
fn xml<'a>(bytes: &'a [u8], fragments: Option<&TargetFragments>, nested: &mut Nested<'a, '_>) -> ControlFlow<()> {
    xml::pieces(bytes, &nested.options.limits, false, fragments, &mut |piece| match piece {
        Piece::Link(link, _) => (nested.sink)(link),
        Piece::Document(decoded, base, _) => nested.read(bytes, &decoded, Kind::Html, base),
        Piece::Limit(finding) => {
            nested.findings.report(finding);
            ControlFlow::Continue(())
        }
        Piece::Other(..) | Piece::Base(..) | Piece::Target { .. } => ControlFlow::Continue(()),
    })
}

/// Passes every link of JSON, YAML or TOML to the sink, including those of the documents in it, such as the cells of a notebook.
fn data<'a>(bytes: &'a [u8], kind: Kind, nested: &mut Nested<'a, '_>) -> ControlFlow<()> {
    let options = nested.options;
    let mut found = Vec::new();
    members::pieces(bytes, kind, options, &mut found, &mut |piece| match piece {
        members::Piece::Link(link) => (nested.sink)(link),
        members::Piece::Document(decoded, kind) => nested.read(bytes, &decoded, kind, None),
    })?;
    found.into_iter().for_each(|finding| nested.findings.report(finding));
    ControlFlow::Continue(())
}

/// Passes every link of a Markdown document to the sink, including the links of its raw HTML, in document order.
fn markdown<'a>(bytes: &'a [u8], nested: &mut Nested<'a, '_>) -> ControlFlow<()> {
    let (options, depth) = (nested.options, nested.depth);
    let mut scanner = Scanner::with_limits(&options.limits.html());
    // A `base` also applies to the links before it.
    let is_whole = depth >= options.limits.documents || html::next_base_tag(bytes, 0).is_some();
    let (mut held, mut passed, mut least) = (Vec::new(), 0, 1);
    markdown::read(bytes, options, &mut |links, raw, end| {
        held.append(links);
        let mut hold = |link| {
            held.push(link);
            ControlFlow::Continue(())
        };
        // Raw HTML may end where Markdown continues, so only its findings about limits concern the page.
        let mut findings = OnlyLimits(&mut *nested.findings);
        if is_whole && end.is_none() {
            let all = &mut Nested { options, sink: &mut hold, findings: &mut findings, depth };
            let _ = all.read(bytes, &raw.decoded(), Kind::Html, None);
        } else if !is_whole && (end.is_none() || raw.length() >= least) {
            let window = raw.decoded();
            let text = window.text.as_bytes();
            let mut outward = Outward::new(bytes, &window.level, None);
            let sink = &mut |link: Link<'_>| hold(outward.link(link));
            let findings = &mut SourceSink::new(&window.level, &mut findings);
            let inner = &mut Nested { options, sink, findings, depth: depth + 1 };
            let go = if end.is_none() { Go::Last } else { Go::Whole };
            raw.consume(html::window(&mut scanner, go, text, (options, false), &mut |place| inner.place(text, place)));
            // A token that has no end yet is read again only once there is twice as much.
            least = (2 * raw.length()).max(1);
        }
        let end = end.map_or(usize::MAX, |end| raw.start().map_or(end, |start| start.min(end)));
        if end <= passed {
            return ControlFlow::Continue(());
        }
        passed = end;
        held.sort_by_key(|link: &Link<'_>| link.span.start);
        let count = held.partition_point(|link| link.span.start < end);
        held.drain(..count).try_for_each(&mut *nested.sink)
    })
}

/// Passes on the findings that are limits.
struct OnlyLimits<'s>(&'s mut dyn Sink);

impl Sink for OnlyLimits<'_> {
    fn report(&mut self, finding: Finding) {
        if finding.rule.is_limit() {
            self.0.report(finding);
        }
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
    }
}
