//! A URL in pieces, with ignored white space between them.
//!
//! Builds the URL's text, its alternative readings, and the mappings to the source. Other modules decide which pieces
//! belong together.

use super::before::BEHIND;
use super::non_ascii::text_goes_on;
use super::schemes;
use super::trailing::without_punctuation;
use crate::context::{Context, Delimiter};
use crate::link::{Alternative, Link, Reading};
use memchr::memmem;
use napkin::Span;
use napkin::map::{Builder, Level, Map};
use std::borrow::Cow;

/// The text between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Blanks within a line.
    Blank,
    /// A line break without a hyphen before it.
    Line,
    /// A line break after a hyphen that the typesetter may have inserted.
    Hyphen,
}

/// The pieces. A single one, the common case, needs no allocation.
pub(super) struct Pieces {
    first: Span,
    rest: Vec<Span>,
    pub(super) gaps: Vec<Gap>,
}

impl Pieces {
    pub(super) fn one(first: Span) -> Self {
        Self { first, rest: Vec::new(), gaps: Vec::new() }
    }

    pub(super) fn add(&mut self, piece: Span, gap: Gap) {
        self.rest.push(piece);
        self.gaps.push(gap);
    }

    pub(super) fn last(&self) -> Span {
        self.rest.last().copied().unwrap_or(self.first)
    }

    pub(super) fn end_at(&mut self, end: usize) {
        self.rest.last_mut().unwrap_or(&mut self.first).end = end;
    }

    /// Returns the link, or `None` if it is empty.
    pub(super) fn link<'a>(self, bytes: &'a [u8], delimiter: Delimiter) -> Option<Link<'a>> {
        let span = Span::new(self.first.start, self.last().end);
        if span.is_empty() {
            return None;
        }
        let is_bare = matches!(delimiter, Delimiter::Bare | Delimiter::Url);
        if self.rest.is_empty() {
            let Ok(text) = std::str::from_utf8(&bytes[span.range()]) else {
                return Some(self.joined(bytes, span, delimiter, false));
            };
            return Some(match is_bare && !text.is_ascii() {
                true => self.international(bytes, text, delimiter),
                false => Link::verbatim(bytes, span, text, Context::Text(delimiter)),
            });
        }
        // If the first piece is only a hyphen, dropping it would leave a link that begins after its own start.
        let may_drop = self.gaps.contains(&Gap::Hyphen) && self.first.len() > 1;
        let drops = may_drop && is_hyphenated(bytes, span.start, span.end);
        let mut link = self.joined(bytes, span, delimiter, drops);
        self.other_joins(bytes, drops, &mut link.alternatives);
        if is_bare && !link.text.is_ascii() {
            link.alternatives.extend(self.ascii_only(bytes));
        }
        Some(link)
    }

    /// Creates the link of a bare URL with non-ASCII letters: with two readings, the whole URL and its ASCII part, the
    /// likelier first.
    fn international<'a>(&self, bytes: &'a [u8], text: &'a str, delimiter: Delimiter) -> Link<'a> {
        let (span, whole) = (self.first, Link::verbatim(bytes, self.first, text, Context::Text(delimiter)));
        let Some(ascii) = self.ascii_only(bytes) else { return whole };
        let colon = text.find(':').map_or(0, |colon| colon + 1);
        let slashes = if text[colon..].starts_with("//") { 2 } else { 0 };
        let first = text.bytes().position(|byte| !byte.is_ascii()).unwrap_or(text.len());
        if !text_goes_on(bytes, span.start, span.start + colon + slashes, span.start + first) {
            return Link { alternatives: vec![ascii], ..whole };
        }
        let other = Alternative { reading: Reading::International, span, text: Cow::Borrowed(text), map: None };
        let mut link = Link::verbatim(bytes, ascii.span, "", Context::Text(delimiter));
        link.text = ascii.text;
        link.alternatives.push(other);
        link
    }

    fn joined<'a>(&self, bytes: &'a [u8], span: Span, delimiter: Delimiter, without_hyphens: bool) -> Link<'a> {
        let (text, map) = self.text(bytes, without_hyphens);
        let mut link = Link::verbatim(bytes, span, "", Context::Text(delimiter));
        link.text = Cow::Owned(text);
        link.map = Some(map);
        link
    }

    /// Joins the pieces, with or without the hyphens at line ends.
    fn text(&self, bytes: &[u8], without_hyphens: bool) -> (String, Box<Map>) {
        let mut built = Builder::default();
        let mut piece = self.first;
        for (&next, gap) in self.rest.iter().zip(&self.gaps) {
            let dropped = usize::from(without_hyphens && *gap == Gap::Hyphen);
            let end = piece.end - dropped;
            built.bytes(&bytes[piece.start..end], piece.start);
            built.unit("", Span::new(end, next.start));
            piece = next;
        }
        built.bytes(&bytes[piece.range()], piece.start);
        let inner = Level::new(self.first.start, built.units);
        (built.text, Box::new(Map { inner, outer: None }))
    }

    fn other_joins<'a>(&self, bytes: &'a [u8], drops: bool, others: &mut Vec<Alternative<'a>>) {
        if self.gaps.contains(&Gap::Hyphen) {
            let (text, map) = self.text(bytes, !drops);
            let reading = if drops { Reading::HyphenKept } else { Reading::HyphenDropped };
            // A hyphen dropped at the very front is not part of this reading.
            let span = map.source(Span::new(0, text.len()));
            others.push(Alternative { reading, span, text: Cow::Owned(text), map: Some(map) });
        }
        // Between delimiters a line break is expected; any other gap is ambiguous.
        if self.gaps.iter().any(|gap| *gap != Gap::Line) {
            let end = without_punctuation(bytes, self.first.start, self.first.end);
            others.extend(part(bytes, Span::new(self.first.start, end), Reading::NotJoined));
        }
    }

    fn ascii_only<'a>(&self, bytes: &'a [u8]) -> Option<Alternative<'a>> {
        let raw = &bytes[self.first.range()];
        let ascii = raw.iter().position(|byte| !byte.is_ascii())?;
        let end = without_punctuation(bytes, self.first.start, self.first.start + ascii);
        part(bytes, Span::new(self.first.start, end), Reading::AsciiOnly)
    }
}

