//! Links of text formats that mark their references: Turtle and SPARQL, playlists, heads of HTTP, reStructuredText, AsciiDoc, Org, LaTeX.
//! Start with `links`.
//!
//! A format is a file here. It implements `Format`: it reads the next piece of a text, and adds the marks of that piece. Between the marks,
//! absolute URLs are found as in plain text. CONTRIBUTING.md has the steps for a new format.

mod asciidoc;
mod hls;
mod http;
mod latex;
mod lines;
mod mark;
mod org;
mod rst;
mod turtle;

pub use self::http::http_head;
use crate::context::Context;
use crate::decoded::{self, Decoded};
use crate::entity::Kind;
use crate::link::Link;
use crate::links::text;
use crate::options::Options;
use crate::written::Written;
use mark::{Format, Found, Mark, Source};
use napkin::map::{Level, SourceSink};
use napkin::{Sink, Span};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Passes every link of a document to `sink`.
pub(crate) fn links<'a>(
    bytes: &'a [u8],
    kind: Kind,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(bytes);
    let source = Source { text: &text, level: &level, options };
    let format: Box<dyn Format + '_> = match kind {
        Kind::AsciiDoc => Box::new(asciidoc::AsciiDoc::new(source)),
        Kind::Http => Box::new(http::Heads::new(source)),
        Kind::Latex => Box::new(latex::Latex::new(source)),
        Kind::Org => Box::new(org::Org::new(source)),
        Kind::Playlist => Box::new(hls::Playlist::new(source)),
        Kind::Rst => Box::new(rst::Rst::new(source)),
        _ => Box::new(turtle::Turtle::new(source)),
    };
    let mut marks = Marks { format, found: Found::default(), name: kind.name(), level: &level, bytes, done: 0 };
    let has_prose = !matches!(kind, Kind::Playlist | Kind::Turtle);
    if has_prose {
        let mut cut = Vec::new();
        text::links(bytes, options, &mut cut, &mut |link| {
            marks.pass_before(link.span.end, findings, sink)?;
            if link.span.start < marks.done { ControlFlow::Continue(()) } else { sink(link) }
        })?;
        cut.into_iter().for_each(|finding| findings.report(finding));
    }
    marks.pass_before(usize::MAX, findings, sink)
}

/// The marks of a document that have not been passed on.
struct Marks<'a, 't> {
    format: Box<dyn Format + 't>,
    found: Found,
    name: &'static str,
    level: &'t Arc<Level>,
    bytes: &'a [u8],
    /// The end of the marks that have been passed on, in bytes of the document.
    done: usize,
}

impl<'a> Marks<'a, '_> {
    /// Passes on the marks that begin before `end`.
    fn pass_before(
        &mut self,
        end: usize,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        loop {
            while let Some(mark) = self.found.marks.pop_front() {
                let span = self.level.source(mark.span);
                if span.start >= end {
                    self.found.marks.push_front(mark);
                    return ControlFlow::Continue(());
                }
                // Marks that overlap would be two readings of the same bytes.
                if span.start < self.done {
                    continue;
                }
                self.done = span.end;
                if let Some(place) = mark.place {
                    sink(self.link(mark, place))?;
                }
            }
            if !self.format.step(&mut self.found) {
                return ControlFlow::Continue(());
            }
            let mut findings = SourceSink::new(self.level, findings);
            self.found.findings.drain(..).for_each(|finding| findings.report(finding));
        }
    }

    fn link(&self, mark: Mark, place: &'static str) -> Link<'a> {
        let context = Context::Place { format: self.name, place };
        let (is_request, base, holder) = (mark.is_request, mark.base, mark.holder);
        let rel = mark.rel.map(|rel| Cow::Owned(rel.into_string()));
        let mut link = match mark.built {
            Some(built) => {
                let decoded = Decoded::new(built, mark.span.start, self.level);
                decoded.link(self.bytes, Span::new(0, decoded.text.len()), context)
            }
            None => decoded::plain(self.bytes, self.level.source(mark.span), context),
        };
        link.rel = rel;
        link.new_request = is_request;
        link.base = base;
        link.written = Written::whole(holder);
        link
    }
}
