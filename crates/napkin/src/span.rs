//! Half-open ranges of bytes, which give every place in a text.
//!
//! Spans are offsets in the text that the caller passed in. They compose by addition: the span of a component in a reference,
//! shifted by the start of the reference, is its span in the document.

/// The bytes from `start` up to, not including, `end`.
///
/// ```
/// use napkin::Span;
/// let port = Span::new(9, 11);
/// assert_eq!(port.of("http://h:80/"), "80");
/// assert_eq!(port.shift(100), Span::new(109, 111));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte; equal to `start` for a place between two bytes.
    pub end: usize,
}

impl Span {
    /// Returns the span from `start` to `end`, in bytes.
    ///
    /// ```
    /// use napkin::Span;
    /// assert_eq!(Span::new(7, 10).of("http://pub.example/"), "pub");
    /// ```
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the length in bytes.
    ///
    /// ```
    /// assert_eq!(napkin::Span::new(7, 10).len(), 3);
    /// ```
    #[must_use]
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether the span covers no bytes, as when it marks the place of something missing.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// let error = Reference::parse("http://[::1", Standard::Rfc3986).unwrap_err();
    /// assert!(error.span().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span as a range, for slicing.
    ///
    /// ```
    /// let bytes = b"http://pub.example/";
    /// assert_eq!(&bytes[napkin::Span::new(7, 10).range()], b"pub");
    /// ```
    #[must_use]
    #[inline]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start..self.end
    }

    /// Returns the span moved `by` bytes to the right, to convert offsets in a part into offsets in the whole.
    ///
    /// ```
    /// use napkin::Span;
    /// let (page, link) = ("see http://h/ now", 4);
    /// assert_eq!(Span::new(7, 8).shift(link).of(page), "h");
    /// ```
    #[must_use]
    pub const fn shift(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// Returns the text that the span covers, or `""` if the span does not fit into `text`.
    ///
    /// ```
    /// use napkin::Span;
    /// assert_eq!(Span::new(0, 4).of("http://h/"), "http");
    /// assert_eq!(Span::new(0, 4).of("h"), "");
    /// ```
    #[must_use]
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// Returns the bytes that the span covers, or no bytes if the span does not fit into `bytes`.
    ///
    /// ```
    /// assert_eq!(napkin::Span::new(0, 4).of_bytes(b"http://h/"), b"http");
    /// ```
    #[must_use]
    #[inline]
    pub fn of_bytes(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.range()).unwrap_or_default()
    }
}

impl From<core::ops::Range<usize>> for Span {
    fn from(range: core::ops::Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
