//! Writes URLs into plain text so that they are recognized again. Start at `written`.
//!
//! The existing surroundings are kept if they suffice; otherwise the URL gets the angle brackets that Appendix E of
//! draft-fielding-url-syntax-05 recommends, or `<URL:`. Each candidate is tested by reading it back.

use super::characters::Style;
use super::markdown;
use crate::context::Delimiter;
use crate::link::Link;
use crate::links;
use crate::options::Options;
use napkin::Span;

/// The number of surrounding bytes examined. A scheme, a wrapper and a line break fit within it.
const NEAR: usize = 64;

/// The new text before the next link, as far as it differs from the old text.
#[derive(Default)]
pub(super) struct Before {
    /// The end of the last edit in the old text.
    end: usize,
    /// The last bytes of the new text up to there.
    tail: Vec<u8>,
}

impl Before {
    /// Returns the last bytes of new text before an offset of the old text.
    fn near(&self, bytes: &[u8], start: usize) -> Vec<u8> {
        let kept = &bytes[self.end.max(start.saturating_sub(NEAR)).min(start)..start];
        let room = if start.saturating_sub(self.end) < NEAR { NEAR - kept.len() } else { 0 };
        [&self.tail[self.tail.len().saturating_sub(room)..], kept].concat()
    }

    /// Records that a text has replaced another.
    pub(super) fn put(&mut self, bytes: &[u8], place: Span, text: &str) {
        let mut tail = self.near(bytes, place.start);
        tail.extend_from_slice(text.as_bytes());
        tail.drain(..tail.len().saturating_sub(NEAR));
        *self = Self { end: place.end, tail };
    }
}

/// Returns the text that reads back as `url` in place of a link, if there is one.
pub(super) fn written(
    bytes: &[u8],
    before: &Before,
    link: &Link<'_>,
    delimiter: Delimiter,
    url: &str,
    options: &Options,
) -> Option<String> {
    let mut ways = vec![url.to_owned()];
    match delimiter {
        Delimiter::Angle => ways.push(format!("URL:{url}")),
        Delimiter::AngleUrl => {}
        _ => ways.extend([format!("<{url}>"), format!("<URL:{url}>")]),
    }
    let near = Near::of(bytes, before, link, options);
    ways.into_iter().find(|way| near.takes(way, url))
}

/// Does the same in the text of Markdown; returns the new text and its decoded form. A URL without Markdown syntax is
/// written as it is, any other as an autolink.
pub(super) fn in_markdown(
    bytes: &[u8],
    before: &Before,
    link: &Link<'_>,
    url: &str,
    style: Style,
    options: &Options,
) -> Option<(String, String)> {
    let options = Options { bare: true, ..*options };
    let near = Near::of(bytes, before, link, &options);
    if markdown::is_plain(url) && near.takes(url, url) {
        return Some((url.to_owned(), url.to_owned()));
    }
    // A backslash would escape the bracket, and a second `<` would prevent an autolink.
    if matches!(near.before.last(), Some(b'\\' | b'<')) {
        return None;
    }
    let held = markdown::autolink(url, style)?.into_owned();
    let way = format!("<{held}>");
    near.takes(&way, &held).then_some((way, held))
}

/// The text around a link, and the other URLs in it.
struct Near<'n> {
    before: Vec<u8>,
    behind: &'n [u8],
    options: &'n Options,
    others: Vec<String>,
}

impl<'n> Near<'n> {
    fn of(bytes: &'n [u8], before: &Before, link: &Link<'_>, options: &'n Options) -> Self {
        let before = before.near(bytes, link.span.start);
        let behind = &bytes[link.span.end..bytes.len().min(link.span.end + NEAR)];
        let near = Self { before, behind, options, others: Vec::new() };
        let others = near.read(link.raw).1;
        Self { others, ..near }
    }

    /// Returns whether `way` reads as `url` and the URLs around it stay the same. `data:,-ftp://h` is one URL, and
    /// `data:,-` would be another if different text followed it.
    fn takes(&self, way: &str, url: &str) -> bool {
        let (found, others) = self.read(way.as_bytes());
        found == [url] && others == self.others
    }

    /// Returns the URLs in the inserted text, and those around it.
    fn read(&self, inside: &[u8]) -> (Vec<String>, Vec<String>) {
        let text = [&self.before, inside, self.behind].concat();
        let place = Span::new(self.before.len(), self.before.len() + inside.len());
        let (mut found, mut around) = (Vec::new(), Vec::new());
        let _ = links::text::links(&text, self.options, &mut (), &mut |link| {
            let is_within = place.start <= link.span.start && link.span.end <= place.end;
            let list = if is_within { &mut found } else { &mut around };
            list.push(link.text.into_owned());
            std::ops::ControlFlow::Continue(())
        });
        (found, around)
    }
}
