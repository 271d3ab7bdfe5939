//! A text that is read piece by piece, in memory that does not grow with it.
//!
//! Decides: how far a window can be read before what follows it is known. What a link is depends on at most [`BEHIND`]
//! bytes before its mark and on as many behind as [`Limits::reference`](crate::Limits) says, wherever the text is
//! divided; so windows give what the whole text gives.

use super::{BEHIND, Finder, Place};
use crate::flow::Flow;
use crate::link::Link;
use crate::options::Options;
use napkin::Finding;
use std::cell::Cell;

/// Plain text window by window: for texts of any length in bounded memory.
///
/// Each window begins with what [`read`](Self::read) has not yet consumed of the window before, and has more of the text
/// behind. However the text is divided, the links are those of the whole.
///
/// ```
/// use napkin_document::{Options, Windows};
/// let text = b"see <http://pub.example/\nmenu> and http://pub.example/beer";
/// let (mut windows, mut window, mut found) = (Windows::default(), Vec::new(), Vec::new());
/// for piece in text.chunks(7) {
///     window.extend_from_slice(piece);
///     let consumed = windows.read(&window, false, &Options::default(), &mut |link| found.push(link.text.to_string()));
///     window.drain(..consumed);
/// }
/// windows.read(&window, true, &Options::default(), &mut |link| found.push(link.text.to_string()));
/// assert_eq!(found, ["http://pub.example/menu", "http://pub.example/beer"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Windows {
    place: Place,
    cut: Option<Finding>,
}

impl Windows {
    /// Hands the links of a window to `sink`, their places counted from the window's first byte, and returns how many
    /// bytes at its beginning are not needed any more.
    ///
    /// Nothing is consumed of a window that is not the last and not longer than
    /// [`Limits::reference`](crate::Limits::reference) and a few kilobytes: let it grow.
    ///
    /// If `sink` [breaks](Flow), the rest of the window can be read on in the same way.
    pub fn read<'w, R: Flow>(
        &mut self,
        window: &'w [u8],
        is_last: bool,
        options: &Options,
        sink: &mut (impl FnMut(Link<'w>) -> R + ?Sized),
    ) -> usize {
        // A few bytes more, because a mark is told by its neighbours.
        let ahead = options.limits.reference.saturating_add("://".len());
        let end = if is_last { window.len() } else { window.len().saturating_sub(ahead) };
        let cut = Cell::new(None);
        let _ = Finder { bytes: window, options, cut: &cut }.read(&mut self.place, end, &mut |link| sink(link).flow());
        self.cut = cut.get();
        // Twice, because what a mark looks back at may have neighbours too.
        let consumed = self.place.at.saturating_sub(2 * BEHIND).min(window.len());
        self.place = self.place.behind(consumed);
        consumed
    }

    /// Returns the finding for a reference of the last window that exceeds a [limit](crate::Limits), at bytes of that window.
    #[must_use]
    pub const fn cut(&self) -> Option<Finding> {
        self.cut
    }
}
