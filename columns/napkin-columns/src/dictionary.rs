//! Dictionaries: each value is read once, however many rows have it.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// The answers for the rows of `array`: those of `kernel` for the values, taken by the keys, if it is a dictionary.
///
/// A slice of a dictionary has all its values but few rows. Then the rows are taken first.
pub(crate) fn by_values(
    array: &dyn Array,
    kernel: impl FnOnce(&dyn Array) -> Result<ArrayRef, ArrowError>,
) -> Result<ArrayRef, ArrowError> {
    let DataType::Dictionary(..) = array.data_type() else { return kernel(array) };
    let dictionary = array.as_any_dictionary();
    if dictionary.values().len() > dictionary.len() {
        return kernel(&rows(array)?);
    }
    take(&kernel(dictionary.values())?, dictionary.keys(), None)
}

/// A column for each of its rows: a dictionary taken apart, any other as it is. For where rows of several columns stand beside each other.
///
/// ```
/// use arrow_array::{DictionaryArray, cast::AsArray, types::Int8Type};
/// let seen: DictionaryArray<Int8Type> = ["a", "b", "a"].into_iter().collect();
/// assert_eq!(napkin_columns::rows(&seen)?.as_string::<i32>().value(2), "a");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// A key has no value.
pub fn rows(array: &dyn Array) -> Result<ArrayRef, ArrowError> {
    match array.as_any_dictionary_opt() {
        Some(dictionary) => take(dictionary.values(), dictionary.keys(), None),
        None => Ok(make_array(array.to_data())),
    }
}
