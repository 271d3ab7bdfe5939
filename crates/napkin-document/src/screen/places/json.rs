//! Finds `data:` URLs in JSON: in all strings except member names.
//!
//! All strings are searched, because nothing tells which ones are displayed. [`links::json`](crate::links::json)
//! finds their ends and decodes their escapes.

use super::collector::{Collector, Content};
use super::text::{has_type, prose};
use crate::decoded::{Decoded, text_of};
use crate::links::members::{string_end, unescaped};
use crate::usage::Use;
use napkin::Span;
use napkin::data::is_data_url;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    read_for(collector, content, "json string", Use::Other);
}

/// Reads JSON whose strings have a known use and context.
pub(super) fn read_for(collector: &mut Collector<'_>, content: &Content<'_>, context: &str, used: Use) {
    let (text, outer) = text_of(content.bytes);
    let mut at = 0;
    while let Some(quote) = memchr::memchr(b'"', &text.as_bytes()[at..]) {
        let start = at + quote + 1;
        let end = string_end(text.as_bytes(), start);
        at = (end + 1).min(text.len());
        if text.as_bytes()[at..].trim_ascii_start().first() != Some(&b':') {
            let decoded = Decoded::new(unescaped(&text, Span::new(start, end)), start, &outer);
            let origin = |span| (content.origin)(decoded.level.source(span));
            string(collector, &decoded.text, &origin, context, used);
        }
    }
}

/// Records a string that is a URL, or the URLs in its prose.
fn string(collector: &mut Collector<'_>, value: &str, origin: &dyn Fn(Span) -> Span, context: &str, used: Use) {
    if !is_data_url(value) {
        prose(collector, value.as_bytes(), origin, context);
    } else if has_type(value) {
        collector.url(value, origin, &|| context.to_owned(), used);
    }
}
