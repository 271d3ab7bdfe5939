//! Columns of names out of a few: kinds, rungs, codes of rules.
//!
//! Decides: that they are dictionaries, and how a name's key is found.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, StringArray};
use arrow_schema::DataType;

use crate::read::{Found, Group};
use crate::values::{Values, word};

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

    /// A name of each row that has one, by a number below 15 that the name has alone, which is faster to find than the name.
    #[inline]
    pub(crate) fn extend(
        &mut self,
        group: &Group<'_>,
        number: impl Fn(&Found<'_>) -> Option<usize>,
        name: impl Fn(&Found<'_>) -> &'static str,
    ) {
        // Zero is that of none.
        let number = |found: &Found<'_>| number(found).map_or(0, |number| number + 1);
        let Self { keys, names, numbered } = self;
        let mut key_of = |found: &Found<'_>| match number(found) {
            0 => 0,
            number if numbered[number] == NONE => {
                numbered[number] = key(names, name(found));
                numbered[number]
            }
            number => numbered[number],
        };
        for (found, read) in group.words() {
            // Neighbours are mostly of one kind, which is seen faster than each key is found.
            let first = number(&found[0]);
            if found.iter().all(|found| number(found) == first) {
                let valid = if first > 0 { read } else { 0 };
                let key = if valid > 0 { key_of(&found[0]) } else { 0 };
                keys.extend(valid, core::iter::repeat_n(key, found.len()));
            } else {
                let valid = read & word(found, |found| number(found) > 0);
                let key_in = |(row, found)| if valid >> row & 1 > 0 { key_of(found) } else { 0 };
                keys.extend(valid, found.iter().enumerate().map(key_in));
            }
        }
    }

    /// Names of few rows of a group, in their order.
    pub(crate) fn extend_few(&mut self, rows: usize, mut few: &[(usize, &'static str)]) {
        for start in (0..rows).step_by(64) {
            let end = rows.min(start + 64);
            let (here, behind) = few.split_at(few.partition_point(|found| found.0 < end));
            let mut word = [0; 64];
            let mut valid = 0;
            for &(row, name) in here {
                word[row - start] = key(&mut self.names, name);
                valid |= 1 << (row - start);
            }
            self.keys.extend(valid, word[..end - start].iter().copied());
            few = behind;
        }
    }

    /// One more row.
    pub(crate) fn push(&mut self, name: Option<&'static str>) {
        self.keys.push(name.map(|name| key(&mut self.names, name)));
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
