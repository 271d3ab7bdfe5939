//! Tests `data:` URLs: the cases of `data/cases/data.toml` and of `data/screen`, in each layout of a column.

use crate::common::{at, cases, layouts, rows, text};
use arrow_array::cast::AsArray;
use arrow_array::{Array, StringArray, StructArray};
use napkin::data::Reading;
use napkin_columns::{data_decode, data_screen};
use napkin_document::screen::example_policy;
use toml::{Table, Value};

#[test]
fn contents_of_data_urls_are_those_of_the_cases() {
    let table = cases("data");
    let cases: Vec<&Table> = rows(&table, "case").collect();
    let mut inputs: Vec<Option<&str>> = cases.iter().map(|case| Some(text(case, "input"))).collect();
    inputs.push(None);
    for (layout, array) in layouts(&inputs) {
        for &reading in Reading::ALL {
            let made = napkin_columns::rows(&data_decode(&array, reading).unwrap()).unwrap();
            let made = made.as_struct();
            assert!(made.is_null(cases.len()), "{layout}");
            for (row, case) in cases.iter().enumerate() {
                assert_holds(
                    made,
                    row,
                    case[reading.name()].as_table().unwrap(),
                    &format!("{layout} {reading:?} {case}"),
                );
            }
        }
    }
}

fn assert_holds(made: &StructArray, row: usize, expected: &Table, place: &str) {
    let column = |name| made.column_by_name(name).unwrap();
    let rule = expected.get("rule").map(|rule| rule.as_str().unwrap());
    assert_eq!(at(column("rule"), row).as_deref(), rule, "{place}");
    assert_eq!(
        at(column("media_type"), row).as_deref(),
        expected.get("type").map(|text| text.as_str().unwrap()),
        "{place}"
    );
    let data = column("data").as_binary::<i64>();
    let found = data.is_valid(row).then(|| data.value(row).to_vec());
    let bytes = |bytes: &Value| bytes.as_array().unwrap().iter().map(|byte| byte.as_integer().unwrap() as u8).collect();
    let written = expected.get("text").map(|text| text.as_str().unwrap().as_bytes().to_vec());
    assert_eq!(found, written.or_else(|| expected.get("bytes").map(bytes)), "{place}");
    let base64 = column("base64").as_boolean();
    let is_base64 = expected.get("base64").is_some_and(|base64| base64.as_bool().unwrap());
    assert_eq!(base64.is_valid(row).then(|| base64.value(row)), rule.is_none().then_some(is_base64), "{place}");
}

/// Each rule of screening has an example that violates it under the policy for examples.
#[test]
fn findings_of_data_urls_are_those_of_the_examples() {
    let examples: Vec<(&str, &str)> = napkin_document::rules::all()
        .filter(|rule| rule.code().starts_with("data-t"))
        .filter_map(|rule| Some((rule.code(), rule.example()?.text)))
        .filter(|example| example.1.starts_with("data:"))
        .collect();
    assert!(examples.iter().any(|example| example.0 == "data-type-denied"), "{examples:?}");
    let urls = StringArray::from_iter_values(examples.iter().map(|example| example.1));
    let lists = data_screen(&urls, &example_policy()).unwrap();
    for (row, (code, url)) in examples.iter().enumerate() {
        let finds = lists.as_list::<i32>().value(row);
        let finds = finds.as_struct();
        let codes: Vec<String> =
            (0..finds.len()).filter_map(|find| at(finds.column_by_name("rules").unwrap(), find)).collect();
        assert!(codes.iter().any(|codes| codes.split(' ').any(|found| found == *code)), "{code} {url}: {codes:?}");
    }
}
