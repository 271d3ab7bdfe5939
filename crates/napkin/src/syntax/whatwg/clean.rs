//! Removes the characters that the URL parser removes first, and maps offsets back to the original text.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::Span;
use crate::syntax::scan::{self, tables};

/// The longest text, in bytes, that [`Clean::with`] cleans without allocation.
const STACK: usize = 1024;

/// A text without leading and trailing C0 controls and spaces, and without tabs and newlines.
#[derive(Clone, Debug)]
pub(crate) struct Clean<'a> {
    /// The clean text.
    pub(crate) text: Cow<'a, str>,
    /// The original text.
    raw: &'a str,
    /// The span of the original text without C0 controls and spaces around it.
    kept: Span,
}

impl<'a> Clean<'a> {
    pub(crate) fn new(raw: &'a str) -> Self {
        Self::of(raw, Self::text(raw))
    }

    /// Returns a text that [`Self::text`] has cleaned.
    pub(crate) fn of(raw: &'a str, text: Cow<'a, str>) -> Self {
        Self { text, raw, kept: kept(raw) }
    }

    /// Returns only the clean text.
    pub(crate) fn text(raw: &'a str) -> Cow<'a, str> {
        let inside = Self::trimmed(raw);
        if scan::has_break(inside.as_bytes()) { Cow::Owned(without_breaks(inside)) } else { Cow::Borrowed(inside) }
    }

    /// Returns the text without C0 controls and spaces around it.
    #[inline]
    pub(crate) fn trimmed(raw: &'a str) -> &'a str {
        match raw.as_bytes() {
            [first, .., last] if *first > b' ' && *last > b' ' => raw,
            _ => kept(raw).of(raw),
        }
    }

    /// Calls `read` with the clean text. Does not allocate if the trimmed text has at most [`STACK`] bytes.
    #[cold]
    pub(crate) fn with<T>(raw: &'a str, read: impl FnOnce(&str) -> T) -> T {
        let mut buffer = [0; STACK];
        let mut end = 0;
        let text = Clean::trimmed(raw);
        if text.len() <= STACK {
            for byte in text.bytes().filter(|&byte| !is_break(byte.into())) {
                buffer[end] = byte;
                end += 1;
            }
        }
        // Only ASCII was removed, so the rest is UTF-8.
        match core::str::from_utf8(&buffer[..end]) {
            Ok(clean) if text.len() <= STACK => read(clean),
            _ => read(&Self::new(raw).text),
        }
    }

    /// Returns the spans of the removed bytes, in order: around the text, and each tab or newline in it.
    pub(crate) fn removed(&self) -> impl Iterator<Item = Span> {
        let around = [Span::new(0, self.kept.start), Span::new(self.kept.end, self.raw.len())];
        let [before, behind] = around.map(|span| (!span.is_empty()).then_some(span));
        let start = self.kept.start;
        let inside = self.kept.of(self.raw).bytes().enumerate().filter(|&(_, byte)| is_break(byte.into()));
        before.into_iter().chain(inside.map(move |(at, _)| Span::new(start + at, start + at + 1))).chain(behind)
    }

    /// Returns a translator from offsets in the clean text to offsets in the original text.
    pub(crate) fn way_back(&self) -> WayBack<'a> {
        let walks = matches!(self.text, Cow::Owned(_));
        WayBack { raw: self.raw.as_bytes(), walks, from: self.kept.start, clean: 0, place: self.kept.start }
    }
}

/// Returns the text without tabs and newlines.
fn without_breaks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    loop {
        let end = tables::skip(text.as_bytes(), from, tables::BREAK);
        out.push_str(&text[from..end]);
        if end == text.len() {
            return out;
        }
        from = end + 1;
    }
}

/// Returns the span of a text without C0 controls and spaces around it.
#[inline]
fn kept(raw: &str) -> Span {
    let around = |byte: &u8| *byte <= b' ';
    let end = raw.len() - raw.as_bytes().iter().rev().take_while(|&byte| around(byte)).count();
    Span::new(raw.as_bytes()[..end].iter().take_while(|&byte| around(byte)).count(), end)
}

/// Translates offsets in a clean text to offsets in the original text. Increasing offsets cost one pass in total.
pub(crate) struct WayBack<'a> {
    raw: &'a [u8],
    /// Whether a tab or newline was removed from the middle of the text.
    walks: bool,
    /// Offset in the original text where the clean text begins.
    from: usize,
    /// An offset in the clean text; `place` is its offset in the original, or that of a removed byte before it.
    clean: usize,
    place: usize,
}

impl WayBack<'_> {
    /// Returns the span in the original text for a span in the clean text.
    pub(crate) fn span(&mut self, span: Span) -> Span {
        if !self.walks {
            return span.shift(self.from);
        }
        let start = self.place(span.start);
        Span::new(start, if span.is_empty() { start } else { self.place(span.end - 1) + 1 })
    }

    fn place(&mut self, clean: usize) -> usize {
        if clean < self.clean {
            (self.clean, self.place) = (0, self.from);
        }
        loop {
            while self.raw.get(self.place).is_some_and(|&byte| is_break(byte.into())) {
                self.place += 1;
            }
            if self.clean == clean {
                return self.place;
            }
            self.clean += 1;
            self.place += 1;
        }
    }
}

/// Returns whether a character is an *ASCII tab or newline*.
const fn is_break(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}
