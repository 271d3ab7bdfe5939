//! Columns of names out of a few: kinds, rungs, codes of rules.
//!
//! Decides: that they are dictionaries, and how a name's key is found.

use std::sync::Arc;

use arrow_array::builder::PrimitiveBuilder;
use arrow_array::types::UInt16Type;
use arrow_array::{DictionaryArray, StringArray};
use arrow_schema::DataType;

/// The type of such a column.
pub(crate) fn data_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8))
}

/// A column of names while it is made. The names are those of the program, told apart by where they stand in it.
pub(crate) struct Names {
    keys: PrimitiveBuilder<UInt16Type>,
    names: Vec<&'static str>,
    /// The key of the name before, which most rows share.
    last: usize,
}

impl Names {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { keys: PrimitiveBuilder::with_capacity(rows), names: Vec::new(), last: 0 }
    }

    /// A name, or null.
    #[inline]
    pub(crate) fn push(&mut self, name: Option<&'static str>) {
        let Some(name) = name else { return self.keys.append_null() };
        if self.names.get(self.last).is_none_or(|&last| !core::ptr::eq(last, name)) {
            self.last = self.key(name);
        }
        self.keys.append_value(self.last as u16);
    }

    /// The key of a name, which is added if it is new. There are some hundred names in all.
    fn key(&mut self, name: &'static str) -> usize {
        self.names.iter().position(|&known| known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    pub(crate) fn finish(mut self) -> DictionaryArray<UInt16Type> {
        DictionaryArray::new(self.keys.finish(), Arc::new(StringArray::from(self.names)))
    }
}
