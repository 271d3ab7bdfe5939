//! Support for AVX-512 kernels, in blocks of 64 bytes: detection of the CPU's features, loads and stores.

#![allow(unsafe_code)]

use core::arch::x86_64::*;
use std::arch::is_x86_feature_detected as has;

use super::output::Room;
use super::presence::Presence;

/// The number of bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Proves that the CPU has AVX-512 with byte permutations (VBMI) and compression (VBMI2), because only [`Avx512::detect`]
/// makes a value. The holder may call functions compiled for these features.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns `None` if the CPU has not all of the instructions, or if the build forbids AVX-512 by `--cfg napkin_at_most`,
    /// which serves to compare the speeds of the versions.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        static PRESENCE: Presence = Presence::new();
        let wanted = !cfg!(any(napkin_at_most = "scalar", napkin_at_most = "ssse3", napkin_at_most = "avx2"));
        let all = || {
            has!("avx512vbmi2")
                && has!("avx512vbmi")
                && has!("avx512bw")
                && has!("avx512f")
                && has!("bmi1")
                && has!("popcnt")
        };
        (wanted && PRESENCE.is(all)).then_some(Self(()))
    }
}

/// Loads a block, with its first byte lowest.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn load(block: &[u8; BLOCK]) -> __m512i {
    // SAFETY: the reference is to 64 bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// Loads a table for shuffles.
#[inline]
#[target_feature(enable = "sse2")]
pub(crate) fn load_half(half: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is to 16 bytes; the load needs no alignment.
    unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
}

/// Loads the first 64 bytes of a text; a shorter text is filled up with NUL.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load_some(text: &[u8]) -> __m512i {
    // SAFETY: the mask has no bit for a byte after the text, and bytes without a bit are not read.
    unsafe { _mm512_maskz_loadu_epi8(below(text.len()), text.as_ptr().cast()) }
}

/// Writes all 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn store<R: Room>(block: &mut [R; BLOCK], value: __m512i) {
    // SAFETY: the reference is to 64 bytes that we may write, and `R` allows any byte; the store needs no alignment.
    unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), value) }
}

/// Writes the first bytes of a block until `room` is full.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn store_some<R: Room>(room: &mut [R], value: __m512i) {
    // SAFETY: the mask has no bit for a byte after `room`, and bytes without a bit are not written. We may write `room`,
    // and `R` allows any byte.
    unsafe { _mm512_mask_storeu_epi8(room.as_mut_ptr().cast(), below(room.len()), value) }
}

/// Returns the bits below `place`; all bits if `place` is beyond the block.
#[inline]
pub(crate) const fn below(place: usize) -> u64 {
    if place < BLOCK { (1 << place) - 1 } else { u64::MAX }
}

/// See [`super::find_far`].
pub(super) fn find_far<const N: usize>(_: Avx512, bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    // SAFETY: an `Avx512` value proves that the CPU has the features that `find` is compiled for.
    unsafe { find(bytes, wanted) }
}

/// Searches four blocks at a time until they have a wanted byte, then block by block.
#[target_feature(enable = "avx512f,avx512bw")]
fn find<const N: usize>(bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    let wanted = wanted.map(|byte| _mm512_set1_epi8(byte as i8));
    let found = |block| wanted.iter().fold(0, |found, &byte| found | _mm512_cmpeq_epi8_mask(block, byte));
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    let clean = fours.iter().take_while(|four| {
        let (blocks, _) = four.as_chunks();
        blocks.iter().fold(0, |all, block| all | found(load(block))) == 0
    });
    let mut at = clean.count() * 4 * BLOCK;
    while at < bytes.len() {
        let found = found(load_some(&bytes[at..])) & below(bytes.len() - at);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize);
        }
        at += BLOCK;
    }
    None
}
