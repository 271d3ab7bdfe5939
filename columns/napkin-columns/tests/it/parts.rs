//! Tests the components of the cases of `data/cases/parse.toml` in each layout of a column, and compares them with the
//! engine row by row.

use crate::common::{at, cases, expected, layouts, rows, text};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt16Type;
use arrow_array::{Array, ArrayRef, StringArray, StructArray};
use napkin::{Component, Reference, Standard, whatwg};
use napkin_columns::{Field, data_type, data_type_of_all, parts, parts_of_all};
use toml::Table;

fn field(columns: &StructArray, field: Field) -> &ArrayRef {
    columns.column_by_name(field.name()).unwrap()
}

fn field_text(columns: &StructArray, of: Field, row: usize) -> Option<String> {
    at(&**field(columns, of), row)
}

#[test]
fn cases_through_every_layout() {
    let table = cases("parse");
    let cases: Vec<&Table> = rows(&table, "case").collect();
    let mut inputs: Vec<Option<&str>> = cases.iter().map(|case| Some(text(case, "input"))).collect();
    inputs.push(None);
    let mut checked = 0;
    for (layout, array) in layouts(&inputs) {
        for &standard in Standard::GENERIC {
            let made = parts(&array, standard, Field::ALL).unwrap();
            assert_eq!((made.data_type(), made.len()), (&data_type(Field::ALL), inputs.len()), "{layout}");
            let made = made.as_struct();
            assert!(made.is_null(inputs.len() - 1), "{layout}: null is null");
            for (row, case) in cases.iter().enumerate() {
                if let Some(expected) = expected(case, standard) {
                    assert_row(made, row, expected.as_table().unwrap(), &format!("{layout} {standard} {case}"));
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 2000, "only {checked} rows");
}

fn assert_row(made: &StructArray, row: usize, expected: &Table, place: &str) {
    let error = expected.get("error").and_then(|error| error.as_table());
    assert_eq!(field(made, Field::Ok).as_boolean().value(row), error.is_none(), "{place}");
    let rule = field_text(made, Field::Rule, row);
    match error {
        None => assert_eq!(rule, None, "{place}"),
        Some(error) => {
            assert!(rule.is_some(), "{place}");
            if let Some(expected) = error.get("rule") {
                assert_eq!(rule.as_deref(), expected.as_str(), "{place}");
            }
        }
    }
    let expect = |key: &str| if error.is_some() { None } else { expected.get(key).and_then(|text| text.as_str()) };
    for &component in Component::ALL {
        let of = Field::Text(component);
        if component != Component::Authority {
            assert_eq!(field_text(made, of, row).as_deref(), expect(of.name()), "{} of {place}", of.name());
        }
    }
    assert_eq!(field_text(made, Field::HostKind, row).as_deref(), expect("host_kind"), "{place}");
    if error.is_some() || expected.contains_key("kind") {
        assert_eq!(field_text(made, Field::Kind, row).as_deref(), expect("kind"), "{place}");
    }
    let ports = field(made, Field::Port).as_primitive::<UInt16Type>();
    let port = ports.is_valid(row).then(|| ports.value(row));
    assert_eq!(port, expect("port_text").and_then(|digits| digits.parse().ok()), "{place}");
}

#[test]
fn cases_of_the_url_standard_through_every_layout() {
    let table = cases("parse");
    let cases: Vec<&Table> = rows(&table, "case").collect();
    let inputs: Vec<Option<&str>> = cases.iter().map(|case| Some(text(case, "input"))).collect();
    for (layout, array) in layouts(&inputs) {
        let made = parts(&array, Standard::Whatwg, Field::ALL).unwrap();
        let made = made.as_struct();
        for (row, case) in cases.iter().enumerate() {
            let expected = case["whatwg"].as_table().unwrap();
            let place = format!("{layout} {case}");
            let error = expected.get("error").map(|error| error["rule"].as_str().unwrap());
            assert_eq!(field_text(made, Field::Rule, row).as_deref(), error, "{place}");
            assert_eq!(field(made, Field::Ok).as_boolean().value(row), error.is_none(), "{place}");
            // The URL composed of its components (URL Standard section 4.5) is the one in the table.
            let href = expected.get("href").and_then(|href| href.as_str());
            assert_eq!(put_together(made, row).as_deref(), href, "{place}");
        }
    }
}

/// Composes a URL by RFC 3986 section 5.3, which is correct for serialised URLs too.
fn put_together(made: &StructArray, row: usize) -> Option<String> {
    let text = |component| field_text(made, Field::Text(component), row);
    let mut url = text(Component::Scheme)? + ":";
    if let Some(authority) = text(Component::Authority) {
        url += &format!("//{authority}");
    }
    url += &text(Component::Path).unwrap();
    if let Some(query) = text(Component::Query) {
        url += &format!("?{query}");
    }
    if let Some(fragment) = text(Component::Fragment) {
        url += &format!("#{fragment}");
    }
    Some(url)
}

/// Returns all inputs of the repository's tables, and each cut into two at several places.
fn many() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for row in rows(&cases("parse"), "case") {
        let input = text(row, "input");
        all.push(input.to_owned());
        for at in (0..=input.len()).step_by(2).filter(|&at| input.is_char_boundary(at)) {
            all.extend([input[..at].to_owned(), input[at..].to_owned()]);
        }
    }
    all
}

#[test]
fn equals_the_engine_row_by_row() {
    let texts = many();
    assert!(texts.len() > 3000, "only {} texts", texts.len());
    let array = StringArray::from_iter_values(&texts);
    for &standard in Standard::ALL {
        let made = parts(&array, standard, Field::ALL).unwrap();
        let made = made.as_struct();
        for (row, text) in texts.iter().enumerate() {
            let url = (standard == Standard::Whatwg).then(|| whatwg::Url::parse(text, None));
            let read = match &url {
                Some(url) => url.as_ref().map(whatwg::Url::reference).map_err(|error| *error),
                None => Reference::parse(text, standard),
            };
            assert_eq!(field_text(made, Field::Rule, row), read.err().map(|error| error.rule().code().to_owned()));
            for &component in Component::ALL {
                let found = field_text(made, Field::Text(component), row);
                let expected = read.ok().and_then(|reference| reference.component(component));
                assert_eq!(found.as_deref(), expected, "{standard} {text:?} {component:?}");
            }
        }
    }
}

/// The code that makes a field's column depends on the other requested fields, on nulls and on the number of rows; the
/// values do not.
#[test]
fn fields_say_the_same_alone_and_together() {
    let texts = many();
    let texts: Vec<Option<&str>> =
        texts.iter().enumerate().map(|(row, text)| (row % 7 != 3).then_some(text.as_str())).collect();
    let hosts = ["http://pub.example/", "http://sam@pub.example/", "http://pub.example:80/", "mailto:sam@pub.example"];
    let of_web: Vec<Option<&str>> = (0..1000).map(|row| Some(hosts[usize::from(row % 90 == 0) * (row % 4)])).collect();
    for inputs in [&texts, &of_web] {
        for (layout, array) in layouts(inputs) {
            for &standard in Standard::ALL {
                let together = parts(&array, standard, Field::ALL).unwrap();
                for &of in Field::ALL {
                    let alone = parts(&array, standard, &[of]).unwrap();
                    let (alone, together) = (field(alone.as_struct(), of), field(together.as_struct(), of));
                    assert!(alone == together, "{layout} {standard} {}", of.name());
                    if of == Field::Text(Component::Authority) {
                        let backwards = parts(&array, standard, &[Field::Text(Component::Host), of]).unwrap();
                        assert!(field(backwards.as_struct(), of) == together, "{layout} {standard}: host first");
                    }
                }
            }
        }
    }
}

#[test]
fn only_the_fields_that_are_asked_for_are_made() {
    let urls = StringArray::from(vec!["http://pub.example/"]);
    for fields in [&[][..], &[Field::Port], &[Field::Rule, Field::Text(Component::Host)]] {
        let made = parts(&urls, Standard::Rfc3986, fields).unwrap();
        assert_eq!((made.data_type(), made.len()), (&data_type(fields), 1));
    }
}

/// A name is in a dictionary only if a row has it.
#[test]
fn dictionaries_have_what_rows_have() {
    let texts = [Some("http://pub.example/"), Some("a b"), None, Some("//127.0.0.1/")];
    let many: Vec<Option<&str>> = texts.into_iter().cycle().take(500).collect();
    for rows in [&texts[..], &many, &[Some("a b"); 200], &[None; 200]] {
        let made = parts(&StringArray::from(rows.to_vec()), Standard::Rfc3986, Field::ALL).unwrap();
        for of in [Field::Kind, Field::HostKind, Field::Rule] {
            let column = field(made.as_struct(), of).as_any_dictionary();
            let names = column.values().as_string::<i32>().iter().flatten();
            for name in names {
                assert!(
                    (0..column.len()).any(|row| at(column, row).as_deref() == Some(name)),
                    "{name} of {}",
                    of.name()
                );
            }
        }
    }
}

#[test]
fn empty_columns() {
    for (layout, array) in layouts(&[]) {
        let made = parts(&array, Standard::Whatwg, Field::ALL).unwrap();
        assert_eq!((made.len(), made.data_type()), (0, &data_type(Field::ALL)), "{layout}");
    }
}

#[test]
fn columns_of_numbers_are_refused() {
    let error = parts(&arrow_array::Int32Array::from(vec![1]), Standard::Rfc3986, Field::ALL).unwrap_err();
    assert!(error.to_string().contains("expected a column of strings, but found Int32"), "{error}");
}

#[test]
fn all_standards_side_by_side() {
    let fields = [Field::Text(Component::Host), Field::Port];
    // The reading of each: RFC 3986 appendix B, draft-fielding-url-syntax-05 section 4.4, URL Standard section 4.4.
    let cases = [
        ("http://pub.example/menu", true),
        ("http://pub.example:80/", false),
        ("http://PUB.example/", false),
        (r"http://evil.example\@pub.example/", false),
        ("http://127.1/", false),
        ("http://b\u{fc}cher.example/", false),
    ];
    let texts: Vec<Option<&str>> = cases.iter().map(|case| Some(case.0)).chain([None]).collect();
    for (layout, array) in layouts(&texts) {
        let all = parts_of_all(&array, &fields).unwrap();
        assert_eq!(all.data_type(), &data_type_of_all(&fields), "{layout}");
        let all = all.as_struct();
        for &standard in Standard::ALL {
            let one = parts(&array, standard, &fields).unwrap();
            let column = all.column_by_name(standard.name()).unwrap().as_struct();
            for of in fields.into_iter().take(1) {
                let found = (0..texts.len()).map(|row| field_text(column, of, row));
                assert!(
                    found.eq((0..texts.len()).map(|row| field_text(one.as_struct(), of, row))),
                    "{layout} {standard}"
                );
            }
        }
        let agree = all.column_by_name("agree").unwrap().as_boolean();
        let expected = cases.iter().map(|case| Some(case.1)).chain([None]);
        assert!(agree.iter().eq(expected), "{layout}: {agree:?}");
    }
}
