//! Runs the tables of the repository through the kernels: resolution, normal forms, equivalence, findings, in each
//! layout of a column.

use crate::common::{all, at, cases, expected, layouts, rows, text};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, Datum, Scalar, StringArray};
use napkin::{Rungs, Standard};
use napkin_columns::{equivalence, findings, is_equivalent, normalize, relativize, resolve, valid};
use toml::{Table, Value};

fn scalar(text: &str) -> Scalar<StringArray> {
    StringArray::new_scalar(text)
}

/// Converts the text for "no URL" in the tables to null.
fn url(expected: &str) -> Option<&str> {
    (!expected.starts_with("(current document)") && !expected.starts_with("error: ")).then_some(expected)
}

#[test]
fn resolution() {
    let table = cases("resolve");
    let mut checked = 0;
    for group in rows(&table, "group") {
        let base = text(group, "base");
        let cases: Vec<&Table> = rows(group, "case").collect();
        let references: Vec<Option<&str>> = cases.iter().map(|case| Some(text(case, "reference"))).collect();
        for &standard in Standard::ALL {
            for (layout, array) in layouts(&references) {
                let one = all(&resolve(&array, &scalar(base), standard).unwrap());
                let column = StringArray::from_iter_values(cases.iter().map(|_| base));
                let many = all(&resolve(&array, &column, standard).unwrap());
                assert_eq!(one, many, "{layout} {standard}: a value, or a column of it");
                for (found, case) in one.iter().zip(&cases) {
                    if let Some(expected) = expected(case, standard) {
                        assert_eq!(
                            found.as_deref(),
                            url(expected.as_str().unwrap()),
                            "{layout} {standard} {base} {case}"
                        );
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 2000, "only {checked} resolutions");
}

#[test]
fn bases_from_row_to_row() {
    let references = StringArray::from(vec![Some("g"), Some("g"), Some("g"), None, Some("g"), Some("g")]);
    let bases =
        [Some("http://a/b/"), Some("relative"), Some("http://a/c/"), Some("http://a/"), None, Some("http://a/c/")];
    for (layout, bases) in layouts(&bases) {
        let found = all(&resolve(&references, &bases, Standard::Rfc3986).unwrap());
        let expected = [Some("http://a/b/g"), None, Some("http://a/c/g"), None, None, Some("http://a/c/g")];
        assert!(found.iter().map(Option::as_deref).eq(expected), "{layout}: {found:?}");
    }
}

#[test]
fn relativized_references_resolve_back() {
    let table = cases("resolve");
    let mut checked = 0;
    for group in rows(&table, "group") {
        let base = scalar(text(group, "base"));
        for &standard in Standard::GENERIC {
            let absolute = rows(group, "case").filter_map(|case| url(expected(case, standard)?.as_str()?));
            let urls = StringArray::from_iter_values(absolute);
            let relative = relativize(&urls, &base, standard).unwrap();
            let back = resolve(&relative, &base, standard).unwrap();
            let again = resolve(&urls, &base, standard).unwrap();
            checked += relative.len() - relative.null_count();
            for row in (0..urls.len()).filter(|&row| relative.is_valid(row)) {
                let (found, url) = (at(&relative, row).unwrap(), urls.value(row));
                // The draft's result for the current document is not a URL.
                if at(&again, row).is_some() {
                    assert_eq!(at(&back, row), at(&again, row), "{standard} {url}: {found}");
                }
                assert!(found.len() <= url.len(), "{standard} {url}: {found}");
            }
        }
    }
    assert!(checked > 150, "only {checked} references");
    let error = relativize(&scalar("http://a/"), &scalar("http://a/"), Standard::Whatwg).unwrap_err();
    assert!(error.to_string().contains("no inverse") || error.to_string().contains("an inverse"), "{error}");
}

#[test]
fn normal_forms() {
    const RUNGS: [(&str, Rungs); 5] = [
        ("full", Rungs::ALL),
        ("case", Rungs::CASE),
        ("percent", Rungs::PERCENT),
        ("path", Rungs::PATH),
        ("scheme", Rungs::SCHEME),
    ];
    let table = cases("normalize");
    let cases: Vec<&Table> = rows(&table, "case").collect();
    let inputs: Vec<Option<&str>> = cases.iter().map(|case| Some(text(case, "input"))).collect();
    let mut checked = 0;
    for (layout, array) in layouts(&inputs) {
        for &standard in Standard::ALL {
            for (key, rungs) in RUNGS {
                let found = all(&normalize(&array, standard, rungs).unwrap());
                for (found, case) in found.iter().zip(&cases) {
                    if let Some(expected) = expected(case, standard).and_then(|expected| expected.get(key)) {
                        assert_eq!(found.as_deref(), expected.as_str(), "{layout} {standard} {key} {case}");
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} normal forms");
}

#[test]
fn rungs_of_equivalence() {
    let table = cases("normalize");
    let cases: Vec<&Table> = rows(&table, "compare").collect();
    let side = |key: &str| -> Vec<Option<&str>> { cases.iter().map(|case| Some(text(case, key))).collect() };
    let (right, mut checked) = (side("b").into_iter().collect::<StringArray>(), 0);
    for (layout, left) in layouts(&side("a")) {
        for &standard in Standard::ALL {
            let rungs = equivalence(&left, &right, standard).unwrap();
            let agree = is_equivalent(&rungs).unwrap();
            for (row, case) in cases.iter().enumerate() {
                let Some(expected) = expected(case, standard).and_then(Value::as_str) else { continue };
                let found = at(&rungs, row).unwrap();
                let is_same = if expected == "equal" { found != "none" } else { found == expected };
                assert!(is_same, "{layout} {standard} {case}: {found}");
                assert_eq!(agree.value(row), expected != "none", "{layout} {standard} {case}");
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "only {checked} comparisons");
}

#[test]
fn findings_of_cases() {
    let table = cases("parse");
    let cases: Vec<&Table> = rows(&table, "case").collect();
    let mut inputs: Vec<Option<&str>> = cases.iter().map(|case| Some(text(case, "input"))).collect();
    inputs.push(None);
    for (layout, array) in layouts(&inputs) {
        for &standard in Standard::ALL {
            let found = findings(&array, standard).unwrap();
            let right = valid(&array, standard).unwrap();
            let none = inputs.len() - 1;
            assert!(at_list(&found, none).is_none() && right.logical_nulls().unwrap().is_null(none), "{layout}");
            for (row, case) in cases.iter().enumerate() {
                assert_findings(&at_list(&found, row).unwrap(), case, standard, &layout);
            }
        }
    }
}

/// Returns the codes of the findings of a row, and the first span.
type Found = (Vec<String>, Option<(u32, u32)>);

fn at_list(lists: &dyn Array, row: usize) -> Option<Found> {
    if let Some(dictionary) = lists.as_any_dictionary_opt() {
        return at_list(dictionary.values(), dictionary.normalized_keys()[row]);
    }
    let list = lists.is_valid(row).then(|| lists.as_list::<i32>().value(row))?;
    let list = list.as_struct();
    let place = |column: usize| list.column(column).as_primitive::<UInt32Type>();
    let first = (!list.is_empty()).then(|| (place(1).value(0), place(2).value(0)));
    Some((all(list.column(0)).into_iter().map(Option::unwrap).collect(), first))
}

fn assert_findings((codes, first): &Found, case: &Table, standard: Standard, layout: &str) {
    let place = format!("{layout} {standard} {case}");
    let Some(expected) = expected(case, standard).and_then(Value::as_table) else { return };
    if standard == Standard::Whatwg {
        let mut names: Vec<&str> = match expected.get("violations").and_then(Value::as_array) {
            Some(names) => names.iter().map(|name| name.as_str().unwrap()).collect(),
            None => expected.get("error").map(|error| error["rule"].as_str().unwrap()).into_iter().collect(),
        };
        let mut found: Vec<&str> = codes.iter().map(|code| &**code).collect();
        names.sort_unstable();
        found.sort_unstable();
        found.dedup();
        return assert_eq!(found, names, "{place}");
    }
    let Some(error) = expected.get("error").and_then(Value::as_table) else { return };
    assert!(!codes.is_empty(), "{place}");
    if let Some(rule) = error.get("rule") {
        assert_eq!(Some(&*codes[0]), rule.as_str(), "{place}");
    }
    if let (Some(start), Some(end)) = (error.get("start"), error.get("end")) {
        let place_of = first.map(|(start, end)| (i64::from(start), i64::from(end)));
        assert_eq!(place_of, Some((start.as_integer().unwrap(), end.as_integer().unwrap())), "{place}");
    }
}

#[test]
fn valid_is_without_findings() {
    let table = cases("parse");
    let inputs: Vec<Option<&str>> = rows(&table, "case").map(|case| Some(text(case, "input"))).collect();
    for (layout, array) in layouts(&inputs) {
        for standard in [Standard::Rfc3986, Standard::Rfc3987, Standard::Whatwg] {
            let found = findings(&array, standard).unwrap();
            let right = valid(&array, standard).unwrap();
            for (row, input) in inputs.iter().enumerate() {
                let is_clean = at_list(&found, row).unwrap().0.is_empty();
                assert_eq!(truth(&right, row), is_clean, "{layout} {standard} {input:?}");
            }
        }
    }
}

fn truth(array: &dyn Array, row: usize) -> bool {
    match array.as_any_dictionary_opt() {
        Some(dictionary) => truth(dictionary.values(), dictionary.normalized_keys()[row]),
        None => array.as_boolean().value(row),
    }
}

#[test]
fn columns_of_different_lengths_are_refused() {
    let (two, three) = (StringArray::from(vec!["a", "b"]), StringArray::from(vec!["a", "b", "c"]));
    let error = resolve(&two as &dyn Datum, &three, Standard::Rfc3986).unwrap_err();
    assert!(error.to_string().contains("expected a column of 2 rows, but found 3"), "{error}");
}
