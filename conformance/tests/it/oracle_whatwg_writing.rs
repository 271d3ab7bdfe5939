//! Compares the URL Standard's grammar of valid URL strings with its parser's validation errors: two parts of the
//! standard that should agree, transcribed separately.

use napkin_conformance::generate::Random;
use napkin_conformance::generate::urls::{BASES, text, written};
use napkin_conformance::oracle::whatwg::url_writing as grammar;
use napkin_conformance::oracle::whatwg::{self, Errors, Record, host_writing};
use napkin_conformance::wpt;

fn base(text: &str) -> Record {
    whatwg::parse(text, None, &mut Errors::new()).unwrap_or_else(|| panic!("{text} is a URL"))
}

/// Returns whether the parser neither fails nor reports an error.
fn is_without_error(text: &str, base: Option<&Record>) -> bool {
    let mut errors = Errors::new();
    whatwg::parse(text, base, &mut errors).is_some() && errors.is_empty()
}

/// The table of "URLs": an input, its base, and whether it is valid.
const EXAMPLES: [(&str, Option<&str>, bool); 22] = [
    ("https:example.org", None, false),
    ("https://////example.com///", None, false),
    ("https://example.com/././foo", None, true),
    ("hello:world", Some("https://example.com/"), true),
    ("https:example.org", Some("https://example.com/"), false),
    ("\\example\\..\\demo/.\\", Some("https://example.com/"), false),
    ("example", Some("https://example.com/demo"), true),
    ("file:///C|/demo", None, false),
    ("..", Some("file:///C:/demo"), true),
    ("file://localhost/", None, true),
    ("file://loc%61lhost/", None, false),
    ("https://user:password@example.org/", None, false),
    ("https://example.org/foo bar", None, false),
    ("https://EXAMPLE.com/../x", None, true),
    ("https://ex ample.org/", None, false),
    ("example", None, false),
    ("https://example.com:demo", None, false),
    ("http://[www.example.com]/", None, false),
    ("https://example.org//", None, true),
    ("https://example.com/[]?[]#[]", None, false),
    ("https://example/%?%#%", None, false),
    ("https://example/%25?%25#%25", None, true),
];

#[test]
fn the_standards_own_examples() {
    for (text, against, valid) in EXAMPLES {
        let base = against.map(base);
        assert_eq!(whatwg::is_valid_url_string(text, base.as_ref()), valid, "{text:?} against {against:?}");
        assert_eq!(is_without_error(text, base.as_ref()), valid, "{text:?} against {against:?}");
    }
}

/// A definition, texts that match it, and texts that do not.
type Definition = (fn(&str) -> bool, &'static [&'static str], &'static [&'static str]);

