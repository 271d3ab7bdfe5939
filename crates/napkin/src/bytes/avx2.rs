//! Support for AVX2 kernels, in blocks of 32 bytes: detection of the CPU's features, loads and stores.

#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::{Room, find_any};

/// The number of bytes in a block.
pub(crate) const BLOCK: usize = 32;

/// Proves that the CPU has AVX2, because only [`Avx2::detect`] makes a value. The holder may call functions compiled for
/// AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Asks the CPU; `std` caches the answer. Returns `None` if the build forbids AVX2 by `--cfg
    /// napkin_at_most="scalar"`, which serves to compare the speeds of the versions.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        let wanted = !cfg!(napkin_at_most = "scalar");
        (wanted && std::arch::is_x86_feature_detected!("avx2")).then_some(Self(()))
    }
}

/// Loads a block, with its first byte lowest.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn load(block: &[u8; BLOCK]) -> __m256i {
    // SAFETY: the reference is to 32 bytes; the load needs no alignment.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
}

/// Loads sixteen bytes into both halves: a table for shuffles, which look up each half separately.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn twice(half: &[u8; 16]) -> __m256i {
    _mm256_broadcastsi128_si256(load_half(half))
}

/// Loads half a block.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn load_half(half: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is to 16 bytes; the load needs no alignment.
    unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
}

/// Writes all 32 bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn store<R: Room>(block: &mut [R; BLOCK], value: __m256i) {
    // SAFETY: the reference is to 32 bytes that we may write, and `R` allows any byte; the store needs no alignment.
    unsafe { _mm256_storeu_si256(block.as_mut_ptr().cast(), value) }
}

/// See [`super::find_far`].
pub(super) fn find_far<const N: usize>(_: Avx2, bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    // SAFETY: an `Avx2` value proves that the CPU has the features that `clean` is compiled for.
    let clean = unsafe { clean(bytes, wanted) };
    find_any(&bytes[clean..], wanted).map(|at| clean + at)
}

/// Returns how many bytes at the front are in groups of four blocks without a wanted byte.
#[target_feature(enable = "avx2")]
fn clean<const N: usize>(bytes: &[u8], wanted: [u8; N]) -> usize {
    let wanted = wanted.map(|byte| _mm256_set1_epi8(byte as i8));
    let found = |all, block| wanted.iter().fold(all, |all, &byte| _mm256_or_si256(all, _mm256_cmpeq_epi8(block, byte)));
    let (fours, _) = bytes.as_chunks::<{ 4 * BLOCK }>();
    let clean = fours.iter().take_while(|four| {
        let (blocks, _) = four.as_chunks();
        let all = blocks.iter().fold(_mm256_setzero_si256(), |all, block| found(all, load(block)));
        _mm256_testz_si256(all, all) == 1
    });
    clean.count() * 4 * BLOCK
}
