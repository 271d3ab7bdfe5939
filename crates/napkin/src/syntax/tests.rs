//! The fast reader and the scalar one are held equal here; the cases of `data/cases` are in `tests/it/cases.rs`.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::parts::EMPTY;
use super::read::read;
use super::*;
use crate::bytes::versions::{present, vectors};
use crate::percent::EncodeSet;
use crate::{Finding, Span, Standard};

/// Pieces whose products reach every branch of the readers.
const PIECES: [&str; 35] = [
    "",
    "http:",
    "https://",
    "h",
    "HTTP://",
    "//",
    "/",
    "?",
    "#",
    "%41",
    "%",
    "%4",
    "a",
    "Z",
    ".",
    "..",
    "/.",
    "@",
    ":",
    "8080",
    "[::1]",
    "[v1.x]",
    "[",
    "]",
    " ",
    "-",
    "_",
    "127.0.0.1",
    "\u{e9}",
    "a-rather-long-stretch-of-plain-text-that-fills-a-block",
    "mailto:",
    "1",
    "~",
    "&=;+,$",
    "c|",
];

/// All of them; under Miri, which takes a thousand times as long, one in so many.
fn every_triple(mut visit: impl FnMut(&str)) {
    let stride = if cfg!(miri) { 499 } else { 1 };
    for number in (0..PIECES.len().pow(3)).step_by(stride) {
        let piece = |power: u32| PIECES[number / PIECES.len().pow(power) % PIECES.len()];
        visit(&format!("{}{}{}", piece(2), piece(1), piece(0)));
    }
}

type Reader = fn(&[u8], &mut Parts) -> bool;

/// The fast readers that this machine can run, with the portable one.
fn readers() -> Vec<(&'static str, Reader)> {
    let mut readers = versions::read();
    readers.push(("the best", scan::read));
    readers.push(("portable", scan::words::read));
    readers
}

/// Asserts that the fast readers that accept `text` agree with the grammar. Returns whether all accept.
#[track_caller]
fn assert_readers_agree(readers: &[(&str, Reader)], text: &str) -> bool {
    let grammar = read_scalar(text, Standard::Rfc3986);
    readers.iter().fold(true, |all, (name, reader)| {
        let mut parts = EMPTY;
        let accepted = reader(text.as_bytes(), &mut parts);
        if accepted {
            assert_eq!(Ok(parts), grammar, "{name} {text}");
            assert_eq!(parts.hints, grammar.unwrap().hints, "{name} {text}");
        }
        all && accepted
    })
}

#[test]
fn fast_readers_equal_the_grammar() {
    let mut taken = 0;
    let readers = readers();
    every_triple(|text| {
        for pad in ["", "/0123456789/0123456789/0123456", "x-0123456789-0123456789-0123456789."] {
            taken += usize::from(assert_readers_agree(&readers, &format!("{text}{pad}")));
        }
    });
    let enough = if cfg!(miri) { 20 } else { 10_000 };
    assert!(taken > enough, "the fast readers took only {taken}");
}

/// Each ASCII character at each place of texts that end at each place of a word.
#[test]
fn fast_readers_equal_the_grammar_for_each_character_at_each_place() {
    let texts = ["http://ab.example.org:80/one/.two?three#fourteen", "one/../.two?three%2F/.four#fourteen", "//h/.%41"];
    let prefixes = texts.iter().flat_map(|text| (1..=text.len()).map(|end| &text[..end]));
    let stride = if cfg!(miri) { 37 } else { 1 };
    let readers = readers();
    for text in prefixes.step_by(stride) {
        for place in (0..text.len()).step_by(stride) {
            for byte in (0..128).step_by(stride) {
                let changed = [&text[..place], str::from_utf8(&[byte]).unwrap(), &text[place + 1..]].concat();
                assert_readers_agree(&readers, &changed);
            }
        }
    }
}

