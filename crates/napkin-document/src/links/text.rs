//! Finds references in plain text. Start with `links`.
//!
//! A URL in prose occurs, by draft-fielding-url-syntax-05 Appendix E (RFC 3986 Appendix C), within `<...>` or `"..."`,
//! after `URL:`, or between white space. The search is for the colon after a scheme; the text before the scheme then
//! determines the delimiter, so that quotes and brackets without URLs cost nothing. URLs are not validated: an invalid
//! one between delimiters is reported whole. Parts: `marks` (where to look), `extent` (the end of a bare URL),
//! `wrapped` (delimited URLs with ignored white space), `before` and `around` (the text around), `windows` (texts in
//! pieces), `write` (the inverse).
//!
//! Time is linear: a scheme extends back at most to the previous colon, a delimited URL forward at most to the next
//! delimiter of its kind, and the bytes of a link are not searched again. Memory is bounded: a link depends only on
//! [`BEHIND`] bytes before its mark and on [`Limits::reference`](crate::Limits) bytes after it.

mod around;
mod before;
mod extent;
mod guessed;
mod letters;
mod marks;
mod pieces;
mod schemes;
mod windows;
mod wrapped;
mod write;

pub use windows::TextWindows;
pub use write::write_delimited;

use crate::context::{Context, Delimiter};
use crate::link::Link;
use crate::options::Options;
use crate::rules;
use before::{Before, spaces};
use napkin::{Finding, Sink, Span, Standard};
use pieces::Pieces;
use std::cell::Cell;
use std::ops::ControlFlow;

/// The number of bytes before a colon, an at sign or a dot that can affect the link around it: the scheme or the
/// address, the delimiter, the beginning of its line and the lines above. A longer scheme is cut.
const BEHIND: usize = 1024;

/// Passes every link of a text to `sink`.
pub(crate) fn links<'a>(
    bytes: &'a [u8],
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut place, cut) = (Place::default(), Cell::new(None));
    let flow = Finder { bytes, options, cut: &cut }.read(&mut place, bytes.len(), sink);
    cut.get().into_iter().for_each(|finding| findings.report(finding));
    flow
}

/// The expectations that a too long reference violates, for messages.
const REFERENCE: &str = "the end of a reference within the limit `reference`";
const WRAPPED: &str = "the end of a reference within the limit `wrapped`";
const HYPHENS: &str = "the end of a reference within the limit `hyphens`";

/// The progress of the search in a text.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Bytes before it belong to an earlier link.
    floor: usize,
    /// Bytes before it have been searched.
    at: usize,
    /// The position of the first white space after the last queried link.
    space: usize,
}

impl Place {
    /// Returns the place after `consumed` bytes have been removed.
    fn behind(self, consumed: usize) -> Self {
        let (floor, at) = (self.floor.saturating_sub(consumed), self.at.saturating_sub(consumed));
        Self { floor, at, space: 0 }
    }
}

/// A text, up to the end of what may be read.
#[derive(Clone, Copy)]
struct Finder<'a, 'o> {
    bytes: &'a [u8],
    options: &'o Options,
    /// The first link that may have been cut.
    cut: &'o Cell<Option<Finding>>,
}

