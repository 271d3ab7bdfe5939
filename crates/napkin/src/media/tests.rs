use alloc::string::ToString;

use super::*;

/// (text, result by RFC 2045, result by MIME Sniffing); an error is its code and span.
type Row = (
    &'static str,
    Result<&'static str, (&'static str, usize, usize)>,
    Result<&'static str, (&'static str, usize, usize)>,
);

/// RFC 2045 sections 5.1 and 5.2, and the steps of MIME Sniffing section 4.4.
const READ: [Row; 24] = [
    ("text/plain; charset=us-ascii", Ok("text/plain;charset=us-ascii"), Ok("text/plain;charset=us-ascii")),
    ("text/plain; charset=\"us-ascii\"", Ok("text/plain;charset=us-ascii"), Ok("text/plain;charset=us-ascii")),
    ("(a (nested) \\) one)text(x)/(y)Plain", Ok("text/plain"), Err(("media-type", 0, 1))),
    ("text / plain", Ok("text/plain"), Err(("media-type", 4, 5))),
    ("text/\r\n plain ; a = b", Ok("text/plain;a=b"), Err(("media-type", 5, 6))),
    ("text/plain;a=\"b\r\n c\"", Ok("text/plain;a=\"b c\""), Ok("text/plain")),
    ("text/plain;a=\"b\\\"c\"", Ok("text/plain;a=\"b\\\"c\""), Ok("text/plain;a=\"b\\\"c\"")),
    ("text/plain;a=\"b;c,d\"", Ok("text/plain;a=\"b;c,d\""), Ok("text/plain;a=\"b;c,d\"")),
    ("text/plain;a=\"\"", Ok("text/plain;a=\"\""), Ok("text/plain;a=\"\"")),
    ("text/plain;a={b}", Ok("text/plain;a=\"{b}\""), Ok("text/plain;a=\"{b}\"")),
    ("text/plain;a=%2C", Ok("text/plain;a=%2C"), Ok("text/plain;a=%2C")),
    ("text/plain;A=1;a=2", Ok("text/plain;a=1"), Ok("text/plain;a=1")),
    ("text/plain;a=b c", Err(("media-type-parameter", 15, 16)), Ok("text/plain;a=\"b c\"")),
    ("text/plain;a=b/c", Err(("media-type-parameter", 14, 15)), Ok("text/plain;a=\"b/c\"")),
    ("text/plain;a=", Err(("media-type-parameter", 13, 13)), Ok("text/plain")),
    ("text/plain;a", Err(("media-type-parameter", 12, 12)), Ok("text/plain")),
    ("text/plain;", Err(("media-type-parameter", 11, 11)), Ok("text/plain")),
    ("text/plain;a=\"b", Err(("media-type-parameter", 15, 15)), Ok("text/plain;a=b")),
    ("text/plain;a=\"\u{e9}\"", Err(("media-type-parameter", 14, 16)), Ok("text/plain;a=\"\u{e9}\"")),
    ("", Err(("media-type", 0, 0)), Err(("media-type", 0, 0))),
    ("text", Err(("media-type", 4, 4)), Err(("media-type", 4, 4))),
    ("text/", Err(("media-type", 5, 5)), Err(("media-type", 5, 5))),
    ("/plain", Err(("media-type", 0, 1)), Err(("media-type", 0, 0))),
    ("text/plain (", Err(("media-type-parameter", 12, 12)), Err(("media-type", 10, 11))),
];

#[test]
fn reads_by_both_standards() {
    for (text, strict, whatwg) in READ {
        for (reading, expected) in [(Reading::Strict, strict), (Reading::Whatwg, whatwg)] {
            let found = MediaType::parse(text, reading);
            let found = found.as_ref().map(MediaType::to_string);
            let found = found.map_err(|error| (error.rule().code(), error.span().start, error.span().end));
            assert_eq!(found.as_deref().map_err(|error| *error), expected, "{text:?} {reading:?}");
        }
    }
}

#[test]
fn written_media_types_are_read_alike_by_both_readers() {
    for (text, strict, whatwg) in READ {
        for written in [strict, whatwg].into_iter().flatten().filter(|written| written.is_ascii()) {
            let read = MediaType::parse(written, Reading::Strict).unwrap();
            assert_eq!(Ok(read), MediaType::parse(written, Reading::Whatwg), "{text:?}");
        }
    }
}

#[test]
fn skipped_parameters_are_reported() {
    let mut findings: Vec<Finding> = Vec::new();
    let text = "text/plain;b;a=1;[=2;A=3;c=4;a=5";
    let read = MediaType::parse_with(text, Reading::Whatwg, &MediaLimits::NONE, &mut findings).unwrap();
    assert_eq!(read.to_string(), "text/plain;a=1;c=4");
    let found: Vec<_> = findings.iter().map(|finding| (finding.rule.code(), finding.span.of(text))).collect();
    let expected = [
        ("media-type-parameter", "b"),
        ("media-type-parameter", "[=2"),
        ("media-type-repeated", "A=3"),
        ("media-type-repeated", "a=5"),
    ];
    assert_eq!(found, expected);
    assert_eq!(findings[3].also, Some(Span::new(13, 16)));
}

#[test]
fn limits_have_findings_of_their_own() {
    let many = alloc::format!("text/plain{}", ";a=1".repeat(10_000));
    for &reading in Reading::ALL {
        let code =
            |limits| MediaType::parse_with(&many, reading, &limits, &mut ()).map_err(|error| error.rule().code());
        assert_eq!(code(MediaLimits::NONE.with_media_type(100)), Err("media-type-too-long"));
        assert_eq!(code(MediaLimits::NONE.with_parameters(9_999)), Err("media-type-too-many-parameters"));
        assert_eq!(code(MediaLimits::NONE).unwrap().parameters().len(), 1);
    }
}

#[test]
fn parts_that_cannot_be_written_are_refused() {
    for (top_level, subtype) in [("", "x"), ("x", ""), ("te xt", "x"), ("x", "a/b"), ("x", "\u{e9}")] {
        assert!(MediaType::new(top_level, subtype).is_err(), "{top_level} {subtype}");
    }
    for (name, value) in [("", "x"), ("a b", "x"), ("a", "\n"), ("a", "\u{100}"), ("a", "\0")] {
        assert!(MediaType::new("text", "plain").unwrap().with_parameter(name, value).is_err(), "{name} {value:?}");
    }
}
