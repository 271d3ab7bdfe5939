//! Decodes and screens `data:` URLs.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, LargeBinaryBuilder, ListBuilder, StringViewBuilder, StructBuilder, UInt16Builder,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use napkin::data::{DataUrl, Reading};
use napkin_document::screen::{Find, Policy, screen_url};

use crate::column::Column;
use crate::dictionary::by_values;

fn data_fields() -> Fields {
    vec![
        Field::new("media_type", DataType::Utf8View, true),
        Field::new("base64", DataType::Boolean, true),
        Field::new("data", DataType::LargeBinary, true),
        Field::new("rule", DataType::Utf8View, true),
    ]
    .into()
}

/// Decodes each `data:` URL by RFC 2397 ([`Reading::Strict`]) or as browsers do ([`Reading::Whatwg`]). Returns a structure of
/// `media_type`, `base64` (the encoding), `data`, and `rule`: the code of the broken rule if nothing can be decoded, as for any
/// other URL. Null stays null.
///
/// ```
/// use arrow_array::{Array, StringArray, cast::AsArray};
/// use napkin::data::Reading;
/// let urls = StringArray::from(vec!["data:text/plain;base64,QSBuYXBraW4=", "http://pub.example/"]);
/// let data = napkin_columns::data_decode(&urls, Reading::Strict)?;
/// let data = data.as_struct();
/// assert_eq!(data.column_by_name("data").unwrap().as_binary::<i64>().value(0), b"A napkin");
/// assert!(data.column_by_name("data").unwrap().is_null(1) && data.column_by_name("rule").unwrap().is_valid(1));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column is not one of texts.
pub fn data_decode(array: &dyn Array, reading: Reading) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut rows = StructBuilder::from_fields(data_fields(), column.len());
        for row in 0..column.len() {
            let decoded = column.get(row).map(|text| decoded(text.text, reading));
            push_decoded(&mut rows, decoded);
        }
        Ok(Arc::new(rows.finish()))
    })
}

struct Decoded {
    media_type: String,
    base64: bool,
    data: Vec<u8>,
}

fn decoded(text: &str, reading: Reading) -> Result<Decoded, napkin::Error> {
    let url = DataUrl::parse(text, reading)?;
    Ok(Decoded { media_type: url.media_type().to_string(), base64: url.is_base64(), data: url.decode()? })
}

fn push_decoded(rows: &mut StructBuilder, decoded: Option<Result<Decoded, napkin::Error>>) {
    let rule = decoded.as_ref().and_then(|decoded| decoded.as_ref().err()).map(|error| error.rule().code());
    let data = decoded.as_ref().and_then(|decoded| decoded.as_ref().ok());
    text(rows, 0, data.map(|data| &*data.media_type));
    if let Some(column) = rows.field_builder::<BooleanBuilder>(1) {
        column.append_option(data.map(|data| data.base64));
    }
    if let Some(column) = rows.field_builder::<LargeBinaryBuilder>(2) {
        column.append_option(data.map(|data| &data.data));
    }
    text(rows, 3, rule);
    rows.append(decoded.is_some());
}

fn text(rows: &mut StructBuilder, place: usize, text: Option<&str>) {
    if let Some(column) = rows.field_builder::<StringViewBuilder>(place) {
        column.append_option(text);
    }
}

fn find_fields() -> Fields {
    vec![
        Field::new("depth", DataType::UInt16, false),
        Field::new("media_type", DataType::Utf8View, true),
        Field::new("sniffed", DataType::Utf8View, true),
        Field::new("denied", DataType::Boolean, false),
        Field::new("read", DataType::Boolean, false),
        Field::new("rules", DataType::Utf8View, false),
    ]
    .into()
}

/// Screens each `data:` URL under a policy: the URL itself, and all nested `data:` URLs, the outer ones first. Returns a list of
/// structures of `depth` (1 for the URL itself), `media_type`, `sniffed` (the type detected from the data), `denied` (refused by
/// the policy), `read` (no limit prevented reading), and `rules`, the codes of all findings, separated by spaces. The list is
/// empty for any other URL; null stays null.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin_document::screen::Policy;
/// let urls = StringArray::from(vec!["data:image/gif,<html>", "http://pub.example/"]);
/// let found = napkin_columns::data_screen(&urls, &Policy::default())?;
/// let found = found.as_list::<i32>();
/// assert_eq!((found.value_length(0), found.value_length(1)), (1, 0));
/// let first = found.value(0);
/// assert_eq!(first.as_struct().column_by_name("rules").unwrap().as_string_view().value(0), "data-type-mismatch");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column is not one of texts.
pub fn data_screen(array: &dyn Array, policy: &Policy) -> Result<ArrayRef, ArrowError> {
    by_values(array, |array| {
        let column = Column::of(array)?;
        let mut lists = ListBuilder::new(StructBuilder::from_fields(find_fields(), 0));
        for row in 0..column.len() {
            let url = column.get(row);
            if let Some(url) = url.filter(|url| napkin::data::is_data_url(url.text)) {
                screen_url(url.text, policy, &mut |find| push_find(lists.values(), find));
            }
            lists.append(url.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

fn push_find(list: &mut StructBuilder, find: &Find<'_>) {
    if let Some(column) = list.field_builder::<UInt16Builder>(0) {
        column.append_value(u16::try_from(find.depth()).unwrap_or(u16::MAX));
    }
    text(list, 1, find.media_type.map(ToString::to_string).as_deref());
    text(list, 2, find.sniffed);
    for (place, answer) in [(3, find.is_denied()), (4, find.is_read())] {
        if let Some(column) = list.field_builder::<BooleanBuilder>(place) {
            column.append_value(answer);
        }
    }
    let codes: Vec<&str> = find.findings.iter().map(|finding| finding.rule.code()).collect();
    text(list, 5, Some(&codes.join(" ")));
    list.append(true);
}
