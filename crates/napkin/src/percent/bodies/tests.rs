//! Compares the wider versions with the scalar one.

use super::*;
use crate::bytes::versions::{Decode, Random, assert_same, present, wider};

/// Sampling stride; larger under Miri.
const STEP: usize = if cfg!(miri) { 151 } else { 1 };

fn each_version(test: impl Fn(&str, Decode)) {
    present(wider!(decode_percent(src: &[u8], dst: &mut [u8]) -> (usize, usize)))
        .into_iter()
        .for_each(|(name, version)| test(name, version));
}

#[test]
fn the_scalar_version_decodes() {
    // (text, decoded): escapes in both cases, and `%` that begins no escape.
    let cases: [(&[u8], &[u8]); 7] = [
        (b"", b""),
        (b"a%20b%2Fc%c3%A9", "a b/c\u{e9}".as_bytes()),
        (b"%", b"%"),
        (b"%4", b"%4"),
        (b"%%41%4g%G4", b"%A%4g%G4"),
        (b"%2541", b"%41"),
        (b"%4\xb1%\xb1\x34", b"%4\xb1%\xb1\x34"),
    ];
    for (text, expected) in cases {
        let mut out = b"before".to_vec();
        decode_into(text, &mut out);
        assert_eq!(out, [b"before", expected].concat(), "{}", text.escape_ascii());
    }
}

#[test]
fn versions_agree_on_every_byte_behind_a_percent_at_every_place() {
    each_version(|name, version| {
        for place in (0..300).step_by(STEP) {
            for byte in (0..=255_u8).step_by(STEP) {
                for escape in [[b'%', byte, b'4'], [b'%', b'f', byte], [byte, b'4', b'1']] {
                    let text = [&[b'x'; 300][..place], &escape, &[b'4'; 300][place..]].concat();
                    assert_same(name, version, scalar::decode_percent, &text, text.len());
                }
            }
        }
    });
}

#[test]
fn percent_versions_agree_on_every_length_and_room() {
    each_version(|name, version| {
        for parts in [&b"x"[..], b"%41", b"%41%", b"%zzx%c3%a9", b"twenty characters%0A"] {
            for length in (0..=300).step_by(STEP) {
                let text: Vec<u8> = parts.iter().copied().cycle().take(length).collect();
                for room in [0, 1, 2, 31, 32, 33, 64, 65, length / 3, length.saturating_sub(1), length, 400] {
                    assert_same(name, version, scalar::decode_percent, &text, room);
                }
            }
        }
    });
}

#[test]
fn percent_versions_agree_on_texts_without_order() {
    let parts: [&[u8]; 9] = [b"%41", b"%eF", b"a", b"%", b"4", b"%4", b"%g1", &[b'x'; 40], &[0xE9; 70]];
    each_version(|name, version| {
        let mut random = Random(3986);
        for _ in 0..if cfg!(miri) { 8 } else { 5000 } {
            let (kinds, pieces) = (1 + random.below(parts.len()), random.below(if cfg!(miri) { 20 } else { 150 }));
            let text = random.text(&parts[..kinds], pieces);
            assert_same(name, version, scalar::decode_percent, &text, text.len());
            let room = random.below(text.len() + 1);
            assert_same(name, version, scalar::decode_percent, &text, room);
        }
    });
}

#[test]
fn long_texts_piece_by_piece() {
    let mut random = Random(1);
    let text = random.text(&[b"%41", b"abc", b"%e2%82%ac", b"%2"], if cfg!(miri) { 100 } else { 30_000 });
    let (mut expected, mut out) = (alloc::vec![0; text.len()], Vec::new());
    let (read, written) = scalar::decode_percent(&text, &mut expected);
    decode_into(&text, &mut out);
    assert_eq!((read, &out[..]), (text.len(), &expected[..written]));
}
