//! Percent-decoding of long texts, such as the body of a `data:` URL.
//!
//! [`decode_percent`] stands in `scalar.rs`, `avx2.rs` and `avx512.rs`; [`widest`] chooses. `bench/DATA.md` has what
//! each is worth.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
mod scalar;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::hex;
use crate::bytes::widest;

/// In place of the value of what is no hexadecimal digit.
const NONE: u8 = 0x80;

/// The value of each hexadecimal digit.
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

/// Decodes escapes from the front, as far as `dst` has room; `%` without two hexadecimal digits behind it stands as it
/// is, at the end of `src` too. Says how much is read and how much is written; what is in `dst` behind that is not
/// defined. With as much room as there is text, all is decoded.
#[inline]
pub(crate) fn decode_percent(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    widest!(decode_percent(src, dst))
}

/// [`decode_percent`] onto the end of `out`, for which there may be room already.
#[inline]
fn append_percent(src: &[u8], out: &mut Vec<u8>) {
    widest!(append_percent(src, out))
}

/// Percent-decodes bytes onto the end of `out`: "percent-decode" in section 1.3 of the URL Standard, by which `%` stands
/// for itself where no two hexadecimal digits follow.
///
/// For text of a reference there is [`Encoded::decode_bytes`](super::Encoded::decode_bytes), which knows that the
/// escapes are proper; this is for what has not been parsed, as the body of a `data:` URL.
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
