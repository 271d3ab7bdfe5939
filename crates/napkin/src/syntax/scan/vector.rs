//! Parsers for blocks of 32 bytes: ordinary references of RFC 3986 here, and of the URL Standard in [`whatwg`].

mod whatwg;

pub(in crate::syntax) use self::whatwg::{
    before, before_delimiter, front_verdict, has_break, ordinary as read_whatwg, plain_path, plain_tail, scheme_end,
};
use super::words::http;
use crate::HostKind;
use crate::bytes::portable::short_word;
use crate::bytes::vector::{BLOCK, Halves, Machine};
use crate::host::is_ipv4;
use crate::percent::{EncodeSet, QUERY, Set};
use crate::syntax::Parts;
use crate::syntax::generic::class;
use crate::syntax::parts::{Hints, MAX_LENGTH};
use crate::syntax::rfc3986::{odd_authority, port_end};

/// The length of the front of a text, two blocks, in which scheme and authority must end.
const WINDOW: usize = 64;

/// Returns the tables of a set.
const fn halves(set: Set) -> Halves {
    let mut halves = Halves::EMPTY;
    let mut byte = 0;
    while byte < 128 {
        if set.contains_byte(byte) {
            halves = halves.with(byte);
        }
        byte += 1;
    }
    halves
}

/// Returns the tables of the printable ASCII characters outside a percent-encode set, except `but`.
const fn outside(set: EncodeSet, but: u8) -> Halves {
    let mut halves = Halves::EMPTY;
    let mut byte = 0x20;
    while byte < 0x7F {
        if !set.contains_byte(byte) && byte != but {
            halves = halves.with(byte);
        }
        byte += 1;
    }
    halves
}

/// The characters of path, query and fragment, and, except `: @ / ?`, of a host name.
static TAIL: Halves = halves(QUERY);

/// 32 bytes of a text.
#[derive(Clone, Copy)]
struct Block<M: Machine> {
    machine: M,
    bytes: M::Block,
}

impl<M: Machine> Block<M> {
    /// Loads the block at `at`, which must end within the text.
    #[inline(always)]
    fn load(machine: M, text: &[u8], at: usize) -> Self {
        Self { machine, bytes: machine.load(text[at..].first_chunk().expect("a block ends within the text")) }
    }

    /// Returns 255 for the bytes that equal `byte`.
    #[inline(always)]
    fn equal(self, byte: u8) -> M::Block {
        self.machine.equal(self.bytes, self.machine.splat(byte))
    }

    /// Returns 255 for the upper-case letters.
    #[inline(always)]
    fn upper(self) -> M::Block {
        let above = self.machine.sub(self.bytes, self.machine.splat(b'A'));
        self.machine.equal(self.machine.min(above, self.machine.splat(25)), above)
    }

    /// Returns a mask of the bytes that equal `byte`; the lowest bit belongs to the first byte.
    #[inline(always)]
    fn places(self, byte: u8) -> u32 {
        self.machine.bits(self.equal(byte))
    }

    /// Returns a mask of the bytes outside the set.
    #[inline(always)]
    fn odd(self, set: &Halves) -> u32 {
        self.machine.bits(set.outside(self.machine, self.bytes))
    }
}

/// Two blocks of a text; the second may overlap the first. Always processing both is cheaper than mispredicted branches on
/// whether the second is needed, because the lengths of texts vary at random.
struct Window<M: Machine> {
    first: Block<M>,
    second: Block<M>,
    /// The shift that places the bits of the second block after those of the first.
    shift: u32,
}

impl<M: Machine> Window<M> {
    /// Loads the front of a text. A text shorter than a block is padded with NUL.
    #[inline(always)]
    fn front(machine: M, text: &[u8]) -> Self {
        if text.len() >= BLOCK {
            let second = text.len().min(WINDOW) - BLOCK;
            let (first, shift) = (Block::load(machine, text, 0), second as u32);
            return Self { first, second: Block::load(machine, text, second), shift };
        }
        let first = short(machine, text);
        Self { first, second: first, shift: 0 }
    }

    /// Loads the 64 bytes at `at`, which must end within the text.
    #[inline(always)]
    fn load(machine: M, text: &[u8], at: usize) -> Self {
        let (first, second) = (Block::load(machine, text, at), Block::load(machine, text, at + BLOCK));
        Self { first, second, shift: BLOCK as u32 }
    }

    #[inline(always)]
    fn join(&self, first: M::Block, second: M::Block) -> u64 {
        self.first.machine.bits_of_two(first, second, self.shift)
    }

    /// Returns a mask of the bytes that equal `byte`; the lowest bit belongs to the first byte.
    #[inline(always)]
    fn places(&self, byte: u8) -> u64 {
        self.join(self.first.equal(byte), self.second.equal(byte))
    }

    /// Returns a mask of the bytes outside the set.
    #[inline(always)]
    fn odd(&self, set: &Halves) -> u64 {
        let machine = self.first.machine;
        self.join(set.outside(machine, self.first.bytes), set.outside(machine, self.second.bytes))
    }

