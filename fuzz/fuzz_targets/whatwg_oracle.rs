//! Compares the engine with the oracle under the URL Standard, step by step: parsing, with the names of the validation
//! errors and the fatal one; each attribute; each setter; the pairs of a query.
//!
//! A result reads back as itself. Asking whether a text parses, parsing without a copy, and asking for the errors
//! agree with parsing.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use napkin::whatwg::{Parsed, SearchParams, Url, can_parse, is_valid_url_string, parse_borrowed, violations};
use napkin::{Error, Finding};
use napkin_conformance::oracle::whatwg::{self, Errors, Record, urlencoded};
use napkin_fuzz::attributes::{get, set};
use napkin_fuzz::whatwg::{ATTRIBUTES, Plan};

fuzz_target!(|plan: Plan<'_>| {
    let (base, oracle_base) = match plan.base {
        None => (None, None),
        Some(text) => match parses(text, None, None) {
            Some((base, oracle_base)) => (Some(base), Some(oracle_base)),
            None => return,
        },
    };
    if let Some((mut url, mut record)) = parses(plan.text, base.as_ref(), oracle_base.as_ref()) {
        for (attribute, value) in &plan.steps {
            sets(&mut url, &mut record, attribute, value);
        }
        edits_search_params(url, record);
    }
    params(plan.text);
});

/// A URL and the oracle's record of it, which are compared in everything.
fn parses(text: &str, base: Option<&Url>, oracle_base: Option<&Record>) -> Option<(Url, Record)> {
    let mut errors = Errors::new();
    let expected = whatwg::parse(text, oracle_base, &mut errors);
    let found = Url::parse(text, base);
    let href = expected.as_ref().map(Record::href);
    assert_eq!(found.as_ref().ok().map(Url::href), href.as_deref(), "{errors:?}");
    assert_eq!(can_parse(text, base), href.is_some());
    match parse_borrowed(text, base) {
        Ok(Parsed::Canonical(reference)) => {
            assert_eq!(Some(text), href.as_deref());
            assert_eq!(Some(reference.parts()), found.as_ref().ok().map(|url| url.reference().parts()));
        }
        Ok(Parsed::Rewritten(url)) => assert!(Some(url.href()) == href.as_deref() && url.href() != text),
        Err(error) => assert_eq!(Some(&error), found.as_ref().err()),
    }
    violates(text, base, &errors, found.as_ref().err());
    let (url, record) = (found.ok()?, expected?);
    same(&url, &record);
    Some((url, record))
}

/// The engine reports exactly the errors of the oracle, in text order. The oracle reports white space once, the engine
/// each place, so the names are compared as sets.
fn violates(text: &str, base: Option<&Url>, errors: &Errors, fatal: Option<&Error>) {
    let mut findings: Vec<Finding> = Vec::new();
    let ended = violations(text, base, &mut findings).err();
    assert_eq!(ended.as_ref(), fatal);
    assert_eq!(ended.map(|error| error.rule().code()), errors.last().copied().filter(|_| fatal.is_some()));
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
    assert_eq!(codes, errors.iter().copied().collect(), "{findings:?}");
    assert!(findings.is_sorted_by_key(|finding| finding.span.start), "{findings:?}");
    for finding in findings {
        let span = finding.span;
        assert!(span.start <= span.end && text.get(span.range()).is_some(), "{finding:?}");
    }
    assert_eq!(is_valid_url_string(text, base), errors.is_empty());
}

/// Compares each attribute; the URL reads back as itself.
fn same(url: &Url, record: &Record) {
    for attribute in ATTRIBUTES {
        assert_eq!(get(url, attribute), record.get(attribute), "{attribute}");
    }
    match parse_borrowed(url.href(), None) {
        Ok(Parsed::Canonical(again)) => assert_eq!(again.parts(), url.reference().parts()),
        other => panic!("{:?} reads back as {other:?}", url.href()),
    }
    let again = Url::parse(url.href(), None).expect("read above");
    assert_eq!((again.href(), again.reference().parts()), (url.href(), url.reference().parts()));
}

fn sets(url: &mut Url, record: &mut Record, attribute: &str, value: &str) {
    let before = url.href().to_owned();
    let taken = set(url, attribute, value);
    let throws = !whatwg::set(record, attribute, value);
    assert_eq!(url.href(), record.href(), "{attribute} of {before} to {value:?}");
    // "host" may change although the following port is wrong.
    assert!(taken || attribute == "host" || url.href() == before, "{attribute} of {before} to {value:?}");
    assert!(attribute != "href" || taken != throws, "{attribute} of {before} to {value:?}");
    same(url, record);
}

/// Compares the pairs of a text; their serialisation reads back.
fn params(text: &str) {
    let found = SearchParams::parse(text);
    let expected = urlencoded::parse_string(text.strip_prefix('?').unwrap_or(text));
    assert_eq!(pairs(&found), expected);
    let written = urlencoded::serialize(&expected);
    assert_eq!(found.to_string(), written);
    assert_eq!(SearchParams::parse(&written), found);
}

fn pairs(params: &SearchParams) -> Vec<(String, String)> {
    params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Appends a pair to the query by the update steps of section 6.2.
fn edits_search_params(mut url: Url, mut record: Record) {
    let mut expected = urlencoded::parse_string(record.query.as_deref().unwrap_or(""));
    assert_eq!(pairs(&url.search_params()), expected);
    let (name, value) = (url.pathname().to_owned(), url.hash().to_owned());
    url.edit_search_params(|params| params.append(&name, &value)).expect("a short URL may be longer");
    expected.push((name, value));
    record.query = Some(urlencoded::serialize(&expected));
    same(&url, &record);
}
