//! Tests `data:` URLs: the cases of `data/cases/data.toml`, and that all ways to read one agree.

use napkin::data::{Checker, DataUrl, Decoder, MediaLimits, Reading, check};
use napkin::{Error, Finding, Severity, Standard, rules, whatwg};
use toml::{Table, Value};

type Decoded = (String, bool, Vec<u8>);

fn cases() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/cases/data.toml");
    let table: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    table["case"].as_array().unwrap().iter().map(|row| row.as_table().unwrap().clone()).collect()
}

/// The texts of the cases, and others with more unusual characters.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = cases().iter().map(|case| case["input"].as_str().unwrap().into()).collect();
    let odd = "data:|DATA:| |\t|\n|text/html|/|//h|;|charset=utf-8|a=\"b|;base64|,|%|%4|%41|%2C|?|#|..|QUJD|WA==|\u{e9}|\x0c|\
               \0|\x01 |<|=|A";
    let usual = ["", "text/html", ";charset=utf-8", ";base64", ",", ",", "%41", "A", "QUJD", "WA=="];
    let odd: Vec<&str> = odd.split('|').collect();
    let mut number = 1997_u64;
    for count in 0..20_000 {
        let mut text = Vec::from("data:");
        let pieces = if count % 2 == 0 { &odd[..] } else { &usual };
        for _ in 0..count % 12 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.extend_from_slice(pieces[(number >> 33) as usize % pieces.len()].as_bytes());
        }
        // Some are not UTF-8.
        if count % 16 == 0 {
            text.push((number >> 40) as u8);
        }
        texts.push(text);
    }
    // Browsers read these as paths and hosts, so these spans do not exist in the URL that results.
    let hierarchical: [&[u8]; 4] = [b"data:/a#\xfb?c", b" d\nata:/a\xfb", b"\t data://h^,X", b" data:/;base64,W"];
    texts.extend(hierarchical.map(Vec::from));
    texts
}

fn decode(text: &[u8], reading: Reading) -> Result<Decoded, Error> {
    let url = DataUrl::parse(text, reading)?;
    let data = url.decode()?;
    assert!(data.len() <= url.max_len());
    let mut exact = vec![0; data.len()];
    assert_eq!(url.decode_into(&mut exact), Ok(data.len()));
    assert_eq!(exact, data);
    if let Some(short) = data.len().checked_sub(1) {
        assert_eq!(url.decode_into(&mut exact[..short]).map_err(|error| error.rule()), Err(rules::TOO_LONG));
    }
    Ok((url.media_type().to_string(), url.is_base64(), data))
}

fn expected_findings(case: &Table) -> Vec<(String, usize, usize)> {
    let rows = case.get("findings").and_then(Value::as_array);
    let number = |value: &Value| value.as_integer().unwrap() as usize;
    let row = |row: &Value| (row[0].as_str().unwrap().to_owned(), number(&row[1]), number(&row[2]));
    rows.into_iter().flatten().map(row).collect()
}

#[test]
fn debug_output_shows_no_data() {
    let text = format!("data:image/gif;base64,{}", "A".repeat(1 << 20));
    let url = DataUrl::parse(&text, Reading::Strict).unwrap();
    assert_eq!(format!("{url:?}"), "DataUrl(strict: image/gif;base64, 1048576 bytes)");
    let mut decoder = Decoder::new(Reading::Strict);
    decoder.push(text.as_bytes(), &mut |_| ()).unwrap();
    assert_eq!(format!("{decoder:?}"), "Decoder(strict, 1048598 bytes read, 786432 bytes decoded)");
}

