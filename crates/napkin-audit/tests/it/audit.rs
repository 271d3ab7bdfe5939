//! Tests the rules of the audit: violations of each, near misses, examples, fixes, and texts that skip the rules.

use std::collections::BTreeMap;

use napkin::whatwg::HostBuf;
use napkin::{Finding, Rule, Standard};
use napkin_audit::rules;
use napkin_audit::{
    AllowList, Level, Model, Reader, Settings, Verdict, audit, disagreement, fix, level, safe_host, standard_host,
};
use proptest::prelude::*;

/// Rules that only links in documents violate, which the crate `napkin-document` reports.
const OF_DOCUMENTS: [Rule; 4] =
    [rules::MIXED_CONTENT, rules::INSECURE_SCHEME, rules::MISLEADING_LINK_TEXT, rules::SUPPRESSION_UNUSED];

/// Rules that need tables of Unicode or the Public Suffix List.
const OF_TABLES: [&str; 7] = [
    "mixed-scripts", "confusable-host", "public-suffix-host", "host-in-host", "normalise-first", "ip-spelling",
    "readers-disagree",
];

fn findings(text: &str, settings: &Settings) -> Vec<Finding> {
    let mut findings = Vec::new();
    audit(text, None, settings, &mut findings);
    findings
}

/// Sets what a rule needs to find anything.
fn configure(rule: Rule, settings: &mut Settings) {
    if rule == rules::HOST_NOT_ALLOWED {
        settings.allow_only(AllowList::parse("pub.example\n.menu.example").unwrap());
    }
    if rule == rules::LOOKALIKE_HOST {
        settings.protect("paypal.com").protect("menu.com");
    }
}

fn table() -> BTreeMap<String, Vec<(bool, String)>> {
    let file: toml::Table =
        toml::from_str(include_str!("../../../../data/audit/rules.toml")).expect("data/audit/rules.toml");
    let texts = |cases: &toml::Value, of: &str, breaks: bool| -> Vec<(bool, String)> {
        let list = cases[of].as_array().expect("a list");
        assert!(list.len() >= 3, "three at least: {list:?}");
        list.iter().map(|text| (breaks, text.as_str().expect("a text").to_owned())).collect()
    };
    let both = |cases: &toml::Value| [texts(cases, "breaks", true), texts(cases, "near", false)].concat();
    file.into_iter().map(|(code, cases)| (code, both(&cases))).collect()
}

