//! Compares the oracle of the URL Standard with the column `whatwg` of the cases: each checks the other.

use napkin_conformance::cases;
use napkin_conformance::oracle::whatwg::{self, Errors, Record};

fn parse(text: &str, base: Option<&Record>) -> (Option<Record>, Errors) {
    let mut errors = Errors::new();
    let url = whatwg::parse(text, base, &mut errors);
    (url, errors)
}

fn href(text: &str) -> Option<String> {
    parse(text, None).0.map(|url| url.href())
}

#[test]
fn oracle_agrees_on_the_whatwg_parsing_cases() {
    let parse_table: cases::Parse = cases::read("parse");
    for case in &parse_table.case {
        let (url, mut errors) = parse(&case.input, None);
        assert_eq!(url.map(|url| url.href()), case.whatwg.href, "{:?}", case.input);
        let fatal = errors.last().copied().filter(|_| case.whatwg.href.is_none());
        assert_eq!(fatal, case.whatwg.fatal(), "{:?}", case.input);
        let may_be_written = whatwg::is_valid_url_string(&case.input, None);
        assert_eq!(may_be_written, case.whatwg.reported().is_empty(), "{:?} by the grammar", case.input);
        let mut once = Errors::new();
        errors.retain(|error| {
            !once.contains(error) && {
                once.push(error);
                true
            }
        });
        assert_eq!(errors, case.whatwg.reported(), "{:?}", case.input);
    }
}

#[test]
fn oracle_agrees_on_the_whatwg_resolution_cases() {
    let table: cases::Resolve = cases::read("resolve");
    for group in &table.group {
        let base = parse(&group.base, None).0;
        assert!(base.is_some(), "{}", group.base);
        for case in &group.case {
            let (url, errors) = parse(&case.reference, base.as_ref());
            let found = url.map_or_else(|| format!("error: {}", errors.last().unwrap()), |url| url.href());
            assert_eq!(found, case.whatwg, "{:?} against {}", case.reference, group.base);
        }
    }
}

#[test]
fn oracle_agrees_on_the_whatwg_serialization_cases() {
    let table: cases::Normalize = cases::read("normalize");
    for case in &table.case {
        let expected = case.whatwg.as_ref().map(|forms| forms.full.clone());
        assert_eq!(href(&case.input), expected, "{}", case.input);
    }
}

#[test]
fn oracle_agrees_on_the_whatwg_equivalence_cases() {
    let table: cases::Normalize = cases::read("normalize");
    for case in &table.compare {
        let found = href(&case.a).zip(href(&case.b)).map(|(a, b)| if a == b { "equal" } else { "none" });
        assert_eq!(found, case.whatwg.as_deref(), "{} {}", case.a, case.b);
    }
}
