//! Compares the engine under the URL Standard with the Web Platform Tests, and with the oracle on random texts.

use std::collections::BTreeSet;

use crate::common::attributes::{get, set};
use crate::differences::assert_none;
use crate::oracle_whatwg::assert_known_and_none;
use napkin::Finding;
use napkin::whatwg::{Attribute, Url, can_parse, is_valid_url_string, parse_borrowed, violations};
use napkin_conformance::generate::Random;
use napkin_conformance::generate::urls::text;
use napkin_conformance::oracle::whatwg::{self, Errors};
use napkin_conformance::wpt::{self, HostCase, SetterCase, UrlCase};

/// `None` for a base that fails, as in the API.
fn parse(input: &str, base: Option<&str>) -> Option<Url> {
    match base {
        None => Url::parse(input, None).ok(),
        Some(base) => Url::parse(input, Some(&Url::parse(base, None).ok()?)).ok(),
    }
}

fn differs(case: &UrlCase) -> Vec<String> {
    let named = format!("{:?} against {:?}", case.input, case.base);
    let Some(url) = parse(&case.input, case.base.as_deref()) else {
        return if case.failure { Vec::new() } else { vec![format!("{named}: failure")] };
    };
    if case.failure {
        return vec![format!("{named}: {}, but expected failure", url.href())];
    }
    let attributes = case.attributes().into_iter();
    attributes
        .map(|(attribute, expected)| (attribute, get(&url, attribute), expected))
        .filter(|(_, found, expected)| found != expected)
        .map(|(attribute, found, expected)| format!("{named}: {attribute} {found:?}, but expected {expected:?}"))
        .collect()
}

#[test]
fn web_platform_tests_of_parsing() {
    let files = [(wpt::urltestdata(), 891), (wpt::urltestdata_javascript_only(), 1), (wpt::extra_urltestdata(), 29)];
    for (cases, count) in files {
        assert_eq!(cases.len(), count);
        assert_none(&cases.iter().flat_map(differs).collect::<Vec<_>>(), count);
    }
}

fn setting_differs(case: &SetterCase) -> Vec<String> {
    let mut url = Url::parse(&case.href, None).unwrap();
    let mut strict = url.clone();
    let is_whole = strict.set(Attribute::named(&case.attribute).unwrap(), &case.new_value).is_ok();
    assert!(is_whole || strict == url);
    set(&mut url, &case.attribute, &case.new_value);
    assert!(!is_whole || strict == url, "{} of {} to {:?}", case.attribute, case.href, case.new_value);
    let expected = case.expected.iter();
    expected
        .map(|(attribute, expected)| (attribute, get(&url, attribute), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(attribute, found, expected)| {
            format!(
                "{} of {} to {:?}: {attribute} {found:?}, but {expected:?}",
                case.attribute, case.href, case.new_value
            )
        })
        .collect()
}

#[test]
fn web_platform_tests_of_setters() {
    for (cases, count) in [(wpt::setters(), 278), (wpt::extra_setters(), 18)] {
        assert_eq!(cases.len(), count);
        assert_none(&cases.iter().flat_map(setting_differs).collect::<Vec<_>>(), count);
    }
}

fn host_differs(case: &HostCase) -> Option<(String, String)> {
    let text = format!("https://{}/x", case.input);
    let found = Url::parse(&text, None).ok().map(|url| url.hostname().to_owned());
    let line = || format!("{:?}: {found:?}, but expected {:?}", case.input, case.output);
    (found != case.output).then(|| (case.input.clone(), line()))
}

#[test]
fn web_platform_tests_of_domains() {
    let files = [("", wpt::toascii(), 87), ("17.0", wpt::idna_test_v2(), 2671), ("", wpt::idna_test_v2_removed(), 20)];
    for (table, cases, count) in files {
        assert_eq!(cases.len(), count);
        // Another test covers URLs without a host; the suite's own runner does the same.
        let cases = cases.iter().filter(|case| !case.input.is_empty());
        assert_known_and_none(table, cases.filter_map(host_differs).collect(), count);
    }
}

/// Returns the names of the oracle's errors. The oracle reports white space once, the engine each place.
fn names(errors: &Errors) -> BTreeSet<&'static str> {
    errors.iter().copied().collect()
}

