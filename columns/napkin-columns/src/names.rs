//! Builds dictionary columns of few distinct names: kinds, rungs, codes of rules.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, StringArray};
use arrow_schema::DataType;

use crate::read::{Found, Group};
use crate::values::{Values, word};

/// Returns the type of a column of names.
pub(crate) fn data_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8))
}

/// Marks a number without a name so far.
const NONE: u16 = u16::MAX;

/// Builds a column of names, in the order of their first occurrence.
pub(crate) struct Names {
    keys: Values<u16>,
    names: Vec<&'static str>,
    /// The keys of names with a fixed number, by that number.
    numbered: [u16; 16],
}

impl Names {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { keys: Values::with_capacity(rows), names: Vec::new(), numbered: [NONE; 16] }
    }

    /// Adds the name of each row that has one. `number` identifies the name by a number below 15, which is faster than the name.
    #[inline]
    pub(crate) fn extend(
        &mut self,
        group: &Group<'_>,
        number: impl Fn(&Found<'_>) -> Option<usize>,
        name: impl Fn(&Found<'_>) -> &'static str,
    ) {
        // Zero means no name.
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
            // Neighbouring rows mostly have the same name; this check is faster than finding each key.
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

    /// Adds the names of a group in which few rows have one; `few` is in the order of the rows.
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

    /// Adds one row.
    pub(crate) fn push(&mut self, name: Option<&'static str>) {
        self.keys.push(name.map(|name| key(&mut self.names, name)));
    }

    pub(crate) fn finish(self) -> ArrayRef {
        Arc::new(DictionaryArray::new(self.keys.column(), Arc::new(StringArray::from(self.names))))
    }
}

/// Returns the key of a name, and adds a new name. There are about a hundred names in all.
fn key(names: &mut Vec<&'static str>, name: &'static str) -> u16 {
    let place = names.iter().position(|&known| known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    place as u16
}

/// Returns the name in a row of a column of names; empty for null.
pub(crate) fn name(array: &dyn Array, row: usize) -> &str {
    let names = array.as_dictionary::<UInt16Type>();
    names.key(row).map_or("", |key| names.values().as_string::<i32>().value(key))
}
