//! Finds `data:` URLs in XML: those of [`links::xml`](crate::links::xml), those in other values, and those in nested
//! documents.

use super::collector::{Collector, Content};
use crate::links::xml::{Piece, pieces};
use crate::rules;
use crate::screen::format::Format;
use napkin::Span;
use std::ops::ControlFlow;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    let mut inner = Vec::new();
    let mut is_exhausted = false;
    let readers = collector.limits.readers;
    let _ = pieces(content.bytes, &readers, true, None, &mut |piece| {
        match piece {
            Piece::Link(link, used) | Piece::Other(link, used) => {
                let origin = |span| (content.origin)(link.source_span(span));
                collector.url(&link.text, &origin, &|| link.context.to_string(), used);
            }
            Piece::Document(decoded, ..) => inner.push(decoded),
            Piece::Base(..) | Piece::Target { .. } => {}
            // A `data:` URL needs no base.
            Piece::Limit(finding) => is_exhausted |= finding.rule == rules::ENTITIES_TOO_LARGE,
        }
        ControlFlow::Continue(())
    });
    for document in inner {
        let origin = |inside: Span| (content.origin)(document.level.source(inside));
        let layer = content.layer + 1;
        let bytes = document.text.as_bytes();
        collector.read_text(&Content { bytes, format: Format::Html, media_type: None, origin: &origin, layer });
    }
    if is_exhausted {
        collector.unread(content, rules::DATA_TOTAL);
    }
}
