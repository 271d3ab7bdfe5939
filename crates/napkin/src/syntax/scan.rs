//! The fast reader: ordinary references of RFC 3986, 32 bytes at a time.
//!
//! Takes a text only when it is sure of it, so that everything odd, and every finding, is left to the grammars:
//! `read` answers `None` for *look closer*, never for *invalid*. What it takes, it splits exactly as
//! [`super::rfc3986::split`] does, hints included; tests and the fuzz target `round_trip` hold the two equal.
//!
//! This is the one module of the engine with `unsafe`, for two things that stable Rust cannot say otherwise: to call
//! a function compiled for AVX2 once the machine has been asked for it, and to load 32 bytes from a slice. Without
//! it the scalar reader takes three to four times as long (`bench/RESULTS.md`).

use super::Parts;

/// The parts of an ordinary reference; `None` when it must be looked at closely.
#[inline]
pub(super) fn read(bytes: &[u8]) -> Option<Parts> {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi1") {
        return avx2::read(bytes);
    }
    let _ = bytes;
    None
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2 {
    #![allow(unsafe_code)]

    use core::arch::x86_64::*;

    use super::Parts;
    use crate::HostKind;
    use crate::host::is_ipv4;
    use crate::percent::{REG_NAME, Set, escape_at};
    use crate::syntax::generic::{self, Reading, class};
    use crate::syntax::parts::Hints;
    use crate::syntax::{MAX_LENGTH, rfc3986};

    /// Bytes in a block.
    const BLOCK: usize = 32;

    pub(super) fn read(bytes: &[u8]) -> Option<Parts> {
        // SAFETY: `super::read` has made sure that the machine has AVX2 and BMI1.
        unsafe { read_avx2(bytes) }
    }

    /// A set of ASCII characters as two tables of 16, by low and by high half of the byte: a byte is in the set when
    /// its two entries share a bit. One bit stands for each high half from 2 to 7; beyond ASCII nothing is shared.
    struct Halves {
        low: [u8; 16],
        high: [u8; 16],
    }

    impl Halves {
        const fn of(set: Set) -> Self {
            let mut halves = Self { low: [0; 16], high: [0; 16] };
            let mut byte = 0;
            while byte < 128 {
                if set.contains_byte(byte) {
                    let bit = 1 << (byte >> 4);
                    halves.low[(byte & 15) as usize] |= bit;
                    halves.high[(byte >> 4) as usize] |= bit;
                }
                byte += 1;
            }
            halves
        }
    }

    static NAME: Halves = Halves::of(REG_NAME);
    /// Path, query and fragment.
    static TAIL: Halves = Halves::of(crate::percent::QUERY);

    /// Up to 32 bytes from some place of the text; masks have a bit for each of them, lowest first.
    #[derive(Clone, Copy)]
    struct Block {
        bytes: __m256i,
        /// How many bytes before the place were loaded with it, because the text ends too soon behind it.
        before: u32,
        /// A bit for each byte that belongs to the text.
        within: u32,
    }

    impl Block {
        /// The block at `at`, which must be within a text of at least [`BLOCK`] bytes.
        #[inline]
        #[target_feature(enable = "avx2,bmi1")]
        fn load(text: &[u8], at: usize) -> Self {
            debug_assert!(text.len() >= BLOCK && at < text.len());
            let last = text.len() - BLOCK;
            let start = if at < last { at } else { last };
            // SAFETY: `start + BLOCK <= text.len()`, since `start` is at most `last`. The load needs no alignment.
            let bytes = unsafe { _mm256_loadu_si256(text.as_ptr().add(start).cast()) };
            let before = (at - start) as u32;
            Self { bytes, before, within: u32::MAX >> before }
        }

        #[inline]
        #[target_feature(enable = "avx2,bmi1")]
        fn mask(self, lanes: __m256i) -> u32 {
            (_mm256_movemask_epi8(lanes) as u32) >> self.before
        }

        /// The places of `byte`.
        #[inline]
        #[target_feature(enable = "avx2,bmi1")]
        fn places(self, byte: u8) -> u32 {
            self.mask(_mm256_cmpeq_epi8(self.bytes, _mm256_set1_epi8(byte as i8)))
        }

        /// The places of bytes that are not in the set.
        #[inline]
        #[target_feature(enable = "avx2,bmi1")]
        fn outside(self, set: &Halves) -> u32 {
            let table = |half: &[u8; 16]| {
                // SAFETY: the reference is to 16 bytes; the load needs no alignment.
                _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(half.as_ptr().cast()) })
            };
            let nibble = _mm256_set1_epi8(15);
            // The shuffle answers zero for bytes beyond ASCII, whose top bit is set.
            let low = _mm256_shuffle_epi8(table(&set.low), self.bytes);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.bytes), nibble);
            let shared = _mm256_and_si256(low, _mm256_shuffle_epi8(table(&set.high), high));
            self.mask(_mm256_cmpeq_epi8(shared, _mm256_setzero_si256())) & self.within
        }

        /// The places of upper-case letters, for bytes of ASCII.
        #[inline]
        #[target_feature(enable = "avx2,bmi1")]
        fn upper(self) -> u32 {
            let above = _mm256_cmpgt_epi8(self.bytes, _mm256_set1_epi8(b'A' as i8 - 1));
            let below = _mm256_cmpgt_epi8(_mm256_set1_epi8(b'Z' as i8 + 1), self.bytes);
            self.mask(_mm256_and_si256(above, below))
        }

        /// The places of `.` behind `/`.
        #[inline]
        #[target_feature(enable = "avx2,bmi1")]
        fn dot_behind_slash(self) -> u32 {
            let dots = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.bytes, _mm256_set1_epi8(b'.' as i8))) as u32;
            if dots == 0 {
                return 0;
            }
            let slashes = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.bytes, _mm256_set1_epi8(b'/' as i8))) as u32;
            (dots & (slashes << 1)) >> self.before
        }
    }

    #[target_feature(enable = "avx2,bmi1")]
    fn read_avx2(text: &[u8]) -> Option<Parts> {
        if text.len() >= BLOCK {
            return if text.len() <= MAX_LENGTH { ordinary(text, text) } else { None };
        }
        // Blocks may reach behind a short text; zeros stand there, which are in no set.
        let mut padded = [0; 2 * BLOCK];
        padded[..text.len()].copy_from_slice(text);
        ordinary(text, &padded)
    }

    /// Reads `text`, loading blocks from `padded`, which begins with it and is at least a block long.
    #[inline]
    #[target_feature(enable = "avx2,bmi1")]
    fn ordinary(text: &[u8], padded: &[u8]) -> Option<Parts> {
        let mut parts = generic::split(b"", 0);
        parts.end = text.len() as u32;
        let start = scheme(text, &mut parts)?;
        let path =
            if text[start..].starts_with(b"//") { authority(text, padded, start + 2, &mut parts)? } else { start };
        parts.path_start = path as u32;
        tail(text, padded, path, &mut parts)?;
        Some(parts)
    }

    /// Fills in the scheme; returns what comes behind its colon.
    #[inline]
    fn scheme(text: &[u8], parts: &mut Parts) -> Option<usize> {
        if text.starts_with(b"https://") {
            parts.scheme_end = 5;
            return Some(6);
        }
        if text.starts_with(b"http://") {
            parts.scheme_end = 4;
            return Some(5);
        }
        let stop = class::skip(text, 0, text.len(), class::SCHEME);
        if text.get(stop) != Some(&b':') {
            // No scheme, and no colon up to the first segment's end, or it would be a finding.
            let segment = class::find(text, stop, text.len(), class::AFTER_SCHEME);
            return (text.get(segment) != Some(&b':')).then_some(0);
        }
        if stop == 0 || !text[0].is_ascii_alphabetic() {
            return None;
        }
        parts.scheme_end = stop as u32;
        parts.hints = parts.hints.and_if(generic::has_upper(text, 0, stop), Hints::UPPER);
        Some(stop + 1)
    }

    /// Fills in the authority that begins at `start`; returns where the path begins.
    #[inline]
    #[target_feature(enable = "avx2,bmi1")]
    fn authority(text: &[u8], padded: &[u8], start: usize, parts: &mut Parts) -> Option<usize> {
        let mut at = start;
        let mut upper = false;
        while at < text.len() {
            let block = Block::load(padded, at);
            let stop = block.outside(&NAME);
            let length = stop.trailing_zeros();
            // The bits below the first stop; all of them when there is none.
            upper |= block.upper() & (stop ^ stop.wrapping_sub(1)) & block.within != 0;
            if length < block.within.count_ones() {
                at += length as usize;
                break;
            }
            at += block.within.count_ones() as usize;
        }
        let at = at.min(text.len());
        let path = match text.get(at) {
            None | Some(b'/' | b'?' | b'#') => at,
            Some(b':') => match port(text, at) {
                Some(path) => path,
                None => return odd_authority(text, start, parts),
            },
            Some(_) => return odd_authority(text, start, parts),
        };
        parts.host_end = at as u32;
        parts.hints = parts.hints.and_if(upper, Hints::UPPER);
        if at > start && text[at - 1].is_ascii_digit() && is_ipv4(text, start, at) {
            parts.host = HostKind::Ipv4;
        }
        Some(path)
    }

    /// Behind the digits of a port whose colon stands at `colon`, if the authority ends there.
    #[inline]
    fn port(text: &[u8], colon: usize) -> Option<usize> {
        let digits = text[colon + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = colon + 1 + digits;
        matches!(text.get(end), None | Some(b'/' | b'?' | b'#')).then_some(end)
    }

    /// An authority with a user, an address in brackets or escapes: split and checked by the grammar itself.
    #[cold]
    fn odd_authority(text: &[u8], start: usize, parts: &mut Parts) -> Option<usize> {
        let mut split = generic::split_authority(text, start, *parts);
        let (host, end) = (split.host_start() as usize, split.host_end as usize);
        if is_ipv4(text, host, end) {
            split.host = HostKind::Ipv4;
        }
        split.end = split.path_start;
        let head = &text[..split.path_start as usize];
        if rfc3986::next(&Reading::new(head, split, rfc3986::STANDARD), start).is_some() {
            return None;
        }
        let escape = head.contains(&b'%');
        split.end = parts.end;
        split.hints =
            split.hints.and_if(escape, Hints::ESCAPE).and_if(generic::has_upper(text, host, end), Hints::UPPER);
        *parts = split;
        Some(parts.path_start as usize)
    }

    /// Fills in query and fragment behind the path that begins at `start`.
    #[inline]
    #[target_feature(enable = "avx2,bmi1")]
    fn tail(text: &[u8], padded: &[u8], start: usize, parts: &mut Parts) -> Option<()> {
        let mut at = start;
        let mut dots = text.get(start) == Some(&b'.');
        while at < text.len() {
            let block = Block::load(padded, at);
            let mut odd = block.outside(&TAIL);
            if at + BLOCK > text.len() {
                // Of a short text, the zeros behind it are not part of it.
                odd &= u32::MAX >> (BLOCK - (text.len() - at));
            }
            let mut path = if parts.query_start | parts.fragment_start == 0 { u32::MAX } else { 0 };
            if odd != 0 && !specials(text, at, odd, parts, &mut path) {
                return None;
            }
            if path != 0 {
                let query = block.places(b'?') & path;
                if query != 0 {
                    parts.query_start = (at + query.trailing_zeros() as usize + 1) as u32;
                    path &= query.wrapping_sub(1) & !query;
                }
                // A slash may have ended the block before.
                dots |= block.dot_behind_slash() & path != 0;
                dots |= at > start && path & 1 != 0 && text[at] == b'.' && text[at - 1] == b'/';
            }
            at += BLOCK;
        }
        parts.hints = parts.hints.and_if(dots, Hints::DOTS);
        Some(())
    }

    /// Looks at the bytes marked in `odd`, of the block at `at`: escapes, the `#` before the fragment, or something
    /// that must be looked at closely (`false`). `path` keeps the bits before a `#`.
    #[inline]
    fn specials(text: &[u8], at: usize, mut odd: u32, parts: &mut Parts, path: &mut u32) -> bool {
        while odd != 0 {
            let place = at + odd.trailing_zeros() as usize;
            match text[place] {
                b'%' if escape_at(text, place).is_some() => parts.hints = parts.hints.and(Hints::ESCAPE),
                b'#' if parts.fragment_start == 0 => {
                    parts.fragment_start = place as u32 + 1;
                    *path &= (1 << (place - at)) - 1;
                }
                _ => return false,
            }
            odd &= odd - 1;
        }
        true
    }
}
