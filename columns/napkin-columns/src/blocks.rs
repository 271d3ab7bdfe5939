//! Blocks of bytes that contain texts: the blocks of a column, and new blocks.

use arrow_buffer::Buffer;

use crate::column::{Column, Place, Text};

/// The length at which a block of new text is closed: long enough for few blocks, short enough that the last wastes little.
const BLOCK: usize = 1 << 20;

/// The blocks of a column, followed by blocks of new text.
#[derive(Default)]
pub(crate) struct Blocks {
    closed: Vec<Buffer>,
    open: Vec<u8>,
}

impl Blocks {
    /// Creates a list with the blocks of a column; the places of its texts stay valid.
    pub(crate) fn of(column: &Column<'_>) -> Self {
        Self { closed: column.blocks().to_vec(), open: Vec::new() }
    }

    /// Copies a new text into a block, and returns the text with its place.
    pub(crate) fn keep<'t>(&mut self, text: &'t str) -> Text<'t> {
        if self.open.len() + text.len() > BLOCK && !self.open.is_empty() {
            self.closed.push(Buffer::from_vec(core::mem::take(&mut self.open)));
        }
        let place = Place::new(self.closed.len() as u32, self.open.len() as u32);
        self.open.extend_from_slice(text.as_bytes());
        Text { text, tail: text.as_bytes(), place }
    }

    /// Returns all blocks.
    pub(crate) fn finish(mut self) -> Vec<Buffer> {
        if !self.open.is_empty() {
            self.closed.push(Buffer::from_vec(self.open));
        }
        self.closed
    }
}
