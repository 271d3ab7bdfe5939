//! Normalizes references, and finds the rung of the ladder at which two columns agree.
//!
//! The URL Standard has no rungs; the kernels use its serialization instead.

use arrow_array::{Array, cast::AsArray};
use arrow_array::{ArrayRef, Datum};
use arrow_schema::ArrowError;
use napkin::whatwg::Parsed;
use napkin::{Agreement, Reference, Rungs, Standard};

use crate::names::Names;
use crate::pairs::Sides;
use crate::read::parse;
use crate::texts::of_each;

/// Returns the normal form of each reference at some rungs (RFC 3986 section 6.2.2 and 6.2.3); under `whatwg`, the serialized
/// URL, whatever the rungs. Normal texts are not copied. Null if a text is invalid under the standard.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::{Rungs, Standard};
/// let urls = StringArray::from(vec!["HTTP://Pub.example:80/%7Esam/./menu"]);
/// let normal = napkin_columns::normalize(&urls, Standard::Rfc3986, Rungs::ALL)?;
/// assert_eq!(normal.as_string_view().value(0), "http://pub.example/~sam/menu");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn normalize(array: &dyn Array, standard: Standard, rungs: Rungs) -> Result<ArrayRef, ArrowError> {
    of_each(array, |text, texts| match parse(text.text, standard) {
        Err(_) => texts.null(),
        Ok(Parsed::Canonical(reference)) if standard != Standard::Whatwg => {
            texts.changed(text, &napkin::normalize(reference, rungs).text);
        }
        Ok(parsed) => texts.changed(text, parsed.reference().as_str()),
    })
}

/// Returns the name of the lowest rung at which the references of a row agree: `identical`, `case`, `percent`, `path`, `scheme`
/// ([`Agreement`]), or `none`; under `whatwg` `identical`, `serialize` for equal serializations, or `none`. The column is a
/// dictionary; a row is null if either text is null or invalid under the standard.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray, types::UInt16Type};
/// use napkin::Standard;
/// let seen = StringArray::from(vec!["HTTP://pub.example/%7esam", "http://pub.example/"]);
/// let known = StringArray::new_scalar("http://pub.example/~sam");
/// let rungs = napkin_columns::equivalence(&seen, &known, Standard::Rfc3986)?;
/// let rungs = rungs.as_dictionary::<UInt16Type>().downcast_dict::<StringArray>().unwrap();
/// assert_eq!(rungs.into_iter().flatten().collect::<Vec<_>>(), ["percent", "none"]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// An argument does not contain texts, or the lengths differ.
pub fn equivalence(left: &dyn Datum, right: &dyn Datum, standard: Standard) -> Result<ArrayRef, ArrowError> {
    let sides = Sides::of(&[left, right])?;
    let (left, right) = (sides.rows(0)?, sides.rows(1)?);
    let mut names = Names::with_capacity(sides.len());
    for row in 0..sides.len() {
        let pair = left.get(row).zip(right.get(row));
        names.push(pair.and_then(|(left, right)| rung(left.text, right.text, standard)));
    }
    Ok(names.finish())
}

/// Returns the type of the column that [`equivalence`] returns.
#[must_use]
pub fn equivalence_type() -> arrow_schema::DataType {
    crate::names::data_type()
}

fn rung(left: &str, right: &str, standard: Standard) -> Option<&'static str> {
    let (a, b) = (parse(left, standard).ok()?, parse(right, standard).ok()?);
    let found = if standard == Standard::Whatwg {
        serialized(left, right, a.reference(), b.reference())
    } else {
        ladder(&a, &b)
    };
    Some(found.unwrap_or("none"))
}

fn ladder(a: &Parsed<'_>, b: &Parsed<'_>) -> Option<&'static str> {
    napkin::compare(a.reference(), b.reference()).rung.map(Agreement::name)
}

fn serialized(left: &str, right: &str, a: Reference<'_>, b: Reference<'_>) -> Option<&'static str> {
    if a != b {
        return None;
    }
    Some(if left == right { Agreement::Identical.name() } else { "serialize" })
}

/// Returns for each row of a column of rungs whether there is a rung, that is, whether the references agree; null stays null.
///
/// # Errors
/// The column is not a result of [`equivalence`].
pub fn is_equivalent(rungs: &dyn Array) -> Result<arrow_array::BooleanArray, ArrowError> {
    let wrong =
        || ArrowError::InvalidArgumentError(format!("expected a column of rungs, but found {}", rungs.data_type()));
    let keys = rungs.as_dictionary_opt::<arrow_array::types::UInt16Type>().ok_or_else(wrong)?;
    let names = keys.values().as_string_opt::<i32>().ok_or_else(wrong)?;
    Ok(keys.keys().iter().map(|key| key.map(|key| names.value(usize::from(key)) != "none")).collect())
}
