//! Finds `data:` URLs in plain text.
//!
//! Of the URLs that [`links::text`](crate::links::text) finds, only plausible ones count: in prose and code, `data:`
//! is often a word with a colon. Between the colon and the comma there must be nothing, a parameter, or a complete
//! media type, and the URL must not begin inside a word or a path. A URL whose comma is more than 256 bytes after the
//! colon is missed, because the finder looks no further.

use super::collector::{Collector, Content};
use crate::links::text::links;
use crate::options::Options;
use crate::screen::format::Format;
use crate::usage::Use;
use napkin::data::is_data_url;
use napkin::{Finding, Span};
use std::ops::ControlFlow;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    prose(collector, content.bytes, content.origin, "");
}

/// Records the URLs of a text. `around` is their context; if empty, the delimiter of each URL is.
pub(super) fn prose(collector: &mut Collector<'_>, bytes: &[u8], origin: &dyn Fn(Span) -> Span, around: &str) {
    let mut limits: Vec<Finding> = Vec::new();
    let options = Options { limits: collector.limits.readers, ..Options::default() };
    let _ = links(bytes, &options, &mut limits, &mut |link| {
        if is_data_url(&*link.text) && has_type(&link.text) && !is_inside(bytes, link.span.start) {
            let context = || if around.is_empty() { link.context.to_string() } else { around.to_owned() };
            collector.url(&link.text, &|span| origin(link.source_span(span)), &context, Use::Other);
        }
        ControlFlow::Continue(())
    });
    for finding in limits {
        collector.limit(bytes, Format::Text, finding, origin);
    }
}

/// Returns whether an offset is inside a word or a path.
fn is_inside(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| bytes[before]);
    before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.' | b'/' | b'\\'))
}

/// Returns whether the text between the colon and the comma may be a media type. Without a comma it must be one.
pub(super) fn has_type(url: &str) -> bool {
    let (front, has_comma) = url.split_once(',').map_or((url, false), |(front, _)| (front, true));
    let Some((_, header)) = front.split_once(':') else { return false };
    let essence = header.split(';').next().unwrap_or_default();
    let essence: String = essence.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let is_token = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    };
    (has_comma && essence.is_empty()) || essence.split_once('/').is_some_and(|(a, b)| is_token(a) && is_token(b))
}
