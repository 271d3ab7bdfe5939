//! Finds the visible text of each link: the text of HTML `a` elements and of Markdown links, in pages and in message
//! parts. Links in nested pages, as in feeds, have no text here.

use crate::entity::Kind;
use crate::message;
use crate::options::Limits;
use crate::reader::Reader;
use napkin::Span;
use napkin::map::Level;
use napkin_html::{self as html, Tag};
use napkin_mail::{Message, PartKind};
use std::ops::ControlFlow;

/// The visible texts of links, by the spans of their references.
///
/// ```
/// use napkin_document::{Entity, Options, Reader, audit::LinkTexts};
/// let options = Options::default();
/// let reader = Reader::new(&Entity::new(b"<a href=beer>the <b>menu</b></a>"), &options);
/// assert_eq!(LinkTexts::of(&reader, &options.limits).at(8), Some("the menu"));
/// ```
#[derive(Debug, Default)]
pub struct LinkTexts {
    /// The span of each reference, and where its text is in `texts`.
    places: Vec<(Span, Span)>,
    texts: String,
}

impl LinkTexts {
    /// Reads the texts of all links of a document.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, Reader, audit::LinkTexts};
    /// let (notes, options) = (Entity::new(b"[beer](menu)").with_kind(Kind::Markdown), Options::default());
    /// assert_eq!(LinkTexts::of(&Reader::new(&notes, &options), &options.limits).at(7), Some("beer"));
    /// ```
    #[must_use]
    pub fn of(reader: &Reader<'_>, limits: &Limits) -> Self {
        let (mut texts, entity) = (Self::default(), reader.entity());
        match (reader.message(), entity.kind) {
            (Some(parsed), _) => texts.message(&parsed.message, limits),
            (None, Kind::Html) => match reader.decoded() {
                None => texts.page(entity.bytes, limits, &|span| span),
                Some((text, level)) => texts.page(text.as_bytes(), limits, &|span| level.source(span)),
            },
            (None, Kind::Markdown) => texts.markdown(entity.bytes),
            (None, _) => {}
        }
        texts.places.sort_by_key(|(span, _)| span.start);
        texts
    }

    fn message(&mut self, message: &Message<'_>, limits: &Limits) {
        for part in message.parts().filter(|part| part.kind() == PartKind::Leaf && !part.is_phantom()) {
            if message::kind(&part.essence()) == Some(Kind::Html) {
                let body = part.decoded();
                let inner = message::text(&part, &body, Kind::Html);
                let level: &Level = &inner.level;
                self.page(inner.text.as_bytes(), limits, &|span| level.source(span));
            }
        }
    }

    /// Returns the visible text of the link whose reference begins at a byte of the document.
    ///
    /// ```
    /// use napkin_document::{Entity, Options, Reader, audit::LinkTexts};
    /// let options = Options::default();
    /// let reader = Reader::new(&Entity::new(b"<a href=beer>menu</a> <img src=x>"), &options);
    /// let texts = LinkTexts::of(&reader, &options.limits);
    /// assert_eq!((texts.at(8), texts.at(30)), (Some("menu"), None));
    /// ```
    #[must_use]
    pub fn at(&self, start: usize) -> Option<&str> {
        let behind = self.places.partition_point(|(span, _)| span.start <= start);
        let (span, text) = self.places[..behind].last()?;
        (start <= span.end).then(|| &self.texts[text.range()])
    }

    fn push(&mut self, span: Span, text: &str) {
        let start = self.texts.len();
        self.texts.push_str(text);
        self.places.push((span, Span::new(start, self.texts.len())));
    }

    fn page(&mut self, page: &[u8], limits: &Limits, source: &dyn Fn(Span) -> Span) {
        let _ = html::scan_within(page, &limits.html(), &mut Page { page, source, texts: self });
    }

    /// Finds the bracketed text before each reference: `[text](reference)`. Skips images, whose text is shown only if
    /// the image cannot be seen. The link parser decides which references are links.
    fn markdown(&mut self, bytes: &[u8]) {
        // No byte is searched twice: a text begins after the previous `](`, and one `)` may end several references.
        let (mut floor, mut close) = (0, 0);
        for at in memchr::memmem::find_iter(bytes, b"](") {
            let from = std::mem::replace(&mut floor, at + 2);
            let Some(open) = memchr::memrchr(b'[', &bytes[from..at]).map(|open| from + open) else { continue };
            if bytes[..open].ends_with(b"!") {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes[open + 1..at]).into_owned();
            if close < at {
                close = memchr::memchr(b')', &bytes[at..]).map_or(bytes.len(), |close| at + close);
            }
            let end = close;
            self.push(Span::new(at + 2, end), &text.replace(['*', '_', '`', '\\', '<', '>'], ""));
        }
    }
}

