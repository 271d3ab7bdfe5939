//! Columns of small numbers as they are made, a group of rows at a time.

use arrow_array::PrimitiveArray;
use arrow_array::types::UInt16Type;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};

/// Numbers of 16 bits, or null.
pub(crate) struct Numbers {
    values: Vec<u16>,
    /// A bit a row, set where there is a number.
    valid: Vec<u64>,
    /// The rows that are null.
    nulls: usize,
}

impl Numbers {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { values: Vec::with_capacity(rows), valid: Vec::with_capacity(rows.div_ceil(64)), nulls: 0 }
    }

    /// A number of each row. Every call but the last brings a multiple of 64 rows.
    #[inline]
    pub(crate) fn extend<R>(&mut self, rows: &[R], mut number: impl FnMut(&R) -> Option<u16>) {
        debug_assert!(self.values.len().is_multiple_of(64));
        for rows in rows.chunks(64) {
            let (mut valid, mut bit) = (0_u64, 1_u64);
            self.values.extend(rows.iter().map(|row| {
                let found = number(row);
                valid |= if found.is_some() { bit } else { 0 };
                bit <<= 1;
                found.unwrap_or_default()
            }));
            self.valid.push(valid);
            self.nulls += rows.len() - valid.count_ones() as usize;
        }
    }

    pub(crate) fn finish(self) -> PrimitiveArray<UInt16Type> {
        let rows = self.values.len();
        let nulls =
            (self.nulls > 0).then(|| NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(self.valid), 0, rows)));
        PrimitiveArray::new(ScalarBuffer::from(self.values), nulls)
    }
}
