//! Half-open ranges of bytes.

use std::ops::Range;

/// The bytes from `start` up to, not including, `end`. Unlike a [`Range`] it is `Copy`.
///
/// ```
/// use napkin_html::Span;
/// assert_eq!(&"<a href=x>"[Span::new(1, 2).shift(7).range()], "x");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte; equal to `start` for a position between two bytes.
    pub end: usize,
}

impl Span {
    /// Returns the span from `start` to `end`, in bytes.
    ///
    /// ```
    /// assert_eq!(&"<p title>"[napkin_html::Span::new(3, 8).range()], "title");
    /// ```
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the length in bytes.
    ///
    /// ```
    /// assert_eq!(napkin_html::Span::new(3, 8).len(), 5);
    /// ```
    #[must_use]
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether the span is a position between two bytes.
    ///
    /// ```
    /// assert!(napkin_html::Span::new(3, 3).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a standard range, for slicing.
    ///
    /// ```
    /// assert_eq!(napkin_html::Span::new(3, 8).range(), 3..8);
    /// ```
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the span moved `by` bytes to the right.
    ///
    /// ```
    /// use napkin_html::Span;
    /// assert_eq!(Span::new(3, 8).shift(100), Span::new(103, 108));
    /// ```
    #[must_use]
    pub const fn shift(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}
