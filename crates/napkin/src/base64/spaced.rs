//! White space taken out first, into a stage that stays in the nearest cache; then the clean decoder reads that.
//!
//! Taking out and decoding in one pass would have to shift what is left of a group into the next block; two loops, each
//! without a branch that depends on the text, are faster and need no state between blocks but a count.

use super::is_white_space;

/// Bytes of the alphabet that are brought together before they are decoded.
const STAGE: usize = 2048;
/// Room behind them: a step of `compact` begins when there are less than [`STAGE`] bytes, and may write whole blocks.
pub(super) const SLACK: usize = 64;

/// White space by the low half of its bytes; elsewhere what has another low half, and so is never found.
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
    /// How many bytes there are.
    pub(super) kept: usize,
}

impl Stage {
    /// The text is used up to `read`; the rest comes to the front.
    fn advance(&mut self, read: usize) {
        self.bytes.copy_within(read..self.kept, 0);
        self.kept -= read;
    }
}

/// Decodes with a function that takes white space out, and with [`super::decode_clean`] for the same machine.
///
/// `compact` takes from the front of a text, until the stage has at least so many bytes or nothing is left, and says
/// how much it has taken. It begins a step of at most [`SLACK`] bytes only below that number, which is at most [`STAGE`].
pub(super) fn decode(
    src: &[u8],
    dst: &mut [u8],
    compact: impl Fn(&[u8], &mut Stage, usize) -> usize,
    clean: impl Fn(&[u8], &mut [u8]) -> (usize, usize),
) -> (usize, usize) {
    let mut stage = Stage { bytes: [0; STAGE + SLACK], kept: 0 };
    let (mut taken, mut written) = (0, 0);
    loop {
        // No more than there is room for, lest much be taken that has to be given back.
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

/// Where the last `left` bytes that are not white space begin, of those before `taken`; with none, what comes next.
fn rest(src: &[u8], taken: usize, left: usize) -> usize {
    let spaces = || src[taken..].iter().take_while(|&&byte| is_white_space(byte)).count();
    let mut places = (0..taken).rev().filter(|&at| !is_white_space(src[at]));
    left.checked_sub(1).and_then(|before| places.nth(before)).unwrap_or_else(|| taken + spaces())
}

/// [`decode`]'s `compact`, a byte at a time.
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
