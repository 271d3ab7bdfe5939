//! Compares the wider versions with the scalar one, and decoding with the steps of the Infra Standard.

use alloc::string::ToString;
use alloc::vec;

use super::*;
use crate::bytes::versions::{Decode, Random, assert_same, present, wider};

/// Sampling stride; larger under Miri.
const STEP: usize = if cfg!(miri) { 211 } else { 1 };

/// The number of random texts; smaller under Miri.
const ROUNDS: usize = if cfg!(miri) { 8 } else { 3000 };
/// The number of pieces of a random text; smaller under Miri.
const PIECES: usize = if cfg!(miri) { 20 } else { 90 };

/// Returns `length` symbols.
fn symbols(length: usize) -> Vec<u8> {
    (0..length).map(|at| SYMBOLS[at * 29 % 64]).collect()
}

/// Runs a test on each version of both decoders, with its name and the scalar version.
fn each_decoder(test: impl Fn(&str, Decode, Decode)) {
    present(wider!(decode_clean(src: &[u8], dst: &mut [u8]) -> (usize, usize)))
        .into_iter()
        .for_each(|(name, version)| test(name, version, scalar::decode_clean));
    present(wider!(decode_spaced(src: &[u8], dst: &mut [u8]) -> (usize, usize)))
        .into_iter()
        .for_each(|(name, version)| test(name, version, scalar::decode_spaced));
}

#[test]
fn base64_versions_agree_on_every_length_and_room() {
    each_decoder(|name, version, scalar| {
        for length in (0..=600).step_by(STEP) {
            let text = symbols(length);
            for room in [0, 1, 2, 3, 47, 48, 49, length / 2, length / 4 * 3, length / 4 * 3 + 1, length, 700] {
                assert_same(name, version, scalar, &text, room);
            }
        }
    });
}

#[test]
fn versions_agree_on_every_byte_at_every_place() {
    each_decoder(|name, version, scalar| {
        for length in [300, 67, 33, 5] {
            for place in (0..length).step_by(STEP) {
                for byte in (0..=255).step_by(STEP) {
                    let mut text = symbols(length);
                    text[place] = byte;
                    assert_same(name, version, scalar, &text, length);
                }
            }
        }
    });
}

#[test]
fn versions_agree_on_white_space_of_every_length_at_every_place() {
    let lines: &[usize] = if cfg!(miri) { &[3, 64] } else { &[1, 2, 3, 4, 5, 31, 32, 63, 64, 65, 76] };
    each_decoder(|name, version, scalar| {
        for length in (0..300).step_by(STEP) {
            for &line in lines {
                let text: Vec<u8> = symbols(length).chunks(line).flat_map(|line| [line, b"\r\n"].concat()).collect();
                assert_same(name, version, scalar, &text, length);
                assert_same(name, version, scalar, &text, length / 2);
            }
            for spaces in (0..300).step_by(7 * STEP) {
                let text = [&symbols(length)[..], &vec![b' '; spaces], &symbols(300 - length), b" \n"].concat();
                assert_same(name, version, scalar, &text, 300);
            }
        }
    });
}

#[test]
fn base64_versions_agree_on_texts_without_order() {
    let parts: [&[u8]; 12] =
        [b"QUJD", b"A", b"/+", b"zzzzzz", b"09az", &[b'x'; 70], &[b'y'; 129], b"Q", b"B", b" ", b"\r\n", b"\t"];
    each_decoder(|name, version, scalar| {
        let mut random = Random(4648);
        for round in 0..ROUNDS {
            let (kinds, pieces) =
                (1 + random.below(parts.len()), random.below(if round % 50 == 49 { 3000 } else { PIECES }));
            let mut text = random.text(&parts[..kinds], pieces);
            if random.below(3) == 0 && !text.is_empty() {
                let place = random.below(text.len());
                text[place] = random.below(256) as u8;
            }
            let room = random.below(text.len() + 1);
            assert_same(name, version, scalar, &text, room);
            assert_same(name, version, scalar, &text, text.len());
        }
    });
}

