//! Places in HTML: those of [`links::html`](crate::links::html), and the documents in `srcdoc`.

use super::{Collector, Content, Format};
use crate::links::html::{Place, places};
use crate::options::Options;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    let mut inner = Vec::new();
    places(content.bytes, &Options::default(), &mut |place| match place {
        Place::Link(link, used) => {
            let origin = |span| (content.origin)(link.source_span(span));
            collector.url(&link.text, &origin, &|| link.context.to_string(), used);
        }
        Place::Document { text, level, span } => inner.push((text, level, span)),
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
}
