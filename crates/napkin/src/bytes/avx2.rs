//! The operations of [`Machine`] with AVX2, which has registers of 32 bytes, and the instructions for masks that all of its
//! CPUs have: together x86-64-v3.

#![allow(unsafe_code)]

use core::arch::x86_64::*;
use std::arch::is_x86_feature_detected as has;

use super::output::Room;
use super::presence::Presence;
use super::vector::{BLOCK, Machine};

/// Proves that the CPU has AVX2, BMI, LZCNT and POPCNT, because only [`Machine::detect`] makes a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// Evaluates an expression of intrinsics.
macro_rules! avx2 {
    ($value:expr) => {
        // SAFETY: the code needs the instructions that a value of `Avx2` proves, and nothing else.
        unsafe { $value }
    };
}

impl Machine for Avx2 {
    type Block = __m256i;

    #[inline]
    fn detect() -> Option<Self> {
        static PRESENCE: Presence = Presence::new();
        let wanted = !cfg!(any(napkin_at_most = "scalar", napkin_at_most = "ssse3"));
        let all = || has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
        (wanted && PRESENCE.is(all)).then_some(Self(()))
    }

    #[inline(always)]
    fn run<A, B, T>(self, a: A, b: B, kernel: impl FnOnce(Self, A, B) -> T) -> T {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<A, B, T>(machine: Avx2, a: A, b: B, kernel: impl FnOnce(Avx2, A, B) -> T) -> T {
            kernel(machine, a, b)
        }
        avx2!(compiled(self, a, b, kernel))
    }

    #[inline(always)]
    fn load(self, block: &[u8; BLOCK]) -> __m256i {
        // SAFETY: the reference is to 32 bytes, the load needs no alignment, and a value of `Avx2` proves the feature.
        unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn load_halves(self, first: &[u8; 16], second: &[u8; 16]) -> __m256i {
        avx2!(_mm256_set_m128i(load_half(second), load_half(first)))
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m256i {
        avx2!(_mm256_broadcastsi128_si256(load_half(table)))
    }

    #[inline(always)]
    fn words(self, first: u128, second: u128) -> __m256i {
        let half = |word: u128| ((word >> 64) as i64, word as i64);
        let ((b, a), (d, c)) = (half(first), half(second));
        avx2!(_mm256_set_epi64x(d, c, b, a))
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m256i {
        avx2!(_mm256_set1_epi8(byte as i8))
    }

    #[inline(always)]
    fn store<R: Room>(self, room: &mut [R; BLOCK], block: __m256i) {
        // SAFETY: the reference is to 32 bytes that we may write, and `R` allows any byte; the store needs no alignment.
        unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), block) }
    }

    #[inline(always)]
    fn store_twelves<R: Room>(self, room: &mut [R; BLOCK], block: __m256i) {
        self.store(room, avx2!(_mm256_permutevar8x32_epi32(block, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7))));
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_add_epi8(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_sub_epi8(a, b))
    }

    #[inline(always)]
    fn sub_to_zero(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_subs_epu8(a, b))
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_min_epu8(a, b))
    }

    #[inline(always)]
    fn equal(self, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_cmpeq_epi8(a, b))
    }

    #[inline(always)]
    fn choose(self, choice: __m256i, a: __m256i, b: __m256i) -> __m256i {
        avx2!(_mm256_blendv_epi8(b, a, choice))
    }

    #[inline(always)]
    fn high(self, block: __m256i) -> __m256i {
        avx2!(_mm256_and_si256(_mm256_srli_epi16::<4>(block), _mm256_set1_epi8(15)))
    }

    #[inline(always)]
    fn look_up(self, entries: __m256i, places: __m256i) -> __m256i {
        avx2!(_mm256_shuffle_epi8(entries, places))
    }

    #[inline(always)]
    fn look_up_low(self, entries: __m256i, bytes: __m256i) -> __m256i {
        self.look_up(entries, bytes)
    }

    #[inline(always)]
    fn bits(self, block: __m256i) -> u32 {
        avx2!(_mm256_movemask_epi8(block)) as u32
    }

    #[inline(always)]
    fn bits_of_two(self, first: __m256i, second: __m256i, shift: u32) -> u64 {
        u64::from(self.bits(first)) | u64::from(self.bits(second)) << shift
    }

    #[inline(always)]
    fn is_any(self, block: __m256i) -> bool {
        avx2!(_mm256_testz_si256(block, block)) == 0
    }

    #[inline(always)]
    fn join_sixes(self, values: __m256i) -> __m256i {
        let pairs = avx2!(_mm256_maddubs_epi16(values, _mm256_set1_epi32(0x0140_0140)));
        let words = avx2!(_mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001_1000)));
        self.look_up(words, self.table(&super::vector::PACK))
    }

    #[inline(always)]
    fn cut_sixes(self, bytes: __m256i) -> __m256i {
        // The first and the third value of each group are shifted to the right, the others to the left.
        let odd = avx2!(_mm256_and_si256(bytes, _mm256_set1_epi32(0x0FC0_FC00)));
        let even = avx2!(_mm256_and_si256(bytes, _mm256_set1_epi32(0x003F_03F0)));
        avx2!(_mm256_or_si256(
            _mm256_mulhi_epu16(odd, _mm256_set1_epi32(0x0400_0040)),
            _mm256_mullo_epi16(even, _mm256_set1_epi32(0x0100_0010)),
        ))
    }

    #[inline(always)]
    fn join_nibbles(self, values: __m256i) -> [[u8; 8]; 2] {
        let words = avx2!(_mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0110)));
        let bytes = avx2!(_mm256_packus_epi16(words, words));
        avx2!([_mm256_extract_epi64::<0>(bytes), _mm256_extract_epi64::<2>(bytes)]).map(i64::to_le_bytes)
    }
}

/// Loads half a block.
#[inline(always)]
fn load_half(half: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is to 16 bytes; the load needs no alignment, and every x86-64 CPU has it.
    unsafe { _mm_loadu_si128(half.as_ptr().cast()) }
}
