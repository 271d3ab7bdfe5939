//! What a link shows.
//!
//! Decides: the text between the tags of an `a` element of HTML, and of a link in Markdown, in pages, and in the parts of messages. A link in
//! a page inside another, as in a feed, shows nothing here.

use crate::entity::{Entity, Kind};
use crate::html::{self, Tag, Text};
use crate::links::references;
use crate::mail::{Limits, Message, PartKind, links};
use crate::map::Level;
use memchr::memmem::Finder;
use napkin::Span;
use std::borrow::Cow;

/// The most bytes between the tags that are looked at: a URL that is shown is short.
const LONGEST: usize = 2048;

/// What links show, by the place of their references.
#[derive(Debug, Default)]
pub(super) struct Texts(Vec<(Span, String)>);

impl Texts {
    pub(super) fn of(entity: &Entity<'_>) -> Self {
        let mut texts = Self::default();
        match entity.kind {
            Kind::Html => match crate::encoding::transcoded(entity) {
                None => texts.page(entity.bytes, &|span| span),
                Some((text, level)) => texts.page(text.as_bytes(), &|span| level.source(span)),
            },
            Kind::Markdown => texts.markdown(entity.bytes),
            Kind::Mail | Kind::Mhtml => texts.message(entity.bytes),
            _ => {}
        }
        texts.0.sort_by_key(|(span, _)| span.start);
        texts
    }

    /// What the link shows whose reference begins at a byte of the document.
    pub(super) fn at(&self, start: usize) -> Option<&str> {
        let behind = self.0.partition_point(|(span, _)| span.start <= start);
        let (span, text) = self.0[..behind].last()?;
        (start <= span.end).then_some(text)
    }

    fn message(&mut self, bytes: &[u8]) {
        let message = Message::read(bytes, &Limits::default(), &mut ());
        for part in message.parts().filter(|part| part.kind() == PartKind::Leaf && !part.is_phantom()) {
            if links::kind(&part.essence()) == Some(Kind::Html) {
                let body = part.decoded();
                let inner = links::text(&part, &body, Kind::Html);
                let level: &Level = &inner.level;
                self.page(inner.text.as_bytes(), &|span| level.source(span));
            }
        }
    }

    fn page(&mut self, page: &[u8], source: &dyn Fn(Span) -> Span) {
        html::scan(page, &mut Page { page, source, end: Finder::new(b"</"), texts: &mut self.0 });
    }

    /// `[text](reference)`: what stands before a reference in brackets, but for that of an image, which is read where the image cannot be
    /// seen. The parser of links says which they are.
    fn markdown(&mut self, bytes: &[u8]) {
        for at in memchr::memmem::find_iter(bytes, b"](") {
            let from = at.saturating_sub(LONGEST);
            let Some(open) = memchr::memrchr(b'[', &bytes[from..at]).map(|open| from + open) else { continue };
            if bytes[..open].ends_with(b"!") {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes[open + 1..at]).into_owned();
            let window = &bytes[at..bytes.len().min(at + LONGEST)];
            let end = at + memchr::memchr(b')', window).unwrap_or(window.len());
            self.0.push((Span::new(at + 2, end), text.replace(['*', '_', '`', '\\', '<', '>'], "")));
        }
    }
}

struct Page<'p> {
    page: &'p [u8],
    source: &'p dyn Fn(Span) -> Span,
    end: Finder<'static>,
    texts: &'p mut Vec<(Span, String)>,
}

impl html::Sink for Page<'_> {
    fn tag(&mut self, tag: &Tag<'_>) {
        if !tag.bytes(tag.name).eq_ignore_ascii_case(b"a") {
            return;
        }
        let Some(href) = tag.find("href") else { return };
        let from = tag.offset + tag.span.end;
        let window = &self.page[from..self.page.len().min(from + LONGEST)];
        let is_end = |at: &usize| window.get(at + 2).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'a'));
        let end = self.end.find_iter(window).find(is_end).unwrap_or(window.len());
        let text = shown(&window[..end]);
        if !text.is_empty() {
            self.texts.push(((self.source)(href.value.shift(tag.offset)), text));
        }
    }

    fn text(&mut self, _: &Text<'_>) {}
}

/// A piece of HTML without its tags, its character references decoded, white space made one space.
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
    let text: Cow<'_, str> = references::decode(&plain, 0).0;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(text: &str) -> Texts {
        Texts::of(&Entity::new(text.as_bytes()).with_kind(Kind::Markdown))
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
    fn no_link_is_looked_for_beyond_a_window() {
        let texts = markdown(&"[](".repeat(2 * LONGEST));
        assert_eq!(texts.0.len(), 2 * LONGEST);
        assert!(texts.0.iter().all(|(span, _)| span.len() <= LONGEST), "{LONGEST} bytes");
    }
}