    #[inline(always)]
    fn upper(&self) -> u64 {
        self.join(self.first.upper(), self.second.upper())
    }
}

/// Masks of the front of a text. No bit is set beyond the end of the text.
struct Masks {
    odd: u64,
    colon: u64,
    at: u64,
    slash: u64,
    question: u64,
    dot: u64,
    upper: u64,
    /// The number of bytes that the masks cover.
    seen: usize,
}

impl Masks {
    #[inline(always)]
    fn of<M: Machine>(machine: M, text: &[u8], set: &Halves) -> Self {
        if text.len() < BLOCK {
            let block = short(machine, text);
            return Self::new(
                text.len(),
                block.odd(set).into(),
                machine.bits(block.upper()).into(),
                #[inline(always)]
                |byte| block.places(byte).into(),
            );
        }
        let window = Window::front(machine, text);
        Self::new(
            text.len(),
            window.odd(set),
            window.upper(),
            #[inline(always)]
            |byte| window.places(byte),
        )
    }

    #[inline(always)]
    fn new(length: usize, odd: u64, upper: u64, places: impl Fn(u8) -> u64) -> Self {
        Self {
            // Only this mask can match the NUL padding, so only this mask is cut at the end of the text.
            odd: odd & below(length),
            colon: places(b':'),
            at: places(b'@'),
            slash: places(b'/'),
            question: places(b'?'),
            dot: places(b'.'),
            upper,
            seen: length.min(WINDOW),
        }
    }

    /// Returns a mask of the bytes that can end a host name that begins at `start`.
    #[inline]
    const fn stops_from(&self, start: usize) -> u64 {
        (self.odd | self.colon | self.at | self.slash | self.question) & !below(start)
    }
}

/// Loads a text shorter than a block and pads it with NUL, by loads from both ends, which may overlap.
#[inline(always)]
fn short<M: Machine>(machine: M, text: &[u8]) -> Block<M> {
    let length = text.len();
    let (low, high): (u128, u128) = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        (u128::from_le_bytes(*first), u128::from_le_bytes(*last).unbounded_shr(8 * (32 - length as u32)))
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        (u128::from(first) | u128::from(last) << (8 * (length - 8)), 0)
    } else {
        (u128::from(short_word(text)), 0)
    };
    Block { machine, bytes: machine.words(low, high) }
}

/// Masks of up to 64 new bytes for the parser of a tail.
struct Fresh {
    /// Offset of the window; the new bytes are the last of the window.
    place: usize,
    odd: u64,
    /// The positions of `?`; 0 after the path.
    question: u64,
    /// The positions of `.` after `/`; 0 after the path.
    dots: u64,
}

/// Returns the masks of the bytes from `at` on, after the front. The last window may overlap the one before.
#[inline(always)]
fn fresh<M: Machine>(machine: M, text: &[u8], at: usize, set: &Halves, is_path: bool) -> Fresh {
    let place = at.min(text.len() - WINDOW);
    let window = Window::load(machine, text, place);
    let fresh = u64::MAX << (at - place);
    let (mut question, mut dots) = (0, 0);
    if is_path {
        let across = text[place - 1] == b'/';
        dots = window.places(b'.') & (window.places(b'/') << 1 | u64::from(across)) & fresh;
        question = window.places(b'?') & fresh;
    }
    Fresh { place, odd: window.odd(set) & fresh, question, dots }
}

/// Returns a mask of the bits below `place`; all bits if `place` is beyond the window.
#[inline]
const fn below(place: usize) -> u64 {
    if place < WINDOW { (1 << place) - 1 } else { u64::MAX }
}

/// See [`super::read`].
#[inline(always)]
pub(in crate::syntax) fn read<M: Machine>(machine: M, text: &[u8], parts: &mut Parts) -> bool {
    text.len() <= MAX_LENGTH && ordinary(machine, text, parts).is_some()
}

#[inline(always)]
fn ordinary<M: Machine>(machine: M, text: &[u8], parts: &mut Parts) -> Option<()> {
    let masks = Masks::of(machine, text, &TAIL);
    let (scheme_end, start) = scheme(text, &masks)?;
    parts.scheme_end = scheme_end as u32;
    parts.end = text.len() as u32;
    let mut name_end = scheme_end;
    let mut path_start = start;
    if text[start..].starts_with(b"//") {
        let host = start + 2;
        (name_end, path_start) = match authority(text, &masks, host, parts) {
            Some(ends) => ends,
            None => (scheme_end, odd_authority(text, host, parts)?),
        };
    }
    parts.path_start = path_start as u32;
    let upper = name_end > 0 && masks.upper & below(name_end) != 0;
    parts.hints = parts.hints.and_if(upper, Hints::UPPER);
    tail(machine, text, &masks, path_start, parts)
}

