//! Compares the engine with `data-url` under the Fetch Standard. `src/peers/data_url.rs` lists the peer's deviations.
//! Under both readings, decoding in pieces, through a reader or into a buffer gives the same bytes as decoding at
//! once, and encoded bytes decode to the original.
//!
//! An input is a text, 0xFF, and bytes that choose the cuts and are the data to encode.
#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use napkin::Error;
use napkin::data::{DataUrl, Decoder, Encoder, Form, MediaLimits, Reader, Reading, check, with_charset};
use napkin::media::MediaType;
use napkin_fuzz::peers::data_url::{Case, assert_not_stale};
use napkin_fuzz::whatwg::SEPARATOR;

type Decoded = (MediaType<'static>, bool, Vec<u8>);

fuzz_target!(init: assert_not_stale(), |input: &[u8]| {
    let mut parts = input.splitn(2, |&byte| byte == SEPARATOR);
    let (text, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if let Ok(text) = str::from_utf8(text) {
        Case::new(text).assert_explained();
    }
    for &reading in Reading::ALL {
        let whole = at_once(text, reading);
        is_checked(text, reading, &whole);
        in_pieces(text, rest, reading, &whole);
        as_read(text, rest, reading, &whole);
        into_buffer(text, rest, reading, &whole);
        if let Ok((media_type, ..)) = whole {
            is_written(rest, &media_type);
            is_written(text, &with_charset(media_type, text));
        }
    }
});

fn at_once(text: &[u8], reading: Reading) -> Result<Decoded, Error> {
    let url = DataUrl::parse(text, reading)?;
    assert!(text.get(url.body().range()).is_some(), "{url:?}");
    let data = url.decode()?;
    assert!(data.len() <= url.max_len(), "{url:?}");
    let is_base64 = url.is_base64();
    Ok((url.into_media_type().into_owned(), is_base64, data))
}

/// `check` fails on the same texts as decoding, and its spans are within the text.
fn is_checked(text: &[u8], reading: Reading, whole: &Result<Decoded, Error>) {
    let mut findings: Vec<napkin::Finding> = Vec::new();
    let checked = check(text, reading, &MediaLimits::NONE, &mut findings);
    assert_eq!(checked.is_err(), whole.is_err(), "{reading:?} {checked:?} {whole:?}");
    for finding in &findings {
        assert!(text.get(finding.span.range()).is_some(), "{reading:?} {finding:?}");
    }
}

/// Cuts a text into pieces whose lengths are the bytes of `lengths`, repeated; a piece may be empty.
fn in_pieces(text: &[u8], lengths: &[u8], reading: Reading, whole: &Result<Decoded, Error>) {
    let mut decoder = Decoder::with_limits(reading, MediaLimits::NONE);
    let (mut data, mut rest, mut result) = (Vec::new(), text, Ok(()));
    let mut lengths = lengths.iter().map(|&length| usize::from(length)).chain([1]).cycle();
    let mut out = |bytes: &[u8]| data.extend_from_slice(bytes);
    while !rest.is_empty() && result.is_ok() {
        let (piece, behind) = rest.split_at(lengths.next().unwrap_or(1).min(rest.len()));
        result = decoder.push(piece, &mut out);
        rest = behind;
    }
    let failed = result.is_err();
    let summary = decoder.finish(&mut out);
    assert!(!failed || summary.is_err());
    let result = result.and(summary);
    match (whole, &result) {
        (Ok((media_type, is_base64, expected)), Ok(summary)) => {
            assert_eq!((&summary.media_type, summary.is_base64, &data), (media_type, *is_base64, expected));
            assert_eq!((summary.length, summary.text_length), (data.len() as u64, text.len() as u64));
            let fragment = summary.fragment.map(|at| text.get(at));
            assert!(matches!(fragment, None | Some(Some(b'#'))), "{summary:?}");
        }
        (Err(expected), Err(error)) => {
            // While a text arrives, a decoder cannot know that white space ends it.
            assert_eq!(error.rule(), expected.rule(), "{reading:?} {error:?} {expected:?}");
            let behind = &text[error.span().start.min(expected.span().start)..];
            let is_same = error.span().start == expected.span().start;
            assert!(is_same || behind.iter().all(|&byte| byte <= b' '), "{reading:?} {error:?} {expected:?}");
            assert!(error.span().end <= text.len(), "{reading:?} {error:?}");
        }
        _ => panic!("{reading:?}: {whole:?}, but in pieces {result:?}"),
    }
}

/// Decodes through a source and into buffers, whose lengths are the first two bytes of `lengths`.
fn as_read(text: &[u8], lengths: &[u8], reading: Reading, whole: &Result<Decoded, Error>) {
    let source = Slow { rest: text, at_most: lengths.first().map_or(1, |&length| usize::from(length).max(1)) };
    let mut reader = Reader::with_limits(source, reading, MediaLimits::NONE);
    let mut buffer = vec![0; lengths.get(1).map_or(7, |&length| usize::from(length).max(1))];
    let mut data = Vec::new();
    let result = loop {
        match reader.read(&mut buffer) {
            Ok(0) => break Ok(()),
            Ok(length) => data.extend_from_slice(&buffer[..length]),
            Err(error) => break Err(error),
        }
    };
    assert_eq!(result.is_ok(), whole.is_ok(), "{reading:?}: {whole:?}, but read {result:?}");
    if let Ok((media_type, _, expected)) = whole {
        assert_eq!(reader.media_type().expect("it is known by now"), media_type);
        assert_eq!(&data, expected);
    }
}

/// A source that returns short pieces.
struct Slow<'a> {
    rest: &'a [u8],
    at_most: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let length = self.at_most.min(out.len());
        self.rest.read(&mut out[..length])
    }
}

