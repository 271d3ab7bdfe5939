//! Columns of each layout with the same texts, and the case files of the repository.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Int32Array, LargeStringArray, StringArray, StringViewArray};
use toml::{Table, Value};

/// Reads one of the case files of `data/cases`.
pub(crate) fn cases(name: &str) -> Table {
    let path = format!("{}/../../data/cases/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")).parse().unwrap()
}

pub(crate) fn rows<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table[key].as_array().unwrap().iter().map(|row| row.as_table().unwrap())
}

pub(crate) fn text<'a>(row: &'a Table, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

/// Returns the row's expectation for a standard; RFC 3987 has that of RFC 3986 if the row gives no other.
pub(crate) fn expected(row: &Table, standard: napkin::Standard) -> Option<&Value> {
    let fallback = if standard == napkin::Standard::Rfc3987 { row.get("rfc3986") } else { None };
    row.get(standard.name()).or(fallback)
}

/// Returns the same texts in each layout, whole and as a slice of a longer column, with the name of the layout.
pub(crate) fn layouts(texts: &[Option<&str>]) -> Vec<(String, ArrayRef)> {
    let mut padded = vec![Some("http://before.example/?with#all"), None, Some("x")];
    let before = padded.len();
    padded.extend_from_slice(texts);
    padded.extend([None, Some("http://behind.example:80/")]);
    let slice = |array: ArrayRef| array.slice(before, texts.len());
    let mut all = Vec::new();
    for (name, make) in makers() {
        all.push((name.to_owned(), make(texts)));
        all.push((format!("slice of {name}"), slice(make(&padded))));
    }
    all
}

type Make = fn(&[Option<&str>]) -> ArrayRef;

fn makers() -> [(&'static str, Make); 6] {
    [
        ("Utf8", |texts| Arc::new(texts.iter().copied().collect::<StringArray>())),
        ("LargeUtf8", |texts| Arc::new(texts.iter().copied().collect::<LargeStringArray>())),
        ("Utf8View", |texts| Arc::new(texts.iter().copied().collect::<StringViewArray>())),
        ("dictionary of each", |texts| Arc::new(texts.iter().copied().collect::<DictionaryArray<Int32Type>>())),
        ("dictionary of some", |texts| {
            // The keys run backwards, so that rows are not in the order of the values; and no row has the last value.
            let mut values: Vec<Option<&str>> = texts.iter().rev().copied().collect();
            values.push(Some("http://unused.example/"));
            let count = texts.len() as i32;
            let keys = Int32Array::from_iter_values((0..count).map(|row| count - 1 - row));
            Arc::new(DictionaryArray::new(keys, Arc::new(values.into_iter().collect::<StringViewArray>())))
        }),
        ("views of blocks of 64 bytes", |texts| {
            let mut builder = arrow_array::builder::StringViewBuilder::new().with_fixed_block_size(64);
            texts.iter().for_each(|text| builder.append_option(*text));
            Arc::new(builder.finish())
        }),
    ]
}

/// Returns the text in a row of a column of any layout.
pub(crate) fn at(array: &dyn Array, row: usize) -> Option<String> {
    if array.logical_nulls().is_some_and(|nulls| nulls.is_null(row)) {
        return None;
    }
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let key = dictionary.normalized_keys()[row];
        return at(dictionary.values(), key);
    }
    Some(match array.data_type() {
        arrow_schema::DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        arrow_schema::DataType::LargeUtf8 => array.as_string::<i64>().value(row).to_owned(),
        _ => array.as_string_view().value(row).to_owned(),
    })
}

/// Returns all texts of a column.
pub(crate) fn all(array: &dyn Array) -> Vec<Option<String>> {
    (0..array.len()).map(|row| at(array, row)).collect()
}
