//! Returns the findings of each text of a column, and whether a text is valid.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringViewBuilder, StructBuilder, UInt32Builder};
use arrow_array::{Array, ArrayRef, BooleanArray, StringViewArray, StructArray, UInt32Array};
use arrow_buffer::BooleanBuffer;
use arrow_schema::{ArrowError, DataType, Field, Fields};
use napkin::{Finding, Reference, Standard, check, whatwg};

use crate::column::Column;
use crate::dictionary::by_values;

/// Returns whether each text is valid under a standard, that is, whether [`findings`] is empty; null stays null.
///
/// Under `whatwg` a valid text not only parses as a URL, but also has no validation error (URL Standard section 1.1).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec![Some("http://pub.example/a|b"), Some("//pub.example/"), None]);
/// let valid = napkin_columns::valid(&urls, Standard::Rfc3986)?;
/// assert_eq!(valid.as_boolean().iter().collect::<Vec<_>>(), [Some(false), Some(true), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn valid(array: &dyn Array, standard: Standard) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let answers = (0..column.len()).map(|row| column.get(row).map(|text| is_valid(text.text, standard)));
        Ok(Arc::new(answers.collect::<BooleanArray>()))
    })
}

fn is_valid(text: &str, standard: Standard) -> bool {
    match standard {
        Standard::Whatwg => whatwg::is_valid_url_string(text, None),
        _ => Reference::parse(text, standard).is_ok(),
    }
}

/// Returns the fields of a finding: `rule` (the code), `start` and `end` (the byte span), `message`, and `see` (the section).
pub(crate) fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8View, false);
    let place = |name| Field::new(name, DataType::UInt32, false);
    vec![text("rule"), place("start"), place("end"), text("message"), text("see")].into()
}

/// Returns the type of the column that [`findings`] returns.
#[must_use]
pub fn findings_type() -> DataType {
    DataType::new_list(finding_type(), true)
}

/// Returns the type of the column that [`finding_column`] returns, and of the items of [`findings`].
#[must_use]
pub fn finding_type() -> DataType {
    DataType::Struct(fields())
}

/// Builds a column from findings, one per row, or null. The fields of a null row are null too, because engines read a field
/// without the nulls of its structure.
///
/// ```
/// use arrow_array::{Array, cast::AsArray};
/// let wrong = napkin::Reference::parse("http://pub.example:8o/", napkin::Standard::Rfc3986).unwrap_err();
/// let column = napkin_columns::finding_column(&[Some(wrong.into()), None]);
/// assert_eq!(column.column_by_name("rule").unwrap().as_string_view().value(0), "port");
/// assert!(column.is_null(1) && column.column_by_name("rule").unwrap().is_null(1));
/// ```
#[must_use]
pub fn finding_column(findings: &[Option<Finding>]) -> StructArray {
    let known = || findings.iter().map(Option::as_ref);
    let text = |text: fn(&Finding) -> String| known().map(|one| one.map(text)).collect::<StringViewArray>();
    let place = |place: fn(&Finding) -> usize| known().map(|one| Some(place(one?) as u32)).collect::<UInt32Array>();
    let columns: Vec<ArrayRef> = vec![
        Arc::new(text(|one| one.rule.code().to_owned())),
        Arc::new(place(|one| one.span.start)),
        Arc::new(place(|one| one.span.end)),
        Arc::new(text(ToString::to_string)),
        Arc::new(text(|one| one.see().to_string())),
    ];
    let valid = findings.iter().map(Option::is_some).collect::<BooleanBuffer>();
    StructArray::new(fields(), columns, Some(valid.into()))
}

/// Returns all findings of each text under a standard: a list of structures of `rule`, `start`, `end` (bytes of the text),
/// `message` and `see`. The list is empty for a valid text; null stays null.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec!["http://pub.example:8o/"]);
/// let found = napkin_columns::findings(&urls, Standard::Rfc3986)?;
/// let found = found.as_list::<i32>().value(0);
/// assert_eq!(found.as_struct().column(0).as_string_view().value(0), "port");
/// assert_eq!(found.as_struct().column(4).as_string_view().value(0), "RFC 3986 section 3.2.3");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column does not contain texts.
pub fn findings(array: &dyn Array, standard: Standard) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut lists = ListBuilder::new(StructBuilder::from_fields(fields(), 0));
        let mut found = Vec::new();
        for row in 0..column.len() {
            let text = column.get(row);
            if let Some(text) = text {
                all(text.text, standard, &mut found);
            }
            found.drain(..).for_each(|finding| push(lists.values(), &finding));
            lists.append(text.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

fn all(text: &str, standard: Standard, found: &mut Vec<Finding>) {
    if standard != Standard::Whatwg {
        check(text, standard, found);
        return;
    }
    // `found` also receives the error that ends the parser.
    let _ended = whatwg::violations(text, None, found);
}

/// Adds a finding to a list of [`fields`].
pub(crate) fn push(list: &mut StructBuilder, finding: &Finding) {
    for (place, text) in [(0, finding.rule.code()), (4, finding.see())] {
        if let Some(column) = list.field_builder::<StringViewBuilder>(place) {
            column.append_value(text);
        }
    }
    for (place, offset) in [(1, finding.span.start), (2, finding.span.end)] {
        if let Some(column) = list.field_builder::<UInt32Builder>(place) {
            column.append_value(offset as u32);
        }
    }
    if let Some(messages) = list.field_builder::<StringViewBuilder>(3) {
        messages.append_value(finding.to_string());
    }
    list.append(true);
}
