//! Reads a text of any length in windows, in bounded memory. Start with `TextWindows`.
//!
//! A link depends on at most [`BEHIND`] bytes before its mark and on [`Limits::reference`](crate::Limits) bytes after
//! it. A window is therefore read only as far as the following bytes cannot matter, and the links are those of the
//! whole text.

use super::before::BEHIND;
use super::finder::{Finder, Place};
use crate::flow::Flow;
use crate::link::Link;
use crate::options::Options;
use napkin::Finding;
use std::cell::Cell;

/// Finds the links of a plain text window by window: for texts of any length in bounded memory.
///
/// Each window begins with the bytes that [`read`](Self::read) has not yet consumed, followed by more of the text. The
/// division into windows does not change the links.
///
/// ```
/// use napkin_document::{Options, TextWindows};
/// let text = b"see <http://pub.example/\nmenu> and http://pub.example/beer";
/// let (mut windows, mut window, mut found) = (TextWindows::default(), Vec::new(), Vec::new());
/// for piece in text.chunks(7) {
///     window.extend_from_slice(piece);
///     let consumed = windows.read(&window, false, &Options::default(), &mut |link| found.push(link.text.to_string()));
///     window.drain(..consumed);
/// }
/// windows.read(&window, true, &Options::default(), &mut |link| found.push(link.text.to_string()));
/// assert_eq!(found, ["http://pub.example/menu", "http://pub.example/beer"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TextWindows {
    place: Place,
    cut: Option<Finding>,
}

impl TextWindows {
    /// Passes the links of a window to `sink`, with spans relative to the window, and returns the number of bytes that
    /// have been consumed.
    ///
    /// If a window is not the last, nothing is consumed unless it exceeds
    /// [`Limits::reference`](crate::Limits::reference) by a few kilobytes: let it grow.
    ///
    /// If `sink` [breaks](Flow), reading can continue with the rest of the window.
    ///
    /// ```
    /// use napkin_document::{Options, TextWindows};
    /// let (mut windows, mut found) = (TextWindows::default(), Vec::new());
    /// windows.read(b"see http://pub.example/menu", true, &Options::default(), &mut |link| found.push(link.span));
    /// assert_eq!(found, [napkin::Span::new(4, 27)]);
    /// ```
    pub fn read<'w, R: Flow>(
        &mut self,
        window: &'w [u8],
        is_last: bool,
        options: &Options,
        sink: &mut (impl FnMut(Link<'w>) -> R + ?Sized),
    ) -> usize {
        // A few more bytes, because the neighbours of a mark identify it.
        let ahead = options.limits.reference.saturating_add("://".len());
        let end = if is_last { window.len() } else { window.len().saturating_sub(ahead) };
        let cut = Cell::new(None);
        let _ = Finder { bytes: window, options, cut: &cut }.read(&mut self.place, end, &mut |link| sink(link).flow());
        self.cut = cut.get();
        // Twice, because the bytes before a mark may depend on their own neighbours.
        let consumed = self.place.at.saturating_sub(2 * BEHIND).min(window.len());
        self.place = self.place.behind(consumed);
        consumed
    }

    /// Returns the finding for a reference of the last window that exceeds a [limit](crate::Limits), at bytes of that window.
    ///
    /// ```
    /// use napkin_document::{Options, TextWindows, rules};
    /// let (mut windows, mut options) = (TextWindows::default(), Options::default());
    /// options.limits.reference = 20;
    /// windows.read(b"see http://pub.example/menu/of/today", true, &options, &mut |_| ());
    /// assert_eq!(windows.cut().unwrap().rule, rules::REFERENCE_TOO_LONG);
    /// ```
    #[must_use]
    pub const fn cut(&self) -> Option<Finding> {
        self.cut
    }
}