#[test]
fn each_rule_is_broken_by_what_breaks_it_and_not_by_what_comes_near() {
    let table = table();
    let mut wrong = Vec::new();
    for rule in rules::AUDIT_RULES.iter().copied().filter(|rule| !OF_DOCUMENTS.contains(rule)) {
        if !cfg!(feature = "tables") && OF_TABLES.contains(&rule.code()) {
            continue;
        }
        let mut settings = Settings::default();
        settings.enable(rule);
        configure(rule, &mut settings);
        for (breaks, text) in table.get(rule.code()).unwrap_or_else(|| panic!("no cases of {}", rule.code())) {
            let found: Vec<_> = findings(text, &settings).iter().map(|finding| finding.rule.code()).collect();
            if found.contains(&rule.code()) != *breaks {
                wrong.push(format!("{} {breaks} {text:?}: {found:?}", rule.code()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(table.keys().all(|code| rules::find(code).is_some_and(|rule| level(rule).is_some())));
}

#[test]
fn each_rule_has_an_example_that_breaks_it() {
    // The example of `escaped-control` is about a policy and line breaks, which have a rule of their own here.
    let of_urls = |rule: &Rule| !OF_DOCUMENTS.contains(rule) && *rule != rules::ESCAPED_CONTROL;
    for rule in rules::AUDIT_RULES.iter().copied().filter(of_urls) {
        if !cfg!(feature = "tables") && OF_TABLES.contains(&rule.code()) {
            continue;
        }
        let text = rule.example().unwrap_or_else(|| panic!("{}", rule.code())).text;
        let mut settings = Settings::all();
        configure(rule, &mut settings);
        let found = findings(text, &settings);
        assert!(found.iter().any(|finding| finding.rule == rule), "{}: {text}: {found:?}", rule.code());
        assert!(!rule.see(Standard::Rfc3986).is_empty() && !rule.why().is_empty(), "{}", rule.code());
    }
}

#[test]
fn places_are_exact_and_in_order() {
    let cases = [
        ("http://pub.example:25/", &[("port-reserved", "25")][..]),
        ("http://sam:secret@pub.example/", &[("user-in-url", "sam"), ("password-in-url", "secret")]),
        (
            "http://pub.example./%2e%2e/x?next=//evil.example",
            &[
                ("trailing-dot", "pub.example."),
                ("encoded-dot-segment", "%2e%2e"),
                ("normalise-first", "/%2e%2e/x"),
                ("redirect-disguised", "//evil.example"),
            ],
        ),
        (
            "https://pub.example/a%0d%0ab?access_token=6b1f8e20c4",
            &[("escaped-line-break", "%0d%0a"), ("secret-parameter", "6b1f8e20c4")],
        ),
        ("http://a.xn--bcher-kva.example/", &[("punycode-host", "xn--bcher-kva")]),
    ];
    for (text, expected) in cases {
        let found = findings(text, &Settings::default());
        assert!(found.is_sorted_by_key(|finding| finding.span.start), "{text}");
        let mut found: Vec<_> = found.iter().map(|finding| (finding.rule.code(), finding.span.of(text))).collect();
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
}

/// The verdicts follow from the programs' own results (`data/disagreements.toml` describes how), and each disagreement
/// has causes.
#[test]
fn verdicts_are_those_of_the_programs() {
    let file: toml::Table =
        toml::from_str(include_str!("../../../../data/disagreements.toml")).expect("data/disagreements.toml");
    let cases = file["case"].as_array().expect("cases");
    assert!(cases.len() >= 150, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let text = |name: &str| case[name].as_str().expect("a text");
        // Hosts beyond ASCII need the tables.
        if !cfg!(feature = "tables") && !text("text").is_ascii() {
            continue;
        }
        let found = disagreement(text("text"));
        if found.verdict.name() != text("verdict") {
            wrong.push(format!("{:?}: {} and not {}", text("text"), found.verdict.name(), text("verdict")));
        }
        assert_eq!(found.causes.is_empty(), found.verdict == Verdict::Agree, "{}", text("text"));
        for cause in found.causes {
            assert!(text("text").get(cause.range()).is_some(), "{}", text("text"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A base does not change the target of a text with a scheme and without an authority.
#[test]
fn a_base_matters_to_what_it_completes() {
    let cases = [
        ("mailto:sam at pub.example", false),
        ("tel:0 800", false),
        ("/menu", false),
        ("/\\evil.example", true),
        ("https:/evil.example", true),
        ("\t//evil.example\\@pub.example/", true),
    ];
    for (text, expected) in cases {
        let mut found: Vec<Finding> = Vec::new();
        audit(text, Some("https://pub.example/menu"), &Settings::default(), &mut found);
        let disagree = found.iter().any(|finding| finding.rule == rules::READERS_DISAGREE);
        assert_eq!(disagree, expected, "{text}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// `safe_host` and `disagreement` compare hosts alike, for each scheme.
    #[test]
    fn safe_hosts_are_those_on_which_no_reader_disagrees(
        scheme in prop::sample::select(vec![
            "http", "HTTPS", "ftp", "file", "ws", "ssh", "javascript", "JavaScript", "data", "mailto", "ldap", "foo",
        ]),
        authority in r"([a-z]{1,2}[@:'])?([a-zA-B01x._~!$&'()*+,;=%\-]{1,8}|127\.0\.0\.1|\[::1\]|xn--[a-z]{1,3})(:[0-9]{0,2})?",
        behind in prop::sample::select(vec!["", "/", "/a", "?a", "#a@b", "/@c.example/"]),
    ) {
        let text = format!("{scheme}://{authority}{behind}");
        let all = disagreement(&text);
        let safe = safe_host(&text);
        let browsers = all.readings.iter().find(|it| it.reader == Reader::Standard(Standard::Whatwg)).expect("one");
        let host = browsers.seen.as_ref().ok().and_then(|seen| seen.host.as_deref());
        // Under a scheme that the URL Standard does not know, all keep a number, and resolvers read it as an address.
        let is_number = |host: &str| HostBuf::parse(host, true).map_or(true, |parsed| parsed.ip().is_some());
        if let (Verdict::Agree, Some(host)) = (&all.verdict, host.filter(|host| safe.is_ok() || !is_number(host))) {
            prop_assert_eq!(safe.as_ref().map(|safe| safe.as_str()), Ok(&*host.to_ascii_lowercase()), "{}", text);
        }
        if let Ok(safe) = &safe {
            prop_assert_eq!(standard_host(&text), Ok(safe.clone()));
            let again = safe_host(&format!("ssh://{safe}/"));
            prop_assert_eq!(again.as_ref().map(|again| again.as_str()), Ok(safe.as_str()), "{}", text);
            // An address has many spellings, which name one host.
            let last = safe.as_str().rsplit('.').find(|label| !label.is_empty()).unwrap_or_default();
            let is_address = last.starts_with(|c: char| c.is_ascii_digit());
            for reading in all.readings.iter().filter(|_| !is_address) {
                let Ok(seen) = &reading.seen else { continue };
                // `URI` of Java and Perl report no host for an authority that they refuse.
                let refuses = matches!(reading.reader, Reader::Model(Model::JavaUri | Model::Perl));
                let is_same = seen.host.as_deref().map_or(refuses, |host| {
                    let bare = |host: &str| host.trim_matches(['[', ']']).to_ascii_lowercase();
                    bare(host) == bare(safe.as_str())
                });
                prop_assert!(is_same, "{}: {:?}", text, reading);
            }
        }
    }
}

#[test]
fn settings_turn_rules_off_and_know_what_is_no_news() {
    let text = "http://wiki:8080/?next=https://sso.example/&tabkey=6b1f8e20c4";
    let codes = |settings: &Settings| -> Vec<&str> {
        findings(text, settings).iter().map(|finding| finding.rule.code()).collect()
    };
    let mut settings = Settings::default();
    assert_eq!(codes(&settings), ["dotless-host", "port-not-default", "redirect-parameter"]);
    settings.set(rules::DOTLESS_HOST, "allow", "wiki").unwrap();
    settings.set(rules::PORT_NOT_DEFAULT, "allow", "8080").unwrap();
    settings.set(rules::REDIRECT_PARAMETER, "allow", "sso.example").unwrap();
    assert_eq!(codes(&settings), [""; 0]);
    settings.set(rules::SECRET_PARAMETER, "names", "tab_key").unwrap();
    assert_eq!(codes(&settings), ["secret-parameter"]);
    settings.disable(rules::SECRET_PARAMETER);
    assert_eq!(codes(&settings), [""; 0]);
    settings.set(rules::SECRET_PARAMETER, "level", "high").unwrap();
    assert_eq!(settings.level(rules::SECRET_PARAMETER), Level::High);
    assert_eq!(findings(text, &Settings::none()), []);
}

#[test]
fn fixes_take_the_finding_away() {
    let cases = [
        ("http://127.0.0.1./", "ip-spelling", "http://127.0.0.1/"),
        ("http://0x7f000001/x", "ip-spelling", "http://127.0.0.1/x"),
        ("http://[::ffff:8.8.8.8]/", "ip-spelling", "http://8.8.8.8/"),
        ("https://pub.example./menu", "trailing-dot", "https://pub.example/menu"),
        ("https://sam:secret@pub.example/", "password-in-url", "https://sam@pub.example/"),
        ("https://sam:secret@pub.example/", "user-in-url", "https://pub.example/"),
        ("http://pub.example\\menu", "backslash", "http://pub.example/menu"),
        ("http://pub.example/a/../b", "normalise-first", "http://pub.example/b"),
        ("http://pub.example/me\u{200b}nu", "invisible-character", "http://pub.example/menu"),
        ("http://pub.example/\tmenu", "control-character", "http://pub.example/menu"),
        ("http://pub.example/%c1%a1", "overlong-utf8", "http://pub.example/a"),
    ];
    for (text, code, expected) in cases {
        let rule = rules::find(code).unwrap();
        let finding = findings(text, &Settings::default()).into_iter().find(|finding| finding.rule == rule);
        let (span, instead) = fix(text, &finding.expect(text)).expect(text);
        let fixed = [&text[..span.start], &instead, &text[span.end..]].concat();
        assert_eq!(fixed, expected, "{text}");
        assert!(!findings(&fixed, &Settings::default()).iter().any(|finding| finding.rule == rule), "{fixed}");
    }
    let text = "javascript:alert(1)";
    assert_eq!(fix(text, &findings(text, &Settings::default())[0]), None);
}

#[test]
fn audit_reads_every_text() {
    let pieces = [
        "", "http:", "//", "@", "[", "]", "%", "%0d%0a", "%c0%ae", "\0", "\u{e9}", "?next=", "#token=", "\\", "..",
        "\u{202e}", "xn--", ".", "0x7f", "&", "data:", "%25", "%u002e", ":80", "javascript:", "eyJ",
    ];
    let settings = Settings::all();
    for one in pieces {
        for two in pieces {
            for three in pieces {
                let text = [one, two, three, one].concat();
                for finding in findings(&text, &settings) {
                    assert!(text.get(finding.span.range()).is_some(), "{text:?}: {finding:?}");
                    if let Some((span, _)) = fix(&text, &finding) {
                        assert!(text.get(span.range()).is_some(), "{text:?}: {finding:?}");
                    }
                }
            }
        }
    }
}
