//! Finds the `data:` URLs in a document, by its format. Start at `places`.
//!
//! Maps each URL back to the bytes of the document, through documents in attributes, parts of email, and encodings.
//! Each format has its own file. URLs are not decoded here.

mod html;
mod json;
mod mail;
mod text;
mod xml;

use super::{Format, ScreenLimits};
use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::links::css;
use crate::rules;
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
    /// The limit because of which a part was not read; the place is no URL then.
    pub(crate) unread: Option<Rule>,
}

/// Returns the places of a document in their order.
pub(crate) fn places(
    bytes: &[u8],
    format: Format,
    media_type: Option<&MediaType<'_>>,
    limits: &ScreenLimits,
) -> Vec<Place> {
    let mut collector = Collector { limits, places: Vec::new() };
    let content = Content { bytes, format, media_type, origin: &|span| span, layer: 0 };
    collector.read(&content);
    collector.places.sort_by_key(|place| place.span);
    collector.places
}

/// A document, or a nested document.
struct Content<'c> {
    bytes: &'c [u8],
    format: Format,
    /// The media type with its parameters, if known.
    media_type: Option<&'c MediaType<'c>>,
    /// Maps spans to the outermost document.
    origin: &'c dyn Fn(Span) -> Span,
    /// The number of documents around this one.
    layer: usize,
}

struct Collector<'l> {
    limits: &'l ScreenLimits,
    places: Vec<Place>,
}

/// Limits nested documents, which are read recursively, to protect the call stack.
const LAYERS: usize = 64;

/// The number of bytes shown of an unread part.
const SHOWN: usize = 80;

impl Collector<'_> {
    fn read(&mut self, content: &Content<'_>) {
        let charset = content.media_type.and_then(|media_type| media_type.parameter("charset"));
        let entity = Entity { charset, ..Entity::unknown(content.bytes).with_kind(kind(content.format)) };
        // Browsers read nothing in an encoding that they do not trust, but other programs may.
        if let Some((text, level)) = encoding::transcoded(&entity).filter(|(text, _)| !text.is_empty()) {
            let origin = |span| (content.origin)(level.source(span));
            self.read_text(&Content { bytes: text.as_bytes(), origin: &origin, ..*content });
        } else {
            self.read_text(content);
        }
    }

    /// Reads UTF-8 content, such as text decoded from a document, whatever encoding it declares.
    fn read_text(&mut self, content: &Content<'_>) {
        if content.layer > self.limits.depth.saturating_mul(4).min(LAYERS) {
            return self.unread(content, rules::DATA_TOO_DEEP);
        }
        match content.format {
            Format::Html => html::read(self, content),
            Format::Css => self.css(content.bytes, content.origin, "css"),
            Format::Xml => xml::read(self, content),
            Format::Json => json::read(self, content),
            Format::Text => text::read(self, content),
            Format::Mail => mail::read(self, content),
        }
    }

    /// Reads a style sheet, or a CSS value. `context` precedes the name of the referring construct.
    fn css(&mut self, css: &[u8], origin: &dyn Fn(Span) -> Span, context: &str) {
        let _ = css::references(css, &mut |found, used, place| {
            let Builder { text, units } = css::decode(&css[found.range()], found.start);
            let level = Level::new(found.start, units);
            self.url(&text, &|span| origin(level.source(span)), &|| format!("{context} {place}"), used);
            ControlFlow::Continue(())
        });
    }

    /// Records a reference if it is a `data:` URL. `origin` maps spans of the text to the outermost document.
    fn url(&mut self, text: &str, origin: &dyn Fn(Span) -> Span, context: &dyn Fn() -> String, used: Use) {
        if is_data_url(text) {
            let span = origin(Span::new(0, text.len()));
            let before_fragment = memchr::memchr(b'#', text.as_bytes()).map_or(span, |hash| origin(Span::new(0, hash)));
            let (text, context) = (text.to_owned(), context());
            self.places.push(Place { text, span, before_fragment, context, used, unread: None });
        }
    }

    /// Reports a part of a text that was not read completely.
    fn limit(&mut self, bytes: &[u8], format: Format, finding: Finding, origin: &dyn Fn(Span) -> Span) {
        let origin = |span: Span| origin(span.shift(finding.span.start));
        let bytes = &bytes[finding.span.range()];
        self.unread(&Content { bytes, format, media_type: None, origin: &origin, layer: 0 }, finding.rule);
    }

    /// Records a part that was not read.
    fn unread(&mut self, content: &Content<'_>, rule: Rule) {
        let text = String::from_utf8_lossy(&content.bytes[..content.bytes.len().min(SHOWN)]).into_owned();
        let span = (content.origin)(Span::new(0, content.bytes.len()));
        let context = format!("nested {}", content.format);
        let (before_fragment, used) = (span, Use::Other);
        self.places.push(Place { text, span, before_fragment, context, used, unread: Some(rule) });
    }
}

/// Returns the document kind by which the encoding of a format is determined.
const fn kind(format: Format) -> Kind {
    match format {
        Format::Html => Kind::Html,
        Format::Css => Kind::Css,
        Format::Xml => Kind::Xml,
        Format::Json => Kind::Json,
        Format::Text | Format::Mail => Kind::Text,
    }
}
