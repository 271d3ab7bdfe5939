//! References into plain text.
//!
//! Decides: what has to stand around a URL so that it is read back from prose: nothing more if what is there will do, else the
//! angle brackets that Appendix E of draft-fielding-url-syntax-05 recommends, else `<URL:`. What will do is found by reading.

use crate::context::Delimiter;
use crate::link::Link;
use crate::links;
use crate::options::Options;
use napkin::Span;

/// How much of the text around counts. A scheme, a wrapper and a line break are within it.
const NEAR: usize = 64;

/// What stands before the next link in the new text, as far as it is another than in the old.
#[derive(Default)]
pub(super) struct Before {
    /// The end of the last edit in the old text.
    end: usize,
    /// The new text up to there, or the last of it.
    tail: Vec<u8>,
}

impl Before {
    /// The last bytes before a place of the old text.
    fn near(&self, bytes: &[u8], start: usize) -> Vec<u8> {
        let kept = &bytes[self.end.max(start.saturating_sub(NEAR)).min(start)..start];
        let room = if start.saturating_sub(self.end) < NEAR { NEAR - kept.len() } else { 0 };
        [&self.tail[self.tail.len().saturating_sub(room)..], kept].concat()
    }

    /// Some text has been written in place of another.
    pub(super) fn put(&mut self, bytes: &[u8], place: Span, text: &str) {
        let mut tail = self.near(bytes, place.start);
        tail.extend_from_slice(text.as_bytes());
        tail.drain(..tail.len().saturating_sub(NEAR));
        *self = Self { end: place.end, tail };
    }
}

/// What is to be written in place of a link so that `url` is read there, if there is a way.
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
    let before = before.near(bytes, link.span.start);
    let behind = &bytes[link.span.end..bytes.len().min(link.span.end + NEAR)];
    let near = Near { before: &before, behind, options };
    let (_, around) = near.read(link.raw);
    // `data:,-ftp://h` is one URL, and `data:,-` would be another if something else stood behind it.
    ways.into_iter().find(|way| near.read(way.as_bytes()) == (vec![url.to_owned()], around.clone()))
}

/// The text around a link.
struct Near<'n> {
    before: &'n [u8],
    behind: &'n [u8],
    options: &'n Options,
}

impl Near<'_> {
    /// The URLs in what is put there, and those around it.
    fn read(&self, inside: &[u8]) -> (Vec<String>, Vec<String>) {
        let text = [self.before, inside, self.behind].concat();
        let place = Span::new(self.before.len(), self.before.len() + inside.len());
        let (mut found, mut around) = (Vec::new(), Vec::new());
        links::text::links(&text, self.options, &mut |link| {
            let is_within = place.start <= link.span.start && link.span.end <= place.end;
            let list = if is_within { &mut found } else { &mut around };
            list.push(link.text.into_owned());
        });
        (found, around)
    }
}
