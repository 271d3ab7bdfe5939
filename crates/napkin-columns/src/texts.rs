//! Columns of texts as they are made: views of pieces of the input where the answer is one, and of new text where it is not.
//!
//! Decides: where new text is kept. It does not decide what is null or what the text is.

use arrow_array::StringViewArray;
use arrow_array::builder::make_view;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use napkin::Span;

use crate::column::{Column, INLINE, Place, Text};

/// The length at which a block of new text is closed: large enough that blocks are few, small enough that the last one wastes little.
const BLOCK: usize = 1 << 20;

/// Blocks of bytes: those of a column, and behind them blocks of new text.
pub(crate) struct Blocks {
    closed: Vec<Buffer>,
    open: Vec<u8>,
}

impl Blocks {
    /// Those of a column, to which the places of its texts go on to refer.
    pub(crate) fn of(column: &Column<'_>) -> Self {
        Self { closed: column.blocks().to_vec(), open: Vec::new() }
    }

    /// Blocks for new text alone.
    pub(crate) const fn new() -> Self {
        Self { closed: Vec::new(), open: Vec::new() }
    }

    /// Keeps a new text. Its view can hold a short one itself, which is then kept nowhere.
    pub(crate) fn keep(&mut self, text: &str) -> Place {
        if self.open.len() + text.len() > BLOCK && !self.open.is_empty() {
            self.closed.push(Buffer::from_vec(core::mem::take(&mut self.open)));
        }
        let place = Place { block: self.closed.len() as u32, offset: self.open.len() as u32 };
        self.open.extend_from_slice(text.as_bytes());
        place
    }

    /// All of them.
    pub(crate) fn finish(mut self) -> Vec<Buffer> {
        if !self.open.is_empty() {
            self.closed.push(Buffer::from_vec(self.open));
        }
        self.closed
    }
}

/// The views of one column.
pub(crate) struct Views {
    views: Vec<u128>,
    /// A bit a row, set where there is a text.
    valid: Vec<u64>,
    /// The rows that are null.
    nulls: usize,
}

impl Views {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { views: Vec::with_capacity(rows), valid: Vec::with_capacity(rows.div_ceil(64)), nulls: 0 }
    }

    /// A piece of each row's text, or null where there is none. Every call but the last brings a multiple of 64 rows.
    #[inline]
    pub(crate) fn extend<R>(&mut self, rows: &[R], piece: impl Fn(&R) -> Option<(Text<'_>, Span)>) {
        debug_assert!(self.views.len().is_multiple_of(64));
        for rows in rows.chunks(64) {
            let (mut valid, mut bit) = (0_u64, 1_u64);
            self.views.extend(rows.iter().map(|row| {
                let found = piece(row);
                valid |= if found.is_some() { bit } else { 0 };
                bit <<= 1;
                found.map_or(0, |(text, span)| view(text, span))
            }));
            self.valid.push(valid);
            self.nulls += rows.len() - valid.count_ones() as usize;
        }
    }

    /// The column, whose places refer to `blocks`.
    pub(crate) fn finish(self, blocks: &[Buffer]) -> StringViewArray {
        let rows = self.views.len();
        let nulls = (self.nulls > 0).then(|| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(self.valid), 0, rows)));
        #[allow(unsafe_code)]
        unsafe { StringViewArray::new_unchecked(ScalarBuffer::from(self.views), blocks.to_vec(), nulls) }
    }
}

/// The view of a piece of a text: its length, and then all of it, or its first four bytes and where it stands.
///
/// This is what `make_view` of Arrow makes, which copies as many bytes as a short text has, and mispredicts how many. Here sixteen
/// bytes are read wherever as many stand, and masked.
#[inline]
fn view(text: Text<'_>, span: Span) -> u128 {
    let length = span.end - span.start;
    let offset = text.place.offset.wrapping_add(span.start as u32);
    let Some(bytes) = text.tail.get(span.start..).and_then(|rest| rest.first_chunk::<16>()) else {
        return make_view(&text.tail[span.start..span.end], text.place.block, offset);
    };
    let word = u128::from_le_bytes(*bytes);
    let place = (u64::from(text.place.block) | u64::from(offset) << 32) as u128;
    let long = word & 0xffff_ffff | place << 32;
    let short = word & SHORT[length.min(INLINE)];
    length as u128 | if length > INLINE { long } else { short } << 32
}

/// The first bytes of a word, by their number.
const SHORT: [u128; INLINE + 1] = {
    let mut masks = [0; INLINE + 1];
    let mut length = 0;
    while length <= INLINE {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};
