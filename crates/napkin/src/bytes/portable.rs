//! Searches in safe Rust on `core` alone.
//!
//! The loops over [`LANES`] bytes have no early exit, so the compiler turns each into a few vector instructions. The
//! exact byte is then found in words of eight bytes.

/// The number of bytes that one step of a vector loop reads.
const LANES: usize = 16;

/// The number of bytes in a word.
pub(crate) const WORD: usize = 8;

/// The top bit of every byte of a word.
pub(crate) const TOPS: u64 = repeat(0x80);

/// Returns a word of eight equal bytes.
pub(crate) const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; WORD])
}

/// Returns a word with only the top bit set in each byte of `word` that equals `byte`.
#[inline]
pub(crate) const fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ repeat(byte);
    // An equal byte gives zero. In any other byte the top bit is set already or by the addition.
    !(((other & !TOPS) + !TOPS) | other) & TOPS
}

/// Returns the index of the first marked byte.
#[inline]
pub(crate) const fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / WORD
}

/// Returns fewer than eight bytes as a word, whose lowest byte is the first. Loads them without a loop.
#[inline(always)]
pub(crate) fn short_word(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return u64::from(first) | u64::from(last) << (8 * (bytes.len() - 4));
    }
    let Some(last) = bytes.len().checked_sub(1) else { return 0 };
    // Two of the three bytes may be the same.
    [0, bytes.len() / 2, last].iter().fold(0, |word, &place| word | u64::from(bytes[place]) << (8 * place))
}

/// Returns the offset of the first `byte`.
#[inline]
pub(crate) fn find(bytes: &[u8], byte: u8) -> Option<usize> {
    find_any(bytes, [byte])
}

/// Returns the offset of the first byte that equals one of `wanted`.
#[inline]
pub(crate) fn find_any<const N: usize>(bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    let marks = |at: usize| {
        let word = word_at(bytes, at)?;
        Some(wanted.iter().fold(0, |marks, &byte| marks | equal(word, byte)))
    };
    let is_wanted = |byte: u8| wanted.iter().fold(false, |any, &other| any | (byte == other));
    let lanes = |at: usize| Some(array_at::<LANES>(bytes, at)?.iter().fold(false, |any, &byte| any | is_wanted(byte)));
    search(bytes.len(), 0, marks, lanes, |at| is_wanted(bytes[at]))
}

/// Returns the offset, from `from` on, of the first `%` or the first `.` after a `/`. `from` is not 0.
#[inline]
pub(crate) fn find_escape_or_dot(bytes: &[u8], from: usize) -> Option<usize> {
    let marks = |at: usize| {
        let (word, before) = (word_at(bytes, at)?, word_at(bytes, at - 1)?);
        Some(equal(word, b'%') | (equal(word, b'.') & equal(before, b'/')))
    };
    let lanes = |at: usize| {
        let (chunk, before) = (array_at::<LANES>(bytes, at)?, array_at::<LANES>(bytes, at - 1)?);
        let pairs = chunk.iter().zip(before);
        Some(pairs.fold(false, |any, (&byte, &before)| any | (byte == b'%') | ((byte == b'.') & (before == b'/'))))
    };
    search(bytes.len(), from, marks, lanes, |at| bytes[at] == b'%' || (bytes[at] == b'.' && bytes[at - 1] == b'/'))
}

/// Returns the first match between `from` and `length`. Checks one word first, because a match is often near, then whole
/// vectors without a match, then words again; the last word may overlap the one before it. `marks` and `lanes` return
/// `None` beyond the end.
#[inline(always)]
fn search(
    length: usize,
    from: usize,
    marks: impl Fn(usize) -> Option<u64>,
    lanes: impl Fn(usize) -> Option<bool>,
    single: impl Fn(usize) -> bool,
) -> Option<usize> {
    let Some(near) = marks(from) else { return (from..length).find(|&at| single(at)) };
    if near != 0 {
        return Some(from + first(near));
    }
    let mut at = from + WORD;
    while lanes(at) == Some(false) {
        at += LANES;
    }
    while at < length {
        let place = at.min(length - WORD);
        let found = marks(place)?;
        if found != 0 {
            return Some(place + first(found));
        }
        at = place + WORD;
    }
    None
}

/// Returns the offset of the last `byte`.
#[inline]
pub(crate) fn rfind(bytes: &[u8], byte: u8) -> Option<usize> {
    rfind_nth(bytes, byte, 1)
}

/// Returns the offset of the `count`th `byte` from the end; `count` is not 0. Searches by words, because the callers expect
/// a match near the end.
#[inline]
pub(crate) fn rfind_nth(bytes: &[u8], byte: u8, mut count: usize) -> Option<usize> {
    let mut front = bytes;
    while let Some((before, last)) = front.split_last_chunk() {
        let mut marks = equal(u64::from_le_bytes(*last), byte);
        while marks != 0 {
            let place = 63 - marks.leading_zeros() as usize;
            count -= 1;
            if count == 0 {
                return Some(before.len() + place / 8);
            }
            marks ^= 1 << place;
        }
        front = before;
    }
    front.iter().enumerate().rev().filter(|&(_, &other)| other == byte).nth(count - 1).map(|(at, _)| at)
}

#[inline]
fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<&[u8; N]> {
    bytes.get(at..)?.first_chunk()
}

#[inline]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    array_at(bytes, at).map(|chunk| u64::from_le_bytes(*chunk))
}
