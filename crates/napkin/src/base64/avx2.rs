//! Base64 kernels in blocks of 32 symbols with AVX2. Shuffle tables have only 16 entries, so each half of a byte is
//! looked up separately.

#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::arch::x86_64::*;

use super::spaced::{self, SPACES, Stage};
use super::{NONE, VALUES, scalar};
use crate::bytes::Room;
use crate::bytes::avx2::{Avx2, BLOCK, load, load_half, store, twice};

pub(super) fn decode_clean(_: Avx2, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    // SAFETY: an `Avx2` value proves that the CPU has the features that `decode` is compiled for.
    let (read, written) = unsafe { decode(src, dst) };
    let (read_last, written_last) = scalar::decode_clean(&src[read..], &mut dst[written..]);
    (read + read_last, written + written_last)
}

pub(super) fn append_clean(_: Avx2, src: &[u8], out: &mut Vec<u8>) -> usize {
    // SAFETY: as above.
    let (read, written) = unsafe { decode(src, out.spare_capacity_mut()) };
    // SAFETY: `decode` has initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    read + scalar::append_clean(&src[read..], out)
}

pub(super) fn decode_spaced(machine: Avx2, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    // SAFETY: as above, for `compact`.
    let compact = |src: &[u8], stage: &mut Stage, wanted| unsafe { compact(src, stage, wanted) };
    spaced::decode(src, dst, compact, |src, dst| decode_clean(machine, src, dst))
}

pub(super) fn encode(_: Avx2, src: &[u8], dst: &mut [u8]) -> usize {
    // SAFETY: as above, for `encode_blocks`.
    let (read, written) = unsafe { encode_blocks(src, dst) };
    written + scalar::encode(&src[read..], &mut dst[written..])
}

/// Classify a byte by its low and its high half: a byte is a symbol if its two entries share a bit. Each high half from 2
/// to 7 that has symbols has one bit. Bytes beyond ASCII share none.
static LOW: [u8; 16] = halves().0;
static HIGH: [u8; 16] = halves().1;

const fn halves() -> ([u8; 16], [u8; 16]) {
    let (mut low, mut high) = ([0; 16], [0; 16]);
    let mut byte = 0;
    while byte < 128 {
        if VALUES[byte] != NONE {
            low[byte & 15] |= 1 << (byte >> 4);
            high[byte >> 4] |= 1 << (byte >> 4);
        }
        byte += 1;
    }
    (low, high)
}

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

/// Moves the three bytes of each four-byte word together, in each half of a block.
static PACK: [u8; 16] = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80];

#[target_feature(enable = "avx2")]
fn decode<R: Room>(src: &[u8], dst: &mut [R]) -> (usize, usize) {
    let (low, high, added, pack) = (twice(&LOW), twice(&HIGH), twice(&ADDED), twice(&PACK));
    let nibbles = _mm256_set1_epi8(15);
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) = (src[read..].first_chunk(), dst[written..].first_chunk_mut()) {
        let text = load(text);
        let half = _mm256_and_si256(_mm256_srli_epi16::<4>(text), nibbles);
        let shared = _mm256_and_si256(_mm256_shuffle_epi8(low, text), _mm256_shuffle_epi8(high, half));
        let odd = _mm256_movemask_epi8(_mm256_cmpeq_epi8(shared, _mm256_setzero_si256())) as u32;
        let slash = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(b'/' as i8));
        let values = _mm256_add_epi8(text, _mm256_shuffle_epi8(added, _mm256_add_epi8(half, slash)));
        let pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x0140_0140));
        let words = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_1000));
        let packed = _mm256_shuffle_epi8(words, pack);
        store(room, _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7)));
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
#[target_feature(enable = "avx2")]
fn compact(src: &[u8], stage: &mut Stage, wanted: usize) -> usize {
    let spaces = twice(&SPACES);
    let mut at = 0;
    while let Some(text) = src[at..].first_chunk::<{ 2 * BLOCK }>().filter(|_| stage.kept < wanted) {
        let (block, _) = text.split_first_chunk().unwrap_or((&[0; BLOCK], &[]));
        let block = load(block);
        let found = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, block), block);
        let mut found = _mm256_movemask_epi8(found) as u32;
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

#[target_feature(enable = "avx2")]
fn encode_blocks(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (spread, shifts) = (twice(&SPREAD), twice(&SHIFTS));
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) = (src[read..].first_chunk::<28>(), dst[written..].first_chunk_mut()) {
        let (Some(first), Some(second)) = (text.first_chunk(), text.last_chunk()) else { break };
        let bytes = _mm256_shuffle_epi8(_mm256_set_m128i(load_half(second), load_half(first)), spread);
        // The first and the third value of each group are shifted to the right, the others to the left.
        let odd = _mm256_and_si256(bytes, _mm256_set1_epi32(0x0FC0_FC00));
        let even = _mm256_and_si256(bytes, _mm256_set1_epi32(0x003F_03F0));
        let values = _mm256_or_si256(
            _mm256_mulhi_epu16(odd, _mm256_set1_epi32(0x0400_0040)),
            _mm256_mullo_epi16(even, _mm256_set1_epi32(0x0100_0010)),
        );
        let small = _mm256_subs_epu8(values, _mm256_set1_epi8(51));
        let capital = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), values);
        let class = _mm256_or_si256(small, _mm256_and_si256(capital, _mm256_set1_epi8(13)));
        store(room, _mm256_add_epi8(values, _mm256_shuffle_epi8(shifts, class)));
        (read, written) = (read + 24, written + BLOCK);
    }
    (read, written)
}
