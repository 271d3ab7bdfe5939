//! The structure of messages (`data/mail/structure.toml` and `data/mail/headers.toml`), and that the pieces of any
//! message concatenate to the message.

use std::fmt::Write;

use crate::arbitrary_messages::{HEADERS, messages};
use crate::cases::{self, cases};
use napkin::Finding;
use napkin_mail::rules;
use napkin_mail::{Limits, Message, Part, PartKind, PieceKind};
use proptest::prelude::*;
use toml::{Table, Value};

fn all_cases() -> Vec<Table> {
    ["structure", "headers"].into_iter().flat_map(cases).collect()
}

fn text<'t>(case: &'t Table, key: &str) -> &'t str {
    cases::text(case, key).unwrap_or_else(|| panic!("{key} of {case:?}"))
}

/// Checks that the pieces cover the message from the first byte to the last.
#[track_caller]
fn assert_whole(bytes: &[u8], limits: &Limits) {
    let message = Message::read(bytes, limits, &mut ());
    assert!(message.parts().count() <= limits.parts.max(1), "{}", bytes.escape_ascii());
    let mut at = 0;
    for piece in message.pieces() {
        assert_eq!(piece.span.start, at, "{piece:?} in {}", bytes.escape_ascii());
        assert!(piece.span.end > at, "{piece:?}");
        at = piece.span.end;
    }
    assert_eq!(at, bytes.len(), "{}", bytes.escape_ascii());
    for part in message.parts() {
        assert!(part.source_span(part.span()).end <= bytes.len());
        assert_eq!(message.part(&part.number()).map(|found| found.number()), Some(part.number()));
    }
}

#[test]
fn parts_of_mail_are_those_of_the_cases() {
    for case in all_cases() {
        let name = text(&case, "name");
        let bytes = text(&case, "message").as_bytes();
        let mut findings: Vec<Finding> = Vec::new();
        let message = Message::read(bytes, &Limits::default(), &mut findings);
        let parts: Vec<Value> = message
            .parts()
            .map(|part| {
                let body = if part.kind() != PartKind::Leaf {
                    ""
                } else {
                    std::str::from_utf8(part.raw_body()).unwrap_or("no text")
                };
                Value::Array([&*part.number(), &*part.essence(), body].map(|text| Value::String(text.into())).into())
            })
            .collect();
        assert_eq!(Value::Array(parts), case["parts"], "{name}");
        let rules: Vec<_> = findings.iter().map(|finding| Value::String(finding.rule.code().into())).collect();
        assert_eq!(Value::Array(rules), case.get("rules").cloned().unwrap_or(Value::Array(Vec::new())), "{name}");
        assert_whole(bytes, &Limits::default());
    }
}

/// Every prefix of every case, and every case with other line breaks.
#[test]
fn pieces_of_what_is_cut() {
    for case in all_cases() {
        let message = text(&case, "message");
        let unix = message.replace("\r\n", "\n");
        for message in [message, &unix, &unix.replace('\n', "\r\n"), &unix.replace('\n', "\r")] {
            for end in 0..=message.len() {
                assert_whole(&message.as_bytes()[..end], &Limits::default());
            }
        }
    }
}

/// Messages of ten thousand levels, with a limit and without.
#[test]
fn ten_thousand_levels() {
    const LEVELS: usize = 10_000;
    let mut nested = String::new();
    for level in 0..LEVELS {
        let _ = write!(nested, "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n");
    }
    let messages = "Content-Type: message/rfc822\n\n".repeat(LEVELS);
    for text in [&nested, &messages] {
        let mut findings: Vec<Finding> = Vec::new();
        let message = Message::read(text.as_bytes(), &Limits::default(), &mut findings);
        assert_eq!(message.parts().count(), 101);
        assert!(findings.iter().any(|finding| finding.rule == rules::MAIL_TOO_DEEP));
        let limits = Limits::default().with_depth(usize::MAX);
        let message = Message::read(text.as_bytes(), &limits, &mut ());
        assert_eq!(message.parts().count(), LEVELS + 1);
        assert_eq!(message.parts().last().map(|part| part.depth()), Some(LEVELS));
        assert_eq!(message.pieces().last().map(|piece| piece.span.end), Some(text.len()));
    }
}

#[test]
fn the_limits() {
    let many = format!("Content-Type: multipart/mixed; boundary=b\n\n{}--b--\n", "--b\n\nx\n".repeat(50));
    let long = format!("A: b\nSubject: {}\nC: d\n\nbody", "x".repeat(1000));
    let encoded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogTWVudQo=\n";
    let limits = Limits::default().with_parts(10).with_header(500).with_decoded(10);
    for (text, rule, count) in [
        (&many[..], rules::MAIL_TOO_MANY_PARTS, 10),
        (&long, rules::MAIL_HEADER_TOO_LARGE, 1),
        (encoded, rules::MAIL_DECODED_TOO_LARGE, 1),
    ] {
        let mut findings: Vec<Finding> = Vec::new();
        let message = Message::read(text.as_bytes(), &limits, &mut findings);
        assert!(findings.iter().any(|finding| finding.rule == rule), "{}", rule.code());
        assert_eq!(message.parts().count(), count, "{}", rule.code());
        assert_whole(text.as_bytes(), &limits);
    }
    let message = Message::read(long.as_bytes(), &limits, &mut ());
    assert_eq!((message.root().fields().count(), message.root().raw_body()), (1, &b"body"[..]));
}

