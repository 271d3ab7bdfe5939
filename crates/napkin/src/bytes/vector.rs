//! Instructions for blocks of 32 bytes, as operations that every back end has: [`super::avx2`], [`super::ssse3`] and
//! [`super::neon`]. The kernels in `syntax/scan/vector`, `base64/vector`, `percent/bodies/vector` and [`find_far`] are
//! written once, for any [`Machine`].
//!
//! A kernel and all that it calls must be `#[inline(always)]`, closures included: [`Machine::run`] is compiled for the
//! instructions of its machine, and only code within it uses them without a call.

use super::output::Room;
use super::portable::find_any;

/// The number of bytes in a block.
pub(crate) const BLOCK: usize = 32;

/// A value proves that the CPU has the instructions of the back end, because only `detect` makes a value.
pub(crate) trait Machine: Copy {
    /// 32 bytes in registers. Some operations work on each half separately.
    type Block: Copy;

    /// Returns a value if the CPU has the instructions, unless the build forbids them by `--cfg napkin_at_most`.
    fn detect() -> Option<Self>;

    /// Runs a kernel as code compiled for the machine. Two arguments are passed in registers; captured variables are not.
    fn run<A, B, T>(self, a: A, b: B, kernel: impl FnOnce(Self, A, B) -> T) -> T;

    /// Loads a block.
    fn load(self, block: &[u8; BLOCK]) -> Self::Block;
    /// Loads the two halves of a block.
    fn load_halves(self, first: &[u8; 16], second: &[u8; 16]) -> Self::Block;
    /// Loads a table for [`Machine::look_up`].
    fn table(self, table: &[u8; 16]) -> Self::Block;
    /// Returns a block of two words, whose lowest byte is the first.
    fn words(self, first: u128, second: u128) -> Self::Block;
    /// Returns a block of 32 equal bytes.
    fn splat(self, byte: u8) -> Self::Block;

    /// Writes all 32 bytes.
    fn store<R: Room>(self, room: &mut [R; BLOCK], block: Self::Block);
    /// Writes the first twelve bytes of each half one after the other; the last eight bytes of `room` are unspecified.
    fn store_twelves<R: Room>(self, room: &mut [R; BLOCK], block: Self::Block);

    fn and(self, a: Self::Block, b: Self::Block) -> Self::Block;
    fn or(self, a: Self::Block, b: Self::Block) -> Self::Block;
    fn add(self, a: Self::Block, b: Self::Block) -> Self::Block;
    fn sub(self, a: Self::Block, b: Self::Block) -> Self::Block;
    /// Subtracts bytes; a negative difference becomes 0.
    fn sub_to_zero(self, a: Self::Block, b: Self::Block) -> Self::Block;
    fn min(self, a: Self::Block, b: Self::Block) -> Self::Block;
    /// Returns 255 for equal bytes, and 0 for others.
    fn equal(self, a: Self::Block, b: Self::Block) -> Self::Block;
    /// Returns the bytes of `a` where `choice` is 255, and those of `b` where it is 0.
    fn choose(self, choice: Self::Block, a: Self::Block, b: Self::Block) -> Self::Block;
    /// Returns the high four bits of each byte.
    fn high(self, block: Self::Block) -> Self::Block;

    /// Looks up each byte in 16 entries: those of the same half of `entries`. A byte of 128 or more gives 0; others must
    /// be below 16.
    fn look_up(self, entries: Self::Block, places: Self::Block) -> Self::Block;
    /// Looks up the low four bits of each byte. A byte of 128 or more gives 0.
    fn look_up_low(self, entries: Self::Block, bytes: Self::Block) -> Self::Block;

    /// Returns a mask of the bytes that are 255 in a block of 0 and 255; the lowest bit belongs to the first byte.
    fn bits(self, block: Self::Block) -> u32;
    /// Returns the masks of two blocks, that of the second shifted to the left, at most by 32.
    fn bits_of_two(self, first: Self::Block, second: Self::Block, shift: u32) -> u64;
    /// Returns whether a byte is not zero.
    fn is_any(self, block: Self::Block) -> bool;

    /// Combines four values of six bits into three bytes; each half then begins with twelve bytes.
    fn join_sixes(self, values: Self::Block) -> Self::Block;
    /// Cuts each four bytes `b a c b` into the four values of six bits of `a b c`.
    fn cut_sixes(self, bytes: Self::Block) -> Self::Block;
    /// Combines two values of four bits, the high one first, into a byte; returns eight bytes of each half.
    fn join_nibbles(self, values: Self::Block) -> [[u8; 8]; 2];
}

/// A set of ASCII characters as two tables of 16 entries, indexed by the low and the high half of a byte: a byte is in the
/// set if its two entries share a bit. Each high half from 0 to 7 has its own bit; bytes beyond ASCII share no bit.
pub(crate) struct Halves {
    low: [u8; 16],
    high: [u8; 16],
}

impl Halves {
    pub(crate) const EMPTY: Self = Self { low: [0; 16], high: [0; 16] };

    /// Adds an ASCII character.
    pub(crate) const fn with(mut self, byte: u8) -> Self {
        let bit = 1 << (byte >> 4);
        self.low[(byte & 15) as usize] |= bit;
        self.high[(byte >> 4) as usize] |= bit;
        self
    }

    /// Returns 255 for bytes outside the set, and 0 for others.
    #[inline(always)]
    pub(crate) fn outside<M: Machine>(&self, machine: M, bytes: M::Block) -> M::Block {
        let low = machine.look_up_low(machine.table(&self.low), bytes);
        let high = machine.look_up(machine.table(&self.high), machine.high(bytes));
        machine.equal(machine.and(low, high), machine.splat(0))
    }
}

/// Moves the three lowest bytes of each four together, in each half of a block: the last step of [`Machine::join_sixes`].
pub(super) static PACK: [u8; 16] = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80];

/// See [`super::find_far`].
#[inline(always)]
pub(super) fn find_far<M: Machine, const N: usize>(machine: M, bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    let clean = clean(machine, bytes, wanted);
    find_any(&bytes[clean..], wanted).map(|at| clean + at)
}

/// Returns how many bytes at the front are in groups of four blocks without a wanted byte.
#[inline(always)]
fn clean<M: Machine, const N: usize>(machine: M, bytes: &[u8], wanted: [u8; N]) -> usize {
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    let mut clean = 0;
    for four in fours {
        let mut all = machine.splat(0);
        for block in four.as_chunks().0 {
            let block = machine.load(block);
            for byte in wanted {
                all = machine.or(all, machine.equal(block, machine.splat(byte)));
            }
        }
        if machine.is_any(all) {
            break;
        }
        clean += 4 * BLOCK;
    }
    clean
}
