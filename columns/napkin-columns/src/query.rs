//! Reads and edits pairs of queries: one value, all pairs, and URLs with a pair set or removed.
//!
//! Pairs are those of `application/x-www-form-urlencoded` (URL Standard section 5), decoded as by its parser: `+` becomes a
//! space, escapes are decoded, and invalid UTF-8 is replaced by U+FFFD. An edit keeps other pairs as written; under `whatwg` it
//! writes all pairs again, as that standard's `URLSearchParams` does.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringViewBuilder, StructBuilder};
use arrow_array::{Array, ArrayRef, Datum};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use napkin::query::{Pair, pairs};
use napkin::whatwg::{Parsed, SearchParams};
use napkin::{Component, Edit, Span, Standard};

use crate::column::{Column, Text};
use crate::dictionary::by_values;
use crate::pairs::{Sides, of_both};
use crate::read::parse;
use crate::texts::Texts;

/// Returns the value of the first pair with a name in each URL's query; null if there is no such pair. A name without `=` has
/// the empty value.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec!["http://pub.example/beer?size=pint&for=Kim+K%2E", "http://pub.example/"]);
/// let values = napkin_columns::query_get(&urls, &StringArray::new_scalar("for"), Standard::Rfc3986)?;
/// assert_eq!(values.as_string_view().iter().collect::<Vec<_>>(), [Some("Kim K."), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// An argument does not contain texts, or the lengths differ.
pub fn query_get(urls: &dyn Datum, name: &dyn Datum, standard: Standard) -> Result<ArrayRef, ArrowError> {
    of_both(urls, name, |url, name, texts| match parse(url.text, standard) {
        Ok(parsed) => value(url, &parsed, name, texts),
        Err(_) => texts.null(),
    })
}

/// Adds the value: a view of the text if the text contains it verbatim.
fn value(url: Text<'_>, parsed: &Parsed<'_>, name: &str, texts: &mut Texts) {
    let reference = parsed.reference();
    let Some(query) = reference.query() else { return texts.null() };
    let Some(pair) = pairs(query).find(|pair| &*pair.name() == name.as_bytes()) else { return texts.null() };
    match pair.value() {
        Some(Cow::Borrowed(octets)) if matches!(parsed, Parsed::Canonical(_)) => {
            let end = offset(url.text, pair) + pair.text().len();
            texts.piece(url, Span::new(end - octets.len(), end));
        }
        octets => texts.new_text(&String::from_utf8_lossy(&octets.unwrap_or_default())),
    }
}

/// Returns the offset of a pair in the text that contains it.
fn offset(text: &str, pair: Pair<'_>) -> usize {
    pair.text().as_str().as_ptr().addr() - text.as_ptr().addr()
}

/// Sets the value of a name in each URL: changes the first pair of the name and removes the others, or adds a pair at the end.
/// Null if an argument is null or the URL is invalid under the standard.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec!["http://pub.example/beer?size=pint&for=kim"]);
/// let (name, value) = (StringArray::new_scalar("size"), StringArray::new_scalar("half a pint"));
/// let changed = napkin_columns::query_set(&urls, &name, &value, Standard::Rfc3986)?;
/// assert_eq!(changed.as_string_view().value(0), "http://pub.example/beer?size=half%20a%20pint&for=kim");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// As [`query_get`].
pub fn query_set(
    urls: &dyn Datum,
    name: &dyn Datum,
    value: &dyn Datum,
    standard: Standard,
) -> Result<ArrayRef, ArrowError> {
    let sides = Sides::of(&[urls, name, value])?;
    let (urls, names, values) = (sides.rows(0)?, sides.rows(1)?, sides.rows(2)?);
    let mut texts = Texts::beside(sides.len());
    for row in 0..sides.len() {
        let changed = urls
            .get(row)
            .zip(names.get(row))
            .zip(values.get(row))
            .and_then(|((url, name), value)| edited(url.text, standard, Change::Set(name.text, value.text)));
        texts.maybe(changed.as_deref());
    }
    Ok(texts.finish())
}

