//! A URL in pieces, with ignored white space between them.
//!
//! Decides: what such a URL's text is, which other readings there are, and how their places map back. It does not decide
//! what belongs together.

use super::extent::without_punctuation;
use super::{context, schemes};
use crate::context::Delimiter;
use crate::link::{Alternative, Link, Reading};
use crate::map::{Builder, Level, Map};
use napkin::Span;
use std::borrow::Cow;

/// What stands between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Blanks in a line.
    Blank,
    /// A line break, no hyphen before it.
    Line,
    /// A line break right after a hyphen, which may be the typesetter's.
    Hyphen,
}

/// One piece in most cases; then nothing is allocated.
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

    /// The link. `None` when nothing is left of it.
    pub(super) fn link<'a>(self, bytes: &'a [u8], delimiter: Delimiter) -> Option<Link<'a>> {
        let span = Span::new(self.first.start, self.last().end);
        if span.is_empty() {
            return None;
        }
        let is_whole = self.rest.is_empty();
        let mut link = match std::str::from_utf8(&bytes[span.range()]) {
            Ok(text) if is_whole => Link::verbatim(bytes, span, text, context(delimiter)),
            _ => self.joined(bytes, span, delimiter),
        };
        if !is_whole {
            self.other_joins(bytes, &mut link.alternatives);
        }
        if matches!(delimiter, Delimiter::Bare | Delimiter::Url) && !link.text.is_ascii() {
            link.alternatives.extend(self.ascii_only(bytes));
        }
        Some(link)
    }

    fn joined<'a>(&self, bytes: &'a [u8], span: Span, delimiter: Delimiter) -> Link<'a> {
        let (text, map) = self.text(bytes, false);
        let mut link = Link::verbatim(bytes, span, "", context(delimiter));
        link.text = Cow::Owned(text);
        link.map = Some(map);
        link
    }

    /// The pieces as one text, the hyphens at line ends kept or dropped.
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

    fn other_joins<'a>(&self, bytes: &'a [u8], others: &mut Vec<Alternative<'a>>) {
        if self.gaps.contains(&Gap::Hyphen) {
            let (text, map) = self.text(bytes, true);
            // A hyphen that is dropped at the very front is no part of this reading.
            let span = map.source(Span::new(0, text.len()));
            others.push(Alternative { reading: Reading::HyphenDropped, span, text: Cow::Owned(text), map: Some(map) });
        }
        // Line breaks between delimiters are what they are for; anything else may be two things.
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

/// A reading that ends earlier, if what is left is a URL still.
fn part(bytes: &[u8], span: Span, reading: Reading) -> Option<Alternative<'_>> {
    let text = std::str::from_utf8(&bytes[span.range()]).ok().filter(|text| schemes::is_complete(text))?;
    Some(Alternative { reading, span, text: Cow::Borrowed(text), map: None })
}
