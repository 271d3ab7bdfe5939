//! Finds `data:` URLs in email: in parts of every searchable type, header fields with URLs, external bodies, cards
//! and calendars.
//!
//! Parts of a [`Message`] are read by their type and by what they look like; a part that a limit left unread is
//! recorded as a place. `mail` parses the message.

use super::collector::{Collector, Content, LAYERS};
use crate::message::media_type;
use crate::rules;
use crate::screen::format::Format;
use crate::screen::sniff;
use crate::usage::Use;
use napkin::map::{Builder, Level};
use napkin::media::MediaType;
use napkin::{Finding, Span};
use napkin_mail::{Limits, Message, Part, PartKind};

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    let limits = limits(collector, content);
    let mut findings: Vec<Finding> = Vec::new();
    let Some(media_type) = content.media_type.filter(|media_type| media_type.top_level() == "multipart") else {
        let message = Message::read(content.bytes, &limits, &mut findings);
        return parts(collector, content, &message, &findings, content.origin);
    };
    // The data of a URL may be the body of a multipart; the media type of the URL then serves as its header.
    let header = format!("Content-Type: {media_type}\r\n\r\n");
    let bytes = [header.as_bytes(), content.bytes].concat();
    let message = Message::read(&bytes, &limits, &mut findings);
    let origin = |span: Span| {
        let back = |at: usize| at.saturating_sub(header.len());
        (content.origin)(Span::new(back(span.start), back(span.end)))
    };
    parts(collector, content, &message, &findings, &origin);
}

/// Message parts nest as deep as documents may.
fn limits(collector: &Collector<'_>, content: &Content<'_>) -> Limits {
    let limits = collector.limits;
    let depth = limits.depth.saturating_mul(4).min(LAYERS).saturating_sub(content.layer);
    let parts = limits.count.saturating_mul(4);
    Limits::default().with_depth(depth).with_parts(parts).with_header(limits.size).with_decoded(limits.total)
}

/// The rules of email for unread parts, and the screening rules reported for them.
const SCREENED: [(napkin::Rule, napkin::Rule); 6] = [
    (rules::MAIL_TOO_DEEP, rules::DATA_TOO_DEEP),
    (rules::MAIL_TOO_MANY_PARTS, rules::DATA_TOO_MANY),
    (rules::MAIL_HEADER_TOO_LARGE, rules::DATA_TOO_LARGE),
    (rules::MAIL_DECODED_TOO_LARGE, rules::DATA_TOO_LARGE),
    // Other programs see different parts.
    (rules::MAIL_LINE_SKIPPED, rules::MAIL_LINE_SKIPPED),
    (rules::MAIL_BARE_CR, rules::MAIL_BARE_CR),
];

fn parts(
    collector: &mut Collector<'_>,
    content: &Content<'_>,
    message: &Message<'_>,
    findings: &[Finding],
    origin: &dyn Fn(Span) -> Span,
) {
    for part in message.parts() {
        urls_of_fields(collector, part, origin);
        if part.kind() == PartKind::Leaf && !part.is_phantom() {
            body(collector, content, part, origin);
        }
    }
    for finding in findings {
        let Some((_, rule)) = SCREENED.into_iter().find(|(of_mail, _)| *of_mail == finding.rule) else { continue };
        let bytes = &message.bytes()[finding.span.range()];
        let origin = |span: Span| origin(span.shift(finding.span.start));
        collector.unread(&Content { bytes, origin: &origin, ..*content }, rule);
    }
}

/// Reads the body of a part, after undoing its transfer encoding.
fn body(collector: &mut Collector<'_>, content: &Content<'_>, part: Part<'_, '_>, origin: &dyn Fn(Span) -> Span) {
    let media_type = media_type(&part).unwrap_or_else(MediaType::default_of_data);
    let is_card = matches!(media_type.essence(), "text/calendar" | "text/vcard" | "text/x-vcard" | "text/directory");
    // A composite part without parts, for lack of a boundary or because of a limit, is displayed as text.
    let format = Format::of_data(&media_type, sniff::markup_of(part.reader())).filter(|format| *format != Format::Mail);
    let is_text = ["text", "message", "multipart"].contains(&media_type.top_level());
    let Some(format) = format.or(is_text.then_some(Format::Text)) else { return };
    let body = part.decoded();
    let bytes = &*body.bytes;
    let origin = |span: Span| origin(body.source_span(span));
    if is_card {
        return cards(collector, bytes, &origin);
    }
    let layer = content.layer + part.depth();
    collector.read(&Content { bytes, format, media_type: Some(&media_type), origin: &origin, layer });
}

fn urls_of_fields(collector: &mut Collector<'_>, part: Part<'_, '_>, origin: &dyn Fn(Span) -> Span) {
    for url in part.header_urls() {
        let name = url.name;
        let is_list = name.starts_with("List-") || name == "Archived-At";
        let used = if is_list { Use::Navigation } else { Use::Other };
        let origin = |span: Span| origin(url.source_span(span));
        collector.url(&url.text, &origin, &|| format!("header {name}"), used);
    }
}

/// Finds the URL-valued properties of calendars and cards (RFC 5545 and RFC 6350), whose lines are folded anywhere.
fn cards(collector: &mut Collector<'_>, bytes: &[u8], origin: &dyn Fn(Span) -> Span) {
    const NAMES: [&str; 14] = [
        "attach", "photo", "logo", "sound", "url", "key", "source", "image", "conference", "fburl", "caluri",
        "caladruri", "tzurl", "related",
    ];
    let built = unfolded(bytes);
    let level = Level::new(0, built.units);
    let mut at = 0;
    for line in built.text.split_inclusive('\n') {
        let name = line.split([':', ';']).next().unwrap_or_default();
        let name = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let value = value_start(line);
        if let (true, Some(value)) = (NAMES.contains(&name.as_str()), value) {
            let text = line[value..].trim();
            let start = at + value + (line[value..].len() - line[value..].trim_start().len());
            collector.url(
                text,
                &|span| origin(level.source(span.shift(start))),
                &|| format!("card {name}"),
                Use::Other,
            );
        }
        at += line.len();
    }
}

/// Returns a text with its folded lines joined (a line break before white space, and that white space character, are
/// removed), trimmed at both ends.
fn unfolded(bytes: &[u8]) -> Builder {
    let start = bytes.len() - bytes.trim_ascii_start().len();
    let raw = bytes.trim_ascii();
    let mut built = Builder::default();
    if start > 0 {
        built.unit("", Span::new(0, start));
    }
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\n', &raw[at..]) {
        at += found;
        if matches!(raw.get(at + 1), Some(b' ' | b'\t')) {
            let from = if at > done && raw[at - 1] == b'\r' { at - 1 } else { at };
            built.bytes(&raw[done..from], start + done);
            built.unit("", Span::new(start + from, start + at + 2));
            done = at + 2;
            at += 2;
        } else {
            at += 1;
        }
    }
    built.bytes(&raw[done..], start + done);
    built
}

/// Returns the offset after the first colon outside quotes.
fn value_start(line: &str) -> Option<usize> {
    let mut is_quoted = false;
    let colon = line.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b':' && !is_quoted
    });
    colon.map(|colon| colon + 1)
}
