//! Places in mail: parts of every type that is read, fields that hold URLs, bodies that stand elsewhere, cards and calendars.
//!
//! Decides: what the parts of a message are (RFC 2045 and 2046), as far as the screen needs it; the tree of a mail with all
//! its names and numbers is not made here. Fields with URLs are `Content-Location` and `Content-Base` (RFC 2557), those of
//! lists (RFC 2369), and the `URL` of a body that stands elsewhere (RFC 2017). What is malformed is read as far as it goes.

use super::fields::{Field, Fold, fields, parameter, unfolded};
use super::{Collector, Content, Format, transfer};
use crate::map::{Builder, Level};
use crate::screen::{judge, sniff};
use crate::usage::Use;
use napkin::Span;
use napkin::media::{MediaType, Reading};

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    match content.media_type {
        Some(media_type) if media_type.top_level() == "multipart" => parts(collector, content, media_type),
        _ => message(collector, content, "text/plain"),
    }
}

/// A message, or a part: fields and a body. Without `Content-Type` it is of the type that is given.
fn message(collector: &mut Collector<'_>, content: &Content<'_>, default: &str) {
    let (fields, body) = fields(content.bytes);
    for field in &fields {
        urls_of_field(collector, content, field);
    }
    let value = |name: &str| {
        fields.iter().find(|field| field.name == name).map(|field| field.text(content.bytes, Fold::Space).text)
    };
    let written = value("content-type").unwrap_or_else(|| default.to_owned());
    let media_type = MediaType::parse(&written, Reading::Strict);
    let media_type = media_type.or_else(|_| MediaType::parse(&written, Reading::Whatwg));
    let media_type = media_type.unwrap_or_else(|_| MediaType::default_of_data());
    if media_type.essence() == "message/external-body" {
        let field = fields.iter().find(|field| field.name == "content-type");
        return field.into_iter().for_each(|field| external_body(collector, content, field));
    }
    let encoding = value("content-transfer-encoding").unwrap_or_default().trim().to_ascii_lowercase();
    let bytes = &content.bytes[body..];
    let inside = |span: Span| (content.origin)(span.shift(body));
    match encoding.as_str() {
        "quoted-printable" => {
            let (bytes, level) = transfer::quoted_printable(bytes);
            part(collector, content, &bytes, &media_type, &|span| inside(level.source(span)));
        }
        "base64" => {
            let (bytes, runs) = transfer::base64(bytes);
            part(collector, content, &bytes, &media_type, &|span| inside(runs.source(span)));
        }
        _ => part(collector, content, bytes, &media_type, &inside),
    }
}

/// The body of a part, without its transfer encoding.
fn part(
    collector: &mut Collector<'_>,
    content: &Content<'_>,
    bytes: &[u8],
    media_type: &MediaType<'_>,
    origin: &dyn Fn(Span) -> Span,
) {
    let layer = content.layer + 1;
    let format = match media_type.essence() {
        "text/calendar" | "text/vcard" | "text/x-vcard" | "text/directory" => {
            return cards(collector, bytes, origin);
        }
        _ => judge::format(media_type, sniff::sniffed(bytes)),
    };
    let format = format.or((media_type.top_level() == "text").then_some(Format::Text));
    if let Some(format) = format {
        collector.read(&Content { bytes, format, media_type: Some(media_type), origin, layer });
    }
}

/// RFC 2046 section 5.1: parts between lines of `--` and the boundary. What stands before and behind them is nothing.
fn parts(collector: &mut Collector<'_>, content: &Content<'_>, media_type: &MediaType<'_>) {
    let default = if media_type.essence() == "multipart/digest" { "message/rfc822" } else { "text/plain" };
    let Some(boundary) = media_type.parameter("boundary") else { return };
    for span in between(content.bytes, boundary.trim_end().as_bytes()) {
        let origin = |inside: Span| (content.origin)(inside.shift(span.start));
        let part = Content { bytes: &content.bytes[span.range()], origin: &origin, media_type: None, ..*content };
        message(collector, &part, default);
    }
}

fn between(bytes: &[u8], boundary: &[u8]) -> Vec<Span> {
    let mut parts = Vec::new();
    let (mut at, mut start) = (0, None);
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found + 1);
        let behind = bytes[at..end].strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary));
        let behind = behind.map(<[u8]>::trim_ascii).filter(|behind| behind.is_empty() || *behind == b"--");
        if let Some(behind) = behind {
            // The line break before the delimiter belongs to it.
            let before =
                bytes[..at].strip_suffix(b"\n").map_or(at, |text| text.strip_suffix(b"\r").unwrap_or(text).len());
            parts.extend(start.map(|start: usize| Span::new(start, before.max(start))));
            start = Some(end);
            if behind == b"--" {
                return parts;
            }
        }
        at = end;
    }
    parts.extend(start.map(|start| Span::new(start, bytes.len())));
    parts
}

fn urls_of_field(collector: &mut Collector<'_>, content: &Content<'_>, field: &Field) {
    let context = || format!("header {}", field.name);
    // RFC 2557 section 4.4.2: where a URL is folded, the white space is none of it.
    let is_list = match field.name.as_str() {
        "content-location" | "content-base" => false,
        "list-help" | "list-unsubscribe" | "list-subscribe" | "list-post" | "list-owner" | "list-archive" => true,
        _ => return,
    };
    let Builder { text, units } = field.text(content.bytes, Fold::Nothing);
    let level = Level::new(0, units);
    let mut report = |part: Span, used| {
        let origin = |span: Span| (content.origin)(level.source(span.shift(part.start)));
        collector.url(part.of(&text), &origin, &context, used);
    };
    if !is_list {
        return report(Span::new(0, text.len()), Use::Other);
    }
    let mut at = 0;
    while let Some(open) = text[at..].find('<') {
        let start = at + open + 1;
        at = text[start..].find('>').map_or(text.len(), |end| start + end);
        report(Span::new(start, at), Use::Navigation);
    }
}

/// RFC 2017: `access-type=URL; URL="..."`, in which white space is ignored.
fn external_body(collector: &mut Collector<'_>, content: &Content<'_>, field: &Field) {
    let built = field.text(content.bytes, Fold::Nothing);
    let is_url = parameter(&built.text, "access-type").is_some_and(|kind| kind.text.eq_ignore_ascii_case("url"));
    let Some(url) = parameter(&built.text, "url").filter(|_| is_url) else { return };
    let outer = Level::new(0, built.units);
    let inner = Level::new(0, url.units);
    let origin = |span| (content.origin)(outer.source(inner.source(span)));
    collector.url(&url.text, &origin, &|| "header content-type; url".to_owned(), Use::Other);
}

/// RFC 5545 and RFC 6350: properties whose values are URLs, on lines that are folded anywhere.
fn cards(collector: &mut Collector<'_>, bytes: &[u8], origin: &dyn Fn(Span) -> Span) {
    const NAMES: [&str; 14] = [
        "attach",
        "photo",
        "logo",
        "sound",
        "url",
        "key",
        "source",
        "image",
        "conference",
        "fburl",
        "caluri",
        "caladruri",
        "tzurl",
        "related",
    ];
    let built = unfolded(bytes, Span::new(0, bytes.len()), Fold::One);
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

/// Behind the first colon that is in no quotes.
fn value_start(line: &str) -> Option<usize> {
    let mut is_quoted = false;
    let colon = line.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b':' && !is_quoted
    });
    colon.map(|colon| colon + 1)
}