/// The portable reader leaves nothing ordinary to the grammar.
#[test]
fn portable_reader_accepts_what_the_grammar_accepts() {
    every_triple(|text| {
        let valid = read_scalar(text, Standard::Rfc3986).is_ok();
        assert_eq!(scan::words::read(text.as_bytes(), &mut EMPTY.clone()), valid, "{text}");
    });
}

#[test]
fn findings_point_into_the_text_in_order() {
    every_triple(|text| {
        for &standard in Standard::GENERIC {
            let mut findings: Vec<Finding> = Vec::new();
            let parts = check(text, standard, &mut findings);
            assert_eq!(findings.is_empty(), read(text, standard, &mut EMPTY.clone()).is_ok(), "{standard} {text}");
            assert_eq!(print(text, &parts), text, "{standard}");
            let mut from = 0;
            for finding in findings {
                let Span { start, end } = finding.span;
                assert!(start >= from && end >= start && end <= text.len(), "{standard} {text} {finding:?}");
                assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{text} {finding:?}");
                from = end;
            }
        }
    });
}

/// Step 7 of the draft's section 5.2, RFC 3986 section 5.3.
fn print(text: &str, parts: &Parts) -> String {
    let of = |component| parts.span(component).map(|span| span.of(text));
    let mut out = String::new();
    if let Some(scheme) = of(Component::Scheme) {
        out += scheme;
        out += ":";
    }
    if let Some(authority) = of(Component::Authority) {
        out += "//";
        out += authority;
    }
    out += of(Component::Path).unwrap();
    for (mark, component) in [("?", Component::Query), ("#", Component::Fragment)] {
        if let Some(text) = of(component) {
            out += mark;
            out += text;
        }
    }
    out
}

/// Every text that the fast reader accepts under the URL Standard has the same result from the parser.
#[test]
fn the_fast_reader_equals_the_parser_of_the_url_standard() {
    let mut taken = 0;
    let mut readers = versions::read_whatwg();
    readers.push(("the best", scan::read_whatwg));
    readers.push(("tables", scan::tables::ordinary));
    let mut fronts = versions::front_verdict();
    fronts.push(("the best", scan::front_verdict));
    fronts.push(("tables", scan::tables::front_verdict));
    let long = "/0123456789/0123456789/0123456789/0123456789/0123456789/%41";
    let pads = ["", long, "?0123456789-0123456789-0123456789-0123456789-0123456789", "/%2E", "'^`{}|[]\\"];
    // Under Miri the one that goes through every kind of block.
    let pads = if cfg!(miri) { &pads[1..2] } else { &pads[..] };
    for pad in pads {
        every_triple(|text| {
            for text in
                [format!("http://{text}{pad}"), format!("https://h{pad}{text}"), format!("http://a.b{text}{pad}")]
            {
                for (_, read) in &readers {
                    taken += usize::from(reads_as_the_parser(&text, *read));
                }
                let is_url = whatwg::write(&text, None, None, &mut String::new()).is_ok();
                for (name, verdict) in &fronts {
                    assert!(verdict(text.as_bytes()).is_none_or(|verdict| verdict == is_url), "{name} {text}");
                }
            }
        });
    }
    let enough = if cfg!(miri) { 2 } else { 10_000 } * readers.len();
    assert!(taken > enough, "the fast readers took only {taken}");
}

/// The fast readers take the hosts that the serializer would not change.
#[test]
fn the_fast_readers_take_hosts_in_serialised_form() {
    let hosts = [
        ("127.0.0.1", true),
        ("127.1", false),
        ("0x7f.0.0.1", false),
        ("127.0.0.1.", false),
        ("127.0.0.01", false),
        ("256.0.0.1", false),
        ("2", false),
        ("a.2", false),
        ("a.2b", true),
        ("a.", true),
        ("[::1]", true),
        ("[::]", true),
        ("[0::1]", false),
        ("[::FF]", false),
        ("[::ffff:7f00:1]", true),
        ("[::127.0.0.1]", false),
        ("[1:2:3:4:5:6:7:8]", true),
        ("[1::3:4:5:6:7:8]", false),
        ("[::1", false),
        ("[]", false),
    ];
    let mut readers = versions::read_whatwg();
    readers.push(("tables", scan::tables::ordinary));
    for (host, is_taken) in hosts {
        for rest in ["", "/", ":81/x?q#f", "?0123456789-0123456789-0123456789-0123456789-0123456789"] {
            let text = format!("http://{host}{rest}");
            for (name, read) in &readers {
                assert_eq!(reads_as_the_parser(&text, *read), is_taken, "{name} {text}");
            }
        }
    }
}

