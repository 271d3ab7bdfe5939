//! Compares the oracle of the URL Standard with the standard's own examples, and tests what no Web Platform Test
//! covers: the names of validation errors, and whether strings of test data reach the parser as they would reach an
//! API.

use std::collections::BTreeSet;

use encoding_rs::{Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};
use napkin_conformance::oracle::whatwg::code_points::PercentEncodeSet::{self, FormUrlencoded, SpecialQuery, Userinfo};
use napkin_conformance::oracle::whatwg::idna::domain_to_unicode;
use napkin_conformance::oracle::whatwg::percent::{percent_decode, percent_encode_after_encoding, percent_encode_byte};
use napkin_conformance::oracle::whatwg::{self, Errors, Host, Path, urlencoded};
use napkin_conformance::wpt::scalar_values;

/// An input, its base, whether it fails, and the reported errors.
type Reported = (&'static str, Option<&'static str>, bool, &'static [&'static str]);

const NO_SLASHES: &str = "special-scheme-missing-following-solidus";

/// The examples of the table in "Writing", and inputs for steps that report several errors, or report before or after
/// another step.
const REPORTED: &[Reported] = &[
    ("https://exa%23mple.org", None, true, &["domain-percent-encoded", "domain-to-ASCII"]),
    ("https://exam%70le.org", None, false, &["domain-percent-encoded"]),
    ("foo://exa[mple.org", None, true, &["host-invalid-code-point"]),
    ("https://127.0.0.1./", None, false, &["domain-to-ASCII", "IPv4-empty-part"]),
    ("https://1.2.3/", None, false, &["IPv4-too-few-parts"]),
    ("https://1.2.3.4.5/", None, true, &["IPv4-too-many-parts"]),
    ("https://test.42", None, true, &["IPv4-too-few-parts", "IPv4-non-numeric-part"]),
    ("https://127.0.0x0.1", None, false, &["IPv4-non-decimal-part"]),
    ("https://255.255.4000.1", None, true, &["IPv4-out-of-range-part"]),
    (
        "https://0x7F.010.65536",
        None,
        true,
        &["IPv4-too-few-parts", "IPv4-non-decimal-part", "IPv4-non-decimal-part", "IPv4-out-of-range-part"],
    ),
    // The inputs that motivated the change of the standard: circled, superscript and full-width digits, the
    // ideographic full stop, and each of them escaped.
    ("https://\u{2460}.\u{2461}.\u{2462}.\u{2463}/", None, false, &["IPv4-non-ASCII-input"]),
    ("https://1\u{3002}2\u{3002}3\u{3002}4/", None, false, &["IPv4-non-ASCII-input"]),
    ("https://1.2.3.\u{2074}/", None, false, &["IPv4-non-ASCII-input"]),
    ("https://\u{ff11}.2.3/", None, false, &["IPv4-non-ASCII-input", "IPv4-too-few-parts"]),
    ("https://%EF%BC%91.2.3.4/", None, false, &["domain-percent-encoded", "IPv4-non-ASCII-input"]),
    ("https://\u{e9}.42/", None, true, &["IPv4-non-ASCII-input", "IPv4-too-few-parts", "IPv4-non-numeric-part"]),
    ("https://\u{ff11}.example/", None, false, &[]),
    ("https://[::1", None, true, &["IPv6-unclosed"]),
    ("https://[:1]", None, true, &["IPv6-invalid-compression"]),
    ("https://[1:2:3:4:5:6:7:8:9]", None, true, &["IPv6-too-many-pieces"]),
    ("https://[1::1::1]", None, true, &["IPv6-multiple-compression"]),
    ("https://[1:2:3!:4]", None, true, &["IPv6-invalid-code-point"]),
    ("https://[1:2:3:]", None, true, &["IPv6-invalid-code-point"]),
    ("https://[1:2:3]", None, true, &["IPv6-too-few-pieces"]),
    ("https://[::01]", None, false, &["IPv6-piece-leading-zero"]),
    ("https://[00::0001]", None, false, &["IPv6-piece-leading-zero", "IPv6-piece-leading-zero"]),
    ("https://[1:1:1:1:1:1:1:127.0.0.1]", None, true, &["IPv4-in-IPv6-too-many-pieces"]),
    ("https://[ffff::.0.0.1]", None, true, &["IPv4-in-IPv6-invalid-code-point"]),
    ("https://[ffff::127.0.xyz.1]", None, true, &["IPv4-in-IPv6-invalid-code-point"]),
    ("https://[ffff::127.0xyz]", None, true, &["IPv4-in-IPv6-invalid-code-point"]),
    ("https://[ffff::127.00.0.1]", None, true, &["IPv4-in-IPv6-invalid-code-point"]),
    ("https://[ffff::127.0.0.1.2]", None, true, &["IPv4-in-IPv6-invalid-code-point"]),
    ("https://[ffff::127.0.0.4000]", None, true, &["IPv4-in-IPv6-out-of-range-part"]),
    ("https://[ffff::127.0.0]", None, true, &["IPv4-in-IPv6-too-few-parts"]),
    ("https://example.org/>", None, false, &["invalid-URL-unit"]),
    (" https://example.org ", None, false, &["invalid-URL-unit"]),
    ("ht\ntps://example.org", None, false, &["invalid-URL-unit"]),
    (" ht\n\ttps://example.org ", None, false, &["invalid-URL-unit", "invalid-URL-unit"]),
    ("https://example.org/%s", None, false, &["invalid-URL-unit"]),
    ("https://example.org/%s%2>?%#\u{FFFE}%41", None, false, &["invalid-URL-unit"; 5]),
    ("foo:a %#b", None, false, &["invalid-URL-unit", "invalid-URL-unit"]),
    ("foo://a\u{1}%zz%/", None, false, &["invalid-URL-unit", "invalid-URL-unit"]),
    ("file:c:/my-secret-folder", None, false, &[NO_SLASHES]),
    ("https:example.org", None, false, &[NO_SLASHES]),
    ("https:foo.html", Some("https://example.org/"), false, &[NO_SLASHES]),
    ("https:////example.org", None, false, &[NO_SLASHES, NO_SLASHES]),
    ("💩", None, true, &["missing-scheme-non-relative-URL"]),
    ("💩", Some("mailto:user@example.org"), true, &["missing-scheme-non-relative-URL"]),
    ("https://example.org\\path\\to\\file", None, false, &["invalid-reverse-solidus"; 3]),
    ("\\\\h\\p", Some("https://example.org/"), false, &["invalid-reverse-solidus"; 3]),
    ("https://user@example.org", None, false, &["invalid-credentials"]),
    ("ssh://user@example.org", None, false, &["invalid-credentials"]),
    ("https://us@er@example.org", None, false, &["invalid-credentials", "invalid-credentials"]),
    ("https://#fragment", None, true, &["host-missing"]),
    ("https://:443", None, true, &["host-missing"]),
    ("https://user:pass@", None, true, &["invalid-credentials", "host-missing"]),
    ("https://example.org:70000", None, true, &["port-out-of-range"]),
    ("https://example.org:7z", None, true, &["port-invalid"]),
    // The steps report nothing here, although the table has it as an example: U+002F (/) skips the step.
    ("/c:/path/to/file", Some("file:///c:/"), false, &[]),
    ("c|/path/to/file", Some("file:///c:/"), false, &["file-invalid-Windows-drive-letter", "invalid-URL-unit"]),
    ("file://c:", None, false, &["file-invalid-Windows-drive-letter-host"]),
    // From the notes on the domain parser: an ASCII domain is kept whatever ToASCII returns, any other domain is not.
    ("https://xn--8i7caa/", None, false, &["domain-to-ASCII"]),
    ("https://xn--8i7caa.ß/", None, true, &["domain-to-ASCII"]),
    ("https://under_score.org/", None, false, &["domain-to-ASCII"]),
    ("https://☕.example", None, false, &[]),
];