#[test]
fn engine_and_oracle_read_random_texts_alike() {
    let mut random = Random::new(2718);
    let (mut parsed, mut failed) = (0, 0);
    for _ in 0..200_000 {
        let base_text = text(&mut random);
        let base = Url::parse(&base_text, None).ok();
        let oracle_base = whatwg::parse(&base_text, None, &mut Errors::new());
        assert_eq!(base.is_some(), oracle_base.is_some(), "{base_text:?}");
        let input = text(&mut random);
        let mut errors = Errors::new();
        let expected = whatwg::parse(&input, oracle_base.as_ref(), &mut errors);
        let found = Url::parse(&input, base.as_ref());
        let named = format!("{input:?} against {base_text:?}");
        assert_eq!(
            found.as_ref().ok().map(Url::href),
            expected.as_ref().map(whatwg::Record::href).as_deref(),
            "{named}"
        );
        assert_eq!(can_parse(&input, base.as_ref()), found.is_ok(), "{named}");
        let mut findings: Vec<Finding> = Vec::new();
        let ended = violations(&input, base.as_ref(), &mut findings).err();
        assert_eq!(ended, found.as_ref().err().copied(), "{named}");
        let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
        assert_eq!(codes, names(&errors), "{named}: {findings:?}");
        assert_eq!(is_valid_url_string(&input, base.as_ref()), errors.is_empty(), "{named}");
        if let Some(error) = ended {
            assert_eq!(Some(error.rule().code()), errors.last().copied(), "{named}");
        }
        assert!(findings.is_sorted_by_key(|finding| finding.span.start), "{named}: {findings:?}");
        for finding in findings {
            let span = finding.span;
            assert!(input.is_char_boundary(span.start) && input.is_char_boundary(span.end), "{named}: {finding:?}");
        }
        match (found, expected) {
            (Ok(url), Some(record)) => {
                parsed += 1;
                assert_url(&url, &record, &named);
                assert_setting(url, record, &mut random, &named);
            }
            _ => failed += 1,
        }
    }
    assert!(parsed > 50_000 && failed > 20_000, "{parsed} parsed, {failed} failed");
}

const ATTRIBUTES: [&str; 11] =
    ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

fn assert_url(url: &Url, record: &whatwg::Record, named: &str) {
    for attribute in ATTRIBUTES {
        assert_eq!(get(url, attribute), record.get(attribute), "{attribute} of {named}");
    }
    let again = Url::parse(url.href(), None).unwrap_or_else(|error| panic!("{named}: {} {error:?}", url.href()));
    assert_eq!(again.href(), url.href(), "{named}");
    assert_eq!(again.reference().parts(), url.reference().parts(), "{named}");
    assert!(matches!(parse_borrowed(url.href(), None), Ok(napkin::whatwg::Parsed::Canonical(_))), "{named}");
}

fn assert_setting(mut url: Url, mut record: whatwg::Record, random: &mut Random, named: &str) {
    let attribute = ATTRIBUTES[2 + random.below(9)];
    let value = text(random);
    let before = url.href().to_owned();
    let mut strict = url.clone();
    let is_whole = strict.set(Attribute::named(attribute).expect("an attribute"), &value).is_ok();
    let taken = set(&mut url, attribute, &value);
    whatwg::set(&mut record, attribute, &value);
    assert_eq!(url.href(), record.href(), "{attribute} of {before} ({named}) to {value:?}");
    assert!(taken || attribute == "host" || url.href() == before, "{attribute} of {before} to {value:?}");
    // The strict setter does the same or nothing.
    let expected = if is_whole { url.href() } else { &before };
    assert_eq!(strict.href(), expected, "{attribute} of {before} to {value:?}");
    assert!(taken || !is_whole, "{attribute} of {before} to {value:?}");
}
