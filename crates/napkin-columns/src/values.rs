//! Values of rows as they are made, a group of rows at a time, with a bit for each row that has one.
//!
//! Decides: that values are kept from the first row on that has one. Most columns of components have none at all in most batches, as of
//! users and passwords: those are zeros that the system hands out and nobody has written.

use arrow_array::PrimitiveArray;
use arrow_array::types::UInt16Type;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};

use crate::memory;

/// Values of a column, or null.
pub(crate) struct Values<T> {
    /// Those of all rows; empty as long as all are null.
    values: Vec<T>,
    /// A bit a row, set where there is a value.
    valid: Vec<u64>,
    rows: usize,
    /// The rows that are null.
    nulls: usize,
    /// How many rows there will be.
    capacity: usize,
}

/// A value of a column, and where many of them are written.
pub(crate) trait Value: Copy + Default {
    fn room(values: usize) -> Vec<Self>;
}

impl Value for u16 {
    fn room(values: usize) -> Vec<Self> {
        Vec::with_capacity(values)
    }
}

impl Value for u128 {
    fn room(values: usize) -> Vec<Self> {
        memory::room(values)
    }
}

impl<T: Value> Values<T> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { values: Vec::new(), valid: Vec::with_capacity(capacity.div_ceil(64)), rows: 0, nulls: 0, capacity }
    }

    /// A value of each row. Every call but the last brings a multiple of 64 rows.
    #[inline]
    pub(crate) fn extend<R>(&mut self, rows: &[R], mut value: impl FnMut(&R) -> Option<T>) {
        self.extend_defined(rows, |row| {
            let found = value(row);
            (found.is_some(), found.unwrap_or_default())
        });
    }

    /// The same, where the value of a row that has none is the default: whether there is one can then be found without a branch, which for
    /// what every third URL has, as a query, is guessed wrong often.
    #[inline]
    pub(crate) fn extend_defined<R>(&mut self, rows: &[R], mut value: impl FnMut(&R) -> (bool, T)) {
        debug_assert!(self.rows.is_multiple_of(64));
        for rows in rows.chunks(64) {
            if self.values.is_empty() && rows.iter().all(|row| !value(row).0) {
                self.skip_up_to_64(rows.len());
                continue;
            }
            self.begin();
            let mut valid = 0_u64;
            self.values.extend(rows.iter().enumerate().map(|(bit, row)| {
                let (defined, found) = value(row);
                valid |= u64::from(defined) << bit;
                found
            }));
            self.valid.push(valid);
            self.rows += rows.len();
            self.nulls += rows.len() - valid.count_ones() as usize;
        }
    }

    /// Rows without a value; a multiple of 64 of them, if it is not the last call.
    pub(crate) fn skip(&mut self, rows: usize) {
        for start in (0..rows).step_by(64) {
            self.skip_up_to_64((rows - start).min(64));
        }
    }

    fn skip_up_to_64(&mut self, rows: usize) {
        self.valid.push(0);
        self.rows += rows;
        self.nulls += rows;
        if !self.values.is_empty() {
            self.values.resize(self.rows, T::default());
        }
    }

    /// Makes room for the values, and those of the rows before.
    #[inline]
    fn begin(&mut self) {
        if self.values.is_empty() {
            self.values = T::room(self.capacity);
            self.values.resize(self.rows, T::default());
        }
    }

    /// One more row.
    #[inline]
    pub(crate) fn push(&mut self, value: Option<T>) {
        let bit = self.rows % 64;
        if bit == 0 {
            self.valid.push(0);
        }
        if let (Some(_), Some(last)) = (&value, self.valid.last_mut()) {
            *last |= 1 << bit;
        }
        self.nulls += usize::from(value.is_none());
        if value.is_some() {
            self.begin();
        }
        if value.is_some() || !self.values.is_empty() {
            self.values.push(value.unwrap_or_default());
        }
        self.rows += 1;
    }

    /// The values, none if all rows are null; how many rows there are, and which are null.
    pub(crate) fn finish(self) -> (Vec<T>, usize, Option<NullBuffer>) {
        let valid = Buffer::from_vec(self.valid);
        let nulls = (self.nulls > 0).then(|| NullBuffer::new(BooleanBuffer::new(valid, 0, self.rows)));
        (self.values, self.rows, nulls)
    }
}

impl Values<u16> {
    pub(crate) fn column(self) -> PrimitiveArray<UInt16Type> {
        let (mut values, rows, nulls) = self.finish();
        values.resize(rows, 0);
        PrimitiveArray::new(ScalarBuffer::from(values), nulls)
    }
}
