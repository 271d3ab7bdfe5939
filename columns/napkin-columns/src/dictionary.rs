//! Reads each value of a dictionary once, however many rows have it.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// Applies `kernel` to an array, or to the values of a dictionary, whose results are then distributed by the keys.
///
/// A slice of a dictionary has all values but few rows; `kernel` is then applied to the rows.
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

/// Expands a dictionary to one value per row; returns any other array unchanged. For kernels over rows of several columns.
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