#[test]
fn validation_errors() {
    let mut names = BTreeSet::new();
    for &(input, base, fails, expected) in REPORTED {
        let base = base.map(|base| whatwg::parse(base, None, &mut Errors::new()).expect("a base"));
        let mut errors = Errors::new();
        let url = whatwg::parse(input, base.as_ref(), &mut errors);
        assert_eq!(errors, expected, "{input:?}");
        assert_eq!(url.is_none(), fails, "{input:?}");
        names.extend(errors);
    }
    assert_eq!(names.len(), 31, "the names that the table in \"Writing\" has: {names:?}");
}

#[test]
fn setting_reports_and_throws() {
    let mut url = whatwg::parse("https://example.org/", None, &mut Errors::new()).expect("a URL");
    let mut errors = Errors::new();
    assert!(whatwg::set_reporting(&mut url, "host", "example.com:70000", &mut errors));
    assert_eq!((url.href().as_str(), errors), ("https://example.com/", vec!["port-out-of-range"]));
    assert!(!whatwg::set(&mut url, "href", "not absolute"), "a TypeError");
    assert_eq!(url.href(), "https://example.com/");
    assert!(whatwg::can_parse("x", Some("https://example.com/")));
    assert!(!whatwg::can_parse("x", None) && !whatwg::can_parse("https://example.com/", Some("x")));
}

