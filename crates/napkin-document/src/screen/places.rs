//! Finds the `data:` URLs in a document, by its format. Start at `places`.
//!
//! Maps each URL back to the bytes of the document, through documents in attributes, parts of email, and encodings.
//! Each format has its own file. URLs are not decoded here.

mod collector;
mod html;
mod json;
mod mail;
mod text;
mod xml;

pub(crate) use self::collector::Place;

use self::collector::{Collector, Content, LAYERS};
use super::format::Format;
use super::policy::ScreenLimits;
use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::rules;
use napkin::media::MediaType;

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
