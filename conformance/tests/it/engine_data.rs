//! `data:` URLs, media types and base64: the engine against the Web Platform Tests, the oracle, the reader of Servo, and
//! the examples of draft-masinter-url-data-02.
//!
//! `NAPKIN_SEED` and `NAPKIN_COUNT` choose other texts and more.

use crate::common::{Wrong, count, random};
use napkin::Finding;
use napkin::base64::decode_forgiving;
use napkin::data::{DataUrl, Decoder, MediaLimits, Reading, check};
use napkin::media::MediaType;
use napkin_conformance::generate::data;
use napkin_conformance::oracle::data as oracle;
use napkin_conformance::wpt;

type Decoded = (String, Vec<u8>);

fn decode(text: &str, reading: Reading) -> Option<Decoded> {
    let url = DataUrl::parse(text, reading).ok()?;
    Some((url.media_type().to_string(), url.decode().ok()?))
}

fn parse(text: &str) -> Option<String> {
    MediaType::parse(text, Reading::Whatwg).ok().map(|media_type| media_type.to_string())
}

#[test]
fn engine_passes_the_web_platform_tests_of_data_urls() {
    let cases = wpt::data_urls();
    assert_eq!(cases.len(), 78);
    for case in cases {
        let expected = case.mime_type.map(|mime_type| (mime_type, case.body));
        assert_eq!(decode(&case.input, Reading::Whatwg), expected, "{:?}", case.input);
    }
}

