//! The rules of the URL Standard against its parser and its setters.

use napkin::{Finding, Rule, Severity, Standard, rules, whatwg};

/// Each error of the standard's table is found in the standard's own example of it, and is fatal if the table says so.
/// (Two errors are fatal only sometimes; their examples here are fatal.)
#[test]
fn the_validation_errors_are_found_in_their_examples() {
    let mut checked = 0;
    let rules = [rules::REFERENCE_RULES, rules::URL_STANDARD_RULES].into_iter().flatten().copied();
    for rule in rules.filter(|rule| rule.see(Standard::Rfc3986).is_empty()) {
        let Some(example) = rule.example() else { continue };
        let base = example.base.map(|base| whatwg::Url::parse(base, None).unwrap());
        let mut findings: Vec<Finding> = Vec::new();
        let read = whatwg::violations(example.text, base.as_ref(), &mut findings);
        // Without the tables, no non-ASCII domain is mapped to digits.
        let needs_tables = rule == rules::IPV4_NON_ASCII_INPUT && !cfg!(feature = "idna");
        if rule == rules::NOT_SERIALIZED || needs_tables {
            continue;
        }
        checked += 1;
        assert!(findings.iter().any(|finding| finding.rule == rule), "{} {findings:?}", rule.code());
        let ends = read.err().map(|error| error.rule());
        assert_eq!(ends, (rule.severity() == Severity::Error).then_some(rule), "{}", rule.code());
    }
    assert_eq!(checked, if cfg!(feature = "idna") { 30 } else { 29 });
}

/// The URL Standard states each rule by which a setter of section 6.1 refuses a value: in scheme state, host state and
/// port state, for components that a URL cannot have, and in the host parser.
#[test]
fn setters_refuse_with_a_section_of_the_standard() {
    type Set = fn(&mut whatwg::Url) -> Result<(), napkin::Error>;
    let cases: [(&str, Set, Rule, &str); 9] = [
        ("http://h/", |url| url.set_protocol("1http"), rules::SCHEME, "4.4"),
        ("http://h/", |url| url.set_protocol(""), rules::SCHEME, "4.4"),
        ("http://h/", |url| url.set_protocol("gopher"), rules::UNREPRESENTABLE, "4.5"),
        ("http://h/", |url| url.set_host(""), rules::HOST_MISSING, "4.4"),
        ("http://h/", |url| url.set_host("a^b"), rules::DOMAIN_TO_ASCII, "3.3"),
        ("http://h/", |url| url.set_port("x"), rules::PORT_INVALID, "4.4"),
        ("http://h/", |url| url.set_port("65536"), rules::PORT_OUT_OF_RANGE, "4.4"),
        ("file:///x", |url| url.set_username("sam"), rules::UNREPRESENTABLE, "4.5"),
        ("mailto:sam", |url| url.set_pathname("x"), rules::UNREPRESENTABLE, "4.5"),
    ];
    for (text, set, rule, section) in cases {
        let mut url = whatwg::Url::parse(text, None).unwrap();
        let error = set(&mut url).unwrap_err();
        let see = format!("URL Standard section {section}");
        assert_eq!((error.rule(), error.finding().see()), (rule, see.as_str()), "{text}");
        assert_eq!(url.href(), text);
    }
}
