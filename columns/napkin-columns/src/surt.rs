//! Computes SURT keys, by which the indexes of web archives sort URLs: [`napkin_document::surt`].

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use napkin_document::surt::write;

use crate::texts::of_each;

/// Returns the SURT key of each text. The empty text has the key `-`, as in those indexes. A text of white space alone, or with
/// a port that is not a 16-bit number, is null, because those tools have no key for it.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// let urls = StringArray::from(vec!["http://www.archive.org/goo/?b&a=1#top", "HTTP://example.com:80/../A//b"]);
/// let keys = napkin_columns::surt_key(&urls)?;
/// assert_eq!(keys.as_string_view().value(0), "org,archive)/goo?a=1&b");
/// assert_eq!(keys.as_string_view().value(1), "com,example)/../a/b");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn surt_key(array: &dyn Array) -> Result<ArrayRef, ArrowError> {
    let mut out = Vec::new();
    of_each(array, |text, texts| {
        out.clear();
        match write(text.text, &mut out) {
            Some(()) => texts.changed(text, &String::from_utf8_lossy(&out)),
            None => texts.null(),
        }
    })
}
