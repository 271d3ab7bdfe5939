//! Compares the oracle of the URL Standard with the Web Platform Tests.

use crate::differences::assert_none;
use encoding_rs::Encoding;
use napkin_conformance::oracle::whatwg::idna::domain_to_unicode;
use napkin_conformance::oracle::whatwg::{self, Errors, Record, urlencoded};
use napkin_conformance::wpt::{self, HostCase, SetterCase, UrlCase};

fn parse(input: &str, base: Option<&str>) -> Option<Record> {
    whatwg::parse_api(input, base, &mut Errors::new())
}

/// Returns the failures of a case of `urltestdata`.
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
fn oracle_passes_the_web_platform_tests_of_parsing() {
    let files = [(wpt::urltestdata(), 891), (wpt::urltestdata_javascript_only(), 1), (wpt::extra_urltestdata(), 29)];
    for (cases, count) in files {
        assert_eq!(cases.len(), count);
        let complete = |case: &UrlCase| case.failure || case.attributes().len() >= 10;
        assert!(cases.iter().all(complete), "a case gives all attributes but its origin");
        assert_none(&cases.iter().flat_map(differs).collect::<Vec<_>>(), count);
    }
}

/// Returns the failures of a case of `setters_tests`.
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

/// The bases that the WPT readme describes, for an input with and without its own scheme.
const OPAQUE_PATH_BASES: [&str; 2] = ["about:blank", "mailto:x@y?q#f"];
const NON_OPAQUE_PATH_BASES: [&str; 5] = ["http://h/p", "https://h/p", "file:///p/q", "non-spec://h/p", "non-spec:/p"];

/// Returns what a failure without a base implies about parsing against bases.
#[test]
fn failures_against_bases() {
    let failures: Vec<UrlCase> =
        wpt::urltestdata().into_iter().filter(|case| case.failure && case.base.is_none()).collect();
    assert_eq!(failures.iter().filter(|case| case.relative_to.is_some()).count(), 17);
    let mut wrong = Vec::new();
    for case in &failures {
        let parses = |base: &&str| parse(&case.input, Some(base)).is_some();
        let holds = match case.relative_to.as_deref() {
            None => !OPAQUE_PATH_BASES.iter().chain(&NON_OPAQUE_PATH_BASES).any(parses),
            Some("any-base") => OPAQUE_PATH_BASES.iter().chain(&NON_OPAQUE_PATH_BASES).all(parses),
            Some("non-opaque-path-base") => {
                NON_OPAQUE_PATH_BASES.iter().any(parses) && !OPAQUE_PATH_BASES.iter().any(parses)
            }
            Some(other) => panic!("unknown relativeTo {other:?}"),
        };
        if !holds {
            wrong.push(format!("{:?} is not {:?}", case.input, case.relative_to));
        }
    }
    assert_none(&wrong, failures.len());
}

/// A domain for which Unicode 18.0 of the crate differs from the version of a table, the table, and the reason.
const KNOWN_DOMAINS: [(&str, &[&str], &str, &str); 5] = [
    ("xn--9-i0j5967eg3qz.ss", &["16.0"], "U+32B9A", "in CJK Unified Ideographs Extension J, is assigned since 17.0"),
    ("\u{3e8ac}。\u{729}。\u{cbd9}5", &["16.0", "17.0"], "U+3E8AC", "in Seal, is assigned since 18.0"),
    ("\u{3e8ac}。\u{729}。\u{110d}\u{1173}\u{11ac}5", &["16.0", "17.0"], "U+3E8AC", "the same, decomposed"),
    ("xn--t92s.xn--znb.xn--5-y88f", &["16.0"], "U+3E8AC", "in Seal, is assigned since 18.0"),
    ("xn--5cb172r175fug38a.xn--mlj", &["16.0"], "U+3F8CD", "in Seal, is assigned since 18.0"),
];

/// Removes the known differences of a table, by domain. Each known difference must occur.
pub(crate) fn assert_known_and_none(table: &str, mut wrong: Vec<(String, String)>, of: usize) {
    for (input, _, which, reason) in KNOWN_DOMAINS.iter().filter(|(_, tables, ..)| tables.contains(&table)) {
        let before = wrong.len();
        wrong.retain(|(found, _)| found != input);
        assert!(wrong.len() < before, "stale: {input:?}, {which}, {reason}");
    }
    assert_none(&wrong.into_iter().map(|(_, line)| line).collect::<Vec<_>>(), of);
}

