//! The memory that decoders write to: slices, and the unused capacity of a `Vec`.

use alloc::vec::Vec;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use core::mem::MaybeUninit;

/// A byte that can be written: one of a slice, or one behind the end of a `Vec`, which has never been. The kernels write
/// to both, since setting the room of a `Vec` to something first would take a third of the time that decoding takes.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) trait Room: Copy {
    /// The byte, written.
    fn of(byte: u8) -> Self;
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
impl Room for u8 {
    #[inline]
    fn of(byte: u8) -> Self {
        byte
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
impl Room for MaybeUninit<u8> {
    #[inline]
    fn of(byte: u8) -> Self {
        Self::new(byte)
    }
}

/// Bytes that are decoded at once by what writes to slices alone. `Vec` wants them set to something first, which costs
/// less while they stay in the nearest cache.
const PIECE: usize = 12 << 10;

/// Decodes from the front of a text onto the end of `out`, by a function that writes to a slice, until it leaves so much
/// room that it must have stopped. `room` is what so many bytes of text need at most; a piece holds whole groups.
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