/// Returns the offset of the colon after the scheme, or 0, and the offset after the colon. Returns `None` if the masks do
/// not determine them.
#[inline(always)]
fn scheme(text: &[u8], masks: &Masks) -> Option<(usize, usize)> {
    if let Some((scheme_end, _)) = http(text) {
        return Some((scheme_end, scheme_end + 1));
    }
    let slash_or_question = masks.slash | masks.question;
    let segment = slash_or_question ^ slash_or_question.wrapping_sub(1);
    let colon = (masks.colon & segment).trailing_zeros() as usize;
    if colon == WINDOW {
        // No scheme: the first segment ends within the window and has no colon.
        return (slash_or_question != 0 || text.len() == masks.seen).then_some((0, 0));
    }
    let proper = class::skip(text, 0, colon, class::SCHEME) == colon;
    (proper && text[0].is_ascii_alphabetic()).then_some((colon, colon + 1))
}

/// Parses an authority at `start` that is a name or an IPv4 address with an optional port. Returns the ends of the host and
/// of the authority; `None` for any other authority.
#[inline(always)]
fn authority(text: &[u8], masks: &Masks, start: usize, parts: &mut Parts) -> Option<(usize, usize)> {
    let stops = masks.stops_from(start);
    if stops == 0 && text.len() > masks.seen {
        return None;
    }
    let end = text.len().min(stops.trailing_zeros() as usize);
    let path_start = match text.get(end) {
        Some(b'/') | None => end,
        Some(_) => rare_end(text, end, port_end)?,
    };
    let address = end > start && text[end - 1].is_ascii_digit() && is_ipv4(text, start, end);
    parts.host = if address { HostKind::Ipv4 } else { HostKind::Name };
    parts.host_end = end as u32;
    Some((end, path_start))
}

/// Returns the end of an authority whose host ends at `end`, before another character than `/`. `port` returns the end of the
/// port behind a colon. A function of its own, because otherwise the compiler makes a jump by a table of all characters.
#[inline(never)]
fn rare_end(text: &[u8], end: usize, port: impl Fn(&[u8], usize) -> Option<usize>) -> Option<usize> {
    match text[end] {
        b'?' | b'#' => Some(end),
        b':' => port(text, end),
        _ => None,
    }
}

/// Parses path, query and fragment; the path begins at `start`.
#[inline(always)]
fn tail<M: Machine>(machine: M, text: &[u8], masks: &Masks, start: usize, parts: &mut Parts) -> Option<()> {
    let mut tail = Tail { text, query_start: 0, fragment_start: 0, escape: false, dots: false };
    tail.dots = text.get(start) == Some(&b'.');
    if start < masks.seen {
        let from = u64::MAX << start;
        tail.window(0, masks.odd & from, masks.question & from, masks.dot & masks.slash << 1 & from)?;
    }
    // The bytes after the front come in windows; the last may overlap the one before.
    let mut at = start.max(masks.seen);
    while at < text.len() {
        let Fresh { place, odd, question, dots } = fresh(machine, text, at, &TAIL, tail.is_path());
        tail.window(place, odd, question, dots)?;
        at = place + WINDOW;
    }
    parts.query_start = tail.query_start;
    parts.fragment_start = tail.fragment_start;
    parts.hints = parts.hints.and_if(tail.escape, Hints::ESCAPE).and_if(tail.dots, Hints::DOTS);
    Some(())
}

/// The state of parsing path, query and fragment.
struct Tail<'a> {
    text: &'a [u8],
    query_start: u32,
    fragment_start: u32,
    escape: bool,
    dots: bool,
}

impl Tail<'_> {
    /// Returns whether neither query nor fragment has begun.
    #[inline]
    fn is_path(&self) -> bool {
        self.query_start | self.fragment_start == 0
    }

    /// Processes up to 64 bytes from `base` on, given masks of odd bytes, of `?`, and of `.` after `/`. Returns `None` if the
    /// grammar must parse the text.
    #[inline(always)]
    fn window(&mut self, base: usize, odd: u64, question: u64, dots: u64) -> Option<()> {
        let was_path = self.is_path();
        // The bits before a `#`, then before a `?`.
        let mut before = u64::MAX;
        if odd != 0 {
            let hash = odd_bytes(self.text, base, odd)?;
            if hash == 0 || odd & (odd - 1) != 0 {
                self.escape = true;
            }
            if hash != 0 {
                if self.fragment_start != 0 {
                    return None;
                }
                self.fragment_start = (base + hash.trailing_zeros() as usize) as u32 + 1;
                before = hash - 1;
            }
        }
        if was_path {
            let question = question & before;
            if question != 0 {
                self.query_start = (base + question.trailing_zeros() as usize) as u32 + 1;
                before = question ^ (question - 1);
            }
            self.dots |= dots & before != 0;
        }
        Some(())
    }
}

/// Returns the bit of the only `#` among the odd bytes, or 0. Returns `None` if any other odd byte does not begin an escape.
#[inline(never)]
fn odd_bytes(text: &[u8], base: usize, mut odd: u64) -> Option<u64> {
    let mut hash = 0;
    while odd != 0 {
        let rest = &text[base + odd.trailing_zeros() as usize..];
        match rest {
            [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {}
            [b'#', ..] if hash == 0 => hash = odd & odd.wrapping_neg(),
            _ => return None,
        }
        odd &= odd - 1;
    }
    Some(hash)
}