struct Page<'p> {
    page: &'p [u8],
    source: &'p dyn Fn(Span) -> Span,
    texts: &'p mut LinkTexts,
}

impl html::Sink for Page<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let href = if tag.bytes(tag.name).eq_ignore_ascii_case(b"a") { tag.attribute("href") } else { None };
        let Some(href) = href else { return ControlFlow::Continue(()) };
        let from = tag.offset + tag.span.end;
        let behind = &self.page[from..];
        // The next start tag also ends the element, so no byte is searched twice.
        let end = memchr::memchr_iter(b'<', behind).find(|&at| is_anchor(&behind[at + 1..])).unwrap_or(behind.len());
        let text = shown(&behind[..end]);
        if !text.is_empty() {
            let place = Span::from(href.value.shift(tag.offset).range());
            self.texts.push((self.source)(place), &text);
        }
        ControlFlow::Continue(())
    }
}

/// Returns whether a start tag or an end tag of `a` follows a `<`.
fn is_anchor(behind: &[u8]) -> bool {
    let name = behind.strip_prefix(b"/").unwrap_or(behind);
    matches!(name, [b'a' | b'A', end, ..] if end.is_ascii_whitespace() || matches!(end, b'>' | b'/'))
}

/// Returns a piece of HTML without tags, with character references decoded, and each run of white space replaced by one
/// space.
fn shown(html: &[u8]) -> String {
    let mut plain = Vec::with_capacity(html.len());
    let mut is_tag = false;
    for &byte in html {
        is_tag |= byte == b'<';
        if !is_tag {
            plain.push(byte);
        }
        is_tag &= byte != b'>';
    }
    html::decode_attribute_value(&plain).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::Entity;
    use crate::options::Options;

    fn texts(text: &str, kind: Kind) -> LinkTexts {
        let options = Options::default();
        LinkTexts::of(&Reader::new(&Entity::new(text.as_bytes()).with_kind(kind), &options), &options.limits)
    }

    fn markdown(text: &str) -> LinkTexts {
        texts(text, Kind::Markdown)
    }

    #[test]
    fn an_image_shows_no_text() {
        let text = "[pub.example](https://a/) ![pub.example](https://b/) [![pub.example](https://c/)](https://d/)";
        let texts = markdown(text);
        let shown = |reference: &str| texts.at(text.find(reference).unwrap());
        assert_eq!(
            ["https://a/", "https://b/", "https://c/", "https://d/"].map(shown),
            [Some("pub.example"), None, None, None]
        );
    }

    #[test]
    fn texts_of_any_length_are_shown() {
        let long = "x".repeat(1 << 16);
        let text = format!("[{long}](https://a/)");
        assert_eq!(markdown(&text).at(text.find("https").unwrap()), Some(&*long));
        let page =
            format!("<a href=https://a/><b>{long}</b><abbr></abbr>y</A><a href=https://b/>z<a\thref=https://c/>");
        let texts = texts(&page, Kind::Html);
        let shown = |reference: &str| texts.at(page.find(reference).unwrap());
        assert_eq!(
            ["https://a/", "https://b/", "https://c/"].map(shown),
            [Some(&*format!("{long}y")), Some("z"), None]
        );
    }

    /// The texts grow linearly in a page without end tags: 12 more bytes cost 12 bytes of text, not another copy of the
    /// rest.
    #[test]
    fn texts_grow_with_the_document() {
        let page = "<a href=x>y ".repeat(1 << 16);
        let texts = texts(&page, Kind::Html);
        assert!(texts.places.len() == 1 << 16 && texts.texts == "y".repeat(1 << 16));
        let texts = markdown(&"[](".repeat(1 << 16));
        assert_eq!(texts.texts, "");
        let texts = markdown(&format!("[{}", "](".repeat(1 << 16)));
        assert_eq!(texts.places.len(), 1);
    }
}
