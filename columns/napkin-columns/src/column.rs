//! Finds the texts of a column in any of Arrow's layouts, and the place of each text.
//!
//! `Column` returns a row's text from `Utf8`, `LargeUtf8` and `Utf8View` columns, with the *block* and the offset for views of
//! the output. The components of a URL are pieces of its text, so the output shares the bytes of the input and copies nothing.
//! Dictionaries are resolved earlier ([`crate::dictionary`]).

use arrow_array::cast::AsArray;
use arrow_array::{Array, LargeStringArray, StringArray, StringViewArray};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ByteView;
use arrow_schema::{ArrowError, DataType};

/// The longest block that offsets of 32 bits, which Arrow reads as signed, can point into.
const MAX_BLOCK: usize = i32::MAX as usize;

/// The longest text that is stored in its view, in bytes.
pub(crate) const INLINE: usize = 12;

/// A column of texts, with the blocks that contain them.
pub(crate) struct Column<'a> {
    layout: Layout<'a>,
    blocks: Vec<Buffer>,
    /// The start of each block in the bytes of a `LargeUtf8` column.
    starts: Vec<usize>,
}

enum Layout<'a> {
    Small(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
}

/// The text of a row and its place. A text of at most twelve bytes needs no place, because its view contains it.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
    /// The bytes from the text's start to the end of its block, so that reads may go beyond the text's end and mask the rest.
    pub(crate) tail: &'a [u8],
    pub(crate) place: Place,
}

/// The place of a text in the blocks of a column: the block number in the lower half and the offset in the upper half, as in
/// the views of long texts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place(u64);

impl Place {
    pub(crate) const fn new(block: u32, offset: u32) -> Self {
        Self(block as u64 | (offset as u64) << 32)
    }

    /// Returns the place that many bytes later.
    #[inline]
    pub(crate) const fn behind(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add((bytes as u64) << 32))
    }

    /// Returns the upper half of a view.
    #[inline]
    pub(crate) const fn of_view(self) -> u64 {
        self.0
    }
}

impl<'a> Column<'a> {
    /// Wraps an array.
    ///
    /// # Errors
    /// The array does not contain texts, or one of its texts is longer than 2 GiB.
    pub(crate) fn of(array: &'a dyn Array) -> Result<Self, ArrowError> {
        match array.data_type() {
            DataType::Utf8 => {
                let array = array.as_string::<i32>();
                Ok(Self { layout: Layout::Small(array), blocks: vec![array.values().clone()], starts: vec![0] })
            }
            DataType::LargeUtf8 => {
                let array = array.as_string::<i64>();
                let starts = cuts(array)?;
                let blocks = starts.iter().map(|&start| array.values().slice(start)).collect();
                Ok(Self { layout: Layout::Large(array), blocks, starts })
            }
            DataType::Utf8View => {
                let array = array.as_string_view();
                Ok(Self { layout: Layout::View(array), blocks: array.data_buffers().to_vec(), starts: Vec::new() })
            }
            other => Err(ArrowError::InvalidArgumentError(format!("expected a column of strings, but found {other}"))),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.array().len()
    }

    pub(crate) fn nulls(&self) -> Option<&NullBuffer> {
        self.array().nulls()
    }

    /// Returns the blocks to which the places of the texts refer.
    pub(crate) fn blocks(&self) -> &[Buffer] {
        &self.blocks
    }

    /// Returns the text of a row; `None` for null.
    #[inline(always)]
    pub(crate) fn get(&self, row: usize) -> Option<Text<'a>> {
        let text = |text, tail, block, offset| Text { text, tail, place: Place::new(block, offset) };
        match self.layout {
            Layout::Small(array) => array.is_valid(row).then(|| {
                let offset = array.value_offsets()[row] as u32;
                text(array.value(row), &array.value_data()[offset as usize..], 0, offset)
            }),
            Layout::Large(array) => array.is_valid(row).then(|| {
                let start = array.value_offsets()[row] as usize;
                let block = self.starts.partition_point(|&begin| begin <= start) - 1;
                text(array.value(row), &array.value_data()[start..], block as u32, (start - self.starts[block]) as u32)
            }),
            Layout::View(array) => array.is_valid(row).then(|| {
                // The view of a long text has length, first bytes, block, offset. The view of a short text contains the text.
                let found = array.value(row);
                if found.len() <= INLINE {
                    return text(found, found.as_bytes(), 0, 0);
                }
                let view = ByteView::from(array.views()[row]);
                let tail = &array.data_buffers()[view.buffer_index as usize][view.offset as usize..];
                text(found, tail, view.buffer_index, view.offset)
            }),
        }
    }

    fn array(&self) -> &'a dyn Array {
        match self.layout {
            Layout::Small(array) => array,
            Layout::Large(array) => array,
            Layout::View(array) => array,
        }
    }
}

/// Returns the offsets at which a long column is cut into blocks; no cut is inside of a text.
fn cuts(array: &LargeStringArray) -> Result<Vec<usize>, ArrowError> {
    let offsets = array.value_offsets();
    let mut starts = vec![offsets[0] as usize];
    if offsets[array.len()] as usize - starts[0] <= MAX_BLOCK {
        return Ok(starts);
    }
    for pair in offsets.windows(2) {
        let (start, end) = (pair[0] as usize, pair[1] as usize);
        if end - start > MAX_BLOCK {
            return Err(ArrowError::InvalidArgumentError(format!(
                "expected texts up to 2 GiB, but found {} bytes",
                end - start
            )));
        }
        if end - starts[starts.len() - 1] > MAX_BLOCK {
            starts.push(start);
        }
    }
    Ok(starts)
}
