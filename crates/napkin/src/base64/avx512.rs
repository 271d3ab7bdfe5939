//! Base64 kernels in blocks of 64 symbols with AVX-512 VBMI: one instruction looks up a table of 128 bytes, and one moves
//! 48 bytes into place. Decoding handles the end of a text as a block with masked loads and stores.

#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::arch::x86_64::*;

use super::spaced::{self, SPACES, Stage};
use super::{NONE, SYMBOLS, VALUES};
use crate::bytes::Room;
use crate::bytes::avx512::{Avx512, BLOCK, below, load, load_half, load_some, store, store_some};

pub(super) fn decode_clean(_: Avx512, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    // SAFETY: an `Avx512` value proves that the CPU has the features that `decode` is compiled for.
    unsafe { decode(src, dst) }
}

pub(super) fn append_clean(_: Avx512, src: &[u8], out: &mut Vec<u8>) -> usize {
    // SAFETY: as above.
    let (read, written) = unsafe { decode(src, out.spare_capacity_mut()) };
    // SAFETY: `decode` has initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    read
}

pub(super) fn decode_spaced(machine: Avx512, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    // SAFETY: as above, for `compact`.
    let compact = |src: &[u8], stage: &mut Stage, wanted| unsafe { compact(src, stage, wanted) };
    spaced::decode(src, dst, compact, |src, dst| decode_clean(machine, src, dst))
}

pub(super) fn encode(_: Avx512, src: &[u8], dst: &mut [u8]) -> usize {
    // SAFETY: as above, for `encode_blocks`.
    let (read, written) = unsafe { encode_blocks(src, dst) };
    written + super::scalar::encode(&src[read..], &mut dst[written..])
}

/// The two halves of [`VALUES`] below 128.
static HALVES: [[u8; BLOCK]; 2] = {
    let mut halves = [[NONE; BLOCK]; 2];
    let mut byte = 0;
    while byte < 128 {
        halves[byte / BLOCK][byte % BLOCK] = VALUES[byte];
        byte += 1;
    }
    halves
};

/// The number of bytes that a block of symbols decodes to.
const BYTES: usize = 48;

/// Returns the permutation that gives output block `line`. Each four-byte word holds three output bytes, the last one
/// lowest. Indexes below 64 select from input block `line`, the others from the block after it.
const fn places(line: usize) -> [u8; BLOCK] {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        let (block, byte) = ((line * BLOCK + at) / BYTES, (line * BLOCK + at) % BYTES);
        places[at] = ((block - line) * BLOCK + byte / 3 * 4 + 2 - byte % 3) as u8;
        at += 1;
    }
    places
}

/// The permutations for four blocks of symbols, which give three blocks of bytes.
static LINES: [[u8; BLOCK]; 3] = [places(0), places(1), places(2)];

/// The tables, loaded once.
#[derive(Clone, Copy)]
struct Tables {
    low: __m512i,
    high: __m512i,
    lines: [__m512i; 3],
}

impl Tables {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn load() -> Self {
        let [low, high] = &HALVES;
        let [first, second, third] = &LINES;
        Self { low: load(low), high: load(high), lines: [load(first), load(second), load(third)] }
    }

    /// Returns the value of each symbol. Other bytes give [`NONE`] or, beyond ASCII, have their own top bit set.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn values(&self, symbols: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, symbols, self.high)
    }

    /// Returns one block of bytes from the words of two blocks of symbols.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn line(&self, line: usize, words: __m512i, behind: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(words, self.lines[line], behind)
    }
}

/// Combines four values into 24 bits in each word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn words(values: __m512i) -> __m512i {
    let pairs = _mm512_maddubs_epi16(values, _mm512_set1_epi32(0x0140_0140));
    _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_1000))
}

/// Returns the bitwise OR of three vectors.
#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi32::<0xFE>(a, b, c)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1")]
fn decode<R: Room>(src: &[u8], dst: &mut [R]) -> (usize, usize) {
    let tables = Tables::load();
    let mut fours = 0;
    for (text, room) in src.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
        if !decode_four(&tables, text, room) {
            break;
        }
        fours += 1;
    }
    let (mut read, mut written) = (fours * 4 * BLOCK, fours * 4 * BYTES);
    loop {
        let length = BLOCK.min(src.len() - read).min((dst.len() - written) / 3 * 4);
        let symbols = load_some(&src[read..read + length]);
        let values = tables.values(symbols);
        // Bytes after the text are loaded as NUL, which is not a symbol and so ends the text.
        let odd = _mm512_movepi8_mask(_mm512_or_si512(values, symbols));
        let groups = odd.trailing_zeros() as usize / 4;
        let packed = tables.line(0, words(values), words(values));
        store_some(&mut dst[written..written + groups * 3], packed);
        (read, written) = (read + groups * 4, written + groups * 3);
        if groups < BLOCK / 4 {
            return (read, written);
        }
    }
}

