//! The output memory of decoders: slices, and the spare capacity of a `Vec`.

use alloc::vec::Vec;
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
use core::mem::MaybeUninit;

/// A byte of output: initialised in a slice, or uninitialised in the spare capacity of a `Vec`. The kernels write to
/// both, because initialising the capacity of a `Vec` first would take a third of the time of decoding.
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
pub(crate) trait Room: Copy {
    /// Returns a written byte.
    fn of(byte: u8) -> Self;
}

#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
impl Room for u8 {
    #[inline]
    fn of(byte: u8) -> Self {
        byte
    }
}

#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
impl Room for MaybeUninit<u8> {
    #[inline]
    fn of(byte: u8) -> Self {
        Self::new(byte)
    }
}

/// The number of bytes that a version for slices alone decodes at once. They must be initialised first, which costs less
/// while they stay in the L1 cache.
const PIECE: usize = 12 << 10;

/// Appends the decoded front of `text` to `out` with a function that writes to a slice; returns the number of bytes read.
/// Stops when the function leaves a part of a slice unused. `room` returns the most bytes that a text of a given length
/// decodes to. `PIECE` is a multiple of whole groups.
#[inline]
pub(crate) fn append(
    text: &[u8],
    out: &mut Vec<u8>,
    room: impl Fn(usize) -> usize,
    decode: impl Fn(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    let mut at = 0;
    while at < text.len() {
        let begin = out.len();
        out.resize(begin + PIECE.min(room(text.len() - at)), 0);
        let (read, written) = decode(&text[at..], &mut out[begin..]);
        out.truncate(begin + written);
        at += read;
        if written < PIECE {
            break;
        }
    }
    at
}
