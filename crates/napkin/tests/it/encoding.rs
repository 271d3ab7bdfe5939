//! Tests queries in legacy encodings, by the tables of the URL Standard and the Web Platform Tests.
#![cfg(feature = "encoding")]

use std::error::Error as _;

use napkin::percent::EncodeSet;
use napkin::whatwg::{ParseInError, UnknownEncoding, Url, percent_encode_after_encoding};

const QUERY: EncodeSet = EncodeSet::SPECIAL_QUERY;
const FORM: EncodeSet = EncodeSet::FORM_URLENCODED;

/// (label, set, text, encoded), the summary in section 1.3
const STANDARD: [(&str, EncodeSet, &str, &str); 8] = [
    ("Shift_JIS", QUERY, " ", "%20"),
    ("Shift_JIS", QUERY, "\u{2261}", "%81%DF"),
    ("Shift_JIS", QUERY, "\u{203d}", "%26%238253%3B"),
    ("ISO-2022-JP", QUERY, "\u{a5}", "%1B(J\\%1B(B"),
    ("Shift_JIS", FORM, "1+1 \u{2261} 2%20\u{203d}", "1%2B1+%81%DF+2%2520%26%238253%3B"),
    ("UTF-8", EncodeSet::USERINFO, "\u{2261}", "%E2%89%A1"),
    ("UTF-8", EncodeSet::USERINFO, "\u{203d}", "%E2%80%BD"),
    ("UTF-8", EncodeSet::USERINFO, "Say what\u{203d}", "Say%20what%E2%80%BD"),
];

/// (label, text, encoded), all of the Web Platform Tests' `url/resources/percent-encoding.json`
const PUBLISHED: [(&str, &str, &str); 17] = [
    ("big5", "\u{2020}", "%26%238224%3B"),
    ("euc-kr", "\u{2020}", "%A2%D3"),
    ("utf-8", "\u{2020}", "%E2%80%A0"),
    ("windows-1252", "\u{2020}", "%86"),
    ("big5", "\u{e}A", "%0EA"),
    // Characters that would switch the state are missing on purpose, such as U+FFFD.
    ("iso-2022-jp", "\u{e}A", "%26%2365533%3BA"),
    ("utf-8", "\u{e}A", "%0EA"),
    ("iso-2022-jp", "\u{203e}\\", "%1B(J~%1B(B\\"),
    ("utf-8", "\u{203e}\\", "%E2%80%BE\\"),
    ("gb18030", "\u{e5e5}", "%26%2358853%3B"),
    ("utf-8", "\u{e5e5}", "%EE%97%A5"),
    ("shift_jis", "\u{2212}", "%81|"),
    ("utf-8", "\u{2212}", "%E2%88%92"),
    ("iso-8859-2", "\u{a2}", "%26%23162%3B"),
    ("utf-8", "\u{a2}", "%C2%A2"),
    ("utf-8", "\u{e1}|", "%C3%A1|"),
    // Additional cases: a state of ISO-2022-JP is left before an unmappable character, and at the end.
    ("iso-2022-jp", "\u{3042}\u{e1}\u{a5}\u{e1}", "%1B$B$%22%1B(B%26%23225%3B%1B(J\\%26%23225%3B%1B(B"),
];

#[test]
fn text_is_encoded_and_then_percent_encoded() {
    for (label, set, text, expected) in STANDARD {
        assert_eq!(percent_encode_after_encoding(text, label, set).as_deref(), Ok(expected), "{label} {text}");
    }
    for (label, text, expected) in PUBLISHED {
        assert_eq!(percent_encode_after_encoding(text, label, QUERY).as_deref(), Ok(expected), "{label} {text}");
    }
}

#[test]
fn queries_are_in_the_encoding_and_fragments_in_utf_8() {
    let in_utf_8 = |text| percent_encode_after_encoding(text, "utf-8", EncodeSet::FRAGMENT).unwrap();
    for (label, text, expected) in PUBLISHED {
        let base = Url::parse("https://doesnotmatter.invalid/", None).unwrap();
        for url in [format!("https://doesnotmatter.invalid/?{text}#{text}"), format!("?{text}#{text}")] {
            let url = Url::parse_in(&url, Some(&base), label).unwrap();
            assert_eq!(url.search(), format!("?{expected}"), "{label} {text}");
            assert_eq!(url.hash(), format!("#{}", in_utf_8(text)), "{label} {text}");
            assert_eq!(Url::parse(url.href(), None).as_ref(), Ok(&url), "it is a URL like any other");
        }
    }
}

/// (label, text, URL): query state, and the Encoding Standard's *get an output encoding*
const WHERE: [(&str, &str, &str); 13] = [
    ("windows-1252", "http://h/\u{e9}?\u{e9}#\u{e9}", "http://h/%C3%A9?%E9#%C3%A9"),
    ("windows-1252", "ftp://h/?\u{e9}", "ftp://h/?%E9"),
    ("windows-1252", "file:///?\u{e9}'", "file:///?%E9%27"),
    ("windows-1252", "ws://h/?\u{e9}", "ws://h/?%C3%A9"),
    ("windows-1252", "wss://h/?\u{e9}'", "wss://h/?%C3%A9%27"),
    ("windows-1252", "non-special://h/?\u{e9}'", "non-special://h/?%C3%A9'"),
    ("windows-1252", "mailto:a?\u{e9}", "mailto:a?%C3%A9"),
    ("windows-1252", "http://h/?%E9%zz", "http://h/?%E9%zz"),
    // Labels: case and surrounding white space do not matter, and each name of an encoding works.
    (" LATIN1\n", "http://h/?\u{e9}", "http://h/?%E9"),
    ("utf-16be", "http://h/?\u{e9}", "http://h/?%C3%A9"),
    ("utf-16", "http://h/?\u{e9}", "http://h/?%C3%A9"),
    ("iso-2022-kr", "http://h/?\u{e9}", "http://h/?%C3%A9"),
    ("x-user-defined", "http://h/?\u{f7e9}\u{e9}", "http://h/?%E9%26%23233%3B"),
];

#[test]
fn the_encoding_counts_for_special_queries() {
    for (label, text, expected) in WHERE {
        let url = Url::parse_in(text, None, label).unwrap();
        assert_eq!(url.href(), expected, "{label} {text}");
        assert_eq!(url.reference().parts(), Url::parse(expected, None).unwrap().reference().parts(), "{label} {text}");
    }
}

#[test]
fn long_queries_are_encoded_piece_by_piece() {
    let text = "a\u{3042}\u{e1} ".repeat(1000);
    let expected = "a%1B%24B%24%22%1B%28B%26%23225%3B+".repeat(1000);
    assert_eq!(percent_encode_after_encoding(&text, "iso-2022-jp", FORM), Ok(expected));
}

#[test]
fn unknown_encodings_and_invalid_urls_are_errors() {
    for label in ["", "utf8mb4", "latin-1-", "\u{a0}utf-8"] {
        let error = Url::parse_in("http://h/", None, label).unwrap_err();
        assert_eq!(error, ParseInError::Encoding(UnknownEncoding), "{label}");
        assert_eq!(error.to_string(), "expected a label of the Encoding Standard, but found another name");
        assert_eq!(percent_encode_after_encoding("", label, QUERY), Err(UnknownEncoding), "{label}");
    }
    let error = Url::parse_in("http://h:8o/", None, "latin1").unwrap_err();
    let expected = Url::parse("http://h:8o/", None).unwrap_err();
    assert_eq!(error, ParseInError::Url(expected));
    assert_eq!((error.to_string(), error.source().unwrap().to_string()), (expected.to_string(), expected.to_string()));
}