/// Found by fuzzing: a message in base64 was one more than the limit.
#[test]
fn encoded_messages_count_too() {
    let text = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogTWVudQo=\n";
    for (parts, rules) in
        [(1, &[rules::MAIL_TRANSFER_ENCODING, rules::MAIL_TOO_MANY_PARTS][..]), (2, &[rules::MAIL_TRANSFER_ENCODING])]
    {
        let mut findings: Vec<Finding> = Vec::new();
        let message = Message::read(text, &Limits::default().with_parts(parts), &mut findings);
        assert_eq!(message.parts().count(), parts);
        assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), rules);
    }
}

/// Found by fuzzing: if a delimiter ended the header of an external body, its object and the next part together exceeded the limit by one.
#[test]
fn a_header_that_a_delimiter_ends_counts_what_it_opens() {
    let text =
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/external-body\n--b\n\nx\n--b--\n";
    for parts in 1..=4 {
        let mut findings: Vec<Finding> = Vec::new();
        let limits = Limits::default().with_parts(parts);
        let message = Message::read(text, &limits, &mut findings);
        assert_eq!(message.parts().count(), parts);
        assert_eq!(findings.iter().any(|finding| finding.rule == rules::MAIL_TOO_MANY_PARTS), parts < 4, "{parts}");
        assert_whole(text, &limits);
    }
}

#[test]
fn places_lead_back_from_encoded_messages() {
    let bytes = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQ29udGVudC1UeXBlOiB0ZXh0L2h0bWwK\nCjxwPg==\n";
    let message = Message::parse(bytes);
    let inner = message.part("1.1").expect("the message inside");
    assert!(!inner.is_verbatim());
    assert_eq!(&bytes[inner.source_span(inner.body()).range()], b"CjxwPg==");
    let field = inner.field("content-type").expect("a field");
    assert_eq!(&bytes[inner.source_span(field.name_span()).range()], b"Q29udGVudC1UeXBl");
    assert_eq!(message.root().kind(), PartKind::Message);
}

/// The visible content of a message: the number, media type and fields of each part, and the body of each leaf.
type Seen = Vec<(String, String, Vec<(String, Vec<u8>)>, Vec<u8>)>;

fn seen(message: &Message<'_>) -> Seen {
    let fields = |part: Part<'_, '_>| part.fields().map(|it| (it.name().into_owned(), it.value().to_vec())).collect();
    let body = |part: Part<'_, '_>| if part.kind() == PartKind::Leaf { part.raw_body().to_vec() } else { Vec::new() };
    message.parts().map(|it| (it.number(), it.essence().into_owned(), fields(it), body(it))).collect()
}

/// Generates a line that is no field, no continuation and no delimiter.
fn no_field() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        "[!-,.-9;-~][ -9;-~]{0,30}",
        "[!-9;-~]{1,5} [a-z][ -~]{0,10}:[ -~]{0,10}",
        "[!-9;-~]{0,3}[\u{1}\u{7f}\u{e9}\u{0}][ -~]{0,10}: x",
        ":[ -~]{0,30}",
        "From [a-z@]{1,10} Sat Jan  3 01:05:34 1996",
    ];
    let is_none = |line: &String| !line.starts_with([' ', '-']) && !line.starts_with("From :");
    line.prop_filter("a field", is_none).prop_map(String::into_bytes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// A header line that is no field, at any place, changes nothing else of the visible content.
    #[test]
    fn header_line_that_is_no_field_hides_nothing(line in no_field(), place in any::<prop::sample::Index>()) {
        let message = Message::parse(HEADERS.as_bytes());
        let fields: Vec<_> = message.pieces().filter(|piece| piece.kind == PieceKind::Field).collect();
        let at = fields[place.index(fields.len())].span.start;
        let bytes = [&HEADERS.as_bytes()[..at], &line, b"\n", &HEADERS.as_bytes()[at..]].concat();
        let mut findings: Vec<Finding> = Vec::new();
        let with = Message::read(&bytes, &Limits::default(), &mut findings);
        prop_assert_eq!(seen(&with), seen(&message));
        let is_said = findings.iter().any(|it| it.rule == rules::MAIL_LINE_SKIPPED && it.span.start == at);
        // The envelope line of a mailbox may precede a header.
        let is_envelope = line.starts_with(b"From ") && message.parts().any(|part| part.header().start == at);
        prop_assert!(is_said != is_envelope, "{:?}", findings);
        assert_whole(&bytes, &Limits::default());
    }

    /// A message whose lines end with CR alone reads as the same message.
    #[test]
    fn message_with_bare_cr_reads_as_with_lf(bytes in messages(), with_headers in any::<bool>()) {
        let head = if with_headers { HEADERS.as_bytes() } else { b"Subject: Menu\n" };
        let unix: Vec<u8> = [head, &bytes].concat().into_iter().map(|it| if it == b'\r' { b'\n' } else { it }).collect();
        let mac: Vec<u8> = unix.iter().map(|&it| if it == b'\n' { b'\r' } else { it }).collect();
        let mut findings: Vec<Finding> = Vec::new();
        prop_assert_eq!(seen(&Message::read(&mac, &Limits::default(), &mut findings)), seen(&Message::parse(&unix)));
        prop_assert_eq!(findings.first().map(|it| it.rule), Some(rules::MAIL_BARE_CR));
        assert_whole(&mac, &Limits::default());
    }

    #[test]
    fn pieces_of_messages(bytes in messages()) {
        assert_whole(&bytes, &Limits::default());
        assert_whole(&bytes, &Limits::default().with_depth(2).with_parts(3).with_header(60).with_decoded(20));
    }

    #[test]
    fn pieces_of_anything(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        assert_whole(&bytes, &Limits::default());
    }
}
