//! The parser of ordinary references without vector instructions: eight bytes at a time, by a table and by arithmetic on
//! 64-bit words.
//!
//! Each byte is classified once. The only second look is at the digits of escapes and at schemes other than `http` and
//! `https`. Start at `read`.

use crate::HostKind;
use crate::bytes::portable::{TOPS, WORD, equal, first, repeat, short_word};
use crate::host::is_ipv4;
use crate::percent;
use crate::syntax::Parts;
use crate::syntax::generic::{self, class};
use crate::syntax::parts::{Hints, MAX_LENGTH};
use crate::syntax::rfc3986::{odd_authority, port_end};

/// The lowest bit of each byte of a word.
const ONES: u64 = repeat(1);

/// Fills in the parts of an ordinary reference; see [`super::read`].
pub(in super::super) fn read(text: &[u8], parts: &mut Parts) -> bool {
    text.len() <= MAX_LENGTH && ordinary(text, parts).is_some()
}

#[inline]
fn ordinary(text: &[u8], parts: &mut Parts) -> Option<()> {
    parts.end = text.len() as u32;
    let start = match http(text) {
        Some((scheme_end, upper)) => {
            parts.scheme_end = scheme_end as u32;
            parts.hints = parts.hints.and_if(upper, Hints::UPPER);
            scheme_end + 1
        }
        None => scheme(text, parts)?,
    };
    let mut tail = Tail { text, at: start, before: b'/', dots: 0, escape: false, query_start: 0, fragment_start: 0 };
    if let Some(b"//") = text.get(start..).and_then(<[u8]>::first_chunk) {
        tail.at = authority(text, start + 2, parts)?;
        parts.path_start = tail.at as u32;
    } else {
        parts.path_start = start as u32;
    }
    tail.read()?;
    parts.query_start = tail.query_start;
    parts.fragment_start = tail.fragment_start;
    parts.hints = parts.hints.and_if(tail.escape, Hints::ESCAPE).and_if(tail.dots != 0, Hints::DOTS);
    Some(())
}

/// Returns the offset of the colon after `http` or `https`, and whether the scheme has an upper-case letter. The text must
/// have at least eight bytes, and continue with `//`.
#[inline]
pub(in crate::syntax) fn http(text: &[u8]) -> Option<(usize, bool)> {
    let word = u64::from_le_bytes(*text.first_chunk()?);
    // Short constants take few instructions.
    let (front, back) = (word as u32, (word >> 32) as u32);
    // The bits that make letters lower case. No other characters map to `h`, `t`, `p` and `s`. The two schemes are
    // distinguished without a branch, because a branch would be unpredictable.
    let (letters, letter) = (repeat(0x20) as u32, 0x20);
    let secure = back | letter == u32::from_le_bytes(*b"s://");
    let insecure = back << 8 == u32::from_le_bytes(*b"\0://");
    if (front | letters != u32::from_le_bytes(*b"http")) | !(secure | insecure) {
        return None;
    }
    let upper = (front & letters != letters) | (secure & (back & letter == 0));
    Some((4 + usize::from(secure), upper))
}

/// Returns the offset after any other scheme, or 0 if there is none. Returns `None` if the first segment of a relative
/// reference has a colon.
#[inline]
fn scheme(text: &[u8], parts: &mut Parts) -> Option<usize> {
    let mut stop = class::skip(text, 0, text.len(), class::SCHEME);
    if text.get(stop) == Some(&b':') {
        parts.scheme_end = stop as u32;
        parts.hints = parts.hints.and_if(generic::has_upper(text, 0, stop), Hints::UPPER);
        return text[0].is_ascii_alphabetic().then_some(stop + 1);
    }
    stop = class::find(text, stop, text.len(), class::AFTER_SCHEME);
    (text.get(stop) != Some(&b':')).then_some(0)
}

/// Parses the authority that begins at `start`, and returns its end.
#[inline]
fn authority(text: &[u8], start: usize, parts: &mut Parts) -> Option<usize> {
    let (mut end, mut upper) = host_name(text, start);
    if end < text.len() && class::has(text[end], class::NAME) {
        end = class::skip(text, end, text.len(), class::NAME);
        upper = generic::has_upper(text, start, end);
    }
    let path_start = match text.get(end) {
        None | Some(b'/' | b'?' | b'#') => Some(end),
        Some(b':') => port_end(text, end),
        Some(_) => None,
    };
    let Some(path_start) = path_start else { return odd_authority(text, start, parts) };
    let address = end > start && text[end - 1].is_ascii_digit() && is_ipv4(text, start, end);
    parts.host = if address { HostKind::Ipv4 } else { HostKind::Name };
    parts.host_end = end as u32;
    parts.hints = parts.hints.and_if(upper, Hints::UPPER);
    Some(path_start)
}

/// Returns the offset of the first byte from `start` on that is not a letter, a digit, `-` or `.`, and whether an
/// upper-case letter is before it.
#[inline]
fn host_name(text: &[u8], start: usize) -> (usize, bool) {
    let (mut at, mut upper) = (start, 0);
    while at < text.len() {
        // The padding NUL ends a name.
        let word = word_at(text, at, 0);
        // Adding cannot carry into the next byte without the top bits, which are looked at afterwards.
        let low = word & !TOPS;
        let letters = within(low | repeat(0x20), b'a', b'z');
        let others = within(low, b'0', b'9') | within(low, b'-', b'.');
        let stops = (!(letters | others) | word) & TOPS;
        let capitals = within(low, b'A', b'Z') & TOPS;
        if stops != 0 {
            let before = (stops & stops.wrapping_neg()) - 1;
            return (at + first(stops), (upper | capitals & before) != 0);
        }
        upper |= capitals;
        at += WORD;
    }
    (text.len(), upper != 0)
}

