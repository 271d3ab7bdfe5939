//! The fast readers: ordinary references of RFC 3986 and ordinary URLs of the URL Standard, 64 bytes at a time.
//!
//! Takes a text only when it is sure of it, so that everything odd, and every finding, is left to the grammars:
//! `read` answers `false` for *look closer*, never for *invalid*. What it takes, it splits exactly as
//! [`super::rfc3986::split`] does, hints included; tests and the fuzz target `round_trip` hold the two equal.
//!
//! [`avx2`] has `unsafe` code, for what stable Rust cannot say otherwise: to call a function compiled for AVX2 once the
//! machine has been asked for it. Without it reading takes some eight times as long (the row `napkin check` of
//! `bench/RESULTS.md`).

use super::Parts;
use crate::percent::EncodeSet;

/// Calls a function of [`avx2`], or answers with the other expression where the machine has none.
macro_rules! with_avx2 {
    ($name:ident($($argument:expr),*), $slow:expr) => {{
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(machine) = crate::bytes::avx2::Avx2::detect() {
            return avx2::$name(machine, $($argument),*);
        }
        $slow
    }};
}

/// Fills in the parts of an ordinary reference; `false` when it must be looked at closely. `parts` are those of the
/// empty text; when the answer is `false` they are of no use.
#[inline]
pub(super) fn read(bytes: &[u8], parts: &mut Parts) -> bool {
    with_avx2!(read(bytes, parts), closely(bytes, parts).unwrap_or(false))
}

/// An ordinary URL: what is missing for it to be as the URL serializer writes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ready {
    /// The path is empty, and so `/` is missing.
    pub(crate) lacks_slash: bool,
}

/// Path, query and fragment of a URL that stand as the URL serializer would write them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainTail {
    /// Behind the `?`; 0 when the query is undefined.
    pub(super) query_start: u32,
    /// Behind the `#`; 0 when the fragment is undefined.
    pub(super) fragment_start: u32,
    /// Whether there is a `%`.
    #[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(dead_code))]
    pub(super) escape: bool,
}

/// Reads an ordinary `http` or `https` URL by the URL Standard into `parts`; `None` when it must be looked at closely,
/// and then they are of no use.
#[inline]
pub(super) fn read_whatwg(bytes: &[u8], parts: &mut Parts) -> Option<Ready> {
    with_avx2!(read_whatwg(bytes, parts), closely(bytes, parts))
}

/// Whether a text makes a URL by the URL Standard, as what stands before its path says; `false` when it must be looked
/// at closely.
#[inline]
pub(super) fn has_ordinary_front(bytes: &[u8]) -> bool {
    with_avx2!(has_ordinary_front(bytes), closely(bytes, ()).unwrap_or(false))
}

/// Reads path, query and fragment of a URL from `start`, behind an authority; `None` when they must be looked at
/// closely.
#[inline]
pub(super) fn plain_tail(bytes: &[u8], start: usize) -> Option<PlainTail> {
    with_avx2!(plain_tail(bytes, start), closely(bytes, start))
}

/// Without the machine's help everything is looked at closely.
fn closely<U, T>(_: &[u8], _: U) -> Option<T> {
    None
}

/// How many bytes stand before the first that is in the set.
#[inline]
pub(super) fn before(bytes: &[u8], set: EncodeSet) -> usize {
    let scalar = || bytes.iter().position(|&byte| set.contains_byte(byte)).unwrap_or(bytes.len());
    with_avx2!(before(bytes, set), scalar())
}

/// How many bytes of a path, before which a `/` stands, are neither encoded nor `\` nor the begin of a segment that may
/// be `.` or `..`.
#[inline]
pub(super) fn plain_path(bytes: &[u8]) -> usize {
    with_avx2!(plain_path(bytes), plain_path_scalar(bytes))
}

fn plain_path_scalar(bytes: &[u8]) -> usize {
    let mut before = b'/';
    let odd = bytes.iter().position(|&byte| {
        let dot = before == b'/' && matches!(byte, b'.' | b'%');
        before = byte;
        dot || byte == b'\\' || EncodeSet::PATH.contains_byte(byte)
    });
    odd.unwrap_or(bytes.len())
}

/// How many bytes stand before the first that may delimit a part of an authority, of `/?#\@:[]`: none too many, perhaps
/// too few.
#[inline]
pub(super) fn before_delimiter(bytes: &[u8]) -> usize {
    with_avx2!(before_delimiter(bytes), closely(bytes, ()).unwrap_or(0))
}

/// Whether there is a tab or a newline.
#[inline]
pub(super) fn has_break(bytes: &[u8]) -> bool {
    with_avx2!(has_break(bytes), bytes.iter().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')))
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
