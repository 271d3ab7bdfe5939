//! Values of rows as they are made, a group of rows at a time, with a bit for each row that has one.
//!
//! Decides: that values are kept from the first row on that has one. Most columns of components have none at all in most batches, as of
//! users and passwords: those are zeros that the system hands out and nobody has written.

use arrow_array::PrimitiveArray;
use arrow_array::types::UInt16Type;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};

use crate::memory;
use crate::read::{Found, Group};

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

    /// Up to 64 rows, of which those have a value whose bit is set in `valid`; fewer than 64 are the last. The values of the others are the
    /// default; none is asked for where no bit is set.
    #[inline]
    pub(crate) fn extend(&mut self, valid: u64, values: impl ExactSizeIterator<Item = T>) {
        debug_assert!(self.rows.is_multiple_of(64));
        let rows = values.len();
        if valid != 0 {
            self.begin();
            self.values.extend(values);
        } else if !self.values.is_empty() {
            self.values.resize(self.rows + rows, T::default());
        }
        self.valid.push(valid);
        self.rows += rows;
        self.nulls += rows - valid.count_ones() as usize;
    }

    /// The value of each row of a group that `is_defined`. That a value is asked for where there is none, unless there is none in 64 rows,
    /// saves a branch, which for what every third URL has, as a query, is guessed wrong often.
    #[inline]
    pub(crate) fn extend_with(
        &mut self,
        group: &Group<'_>,
        is_defined: impl Fn(&Found<'_>) -> bool,
        value: impl Fn(&Found<'_>) -> T,
    ) {
        for (found, read) in group.words() {
            self.extend(read & word(found, &is_defined), found.iter().map(&value));
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

/// A bit for each of up to 64 rows, the first row's lowest.
#[inline]
pub(crate) fn word<R>(rows: &[R], is_set: impl Fn(&R) -> bool) -> u64 {
    rows.iter().rev().fold(0, |word, row| word << 1 | u64::from(is_set(row)))
}

impl Values<u16> {
    pub(crate) fn column(self) -> PrimitiveArray<UInt16Type> {
        let (mut values, rows, nulls) = self.finish();
        values.resize(rows, 0);
        PrimitiveArray::new(ScalarBuffer::from(values), nulls)
    }
}