/// The table at the end of "Percent-encoded bytes".
#[test]
fn oracle_encodes_the_examples_of_the_standard() {
    assert_eq!((percent_encode_byte(0x23), percent_encode_byte(0x7F)), ("%23".to_owned(), "%7F".to_owned()));
    assert_eq!(percent_decode(b"%25%s%1G"), b"%%s%1G");
    assert_eq!(percent_decode("‽%25%2E".as_bytes()), [0xE2, 0x80, 0xBD, 0x25, 0x2E]);
    let cases: [(&'static Encoding, &str, PercentEncodeSet, &str); 8] = [
        (SHIFT_JIS, " ", SpecialQuery, "%20"),
        (SHIFT_JIS, "≡", SpecialQuery, "%81%DF"),
        (SHIFT_JIS, "‽", SpecialQuery, "%26%238253%3B"),
        (ISO_2022_JP, "¥", SpecialQuery, "%1B(J\\%1B(B"),
        (SHIFT_JIS, "1+1 ≡ 2%20‽", FormUrlencoded, "1%2B1+%81%DF+2%2520%26%238253%3B"),
        (UTF_8, "≡", Userinfo, "%E2%89%A1"),
        (UTF_8, "‽", Userinfo, "%E2%80%BD"),
        (UTF_8, "Say what‽", Userinfo, "Say%20what%E2%80%BD"),
    ];
    for (encoding, input, set, expected) in cases {
        assert_eq!(percent_encode_after_encoding(encoding, input, set), expected, "{input:?}");
    }
}

/// The note on the set for forms: everything except the ASCII alphanumerics and four other characters.
#[test]
fn forms_keep_alphanumerics_and_four_others() {
    let kept: String = ('\0'..='\u{FF}').filter(|&c| !FormUrlencoded.contains(c)).collect();
    assert_eq!(kept, "*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
}

#[test]
fn forms() {
    let cases = [
        ("a=b&c=d", "a=b&c=d"),
        ("&a&&=b&=&c=d=e", "a=&=b&=&c=d%3De"),
        ("a+b=%2B%zz%ff", "a+b=%2B%25zz%EF%BF%BD"),
        ("\u{FEFF}test", "%EF%BB%BFtest="),
    ];
    for (input, expected) in cases {
        assert_eq!(urlencoded::serialize(&urlencoded::parse_string(input)), expected, "{input:?}");
    }
    let tuples = [("≡".to_owned(), "‽".to_owned())];
    assert_eq!(urlencoded::serialize_encoded(&tuples, SHIFT_JIS), "%81%DF=%26%238253%3B");
}

/// Examples from "Host parsing" and "Host serializing", and from the table of the record in "URL representation".
#[test]
fn records() {
    let parse = |input: &str| whatwg::parse(input, None, &mut Errors::new()).expect("a URL");
    let segments = |path: &[&str]| Path::List(path.iter().map(|segment| (*segment).to_owned()).collect());
    let url = parse("https://localhost:8000/search?q=text#hello");
    assert_eq!((url.host, url.port), (Some(Host::Domain("localhost".to_owned())), Some(8000)));
    assert_eq!((url.path, url.query.as_deref()), (segments(&["search"]), Some("q=text")));
    assert_eq!(parse("urn:isbn:9780307476463").path, Path::Opaque("isbn:9780307476463".to_owned()));
    let url = parse("file:///ada/Analytical%20Engine/README.md");
    assert_eq!((url.host, url.path), (Some(Host::Empty), segments(&["ada", "Analytical%20Engine", "README.md"])));
    assert_eq!(parse("git://github.com/whatwg/url.git").host, Some(Host::Opaque("github.com".to_owned())));
    assert_eq!(parse("http://0x7f.1").host, Some(Host::Ipv4(0x7F00_0001)));
    assert_eq!(parse("x://[0:f:0:0:f:f:0:0]").hostname(), "[0:f::f:f:0:0]");
    assert_eq!(parse("web+demo:/path/..//not-a-host/").href(), "web+demo:/.//not-a-host/");
    assert_eq!(parse("blob:https://whatwg.org/d0360e2f").origin(), "https://whatwg.org");
    assert_eq!(parse("blob:ftp://whatwg.org/d0360e2f").origin(), "null");
}

/// Steps whose omission no Web Platform Test would detect.
#[test]
fn steps_that_only_these_cases_ask_for() {
    let parse = |input: &str, base: Option<&str>| {
        whatwg::parse_api(input, base, &mut Errors::new()).map(|url| url.href()).expect("a URL")
    };
    assert_eq!(parse("http://h/c:/..", None), "http://h/", "only a file's drive letter stays");
    for base in ["file:///a?q", "http://h/a?q"] {
        let expected = base.replace("a?q", "x");
        assert_eq!(parse("x", Some(base)), expected, "the base's query goes with its last segment");
    }
    assert_eq!(parse("file:///a/c|", None), "file:///a/c|", "a drive letter stands first");
    let mut url = whatwg::parse("file://h/p", None, &mut Errors::new()).expect("a URL");
    whatwg::set(&mut url, "host", "c|");
    assert_eq!(url.href(), "file://h/p", "a host that is set is no drive letter");
    for (scheme, query) in [("http", "%81%DF"), ("ws", "%E2%89%A1"), ("wss", "%E2%89%A1"), ("x", "%E2%89%A1")] {
        let url = whatwg::parse_encoded(&format!("{scheme}://h/?≡"), None, SHIFT_JIS, &mut Errors::new());
        assert_eq!(url.expect("a URL").query.as_deref(), Some(query), "{scheme}");
    }
}

/// The parts of UTS 46 that the crate `idna` omits, and its additional limit.
#[test]
fn domains_follow_uts_46_beyond_the_idna_crate() {
    let domain = |domain: &str| whatwg::domain_parse(domain, false, &mut Errors::new());
    assert_eq!(domain("xn--xn---epa.ß"), None, "validity criterion 4: the label decodes to xn--é");
    assert_eq!(domain("xn--xn---epa").as_deref(), Some("xn--xn---epa"), "an ASCII domain is kept");
    assert_eq!(domain_to_unicode("xn--xn---epa.xn--zca"), "xn--xn---epa.xn--zca");
    assert_eq!(domain_to_unicode("xn--zca.xn--zca"), "ß.ß");
    assert_eq!(domain_to_unicode("xn--8i7caa"), "xn--8i7caa");
    assert!(domain(&"é".repeat(1000)).is_some());
    assert_eq!(domain(&"é".repeat(1001)), None, "the crate's limit, which the standard does not have");
}

#[test]
fn lone_surrogates_become_replacement_characters() {
    let cases = [
        (r#""a\u0041""#, r#""a\u0041""#),
        (r#""\ud83d\udca9""#, r#""\ud83d\udca9""#),
        (r#""\ud83d""#, r#""\uFFFD""#),
        (r#""\uDCA9\ud83dx\n""#, r#""\uFFFD\uFFFDx\n""#),
        (r#""\ud83d\ud83d\udca9""#, r#""\uFFFD\ud83d\udca9""#),
        (r#""\\ud83d \\\ud83d""#, r#""\\ud83d \\\uFFFD""#),
        (r#""\ud83d\\udca9""#, r#""\uFFFD\\udca9""#),
    ];
    for (json, expected) in cases {
        assert_eq!(scalar_values(json), expected);
    }
}
