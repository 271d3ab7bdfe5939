//! Compares the engine with the column `whatwg` of the cases.

use std::collections::BTreeSet;

use napkin::whatwg::{Url, is_valid_url_string, violations};
use napkin::{Error, Finding};
use napkin_conformance::cases;

/// Returns the URL or the error, as in the tables.
fn named(result: Result<Url, Error>) -> String {
    result.map_or_else(|error| format!("error: {}", error.rule().code()), |url| url.href().to_owned())
}

#[test]
fn engine_agrees_on_the_whatwg_parsing_cases() {
    let table: cases::Parse = cases::read("parse");
    for case in &table.case {
        let found = Url::parse(&case.input, None);
        assert_eq!(found.as_ref().ok().map(Url::href), case.whatwg.href.as_deref(), "{:?}", case.input);
        assert_eq!(found.as_ref().err().map(|error| error.rule().code()), case.whatwg.fatal(), "{:?}", case.input);
        let mut findings: Vec<Finding> = Vec::new();
        assert_eq!(violations(&case.input, None, &mut findings), found.map(|_| ()), "{:?}", case.input);
        let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
        let reported = case.whatwg.reported();
        assert_eq!(codes, reported.iter().copied().collect(), "{:?}", case.input);
        assert_eq!(is_valid_url_string(&case.input, None), reported.is_empty(), "{:?}", case.input);
    }
}

#[test]
fn engine_agrees_on_the_whatwg_resolution_cases() {
    let table: cases::Resolve = cases::read("resolve");
    for group in &table.group {
        let base = Url::parse(&group.base, None).unwrap();
        for case in &group.case {
            assert_eq!(named(base.join(&case.reference)), case.whatwg, "{:?} against {base}", case.reference);
        }
    }
}

#[test]
fn engine_agrees_on_the_whatwg_serialization_cases() {
    let table: cases::Normalize = cases::read("normalize");
    for case in &table.case {
        let found = Url::parse(&case.input, None).ok();
        let expected = case.whatwg.as_ref().map(|forms| forms.full.as_str());
        assert_eq!(found.as_ref().map(Url::href), expected, "{}", case.input);
    }
}

#[test]
fn engine_agrees_on_the_whatwg_equivalence_cases() {
    let table: cases::Normalize = cases::read("normalize");
    for case in &table.compare {
        let urls = Url::parse(&case.a, None).ok().zip(Url::parse(&case.b, None).ok());
        let found = urls.map(|(a, b)| if a == b { "equal" } else { "none" });
        assert_eq!(found, case.whatwg.as_deref(), "{} {}", case.a, case.b);
    }
}
