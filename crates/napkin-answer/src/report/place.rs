//! Lines and columns in a file.

use std::cell::OnceCell;

use napkin_document::Cursor;

use super::line_hash::LineHashes;

/// A file with findings, whose lines are hashed when the first finding needs that.
#[derive(Debug)]
pub struct Text<'b> {
    bytes: &'b [u8],
    hashes: OnceCell<LineHashes>,
}

impl<'b> Text<'b> {
    /// Creates a text.
    ///
    /// ```
    /// use napkin_answer::report::Text;
    /// assert_eq!(Text::new(b"beer").line_hash(2), None);
    /// ```
    #[must_use]
    pub const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, hashes: OnceCell::new() }
    }

    /// Returns the hash by which GitHub recognises a line, which counts from 1.
    ///
    /// ```
    /// let text = napkin_answer::report::Text::new(b"");
    /// assert_eq!(text.line_hash(1).as_deref(), Some("c129715d7a2bc9a3:1"));
    /// ```
    #[must_use]
    pub fn line_hash(&self, line: usize) -> Option<String> {
        self.hashes.get_or_init(|| LineHashes::of(&String::from_utf8_lossy(self.bytes))).line(line)
    }
}

/// A place in a file. All numbers begin at 1, and a line ends at LF.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column in characters.
    pub column: usize,
    /// The column in bytes.
    pub byte_column: usize,
}

impl Place {
    /// Creates a place.
    ///
    /// ```
    /// use napkin_answer::report::Place;
    /// assert!(Place::new(1, 9, 9) < Place::new(2, 1, 1));
    /// ```
    #[must_use]
    pub const fn new(line: usize, column: usize, byte_column: usize) -> Self {
        Self { line, column, byte_column }
    }

    /// Returns the place after `bytes`, which begin here.
    ///
    /// ```
    /// use napkin_answer::report::Place;
    /// let start = Place::new(2, 3, 4);
    /// assert_eq!(start.after("é".as_bytes()), Place::new(2, 4, 6));
    /// assert_eq!(start.after("é\nbé".as_bytes()), Place::new(3, 3, 4));
    /// ```
    #[must_use]
    pub fn after(self, bytes: &[u8]) -> Self {
        let end = Cursor::new(bytes).advance(bytes.len());
        if end.line > 1 {
            return Self { line: self.line + end.line - 1, column: end.column, byte_column: end.byte_column };
        }
        Self {
            line: self.line,
            column: self.column + end.column - 1,
            byte_column: self.byte_column + end.byte_column - 1,
        }
    }
}

impl From<Cursor<'_>> for Place {
    fn from(cursor: Cursor<'_>) -> Self {
        Self { line: cursor.line, column: cursor.column, byte_column: cursor.byte_column }
    }
}
