//! The oracle of the URL Standard against the Web Platform Tests.

use napkin_conformance::oracle::whatwg::{self, Errors, Record, urlencoded};
use napkin_conformance::wpt::{self, SetterCase, UrlCase};

/// What does not hold: a line each, of which the first few are printed.
fn assert_none(wrong: &[String], of: usize) {
    let first: Vec<&str> = wrong.iter().take(40).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {of} differ, such as\n{}", wrong.len(), first.join("\n"));
}

fn parse(input: &str, base: Option<&str>) -> Option<Record> {
    whatwg::parse_api(input, base, &mut Errors::new())
}

/// What of a case of `urltestdata` does not hold.
fn differs(case: &UrlCase) -> Vec<String> {
    let named = format!("{:?} against {:?}", case.input, case.base);
    let Some(url) = parse(&case.input, case.base.as_deref()) else {
        return if case.failure { Vec::new() } else { vec![format!("{named}: failure")] };
    };
    if case.failure {
        return vec![format!("{named}: {}, but expected failure", url.href())];
    }
    let mut wrong = Vec::new();
    for (attribute, expected) in case.attributes() {
        let found = url.get(attribute);
        if found != expected {
            wrong.push(format!("{named}: {attribute} {found:?}, but expected {expected:?}"));
        }
    }
    if let Some(expected) = &case.search_params {
        let found = urlencoded::serialize(&urlencoded::parse_string(url.query.as_deref().unwrap_or("")));
        if found != *expected {
            wrong.push(format!("{named}: searchParams {found:?}, but expected {expected:?}"));
        }
    }
    wrong
}

#[test]
fn parsing() {
    let files = [(wpt::urltestdata(), 891), (wpt::urltestdata_javascript_only(), 1), (wpt::extra_urltestdata(), 29)];
    for (cases, count) in files {
        assert_eq!(cases.len(), count);
        let complete = |case: &UrlCase| case.failure || case.attributes().len() >= 10;
        assert!(cases.iter().all(complete), "a case gives all attributes but its origin");
        assert_none(&cases.iter().flat_map(differs).collect::<Vec<_>>(), count);
    }
}

/// What of a case of `setters_tests` does not hold.
fn setting_differs(case: &SetterCase) -> Vec<String> {
    let mut url = parse(&case.href, None).unwrap_or_else(|| panic!("{} must not fail", case.href));
    whatwg::set(&mut url, &case.attribute, &case.new_value);
    let mut wrong = Vec::new();
    for (attribute, expected) in &case.expected {
        let found = url.get(attribute);
        if found != *expected {
            let SetterCase { href, attribute: set, new_value, .. } = case;
            wrong.push(format!("{href} {set} = {new_value:?}: {attribute} {found:?}, but expected {expected:?}"));
        }
    }
    wrong
}

#[test]
fn setting() {
    for (cases, count) in [(wpt::setters(), 278), (wpt::extra_setters(), 18)] {
        assert_eq!(cases.len(), count);
        assert!(cases.iter().all(|case| !case.expected.is_empty()));
        assert_none(&cases.iter().flat_map(setting_differs).collect::<Vec<_>>(), count);
    }
}
