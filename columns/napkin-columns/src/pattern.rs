//! Matches URLs against URL patterns (URL Pattern Standard) and URI templates (RFC 6570).
//!
//! URLs are read by the URL Standard for patterns, and are texts for templates.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringViewBuilder, StructBuilder};
use arrow_array::{Array, ArrayRef, BooleanArray, StructArray};
use arrow_buffer::BooleanBufferBuilder;
use arrow_schema::{ArrowError, DataType, Field, Fields};
use napkin::pattern::{Component, Input, Match, Pattern, PatternSet};
use napkin::template::{Template, Value};
use napkin::whatwg::Url;

use crate::column::Column;
use crate::dictionary::by_values;

/// Returns whether a pattern matches each URL; null for a text that is no URL.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::pattern::Pattern;
/// let urls = StringArray::from(vec!["https://cork.pub.example/menu", "https://pub.example/", "menu"]);
/// let pattern = Pattern::parse("https://*.pub.example/*", None).unwrap();
/// let found = napkin_columns::pattern_match(&urls, &pattern)?;
/// assert_eq!(found.as_boolean().iter().collect::<Vec<_>>(), [Some(true), Some(false), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn pattern_match(array: &dyn Array, pattern: &Pattern) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let answers = (0..column.len()).map(|row| Some(pattern.test(&url(&column, row)?)));
        Ok(Arc::new(answers.collect::<BooleanArray>()))
    })
}

/// Returns the most specific pattern of a set that matches each URL: a structure of `pattern`, the name of the pattern, and
/// `groups`, a list of structures of `name` and `value`. The name of a group begins with its component: `pathname.drink`. Null
/// where no pattern matches, or the text is no URL. `names` has a name for each pattern; further patterns have no name.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use napkin::pattern::{Pattern, PatternSet};
/// let texts = ["https://*.pub.example/*", "https://cork.pub.example/menu/:drink"];
/// let set = PatternSet::new(texts.map(|text| Pattern::parse(text, None).unwrap()));
/// let urls = StringArray::from(vec!["https://cork.pub.example/menu/stout", "https://pub.example/"]);
/// let found = napkin_columns::pattern_class(&urls, &set, &["town", "drink"])?;
/// assert_eq!(found.as_struct().column(0).as_string_view().value(0), "drink");
/// let groups = found.as_struct().column(1).as_list::<i32>().value(0);
/// assert_eq!(groups.as_struct().column(0).as_string_view().value(0), "pathname.drink");
/// assert_eq!(groups.as_struct().column(1).as_string_view().value(0), "stout");
/// assert!(found.is_null(1));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn pattern_class(array: &dyn Array, set: &PatternSet, names: &[&str]) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut patterns = StringViewBuilder::with_capacity(column.len());
        let mut lists = ListBuilder::new(StructBuilder::from_fields(named_fields(), column.len()));
        let mut matches = BooleanBufferBuilder::new(column.len());
        for row in 0..column.len() {
            let url = url(&column, row);
            let found = url.as_ref().and_then(|url| set.exec(Input::from(url)));
            patterns.append_option(found.as_ref().and_then(|(number, _)| names.get(*number)));
            if let Some((_, found)) = &found {
                push_groups(lists.values(), found);
            }
            lists.append(found.is_some());
            matches.append(found.is_some());
        }
        let columns: Vec<ArrayRef> = vec![Arc::new(patterns.finish()), Arc::new(lists.finish())];
        Ok(Arc::new(StructArray::new(class_fields(), columns, Some(matches.finish().into()))))
    })
}

/// Returns the type of the column that [`pattern_class`] returns.
///
/// ```
/// assert!(matches!(napkin_columns::pattern_class_type(), arrow_schema::DataType::Struct(fields) if fields.len() == 2));
/// ```
#[must_use]
pub fn pattern_class_type() -> DataType {
    DataType::Struct(class_fields())
}

/// Returns the variables from which a template makes each URL: a list of structures of `name` and `value`, in the order of the
/// template. A list has a structure for each item, and pairs have names such as `keys.day`. Null where the template does not make
/// the URL.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use napkin::template::Template;
/// let urls = StringArray::from(vec!["/menu/hot%20chocolate?size=pint", "/map"]);
/// let template = Template::parse("/menu/{drink}{?size}").unwrap();
/// let found = napkin_columns::template_match(&urls, &template)?;
/// let variables = found.as_list::<i32>().value(0);
/// assert_eq!(variables.as_struct().column(1).as_string_view().iter().flatten().collect::<Vec<_>>(), ["hot chocolate", "pint"]);
/// assert!(found.is_null(1));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn template_match(array: &dyn Array, template: &Template<'_>) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut lists = ListBuilder::new(StructBuilder::from_fields(named_fields(), column.len()));
        for row in 0..column.len() {
            let found = column.get(row).and_then(|text| template.match_url(text.text).ok());
            for (name, value) in found.iter().flat_map(|found| found.variables()) {
                push_value(lists.values(), name, value);
            }
            lists.append(found.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

/// Returns the type of the column that [`template_match`] returns.
///
/// ```
/// assert!(matches!(napkin_columns::template_match_type(), arrow_schema::DataType::List(_)));
/// ```
#[must_use]
pub fn template_match_type() -> DataType {
    DataType::new_list(DataType::Struct(named_fields()), true)
}

fn class_fields() -> Fields {
    let groups = DataType::new_list(DataType::Struct(named_fields()), true);
    vec![Field::new("pattern", DataType::Utf8View, true), Field::new("groups", groups, true)].into()
}

fn named_fields() -> Fields {
    vec![Field::new("name", DataType::Utf8View, false), Field::new("value", DataType::Utf8View, true)].into()
}

fn url(column: &Column<'_>, row: usize) -> Option<Url> {
    Url::parse(column.get(row)?.text, None).ok()
}

/// Adds the groups that have a name; the ones without a name are those of components that the pattern leaves out, and wildcards.
fn push_groups(list: &mut StructBuilder, found: &Match<'_, '_>) {
    for component in Component::ALL {
        for (name, value) in found.groups(component) {
            if !name.starts_with(|c: char| c.is_ascii_digit()) {
                push(list, &format!("{}.{name}", component.name()), value);
            }
        }
    }
}

fn push_value(list: &mut StructBuilder, name: &str, value: &Value<'_>) {
    match value {
        Value::Text(text) => push(list, name, Some(text)),
        Value::List(items) => items.iter().for_each(|item| push(list, name, Some(item))),
        Value::Pairs(pairs) => pairs.iter().for_each(|(key, value)| push(list, &format!("{name}.{key}"), Some(value))),
        _ => {}
    }
}

/// Adds a structure of [`named_fields`].
fn push(list: &mut StructBuilder, name: &str, value: Option<&str>) {
    if let Some(names) = list.field_builder::<StringViewBuilder>(0) {
        names.append_value(name);
    }
    if let Some(values) = list.field_builder::<StringViewBuilder>(1) {
        values.append_option(value);
    }
    list.append(true);
}