/// Removes the pairs of a name from each URL; a query without other pairs is removed. Null if an argument is null or the URL is
/// invalid under the standard.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec!["http://pub.example/beer?utm_source=napkin", "http://pub.example/?a&utm_source&b"]);
/// let changed = napkin_columns::query_remove(&urls, &StringArray::new_scalar("utm_source"), Standard::Rfc3986)?;
/// let changed: Vec<_> = changed.as_string_view().iter().flatten().collect();
/// assert_eq!(changed, ["http://pub.example/beer", "http://pub.example/?a&b"]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// As [`query_get`].
pub fn query_remove(urls: &dyn Datum, name: &dyn Datum, standard: Standard) -> Result<ArrayRef, ArrowError> {
    of_both(urls, name, |url, name, texts| match edited(url.text, standard, Change::Remove(name)) {
        Some(changed) => texts.changed(url, &changed),
        None => texts.null(),
    })
}

#[derive(Clone, Copy)]
enum Change<'a> {
    Set(&'a str, &'a str),
    Remove(&'a str),
}

fn edited(text: &str, standard: Standard, change: Change<'_>) -> Option<String> {
    let parsed = parse(text, standard).ok()?;
    if standard == Standard::Whatwg {
        let mut url = parsed.into_url();
        if let Change::Remove(name) = change
            && !url.search_params().has(name)
        {
            return Some(url.into_string());
        }
        let edit = |params: &mut SearchParams| match change {
            Change::Set(name, value) => params.set(name, value),
            Change::Remove(name) => params.delete(name),
        };
        return url.edit_search_params(edit).ok().map(|()| url.into_string());
    }
    let reference = parsed.reference();
    if matches!(change, Change::Remove(_)) && reference.component(Component::Query).is_none() {
        return Some(text.to_owned());
    }
    let edit = Edit::of(reference).pairs(|pairs| match change {
        Change::Set(name, value) => drop(pairs.set(name, value)),
        Change::Remove(name) => drop(pairs.remove(name)),
    });
    Some(edit.finish().ok()?.as_str().to_owned())
}

fn pair_fields() -> Fields {
    vec![Field::new("name", DataType::Utf8View, false), Field::new("value", DataType::Utf8View, true)].into()
}

/// Returns all pairs of each URL's query in order: a list of structures of `name` and `value`. `value` is null for a name
/// without `=`. The list is empty if there is no query, and null if the text is invalid under the standard.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec!["http://pub.example/beer?size=pint&cold"]);
/// let pairs = napkin_columns::query_pairs(&urls, Standard::Rfc3986)?;
/// let pairs = pairs.as_list::<i32>().value(0);
/// assert_eq!(pairs.as_struct().column(0).as_string_view().value(1), "cold");
/// assert!(pairs.as_struct().column(1).is_null(1));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn query_pairs(array: &dyn Array, standard: Standard) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut lists = ListBuilder::new(StructBuilder::from_fields(pair_fields(), column.len()));
        for row in 0..column.len() {
            let parsed = column.get(row).and_then(|text| parse(text.text, standard).ok());
            let query = parsed.as_ref().and_then(|parsed| parsed.reference().query());
            for pair in query.into_iter().flat_map(pairs) {
                push_pair(lists.values(), pair);
            }
            lists.append(parsed.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

fn push_pair(list: &mut StructBuilder, pair: Pair<'_>) {
    let (name, value) = (pair.name(), pair.value());
    if let Some(names) = list.field_builder::<StringViewBuilder>(0) {
        names.append_value(String::from_utf8_lossy(&name));
    }
    if let Some(values) = list.field_builder::<StringViewBuilder>(1) {
        values.append_option(value.as_ref().map(|value| String::from_utf8_lossy(value)));
    }
    list.append(true);
}
