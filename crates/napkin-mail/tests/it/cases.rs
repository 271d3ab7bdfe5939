//! The cases of `data/mail`, for the tests of this crate.

use napkin_mail::Wrap;
use toml::{Table, Value};

/// Returns the cases of a file of `data/mail`.
pub(crate) fn cases(name: &str) -> Vec<Table> {
    let path = format!("{}/../../data/mail/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let table: Table = std::fs::read_to_string(&path).expect(&path).parse().expect("TOML");
    table["case"].as_array().expect("a list").iter().map(|case| case.as_table().expect("a table").clone()).collect()
}

pub(crate) fn text<'c>(case: &'c Table, key: &str) -> Option<&'c str> {
    case.get(key).and_then(Value::as_str)
}

pub(crate) fn name(case: &Table) -> &str {
    text(case, "name").expect("a name")
}

/// Returns a message without the line break that TOML needs before it.
pub(crate) fn message<'c>(case: &'c Table, key: &str) -> Option<&'c str> {
    text(case, key).map(|text| text.trim_start_matches('\n'))
}

/// Returns a list of texts.
pub(crate) fn list<'c>(case: &'c Table, key: &str) -> Option<Vec<&'c str>> {
    case.get(key).map(texts)
}

/// Returns the rows of a table in a case.
pub(crate) fn rows(value: Option<&Value>) -> Vec<Vec<&str>> {
    value.and_then(Value::as_array).map(|rows| rows.iter().map(texts).collect()).unwrap_or_default()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("text")).collect()
}

/// Returns the case that has the message: the case that the key `like` names, or this case.
pub(crate) fn with_message<'c>(case: &'c Table, cases: &'c [Table]) -> &'c Table {
    let named = |like| cases.iter().find(|other| text(other, "name") == Some(like)).expect("a case of this name");
    text(case, "like").map_or(case, named)
}

/// Returns how a case wraps URLs.
pub(crate) fn wrap(case: &Table) -> Option<Wrap> {
    Some(match text(case, "wrap")? {
        "words" => Wrap::Words,
        "rfc2231" => Wrap::Rfc2231,
        "none" => Wrap::None,
        other => panic!("{other} is no way to wrap"),
    })
}