/// A user may be any text; only the host and the port decide.
#[test]
fn fronts_with_users_are_judged_as_by_the_parser() {
    let long = "0123456789".repeat(7);
    let mut fronts = versions::front_verdict();
    fronts.push(("tables", scan::tables::front_verdict));
    let mut judged = 0;
    let users = ["", "u", "u:p", "a.b:80", "@", "%", "[::1]", "caf\u{e9}", "u\t", "/", "1.2.3.400", &long];
    for user in users.iter().step_by(if cfg!(miri) { 5 } else { 1 }) {
        for host in ["h", "H:80", "h:8o", "", "1.2.3.4", "1.2.3.400", "a b", "[::1]", "[::g]", "h@", &long] {
            for rest in ["", "/", "?@", "#@", "\\@", &long] {
                let text = format!("https://{user}@{host}{rest}");
                let is_url = whatwg::write(&text, None, None, &mut String::new()).is_ok();
                for (name, verdict) in &fronts {
                    let verdict = verdict(text.as_bytes());
                    judged += usize::from(verdict.is_some());
                    assert!(verdict.is_none_or(|verdict| verdict == is_url), "{name} {text}");
                }
            }
        }
    }
    assert!(cfg!(miri) || judged > 150, "the fast readers judged only {judged}");
}

/// The reader of other schemes accepts only texts in serialised form, and splits them as the parser does.
#[test]
fn plain_urls_of_other_schemes_equal_those_of_the_parser() {
    let mut taken = 0;
    every_triple(|text| {
        let front = [format!("{text}://h/x"), format!("wss://{text}/"), format!("file://{text}x/y")];
        let back = ["git://", "a-b.c://h", "ftp://h", "ws://1", "file://", "file:///", "file://h/", "file://localhost"];
        for text in back.iter().map(|back| format!("{back}{text}")).chain(front) {
            if let Ok(parts) = whatwg::plain(&text) {
                let mut written = String::new();
                let expected = whatwg::write(&text, None, None, &mut written).ok();
                assert_eq!((&text, Some(parts)), (&written, expected), "{text}");
                taken += 1;
            }
        }
    });
    let enough = if cfg!(miri) { 1 } else { 5_000 };
    assert!(taken > enough, "the reader took only {taken}");
}

/// Returns whether a fast reader accepts the text.
fn reads_as_the_parser(text: &str, read: fn(&[u8], &mut Parts) -> Option<whatwg::Ready>) -> bool {
    let mut parts = EMPTY;
    let Some(ready) = read(text.as_bytes(), &mut parts) else { return false };
    let (built, parts) = if ready.lacks_slash { whatwg::with_slash(text, parts) } else { (text.into(), parts) };
    // With an encoding, `write` does not use the fast reader for the tail.
    let encode = |query: &str, out: &mut String| EncodeSet::SPECIAL_QUERY.push(query, out);
    let mut written = String::new();
    let expected = whatwg::write(text, None, Some(&encode), &mut written).ok();
    assert_eq!((built, Some(parts)), (written, expected), "{text}");
    assert_eq!(ready.is_canonical(), whatwg::canonical(text).is_some(), "{text}");
    true
}

/// The instruction sets that CONTRIBUTING.md names, if `.ci/run` has compiled the tests for AVX2.
#[cfg(all(miri, target_feature = "avx2"))]
#[test]
fn miri_interprets_ssse3_and_avx2() {
    let names: Vec<&str> = versions::before().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["ssse3", "avx2"]);
}

