//! Computes the lines and columns of offsets in a document. Start with `Cursor`.
//!
//! A column counts characters of any width, and a line ends at LF.

use memchr::{memchr_iter, memrchr};

/// A position in a document that only moves forward, so that finding many lines and columns costs one pass.
///
/// ```
/// use napkin_document::Cursor;
/// let at = Cursor::new("a\né = b".as_bytes()).advance(5);
/// assert_eq!((at.line, at.column), (2, 3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// In bytes, from 1.
    pub byte_column: usize,
}

/// The position of a cursor, without the bytes.
#[derive(Clone, Copy, Debug)]
pub struct CursorPosition {
    at: usize,
    line: usize,
    column: usize,
    byte_column: usize,
}

impl Default for CursorPosition {
    fn default() -> Self {
        Self { at: 0, line: 1, column: 1, byte_column: 1 }
    }
}

impl CursorPosition {
    /// Returns the position relative to a window without its first `gone` bytes. The position must be after these.
    ///
    /// ```
    /// use napkin_document::Cursor;
    /// let spot = Cursor::new(b"a\nb").advance(2).spot().behind(2);
    /// let next = Cursor::resume(b"b", spot);
    /// assert_eq!((next.at(), next.line), (0, 2));
    /// ```
    #[must_use]
    pub const fn behind(self, gone: usize) -> Self {
        Self { at: self.at.saturating_sub(gone), ..self }
    }
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning.
    ///
    /// ```
    /// use napkin_document::Cursor;
    /// let start = Cursor::new(b"beer");
    /// assert_eq!((start.line, start.column), (1, 1));
    /// ```
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, column: 1, byte_column: 1 }
    }

    /// Creates a cursor at a position that another cursor has reached.
    ///
    /// ```
    /// use napkin_document::Cursor;
    /// let spot = Cursor::new(b"a\nb").advance(2).spot();
    /// assert_eq!(Cursor::resume(b"a\nb", spot).advance(3).column, 2);
    /// ```
    #[must_use]
    pub const fn resume(bytes: &'a [u8], spot: CursorPosition) -> Self {
        let CursorPosition { at, line, column, byte_column } = spot;
        Self { bytes, at, line, column, byte_column }
    }

    /// Returns the offset in bytes.
    ///
    /// ```
    /// use napkin_document::Cursor;
    /// assert_eq!(Cursor::new(b"beer").advance(3).at(), 3);
    /// ```
    #[must_use]
    pub const fn at(self) -> usize {
        self.at
    }

    /// Returns the position, without the bytes.
    ///
    /// ```
    /// use napkin_document::Cursor;
    /// let spot = Cursor::new(b"a\nb").advance(2).spot();
    /// assert_eq!(Cursor::resume(b"a\nb", spot).line, 2);
    /// ```
    #[must_use]
    pub const fn spot(self) -> CursorPosition {
        CursorPosition { at: self.at, line: self.line, column: self.column, byte_column: self.byte_column }
    }

    /// Moves forward to a byte, at most to the end; never backwards.
    ///
    /// ```
    /// use napkin_document::Cursor;
    /// let mut cursor = Cursor::new(b"a\nb");
    /// assert_eq!(cursor.advance(2).line, 2);
    /// assert_eq!(cursor.advance(0).at(), 2);
    /// ```
    pub fn advance(&mut self, to: usize) -> Self {
        let to = to.min(self.bytes.len());
        let passed = &self.bytes[self.at.min(to)..to];
        self.line += memchr_iter(b'\n', passed).count();
        let (rest, column, byte_column) = match memrchr(b'\n', passed) {
            Some(last) => (&passed[last + 1..], 1, 1),
            None => (passed, self.column, self.byte_column),
        };
        (self.column, self.byte_column) = (column + characters(rest), byte_column + rest.len());
        self.at = to.max(self.at);
        *self
    }
}

/// Returns the number of characters: every byte that does not continue a character begins one.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let mut cursor = Cursor::new("ab\nc\u{e9}d\n\ne".as_bytes());
        for (to, line, column, byte_column) in
            [(0, 1, 1, 1), (1, 1, 2, 2), (3, 2, 1, 1), (6, 2, 3, 4), (6, 2, 3, 4), (7, 2, 4, 5), (9, 4, 1, 1)]
        {
            let at = cursor.advance(to);
            assert_eq!((at.line, at.column, at.byte_column), (line, column, byte_column), "{to}");
        }
    }
}
