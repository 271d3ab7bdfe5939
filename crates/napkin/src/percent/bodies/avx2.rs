//! Percent-decoding in blocks of 32 bytes with AVX2. Runs without escapes are copied as whole blocks, and the next copy
//! overwrites the surplus. Ten adjacent escapes are decoded together.

#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::arch::x86_64::*;

use super::scalar;
use crate::bytes::Room;
use crate::bytes::avx2::{Avx2, BLOCK, load, load_half, store, twice};

pub(super) fn decode_percent(_: Avx2, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    // SAFETY: an `Avx2` value proves that the CPU has the features that `decode` is compiled for.
    let (read, written) = unsafe { decode(src, dst) };
    let (read_last, written_last) = scalar::decode_percent(&src[read..], &mut dst[written..]);
    (read + read_last, written + written_last)
}

pub(super) fn append_percent(_: Avx2, src: &[u8], out: &mut Vec<u8>) {
    // SAFETY: as above.
    let (read, written) = unsafe { decode(src, out.spare_capacity_mut()) };
    // SAFETY: `decode` has initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    if read < src.len() {
        scalar::append_percent(&src[read..], out);
    }
}

/// The number of bytes that one step reads: a run that begins in the block is copied from them.
const WINDOW: usize = 2 * BLOCK + 2;

/// A mask with every third bit set, ten times: a block that begins with ten escapes has `%` at these places.
const DENSE: u32 = 0o1_111_111_111;

#[target_feature(enable = "avx2")]
fn decode<R: Room>(src: &[u8], dst: &mut [R]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) =
        (src[read..].first_chunk::<WINDOW>(), dst[written..].first_chunk_mut::<{ 2 * BLOCK }>())
    {
        let Some(block) = text.first_chunk() else { break };
        let block = load(block);
        let found = _mm256_movemask_epi8(_mm256_cmpeq_epi8(block, _mm256_set1_epi8(b'%' as i8))) as u32;
        if found == 0 {
            copy(text, room);
            (read, written) = (read + BLOCK, written + BLOCK);
        } else if found & DENSE == DENSE && ten(text, room) {
            (read, written) = (read + 30, written + 10);
        } else {
            let (taken, made) = runs(text, found, room);
            (read, written) = (read + taken, written + made);
        }
    }
    (read, written)
}

/// Decodes the runs and escapes of a block; the last escape may end after the block.
#[inline]
#[target_feature(enable = "avx2")]
fn runs<R: Room>(text: &[u8; WINDOW], mut found: u32, room: &mut [R; 2 * BLOCK]) -> (usize, usize) {
    let (mut from, mut written) = (0, 0);
    while found != 0 {
        let percent = found.trailing_zeros() as usize;
        copy(&text[from..], &mut room[written..]);
        written += percent - from;
        let escape = scalar::escape(&text[percent..]);
        room[written] = R::of(escape.unwrap_or(b'%'));
        written += 1;
        from = percent + if escape.is_some() { 3 } else { 1 };
        found &= found - 1;
    }
    if from < BLOCK {
        copy(&text[from..], &mut room[written..]);
        written += BLOCK - from;
        from = BLOCK;
    }
    (from, written)
}

#[inline]
#[target_feature(enable = "avx2")]
fn copy<R: Room>(text: &[u8], room: &mut [R]) {
    if let (Some(block), Some(room)) = (text.first_chunk::<BLOCK>(), room.first_chunk_mut()) {
        store(room, load(block));
    }
}

/// Selects the digits of five escapes, in pairs.
static PAIRS: [u8; 16] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80];

/// Decodes ten adjacent escapes; returns `false` if one is broken.
#[inline]
#[target_feature(enable = "avx2")]
fn ten<R: Room>(text: &[u8; WINDOW], room: &mut [R; 2 * BLOCK]) -> bool {
    let (Some(first), Some(second)) = (text.first_chunk(), text[15..].first_chunk()) else { return false };
    let pairs = _mm256_shuffle_epi8(_mm256_set_m128i(load_half(second), load_half(first)), twice(&PAIRS));
    // Digits are 0 to 9 above `0`. Letters, made lower case, are 0 to 5 above `a`.
    let digit = _mm256_sub_epi8(pairs, _mm256_set1_epi8(b'0' as i8));
    let letter = _mm256_sub_epi8(_mm256_or_si256(pairs, _mm256_set1_epi8(0x20)), _mm256_set1_epi8(b'a' as i8));
    let is_digit = _mm256_cmpeq_epi8(_mm256_min_epu8(digit, _mm256_set1_epi8(9)), digit);
    let is_letter = _mm256_cmpeq_epi8(_mm256_min_epu8(letter, _mm256_set1_epi8(5)), letter);
    let known = _mm256_movemask_epi8(_mm256_or_si256(is_digit, is_letter)) as u32;
    if known & 0x03FF_03FF != 0x03FF_03FF {
        return false;
    }
    let values = _mm256_blendv_epi8(_mm256_add_epi8(letter, _mm256_set1_epi8(10)), digit, is_digit);
    let bytes = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0110));
    let bytes = _mm256_packus_epi16(bytes, bytes);
    room[..8].copy_from_slice(&_mm256_extract_epi64::<0>(bytes).to_le_bytes().map(R::of));
    room[5..13].copy_from_slice(&_mm256_extract_epi64::<2>(bytes).to_le_bytes().map(R::of));
    true
}
