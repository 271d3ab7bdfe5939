//! The operations of [`Machine`] with NEON, in two registers of 16 bytes. Every `aarch64` CPU has NEON, so nothing is
//! detected, and `std` is not needed.

#![allow(unsafe_code)]

use core::arch::{aarch64::*, asm};

use super::output::Room;
use super::vector::{BLOCK, Machine};

/// Proves that the CPU has NEON, because only [`Machine::detect`] makes a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

/// Evaluates an expression of intrinsics.
macro_rules! neon {
    ($value:expr) => {
        // SAFETY: the intrinsics need NEON and nothing else, and a value of `Neon` proves that the CPU has it.
        unsafe { $value }
    };
}

/// Applies an operation to each half of two blocks.
#[inline(always)]
fn each(
    [a, b]: [uint8x16_t; 2],
    [c, d]: [uint8x16_t; 2],
    operation: impl Fn(uint8x16_t, uint8x16_t) -> uint8x16_t,
) -> [uint8x16_t; 2] {
    [operation(a, c), operation(b, d)]
}

/// Adds the bytes of each pair of two registers. The compiler makes three instructions of `vpaddq_u8` where it knows that the
/// bytes share no bits.
#[inline(always)]
fn sum_pairs(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    let sums;
    // SAFETY: the instruction belongs to NEON, which a value of `Neon` proves, and changes only the register of the result.
    unsafe {
        asm!(
            "addp {0:v}.16b, {1:v}.16b, {2:v}.16b",
            lateout(vreg) sums, in(vreg) a, in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sums
}

/// The place of each byte within its group of eight, as a bit.
static PLACES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Machine for Neon {
    type Block = [uint8x16_t; 2];

    #[inline(always)]
    fn detect() -> Option<Self> {
        let has = !cfg!(napkin_at_most = "scalar") && cfg!(target_feature = "neon");
        has.then_some(Self(()))
    }

    #[inline(always)]
    fn run<A, B, T>(self, a: A, b: B, kernel: impl FnOnce(Self, A, B) -> T) -> T {
        kernel(self, a, b)
    }

    #[inline(always)]
    fn load(self, block: &[u8; BLOCK]) -> Self::Block {
        let (halves, _) = block.as_chunks();
        self.load_halves(&halves[0], &halves[1])
    }

    #[inline(always)]
    fn load_halves(self, first: &[u8; 16], second: &[u8; 16]) -> Self::Block {
        // SAFETY: the references are to 16 bytes each; the loads need no alignment.
        [first, second].map(
            #[inline(always)]
            |half| unsafe { vld1q_u8(half.as_ptr()) },
        )
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> Self::Block {
        self.load_halves(table, table)
    }

    #[inline(always)]
    fn words(self, first: u128, second: u128) -> Self::Block {
        [first, second].map(
            #[inline(always)]
            |word| neon!(vcombine_u8(vcreate_u8(word as u64), vcreate_u8((word >> 64) as u64))),
        )
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::Block {
        neon!([vdupq_n_u8(byte); 2])
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
            |a, b| neon!(vandq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn or(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| neon!(vorrq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn add(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| neon!(vaddq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn sub(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| neon!(vsubq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn sub_to_zero(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| neon!(vqsubq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn min(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| neon!(vminq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn equal(self, a: Self::Block, b: Self::Block) -> Self::Block {
        each(
            a,
            b,
            #[inline(always)]
            |a, b| neon!(vceqq_u8(a, b)),
        )
    }

    #[inline(always)]
    fn choose(self, choice: Self::Block, a: Self::Block, b: Self::Block) -> Self::Block {
        neon!([vbslq_u8(choice[0], a[0], b[0]), vbslq_u8(choice[1], a[1], b[1])])
    }

    #[inline(always)]
    fn high(self, [a, b]: Self::Block) -> Self::Block {
        neon!([vshrq_n_u8::<4>(a), vshrq_n_u8::<4>(b)])
    }

    #[inline(always)]
    fn look_up(self, entries: Self::Block, places: Self::Block) -> Self::Block {
        each(
            entries,
            places,
            #[inline(always)]
            |entries, places| neon!(vqtbl1q_u8(entries, places)),
        )
    }

    #[inline(always)]
    fn look_up_low(self, entries: Self::Block, bytes: Self::Block) -> Self::Block {
        // The instruction returns zero for places of 16 and more.
        self.look_up(entries, self.and(bytes, self.splat(0x8F)))
    }

    #[inline(always)]
    fn bits(self, block: Self::Block) -> u32 {
        let [a, b] = self.and(block, self.table(&PLACES));
        let sums = sum_pairs(a, b);
        let sums = sum_pairs(sums, sums);
        let sums = sum_pairs(sums, sums);
        neon!(vgetq_lane_u32::<0>(vreinterpretq_u32_u8(sums)))
    }

    #[inline(always)]
    fn bits_of_two(self, first: Self::Block, second: Self::Block, shift: u32) -> u64 {
        let ([a, b], [c, d]) = (self.and(first, self.table(&PLACES)), self.and(second, self.table(&PLACES)));
        let sums = sum_pairs(sum_pairs(a, b), sum_pairs(c, d));
        let bits = neon!(vgetq_lane_u64::<0>(vreinterpretq_u64_u8(sum_pairs(sums, sums))));
        u64::from(bits as u32) | bits >> 32 << shift
    }

    #[inline(always)]
    fn is_any(self, [a, b]: Self::Block) -> bool {
        neon!(vmaxvq_u8(vorrq_u8(a, b))) != 0
    }

    #[inline(always)]
    fn join_sixes(self, values: Self::Block) -> Self::Block {
        let words = values.map(
            #[inline(always)]
            |values| {
                neon!({
                    // Bits above the twelve of a pair, and above the 24 of a word, are left over; `PACK` drops them.
                    let pairs = vreinterpretq_u16_u8(values);
                    let pairs = vreinterpretq_u32_u16(vsliq_n_u16::<6>(vshrq_n_u16::<8>(pairs), pairs));
                    vreinterpretq_u8_u32(vsliq_n_u32::<12>(vshrq_n_u32::<16>(pairs), pairs))
                })
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
                neon!({
                    let pairs = vreinterpretq_u16_u8(bytes);
                    let right = vreinterpretq_s16_u32(vdupq_n_u32(0xFFFA_FFF6));
                    let left = vreinterpretq_s16_u32(vdupq_n_u32(0x0008_0004));
                    let odd = vandq_u16(vshlq_u16(pairs, right), vdupq_n_u16(0x003F));
                    let even = vandq_u16(vshlq_u16(pairs, left), vdupq_n_u16(0x3F00));
                    vreinterpretq_u8_u16(vorrq_u16(odd, even))
                })
            },
        )
    }

    #[inline(always)]
    fn join_nibbles(self, values: Self::Block) -> [[u8; 8]; 2] {
        values.map(
            #[inline(always)]
            |values| {
                neon!({
                    let pairs = vreinterpretq_u16_u8(values);
                    let bytes = vmovn_u16(vsliq_n_u16::<4>(vshrq_n_u16::<8>(pairs), pairs));
                    vget_lane_u64::<0>(vreinterpret_u64_u8(bytes))
                })
                .to_le_bytes()
            },
        )
    }
}

#[inline(always)]
fn store_half<R: Room>(room: &mut [R; 16], half: uint8x16_t) {
    // SAFETY: the reference is to 16 bytes that we may write, and `R` allows any byte; the store needs no alignment.
    unsafe { vst1q_u8(room.as_mut_ptr().cast(), half) }
}
