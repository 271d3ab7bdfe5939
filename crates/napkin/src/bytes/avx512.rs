//! Blocks of 64 bytes, by AVX-512: what is known of the machine, and the way into its registers and out of them.

#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::Room;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Proof that the machine has AVX-512 with byte permutations (VBMI) and compression (VBMI2), since
/// [`Avx512::detect`] alone makes one: who holds it may call what is compiled for those.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Asks the machine; `std` remembers what it said. No, too, where the build leaves the machine no say: by
    /// `--cfg napkin_at_most`, by which the versions are measured beside each other.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        let wanted = !cfg!(any(napkin_at_most = "scalar", napkin_at_most = "avx2"));
        let has = wanted
            && std::arch::is_x86_feature_detected!("avx512vbmi2")
            && std::arch::is_x86_feature_detected!("avx512vbmi")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// The block, the first byte lowest.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn load(block: &[u8; BLOCK]) -> __m512i {
    // SAFETY: the reference is to 64 bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

/// The first 64 bytes of a text, or all that there are, with NUL behind.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load_some(text: &[u8]) -> __m512i {
    // SAFETY: no bit is set for a byte behind the text, and bytes without a bit are not read.
    unsafe { _mm512_maskz_loadu_epi8(below(text.len()), text.as_ptr().cast()) }
}

/// Writes all 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn store<R: Room>(block: &mut [R; BLOCK], value: __m512i) {
    // SAFETY: the reference is to 64 bytes that are ours to write, each of which may be any; the store needs no alignment.
    unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), value) }
}

/// Writes the first bytes, as many as there is room for.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn store_some<R: Room>(room: &mut [R], value: __m512i) {
    // SAFETY: no bit is set for a byte behind the room, which is ours to write, and may be any byte; those without a bit are
    // not written.
    unsafe { _mm512_mask_storeu_epi8(room.as_mut_ptr().cast(), below(room.len()), value) }
}

/// The bits below `place`; all when it is not in a block.
#[inline]
pub(crate) const fn below(place: usize) -> u64 {
    if place < BLOCK { (1 << place) - 1 } else { u64::MAX }
}

/// See [`super::find_far`].
pub(super) fn find_far<const N: usize>(_: Avx512, bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    // SAFETY: the proof has been given that the machine has what `find` is compiled for.
    unsafe { find(bytes, wanted) }
}

/// By four blocks, as long as there is nothing; then by one.
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
