//! Base64: three bytes as four characters of 64 (RFC 4648 section 4).
//!
//! Decides: what the bytes of such a text are, by "forgiving-base64 decode" of the Infra Standard (section 7), and how bytes
//! are written, always with padding. Everything is built upon two functions over slices, [`decode_clean`] and [`encode`],
//! so that what is quick about it is in one place.
//!
//! ```
//! use napkin::base64;
//! assert_eq!(base64::encode_to_string(b"napkin!"), "bmFwa2luIQ==");
//! assert_eq!(base64::decode_forgiving(b"bmFw\n  a2luIQ")?, b"napkin!");
//! # Ok::<(), napkin::Error>(())
//! ```

mod forgiving;

use alloc::string::String;

pub use self::forgiving::decode_forgiving;
pub(crate) use self::forgiving::{Quantum, is_white_space, stray};

/// The characters, by their values.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What stands in [`VALUES`] for a byte that is no character of the alphabet: more than six bits.
const NONE: u8 = 0xff;

/// The value of each byte.
static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < 64 {
        values[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// The value of a character of the alphabet.
#[inline]
pub(crate) fn value(byte: u8) -> Option<u8> {
    let value = VALUES[usize::from(byte)];
    (value != NONE).then_some(value)
}

/// Decodes whole groups of four characters, up to the first that holds any other byte, or for whose three bytes there is no
/// room, or that is not whole. Returns how many bytes of `src` were read and how many of `dst` written.
///
/// Padding, white space and everything else that is not one of the 64 characters ends it; `read` is always a multiple of
/// four and `written` three quarters of that.
///
/// ```
/// let mut bytes = [0; 8];
/// assert_eq!(napkin::base64::decode_clean(b"bmFwa2lu\nIQ==", &mut bytes), (8, 6));
/// assert_eq!(&bytes[..6], b"napkin");
/// ```
#[must_use]
pub fn decode_clean(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let mut groups = 0;
    for (group, bytes) in src.chunks_exact(4).zip(dst.chunks_exact_mut(3)) {
        let [a, b, c, d] = [group[0], group[1], group[2], group[3]].map(|byte| VALUES[usize::from(byte)]);
        if (a | b | c | d) & 0xc0 != 0 {
            break;
        }
        bytes[0] = a << 2 | b >> 4;
        bytes[1] = b << 4 | c >> 2;
        bytes[2] = c << 6 | d;
        groups += 1;
    }
    (4 * groups, 3 * groups)
}

/// How many characters [`encode`] writes for `length` bytes.
///
/// ```
/// assert_eq!([0, 1, 2, 3, 4].map(napkin::base64::encoded_len), [0, 4, 4, 4, 8]);
/// ```
///
/// # Panics
/// The number does not fit into a `usize`, which no slice is long enough for on 64 bits.
#[must_use]
pub const fn encoded_len(length: usize) -> usize {
    length.div_ceil(3).checked_mul(4).expect("a length that can be encoded")
}

/// Encodes `src`, with padding, at the start of `dst`. Returns how many characters were written, which is
/// [`encoded_len`] of the length of `src`.
///
/// ```
/// let mut text = [0; 8];
/// assert_eq!(napkin::base64::encode(b"napkin", &mut text), 8);
/// assert_eq!(&text, b"bmFwa2lu");
/// ```
///
/// # Panics
/// `dst` is shorter than that.
pub fn encode(src: &[u8], dst: &mut [u8]) -> usize {
    let length = encoded_len(src.len());
    let dst = &mut dst[..length];
    let character = |bits: u32| ALPHABET[(bits & 63) as usize];
    for (bytes, group) in src.chunks(3).zip(dst.chunks_exact_mut(4)) {
        let byte = |at: usize| u32::from(bytes.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        group[0] = character(bits >> 18);
        group[1] = character(bits >> 12);
        group[2] = if bytes.len() > 1 { character(bits >> 6) } else { b'=' };
        group[3] = if bytes.len() > 2 { character(bits) } else { b'=' };
    }
    length
}

/// The same as text of its own.
///
/// ```
/// // RFC 4648 section 10
/// assert_eq!(napkin::base64::encode_to_string(b"fooba"), "Zm9vYmE=");
/// ```
#[must_use]
pub fn encode_to_string(bytes: &[u8]) -> String {
    let mut text = alloc::vec![0; encoded_len(bytes.len())];
    encode(bytes, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// RFC 4648 section 10.
    const VECTORS: [(&str, &str); 7] = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ];

    #[test]
    fn the_vectors_of_the_rfc() {
        for (data, text) in VECTORS {
            assert_eq!(encode_to_string(data.as_bytes()), text);
            assert_eq!(decode_forgiving(text.as_bytes()).as_deref(), Ok(data.as_bytes()), "{text}");
        }
    }

    #[test]
    fn every_character_is_decoded_in_every_place() {
        let bytes: Vec<u8> = (0..48_u32).map(|number| (number * 89 + 7) as u8).collect();
        let text = encode_to_string(&bytes);
        for end in 0..=text.len() {
            for room in 0..=bytes.len() {
                let mut found = alloc::vec![0; room];
                let groups = (end / 4).min(room / 3);
                assert_eq!(decode_clean(&text.as_bytes()[..end], &mut found), (4 * groups, 3 * groups));
                assert_eq!(found[..3 * groups], bytes[..3 * groups]);
            }
        }
        let mut all = [0; 48];
        assert_eq!(decode_clean(ALPHABET, &mut all), (64, 48));
        assert_eq!(encode_to_string(&all).as_bytes(), ALPHABET);
    }

    #[test]
    fn every_other_byte_ends_it_in_every_place() {
        for byte in (0..=u8::MAX).filter(|byte| !ALPHABET.contains(byte)) {
            for at in 0..64 {
                let mut text = *ALPHABET;
                text[at] = byte;
                let mut found = [0; 48];
                assert_eq!(decode_clean(&text, &mut found), (at / 4 * 4, at / 4 * 3), "{byte} at {at}");
            }
        }
    }
}