/// Returns a reading that ends earlier, if the remainder is still a URL.
fn part(bytes: &[u8], span: Span, reading: Reading) -> Option<Alternative<'_>> {
    let text = std::str::from_utf8(&bytes[span.range()]).ok().filter(|text| schemes::is_complete(text))?;
    Some(Alternative { reading, span, text: Cow::Borrowed(text), map: None })
}

/// The number of bytes of a paragraph that are read on either side of a URL.
const PARAGRAPH: usize = BEHIND / 2;

/// Returns whether another line of the paragraph ends inside a word: `oc-`, and `cur` begins the next. A program then
/// hyphenated the lines, and probably also inserted the hyphens in the URL.
fn is_hyphenated(bytes: &[u8], start: usize, end: usize) -> bool {
    let before = &bytes[start.saturating_sub(PARAGRAPH)..start];
    let before = &before[memmem::rfind(before, b"\n\n").unwrap_or(0)..];
    let behind = &bytes[end..bytes.len().min(end + PARAGRAPH)];
    let behind = &behind[..memmem::find(behind, b"\n\n").unwrap_or(behind.len())];
    has_broken_word(before) || has_broken_word(behind)
}

fn has_broken_word(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', text).any(|end| {
        let line = &text[..end];
        let Some(line) = line.strip_suffix(b"\r").unwrap_or(line).strip_suffix(b"-") else { return false };
        let word = line.iter().rev().take_while(|byte| !byte.is_ascii_whitespace());
        let length = word.clone().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let next = text[end + 1..].trim_ascii_start();
        length > 1 && word.count() == length && next.first().is_some_and(u8::is_ascii_lowercase)
    })
}