/// Every byte at every place of texts up to four blocks long is found by blocks as it is one by one.
#[test]
fn blocks_find_what_single_bytes_find() {
    let lengths: &[usize] = if cfg!(miri) { &[7, 40] } else { &[1, 8, 15, 16, 31, 32, 33, 63, 64, 65, 97, 128] };
    let places = lengths.iter().flat_map(|&length| (0..length).map(move |place| (length, place)));
    for (length, place) in places.filter(|(_, place)| !cfg!(miri) || place % 13 == 0) {
        for byte in (0..=u8::MAX).step_by(if cfg!(miri) { 83 } else { 1 }) {
            let mut text = vec![b'a'; length];
            text[place] = byte;
            assert_blocks_agree(&text);
            // A dot, an escape and a slash matter behind a slash.
            if place > 0 {
                text[place - 1] = b'/';
                assert_blocks_agree(&text);
            }
        }
    }
    assert_blocks_agree(b"");
}

fn assert_blocks_agree(text: &[u8]) {
    let first = |found: &dyn Fn(usize) -> bool| (0..text.len()).find(|&at| found(at)).unwrap_or(text.len());
    for (name, before) in versions::before().into_iter().chain([("tables", scan::tables::before as _)]) {
        for set in EncodeSet::ALL {
            assert_eq!(before(text, set), first(&|at| set.contains_byte(text[at])), "{name} {text:?} {set:?}");
        }
    }
    let begins = |at: usize| (at == 0 || text[at - 1] == b'/') && matches!(text[at], b'.' | b'%');
    let odd = |at: usize| begins(at) || text[at] == b'\\' || EncodeSet::PATH.contains_byte(text[at]);
    for (name, plain_path) in versions::plain_path().into_iter().chain([("tables", scan::tables::plain_path as _)]) {
        assert_eq!(plain_path(text), first(&odd), "{name} {text:?}");
    }
    let is_break = |text: &[u8]| scan::tables::skip(text, 0, scan::tables::BREAK) < text.len();
    for (name, has_break) in versions::has_break().into_iter().chain([("tables", is_break as _)]) {
        assert_eq!(has_break(text), text.iter().any(|byte| b"\t\r\n".contains(byte)), "{name} {text:?}");
    }
    for (name, before) in versions::before_delimiter().into_iter().chain([("the best", scan::before_delimiter as _)]) {
        assert!(before(text) <= first(&|at| b"/?#\\@:[]".contains(&text[at])), "{name} {text:?}");
    }
}

/// The versions of the functions of `scan` that this machine can run.
mod versions {
    use super::super::scan::*;
    use super::{EncodeSet, Parts, Vec, present, vectors};

    type Versions<F> = Vec<(&'static str, F)>;

    pub(super) fn read() -> Versions<fn(&[u8], &mut Parts) -> bool> {
        present(vectors!(read(text: &[u8], parts: &mut Parts) -> bool))
    }

    type ReadWhatwg = fn(&[u8], &mut Parts) -> Option<Ready>;

    pub(super) fn read_whatwg() -> Versions<ReadWhatwg> {
        present(vectors!(read_whatwg(text: &[u8], parts: &mut Parts) -> Option<Ready>))
    }

    type FrontVerdict = fn(&[u8]) -> Option<bool>;

    pub(super) fn front_verdict() -> Versions<FrontVerdict> {
        present(vectors!(front_verdict(text: &[u8]) -> Option<bool>))
    }

    pub(super) fn before() -> Versions<fn(&[u8], EncodeSet) -> usize> {
        present(vectors!(before(text: &[u8], set: EncodeSet) -> usize))
    }

    pub(super) fn plain_path() -> Versions<fn(&[u8]) -> usize> {
        present(vectors!(plain_path(text: &[u8]) -> usize))
    }

    pub(super) fn has_break() -> Versions<fn(&[u8]) -> bool> {
        present(vectors!(has_break(text: &[u8]) -> bool))
    }

    pub(super) fn before_delimiter() -> Versions<fn(&[u8]) -> usize> {
        present(vectors!(before_delimiter(text: &[u8]) -> usize))
    }
}
