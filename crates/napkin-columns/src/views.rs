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
//!    array, which is valid, has the text in the block of that number; [`Blocks::keep`](crate::texts::Blocks::keep) the offset at which
//!    it has just written it. Both are `u32`, and no block is longer than `i32::MAX` bytes: `Column::of` cuts long columns so, and new
//!    text is closed off at a mebibyte, or is one text of at most [`napkin::MAX_LENGTH`] bytes.
//! 3. Blocks are only appended to, and the list that a column gets begins with those that its views were made for.
//! 4. A view of up to twelve bytes holds them, with zeros behind, and needs no block. [`view`] masks what stands behind them.
//!
//! What 1 to 4 say is what [`StringViewArray::try_new`] checks, and where there are `debug_assertions` it is what makes the column:
//! each test of the crate is one of this file.

use arrow_array::StringViewArray;
use arrow_array::builder::make_view;
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use napkin::Span;

use crate::column::{INLINE, Place, Text};
use crate::memory;
use crate::values::Values;

/// A piece of a text and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    /// Its bytes, and as many of those behind them as there are in the block.
    tail: &'a [u8],
    length: u32,
    block: u32,
    offset: u32,
}

impl<'a> Text<'a> {
    /// The piece of it at `span`.
    #[inline]
    pub(crate) fn piece(&self, span: Span) -> Piece<'a> {
        debug_assert!(self.text.get(span.range()).is_some(), "{span:?} cuts a character of {:?}", self.text);
        let Place { block, offset } = self.place;
        let start = span.start as u32;
        Piece {
            tail: &self.tail[span.start..],
            length: span.end as u32 - start,
            block,
            offset: offset.wrapping_add(start),
        }
    }
}

/// The views of one column.
pub(crate) struct Views(Values<u128>);

impl Views {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self(Values::with_capacity(rows))
    }

    /// A piece of the text of each row that has one, at the span that it has there, or null. Every call but the last brings a multiple of 64
    /// rows.
    #[inline]
    pub(crate) fn extend<'a, R>(&mut self, rows: &[R], piece: impl Fn(&R) -> Option<(Text<'a>, Option<Span>)>) {
        self.0.extend_defined(rows, |row| match piece(row) {
            // The view of nothing is zero, as that of a null is.
            Some((text, span)) => (span.is_some(), view(text.piece(span.unwrap_or(Span::new(0, 0))))),
            None => (false, 0),
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

/// The safe twin of the function below, by which tests know that it is right.
#[cfg(debug_assertions)]
fn column(views: ScalarBuffer<u128>, blocks: Vec<Buffer>, nulls: Option<NullBuffer>) -> StringViewArray {
    StringViewArray::try_new(views, blocks, nulls).expect("views of pieces of texts")
}

#[cfg(not(debug_assertions))]
#[allow(unsafe_code)]
fn column(views: ScalarBuffer<u128>, blocks: Vec<Buffer>, nulls: Option<NullBuffer>) -> StringViewArray {
    // SAFETY: each view was made by `view` of a `Piece`, or is that of a null, which is zero; see the head of this file. There are as
    // many bits of validity as views, since `Values` counts the rows for both.
    unsafe { StringViewArray::new_unchecked(views, blocks, nulls) }
}

/// The view of a piece: its length, and then all of it, or its first four bytes and where it stands.
///
/// This is what `make_view` of Arrow makes, which copies as many bytes as a short text has. How many these are, and whether a text is a
/// short one, is guessed wrong for one host in three: here sixteen bytes are read wherever as many stand, and masked without a branch.
#[inline]
fn view(piece: Piece<'_>) -> u128 {
    let length = piece.length as usize;
    let Some(bytes) = piece.tail.first_chunk::<16>() else {
        return make_view(&piece.tail[..length], piece.block, piece.offset);
    };
    let text = u128::from_le_bytes(*bytes) & KEPT[length.min(INLINE + 1)];
    let is_long = u64::from(length > INLINE).wrapping_neg();
    let place = (u64::from(piece.block) | u64::from(piece.offset) << 32) & is_long;
    length as u128 | text << 32 | u128::from(place) << 64
}

/// The bytes of a text that stand in its view: all of a short one, by their number, and behind these masks the first four of a long one.
const KEPT: [u128; INLINE + 2] = {
    let mut masks = [0xffff_ffff; INLINE + 2];
    let mut length = 0;
    while length <= INLINE {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};
