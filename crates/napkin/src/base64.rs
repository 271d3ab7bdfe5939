//! Base64: decoding as forgivingly as the platform's `data:` URLs and `atob` do, and encoding.
//!
//! Decides: what is base64, by "forgiving-base64 decode" and "forgiving-base64 encode" of the Infra Standard (section
//! 7), with the alphabet of RFC 4648 section 4. It does not know the alphabet for file names (section 5), and does not
//! wrap lines.
//!
//! The work is done by `decode_clean`, `decode_spaced` and `encode_slice`, of which each stands
//! in `scalar.rs`, `avx2.rs` and `avx512.rs`; `widest!` chooses. `bench/DATA.md` has what each is worth.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
mod forgiving;
mod scalar;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod spaced;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use self::forgiving::{Quantum, is_white_space, stray};
use crate::Span;
use crate::bytes::{append, widest};

/// The alphabet, RFC 4648 section 4, table 1.
const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// In place of the value of what is no symbol.
const NONE: u8 = 0x80;

/// The value of each symbol.
static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < SYMBOLS.len() {
        values[SYMBOLS[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// The value of a symbol.
#[inline]
pub(crate) fn value(byte: u8) -> Option<u8> {
    let value = VALUES[usize::from(byte)];
    (value != NONE).then_some(value)
}

/// The three bytes of four symbols.
fn triple(group: &[u8; 4]) -> Option<[u8; 3]> {
    let values = group.map(|byte| VALUES[usize::from(byte)]);
    let bits = values.iter().fold(0, |bits, &value| bits << 6 | u32::from(value));
    let [_, a, b, c] = bits.to_be_bytes();
    (values.iter().fold(0, |all, value| all | value) & NONE == 0).then_some([a, b, c])
}

/// Decodes groups of four symbols, as many as there are from the front and as `dst` has room for; says how much is read
/// and how much is written. What is in `dst` behind that is not defined.
#[inline]
pub(crate) fn decode_clean(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    widest!(decode_clean(src, dst))
}

/// [`decode_clean`] onto the end of `out`, for which there may be room already; says how much is read.
#[inline]
pub(crate) fn append_clean(src: &[u8], out: &mut Vec<u8>) -> usize {
    widest!(append_clean(src, out))
}

/// [`decode_clean`], with ASCII white space wherever it may stand. What is read ends where the next group begins: behind
/// the white space that follows the last.
#[inline]
pub(crate) fn decode_spaced(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    widest!(decode_spaced(src, dst))
}

/// Encodes with padding, into `dst`, which has room for [`encoded_length`]; says how much that is.
#[inline]
pub(crate) fn encode_slice(src: &[u8], dst: &mut [u8]) -> usize {
    widest!(encode(src, dst))
}

/// How many bytes so many symbols make in whole groups, at most.
const fn most(length: usize) -> usize {
    length / 4 * 3
}

/// How many symbols so many bytes make, padding included.
pub(crate) const fn encoded_length(length: usize) -> usize {
    length.div_ceil(3) * 4
}

/// Decodes base64 onto the end of `out`: white space anywhere is left out, padding may be missing, and the bits of the
/// last symbol that make no byte are dropped.
///
/// `text` is what stands behind the comma of a `data:` URL, percent-decoded, in bytes. Follows "forgiving-base64
/// decode" in section 7 of the Infra Standard.
///
/// # Errors
/// The first byte that may not stand where it stands, or the end, where symbols are missing. `out` is as it was then.
///
/// ```
/// use napkin::base64;
/// let mut out = Vec::new();
/// base64::decode_forgiving(b"bmFw\r\n a2lu", &mut out)?;
/// base64::decode_forgiving(b"cw==", &mut out)?;
/// assert_eq!(out, b"napkins");
///
/// let error = base64::decode_forgiving(b"bmFw-2lu", &mut out).unwrap_err();
/// assert_eq!(error.span().of("bmFw-2lu"), "-");
/// # Ok::<(), base64::InvalidBase64>(())
/// ```
pub fn decode_forgiving(text: &[u8], out: &mut Vec<u8>) -> Result<(), InvalidBase64> {
    let before = out.len();
    out.reserve(most(text.len()) + 3);
    let mut at = append_clean(text, out);
    if text[at..].iter().take(4).any(|&byte| is_white_space(byte)) {
        at += append(&text[at..], out, most, decode_spaced);
    }
    let last = last(text, at).inspect_err(|_| out.truncate(before))?;
    out.extend_from_slice(last.as_slice());
    Ok(())
}

/// What is left behind the last whole group, from `at`: nothing, or two or three symbols, padded to four or not at all.
fn last(text: &[u8], at: usize) -> Result<Last, InvalidBase64> {
    let mut rest = text[at..].iter().zip(at..).filter(|&(&byte, _)| !is_white_space(byte));
    let mut symbols = [b'A'; 4];
    let mut length = 0;
    let mut behind = rest.next();
    while let Some((&byte, _)) = behind.filter(|&(&byte, _)| length < 4 && VALUES[usize::from(byte)] != NONE) {
        symbols[length] = byte;
        length += 1;
        behind = rest.next();
    }
    let odd = |place: usize| InvalidBase64 { span: Span::new(place, (place + 1).min(text.len())) };
    let end = || odd(text.len());
    let Some((&byte, place)) = behind else {
        return if length == 1 { Err(end()) } else { Ok(Last::new(&symbols, length)) };
    };
    if byte != b'=' || length < 2 {
        return Err(odd(place));
    }
    for _ in length..3 {
        let (&byte, place) = rest.next().ok_or_else(end)?;
        if byte != b'=' {
            return Err(odd(place));
        }
    }
    rest.next().map_or_else(|| Ok(Last::new(&symbols, length)), |(_, place)| Err(odd(place)))
}

/// The bytes of a group that is not whole, at most two.
struct Last {
    bytes: [u8; 3],
    length: usize,
}

impl Last {
    /// Of `length` symbols, with the first of the alphabet behind them.
    fn new(symbols: &[u8; 4], length: usize) -> Self {
        Self { bytes: triple(symbols).unwrap_or_default(), length: length.saturating_sub(1) }
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Encodes with padding and without line breaks: "forgiving-base64 encode" in section 7 of the Infra Standard, which is
/// RFC 4648 section 4.
///
/// ```
/// assert_eq!(napkin::base64::encode(b"napkins"), "bmFwa2lucw==");
/// ```
#[must_use]
pub fn encode(data: &[u8]) -> String {
    let mut out = vec![0; encoded_length(data.len())];
    let length = encode_slice(data, &mut out);
    out.truncate(length);
    // The alphabet is ASCII, which this finds out again, many bytes at a time; there is no error.
    String::from_utf8(out).unwrap_or_default()
}

/// That a text is not base64, and where: from [`decode_forgiving`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBase64 {
    span: Span,
}

impl InvalidBase64 {
    /// The byte that may not stand there, in the text that was given; empty at its end, if something is missing.
    ///
    /// ```
    /// use napkin::base64;
    /// let error = base64::decode_forgiving(b"bmFw=", &mut Vec::new()).unwrap_err();
    /// assert_eq!((error.span().start, error.span().end), (4, 5));
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Display for InvalidBase64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.span.start;
        if self.span.is_empty() {
            return write!(f, "expected more of base64, but found the end at byte {start}");
        }
        write!(f, "expected base64, but found something else at byte {start}")
    }
}

impl core::error::Error for InvalidBase64 {}
