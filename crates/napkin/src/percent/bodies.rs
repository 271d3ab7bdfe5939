//! Percent-decodes long texts, such as the body of a `data:` URL. Start at [`decode_percent`].
//!
//! Its versions are in `scalar.rs`, `vector.rs` and `avx512.rs`; [`widest`] chooses one. `bench/DATA.md` has their speeds.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
mod vector;

use alloc::vec::Vec;

use super::hex;
use crate::bytes::widest;

/// The entry in `DIGITS` of bytes that are not hexadecimal digits.
const NONE: u8 = 0x80;

/// The value of each hexadecimal digit, by byte.
static DIGITS: [u8; 256] = {
    let mut digits = [NONE; 256];
    let mut byte = 0;
    while byte < digits.len() {
        if let Some(value) = hex(byte as u8) {
            digits[byte] = value;
        }
        byte += 1;
    }
    digits
};

/// Decodes escapes from the front until `dst` is full. A `%` without two hexadecimal digits after it stays, also at the
/// end of `src`. Returns the numbers of bytes read and written. The contents of `dst` after the written bytes are
/// unspecified. All of `src` is decoded if `dst` is as long as `src`.
#[inline]
pub(crate) fn decode_percent(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    widest!(decode_percent(src, dst))
}

/// Appends the output of [`decode_percent`] to `out`, whose capacity may be reserved beforehand.
#[inline]
fn append_percent(src: &[u8], out: &mut Vec<u8>) {
    widest!(append_percent(src, out))
}

/// Percent-decodes bytes and appends them to `out`. Follows "percent-decode" in section 1.3 of the URL Standard: a `%`
/// without two hexadecimal digits after it stays.
///
/// Use this for text that has not been parsed, such as the body of a `data:` URL. For a component of a reference, use
/// [`Encoded::decode_bytes`](super::Encoded::decode_bytes), whose escapes have been checked.
///
/// ```
/// use napkin::percent;
/// let mut out = Vec::new();
/// percent::decode_into(b"100%25 %f0%9f%8D%BA %", &mut out);
/// assert_eq!(out, "100% \u{1f37a} %".as_bytes());
/// ```
pub fn decode_into(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len());
    append_percent(text, out);
}
