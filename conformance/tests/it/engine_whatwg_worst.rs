//! Tests the engine on inputs that an attacker would write to make it slow: `data/whatwg-worst.toml`.
//!
//! `bench/` measures the time. These tests compare the results with the oracle, and check that the URL and the findings do not
//! outgrow the text.

use std::collections::BTreeSet;

use crate::common::attributes::set;
use napkin::Finding;
use napkin::whatwg::{Url, can_parse, is_valid_url_string, violations};
use napkin_conformance::oracle::whatwg::{self, Errors, Record};
use serde::Deserialize;

#[derive(Deserialize)]
struct Worst {
    input: Vec<Input>,
}

/// An input in which every second piece is repeated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    name: String,
    why: String,
    text: Vec<String>,
    base: Option<Vec<String>>,
    set: Option<String>,
}

fn inputs() -> Vec<Input> {
    let path = format!("{}/../data/whatwg-worst.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    toml::from_str::<Worst>(&text).unwrap_or_else(|error| panic!("{path}: {error}")).input
}

fn repeated(pieces: &[String], times: usize) -> String {
    let piece = |(place, piece): (usize, &String)| if place % 2 == 0 { piece.clone() } else { piece.repeat(times) };
    pieces.iter().enumerate().map(piece).collect()
}

fn record(text: &str, base: Option<&Record>) -> (Option<Record>, Errors) {
    let mut errors = Errors::new();
    (whatwg::parse(text, base, &mut errors), errors)
}

fn assert_as_the_oracle(input: &Input, times: usize) {
    let named = format!("{} ({}), {times} times", input.name, input.why);
    let text = repeated(&input.text, times);
    let base_text = input.base.as_ref().map(|pieces| repeated(pieces, times));
    let base = base_text.as_deref().map(|text| Url::parse(text, None).unwrap());
    let oracle_base = base_text.as_deref().map(|text| record(text, None).0.unwrap());
    if let Some(attribute) = &input.set {
        let (mut url, mut record) = (base.unwrap(), oracle_base.unwrap());
        assert!(set(&mut url, attribute, &text), "{attribute} is set to a value that can be taken");
        whatwg::set(&mut record, attribute, &text);
        return assert_eq!(url.href(), record.href(), "{named}");
    }
    let (expected, errors) = record(&text, oracle_base.as_ref());
    let found = Url::parse(&text, base.as_ref());
    assert_eq!(found.as_ref().ok().map(Url::href), expected.map(|url| url.href()).as_deref(), "{named}");
    assert_eq!(can_parse(&text, base.as_ref()), found.is_ok(), "{named}");
    let mut findings: Vec<Finding> = Vec::new();
    assert_eq!(violations(&text, base.as_ref(), &mut findings), found.map(|_| ()), "{named}");
    assert!(findings.is_sorted_by_key(|finding| finding.span.start), "{named}");
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
    assert_eq!(codes, errors.iter().copied().collect(), "{named}");
    assert_eq!(is_valid_url_string(&text, base.as_ref()), errors.is_empty(), "{named}");
}

#[test]
fn the_oracle() {
    let inputs = inputs();
    assert!(inputs.len() >= 90, "{} inputs", inputs.len());
    for input in &inputs {
        for times in [0, 1, 2, 3, 8, 9, 32, 300] {
            assert_as_the_oracle(input, times);
        }
    }
}

/// A byte of a text becomes at most three bytes of a URL, when it is escaped, and causes at most one error, except in
/// addresses.
#[test]
fn results_are_proportional_to_their_texts() {
    for input in &inputs() {
        for times in [1_000, 10_000] {
            let text = repeated(&input.text, times);
            let base = input.base.as_ref().map(|pieces| Url::parse(&repeated(pieces, times), None).unwrap());
            let length = text.len() + base.as_ref().map_or(0, |base| base.href().len());
            let mut url = base.clone();
            match (&input.set, &mut url) {
                (Some(attribute), Some(url)) => {
                    assert!(set(url, attribute, &text), "{attribute} is set to a value that can be taken");
                }
                _ => url = Url::parse(&text, base.as_ref()).ok(),
            }
            let made = url.map_or(0, |url| url.href().len());
            let mut findings: Vec<Finding> = Vec::new();
            // The other test checks whether the text is a URL.
            let _ = violations(&text, base.as_ref(), &mut findings);
            assert!(made <= 3 * length + 8, "{}: {made} bytes of {length}", input.name);
            assert!(findings.len() <= length + 8, "{}: {} findings in {length} bytes", input.name, findings.len());
        }
    }
}
