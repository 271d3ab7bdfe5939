//! Finds the positions that can be part of a link. Start with `next`.
//!
//! Selects colons, and with guessing also dots and at signs, by the bytes before and after. Prose and source code
//! contain so many colons that parsing at each would take most of the time: Python's documentation has 64 per URL. The
//! selection never excludes a link that `Finder` would find.

use super::schemes;
use memchr::{memchr, memchr3};

/// The bytes tested together, in a loop without exits, so that the compiler generates vector instructions.
const BLOCK: usize = 64;
/// The bytes of a vector register that every machine has, and of one that most machines have.
const NARROW: usize = 16;
const WIDE: usize = 32;

/// Returns the first mark at or after `at` and before `end`.
pub(super) fn next(bytes: &[u8], at: usize, end: usize, bare: bool) -> Option<usize> {
    if bare { first::<true>(bytes, at, end) } else { first::<false>(bytes, at, end) }
}

#[inline]
fn first<const BARE: bool>(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    // The first byte has nothing before it, so it is not a mark.
    let at = at.max(1);
    // If links are dense, the next mark is near, and a byte-wise search finds it sooner.
    if end <= at + BLOCK {
        return within::<BARE>(bytes, at, end);
    }
    within::<BARE>(bytes, at, at + BLOCK).or_else(|| far::<BARE>(bytes, at + BLOCK, end))
}

/// Passes over blocks that cannot contain a mark. In a block that may contain one, tests only the lanes that may.
#[inline(never)]
fn far<const BARE: bool>(bytes: &[u8], mut at: usize, end: usize) -> Option<usize> {
    let searched = &bytes[..bytes.len().min(end + 1)];
    loop {
        let mut lanes = [0; WIDE];
        at += napkin::vectorized((&searched[at - 1..], &mut lanes), clean::<BARE, WIDE>, clean::<BARE, NARROW>);
        if at + BLOCK >= end {
            return within::<BARE>(bytes, at, end);
        }
        let first = in_lanes::<BARE>(bytes, at, &lanes);
        if first.is_some() {
            return first;
        }
        at += BLOCK;
    }
}

/// Returns how many bytes are in blocks at the front without a candidate, and sets the lanes of the first block that has one. The
/// first block begins at the second byte, because each byte of a block needs the one before it.
#[inline(always)]
fn clean<const BARE: bool, const LANES: usize>((bytes, lanes): (&[u8], &mut [u8; WIDE])) -> usize {
    let mut at = 0;
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let found = candidates::<BARE, LANES>(block);
        if found != [0; LANES] {
            lanes[..LANES].copy_from_slice(&found);
            break;
        }
        at += BLOCK;
    }
    at
}

/// Returns the first mark in the lanes of the block at `at`, of any width.
#[inline]
fn in_lanes<const BARE: bool>(bytes: &[u8], at: usize, lanes: &[u8; WIDE]) -> Option<usize> {
    let in_lane = |lane: usize| (at + lane..at + BLOCK).step_by(NARROW).find(|&place| is_mark::<BARE>(bytes, place));
    let words = lanes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
    let mut first = None;
    for (number, mut word) in words.enumerate() {
        while word != 0 {
            let lane = word.trailing_zeros() as usize / 8;
            word &= !(0xff << (8 * lane));
            // The bytes that identify a mark may lie beyond the end.
            first = first.into_iter().chain(in_lane(8 * number + lane)).min();
        }
    }
    first
}