#[test]
fn encoding_agrees_and_comes_back() {
    let mut random = Random(7);
    for length in (0..300).chain([1000, 4097]).step_by(STEP) {
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let mut expected = vec![0; encoded_length(length)];
        assert_eq!(scalar::encode(&bytes, &mut expected), expected.len());
        for (name, version) in present(wider!(encode(src: &[u8], dst: &mut [u8]) -> usize)) {
            let mut found = vec![0; expected.len()];
            assert_eq!(version(&bytes, &mut found), expected.len());
            assert_eq!(found, expected, "{name} {length}");
        }
        let text = encode(&bytes);
        assert_eq!(text.as_bytes(), expected);
        let mut out = b"before".to_vec();
        decode_forgiving(text.as_bytes(), &mut out).unwrap();
        assert_eq!(out, [b"before", &bytes[..]].concat());
    }
}

/// The test vectors of RFC 4648 section 10.
#[test]
fn test_vectors() {
    let vectors =
        [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
    for (data, text) in vectors {
        assert_eq!(encode(data.as_bytes()), text);
        assert_eq!(decoded(text.as_bytes()), Ok(data.into()));
    }
}

fn decoded(text: &[u8]) -> Result<Vec<u8>, InvalidBase64> {
    let mut out = Vec::new();
    decode_forgiving(text, &mut out).map(|()| out)
}

/// Implements "forgiving-base64 decode" of the Infra Standard, section 7, step by step.
fn by_the_steps(text: &[u8]) -> Option<Vec<u8>> {
    let mut data: Vec<u8> = text.iter().copied().filter(|byte| !b"\t\n\x0C\r ".contains(byte)).collect();
    if data.len().is_multiple_of(4) {
        for _ in 0..2 {
            data.pop_if(|last| *last == b'=');
        }
    }
    if data.len() % 4 == 1 {
        return None;
    }
    let (mut output, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in data {
        buffer = buffer << 6 | SYMBOLS.iter().position(|&symbol| symbol == byte)? as u32;
        bits += 6;
        if bits == 24 {
            output.extend(&buffer.to_be_bytes()[1..]);
            (buffer, bits) = (0, 0);
        }
    }
    match bits {
        12 => output.push((buffer >> 4) as u8),
        18 => output.extend(&((buffer >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    Some(output)
}

#[test]
fn forgives_what_the_standard_forgives() {
    // Every text of up to seven of these bytes. `/` leaves bits that are not zero and that no byte uses.
    let kinds = b"A/= -";
    for length in 0..=if cfg!(miri) { 3 } else { 7_u32 } {
        for number in 0..kinds.len().pow(length) {
            let text: Vec<u8> = (0..length).map(|place| kinds[number / kinds.len().pow(place) % kinds.len()]).collect();
            assert_eq!(decoded(&text).ok(), by_the_steps(&text), "{}", text.escape_ascii());
            // The same after more than one block.
            if length < 5 && !cfg!(miri) {
                let text = [&symbols(16 << 10)[..], &text].concat();
                assert_eq!(decoded(&text).ok(), by_the_steps(&text), "{}", text.escape_ascii());
            }
        }
    }
}

#[test]
fn long_texts_by_the_steps() {
    let mut random = Random(3);
    let parts: [&[u8]; 5] = [b"QUJD", b"Q", &[b'x'; 76], b"\r\n", &[b' '; 3]];
    for round in 0..if cfg!(miri) { 1 } else { 60 } {
        let text = random.text(&parts[..2 + round % 4], 20_000 / STEP);
        assert_eq!(decoded(&text).ok(), by_the_steps(&text), "{round}");
    }
}

#[test]
fn errors_point_at_the_byte() {
    // (text, span of the invalid byte, message)
    let cases = [
        ("QUJD!", 4..5, "expected base64, but found something else at byte 4"),
        ("QU JD Q", 7..7, "expected more of base64, but found the end at byte 7"),
        ("QQ=", 3..3, "expected more of base64, but found the end at byte 3"),
        ("QQ=Q", 3..4, "expected base64, but found something else at byte 3"),
        ("QQ== =", 5..6, "expected base64, but found something else at byte 5"),
        ("QUJD====", 4..5, "expected base64, but found something else at byte 4"),
        ("QUI=Q", 4..5, "expected base64, but found something else at byte 4"),
        ("Q-JD", 1..2, "expected base64, but found something else at byte 1"),
    ];
    for (text, span, message) in cases {
        let mut out = b"before".to_vec();
        let error = decode_forgiving(text.as_bytes(), &mut out).unwrap_err();
        assert_eq!((error.span(), error.to_string()), (span.into(), message.into()), "{text}");
        assert_eq!(out, b"before", "{text}");
    }
}