#[test]
fn each_case_has_both_answers() {
    for case in cases() {
        let input = case["input"].as_str().unwrap();
        for &reading in Reading::ALL {
            let expected = case[reading.name()].as_table().unwrap();
            let found = decode(input.as_bytes(), reading);
            if let Some(rule) = expected.get("rule") {
                let error = found.expect_err(input);
                let at = [error.span().start, error.span().end].map(|at| Value::Integer(at as i64));
                let found = (error.rule().code(), Value::from(at.to_vec()));
                assert_eq!(found, (rule.as_str().unwrap(), expected["at"].clone()), "{input} {reading:?}");
                continue;
            }
            let bytes = expected.get("bytes").and_then(Value::as_array);
            let data = match bytes {
                Some(bytes) => bytes.iter().map(|byte| byte.as_integer().unwrap() as u8).collect(),
                None => expected["text"].as_str().unwrap().as_bytes().to_vec(),
            };
            let is_base64 = expected.contains_key("base64");
            let expected = (expected["type"].as_str().unwrap().to_owned(), is_base64, data);
            assert_eq!(found, Ok(expected), "{input} {reading:?}");
        }
    }
}

#[test]
fn each_case_has_its_findings() {
    for case in cases() {
        let input = case["input"].as_str().unwrap();
        for &reading in Reading::ALL {
            let mut findings: Vec<Finding> = Vec::new();
            let _ = check(input, reading, &MediaLimits::NONE, &mut findings);
            let found: Vec<_> = findings.iter().map(|f| (f.rule.code().to_owned(), f.span.start, f.span.end)).collect();
            assert_eq!(found, expected_findings(&case), "{input:?} {reading:?}");
            assert!(findings.iter().all(|finding| !finding.see().is_empty()), "{input}");
        }
    }
}

/// `check` fails on the same texts as reading, with the same error; strict readers accept texts without an error among
/// their findings.
#[test]
fn checking_is_reading() {
    for text in texts() {
        for &reading in Reading::ALL {
            let read = decode(&text, reading);
            let mut findings: Vec<Finding> = Vec::new();
            let checked = check(&text, reading, &MediaLimits::NONE, &mut findings);
            let shown = String::from_utf8_lossy(&text).into_owned();
            assert_eq!(checked.err(), read.as_ref().err().copied(), "{shown:?} {reading:?} {findings:?}");
            if reading == Reading::Strict {
                let is_good = findings.iter().all(|finding| finding.rule.severity() == Severity::Remark);
                assert_eq!(read.is_ok(), is_good, "{shown:?} {findings:?}");
            }
            let places: Vec<usize> = findings.iter().map(|finding| finding.span.start).collect();
            assert!(places.is_sorted(), "{shown:?} {findings:?}");
        }
    }
}

/// Both readings agree on a text without findings.
#[test]
fn without_findings_the_readings_agree() {
    let mut agreed = 0;
    for text in texts() {
        let mut findings: Vec<Finding> = Vec::new();
        if check(&text, Reading::Whatwg, &MediaLimits::NONE, &mut findings).is_ok() && findings.is_empty() {
            assert_eq!(decode(&text, Reading::Strict), decode(&text, Reading::Whatwg));
            agreed += 1;
        }
    }
    assert!(agreed > 50, "only {agreed} texts");
}

/// "The black box behavior is the same": the URL parser's output has the same data.
#[test]
fn as_through_the_url_parser() {
    let mut parsed = 0;
    for text in texts() {
        let Ok(text) = String::from_utf8(text) else { continue };
        let direct = decode(text.as_bytes(), Reading::Whatwg).ok();
        let through = whatwg::Url::parse(&text, None).ok();
        let through = through.filter(|url| url.protocol() == "data:");
        let through = through.and_then(|url| decode(url.href().as_bytes(), Reading::Whatwg).ok());
        parsed += usize::from(through.is_some());
        assert_eq!(direct, through, "{text:?}");
    }
    assert!(parsed > 3000, "only {parsed} texts");
}

fn pushed(text: &[u8], reading: Reading, piece: usize) -> Result<Decoded, Error> {
    let mut decoder = Decoder::with_limits(reading, MediaLimits::NONE);
    let mut data = Vec::new();
    for piece in text.chunks(piece) {
        decoder.push(piece, &mut |bytes| data.extend_from_slice(bytes))?;
    }
    let summary = decoder.finish(&mut |bytes| data.extend_from_slice(bytes))?;
    assert_eq!((summary.length, summary.text_length), (data.len() as u64, text.len() as u64));
    Ok((summary.media_type.to_string(), summary.is_base64, data))
}