/// Sets the top bit of each byte from `from` to `to`. All bytes are ASCII; the other bits of the result mean nothing.
#[inline]
const fn within(word: u64, from: u8, to: u8) -> u64 {
    (word + repeat(0x80 - from)) & !(word + repeat(0x7F - to))
}

/// Sets the top bit of the first byte that is zero, and clears those before it.
#[inline]
const fn zero(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// Returns the eight bytes at `at`, the first of them lowest. Beyond the end of the text they are `pad`.
#[inline]
fn word_at(text: &[u8], at: usize, pad: u8) -> u64 {
    match text[at..].first_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => last_word(text, at, pad),
    }
}

/// Returns the last bytes of a text, fewer than eight and at least one, with padding.
#[inline]
fn last_word(text: &[u8], at: usize, pad: u8) -> u64 {
    let rest = &text[at..];
    let bits = 8 * rest.len() as u32;
    let word = match text.last_chunk() {
        Some(last) => u64::from_le_bytes(*last) >> (64 - bits),
        None => short_word(rest),
    };
    word | repeat(pad) << bits
}

/// The bytes at which the parser of a tail must do something; 0 for all other characters of path, query and fragment.
mod mark {
    use super::percent;

    pub(super) const INVALID: u8 = 1;
    pub(super) const HASH: u8 = 2;
    pub(super) const ESCAPE: u8 = 4;
    pub(super) const QUESTION: u8 = 8;

    pub(super) static TABLE: [u8; 256] = {
        let mut table = [INVALID; 256];
        let mut byte = 0;
        while byte < 128 {
            if percent::QUERY.contains_byte(byte) {
                table[byte as usize] = 0;
            }
            byte += 1;
        }
        table[b'#' as usize] = HASH;
        table[b'%' as usize] = ESCAPE;
        table[b'?' as usize] = QUESTION;
        table
    };

    /// Returns the marks of all bytes of a word.
    #[inline]
    pub(super) fn of(word: u64) -> u8 {
        word.to_le_bytes().iter().fold(0, |marks, &byte| marks | TABLE[byte as usize])
    }
}

/// The state of parsing path, query and fragment.
struct Tail<'a> {
    text: &'a [u8],
    at: usize,
    /// The byte before `at` in the path. At the start of the path a slash, so that a dot there is found too.
    before: u8,
    /// Not zero if a segment of the path begins with a dot.
    dots: u64,
    escape: bool,
    query_start: u32,
    fragment_start: u32,
}

impl Tail<'_> {
    #[inline]
    fn read(&mut self) -> Option<()> {
        self.path()?;
        self.rest()
    }

    /// Parses up to the word in which the path ends.
    #[inline]
    fn path(&mut self) -> Option<()> {
        let mut before = self.before;
        while self.at < self.text.len() {
            let word = word_at(self.text, self.at, b'a');
            let dots = zero(word ^ repeat(b'.') | (word << 8 | u64::from(before)) ^ repeat(b'/'));
            let marks = mark::of(word);
            if marks == 0 {
                self.dots |= dots;
            } else {
                let path = self.marked(word, marks)?;
                self.dots |= dots & path;
            }
            self.at += WORD;
            if self.query_start | self.fragment_start != 0 {
                break;
            }
            before = (word >> 56) as u8;
        }
        Some(())
    }

    /// Parses the words after the one in which the path ends.
    #[inline]
    fn rest(&mut self) -> Option<()> {
        while self.at < self.text.len() {
            let word = word_at(self.text, self.at, b'a');
            let marks = mark::of(word) & !mark::QUESTION;
            if marks != 0 {
                self.marked(word, marks)?;
            }
            self.at += WORD;
        }
        Some(())
    }

    /// Parses a word with marked bytes. Returns the bits of the word that belong to the path. Returns `None` if the grammar
    /// must parse the text.
    #[inline(never)]
    fn marked(&mut self, word: u64, marks: u8) -> Option<u64> {
        if marks & mark::INVALID != 0 {
            return None;
        }
        let mut path = if self.query_start | self.fragment_start == 0 { u64::MAX } else { 0 };
        let mut places = equal(word, b'#') | equal(word, b'%') | equal(word, b'?');
        while places != 0 {
            let place = self.at + first(places);
            let before = (places & places.wrapping_neg()) - 1;
            places &= places - 1;
            match self.text[place] {
                b'%' if has_digits(&self.text[place + 1..]) => self.escape = true,
                b'#' if self.fragment_start == 0 => {
                    self.fragment_start = place as u32 + 1;
                    path &= before;
                }
                b'?' => {
                    if self.query_start | self.fragment_start == 0 {
                        self.query_start = place as u32 + 1;
                    }
                    path &= before;
                }
                _ => return None,
            }
        }
        Some(path)
    }
}

#[inline]
fn has_digits(after: &[u8]) -> bool {
    matches!(after, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}