/// Decodes four blocks if they have only symbols; otherwise returns `false`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn decode_four<R: Room>(tables: &Tables, text: &[u8; 4 * BLOCK], room: &mut [R; 4 * BYTES]) -> bool {
    let [a, b, c, d] = blocks(text);
    let (a, b, c, d) = (load(a), load(b), load(c), load(d));
    let (va, vb, vc, vd) = (tables.values(a), tables.values(b), tables.values(c), tables.values(d));
    let odd = or(or(a, b, c), or(d, va, vb), _mm512_or_si512(vc, vd));
    if _mm512_movepi8_mask(odd) != 0 {
        return false;
    }
    let (a, b, c, d) = (words(va), words(vb), words(vc), words(vd));
    let (lines, _) = room.as_chunks_mut();
    store(&mut lines[0], tables.line(0, a, b));
    store(&mut lines[1], tables.line(1, b, c));
    store(&mut lines[2], tables.line(2, c, d));
    true
}

fn blocks(text: &[u8; 4 * BLOCK]) -> [&[u8; BLOCK]; 4] {
    let (blocks, _) = text.as_chunks();
    [&blocks[0], &blocks[1], &blocks[2], &blocks[3]]
}

/// Returns the bytes that are not white space, packed together, and a mask of their places. They are compressed in the
/// register, because compressing into memory takes a hundred cycles on Zen 4.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn not_space(text: __m512i, spaces: __m512i) -> (__m512i, u64) {
    let keep = !_mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(spaces, text), text);
    (_mm512_maskz_compress_epi8(keep, text), keep)
}

/// Implements `compact` of [`spaced::decode`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn compact(src: &[u8], stage: &mut Stage, wanted: usize) -> usize {
    let spaces = _mm512_broadcast_i32x4(load_half(&SPACES));
    let (blocks, rest) = src.as_chunks::<BLOCK>();
    let mut kept = stage.kept;
    let mut taken = 0;
    for block in blocks {
        let Some(room) = stage.bytes[kept..].first_chunk_mut().filter(|_| kept < wanted) else {
            stage.kept = kept;
            return taken;
        };
        let (text, keep) = not_space(load(block), spaces);
        store(room, text);
        kept += keep.count_ones() as usize;
        taken += BLOCK;
    }
    if let Some(room) = stage.bytes[kept..].first_chunk_mut().filter(|_| kept < wanted) {
        // The NULs after the end of the text are written too, but not counted.
        let (text, keep) = not_space(load_some(rest), spaces);
        store(room, text);
        kept += (keep & below(rest.len())).count_ones() as usize;
        taken += rest.len();
    }
    stage.kept = kept;
    taken
}

/// Spreads the bytes of each group to a word `b a c b`, before it is cut into six-bit values.
static SPREAD: [u8; BLOCK] = {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = (at / 4 * 3 + [1, 0, 2, 1][at % 4]) as u8;
        at += 1;
    }
    places
};

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn encode_blocks(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (spread, symbols) = (load(&SPREAD), load(SYMBOLS));
    // The first bit of each of the eight symbols in two words of `b a c b`.
    let cuts = _mm512_set1_epi64(0x3036_242A_1016_040A);
    let (mut read, mut written) = (0, 0);
    while let (Some(text), Some(room)) = (src[read..].get(..BYTES), dst[written..].first_chunk_mut()) {
        let bytes = src[read..].first_chunk().map_or_else(|| load_some(text), |block| load(block));
        let cut = _mm512_multishift_epi64_epi8(cuts, _mm512_permutexvar_epi8(spread, bytes));
        // The look-up uses only the low six bits of each byte.
        store(room, _mm512_permutexvar_epi8(cut, symbols));
        (read, written) = (read + BYTES, written + BLOCK);
    }
    (read, written)
}
