//! The operations of [`Machine`] with SSSE3, in two registers of 16 bytes: any x86-64 CPU since about 2006.

#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::output::Room;
use super::presence::Presence;
use super::vector::{BLOCK, Machine};

/// Proves that the CPU has SSSE3, because only [`Machine::detect`] makes a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ssse3(());

/// Evaluates an expression of intrinsics.
macro_rules! ssse3 {
    ($value:expr) => {
        // SAFETY: the intrinsics need SSSE3 and nothing else, and a value of `Ssse3` proves that the CPU has it.
        unsafe { $value }
    };
}

/// Applies an operation to each half of two blocks.
#[inline(always)]
fn each([a, b]: [__m128i; 2], [c, d]: [__m128i; 2], operation: impl Fn(__m128i, __m128i) -> __m128i) -> [__m128i; 2] {
    [operation(a, c), operation(b, d)]
}

impl Machine for Ssse3 {
    type Block = [__m128i; 2];

    #[inline]
    fn detect() -> Option<Self> {
        static PRESENCE: Presence = Presence::new();
        let wanted = !cfg!(napkin_at_most = "scalar");
        (wanted && PRESENCE.is(|| std::arch::is_x86_feature_detected!("ssse3"))).then_some(Self(()))
    }

    #[inline(always)]
    fn run<A, B, T>(self, a: A, b: B, kernel: impl FnOnce(Self, A, B) -> T) -> T {
        #[target_feature(enable = "ssse3")]
        fn compiled<A, B, T>(machine: Ssse3, a: A, b: B, kernel: impl FnOnce(Ssse3, A, B) -> T) -> T {
            kernel(machine, a, b)
        }
        ssse3!(compiled(self, a, b, kernel))
    }

    #[inline(always)]
    fn load(self, block: &[u8; BLOCK]) -> Self::Block {
        let (halves, _) = block.as_chunks();
        self.load_halves(&halves[0], &halves[1])
    }

    #[inline(always)]
    fn load_halves(self, first: &[u8; 16], second: &[u8; 16]) -> Self::Block {
        // SAFETY: the references are to 16 bytes each; the loads need no alignment.
        [first, second].map(|half| unsafe { _mm_loadu_si128(half.as_ptr().cast()) })
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> Self::Block {
        self.load_halves(table, table)
    }

    #[inline(always)]
    fn words(self, first: u128, second: u128) -> Self::Block {
        [first, second].map(|word| ssse3!(_mm_set_epi64x((word >> 64) as i64, word as i64)))
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::Block {
        ssse3!([_mm_set1_epi8(byte as i8); 2])
    }

    #[inline(always)]
    fn store<R: Room>(self, room: &mut [R; BLOCK], block: Self::Block) {
        let (halves, _) = room.as_chunks_mut();
        store_half(&mut halves[0], block[0]);
        store_half(&mut halves[1], block[1]);
    }

    #[inline(always)]
    fn store_twelves<R: Room>(self, room: &mut [R; BLOCK], block: Self::Block) {
        for (at, half) in [(0, block[0]), (12, block[1])] {
            if let Some(room) = room[at..].first_chunk_mut() {
                store_half(room, half);
            }
        }
    }

    #[inline(always)]
    fn and(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_and_si128(a, b)),
        )
    }

    #[inline(always)]
    fn or(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_or_si128(a, b)),
        )
    }

    #[inline(always)]
    fn add(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_add_epi8(a, b)),
        )
    }

    #[inline(always)]
    fn sub(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_sub_epi8(a, b)),
        )
    }

    #[inline(always)]
    fn sub_to_zero(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_subs_epu8(a, b)),
        )
    }

    #[inline(always)]
    fn min(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_min_epu8(a, b)),
        )
    }

    #[inline(always)]
    fn equal(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| ssse3!(_mm_cmpeq_epi8(a, b)),
        )
    }

    #[inline(always)]
    fn choose(self, choice: Self::Block, a: Self::Block, b: Self::Block) -> Self::Block {
        self.or(
            self.and(choice, a),
            each(
                choice,
                b,
                #[inline(always)]
                |choice, b| ssse3!(_mm_andnot_si128(choice, b)),
            ),
        )
    }

    #[inline(always)]
    fn high(self, [a, b]: Self::Block) -> Self::Block {
        self.and(ssse3!([_mm_srli_epi16::<4>(a), _mm_srli_epi16::<4>(b)]), self.splat(15))
    }

    #[inline(always)]
    fn look_up(self, entries: Self::Block, places: Self::Block) -> Self::Block {
        each(
            entries,
            places,
            #[inline(always)]
            |entries, places| ssse3!(_mm_shuffle_epi8(entries, places)),
        )
    }

    #[inline(always)]
    fn look_up_low(self, entries: Self::Block, bytes: Self::Block) -> Self::Block {
        self.look_up(entries, bytes)
    }

    #[inline(always)]
    fn bits(self, [a, b]: Self::Block) -> u32 {
        ssse3!(_mm_movemask_epi8(a) as u32 | (_mm_movemask_epi8(b) as u32) << 16)
    }

    #[inline(always)]
    fn bits_of_two(self, first: Self::Block, second: Self::Block, shift: u32) -> u64 {
        u64::from(self.bits(first)) | u64::from(self.bits(second)) << shift
    }

    #[inline(always)]
    fn is_any(self, block: Self::Block) -> bool {
        self.bits(self.equal(block, self.splat(0))) != u32::MAX
    }

    #[inline(always)]
    fn join_sixes(self, values: Self::Block) -> Self::Block {
        let words = values.map(
            #[inline(always)]
            |values| {
                let pairs = ssse3!(_mm_maddubs_epi16(values, _mm_set1_epi32(0x0140_0140)));
                ssse3!(_mm_madd_epi16(pairs, _mm_set1_epi32(0x0001_1000)))
            },
        );
        self.look_up(words, self.table(&super::vector::PACK))
    }

    #[inline(always)]
    fn cut_sixes(self, bytes: Self::Block) -> Self::Block {
        // The first and the third value of each group are shifted to the right, the others to the left.
        bytes.map(
            #[inline(always)]
            |bytes| {
                let odd = ssse3!(_mm_and_si128(bytes, _mm_set1_epi32(0x0FC0_FC00)));
                let even = ssse3!(_mm_and_si128(bytes, _mm_set1_epi32(0x003F_03F0)));
                ssse3!(_mm_or_si128(
                    _mm_mulhi_epu16(odd, _mm_set1_epi32(0x0400_0040)),
                    _mm_mullo_epi16(even, _mm_set1_epi32(0x0100_0010)),
                ))
            },
        )
    }

    #[inline(always)]
    fn join_nibbles(self, values: Self::Block) -> [[u8; 8]; 2] {
        values.map(
            #[inline(always)]
            |values| {
                let words = ssse3!(_mm_maddubs_epi16(values, _mm_set1_epi16(0x0110)));
                ssse3!(_mm_cvtsi128_si64(_mm_packus_epi16(words, words))).to_le_bytes()
            },
        )
    }
}

#[inline(always)]
fn store_half<R: Room>(room: &mut [R; 16], half: __m128i) {
    // SAFETY: the reference is to 16 bytes that we may write, and `R` allows any byte; the store needs no alignment.
    unsafe { _mm_storeu_si128(room.as_mut_ptr().cast(), half) }
}
