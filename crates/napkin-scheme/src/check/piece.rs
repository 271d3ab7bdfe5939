//! The URL under check, and slices of it that know their place.

use alloc::vec::Vec;

use napkin::{Finding, Reference, Rule, Span};

/// A URL under check.
pub(super) struct Checked<'a> {
    pub(super) url: Reference<'a>,
    pub(super) found: Vec<Finding>,
}

/// A slice of the URL's text, with its offset.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Piece<'a> {
    /// Splits the piece at the first occurrence of a character.
    pub(super) fn split_once(self, at: char) -> Option<(Self, Self)> {
        let (before, behind) = self.text.split_once(at)?;
        let start = self.start + before.len() + at.len_utf8();
        Some((Self { text: before, ..self }, Self { text: behind, start }))
    }

    /// Splits the piece at each occurrence of a character.
    pub(super) fn split(self, at: char) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(at).map(move |text| {
            let piece = Self { text, start };
            start += text.len() + at.len_utf8();
            piece
        })
    }

    /// Drops the first `by` bytes.
    pub(super) fn behind(self, by: usize) -> Self {
        Self { text: self.text.get(by..).unwrap_or_default(), start: self.start + by }
    }

    /// Removes a prefix, ignoring its case.
    pub(super) fn strip(self, prefix: &str) -> Option<Self> {
        let is_there = self.text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        is_there.then(|| self.behind(prefix.len()))
    }

    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }
}

impl<'a> Checked<'a> {
    pub(super) fn part(&self, part: napkin::Component) -> Option<Piece<'a>> {
        let span = self.url.span(part)?;
        Some(Piece { text: &self.url.as_str()[span.range()], start: span.start })
    }

    pub(super) fn path(&self) -> Piece<'a> {
        self.part(napkin::Component::Path).unwrap_or(Piece { text: "", start: self.url.as_str().len() })
    }

    /// Returns a finding for a whole piece, with the rule's own sentence.
    pub(super) fn whole(&mut self, rule: Rule, piece: Piece<'_>) {
        self.found.push(Finding::new(rule, self.url.standard(), piece.span(), "", None));
    }

    /// Returns a finding for the character at the offset `at` of a piece, or for its end if something is missing
    /// there.
    pub(super) fn at(&mut self, rule: Rule, piece: Piece<'_>, at: usize, expected: &'static str) {
        let start = piece.start + at;
        let found = self.url.as_str().get(start..).and_then(|rest| rest.chars().next());
        let length = found.filter(|_| at < piece.text.len()).map_or(0, char::len_utf8);
        self.found.push(Finding::new(rule, self.url.standard(), Span::new(start, start + length), expected, found));
    }

    /// Reports the first character of a piece that is not allowed; returns whether there is one.
    pub(super) fn first_not(
        &mut self,
        rule: Rule,
        piece: Piece<'_>,
        expected: &'static str,
        admit: impl Fn(char) -> bool,
    ) -> bool {
        let at = piece.text.find(|c| !admit(c));
        if let Some(at) = at {
            self.at(rule, piece, at, expected);
        }
        at.is_some()
    }
}
