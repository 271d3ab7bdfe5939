//! Blocks of bytes, in which texts stand: those of a column, and new ones.

use arrow_buffer::Buffer;

use crate::column::{Column, Place, Text};

/// The length at which a block of new text is closed: large enough that blocks are few, small enough that the last one wastes little.
const BLOCK: usize = 1 << 20;

/// Blocks of bytes: those of a column, and behind them blocks of new text.
#[derive(Default)]
pub(crate) struct Blocks {
    closed: Vec<Buffer>,
    open: Vec<u8>,
}

impl Blocks {
    /// Those of a column, to which the places of its texts go on to refer.
    pub(crate) fn of(column: &Column<'_>) -> Self {
        Self { closed: column.blocks().to_vec(), open: Vec::new() }
    }

    /// Keeps a new text, which is then one as those of the column are.
    pub(crate) fn keep<'t>(&mut self, text: &'t str) -> Text<'t> {
        if self.open.len() + text.len() > BLOCK && !self.open.is_empty() {
            self.closed.push(Buffer::from_vec(core::mem::take(&mut self.open)));
        }
        let place = Place::new(self.closed.len() as u32, self.open.len() as u32);
        self.open.extend_from_slice(text.as_bytes());
        Text { text, tail: text.as_bytes(), place }
    }

    /// All of them.
    pub(crate) fn finish(mut self) -> Vec<Buffer> {
        if !self.open.is_empty() {
            self.closed.push(Buffer::from_vec(self.open));
        }
        self.closed
    }
}
