//! Tests the engine's own limit on the length of a text under the URL Standard, which has none. The limit is a
//! gibibyte; these texts consist of zeros, so that they need hardly any memory.

use napkin::Finding;
use napkin::whatwg::{MAX_LENGTH, Url, can_parse, violations};

const BASE: &str = "http://h/";

/// (beginning of the text, its base, the longest accepted text)
const LONGEST: [(&str, Option<&str>, usize); 3] = [
    ("http://h/?", None, MAX_LENGTH),
    // The length of the base counts only if a part of it is kept.
    ("?", Some(BASE), MAX_LENGTH - BASE.len()),
    ("a:", Some(BASE), MAX_LENGTH),
];

#[test]
fn a_text_beyond_the_limit_is_a_finding_of_its_own() {
    let mut text = String::from_utf8(vec![0; MAX_LENGTH + 1]).unwrap();
    for (front, base, longest) in LONGEST {
        let base = base.map(|base| Url::parse(base, None).unwrap());
        text.replace_range(..front.len(), front);
        // The parser would remove zeros at the end.
        text.replace_range(longest - 1..=longest, "aa");
        assert!(can_parse(&text[..longest], base.as_ref()), "{front} against {base:?}");
        let beyond = &text[..=longest];
        assert!(!can_parse(beyond, base.as_ref()), "{front} against {base:?}");
        let error = Url::parse(beyond, base.as_ref()).unwrap_err();
        assert_eq!(error.rule().code(), "too-long");
        assert_eq!(error.finding().to_string(), "expected the end within the limit, but found the end");
        let mut findings: Vec<Finding> = Vec::new();
        assert_eq!(violations(beyond, base.as_ref(), &mut findings), Err(error));
        assert_eq!(findings, [error.into()]);
    }
}
