//! Decodes base64 with white space in two loops: one removes the white space into a small buffer that stays in the L1
//! cache, then the clean decoder reads that buffer.
//!
//! A single loop would have to shift the rest of a group into the next block. The two loops have no branches that depend
//! on the text, are faster, and share only a count between blocks.

use super::is_white_space;

/// The number of symbols that are collected before they are decoded.
const STAGE: usize = 2048;
/// Extra space after the symbols: a step of `compact` starts with fewer than [`STAGE`] bytes and may write a whole block.
pub(super) const SLACK: usize = 64;

/// Each white-space byte, at the index of its low four bits. Other entries are 0, which has low bits 0 and so matches
/// only at index 0, where the space is.
pub(super) static SPACES: [u8; 16] = {
    let mut spaces = [0; 16];
    let mut byte = 0;
    while byte < 128 {
        if is_white_space(byte) {
            spaces[byte as usize & 15] = byte;
        }
        byte += 1;
    }
    spaces
};

/// A part of the text without its white space.
pub(super) struct Stage {
    pub(super) bytes: [u8; STAGE + SLACK],
    /// The number of valid bytes.
    pub(super) kept: usize,
}

impl Stage {
    /// Drops the first `read` bytes and moves the rest to the front.
    fn advance(&mut self, read: usize) {
        self.bytes.copy_within(read..self.kept, 0);
        self.kept -= read;
    }
}

/// Decodes with a function that removes white space, and with [`super::decode_clean`] of the same version.
///
/// `compact` reads from the front of a text until the stage has at least the given number of bytes or the text ends, and
/// returns the number of bytes read. It starts a step of at most [`SLACK`] bytes only below that number, which is at most
/// [`STAGE`].
#[inline(always)]
pub(super) fn decode(
    src: &[u8],
    dst: &mut [u8],
    compact: impl Fn(&[u8], &mut Stage, usize) -> usize,
    clean: impl Fn(&[u8], &mut [u8]) -> (usize, usize),
) -> (usize, usize) {
    let mut stage = Stage { bytes: [0; STAGE + SLACK], kept: 0 };
    let (mut taken, mut written) = (0, 0);
    loop {
        // Collect no more than `dst` has space for: bytes read beyond that must be given back.
        let wanted = ((dst.len() - written) / 3 * 4).min(STAGE);
        taken += compact(&src[taken..], &mut stage, wanted);
        let (read, wrote) = clean(&stage.bytes[..stage.kept], &mut dst[written..]);
        written += wrote;
        stage.advance(read);
        let stopped = stage.kept >= 4;
        if stopped || taken == src.len() || dst.len() - written < 3 {
            return (rest(src, taken, stage.kept), written);
        }
    }
}

/// Returns the offset of the last `left` bytes before `taken` that are not white space; if `left` is 0, the offset of the
/// next byte after `taken` that is not white space.
fn rest(src: &[u8], taken: usize, left: usize) -> usize {
    let spaces = || src[taken..].iter().take_while(|&&byte| is_white_space(byte)).count();
    let mut places = (0..taken).rev().filter(|&at| !is_white_space(src[at]));
    left.checked_sub(1).and_then(|before| places.nth(before)).unwrap_or_else(|| taken + spaces())
}

/// Implements `compact` for [`decode`], a byte at a time.
pub(super) fn compact(src: &[u8], stage: &mut Stage, wanted: usize) -> usize {
    for (at, &byte) in src.iter().enumerate() {
        if stage.kept >= wanted {
            return at;
        }
        stage.bytes[stage.kept] = byte;
        stage.kept += usize::from(!is_white_space(byte));
    }
    src.len()
}
