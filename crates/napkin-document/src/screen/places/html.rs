//! Finds `data:` URLs in HTML: those of [`links::html`](crate::links::html), in `srcdoc` documents, and in import
//! maps.
//!
//! Scripts that are import maps contain URLs of scripts (HTML standard 8.1.6.2). Other scripts are not searched.

use super::collector::{Collector, Content};
use super::json;
use crate::links::html::{Place, places};
use crate::options::{Limits, Options};
use crate::screen::format::Format;
use crate::usage::Use;
use memchr::memmem;
use napkin::Span;
use napkin_html::{self as html, Tag};
use std::ops::ControlFlow;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    let mut inner = Vec::new();
    let limits = collector.limits.readers;
    let options = &Options { limits, ..Options::default() };
    let _ = places(content.bytes, options, &mut |place| {
        match place {
            Place::Link(link, used) => {
                let origin = |span| (content.origin)(link.source_span(span));
                collector.url(&link.text, &origin, &|| link.context.to_string(), used);
            }
            Place::Document { text, level, span } => inner.push((text, level, span)),
            Place::Limit(finding) => collector.limit(content.bytes, Format::Html, finding, content.origin),
        }
        ControlFlow::Continue(())
    });
    for (text, level, span) in inner {
        let origin = |inside| match text.is_empty() {
            true => (content.origin)(span),
            false => (content.origin)(level.source(inside)),
        };
        let layer = content.layer + 1;
        let bytes = text.as_bytes();
        collector.read_text(&Content { bytes, format: Format::Html, media_type: None, origin: &origin, layer });
    }
    for map in import_maps(content.bytes, &limits) {
        let origin = |span: Span| (content.origin)(span.shift(map.start));
        let bytes = &content.bytes[map.range()];
        json::read_for(collector, &Content { bytes, origin: &origin, ..*content }, "html importmap", Use::Script);
    }
}

/// Returns the texts of import maps. A page in which no member name of an import map occurs, as it is or with
/// escapes, has none.
fn import_maps(bytes: &[u8], limits: &Limits) -> Vec<Span> {
    let has = |text: &[u8]| memmem::find(bytes, text).is_some();
    let mut maps = Maps { page: bytes, found: Vec::new() };
    if has(b"\"imports\"") || has(b"\"scopes\"") || has(b"\\u00") {
        let _ = html::scan_within(bytes, &limits.html(), &mut maps);
    }
    maps.found
}

struct Maps<'p> {
    page: &'p [u8],
    found: Vec<Span>,
}

impl html::Sink for Maps<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let is_script = tag.namespace == html::Namespace::Html && tag.bytes(tag.name).eq_ignore_ascii_case(b"script");
        if let Some(kind) = tag.attribute("type").filter(|_| is_script)
            && tag.value(kind).trim_ascii().eq_ignore_ascii_case("importmap")
        {
            let start = tag.offset + tag.span.end;
            self.found.push(Span::new(start, html::script_text_end(self.page, start)));
        }
        ControlFlow::Continue(())
    }
}
