//! Runs the cases of `data/cases`: a text with the expected result of each standard.

use std::collections::BTreeSet;

use napkin::{
    Base, Component, Error, Finding, Reference, Resolution, Rungs, Standard, check, compare, draft1997_verdict,
    normalize, rules, whatwg,
};
use toml::{Table, Value};

/// Reads one of the case files.
pub(crate) fn data(name: &str) -> Table {
    let path = format!("{}/../../data/cases/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")).parse().unwrap()
}

fn rows<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table[key].as_array().unwrap().iter().map(|row| row.as_table().unwrap())
}

/// Returns the rows of the key `cases` of all tables of this name, each with its table.
pub(crate) fn grouped_rows<'t>(data: &'t Table, name: &str) -> impl Iterator<Item = (&'t Table, &'t Value)> {
    rows(data, name).flat_map(|table| table["cases"].as_array().unwrap().iter().map(move |row| (table, row)))
}

fn text<'a>(row: &'a Table, key: &str) -> &'a str {
    row[key].as_str().unwrap()
}

/// Returns the row's expectation for the standard; RFC 3987 has that of RFC 3986 if the row gives no other.
fn expected(row: &Table, standard: Standard) -> Option<&Value> {
    let fallback = if standard == Standard::Rfc3987 { row.get(Standard::Rfc3986.name()) } else { None };
    row.get(standard.name()).or(fallback)
}

#[test]
fn reading() {
    let table = data("parse");
    let mut checked = 0;
    for row in rows(&table, "case") {
        let input = text(row, "input");
        if let Some(verdict) = row.get("verdict") {
            assert_eq!(draft1997_verdict(input).name(), verdict.as_str().unwrap(), "{input}");
        }
        for &standard in Standard::GENERIC {
            let Some(Value::Table(expected)) = expected(row, standard) else { continue };
            checked += 1;
            match (Reference::parse(input, standard), expected.get("error").and_then(Value::as_table)) {
                (Ok(reference), None) => assert_components(reference, expected),
                (Err(error), Some(expected)) => assert_finding(input, &error, expected),
                (found, _) => panic!("{standard} {input:?}: {found:?}, but expected {expected}"),
            }
        }
        assert_whatwg(input, row["whatwg"].as_table().unwrap());
    }
    assert!(checked > 200, "only {checked} readings");
}

/// Returns whether a build without tables of Unicode can judge a text: not if it has non-ASCII characters, or labels
/// that begin with `xn--`.
fn is_judged(text: &str, result: &Result<whatwg::Url, Error>) -> bool {
    let lacking = matches!(result, Err(error) if error.rule() == rules::IDNA_MISSING);
    cfg!(feature = "idna") || !(lacking || text.contains("xn--"))
}

/// Returns the result of the URL Standard for a text without a base: a URL or an error, and all findings.
fn assert_whatwg(input: &str, expected: &Table) {
    let found = whatwg::Url::parse(input, None);
    if !is_judged(input, &found) {
        return;
    }
    let fatal = expected.get("error").map(|error| error["rule"].as_str().unwrap());
    assert_eq!(found.as_ref().ok().map(whatwg::Url::href), expected.get("href").and_then(Value::as_str), "{input:?}");
    assert_eq!(found.as_ref().err().map(|error| error.rule().code()), fatal, "{input:?}");
    if let Ok(url) = &found {
        let reference = Reference::parse(url.href(), Standard::Whatwg).unwrap();
        assert_eq!(reference.parts(), url.reference().parts(), "{url} is read as it was made");
    }
    let mut findings: Vec<Finding> = Vec::new();
    assert_eq!(whatwg::violations(input, None, &mut findings), found.map(|_| ()), "{input:?}");
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
    let reported: BTreeSet<&str> = match expected.get("violations").and_then(Value::as_array) {
        Some(violations) => violations.iter().map(|name| name.as_str().unwrap()).collect(),
        None => fatal.into_iter().collect(),
    };
    assert_eq!(codes, reported, "{input:?}");
}

fn assert_components(reference: Reference<'_>, expected: &Table) {
    let place = format!("{} {reference}", reference.standard());
    for &component in Component::ALL {
        let key = if component == Component::Port { "port_text" } else { component.name() };
        if component == Component::Authority && !expected.contains_key(key) {
            continue;
        }
        assert_eq!(reference.component(component), expected.get(key).and_then(Value::as_str), "{key} of {place}");
    }
    if let Some(kind) = expected.get("kind") {
        assert_eq!(reference.kind().name(), kind.as_str().unwrap(), "{place}");
    }
    let host_kind = reference.host_kind().map(|kind| kind.name());
    assert_eq!(host_kind, expected.get("host_kind").and_then(Value::as_str), "{place}");
}