#[test]
fn in_pieces_of_any_length() {
    for text in texts() {
        for &reading in Reading::ALL {
            let whole = decode(&text, reading);
            for piece in [1, 2, 3, 7, 64] {
                let found = pushed(&text, reading, piece);
                let shown = String::from_utf8_lossy(&text);
                let outcome = |result: &Result<Decoded, Error>| match result {
                    Ok(decoded) => Ok(decoded.clone()),
                    // A character at the end of a piece is incomplete.
                    Err(error) => Err((error.rule(), error.span().start)),
                };
                assert_eq!(outcome(&found), outcome(&whole), "{shown:?} {reading:?} by {piece}");
                let ends = [&found, &whole].map(|result| result.as_ref().map_or_else(|error| error.span().end, |_| 0));
                assert!(ends.iter().all(|&end| end <= text.len()), "{shown:?} {reading:?} by {piece}: {ends:?}");
            }
        }
    }
}

/// Reading in pieces has the same findings and the same error as reading at once.
#[test]
fn checked_in_pieces_of_any_length() {
    let mut texts = texts();
    texts.extend(cases().iter().map(|case| case["input"].as_str().unwrap().as_bytes().to_vec()));
    let mut found = 0;
    for text in texts {
        for &reading in Reading::ALL {
            let mut expected: Vec<Finding> = Vec::new();
            let outcome = check(&text, reading, &MediaLimits::NONE, &mut expected);
            found += expected.len();
            for size in [1, 2, 3, 7, 64] {
                let mut findings: Vec<Finding> = Vec::new();
                let mut checker = Checker::new(reading, MediaLimits::NONE);
                let pushed = text.chunks(size).try_for_each(|piece| checker.push(piece, &mut findings));
                let result = checker.finish(&mut findings);
                let shown = text.escape_ascii();
                assert_eq!((&findings, result), (&expected, outcome), "{shown} {reading:?} by {size}");
                assert!(pushed.is_ok() || pushed == outcome, "{shown} {reading:?} by {size}");
            }
        }
    }
    assert!(found > 10_000, "only {found} findings");
}

