//! Builds columns of views of pieces of texts, without validating them again.
//!
//! This is the only file of the crate with `unsafe`. To validate a column, Arrow reads every view and every byte that it points
//! to once more, which costs twice as much as all work of the kernels.
//!
//! # Why the views are valid
//!
//! `StringViewArray::new_unchecked` requires that each view has Arrow's form, is in the bounds of its block, and is UTF-8.
//!
//! 1. Only this crate creates a [`Piece`]. [`Text::piece`] takes a span of a `&str`: a component of a
//!    [`Reference`](napkin::Reference), or a part of its host. Such spans begin and end at the text's own ends or next to an
//!    ASCII byte (`:`, `/`, `?`, `#`, `@`, `.`, `&`), that is, between characters. So the bytes are UTF-8. Debug builds,
//!    including all tests, assert this.
//! 2. A [`Text`] is at its [`Place`]. [`Column::get`](crate::column::Column::get) returns the block and the offset of the text in
//!    Arrow's own valid array; [`Blocks::keep`](crate::blocks::Blocks::keep) returns the offset at which it has just written the
//!    text. Both are `u32`, and no block is longer than `i32::MAX` bytes: `Column::of` cuts long columns, and a block of new text
//!    is closed at a mebibyte, or is one text of at most [`napkin::MAX_LENGTH`] bytes.
//! 3. Blocks are only appended, and the list of a column begins with the blocks that its views refer to.
//! 4. A view of up to twelve bytes contains them, padded with zeros, and needs no block. [`view`] masks the bytes after them.
//!
//! [`StringViewArray::try_new`] checks 1 to 4, and builds the column under `debug_assertions`: each test of the crate also tests
//! this file.

use arrow_array::builder::make_view;
use arrow_array::{Array, StringViewArray};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use napkin::{Reference, Span};

use crate::column::{INLINE, Place, Text};
use crate::memory;
use crate::read::{Found, Group};
use crate::values::Values;

/// A piece of a text, and the place of the text.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    /// The bytes from the text's start to the end of its block.
    tail: &'a [u8],
    /// The span of the piece in `tail`.
    span: Span,
    /// The place of the text.
    place: Place,
}

impl<'a> Text<'a> {
    /// Returns the piece of the text at `span`.
    #[inline]
    pub(crate) fn piece(&self, span: Span) -> Piece<'a> {
        debug_assert!(self.text.get(span.range()).is_some(), "{span:?} cuts a character of {:?}", self.text);
        Piece { tail: self.tail, span, place: self.place }
    }
}

/// The views of one column.
pub(crate) struct Views(Values<u128>);

impl Views {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self(Values::with_capacity(rows))
    }

    /// Adds a piece of each row's text, at the row's span, or null.
    #[inline]
    pub(crate) fn extend(&mut self, group: &Group<'_>, span: impl Fn(&Reference<'_>) -> Option<Span>) {
        let is_defined = |found: &Found<'_>| span(&found.reference).is_some();
        // The views of an empty piece and of null are both zero, so no branch is needed.
        self.0.extend_with(group, is_defined, |found| {
            view(found.text().piece(span(&found.reference).unwrap_or_default()))
        });
    }

    /// Adds one row.
    #[inline]
    pub(crate) fn push(&mut self, piece: Option<Piece<'_>>) {
        self.0.push(piece.map(view));
    }

    /// Returns the column; its views refer to `blocks`.
    pub(crate) fn finish(self, blocks: &[Buffer]) -> StringViewArray {
        let (views, rows, nulls) = self.0.finish();
        let views = if views.is_empty() { memory::zeros(rows) } else { memory::buffer(views) };
        column(ScalarBuffer::new(views, 0, rows), blocks.to_vec(), nulls)
    }
}

/// The views of the few rows in which a column differs from another column.
#[derive(Default)]
pub(crate) struct Changes {
    rows: usize,
    changed: Vec<(usize, u128)>,
}

impl Changes {
    /// Adds a piece of the text of each row that differs, at the row's span.
    #[inline]
    pub(crate) fn extend(
        &mut self,
        group: &Group<'_>,
        differs: impl Fn(&Reference<'_>) -> bool,
        span: impl Fn(&Reference<'_>) -> Option<Span>,
    ) {
        for (row, found) in (self.rows..).zip(group.found).filter(|(_, found)| differs(&found.reference)) {
            self.changed.push((row, view(found.text().piece(span(&found.reference).unwrap_or_default()))));
        }
        self.rows += group.found.len();
    }

    /// Returns the other column with the changed rows; the nulls are those of the other column.
    pub(crate) fn finish(self, other: &StringViewArray) -> StringViewArray {
        if self.changed.is_empty() {
            return other.clone();
        }
        let mut views = memory::room(self.rows);
        views.extend_from_slice(other.views());
        self.changed.into_iter().for_each(|(row, view)| views[row] = view);
        let views = ScalarBuffer::new(memory::buffer(views), 0, self.rows);
        column(views, other.data_buffers().to_vec(), other.nulls().cloned())
    }
}

/// The safe version of the function below, which validates the views in tests.
#[cfg(debug_assertions)]
fn column(views: ScalarBuffer<u128>, blocks: Vec<Buffer>, nulls: Option<NullBuffer>) -> StringViewArray {
    StringViewArray::try_new(views, blocks, nulls).expect("views of pieces of texts")
}

#[cfg(not(debug_assertions))]
#[allow(unsafe_code)]
fn column(views: ScalarBuffer<u128>, blocks: Vec<Buffer>, nulls: Option<NullBuffer>) -> StringViewArray {
    // SAFETY: each view was made by `view` of a `Piece`, here or for a column of the same blocks, or is that of a null, which is zero;
    // see the head of this file. There are as many bits of validity as views, since `Values` counts the rows for both, and `Changes`
    // replaces views of a column that has them.
    unsafe { StringViewArray::new_unchecked(views, blocks, nulls) }
}

/// Returns the view of a piece: its length, then all of its bytes, or its first four bytes and its place.
///
/// The result equals that of Arrow's `make_view`, which copies a variable number of bytes for a short text. That length, and
/// whether a text is short, is mispredicted for one host in three. This function reads twelve bytes if available, and masks them
/// without a branch.
#[inline]
fn view(Piece { tail, span, place }: Piece<'_>) -> u128 {
    let (length, place) = (span.len(), place.behind(span.start).of_view());
    let Some([a, b, c, d, rest @ ..]) =
        tail.get(span.start..span.start + INLINE).and_then(<[u8]>::first_chunk::<INLINE>)
    else {
        return make_view(&tail[span.range()], place as u32, (place >> 32) as u32);
    };
    let kept = KEPT[length.min(INLINE + 1)];
    let front = length as u64 | u64::from(u32::from_le_bytes([*a, *b, *c, *d]) & kept.front) << 32;
    let is_long = u64::from(length > INLINE).wrapping_neg();
    let back = u64::from_le_bytes(*rest) & kept.back | place & is_long;
    u128::from(front) | u128::from(back) << 64
}

/// The bits of a text that a view keeps: of the first four bytes, and of the next eight.
#[derive(Clone, Copy)]
struct Kept {
    back: u64,
    front: u32,
}

/// The kept bits by the length of a text: all bytes of a short text, the first four bytes of a long text.
const KEPT: [Kept; INLINE + 2] = {
    let mut kept = [Kept { front: u32::MAX, back: 0 }; INLINE + 2];
    let mut length = 0;
    while length <= INLINE {
        let bits = (1 << (8 * length)) - 1_u128;
        kept[length] = Kept { front: bits as u32, back: (bits >> 32) as u64 };
        length += 1;
    }
    kept
};