const DEFINITIONS: [Definition; 8] = [
    (
        host_writing::is_valid_ipv4_address_string,
        &["0.0.0.0", "127.0.0.1", "255.255.255.255"],
        &["", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.0x4", "1..3.4", "\u{ff11}.2.3.4"],
    ),
    (
        host_writing::is_valid_ipv6_address_string,
        &["::", "::1", "1::", "0:0:0:0:0:0:0:0", "1:2:3:4:5:6:7::", "1::1.2.3.4", "::aB", "1:2:3:4:5:6:1.2.3.4"],
        &["", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8::", "::1::", "::00", "::12345", "1.2.3.4", "::1.2.3", "1:"],
    ),
    (
        host_writing::is_valid_domain_string,
        &["h", "EXAMPLE.com", "4.example", "\u{fc}", "xn--mgba3gch31f060k", "a\u{3002}b"],
        &["", "h.", ".", "a_b", "-a", "a..b", "xn--", "1.2.3.4", "h.4", "0x7f", "a%41", "a b", "[::]"],
    ),
    (
        host_writing::is_valid_opaque_host_string,
        &["h", "h.", "a_b", "%00", "1.2", "\u{fc}", "[::1]", "!$&'()*+,;=~"],
        &["", "%", "%4", "a b", "a|b", "a:b", "[::01]", "[", "\u{80}", "\u{fffe}"],
    ),
    (grammar::is_url_port_string, &["", "0", "80", "65535", "000065535"], &["65536", "8o", "+1", "-1", "\u{661}"]),
    (grammar::is_url_scheme_string, &["a", "Z9+-."], &["", "1a", "+a", "a_b", "a%41", "\u{e9}"]),
    (
        grammar::is_scheme_relative_file_url_string,
        &["//", "///", "//h", "//h/", "///c:/", "////"],
        &["", "/", "//h:80", "//c:", "//c|/", "//a_b/"],
    ),
    (
        grammar::is_path_relative_scheme_less_url_string,
        &["", "a/b", "a//", "./a:b", "1:a", "%61:b", ":", "a@b", "..", "%2E%2e/"],
        &["/", "a:b", "a:", "a?", "a#", "a b", "[", "a\\b", "%"],
    ),
];

#[test]
fn definitions() {
    for (place, (is_of, strings, others)) in DEFINITIONS.into_iter().enumerate() {
        for text in strings {
            assert!(is_of(text), "{place}: {text:?}");
        }
        for text in others {
            assert!(!is_of(text), "{place}: {text:?}");
        }
    }
}

#[test]
fn oracle_passes_the_web_platform_tests_of_writing() {
    let (mut valid, mut count) = (0, 0);
    let urls = [wpt::urltestdata(), wpt::extra_urltestdata()].concat();
    let urls = urls.into_iter().map(|case| (case.input, case.base));
    let hosts = [wpt::toascii(), wpt::idna_test_v2(), wpt::idna_test_v2_removed()].concat();
    let hosts = hosts.iter().flat_map(|case| [format!("https://{}/x", case.input), format!("foo://{}/x", case.input)]);
    for (text, against) in urls.chain(hosts.map(|text| (text, None))) {
        // Some of the bases are invalid on purpose.
        let base = against.as_deref().and_then(|base| whatwg::parse(base, None, &mut Errors::new()));
        let verdict = whatwg::is_valid_url_string(&text, base.as_ref());
        assert_eq!(is_without_error(&text, base.as_ref()), verdict, "{text:?} against {against:?}");
        count += 1;
        valid += usize::from(verdict);
    }
    assert!(count == 891 + 29 + 2 * (87 + 2671 + 20) && valid > 500, "{valid} of {count} are valid");
}

#[test]
fn oracle_verdicts_hold_for_random_texts() {
    let mut random = Random::new(161_803);
    let mut valid = 0;
    let bases = BASES.map(base);
    for count in 0..400_000 {
        let text = if count % 4 == 0 { text(&mut random) } else { written(&mut random) };
        let base = bases.get(random.below(bases.len() + 2));
        let verdict = is_without_error(&text, base);
        let against = base.map(Record::href);
        assert_eq!(whatwg::is_valid_url_string(&text, base), verdict, "{text:?} against {against:?}");
        valid += usize::from(verdict);
    }
    assert!(valid > 50_000, "{valid} are valid");
}

/// The delimiters, a letter that may begin a scheme or a drive, a digit, and a character that is not a URL unit.
const ALPHABET: [&str; 13] = ["/", ":", "?", "#", "@", "\\", "|", ".", "[", "%41", "a", "1", "file:"];

/// Tests each text of up to five pieces, without a base and against each.
#[test]
fn short_texts() {
    let bases = BASES.map(base);
    let (mut texts, mut count) = (vec![String::new()], 0);
    for _ in 0..=5 {
        for text in &texts {
            for base in bases.iter().map(Some).chain([None]) {
                let (verdict, by_grammar) = (is_without_error(text, base), whatwg::is_valid_url_string(text, base));
                assert_eq!(verdict, by_grammar, "{text:?} against {:?}", base.map(Record::href));
                count += 1;
            }
        }
        texts = texts.iter().flat_map(|text| ALPHABET.iter().map(move |piece| format!("{text}{piece}"))).collect();
    }
    assert_eq!(count, 8 * (1 + 13 + 13_usize.pow(2) + 13_usize.pow(3) + 13_usize.pow(4) + 13_usize.pow(5)));
}