fn within<const BARE: bool>(bytes: &[u8], mut at: usize, end: usize) -> Option<usize> {
    while let Some(rest) = bytes.get(at..end) {
        at += if BARE { memchr3(b':', b'@', b'.', rest) } else { memchr(b':', rest) }?;
        if is_mark::<BARE>(bytes, at) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns the lanes in which a byte of the block may be a mark; each byte has a neighbour on both sides. Marks are a
/// colon before a slash; a colon after a letter and before anything except white space, a colon or a grave accent
/// (`mailto:a`, but not `note: this`, `std::string` or `` :class:`x` ``); `<URL:` before anything; `@`; and a dot after
/// `www` or `ftp`.
///
/// Signed comparisons are single instructions. Masks, because the compiler generates half as many instructions again
/// for other forms.
#[inline(always)]
fn candidates<const BARE: bool, const LANES: usize>(block: &[u8; BLOCK + 2]) -> [u8; LANES] {
    let mask = |is: bool| if is { u8::MAX } else { 0 };
    let mut found = [0; LANES];
    for part in 0..BLOCK / LANES {
        for (lane, found) in found.iter_mut().enumerate() {
            let at = part * LANES + lane;
            let (before, byte, behind) = (block[at], block[at + 1], block[at + 2]);
            let is_between =
                mask(before as i8 >= 0x41) & mask(behind as i8 > 0x20) & mask(behind != b':') & mask(behind != b'`');
            let is_colon = mask(byte == b':') & (is_between | mask(behind == b'/') | mask(before | 0x20 == b'l'));
            let is_dot = mask(byte == b'.') & (mask(before | 0x20 == b'w') | mask(before | 0x20 == b'p'));
            *found |= is_colon | if BARE { is_dot | mask(byte == b'@') } else { 0 };
        }
    }
    found
}

/// Returns whether a byte is a mark, exactly: `://`; a colon after the last two letters of a scheme without `//`;
/// `URL:`; `www.`, `ftp.` and `@`.
#[inline]
fn is_mark<const BARE: bool>(bytes: &[u8], at: usize) -> bool {
    match bytes[at] {
        b':' if bytes[at + 1..].starts_with(b"//") => true,
        b':' => {
            let Some(&[first, second]) = bytes[..at].last_chunk() else { return false };
            let is_tight = |&behind: &u8| behind.is_ascii_graphic() && !matches!(behind, b':' | b'`');
            let is_opaque = second.is_ascii_alphabetic()
                && schemes::may_end_opaque(first, second)
                && bytes.get(at + 1).is_some_and(is_tight);
            is_opaque || [first, second].eq_ignore_ascii_case(b"rl")
        }
        b'.' if BARE => bytes[..at]
            .last_chunk()
            .is_some_and(|two: &[u8; 2]| two.eq_ignore_ascii_case(b"ww") || two.eq_ignore_ascii_case(b"tp")),
        b'@' => BARE,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last block may end anywhere, even directly after the mark, as windows do.
    #[test]
    fn the_end_may_stand_behind_any_mark() {
        for (before, behind) in [("http", "://h/"), ("mailto", ":sam@h"), ("www", ".h.example"), ("sam", "@h.example")]
        {
            for padding in 0..4 * BLOCK {
                let text = ["-".repeat(padding), before.into(), behind.into()].concat();
                let mark = padding + before.len();
                for end in mark + 1..=text.len() {
                    assert_eq!(next(text.as_bytes(), 0, end, true), Some(mark), "{text} {end}");
                }
                assert_eq!(next(text.as_bytes(), 0, mark, true), None, "{text}");
            }
        }
    }

    /// The first mark behind any place is the same for both widths, and as found byte by byte.
    #[test]
    fn blocks_of_either_width_find_the_same_mark() {
        fn far<const LANES: usize>(bytes: &[u8], at: usize) -> Option<usize> {
            let mut lanes = [0; WIDE];
            let at = at + clean::<true, LANES>((&bytes[at - 1..], &mut lanes));
            in_lanes::<true>(bytes, at, &lanes)
        }
        let bytes = include_bytes!("../../../../../data/cases/text.toml");
        let mut found = 0;
        for at in 1..bytes.len() - 2 * BLOCK {
            let mark = (at..at + BLOCK).find(|&place| is_mark::<true>(bytes, place));
            let wide = far::<WIDE>(bytes, at);
            assert_eq!(far::<NARROW>(bytes, at), wide, "{at}");
            assert!(mark.is_none() || wide == mark, "{at} {wide:?} {mark:?}");
            found += usize::from(mark.is_some());
            assert_eq!(next(bytes, at, bytes.len(), true), within::<true>(bytes, at, bytes.len()), "{at}");
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn blocks_leave_out_no_mark() {
        let neighbours = [0, b' ', b'\n', b'+', b'-', b'.', b'/', b'0', b':', b'a', b'l', b'L', b'p', b'w', b'`', 0xe3];
        let mut marks = 0;
        for before in neighbours.iter().flat_map(|a| neighbours.map(|b| [*a, b])) {
            for behind in neighbours.iter().flat_map(|a| neighbours.map(|b| [*a, b])) {
                for byte in [b':', b'.', b'@'] {
                    let three = [before[0], before[1], byte, behind[0], behind[1]];
                    let block: [u8; BLOCK + 2] = std::array::from_fn(|at| three.get(at).copied().unwrap_or(b'a'));
                    if is_mark::<true>(&three, 2) {
                        marks += 1;
                        assert_ne!(candidates::<true, NARROW>(&block)[1], 0, "{three:?}");
                        assert_ne!(candidates::<true, WIDE>(&block)[1], 0, "{three:?}");
                        assert!(byte != b':' || candidates::<false, WIDE>(&block)[1] != 0, "{three:?}");
                    }
                }
            }
        }
        assert!(marks > 1000, "{marks}");
    }
}