/// The buffer has the exact size, or is longer or shorter.
fn into_buffer(text: &[u8], lengths: &[u8], reading: Reading, whole: &Result<Decoded, Error>) {
    let Ok(url) = DataUrl::parse(text, reading) else { return };
    let length = lengths.first().map_or(0, |&length| usize::from(length));
    let exact = whole.as_ref().map_or(0, |(.., data)| data.len());
    for length in [length, exact, exact.saturating_sub(1)] {
        let mut buffer = vec![0xAA; length];
        match (url.decode_into(&mut buffer), whole) {
            (Ok(written), Ok((.., data))) => {
                assert_eq!(&buffer[..written], data);
                assert!(data.len() <= length);
            }
            (Err(error), Ok((.., data))) => {
                assert_eq!(error.rule().code(), "too-long", "{reading:?} {error:?}");
                assert!(data.len() > length, "{reading:?} {error:?}");
            }
            (Err(error), Err(expected)) => {
                assert!(error.rule() == expected.rule() || error.rule().code() == "too-long", "{error:?}");
            }
            (Ok(_), Err(error)) => panic!("{reading:?}: into a buffer, but {error:?}"),
        }
    }
}

/// `decode(encode(bytes, type)) == (bytes, type)` in both forms; browsers keep the escapes in a media type.
fn is_written(data: &[u8], media_type: &MediaType<'_>) {
    let shortest = Encoder::new(media_type);
    let mut shorter = usize::MAX;
    for encoder in [shortest.clone().with_form(Form::Percent), shortest.clone().with_form(Form::Base64), shortest] {
        let (form, length) = encoder.length(data);
        let url = match encoder.encode(data) {
            Ok(url) => url,
            Err(error) => {
                assert_eq!(error.rule().code(), "media-type-parameter", "{media_type:?}");
                assert!(media_type.parameters().iter().any(|one| one.value().is_empty()), "{media_type:?}");
                continue;
            }
        };
        assert_eq!(url.len(), length, "{url:?}");
        shorter = shorter.min(length);
        assert!(url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>&`\\".contains(&byte)), "{url:?}");
        for &reading in Reading::ALL {
            let (read, is_base64, decoded) = at_once(url.as_bytes(), reading).expect("what was written reads back");
            assert_eq!((is_base64, &decoded[..]), (form == Form::Base64, data), "{url:?}");
            assert!(read == *media_type || (reading == Reading::Whatwg && encoder.has_escapes()), "{url:?} {read:?}");
        }
        let mut findings: Vec<napkin::Finding> = Vec::new();
        assert_eq!(check(&url, Reading::Strict, &MediaLimits::NONE, &mut findings), Ok(()), "{url:?}");
        let codes: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
        let remarks = ["media-type-escape", "data-query"];
        assert!(codes.iter().all(|code| remarks.contains(code)), "{url:?} {codes:?}");
    }
    assert!(shorter == usize::MAX || shorter == Encoder::new(media_type).length(data).1);
}
