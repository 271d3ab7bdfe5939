//! Fast parsers for ordinary references of RFC 3986 and ordinary URLs of the URL Standard: 64 bytes at a time with AVX2,
//! SSSE3 or NEON (`vector`), and otherwise eight bytes at a time ([`words`]) or by [`tables`], which takes about twice as
//! long (`bench/RESULTS.md`).
//!
//! These parsers accept only texts that are certainly valid and leave the others to the grammars: `false` from `read`
//! means *unknown*, never *invalid*. An accepted text is split exactly as by [`super::rfc3986::split`], including the
//! hints; tests and the fuzz target `round_trip` compare the two.

use super::Parts;
pub(super) use super::parts::PlainTail;
pub(crate) use super::parts::Ready;
use crate::bytes::with_vector;
use crate::percent::EncodeSet;

/// Fills in the parts of an ordinary reference; returns `false` if the grammar must parse the text. `parts` must be those
/// of the empty text; their content is meaningless after `false`.
#[inline]
pub(super) fn read(bytes: &[u8], parts: &mut Parts) -> bool {
    with_vector!(read(bytes, parts), words::read(bytes, parts))
}

/// Parses an ordinary `http` or `https` URL by the URL Standard into `parts`. Returns `None` if the full parser must parse
/// the text; then the content of `parts` is meaningless.
#[inline]
pub(super) fn read_whatwg(bytes: &[u8], parts: &mut Parts) -> Option<Ready> {
    with_vector!(read_whatwg(bytes, parts), tables::ordinary(bytes, parts))
}

/// Returns whether the URL Standard accepts the text, if the text before the path shows that; `None` means *unknown*.
#[inline]
pub(super) fn front_verdict(bytes: &[u8]) -> Option<bool> {
    with_vector!(front_verdict(bytes), tables::front_verdict(bytes))
}

/// Parses path, query and fragment of a URL from `start`, after an authority; `None` if the full parser must parse them.
#[inline]
pub(super) fn plain_tail(bytes: &[u8], start: usize) -> Option<PlainTail> {
    with_vector!(plain_tail(bytes, start), tables::plain_tail(bytes, start))
}

/// Returns the offset of the first `:` if only characters of schemes are before it; otherwise 0.
#[inline]
pub(super) fn scheme_end(bytes: &[u8]) -> usize {
    with_vector!(scheme_end(bytes), tables::scheme_end(bytes))
}

/// Returns the number of bytes before the first byte in the set.
#[inline]
pub(super) fn before(bytes: &[u8], set: EncodeSet) -> usize {
    with_vector!(before(bytes, set), tables::before(bytes, set))
}

/// Returns the length of the prefix of a path that needs no change: no byte to encode, no `\`, and no start of a segment
/// that may be `.` or `..`. The path must follow a `/`.
#[inline]
pub(super) fn plain_path(bytes: &[u8]) -> usize {
    with_vector!(plain_path(bytes), tables::plain_path(bytes))
}

/// Returns the number of bytes before the first delimiter of an authority, one of `/?#\@:[]`. The result may be too small,
/// but never too large.
#[inline]
pub(super) fn before_delimiter(bytes: &[u8]) -> usize {
    with_vector!(before_delimiter(bytes), tables::skip(bytes, 0, tables::DELIMITER))
}

/// Returns whether the text contains a tab or a newline.
#[inline]
pub(super) fn has_break(bytes: &[u8]) -> bool {
    with_vector!(has_break(bytes), tables::skip(bytes, 0, tables::BREAK) < bytes.len())
}

pub(super) mod tables;
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
pub(super) mod vector;
pub(super) mod words;
