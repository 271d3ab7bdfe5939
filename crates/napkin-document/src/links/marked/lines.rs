//! The lines of a text, with their places.

use napkin::Span;

/// The lines of a text that have not been read.
#[derive(Clone, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    at: usize,
}

/// The next place of a text in a line, for searches from ascending places: each byte is searched once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead(Option<usize>);

impl Ahead {
    /// Returns the first place from `from` on that `find` finds in the rest of a line.
    pub(super) fn next(&mut self, line: &str, from: usize, find: impl Fn(&str) -> Option<usize>) -> Option<usize> {
        if self.0.is_none_or(|at| at < from) {
            self.0 = Some(find(&line[from..]).map_or(line.len(), |at| from + at));
        }
        self.0.filter(|at| *at < line.len())
    }
}

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    /// The offset of its first byte.
    pub(super) at: usize,
}

impl<'t> Lines<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the next line, which is read again afterwards.
    pub(super) fn peek(&self) -> Option<Line<'t>> {
        self.clone().next()
    }

    /// Returns the offset of the next line.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Reads up to the first line for which `is_end` holds, which is the last one read, or to the end.
    pub(super) fn skip_past(&mut self, is_end: impl Fn(Line<'t>) -> bool) {
        let _ = self.find(|line| is_end(*line));
    }

    /// Reads the lines that are blank, or indented by more than `indent`.
    pub(super) fn skip_indented(&mut self, indent: usize) {
        let mut end = self.clone();
        while let Some(line) = end.next() {
            if line.is_blank() {
                continue;
            }
            if line.indent() <= indent {
                return;
            }
            *self = end.clone();
        }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        let at = self.at;
        let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest.as_bytes());
        self.at = length.map_or(self.text.len(), |length| at + length + 1);
        let line = &rest[..length.unwrap_or(rest.len())];
        Some(Line { text: line.strip_suffix('\r').unwrap_or(line), at })
    }
}

impl<'t> Line<'t> {
    pub(super) fn is_blank(self) -> bool {
        self.text.trim_ascii().is_empty()
    }

    /// Returns the number of bytes of white space before its text.
    pub(super) fn indent(self) -> usize {
        self.text.len() - self.text.trim_ascii_start().len()
    }

    /// Returns the place of a text that is a slice of this line.
    pub(super) fn place(self, part: &str) -> Span {
        let start = self.at + (part.as_ptr() as usize - self.text.as_ptr() as usize);
        Span::new(start, start + part.len())
    }

    /// Returns the end of the line.
    pub(super) const fn end(self) -> usize {
        self.at + self.text.len()
    }
}
