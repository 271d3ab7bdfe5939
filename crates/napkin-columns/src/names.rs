//! Columns of names out of a few: kinds, rungs, codes of rules.
//!
//! Decides: that they are dictionaries, and how a name's key is found.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, StringArray};
use arrow_schema::DataType;

use crate::values::Values;

/// The type of such a column.
pub(crate) fn data_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8))
}

/// The key of a number that has no name yet.
const NONE: u16 = u16::MAX;

/// The names of a column while it is made, in the order in which they are first seen.
pub(crate) struct Names {
    keys: Values<u16>,
    names: Vec<&'static str>,
    /// The keys of names that have a number of their own, by it.
    numbered: [u16; 16],
}

impl Names {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { keys: Values::with_capacity(rows), names: Vec::new(), numbered: [NONE; 16] }
    }

    /// A name of each row, or null. Every call but the last brings a multiple of 64 rows.
    pub(crate) fn extend<R>(&mut self, rows: &[R], name: impl Fn(&R) -> Option<&'static str>) {
        let Self { keys, names, .. } = self;
        keys.extend(rows, |row| name(row).map(|name| key(names, name)));
    }

    /// The same of names that have a number below 16 each, which is faster than looking at them.
    #[inline]
    pub(crate) fn extend_numbered<R>(
        &mut self,
        rows: &[R],
        name: impl Fn(&R) -> Option<(usize, fn(&R) -> &'static str)>,
    ) {
        let Self { keys, names, numbered } = self;
        keys.extend(rows, |row| {
            let (number, name) = name(row)?;
            let place = &mut numbered[number % 16];
            if *place == NONE {
                *place = key(names, name(row));
            }
            Some(*place)
        });
    }

    /// Names of few rows of a group, in their order.
    pub(crate) fn extend_few(&mut self, rows: usize, few: &[(usize, &'static str)]) {
        if few.is_empty() {
            return self.keys.skip(rows);
        }
        let mut few = few.iter().peekable();
        let rows: Vec<usize> = (0..rows).collect();
        let names = &mut self.names;
        let mut next = Vec::with_capacity(rows.len());
        next.extend(rows.iter().map(|row| few.next_if(|found| found.0 == *row).map(|found| key(names, found.1))));
        self.keys.extend(&next, |key| *key);
    }

    pub(crate) fn finish(self) -> ArrayRef {
        Arc::new(DictionaryArray::new(self.keys.column(), Arc::new(StringArray::from(self.names))))
    }
}

/// The key of a name, which is added if it is new. There are some hundred names in all.
fn key(names: &mut Vec<&'static str>, name: &'static str) -> u16 {
    let place = names.iter().position(|&known| known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    place as u16
}

/// The name in a row of such a column; empty in a null.
pub(crate) fn name(array: &dyn Array, row: usize) -> &str {
    let names = array.as_dictionary::<UInt16Type>();
    names.key(row).map_or("", |key| names.values().as_string::<i32>().value(key))
}