/// Returns the failures of a case of `toascii` or `IdnaTestV2`: in the parser, plain and fully percent-encoded, and in
/// both setters.
fn host_differs(case: &HostCase) -> Option<(String, String)> {
    let encoded = case.encoded_input();
    let bytes: String = case.input.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let parsed = |host: &str| parse(&format!("https://{host}/x"), None);
    let set = |attribute| {
        let mut url = parse("https://x/x", None).expect("a URL");
        whatwg::set(&mut url, attribute, &encoded);
        Some(url)
    };
    let expected = case.output.as_ref();
    let results = [
        ("parse", parsed(&encoded), expected.cloned()),
        ("percent-encoded", parsed(&bytes), expected.cloned()),
        ("host", set("host"), Some(expected.map_or("x".to_owned(), String::clone))),
        ("hostname", set("hostname"), Some(expected.map_or("x".to_owned(), String::clone))),
    ];
    for (name, url, expected) in results {
        let attributes = |url: Record| [url.host(), url.hostname(), url.pathname(), url.href()];
        let found = url.map(attributes);
        let expected = expected.map(|host| [host.clone(), host.clone(), "/x".to_owned(), format!("https://{host}/x")]);
        if found != expected {
            let line = format!("{name} {:?} {:?}: {found:?}, but expected {expected:?}", case.input, case.comment);
            return Some((case.input.clone(), line));
        }
    }
    None
}

#[test]
fn to_ascii() {
    for (cases, count) in [(wpt::toascii(), 87), (wpt::idna_test_v2_removed(), 20)] {
        assert_eq!(cases.len(), count);
        let wrong: Vec<String> = cases.iter().filter_map(host_differs).map(|(_, line)| line).collect();
        assert_none(&wrong, count);
    }
}

/// Unicode 17.0's table in the form of the WPT.
#[test]
fn idna_test_v2() {
    let cases = wpt::idna_test_v2();
    assert_eq!(cases.len(), 2671);
    // An empty host cannot be written: `https:///x` has the host `x`. The WPT leave that row out too.
    let given: Vec<&HostCase> = cases.iter().filter(|case| !case.input.is_empty()).collect();
    assert_eq!(given.len(), 2670);
    assert_known_and_none("17.0", given.iter().filter_map(|case| host_differs(case)).collect(), given.len());
}

/// Unicode 16.0's own table, in which all flags are on: a domain is valid if and only if it violates no rule.
#[test]
fn strict_domains() {
    let rows = wpt::idna_rows();
    assert_eq!(rows.len(), 6389);
    let mut wrong = Vec::new();
    for row in &rows {
        let mut errors = Errors::new();
        let found = whatwg::domain_parse(&row.source, true, &mut errors);
        let reported: &[&str] = if row.to_ascii.is_some() { &[] } else { &["domain-to-ASCII"] };
        if found != row.to_ascii || errors != reported {
            wrong.push((row.source.clone(), format!("{row:?}: {found:?} {errors:?}")));
        }
        if let (Some(ascii), Some(unicode)) = (&row.to_ascii, &row.to_unicode) {
            let found = domain_to_unicode(ascii);
            if found != *unicode {
                wrong.push((row.source.clone(), format!("{row:?}: {found:?}")));
            }
        }
    }
    assert_known_and_none("16.0", wrong, rows.len());
}

#[test]
fn oracle_passes_the_web_platform_tests_of_percent_encoding() {
    let cases = wpt::percent_encoding();
    assert_eq!(cases.len(), 7);
    let mut results = 0;
    for case in &cases {
        for (label, query) in &case.output {
            let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the Encoding Standard");
            let input = format!("https://doesnotmatter.invalid/?{0}#{0}", case.input);
            let url = whatwg::parse_encoded(&input, None, encoding, &mut Errors::new()).expect("a URL");
            assert_eq!(url.search(), format!("?{query}"), "{:?} in {label}", case.input);
            assert_eq!(url.hash(), format!("#{}", case.output["utf-8"]), "{:?} in {label}", case.input);
            results += 1;
        }
    }
    assert_eq!(results, 16);
}

/// The crate allows a domain to end in a dot. UTS 46 with VerifyDnsLength does not, and neither does a "valid domain".
#[test]
fn dns_length() {
    let cases = wpt::verify_dns_length();
    assert_eq!(cases.len(), 17);
    let is_valid = |domain: &str| whatwg::domain_parse(domain, true, &mut Errors::new()).is_some();
    for case in &cases {
        let domain = parse(&case.input, None).expect("any length parses").hostname();
        assert_eq!(is_valid(domain.strip_suffix('.').unwrap_or(&domain)), !case.failure, "{case:?}");
        assert!(!is_valid(&format!("{domain}.")), "{case:?}");
    }
}
