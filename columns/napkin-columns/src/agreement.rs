//! Returns the components under every standard side by side, and whether the standards agree.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, StructArray};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Fields};
use napkin::Standard;

use crate::parts::{Field, data_type, parts};

/// Returns the components of each text under all four standards: a structure with one structure per standard
/// ([`parts`](crate::parts())), named after the standard, and the field `agree`.
///
/// `agree` is true if every requested field has the same value under all standards; a field that is null under one must be null
/// under all. `agree` covers only the requested fields, for example the host alone.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Component;
/// use napkin_columns::{Field, parts_of_all};
/// let urls = StringArray::from(vec!["http://pub.example/", r"http://evil.example\@pub.example/"]);
/// let all = parts_of_all(&urls, &[Field::Text(Component::Host)])?;
/// let agree = all.as_struct().column_by_name("agree").unwrap();
/// assert_eq!(agree.as_boolean().iter().collect::<Vec<_>>(), [Some(true), Some(false)]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn parts_of_all(array: &dyn Array, fields: &[Field]) -> Result<ArrayRef, ArrowError> {
    crate::dictionary::by_values(array, |array| {
        let columns =
            Standard::ALL.iter().map(|&standard| parts(array, standard, fields)).collect::<Result<Vec<_>, _>>()?;
        let agree: BooleanArray = agreement(&columns, array);
        let mut all: Vec<ArrayRef> = columns;
        all.push(Arc::new(agree));
        Ok(Arc::new(StructArray::try_new_with_length(of_all(fields), all, array.logical_nulls(), array.len())?))
    })
}

/// Returns the type of the column that [`parts_of_all`] returns for these fields.
#[must_use]
pub fn data_type_of_all(fields: &[Field]) -> DataType {
    DataType::Struct(of_all(fields))
}

fn of_all(fields: &[Field]) -> Fields {
    let standards = Standard::ALL.iter().map(|standard| ArrowField::new(standard.name(), data_type(fields), true));
    standards.chain([ArrowField::new("agree", DataType::Boolean, true)]).collect()
}

fn agreement(columns: &[ArrayRef], array: &dyn Array) -> BooleanArray {
    let structs: Vec<&StructArray> = columns.iter().map(|column| column.as_struct()).collect();
    let (first, others) = structs.split_first().expect("there are four standards");
    (0..array.len())
        .map(|row| array.is_valid(row).then(|| others.iter().all(|other| is_same(first, other, row))))
        .collect()
}

fn is_same(one: &StructArray, other: &StructArray, row: usize) -> bool {
    one.columns().iter().zip(other.columns()).all(|(a, b)| is_equal(&**a, &**b, row))
}

/// Returns whether two columns of one field have the same value in a row.
fn is_equal(a: &dyn Array, b: &dyn Array, row: usize) -> bool {
    if a.is_null(row) || b.is_null(row) {
        return a.is_null(row) == b.is_null(row);
    }
    match a.data_type() {
        DataType::Utf8View => a.as_string_view().value(row) == b.as_string_view().value(row),
        DataType::UInt16 => port(a, row) == port(b, row),
        DataType::Boolean => a.as_boolean().value(row) == b.as_boolean().value(row),
        _ => crate::names::name(a, row) == crate::names::name(b, row),
    }
}

fn port(array: &dyn Array, row: usize) -> u16 {
    array.as_primitive::<arrow_array::types::UInt16Type>().value(row)
}
