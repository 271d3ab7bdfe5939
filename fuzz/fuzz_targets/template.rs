//! Templates: a text that is no template has findings within it, and the values that make a URL make it again.
//!
//! The first line is the template, the others are URLs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::Finding;
use napkin::template::{MatchOptions, Template};

fuzz_target!(|text: &str| {
    let (template, urls) = text.split_once('\n').unwrap_or((text, ""));
    let mut findings: Vec<Finding> = Vec::new();
    Template::check(template, &mut findings);
    assert!(findings.iter().all(|finding| template.get(finding.span.range()).is_some()));
    let Ok(template) = Template::parse(template) else {
        return assert!(!findings.is_empty());
    };
    assert!(findings.is_empty());
    for url in urls.lines() {
        if let Ok(found) = template.match_url(url) {
            assert_eq!(template.expand(&found).as_deref(), Ok(url));
        }
        let _ = template.match_url_with(url, MatchOptions::default().with_any_order(true).with_other_pairs(true));
    }
});