impl<'a> Finder<'a, '_> {
    /// Passes the links with marks before `end` to `sink`.
    fn read(self, place: &mut Place, end: usize, sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>) -> ControlFlow<()> {
        while let Some(mark) = marks::next(self.bytes, place.at, end, self.options.bare) {
            place.at = mark + 1;
            let reach = self.bytes.len().min(mark.saturating_add(self.options.limits.reference));
            // The mark itself is always read.
            let near = Finder { bytes: &self.bytes[..reach.max(mark + 1)], ..self };
            if let Some(link) = near.around(mark, place.floor.max(mark.saturating_sub(BEHIND))) {
                let may_be_cut = self.cut.get().is_none() && reach < self.bytes.len();
                if may_be_cut && self.next_space(place, link.span.end) >= reach {
                    self.meet(Span::new(link.span.start, mark + 1), REFERENCE);
                }
                place.floor = link.span.end.max(mark + 1);
                place.at = place.floor;
                sink(link)?;
            }
        }
        place.at = place.at.max(end);
        ControlFlow::Continue(())
    }

    /// Notes that a reference may have been cut.
    #[cold]
    fn meet(&self, start: Span, expected: &'static str) {
        let finding = Finding::new(rules::REFERENCE_TOO_LONG, Standard::Rfc3986, start, expected, None);
        self.cut.set(self.cut.get().or(Some(finding)));
    }

    /// Returns the URL after the delimiter at `open`, and records if it exceeds the limit.
    fn wrapped(&self, open: usize, start: usize) -> Option<Pieces> {
        // Bytes beyond `reference` are not read.
        let most = self.options.limits.wrapped.min(self.options.limits.reference.saturating_sub(1));
        let found = wrapped::read(self.bytes, open, start, most);
        if found.is_err() {
            self.meet(Span::new(open, start + 1), WRAPPED);
        }
        found.ok().flatten()
    }

    /// Returns the position of the first white space from `at`. Queries are in ascending order, so that the text is
    /// scanned once.
    fn next_space(&self, place: &mut Place, at: usize) -> usize {
        if place.space < at {
            let found = self.bytes[at..].iter().position(u8::is_ascii_whitespace);
            place.space = found.map_or(self.bytes.len(), |found| at + found);
        }
        place.space
    }

    #[inline]
    fn around(&self, mark: usize, floor: usize) -> Option<Link<'a>> {
        match self.bytes[mark] {
            b':' => self.around_colon(mark, floor),
            b'@' => guessed::mail_address(self.bytes, mark, floor),
            _ => guessed::host(self.bytes, mark, floor),
        }
    }

    #[inline]
    fn around_colon(&self, colon: usize, floor: usize) -> Option<Link<'a>> {
        if let Some(start) = schemes::start(self.bytes, colon, floor) {
            return self.with_scheme(start, colon, floor);
        }
        // `<URL:` announces any reference, even a relative one, and white space may follow.
        let open = colon.checked_sub(4).filter(|&open| open >= floor && self.bytes[open] == b'<')?;
        if !self.bytes[open + 1..colon].eq_ignore_ascii_case(b"url") {
            return None;
        }
        let start = colon + 1 + spaces(&self.bytes[colon + 1..]);
        let pieces = self.wrapped(open, start)?;
        pieces.link(self.bytes, Delimiter::AngleUrl)
    }

    #[inline]
    fn with_scheme(&self, start: usize, colon: usize, floor: usize) -> Option<Link<'a>> {
        let before = Before::of(self.bytes, start, floor);
        let is_bracketed = matches!(before.open, Some((_, Delimiter::Angle | Delimiter::AngleUrl)));
        let slashes = self.bytes[colon + 1..].starts_with(b"//");
        if slashes && !is_bracketed && !schemes::may_begin_here(self.bytes, colon + "://".len()) {
            return None;
        }
        if let Some(link) = before.open.and_then(|(open, delimiter)| self.enclosed(start, colon, open, delimiter)) {
            return Some(link);
        }
        if let Some((open, delimiter)) = before.open
            && (is_bracketed || !self.has_escape(start))
            && let Some(pieces) = self.wrapped(open, start)
        {
            return pieces.link(self.bytes, delimiter).filter(|link| schemes::is_complete(&link.text));
        }
        self.bare(start, colon, before)
    }

    /// Returns whether the word that begins here contains a backslash. The quotes then belong to program text with an
    /// escape (`"http://pub.example/a\n"`); no URL contains a backslash.
    fn has_escape(&self, start: usize) -> bool {
        self.bytes[start..wrapped::word_end(self.bytes, start)].contains(&b'\\')
    }

    /// Returns the URL with `//` between its delimiters if it contains no white space: the common case, in one pass.
    #[inline]
    fn enclosed(&self, start: usize, colon: usize, open: usize, delimiter: Delimiter) -> Option<Link<'a>> {
        let body = colon + "://".len();
        let mut end = wrapped::word_end(self.bytes, colon);
        let closes = self.bytes.get(end) == Some(&wrapped::closing(self.bytes[open]));
        if !closes || end <= body || !self.bytes[colon..body].ends_with(b"//") {
            return None;
        }
        if self.bytes[open] == b'"' {
            // American usage puts the comma of the sentence before the closing quote.
            end -= usize::from(self.bytes[end - 1] == b',' && end > body + 1);
            if memchr::memchr(b'\\', &self.bytes[body..end]).is_some() {
                return None;
            }
        }
        let span = Span::new(start, end);
        let text = std::str::from_utf8(&self.bytes[span.range()]).ok()?;
        Some(Link::verbatim(self.bytes, span, text, context(delimiter)))
    }

    #[inline]
    fn bare(&self, start: usize, colon: usize, before: Before) -> Option<Link<'a>> {
        let slashes = if self.bytes[colon + 1..].starts_with(b"//") { 2 } else { 0 };
        let body = colon + 1 + slashes;
        let Some(end) = self.plain_end(body, start) else {
            let mut is_cut = false;
            let pieces = extent::pieces(self.bytes, start, body, self.options.limits.hyphens, &mut is_cut);
            if is_cut {
                self.meet(Span::new(start, colon + 1), HYPHENS);
            }
            return pieces.and_then(|pieces| self.finish(pieces, before));
        };
        let span = Span::new(start, end);
        let text = std::str::from_utf8(&self.bytes[span.range()]).ok()?;
        let is_url = end > body && (slashes > 0 || schemes::is_complete(text));
        is_url.then(|| Link::verbatim(self.bytes, span, text, context(before.delimiter())))
    }

    /// Returns the end of the URL if it consists of plain characters: the common case, in one pass.
    #[inline]
    fn plain_end(&self, body: usize, start: usize) -> Option<usize> {
        if start > 0 && extent::closes_itself(self.bytes[start - 1]) {
            return None;
        }
        let end = extent::plain_or_query(self.bytes, body);
        match self.bytes.get(end) {
            Some(&next) if next != b'&' && extent::needs_thought(next) => None,
            _ if matches!(self.bytes[end - 1], b'-' | b'*' | b'_' | b'~') => None,
            _ => Some(extent::without_punctuation(self.bytes, body, end)),
        }
    }

    fn finish(&self, pieces: Pieces, before: Before) -> Option<Link<'a>> {
        pieces.link(self.bytes, before.delimiter()).filter(|link| schemes::is_complete(&link.text))
    }
}

/// Returns the context of a link in plain text.
fn context<'a>(delimiter: Delimiter) -> Context<'a> {
    Context::Text(delimiter)
}
