//! Dictionaries: each value is read once, however many rows have it.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// The answers for the rows of `array`: those of `kernel` for the values, taken by the keys, if it is a dictionary.
///
/// A slice of a dictionary has all its values but few rows. Then the rows are taken first.
pub(crate) fn by_values<A: Array + 'static>(
    array: &dyn Array,
    kernel: impl FnOnce(&dyn Array) -> Result<A, ArrowError>,
) -> Result<ArrayRef, ArrowError> {
    let DataType::Dictionary(..) = array.data_type() else { return Ok(Arc::new(kernel(array)?)) };
    let dictionary = array.as_any_dictionary();
    if dictionary.values().len() > dictionary.len() {
        return Ok(Arc::new(kernel(&take(dictionary.values(), dictionary.keys(), None)?)?));
    }
    take(&kernel(dictionary.values())?, dictionary.keys(), None)
}
