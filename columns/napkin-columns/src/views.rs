//! Views of pieces of texts, and the columns that are made of them.
//!
//! Decides: how a view is written, and that a column of views is not looked through again. This is the one file of the crate with
//! `unsafe`: to validate a column, Arrow reads every view and every byte that it points at once more, which costs twice as much as all
//! that the kernels do.
//!
//! # Why the views are valid
//!
//! `StringViewArray::new_unchecked` asks that each view be one of Arrow's form, in the bounds of its block, and of UTF-8.
//!
//! 1. A [`Piece`] is made by this crate alone, in two ways. [`Text::piece`] takes a span of a `&str`, which is one of a component of a
//!    [`Reference`](napkin::Reference) or of a host in it: those begin and end at the text's own ends or beside a byte of ASCII (`:`,
//!    `/`, `?`, `#`, `@`, `.`, `&`), that is, between characters. So its bytes are UTF-8. Debug builds, all tests among them, assert it.
//! 2. A [`Text`] stands where its [`Place`] says. [`Column::get`](crate::column::Column::get) gives the offset at which Arrow's own
//!    array, which is valid, has the text in the block of that number; [`Blocks::keep`](crate::blocks::Blocks::keep) the offset at which
//!    it has just written it. Both are `u32`, and no block is longer than `i32::MAX` bytes: `Column::of` cuts long columns so, and new
//!    text is closed off at a mebibyte, or is one text of at most [`napkin::MAX_LENGTH`] bytes.
//! 3. Blocks are only appended to, and the list that a column gets begins with those that its views were made for.
//! 4. A view of up to twelve bytes holds them, with zeros behind, and needs no block. [`view`] masks what stands behind them.
//!
//! What 1 to 4 say is what [`StringViewArray::try_new`] checks, and where there are `debug_assertions` it is what makes the column:
//! each test of the crate is one of this file.

use arrow_array::builder::make_view;
use arrow_array::{Array, StringViewArray};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use napkin::{Reference, Span};

use crate::column::{INLINE, Place, Text};
use crate::memory;
use crate::read::{Found, Group};
use crate::values::Values;

/// A piece of a text and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    /// The bytes of the text, and as many of those behind them as there are in the block.
    tail: &'a [u8],
    /// Those of them that are the piece.
    span: Span,
    /// Where the text stands.
    place: Place,
}

impl<'a> Text<'a> {
    /// The piece of it at `span`.
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

    /// A piece of the text of each row, at the span that it has there, or null.
    #[inline]
    pub(crate) fn extend(&mut self, group: &Group<'_>, span: impl Fn(&Reference<'_>) -> Option<Span>) {
        let is_defined = |found: &Found<'_>| span(&found.reference).is_some();
        // The view of nothing is zero, as that of a null is: which of them it is needs no branch.
        self.0.extend_with(group, is_defined, |found| {
            view(found.text().piece(span(&found.reference).unwrap_or_default()))
        });
    }

    /// One more row.
    #[inline]
    pub(crate) fn push(&mut self, piece: Option<Piece<'_>>) {
        self.0.push(piece.map(view));
    }

    /// The column, whose places refer to `blocks`.
    pub(crate) fn finish(self, blocks: &[Buffer]) -> StringViewArray {
        let (views, rows, nulls) = self.0.finish();
        let views = if views.is_empty() { memory::zeros(rows) } else { memory::buffer(views) };
        column(ScalarBuffer::new(views, 0, rows), blocks.to_vec(), nulls)
    }
}

/// The views of a column that is like another one but in few rows, which alone are kept.
#[derive(Default)]
pub(crate) struct Changes {
    rows: usize,
    changed: Vec<(usize, u128)>,
}

impl Changes {
    /// A piece of the text of each row that differs, at the span that it has there.
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

    /// The other column with what differs, of which rows are null where they are in the other.
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

/// The safe twin of the function below, by which tests know that it is right.
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

/// The view of a piece: its length, and then all of it, or its first four bytes and where it stands.
///
/// This is what `make_view` of Arrow makes, which copies as many bytes as a short text has. How many these are, and whether a text is a
/// short one, is guessed wrong for one host in three: here twelve bytes are read wherever as many stand, and masked without a branch.
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

/// The bits that a view keeps of a text: of its first four bytes, and of the eight behind them.
#[derive(Clone, Copy)]
struct Kept {
    back: u64,
    front: u32,
}

/// What is kept of a text by its length: all of a short one, and the first four bytes of a long one.
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
