//! Runs the audit on URLs that were published as malicious or ambiguous, and on ordinary URLs.
//!
//! The thresholds are fixed; missed URLs are printed, and listed in the guide.
#![cfg(feature = "tables")]

use napkin::Finding;
use napkin_audit::{Level, Settings, audit};

/// A URL, its effect, and its source.
struct Case {
    url: String,
    what: String,
}

fn malicious() -> Vec<Case> {
    let lines =
        include_str!("../../../../data/audit/corpus-malicious.tsv").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [url, what, source] = columns[..] else { panic!("three columns: {line}") };
        assert!(!source.is_empty(), "a source for {url}");
        let url = serde_json::from_str(&format!("\"{url}\"")).unwrap_or_else(|error| panic!("{url}: {error}"));
        Case { url, what: what.to_owned() }
    };
    lines.map(case).collect()
}

fn level(text: &str, settings: &Settings) -> Option<Level> {
    let mut findings: Vec<Finding> = Vec::new();
    audit(text, None, settings, &mut findings);
    findings.iter().map(|finding| settings.level(finding.rule)).max()
}

#[test]
fn malicious_urls_are_found() {
    let cases = malicious();
    assert!(cases.len() >= 400, "{} cases", cases.len());
    let settings = Settings::default();
    let (mut any, mut medium) = (0, 0);
    for Case { url, what } in &cases {
        let found = level(url, &settings);
        any += usize::from(found.is_some());
        medium += usize::from(found >= Some(Level::Medium));
        if found < Some(Level::Medium) {
            println!("{}\t{url:?}\t{what}", found.map_or("missed", Level::name));
        }
    }
    println!("of {} malicious URLs {any} are found, {medium} at medium or above", cases.len());
    assert!(any * 1000 >= cases.len() * 990, "{any} of {}", cases.len());
    assert!(medium * 1000 >= cases.len() * 965, "{medium} of {} at medium", cases.len());
}

#[test]
fn ordinary_urls_are_left_alone() {
    let lines =
        include_str!("../../../../data/audit/corpus-ordinary.txt").lines().filter(|line| !line.starts_with('#'));
    let settings = Settings::default();
    let (mut count, mut any, mut medium) = (0, 0, 0);
    for url in lines {
        let found = level(url, &settings);
        count += 1;
        any += usize::from(found.is_some());
        medium += usize::from(found >= Some(Level::Medium));
        if let Some(found) = found {
            println!("{found}\t{url}");
        }
    }
    println!("of {count} ordinary URLs {any} have a finding, {medium} at medium or above");
    assert!(count >= 2000, "{count} URLs");
    assert!(any * 200 < count, "{any} of {count}");
    assert!(medium * 200 < count, "{medium} of {count} at medium");
}
