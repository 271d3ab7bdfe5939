//! Base64 kernels in blocks of 32 symbols. Tables for look-ups have only 16 entries, so each half of a byte is looked up
//! separately.

#![allow(unsafe_code)]

use alloc::vec::Vec;

use super::spaced::{self, SPACES, Stage};
use super::{NONE, VALUES, scalar};
use crate::bytes::Room;
use crate::bytes::vector::{BLOCK, Halves, Machine};

#[inline(always)]
pub(super) fn decode_clean<M: Machine>(machine: M, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (read, written) = decode(machine, src, dst);
    let (read_last, written_last) = scalar::decode_clean(&src[read..], &mut dst[written..]);
    (read + read_last, written + written_last)
}

#[inline(always)]
pub(super) fn append_clean<M: Machine>(machine: M, src: &[u8], out: &mut Vec<u8>) -> usize {
    let (read, written) = decode(machine, src, out.spare_capacity_mut());
    // SAFETY: `decode` has initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    read + scalar::append_clean(&src[read..], out)
}

#[inline(always)]
pub(super) fn decode_spaced<M: Machine>(machine: M, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    spaced::decode(
        src,
        dst,
        #[inline(always)]
        |src, stage, wanted| compact(machine, src, stage, wanted),
        #[inline(always)]
        |src, dst| decode_clean(machine, src, dst),
    )
}

#[inline(always)]
pub(super) fn encode<M: Machine>(machine: M, src: &[u8], dst: &mut [u8]) -> usize {
    let (read, written) = encode_blocks(machine, src, dst);
    written + scalar::encode(&src[read..], &mut dst[written..])
}

/// The symbols.
static ALPHABET: Halves = {
    let mut halves = Halves::EMPTY;
    let mut byte = 0;
    while byte < 128 {
        if VALUES[byte as usize] != NONE {
            halves = halves.with(byte);
        }
        byte += 1;
    }
    halves
};

/// The number to add to a symbol for its value, by its high half. `/` uses the otherwise empty entry below its own.
static ADDED: [u8; 16] = {
    let mut added = [0; 16];
    added[1] = VALUES[b'/' as usize].wrapping_sub(b'/');
    let symbols = *b"+0AQaq";
    let mut at = 0;
    while at < symbols.len() {
        let symbol = symbols[at];
        added[(symbol >> 4) as usize] = VALUES[symbol as usize].wrapping_sub(symbol);
        at += 1;
    }
    added
};

#[inline(always)]
fn decode<M: Machine, R: Room>(machine: M, src: &[u8], dst: &mut [R]) -> (usize, usize) {
    let added = machine.table(&ADDED);
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) = (src[read..].first_chunk(), dst[written..].first_chunk_mut()) {
        let text = machine.load(text);
        let odd = machine.bits(ALPHABET.outside(machine, text));
        let slash = machine.equal(text, machine.splat(b'/'));
        let values = machine.add(text, machine.look_up(added, machine.add(machine.high(text), slash)));
        machine.store_twelves(room, machine.join_sixes(values));
        if odd != 0 {
            // A separate exit keeps the next block's offset independent of this block's mask.
            let groups = odd.trailing_zeros() as usize / 4;
            return (read + groups * 4, written + groups * 3);
        }
        (read, written) = (read + BLOCK, written + BLOCK / 4 * 3);
    }
    (read, written)
}

/// Implements `compact` of [`spaced::decode`]. Copies each run between white space as a whole block; the next copy
/// overwrites the surplus.
#[inline(always)]
fn compact<M: Machine>(machine: M, src: &[u8], stage: &mut Stage, wanted: usize) -> usize {
    let spaces = machine.table(&SPACES);
    let mut at = 0;
    while let Some(text) = src[at..].first_chunk::<{ 2 * BLOCK }>().filter(
        #[inline(always)]
        |_| stage.kept < wanted,
    ) {
        let (block, _) = text.split_first_chunk().unwrap_or((&[0; BLOCK], &[]));
        let block = machine.load(block);
        let mut found = machine.bits(machine.equal(machine.look_up_low(spaces, block), block));
        let mut from = 0;
        while found != 0 {
            let to = found.trailing_zeros() as usize;
            keep(&text[from..], to - from, stage);
            (from, found) = (to + 1, found & (found - 1));
        }
        keep(&text[from..], BLOCK - from, stage);
        at += BLOCK;
    }
    at + spaced::compact(&src[at..], stage, wanted)
}

/// Appends a run of at most one block; `text` must have a whole block.
#[inline]
fn keep(text: &[u8], length: usize, stage: &mut Stage) {
    if let (Some(block), Some(room)) = (text.first_chunk::<BLOCK>(), stage.bytes[stage.kept..].first_chunk_mut()) {
        *room = *block;
        stage.kept += length;
    }
}

/// Spreads the bytes of each group to `b a c b`, in each half of a block.
static SPREAD: [u8; 16] = [1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10];

/// The number to add to a value for its symbol, by class: 13 for capitals, 0 for small letters, 1 to 10 for digits, 11
/// for `+` and 12 for `/`.
static SHIFTS: [u8; 16] = {
    let mut shifts = [b'0'.wrapping_sub(52); 16];
    shifts[0] = b'a' - 26;
    shifts[11] = b'+'.wrapping_sub(62);
    shifts[12] = b'/'.wrapping_sub(63);
    shifts[13] = b'A';
    shifts
};

#[inline(always)]
fn encode_blocks<M: Machine>(machine: M, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (spread, shifts) = (machine.table(&SPREAD), machine.table(&SHIFTS));
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) = (src[read..].first_chunk::<28>(), dst[written..].first_chunk_mut()) {
        let (Some(first), Some(second)) = (text.first_chunk(), text.last_chunk()) else { break };
        let values = machine.cut_sixes(machine.look_up(machine.load_halves(first, second), spread));
        let small = machine.sub_to_zero(values, machine.splat(51));
        let capital = machine.equal(machine.min(values, machine.splat(25)), values);
        let class = machine.or(small, machine.and(capital, machine.splat(13)));
        machine.store(room, machine.add(values, machine.look_up(shifts, class)));
        (read, written) = (read + 24, written + BLOCK);
    }
    (read, written)
}
