//! The segments of a path and their parameters.

use crate::percent::Encoded;

/// An iterator over the segments of a path, the texts between its slashes.
///
/// A leading `/` is not a segment of its own. The path `/` has one empty segment; the empty path has none.
///
/// ```
/// use napkin::{Reference, Standard};
/// let url = Reference::parse("http://h/a;v=1;w/b/", Standard::Rfc3986)?;
/// let segments: Vec<&str> = url.segments().map(|segment| segment.text().as_str()).collect();
/// assert_eq!(segments, ["a;v=1;w", "b", ""]);
/// let first = url.segments().next().unwrap();
/// assert_eq!(first.name(), "a");
/// assert!(first.parameters().map(|p| p.as_str()).eq(["v=1", "w"]));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Segments<'a> {
    rest: Option<&'a str>,
}

impl<'a> Segments<'a> {
    pub(super) fn new(path: Encoded<'a>) -> Self {
        let path = path.as_str();
        Self { rest: (!path.is_empty()).then(|| path.strip_prefix('/').unwrap_or(path)) }
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        let rest = self.rest?;
        let (segment, rest) = match rest.split_once('/') {
            Some((segment, rest)) => (segment, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(Segment(segment))
    }
}

/// One segment of a path: `*pchar *( ";" param )` in the 1997 draft, section 4.3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment<'a>(&'a str);

impl<'a> Segment<'a> {
    /// Returns the whole segment, with its parameters.
    ///
    /// ```
    /// let path = napkin::Reference::from_static("/a;v=1");
    /// assert_eq!(path.segments().next().unwrap().text(), "a;v=1");
    /// ```
    #[must_use]
    pub const fn text(self) -> Encoded<'a> {
        Encoded::unchecked(self.0)
    }

    /// Returns the text before the first `;`.
    ///
    /// ```
    /// let path = napkin::Reference::from_static("/a;v=1");
    /// assert_eq!(path.segments().next().unwrap().name(), "a");
    /// ```
    #[must_use]
    pub fn name(self) -> Encoded<'a> {
        Encoded::unchecked(self.0.split_once(';').map_or(self.0, |(name, _)| name))
    }

    /// Returns the text after each `;`.
    ///
    /// ```
    /// let path = napkin::Reference::from_static("/a;v=1;w");
    /// let segment = path.segments().next().unwrap();
    /// assert!(segment.parameters().map(|parameter| parameter.as_str()).eq(["v=1", "w"]));
    /// ```
    pub fn parameters(self) -> impl Iterator<Item = Encoded<'a>> {
        self.0.split(';').skip(1).map(Encoded::unchecked)
    }
}
