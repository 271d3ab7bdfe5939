//! Collects the `data:` URLs that the readers of the formats find.

use crate::links::css;
use crate::screen::format::Format;
use crate::screen::policy::ScreenLimits;
use crate::usage::Use;
use napkin::data::is_data_url;
use napkin::map::{Builder, Level};
use napkin::media::MediaType;
use napkin::{Finding, Rule, Span};
use std::ops::ControlFlow;

/// A `data:` URL in a document, or a part that was not read.
#[derive(Debug)]
pub(crate) struct Place {
    /// The URL, decoded from its syntax; for an unread part, its beginning.
    pub(crate) text: String,
    /// Its span in the document.
    pub(crate) span: Span,
    /// The span without the fragment.
    pub(crate) before_fragment: Span,
    pub(crate) context: String,
    pub(crate) used: Use,
    /// The limit that kept a part from being read; then the place is not a URL.
    pub(crate) unread: Option<Rule>,
}

/// A document, or a nested document.
pub(super) struct Content<'c> {
    pub(super) bytes: &'c [u8],
    pub(super) format: Format,
    /// The media type with its parameters, if known.
    pub(super) media_type: Option<&'c MediaType<'c>>,
    /// Maps spans to the outermost document.
    pub(super) origin: &'c dyn Fn(Span) -> Span,
    /// The number of documents around this one.
    pub(super) layer: usize,
}

pub(super) struct Collector<'l> {
    pub(super) limits: &'l ScreenLimits,
    pub(super) places: Vec<Place>,
}

/// Limits nested documents, which are read recursively, to protect the call stack.
pub(super) const LAYERS: usize = 64;

/// The number of bytes shown of an unread part.
const SHOWN: usize = 80;

impl Collector<'_> {
    /// Reads a style sheet, or a CSS value. `context` precedes the name of the referring construct.
    pub(super) fn css(&mut self, css: &[u8], origin: &dyn Fn(Span) -> Span, context: &str) {
        let _ = css::references(css, &mut |found, used, place| {
            let Builder { text, units } = css::decode(&css[found.range()], found.start);
            let level = Level::new(found.start, units);
            self.url(&text, &|span| origin(level.source(span)), &|| format!("{context} {place}"), used);
            ControlFlow::Continue(())
        });
    }

    /// Records a reference if it is a `data:` URL. `origin` maps spans of the text to the outermost document.
    pub(super) fn url(&mut self, text: &str, origin: &dyn Fn(Span) -> Span, context: &dyn Fn() -> String, used: Use) {
        if is_data_url(text) {
            let span = origin(Span::new(0, text.len()));
            let before_fragment = memchr::memchr(b'#', text.as_bytes()).map_or(span, |hash| origin(Span::new(0, hash)));
            let (text, context) = (text.to_owned(), context());
            self.places.push(Place { text, span, before_fragment, context, used, unread: None });
        }
    }

    /// Reports a part of a text that was not read completely.
    pub(super) fn limit(&mut self, bytes: &[u8], format: Format, finding: Finding, origin: &dyn Fn(Span) -> Span) {
        let origin = |span: Span| origin(span.shift(finding.span.start));
        let bytes = &bytes[finding.span.range()];
        self.unread(&Content { bytes, format, media_type: None, origin: &origin, layer: 0 }, finding.rule);
    }

    /// Records a part that was not read.
    pub(super) fn unread(&mut self, content: &Content<'_>, rule: Rule) {
        let text = String::from_utf8_lossy(&content.bytes[..content.bytes.len().min(SHOWN)]).into_owned();
        let span = (content.origin)(Span::new(0, content.bytes.len()));
        let context = format!("nested {}", content.format);
        let (before_fragment, used) = (span, Use::Other);
        self.places.push(Place { text, span, before_fragment, context, used, unread: Some(rule) });
    }
}
