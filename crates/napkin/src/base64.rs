//! Decodes and encodes base64 by "forgiving-base64 decode" and "forgiving-base64 encode" of the Infra Standard (section
//! 7), as browsers do for `data:` URLs and `atob`.
//!
//! The alphabet is that of RFC 4648 section 4. The URL-safe alphabet (section 5) and line wrapping are not supported.
//!
//! Start at `decode_forgiving` and `encode`. The kernels behind `decode_clean`, `decode_spaced` and `encode_slice` have
//! one version each in `scalar.rs`, `vector.rs` and `avx512.rs`; `widest!` chooses one at run time. `bench/DATA.md` has
//! their speeds.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx512;
mod forgiving;
mod scalar;
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
mod spaced;
#[cfg(test)]
mod tests;
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
mod vector;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use self::forgiving::{Quantum, is_white_space, stray};
use crate::Span;
use crate::bytes::{append, widest};

/// The alphabet, RFC 4648 section 4, table 1.
const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The entry in `VALUES` of bytes that are not symbols.
const NONE: u8 = 0x80;

/// The value of each symbol, by byte.
static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < SYMBOLS.len() {
        values[SYMBOLS[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Returns the value of a symbol.
#[inline]
pub(crate) fn value(byte: u8) -> Option<u8> {
    let value = VALUES[usize::from(byte)];
    (value != NONE).then_some(value)
}

/// Returns the three bytes that four symbols encode.
fn triple(group: &[u8; 4]) -> Option<[u8; 3]> {
    let values = group.map(|byte| VALUES[usize::from(byte)]);
    let bits = values.iter().fold(0, |bits, &value| bits << 6 | u32::from(value));
    let [_, a, b, c] = bits.to_be_bytes();
    (values.iter().fold(0, |all, value| all | value) & NONE == 0).then_some([a, b, c])
}

/// Decodes groups of four symbols from the front of `src` until a group is not clean or `dst` is full. Returns the
/// numbers of bytes read and written. The contents of `dst` after the written bytes are unspecified.
#[inline]
pub(crate) fn decode_clean(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    widest!(decode_clean(src, dst))
}

/// Appends the output of [`decode_clean`] to `out`, whose capacity may be reserved beforehand. Returns the number of
/// bytes read.
#[inline]
pub(crate) fn append_clean(src: &[u8], out: &mut Vec<u8>) -> usize {
    widest!(append_clean(src, out))
}

/// Decodes like [`decode_clean`], but skips ASCII white space anywhere. Reading ends at the first symbol of the next
/// group, after white space that follows the last group.
#[inline]
pub(crate) fn decode_spaced(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    widest!(decode_spaced(src, dst))
}

/// Encodes `src` with padding into `dst`, which must have [`encoded_length`] bytes. Returns the number of bytes written.
#[inline]
pub(crate) fn encode_slice(src: &[u8], dst: &mut [u8]) -> usize {
    widest!(encode(src, dst))
}

/// Returns the most bytes that `length` symbols decode to in whole groups.
const fn most(length: usize) -> usize {
    length / 4 * 3
}

/// Returns the length of the encoded form of `length` bytes, padding included.
pub(crate) const fn encoded_length(length: usize) -> usize {
    length.div_ceil(3) * 4
}

/// Decodes base64 and appends the bytes to `out`. Skips white space, accepts missing padding, and drops surplus bits of
/// the last symbol.
///
/// `text` is the body of a `data:` URL after the comma, percent-decoded, in bytes. Follows "forgiving-base64 decode" in
/// section 7 of the Infra Standard.
///
/// # Errors
/// Reports the first byte that is not allowed at its place, or the end if symbols are missing. `out` is then unchanged.
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

/// Decodes the rest after the last whole group, from `at`: nothing, or two or three symbols with full padding or none.
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

/// The bytes of an incomplete group, at most two.
struct Last {
    bytes: [u8; 3],
    length: usize,
}

impl Last {
    /// Decodes the first `length` symbols; the others must be `A`, which stands for zero bits.
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
    // The alphabet is ASCII, so this check cannot fail; it is fast.
    String::from_utf8(out).unwrap_or_default()
}

/// The error of [`decode_forgiving`]: a text is not base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBase64 {
    span: Span,
}

impl InvalidBase64 {
    /// Returns the place of the invalid byte in the given text. The span is empty at the end of the text if something is
    /// missing.
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
