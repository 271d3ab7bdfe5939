//! Percent-decoding in blocks of 64 bytes with AVX-512 VBMI and VBMI2. Each byte is decoded as the beginning of an escape
//! together with the two bytes after it. Masks then select the real escapes, and compression removes their digits.

#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::arch::x86_64::*;

use super::{DIGITS, NONE, scalar};
use crate::bytes::Room;
use crate::bytes::avx512::{Avx512, BLOCK, below, load, load_some, store, store_some};

pub(super) fn decode_percent(_: Avx512, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    // SAFETY: an `Avx512` value proves that the CPU has the features that `decode` is compiled for.
    let (read, written) = unsafe { decode(src, dst) };
    let (read_last, written_last) = scalar::decode_percent(&src[read..], &mut dst[written..]);
    (read + read_last, written + written_last)
}

pub(super) fn append_percent(_: Avx512, src: &[u8], out: &mut Vec<u8>) {
    // SAFETY: as above.
    let (read, written) = unsafe { decode(src, out.spare_capacity_mut()) };
    // SAFETY: `decode` has initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    if read < src.len() {
        scalar::append_percent(&src[read..], out);
    }
}

/// The two halves of [`DIGITS`] below 128.
static HALVES: [[u8; BLOCK]; 2] = {
    let mut halves = [[NONE; BLOCK]; 2];
    let mut byte = 0;
    while byte < 128 {
        halves[byte / BLOCK][byte % BLOCK] = DIGITS[byte];
        byte += 1;
    }
    halves
};

/// A block, and the blocks that begin one and two bytes later.
#[derive(Clone, Copy)]
struct Block {
    text: __m512i,
    first: __m512i,
    second: __m512i,
}

/// A decoded block, with a mask of the bytes to keep.
struct Decoded {
    bytes: __m512i,
    keep: u64,
    /// The bits of the next block's bytes that are digits of this block's escapes: the lowest, or the lowest two.
    carry: u64,
}

impl Block {
    /// Decodes the block. `percent` marks each `%`; `carry` is the carry of the previous block.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
    fn decode(self, percent: u64, carry: u64) -> Decoded {
        let (low, high) = (load(&HALVES[0]), load(&HALVES[1]));
        let first = _mm512_permutex2var_epi8(low, self.first, high);
        let second = _mm512_permutex2var_epi8(low, self.second, high);
        // Bytes beyond ASCII have the top bit themselves.
        let odd = _mm512_ternarylogic_epi32::<0xFE>(first, second, _mm512_or_si512(self.first, self.second));
        let escapes = percent & !_mm512_movepi8_mask(odd);
        // Computes `second | first << 4 & 0xF0`. There is no shift of bytes, so shift words and mask.
        let shifted = _mm512_slli_epi16::<4>(first);
        let values = _mm512_ternarylogic_epi32::<0xF8>(second, shifted, _mm512_set1_epi8(0xF0_u8 as i8));
        let bytes = _mm512_mask_mov_epi8(self.text, escapes, values);
        let keep = !(escapes << 1 | escapes << 2 | carry);
        let carry = escapes >> 63 | escapes >> 62;
        Decoded { bytes: _mm512_maskz_compress_epi8(keep, bytes), keep, carry }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
fn decode<R: Room>(src: &[u8], dst: &mut [R]) -> (usize, usize) {
    let percent = _mm512_set1_epi8(b'%' as i8);
    let (mut read, mut written, mut carry) = (0, 0, 0_u64);
    while let Some(text) = src[read..].first_chunk::<{ BLOCK + 2 }>() {
        let Some(room) = dst[written..].first_chunk_mut() else { break };
        let block = load(chunk(text, 0));
        let found = _mm512_cmpeq_epi8_mask(block, percent);
        if found | carry == 0 {
            store(room, block);
            (read, written) = (read + BLOCK, written + BLOCK);
            let length = copy_run(&src[read..], &mut dst[written..]);
            (read, written) = (read + length, written + length);
            continue;
        }
        read += BLOCK;
        let block = Block { text: block, first: load(chunk(text, 1)), second: load(chunk(text, 2)) };
        let decoded = block.decode(found, carry);
        store(room, decoded.bytes);
        written += decoded.keep.count_ones() as usize;
        carry = decoded.carry;
    }
    read += carry.count_ones() as usize;
    if dst.len() - written >= src.len() - read {
        return last(src, dst, read, written);
    }
    (read, written)
}

/// Copies blocks before the first escape, four at a time, and returns the number of bytes copied. The system's `memcpy`
/// is up to fifteen times slower where the two addresses are a few bytes more than a page apart.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn copy_run<R: Room>(text: &[u8], room: &mut [R]) -> usize {
    let percent = _mm512_set1_epi8(b'%' as i8);
    let fours = text.as_chunks::<{ 4 * BLOCK }>().0.iter().zip(room.as_chunks_mut::<{ 4 * BLOCK }>().0);
    let mut copied = 0;
    for (four, room) in fours {
        let blocks = four.as_chunks().0;
        if blocks.iter().fold(0, |all, block| all | _mm512_cmpeq_epi8_mask(load(block), percent)) != 0 {
            break;
        }
        blocks.iter().zip(room.as_chunks_mut().0).for_each(|(block, room)| store(room, load(block)));
        copied += 4 * BLOCK;
    }
    copied
}

#[inline]
fn chunk(text: &[u8; BLOCK + 2], at: usize) -> &[u8; BLOCK] {
    text[at..].first_chunk().unwrap_or(&[0; BLOCK])
}

/// Decodes the last bytes, fewer than two blocks; `dst` must have space for all of them.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
fn last<R: Room>(src: &[u8], dst: &mut [R], mut read: usize, mut written: usize) -> (usize, usize) {
    while read < src.len() {
        let rest = &src[read..];
        let behind = |by: usize| load_some(rest.get(by..).unwrap_or_default());
        let text = behind(0);
        let found = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(b'%' as i8));
        if found == 0 {
            let length = rest.len().min(BLOCK);
            store_some(&mut dst[written..written + length], text);
            (read, written) = (read + length, written + length);
            continue;
        }
        // Bytes after the end are loaded as NUL, which is not a digit, so an incomplete escape stays.
        let block = Block { text, first: behind(1), second: behind(2) };
        let decoded = block.decode(found, 0);
        let length = (decoded.keep & below(rest.len())).count_ones() as usize;
        store_some(&mut dst[written..written + length], decoded.bytes);
        read += rest.len().min(BLOCK) + decoded.carry.count_ones() as usize;
        written += length;
    }
    (read, written)
}
