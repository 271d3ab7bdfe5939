//! References in plain text.
//!
//! Decides: where a URL stands in prose, by draft-fielding-url-syntax-05 Appendix E (RFC 3986 Appendix C): within
//! `<...>` or `"..."`, after `URL:`, or between white space. A URL is found by the colon behind its scheme; what stands
//! before the scheme says how it is delimited, so that a quote or a bracket without a URL costs nothing. It does not
//! decide whether the URL is valid: a broken one between delimiters is reported whole. Its parts: `extent` (where a bare
//! URL ends), `wrapped` (delimited ones, with ignored white space), `write` (the reverse).
//!
//! Time is linear: a scheme reaches back at most to the previous colon, a delimited URL forward at most to the next
//! delimiter of its kind, and what a link has taken is not looked at again.

mod extent;
mod guessed;
mod pieces;
mod schemes;
mod wrapped;
mod write;

pub use write::write;

use crate::context::{Context, Delimiter};
use crate::link::Link;
use crate::options::Options;
use memchr::{memchr, memchr3};
use napkin::Span;
use pieces::Pieces;

/// Hands every link of a text to `sink`.
pub(crate) fn links<'a>(bytes: &'a [u8], options: &Options, sink: &mut dyn FnMut(Link<'a>)) {
    let finder = Finder { bytes, options };
    let next = |at: usize| match options.bare {
        false => memchr(b':', &bytes[at..]),
        true => memchr3(b':', b'@', b'.', &bytes[at..]),
    };
    // Bytes before `floor` belong to an earlier link, bytes before `at` have been searched.
    let (mut floor, mut at) = (0, 0);
    while let Some(found) = next(at) {
        let mark = at + found;
        at = mark + 1;
        if let Some(link) = finder.around(mark, floor) {
            floor = link.span.end.max(mark + 1);
            at = floor;
            sink(link);
        }
    }
}

struct Finder<'a, 'o> {
    bytes: &'a [u8],
    options: &'o Options,
}

impl<'a> Finder<'a, '_> {
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
        // `<URL:` announces any reference, also a relative one, and white space may follow.
        let open = colon.checked_sub(4).filter(|&open| open >= floor && self.bytes[open] == b'<')?;
        if !self.bytes[open + 1..colon].eq_ignore_ascii_case(b"url") {
            return None;
        }
        let start = colon + 1 + spaces(&self.bytes[colon + 1..]);
        let pieces = wrapped::read(self.bytes, open, start, &self.options.limits)?;
        pieces.link(self.bytes, Delimiter::AngleUrl)
    }

    #[inline]
    fn with_scheme(&self, start: usize, colon: usize, floor: usize) -> Option<Link<'a>> {
        let before = Before::of(self.bytes, start, floor);
        if let Some(link) = before.open.and_then(|(open, delimiter)| self.enclosed(start, colon, open, delimiter)) {
            return Some(link);
        }
        if let Some((open, delimiter)) = before.open
            && let Some(pieces) = wrapped::read(self.bytes, open, start, &self.options.limits)
        {
            return pieces.link(self.bytes, delimiter).filter(|link| schemes::is_complete(&link.text));
        }
        self.bare(start, colon, before)
    }

    /// The URL with `//` that its delimiters enclose without white space: the common case, in one pass.
    #[inline]
    fn enclosed(&self, start: usize, colon: usize, open: usize, delimiter: Delimiter) -> Option<Link<'a>> {
        let body = colon + "://".len();
        let end = wrapped::word_end(self.bytes, colon);
        let closes = self.bytes.get(end) == Some(&wrapped::closing(self.bytes[open]));
        if !closes || end <= body || !self.bytes[colon..body].ends_with(b"//") {
            return None;
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
            let pieces = extent::pieces(self.bytes, start, body, self.options.limits.hyphens);
            return pieces.and_then(|pieces| self.finish(pieces, before));
        };
        let span = Span::new(start, end);
        let text = std::str::from_utf8(&self.bytes[span.range()]).ok()?;
        let is_url = end > body && (slashes > 0 || schemes::is_complete(text));
        is_url.then(|| Link::verbatim(self.bytes, span, text, context(before.delimiter())))
    }

    /// Where the URL ends if nothing but plain characters belongs to it: the common case, in one pass.
    #[inline]
    fn plain_end(&self, body: usize, start: usize) -> Option<usize> {
        if start > 0 && extent::closes_itself(self.bytes[start - 1]) {
            return None;
        }
        let end = extent::plain_or_query(self.bytes, body);
        match self.bytes.get(end) {
            Some(&next) if next != b'&' && extent::needs_thought(next) => None,
            _ if self.bytes[end - 1] == b'-' => None,
            _ => Some(extent::without_punctuation(self.bytes, body, end)),
        }
    }

    fn finish(&self, pieces: Pieces, before: Before) -> Option<Link<'a>> {
        pieces.link(self.bytes, before.delimiter()).filter(|link| schemes::is_complete(&link.text))
    }
}

/// What stands before a scheme.
#[derive(Clone, Copy)]
struct Before {
    /// An opening delimiter: its place, and its name.
    open: Option<(usize, Delimiter)>,
    /// Whether `URL:` stands there.
    is_announced: bool,
}

impl Before {
    /// What delimits a URL that nothing encloses.
    fn delimiter(self) -> Delimiter {
        if self.is_announced { Delimiter::Url } else { Delimiter::Bare }
    }

    #[inline]
    fn of(bytes: &[u8], start: usize, floor: usize) -> Self {
        let none = Self { open: None, is_announced: false };
        if start <= floor {
            return none;
        }
        // The common cases first: one byte decides.
        match bytes[start - 1] {
            b'<' => return Self { open: Some((start - 1, Delimiter::Angle)), ..none },
            b'"' => return Self { open: Some((start - 1, Delimiter::Quote)), ..none },
            b' ' | b'\t' | b'\n' | b'\r' | b':' => {}
            _ => return none,
        }
        let behind = start - spaces_before(&bytes[floor..start]);
        let Some(prefix) = announced(&bytes[floor..behind]).map(|length| behind - length) else {
            let open = (behind > floor && bytes[behind - 1] == b'<').then(|| (behind - 1, Delimiter::Angle));
            return Self { open, ..none };
        };
        let open = match prefix.checked_sub(1).filter(|&open| open >= floor).map(|open| bytes[open]) {
            Some(b'<') => Some((prefix - 1, Delimiter::AngleUrl)),
            Some(b'"') => Some((prefix - 1, Delimiter::QuoteUrl)),
            _ => None,
        };
        Self { open, is_announced: true }
    }
}

/// Length of a `URL:` at the end.
fn announced(text: &[u8]) -> Option<usize> {
    let start = text.len().checked_sub(4)?;
    let boundary = start == 0 || !text[start - 1].is_ascii_alphanumeric();
    (boundary && text[start..].eq_ignore_ascii_case(b"url:")).then_some(4)
}

/// More white space than this before a URL is layout, not part of a wrapper.
const SPACES: usize = 16;

fn spaces(text: &[u8]) -> usize {
    text.iter().take(SPACES).take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn spaces_before(text: &[u8]) -> usize {
    text.iter().rev().take(SPACES).take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Context of a link in plain text.
fn context<'a>(delimiter: Delimiter) -> Context<'a> {
    Context::Text(delimiter)
}