#[test]
fn limits_are_held_by_checkers() {
    let long = format!("data:text/plain;a={},X", "x".repeat(100_000));
    let many = format!("data:text/plain{},X", ";a=b".repeat(10_000));
    let before = format!("{}data:,X", " ".repeat(2 << 20));
    let kept = format!("data:,{}X", " ".repeat(2 << 20));
    let escape = format!("data:,%{}41", "\n".repeat(2 << 20));
    let hierarchical = format!("data:/{},X", "x".repeat(2 << 20));
    let cases = [
        (long, rules::MEDIA_TYPE_TOO_LONG),
        (many, rules::MEDIA_TYPE_TOO_MANY_PARAMETERS),
        (before, rules::TOO_LONG),
        (kept, rules::TOO_LONG),
        (escape, rules::TOO_LONG),
        (hierarchical, rules::TOO_LONG),
    ];
    for (text, rule) in cases {
        for size in [1, 1000, usize::MAX] {
            let mut findings: Vec<Finding> = Vec::new();
            let mut checker = Checker::new(Reading::Whatwg, MediaLimits::STREAM);
            let _ = text.as_bytes().chunks(size).try_for_each(|piece| checker.push(piece, &mut findings));
            let error = checker.finish(&mut findings).unwrap_err();
            assert_eq!((error.rule(), findings.last().map(|last| last.rule)), (rule, Some(rule)), "by {size}");
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn as_a_stream() {
    use std::io::{ErrorKind, Read};

    for text in texts() {
        for &reading in Reading::ALL {
            let mut reader = napkin::data::Reader::with_limits(&text[..], reading, MediaLimits::NONE);
            let mut data = Vec::new();
            let found = reader.read_to_end(&mut data).map_err(|error| error.kind());
            let expected = decode(&text, reading).map(|decoded| decoded.2).map_err(|_| ErrorKind::InvalidData);
            assert_eq!(found.map(|_| data), expected, "{:?}", String::from_utf8_lossy(&text));
        }
    }
}

/// Each example of a rule of `data:` URLs violates it. The screen finds the examples of screening.
#[test]
fn the_examples_of_the_rules() {
    let mut checked = 0;
    for &rule in rules::DATA_RULES {
        let Some(example) = rule.example().filter(|example| example.text.starts_with("data:")) else { continue };
        let reading = if example.standard == Standard::Whatwg { Reading::Whatwg } else { Reading::Strict };
        let mut findings: Vec<Finding> = Vec::new();
        let _ = check(example.text, reading, &MediaLimits::NONE, &mut findings);
        assert!(findings.iter().any(|finding| finding.rule == rule), "{} {findings:?}", rule.code());
        checked += 1;
    }
    assert_eq!(checked, 17);
}

#[test]
fn limits_are_held_by_streams() {
    let long = format!("data:text/plain;a={},X", "x".repeat(100_000));
    let many = format!("data:text/plain{},X", ";a=b".repeat(10_000));
    let kept = format!("data:,{}X", " ".repeat(2 << 20));
    let hierarchical = format!("data:/{},X", "x".repeat(2 << 20));
    let cases = [
        (long, rules::MEDIA_TYPE_TOO_LONG),
        (many, rules::MEDIA_TYPE_TOO_MANY_PARAMETERS),
        (kept, rules::TOO_LONG),
        (hierarchical, rules::TOO_LONG),
    ];
    for (text, rule) in cases {
        let mut decoder = Decoder::new(Reading::Whatwg);
        let mut push = |piece: &[u8]| decoder.push(piece, &mut |_| {});
        let error = text.as_bytes().chunks(1000).find_map(|piece| push(piece).err());
        assert_eq!(error.map(|error| error.rule()), Some(rule));
        assert_eq!(push(b"more").err(), error);
        assert!(DataUrl::parse(&text, Reading::Whatwg).is_ok());
    }
}

#[test]
fn messages_are_whole() {
    let cases = [
        ("http:,X", Reading::Whatwg, "expected the scheme `data:`, but found `h`; Fetch Standard section 6"),
        ("data:X", Reading::Whatwg, "expected `,` before the data, but found the end; Fetch Standard section 6"),
        ("data:X#,", Reading::Strict, "expected `,` before the data, but found `#`; RFC 2397 section 3"),
        ("data:x,", Reading::Strict, "expected `/` and a subtype, but found the end; RFC 2045 section 5.1"),
        ("data:x/,", Reading::Strict, "expected a subtype, but found the end; RFC 2045 section 5.1"),
        ("data:x/y;a,", Reading::Strict, "expected `=` and a value, but found the end; RFC 2045 section 5.1"),
        (
            "data:x/y;a=(,",
            Reading::Strict,
            "expected a character of a token, or an escape, but found `(`; RFC 2045 section 5.1",
        ),
        ("data:;base64,-", Reading::Whatwg, "expected `+` or `/`, but found `-`; Infra Standard section 7"),
        (
            "data:;base64,W\u{e9}",
            Reading::Strict,
            "expected a character of base64, but found `\u{e9}`; RFC 2045 section 6.8",
        ),
        (
            "data:;base64,W",
            Reading::Strict,
            "expected another character of base64, but found the end; RFC 2045 section 6.8",
        ),
        (
            "data:;base64,WA",
            Reading::Strict,
            "expected `=` to the end of the group, but found the end; RFC 2045 section 6.8",
        ),
        ("data:,%x", Reading::Strict, "expected two hexadecimal digits after `%`, but found `x`; RFC 3986 section 2.1"),
        (
            "data:,\"",
            Reading::Strict,
            "expected a character that may stand in a URL, but found `\"`; RFC 2397 section 3",
        ),
    ];
    for (text, reading, expected) in cases {
        let error = decode(text.as_bytes(), reading).unwrap_err();
        assert_eq!(format!("{}; {}", error.finding(), error.finding().see()), expected, "{text}");
    }
}
