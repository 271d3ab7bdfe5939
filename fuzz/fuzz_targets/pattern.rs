//! Compares URL patterns with the oracle, and a set of patterns with its patterns.
//!
//! The lines are a pattern, URLs, and further patterns. Patterns with regular expressions are only matched, because the oracle's engine
//! accepts some that the grammar refuses.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::Finding;
use napkin::pattern::{Component, Input as Shown, Pattern, PatternOptions, PatternSet};
use napkin::whatwg::Url;
use napkin_conformance::oracle::pattern::tokenizer::is_a_valid_name_code_point;
use napkin_conformance::oracle::pattern::{Input, create};

const BASE: &str = "https://a.b/c/d?e#f";

fuzz_target!(|text: &str| {
    let base = Url::parse(BASE, None).unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    let patterns: Vec<Pattern> = lines.iter().filter_map(|line| Pattern::parse(line, Some(&base)).ok()).collect();
    for line in &lines {
        check(line, &base);
    }
    // Of the letters that Unicode 18 has added the oracle knows nothing; the tests of conformance/ list them.
    let is_known =
        |c: char| is_a_valid_name_code_point(c, true) == Pattern::parse(&format!("/:{c}"), Some(&base)).is_ok();
    // The oracle goes back and tries again.
    if text.chars().all(|c| c.is_ascii() || is_known(c)) && !text.contains('(') && lines[0].len() < 60 {
        compare(lines[0], &lines[1..], &base);
    }
    let set = PatternSet::new(patterns.clone());
    for url in lines.iter().filter_map(|line| Url::parse(line, Some(&base)).ok()) {
        let expected: Vec<_> = (0..patterns.len()).filter(|&number| patterns[number].test(&url)).collect();
        assert_eq!(set.matches(&url), expected);
        assert_eq!(set.find(&url).is_some(), !expected.is_empty());
    }
});

/// Findings are in the text, and there are some if there is no pattern.
fn check(text: &str, base: &Url) {
    let mut findings: Vec<Finding> = Vec::new();
    Pattern::check(text, Some(base), PatternOptions::default(), &mut findings);
    assert!(findings.iter().all(|finding| text.get(finding.span.range()).is_some()));
    assert_eq!(Pattern::parse(text, Some(base)).err().map(Finding::from), findings.first().copied());
}

fn compare(text: &str, urls: &[&str], base: &Url) {
    let expected = create(&Input::Text(text.into()), Some(BASE), false);
    let found = Pattern::parse(text, Some(base));
    assert_eq!(found.is_ok(), expected.is_ok());
    let (Ok(found), Ok(expected)) = (found, expected) else { return };
    for (component, expected) in Component::ALL.into_iter().zip(&expected.components) {
        assert_eq!(found.text(component), expected.pattern_string);
    }
    for text in urls {
        let url = Url::parse(text, Some(base)).ok();
        // The oracle can double its time with each character.
        let is_short = |url: &Url| Component::ALL.iter().all(|&component| Shown::from(url).get(component).len() <= 10);
        if !url.as_ref().is_none_or(is_short) {
            continue;
        }
        let expected = expected.matches(&Input::Text((*text).into()), Some(BASE)).unwrap();
        let result = url.as_ref().and_then(|url| found.exec(url));
        assert_eq!(result.is_some(), expected.is_some());
        let (Some(result), Some(expected)) = (result, expected) else { continue };
        for (component, expected) in Component::ALL.into_iter().zip(expected) {
            let groups: Vec<_> =
                result.groups(component).map(|(name, text)| (name.to_owned(), text.map(str::to_owned))).collect();
            assert_eq!(groups, expected.groups);
        }
    }
}
