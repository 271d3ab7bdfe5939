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

/// Fills in the parts of an ordinary reference; `false` when it must be looked at closely.
#[inline]
pub(super) fn read(bytes: &[u8], parts: &mut Parts) -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return avx2::read(bytes, parts);
    }
    let _ = (bytes, parts);
    false
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2 {
    #![allow(unsafe_code)]

    use core::arch::x86_64::*;

    use super::Parts;
    use crate::HostKind;
    use crate::host::is_ipv4;
    use crate::percent::{QUERY, Set, escape_at};
    use crate::syntax::generic::{self, Reading, class};
    use crate::syntax::parts::{EMPTY, Hints};
    use crate::syntax::{MAX_LENGTH, rfc3986};

    /// Bytes in a block.
    const BLOCK: usize = 32;
    /// Bytes in the window at the front of a text, in which scheme and authority must end.
    const WINDOW: usize = 64;

    #[inline]
    pub(super) fn read(bytes: &[u8], parts: &mut Parts) -> bool {
        // SAFETY: `super::read` has made sure that the machine has AVX2.
        unsafe { read_avx2(bytes, parts) }
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

    /// Path, query and fragment; and, but for `: @ / ?`, a host name.
    static TAIL: Halves = Halves::of(QUERY);

    /// 32 bytes.
    #[derive(Clone, Copy)]
    struct Block(__m256i);

    impl Block {
        /// The block at `at`, which must end within the text.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn load(text: &[u8], at: usize) -> Self {
            debug_assert!(at + BLOCK <= text.len());
            // SAFETY: `at + BLOCK <= text.len()`, as every caller makes sure. The load needs no alignment.
            Self(unsafe { _mm256_loadu_si256(text.as_ptr().add(at).cast()) })
        }

        /// A bit for each byte that equals `byte`, the first byte's lowest.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn places(self, byte: u8) -> u32 {
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.0, _mm256_set1_epi8(byte as i8))) as u32
        }

        /// The same for bytes outside [`TAIL`].
        #[inline]
        #[target_feature(enable = "avx2")]
        fn odd(self) -> u32 {
            let table = |half: &[u8; 16]| {
                // SAFETY: the reference is to 16 bytes; the load needs no alignment.
                _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(half.as_ptr().cast()) })
            };
            // The shuffle answers zero for bytes beyond ASCII, whose top bit is set.
            let low = _mm256_shuffle_epi8(table(&TAIL.low), self.0);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), _mm256_set1_epi8(15));
            let shared = _mm256_and_si256(low, _mm256_shuffle_epi8(table(&TAIL.high), high));
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(shared, _mm256_setzero_si256())) as u32
        }

        /// The same for upper-case letters.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn upper(self) -> u32 {
            let above = _mm256_cmpgt_epi8(self.0, _mm256_set1_epi8(b'A' as i8 - 1));
            let below = _mm256_cmpgt_epi8(_mm256_set1_epi8(b'Z' as i8 + 1), self.0);
            _mm256_movemask_epi8(_mm256_and_si256(above, below)) as u32
        }
    }

    /// The bytes of the window, a bit each, lowest first; no bit stands behind the text.
    struct Masks {
        odd: u64,
        colon: u64,
        at: u64,
        slash: u64,
        question: u64,
        dot: u64,
        upper: u64,
    }

    /// The front of a text as two blocks, which overlap when it is shorter than both.
    struct Window {
        first: Block,
        second: Block,
        /// How far the bits of the second block are moved to stand behind the first's.
        shift: u32,
        /// The bits of the first block that count.
        first_bits: u64,
    }

    impl Window {
        /// Any text: one shorter than two blocks is loaded from both its ends.
        #[inline]
        #[target_feature(enable = "avx2")]
        fn of(text: &[u8]) -> Self {
            let length = text.len();
            if length >= BLOCK {
                let second = length.min(WINDOW) - BLOCK;
                let (first, last) = (Block::load(text, 0), Block::load(text, second));
                return Self { first, second: last, shift: second as u32, first_bits: u32::MAX as u64 };
            }
            let (first, last, width) = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
                (u128::from_le_bytes(*first), u128::from_le_bytes(*last), 16)
            } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
                (u64::from_le_bytes(*first).into(), u64::from_le_bytes(*last).into(), 8)
            } else {
                let word = text.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte));
                (word, 0, length)
            };
            let block = |word: u128| Block(_mm256_set_epi64x(0, 0, (word >> 64) as i64, word as i64));
            let shift = (length - width) as u32;
            Self { first: block(first), second: block(last), shift, first_bits: (1 << width) - 1 }
        }

        /// One mask of the whole window.
        #[inline]
        fn join(&self, first: u32, second: u32) -> u64 {
            (u64::from(first) & self.first_bits) | u64::from(second) << self.shift
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        fn places(&self, byte: u8) -> u64 {
            self.join(self.first.places(byte), self.second.places(byte))
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        fn masks(&self, length: usize) -> Masks {
            Masks {
                odd: self.join(self.first.odd(), self.second.odd()) & below(length),
                colon: self.places(b':'),
                at: self.places(b'@'),
                slash: self.places(b'/'),
                question: self.places(b'?'),
                dot: self.places(b'.'),
                upper: self.join(self.first.upper(), self.second.upper()),
            }
        }
    }

    /// The bits below `place`; all when it is not in the window.
    #[inline]
    const fn below(place: usize) -> u64 {
        if place < WINDOW { (1 << place) - 1 } else { u64::MAX }
    }

    #[target_feature(enable = "avx2")]
    fn read_avx2(text: &[u8], parts: &mut Parts) -> bool {
        text.len() <= MAX_LENGTH && ordinary(text, parts).is_some()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn ordinary(text: &[u8], parts: &mut Parts) -> Option<()> {
        let masks = Window::of(text).masks(text.len());
        let (scheme_end, start) = scheme(text, &masks)?;
        let authority = if start < WINDOW - 1 && masks.slash >> start & 3 == 3 {
            authority(text, &masks, start + 2)?
        } else if text[start..].starts_with(b"//") {
            return None;
        } else {
            Authority { path_start: start, ..Authority::NONE }
        };
        let tail = tail(text, &masks, authority.path_start)?;
        let upper = masks.upper & below(scheme_end) != 0;
        *parts = Parts {
            scheme_end: scheme_end as u32,
            user_end: authority.user_end,
            at: authority.at,
            host_end: authority.host_end,
            path_start: authority.path_start as u32,
            query_start: tail.query_start,
            fragment_start: tail.fragment_start,
            end: text.len() as u32,
            host: authority.host,
            hints: authority.hints.and(tail.hints).and_if(upper, Hints::UPPER),
        };
        Some(())
    }

    /// The place of the colon behind the scheme, or 0, and where what follows begins.
    #[inline]
    fn scheme(text: &[u8], masks: &Masks) -> Option<(usize, usize)> {
        if text.starts_with(b"https://") {
            return Some((5, 6));
        }
        if text.starts_with(b"http://") {
            return Some((4, 5));
        }
        let slash_or_question = masks.slash | masks.question;
        let segment = slash_or_question ^ slash_or_question.wrapping_sub(1);
        let colon = (masks.colon & segment).trailing_zeros() as usize;
        if colon == WINDOW {
            // No colon in the first segment, if that ends in the window.
            return (slash_or_question != 0 || text.len() <= WINDOW).then_some((0, 0));
        }
        let proper = class::skip(text, 0, colon, class::SCHEME) == colon;
        (proper && text[0].is_ascii_alphabetic()).then_some((colon, colon + 1))
    }

    /// What [`Parts`] says of an authority.
    struct Authority {
        user_end: u32,
        at: u32,
        host_end: u32,
        path_start: usize,
        host: HostKind,
        hints: Hints,
    }

    impl Authority {
        const NONE: Self =
            Self { user_end: 0, at: 0, host_end: 0, path_start: 0, host: HostKind::Name, hints: Hints::NONE };
    }

    /// The authority that begins at `start`.
    #[inline]
    fn authority(text: &[u8], masks: &Masks, start: usize) -> Option<Authority> {
        let stops = (masks.odd | masks.colon | masks.at | masks.slash | masks.question) & !below(start);
        if stops == 0 && text.len() > WINDOW {
            return None;
        }
        let end = text.len().min(stops.trailing_zeros() as usize);
        let path_start = match text.get(end) {
            None | Some(b'/' | b'?' | b'#') => end,
            Some(b':') => match port(text, end) {
                Some(path) => path,
                None => return odd_authority(text, start),
            },
            Some(_) => return odd_authority(text, start),
        };
        let upper = masks.upper & below(end) & !below(start) != 0;
        let address = end > start && text[end - 1].is_ascii_digit() && is_ipv4(text, start, end);
        Some(Authority {
            host_end: end as u32,
            path_start,
            host: if address { HostKind::Ipv4 } else { HostKind::Name },
            hints: Hints::NONE.and_if(upper, Hints::UPPER),
            ..Authority::NONE
        })
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
    #[inline(never)]
    fn odd_authority(text: &[u8], start: usize) -> Option<Authority> {
        let scheme_end = start.saturating_sub(3) as u32;
        let mut parts = generic::split_authority(text, start, Parts { scheme_end, ..EMPTY });
        let (host, end) = (parts.host_start() as usize, parts.host_end as usize);
        if is_ipv4(text, host, end) {
            parts.host = HostKind::Ipv4;
        }
        parts.end = parts.path_start;
        let head = &text[..parts.path_start as usize];
        if rfc3986::next(&Reading::new(head, parts, rfc3986::STANDARD), start).is_some() {
            return None;
        }
        let (escape, upper) = (head.contains(&b'%'), generic::has_upper(text, host, end));
        Some(Authority {
            user_end: parts.user_end,
            at: parts.at,
            host_end: parts.host_end,
            path_start: parts.path_start as usize,
            host: parts.host,
            hints: Hints::NONE.and_if(escape, Hints::ESCAPE).and_if(upper, Hints::UPPER),
        })
    }

    /// What [`Parts`] says of query and fragment.
    struct Tail {
        query_start: u32,
        fragment_start: u32,
        hints: Hints,
        dots: bool,
    }

    /// Path, query and fragment, of which the path begins at `start`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn tail(text: &[u8], masks: &Masks, start: usize) -> Option<Tail> {
        let first = text.get(start) == Some(&b'.');
        let mut tail = Tail { query_start: 0, fragment_start: 0, hints: Hints::NONE, dots: first };
        let from = !below(start);
        if start < WINDOW {
            tail.window(text, 0, masks.odd & from, masks.question & from, masks.dot & masks.slash << 1 & from)?;
        }
        // Behind the window, blocks from its end or from the path's start; the last may reach back over the one before.
        let mut at = start.max(WINDOW);
        while at < text.len() {
            let place = at.min(text.len() - BLOCK);
            let block = Block::load(text, place);
            let fresh = u64::MAX << (at - place);
            let dots = if tail.is_path() {
                let across = text[place] == b'.' && text[place - 1] == b'/';
                block.places(b'.') & (block.places(b'/') << 1 | u32::from(across))
            } else {
                0
            };
            let question = if tail.is_path() { block.places(b'?') } else { 0 };
            tail.window(
                text,
                place,
                u64::from(block.odd()) & fresh,
                u64::from(question) & fresh,
                u64::from(dots) & fresh,
            )?;
            at = place + BLOCK;
        }
        tail.hints = tail.hints.and_if(tail.dots, Hints::DOTS);
        Some(tail)
    }

    impl Tail {
        /// Whether neither query nor fragment has begun.
        #[inline]
        fn is_path(&self) -> bool {
            self.query_start | self.fragment_start == 0
        }

        /// Takes up to 64 bytes of the text, from `base`, given the places of odd bytes, of `?`, and of `.` behind `/`.
        /// `None` for what must be looked at closely.
        #[inline]
        fn window(&mut self, text: &[u8], base: usize, mut odd: u64, question: u64, dots: u64) -> Option<()> {
            let was_path = self.is_path();
            // The bits before a `#`.
            let mut before = u64::MAX;
            while odd != 0 {
                let place = base + odd.trailing_zeros() as usize;
                match text[place] {
                    b'%' if escape_at(text, place).is_some() => self.hints = self.hints.and(Hints::ESCAPE),
                    b'#' if self.fragment_start == 0 => {
                        self.fragment_start = place as u32 + 1;
                        before = (odd & odd.wrapping_neg()) - 1;
                    }
                    _ => return None,
                }
                odd &= odd - 1;
            }
            if was_path {
                let question = question & before;
                if question != 0 {
                    self.query_start = (base + question.trailing_zeros() as usize + 1) as u32;
                    before = (question & question.wrapping_neg()) - 1;
                }
                self.dots |= dots & before != 0;
            }
            Some(())
        }
    }
}