#[test]
fn engine_passes_the_web_platform_tests_of_base64() {
    let cases = wpt::base64();
    assert_eq!(cases.len(), 80);
    for (text, expected) in cases {
        let mut found = Vec::new();
        let found = decode_forgiving(text.as_bytes(), &mut found).ok().map(|()| found);
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn engine_passes_the_web_platform_tests_of_mime_types() {
    for (cases, count) in [(wpt::mime_types(), 74), (wpt::generated_mime_types(), 881)] {
        assert_eq!(cases.len(), count);
        for case in cases {
            assert_eq!(parse(&case.input), case.output, "{:?}", case.input);
        }
    }
}

#[test]
fn random_texts_as_the_oracle_reads_them() {
    let (mut random, mut wrong, mut read) = (random(11), Wrong::default(), 0);
    for _ in 0..count() {
        let text = data::text(&mut random);
        let expected = oracle::process(&text).map(|data| (oracle::serialize_mime_type(&data.mime_type), data.body));
        let found = decode(&text, Reading::Whatwg);
        read += usize::from(expected.is_some());
        if found != expected {
            wrong.note(format!("{text:?}: {found:?}, but expected {expected:?}"));
        }
        let media_type = data::media_type(&mut random);
        let expected = oracle::parse_mime_type(&media_type).as_ref().map(oracle::serialize_mime_type);
        if parse(&media_type) != expected {
            wrong.note(format!("{media_type:?}: {:?}, but expected {expected:?}", parse(&media_type)));
        }
    }
    wrong.assert_none(count());
    assert!((25..=75).contains(&(read * 100 / count())), "{read} of {} texts are read", count());
}

/// Decodes in one piece, and in several.
#[test]
fn long_texts_as_the_oracle_reads_them() {
    let (mut random, mut wrong, mut read) = (random(15), Wrong::default(), 0);
    // Each has the length of some hundred others.
    let count = count().div_ceil(500);
    for _ in 0..count {
        let text = data::long_text(&mut random);
        let expected = oracle::process(&text).map(|data| data.body);
        read += usize::from(expected.is_some());
        if decode(&text, Reading::Whatwg).map(|(_, body)| body) != expected {
            wrong.note(format!("{text:?}"));
        }
        // What has no white space, which the strict reading removes, and is no error there.
        if !text.contains(char::is_whitespace)
            && let Some((_, body)) = decode(&text, Reading::Strict)
            && Some(&body) != expected.as_ref()
        {
            wrong.note(format!("strictly: {text:?}"));
        }
        let piece = 1 + random.below(20_000);
        if decode_pieces(&text, piece) != expected {
            wrong.note(format!("in pieces of {piece}: {text:?}"));
        }
    }
    wrong.assert_none(count);
    assert!((25..=90).contains(&(read * 100 / count)), "{read} of {count} texts are read");
}

fn decode_pieces(text: &str, piece: usize) -> Option<Vec<u8>> {
    let (mut decoder, mut out) = (Decoder::with_limits(Reading::Whatwg, MediaLimits::NONE), Vec::new());
    for piece in text.as_bytes().chunks(piece) {
        decoder.push(piece, &mut |bytes| out.extend_from_slice(bytes)).ok()?;
    }
    decoder.finish(&mut |bytes| out.extend_from_slice(bytes)).ok()?;
    Some(out)
}

/// Browsers decode texts that strict reading accepts without a finding the same, and never refuse texts that it accepts.
#[test]
fn the_strict_reading_is_within_the_other() {
    let (mut random, mut wrong, mut alike) = (random(12), Wrong::default(), 0);
    for _ in 0..count() {
        let text = data::text(&mut random);
        let (strict, whatwg) = (decode(&text, Reading::Strict), decode(&text, Reading::Whatwg));
        let mut findings: Vec<Finding> = Vec::new();
        let checked = check(&text, Reading::Strict, &MediaLimits::NONE, &mut findings);
        if checked.is_ok() != strict.is_some() || (strict.is_some() && whatwg.is_none()) {
            wrong.note(format!("{text:?}: {strict:?}, {whatwg:?}, {checked:?}"));
        }
        if strict.is_some() && findings.is_empty() {
            alike += 1;
            if strict != whatwg {
                wrong.note(format!("{text:?}: {strict:?} is not {whatwg:?}, and nothing is said"));
            }
        }
    }
    wrong.assert_none(count());
    assert!(alike > count() / 100, "only {alike} texts");
}

/// Where Servo's reader is not the URL parser with the processor behind it: it reads no URL with a hierarchy, undoes no
/// escape that a tab or line break stands in, encodes no space beside or behind a `?` before the comma, and keeps a second
/// parameter of the same name if it is written in another case.
const HIERARCHY: &str = "no hosts and paths are read";
const BROKEN_ESCAPE: &str = "an escape is broken by a tab or line break";
const QUERY: &str = "spaces of a query in the media type are not encoded";

const REPEATED: &str = "parameters are told apart by the case of their names";

fn departure(text: &str, found: Option<&Decoded>, servo: Option<&Decoded>) -> Option<&'static str> {
    let clean: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let clean = clean.trim_start_matches(|c| c <= ' ');
    let header = clean.split(',').next().unwrap_or_default();
    if clean.get(5..)?.starts_with('/') {
        return Some(HIERARCHY);
    }
    if header.contains('?') && header.contains(' ') {
        return Some(QUERY);
    }
    if let (Some(found), Some((media_type, body))) = (found, servo)
        && (parse(media_type).as_ref(), body) == (Some(&found.0), &found.1)
    {
        return Some(REPEATED);
    }
    let bytes = text.as_bytes();
    let is_break = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let broken = |at: usize| bytes[at] == b'%' && bytes[at + 1..].iter().take(3).any(is_break);
    (0..bytes.len()).any(broken).then_some(BROKEN_ESCAPE)
}

#[test]
fn random_texts_as_servo_reads_them() {
    let (mut random, mut wrong) = (random(13), Wrong::knowing(&[HIERARCHY, BROKEN_ESCAPE, QUERY, REPEATED]));
    for _ in 0..count() {
        let text = data::text(&mut random);
        let servo = data_url::DataUrl::process(&text).ok();
        let servo = servo.and_then(|url| Some((url.mime_type().to_string(), url.decode_to_vec().ok()?.0)));
        let found = decode(&text, Reading::Whatwg);
        if found == servo {
            continue;
        }
        match departure(&text, found.as_ref(), servo.as_ref()) {
            Some(reason) => wrong.note_known(reason),
            None => wrong.note(format!("{text:?}: {found:?}, but Servo's is {servo:?}")),
        }
    }
    wrong.assert_none(count());
}

/// The image of the draft, with its line breaks.
const LARRY: &str = "data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw
AAAC8IyPqcvt3wCcDkiLc7C0qwyGHhSWpjQu5yqmCYsapyuvUUlvONmOZtfzgFz
ByTB10QgxOR0TqBQejhRNzOfkVJ+5YiUqrXF5Y5lKh/DeuNcP5yLWGsEbtLiOSp
a/TPg7JpJHxyendzWTBfX0cxOnKPjgBzi4diinWGdkF8kjdfnycQZXZeYGejmJl
ZeGl9i2icVqaNVailT6F5iJ90m6mvuTS4OK05M0vDk0Q4XUtwvKOzrcd3iq9uis
F81M1OIcR7lEewwcLp7tuNNkM3uNna3F2JQFo97Vriy/Xl4/f1cf5VWzXyym7PH
hhx4dbgYKAAA7";

#[test]
fn the_image_of_the_draft_is_an_image() {
    for &reading in Reading::ALL {
        let (media_type, image) = decode(LARRY, reading).expect("a URL");
        assert_eq!(media_type, "image/gif");
        let mut decoder = gif::DecodeOptions::new().read_info(&image[..]).expect("a GIF");
        assert_eq!((decoder.width(), decoder.height()), (48, 48));
        let frame = decoder.read_next_frame().expect("no error").expect("a frame");
        assert_eq!(frame.buffer.len(), 48 * 48);
        let mut findings: Vec<Finding> = Vec::new();
        assert_eq!(check(LARRY, reading, &MediaLimits::NONE, &mut findings), Ok(()));
        let codes: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
        assert_eq!(codes, ["data-white-space"; 6], "the line breaks of the draft, and that they were removed");
    }
}

#[test]
fn the_greek_of_the_draft_is_greek_once_it_is_mended() {
    let printed = "data:text/plain;charset=iso-8859-7;%be%fg%be";
    for &reading in Reading::ALL {
        let mut findings: Vec<Finding> = Vec::new();
        assert!(check(printed, reading, &MediaLimits::NONE, &mut findings).is_err());
        let found: Vec<_> = findings.iter().map(|finding| (finding.rule.code(), finding.span.of(printed))).collect();
        assert_eq!(found, [("data-comma", ";"), ("pct-encoded", "%fg")]);

        let url = DataUrl::parse("data:text/plain;charset=iso-8859-7,%be%d3%be", reading).expect("a URL");
        let charset = url.media_type().parameter("charset").expect("a charset");
        let encoding = encoding_rs::Encoding::for_label(charset.as_bytes()).expect("an encoding");
        let data = url.decode().expect("data");
        let (text, _, has_errors) = encoding.decode(&data);
        // GREEK CAPITAL LETTER UPSILON WITH TONOS, SIGMA, UPSILON WITH TONOS
        assert_eq!((&*text, has_errors), ("\u{38e}\u{3a3}\u{38e}", false));
    }
}