fn assert_finding(input: &str, error: &napkin::Error, expected: &Table) {
    if let Some(rule) = expected.get("rule") {
        assert_eq!(error.rule().code(), rule.as_str().unwrap(), "{input:?}: {error:?}");
    }
    if let (Some(start), Some(end)) = (expected.get("start"), expected.get("end")) {
        let found = (error.span().start as i64, error.span().end as i64);
        assert_eq!(found, (start.as_integer().unwrap(), end.as_integer().unwrap()), "{input:?}: {error:?}");
    }
}

#[test]
fn resolution() {
    let table = data("resolve");
    let mut checked = 0;
    for group in rows(&table, "group") {
        for row in rows(group, "case") {
            for &standard in Standard::GENERIC {
                if let Some(expected) = expected(row, standard) {
                    let found = resolved(text(group, "base"), text(row, "reference"), standard, true);
                    assert_eq!(found, expected.as_str().unwrap(), "{standard} {group:?} {row}");
                    checked += 1;
                }
            }
            if let Some(expected) = row.get("rfc3986_loose") {
                let found = resolved(text(group, "base"), text(row, "reference"), Standard::Rfc3986, false);
                assert_eq!(found, expected.as_str().unwrap(), "loose {row}");
            }
            assert_eq!(
                joined(text(group, "base"), text(row, "reference")),
                text(row, "whatwg"),
                "whatwg {group:?} {row}"
            );
        }
    }
    assert!(checked > 150, "only {checked} resolutions");
}

/// Returns the URL of a reference under the URL Standard, or its error as in the table.
fn joined(base: &str, reference: &str) -> String {
    match whatwg::Url::parse(base, None).unwrap().join(reference) {
        Ok(url) => url.href().into(),
        Err(error) => format!("error: {}", error.rule().code()),
    }
}

/// Returns the absolute form, as the draft prints it.
fn resolved(base: &str, reference: &str, standard: Standard, strict: bool) -> String {
    let base = Base::new(Reference::parse(base, standard).unwrap()).unwrap().with_strict(strict);
    let reference = match Reference::parse(reference, standard) {
        Ok(reference) => reference,
        Err(error) => return format!("error: {}", error.rule().code()),
    };
    match base.resolve(reference).unwrap() {
        Resolution::Absolute(url) => {
            let mut buffer = String::from("used before");
            base.resolve_into(reference, &mut buffer).unwrap();
            assert_eq!(url, *buffer);
            // The draft's literal result may violate the grammar; it still reads back with the same components.
            assert_eq!(check(&buffer, standard, &mut ()), url.reference().parts());
            url.into_string()
        }
        Resolution::SameDocument => format!("(current document){reference}"),
    }
}

#[test]
fn normalisation() {
    let table = data("normalize");
    let rungs = [
        ("full", Rungs::ALL),
        ("case", Rungs::CASE),
        ("percent", Rungs::PERCENT),
        ("path", Rungs::PATH),
        ("scheme", Rungs::SCHEME),
    ];
    let mut checked = 0;
    for row in rows(&table, "case") {
        let input = text(row, "input");
        for &standard in Standard::GENERIC {
            let Some(Value::Table(expected)) = expected(row, standard) else { continue };
            let reference = Reference::parse(input, standard).unwrap();
            for (name, rungs) in rungs {
                let Some(expected) = expected.get(name) else { continue };
                let normal = normalize(reference, rungs);
                assert_eq!(normal.text, expected.as_str().unwrap(), "{standard} {name} of {input}");
                assert_eq!(normal.changed.is_empty(), normal.text == input, "{standard} {name} of {input}");
                checked += 1;
            }
        }
        let url = whatwg::Url::parse(input, None);
        if is_judged(input, &url) {
            let expected = row.get("whatwg").map(|forms| forms["full"].as_str().unwrap());
            assert_eq!(url.as_ref().ok().map(whatwg::Url::href), expected, "whatwg {input}");
        }
    }
    assert!(checked > 80, "only {checked} normal forms");
}

#[test]
fn comparison() {
    let table = data("normalize");
    for row in rows(&table, "compare") {
        for &standard in Standard::GENERIC {
            let Some(expected) = expected(row, standard) else { continue };
            let (a, b) = (text(row, "a"), text(row, "b"));
            let read = |text| Reference::parse(text, standard).unwrap();
            let answer = compare(read(a), read(b));
            let rung = answer.rung.map_or("none", |rung| rung.name());
            assert_eq!(rung, expected.as_str().unwrap(), "{standard} {a} {b}");
            assert_eq!(answer.difference.is_none(), a == b, "{standard} {a} {b}");
        }
        let url = |key| whatwg::Url::parse(text(row, key), None).ok();
        let answer = url("a").zip(url("b")).map(|(a, b)| if a == b { "equal" } else { "none" });
        assert_eq!(answer, row.get("whatwg").and_then(Value::as_str), "whatwg {row}");
    }
}
