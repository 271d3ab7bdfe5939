//! A rewritten document as a sequence of pieces, so that it is never held as a whole. Start at `Pieces`.

use std::io;

use super::edit::Edit;
use super::report::{Change, Left, Rewritten};
use napkin::Span;

/// A rewritten document as pieces: unchanged slices of the old document and the new texts between them.
///
/// The length is known before the first piece is written, so a document that is too long is never written in part.
///
/// ```
/// use napkin_document::rewrite::{Found, rewrite_within};
/// use napkin_document::{Entity, Options};
/// let page = Entity::new(b"<a href=beer>beer</a>");
/// let mut to_menu = |_: &Found<'_, '_>| Some("/menu".to_owned());
/// let pieces = rewrite_within(&page, &Options::default(), 100, &mut to_menu)?;
/// assert_eq!(pieces.iter().collect::<Vec<_>>(), [&b"<a href="[..], b"/menu", b">beer</a>"]);
/// assert_eq!(pieces.length(), "<a href=/menu>beer</a>".len());
/// # Ok::<(), napkin_document::rewrite::TooLong>(())
/// ```
#[non_exhaustive]
pub struct Pieces<'d> {
    bytes: &'d [u8],
    edits: Vec<Edit>,
    /// The changes, in document order.
    pub changes: Vec<Change>,
    /// The links that could not be changed, in document order.
    pub left: Vec<Left>,
    /// The number of links found, including unchanged ones.
    pub links: usize,
}

impl<'d> Pieces<'d> {
    /// Creates pieces from edits that are sorted and do not overlap.
    pub(super) fn new(bytes: &'d [u8], edits: Vec<Edit>, changes: Vec<Change>, left: Vec<Left>, links: usize) -> Self {
        Self { bytes, edits, changes, left, links }
    }

    /// Returns the pieces in their order; none is empty.
    ///
    /// ```
    /// use napkin_document::rewrite::{Found, rewrite_within};
    /// use napkin_document::{Entity, Options};
    /// let page = Entity::new(b"<a href=beer>beer</a>");
    /// let pieces = rewrite_within(&page, &Options::default(), 100, &mut |_: &Found<'_, '_>| Some("/menu".to_owned()))?;
    /// assert_eq!(pieces.iter().collect::<Vec<_>>().concat(), b"<a href=/menu>beer</a>");
    /// # Ok::<(), napkin_document::rewrite::TooLong>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        pieces(self.bytes, &self.edits, &self.changes)
    }

    /// Returns the length of the new document in bytes.
    ///
    /// ```
    /// use napkin_document::rewrite::{Found, rewrite_within};
    /// use napkin_document::{Entity, Options};
    /// let page = Entity::new(b"<a href=beer>beer</a>");
    /// let pieces = rewrite_within(&page, &Options::default(), 100, &mut |_: &Found<'_, '_>| Some("/menu".to_owned()))?;
    /// assert_eq!(pieces.length(), "<a href=/menu>beer</a>".len());
    /// # Ok::<(), napkin_document::rewrite::TooLong>(())
    /// ```
    #[must_use]
    pub fn length(&self) -> usize {
        length(self.bytes, &self.edits, &self.changes)
    }

    /// Writes the new document.
    ///
    /// ```
    /// use napkin_document::rewrite::{Found, rewrite_within};
    /// use napkin_document::{Entity, Options};
    /// let page = Entity::new(b"<a href=beer>beer</a>");
    /// let pieces = rewrite_within(&page, &Options::default(), 100, &mut |_: &Found<'_, '_>| Some("/menu".to_owned()))?;
    /// let mut file = Vec::new();
    /// pieces.write_to(&mut file)?;
    /// assert_eq!(file, b"<a href=/menu>beer</a>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.iter().try_for_each(|piece| out.write_all(piece))
    }
}

impl From<Pieces<'_>> for Rewritten {
    /// Joins the pieces.
    fn from(pieces: Pieces<'_>) -> Self {
        let mut bytes = Vec::with_capacity(pieces.length());
        pieces.iter().for_each(|piece| bytes.extend_from_slice(piece));
        let Pieces { changes, left, links, .. } = pieces;
        Self { bytes, changes, left, links }
    }
}

fn length(bytes: &[u8], edits: &[Edit], changes: &[Change]) -> usize {
    let removed: usize = edits.iter().map(|edit| edit.span.len()).sum();
    let written: usize = edits.iter().map(|edit| edit.text(changes).len()).sum();
    bytes.len() - removed + written
}

fn pieces<'p>(bytes: &'p [u8], edits: &'p [Edit], changes: &'p [Change]) -> impl Iterator<Item = &'p [u8]> {
    let mut done = 0;
    let last = Span::new(edits.last().map_or(0, |edit| edit.span.end), bytes.len());
    let changed = edits.iter().flat_map(move |edit| {
        let before = &bytes[done..edit.span.start];
        done = edit.span.end;
        [before, edit.text(changes).as_bytes()]
    });
    changed.chain([&bytes[last.range()]]).filter(|piece| !piece.is_empty())
}

/// The new document while it is checked.
pub(super) struct View<'p> {
    bytes: &'p [u8],
    edits: &'p [Edit],
    changes: &'p [Change],
    /// The offset of each edit in the new document.
    pub(super) starts: Vec<usize>,
}

impl<'p> View<'p> {
    pub(super) fn new(bytes: &'p [u8], edits: &'p [Edit], changes: &'p [Change]) -> Self {
        let (mut old, mut new) = (0, 0);
        let start = |edit: &Edit| {
            let start = new + (edit.span.start - old);
            (old, new) = (edit.span.end, start + edit.text(changes).len());
            start
        };
        Self { bytes, edits, changes, starts: edits.iter().map(start).collect() }
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = &'p [u8]> {
        pieces(self.bytes, self.edits, self.changes)
    }

    /// Returns the new document as one buffer.
    pub(super) fn whole(&self) -> Vec<u8> {
        let mut whole = Vec::with_capacity(length(self.bytes, self.edits, self.changes));
        self.pieces().for_each(|piece| whole.extend_from_slice(piece));
        whole
    }

    /// Returns whether the document has this text at a place.
    pub(super) fn has(&self, text: &[u8], place: usize) -> bool {
        let (mut rest, mut at) = (text, place);
        let mut next = self.starts.partition_point(|&start| start <= place);
        while !rest.is_empty() {
            let piece = self.piece(next, at);
            let (start, behind) = rest.split_at(piece.len().min(rest.len()));
            if !piece.starts_with(start) || (piece.is_empty() && next >= self.edits.len()) {
                return false;
            }
            at += start.len();
            rest = behind;
            // Old bytes are followed by the next edit, and an edit by old bytes.
            next = self.starts.partition_point(|&start| start <= at);
        }
        true
    }

    /// Returns the rest of the piece at an offset; `edits` is the number of edits that begin at or before it.
    fn piece(&self, edits: usize, at: usize) -> &'p [u8] {
        let mut old = at;
        if let Some(last) = edits.checked_sub(1) {
            let text = self.edits[last].text(self.changes).as_bytes();
            let inside = at - self.starts[last];
            if inside < text.len() {
                return &text[inside..];
            }
            old = self.edits[last].span.end + inside - text.len();
        }
        let end = self.edits.get(edits).map_or(self.bytes.len(), |next| next.span.start);
        self.bytes.get(old..end).unwrap_or_default()
    }
}
