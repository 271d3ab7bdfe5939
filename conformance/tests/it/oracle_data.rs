//! Compares the oracle of `data:` URLs with the Web Platform Tests.

use napkin_conformance::oracle::data::{forgiving_base64_decode, parse_mime_type, process, serialize_mime_type};
use napkin_conformance::wpt;

#[test]
fn oracle_passes_the_web_platform_tests_of_data_urls() {
    let cases = wpt::data_urls();
    assert_eq!(cases.len(), 78);
    for case in cases {
        let found = process(&case.input).map(|data| (serialize_mime_type(&data.mime_type), data.body));
        assert_eq!(found, case.mime_type.map(|mime_type| (mime_type, case.body)), "{:?}", case.input);
    }
}

#[test]
fn oracle_passes_the_web_platform_tests_of_base64() {
    let cases = wpt::base64();
    assert_eq!(cases.len(), 80);
    for (text, expected) in cases {
        assert_eq!(forgiving_base64_decode(&text), expected, "{text:?}");
    }
}

#[test]
fn oracle_passes_the_web_platform_tests_of_mime_types() {
    for (cases, count) in [(wpt::mime_types(), 74), (wpt::generated_mime_types(), 881)] {
        assert_eq!(cases.len(), count);
        for case in cases {
            let found = parse_mime_type(&case.input).as_ref().map(serialize_mime_type);
            assert_eq!(found, case.output, "{:?}", case.input);
        }
    }
}
