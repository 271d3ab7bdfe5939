//! Builds the values of a column, a group of rows at a time, with a validity bit per row.
//!
//! Memory for values is allocated at the first row that has one. In most batches many columns, such as users and passwords,
//! have no values at all; these columns are never written.

use arrow_array::PrimitiveArray;
use arrow_array::types::UInt16Type;
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};

use crate::memory;
use crate::read::{Found, Group};

/// Values of a column, or null.
pub(crate) struct Values<T> {
    /// The values of all rows; empty while all rows are null.
    values: Vec<T>,
    /// A bit per row, set if the row has a value.
    valid: Vec<u64>,
    rows: usize,
    /// The number of null rows.
    nulls: usize,
    /// The final number of rows.
    capacity: usize,
}

/// A type of values, with an allocator for many of them.
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

    /// Adds up to 64 rows, with a value in each row whose bit is set in `valid`; fewer than 64 rows must be the last. Other rows
    /// must have the default value. `values` is not consumed if no bit is set.
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

    /// Adds the value of each row of a group that `is_defined`. Computing a value for undefined rows too, unless all 64 are
    /// undefined, avoids a branch that is often mispredicted, for example for queries, which every third URL has.
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

    /// Allocates the values, with defaults for the previous rows.
    #[inline]
    fn begin(&mut self) {
        if self.values.is_empty() {
            self.values = T::room(self.capacity);
            self.values.resize(self.rows, T::default());
        }
    }

    /// Adds one row.
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

    /// Returns the values (none if all rows are null), the number of rows, and the nulls.
    pub(crate) fn finish(self) -> (Vec<T>, usize, Option<NullBuffer>) {
        let valid = Buffer::from_vec(self.valid);
        let nulls = (self.nulls > 0).then(|| NullBuffer::new(BooleanBuffer::new(valid, 0, self.rows)));
        (self.values, self.rows, nulls)
    }
}

/// Returns a bit for each of up to 64 rows; the first row has the lowest bit.
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
