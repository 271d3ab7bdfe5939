//! Units in little memory.
//!
//! A unit is kept as four numbers, of one byte each if they are small: a document that is not in its encoding has a unit for every
//! second byte, and a body in quoted-printable has one for every third.

use super::Unit;
use crate::span::Span;
use alloc::vec::Vec;

/// The list keeps the place of each unit whose number is a multiple of this. A search for another unit begins there.
const STEP: usize = 32;

/// The [units](Unit) of a text, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Units {
    /// For each unit: its distance in the text from the end of the unit before it, the difference of that distance in the source (with
    /// the sign in the last bit), its length in the text, and its length in the source.
    packed: Vec<u8>,
    /// Each [`STEP`]th unit but the first.
    marks: Vec<Mark>,
    first: usize,
    last: End,
    count: usize,
}

/// Where a unit ends, or where the text and the source begin.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    text: usize,
    source: usize,
}

/// A place in the list.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Where the next unit begins in the text.
    text: usize,
    before: End,
    at: usize,
}

impl Units {
    /// Returns whether there are no units.
    ///
    /// ```
    /// assert!(napkin::map::Units::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends a unit. Its text must not begin before the end of the unit before it; debug builds panic if it does.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin::map::{Unit, Units};
    /// let unit = Unit { text: Span::new(1, 2), source: Span::new(11, 16) };
    /// let mut units = Units::default();
    /// units.push(unit);
    /// assert!(units.iter().eq([unit]));
    /// ```
    pub fn push(&mut self, unit: Unit) {
        debug_assert!(unit.text.start >= self.last.text, "units come in the order of the text");
        if self.count == 0 {
            self.first = unit.text.start;
        } else if self.count.is_multiple_of(STEP) {
            self.marks.push(Mark { text: unit.text.start, before: self.last, at: self.packed.len() });
        }
        let gap = unit.text.start - self.last.text;
        let farther = (unit.source.start as i64).wrapping_sub((self.last.source + gap) as i64);
        let signed = (farther << 1) ^ (farther >> 63);
        for number in [gap as u64, signed.cast_unsigned(), unit.text.len() as u64, unit.source.len() as u64] {
            push(&mut self.packed, number);
        }
        self.last = End { text: unit.text.end, source: unit.source.end };
        self.count += 1;
    }

    /// Returns the last unit whose start in the text satisfies a condition, which holds up to some place.
    pub(super) fn last(&self, before: impl Fn(usize) -> bool) -> Option<Unit> {
        if self.count == 0 || !before(self.first) {
            return None;
        }
        let mark = self.marks[..self.marks.partition_point(|mark| before(mark.text))].last();
        let (at, end) = mark.map_or((0, End::default()), |mark| (mark.at, mark.before));
        Walk { packed: &self.packed[at..], end }.take_while(|unit| before(unit.text.start)).last()
    }

    /// Returns all units in order.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin::map::{Unit, Units};
    /// let unit = Unit { text: Span::new(1, 2), source: Span::new(11, 16) };
    /// let mut units = Units::default();
    /// units.push(unit);
    /// assert!(units.iter().eq([unit]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Unit> {
        Walk { packed: &self.packed, end: End::default() }
    }
}

/// Reads packed units one by one.
struct Walk<'u> {
    packed: &'u [u8],
    end: End,
}

impl Iterator for Walk<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        if self.packed.is_empty() {
            return None;
        }
        let [gap, signed, text, source] = core::array::from_fn(|_| pop(&mut self.packed) as usize);
        let farther = (signed >> 1).cast_signed() ^ -(signed & 1).cast_signed();
        let text_start = self.end.text + gap;
        let source_start = (self.end.source + gap).wrapping_add_signed(farther);
        self.end = End { text: text_start + text, source: source_start + source };
        Some(Unit { text: Span::new(text_start, self.end.text), source: Span::new(source_start, self.end.source) })
    }
}

/// Appends a number, seven bits a byte, the lowest first; the last byte has no high bit.
fn push(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn pop(packed: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let Some((&byte, rest)) = packed.split_first() else { break };
        *packed = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of numbers that repeats itself in every run.
    fn numbers() -> impl FnMut(usize) -> usize {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        move |below| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        }
    }

    /// A far offset: beyond 32 bits where offsets have 64.
    const FAR: usize = 1 << (usize::BITS / 8 * 5);

    /// The list is the same as a plain one, also where the source runs backwards or far ahead.
    #[test]
    fn units_are_found_as_in_a_plain_list() {
        let mut number = numbers();
        for count in [0, 1, 2, STEP - 1, STEP, STEP + 1, 2 * STEP, 1000] {
            let (mut units, mut plain) = (Units::default(), Vec::new());
            let mut text = number(3);
            for _ in 0..count {
                let source = if number(9) == 0 { number(FAR) } else { number(1000) };
                let [length, replaced, gap] = [number(4), number(300), number(3) * number(200)];
                let unit = Unit { text: Span::new(text, text + length), source: Span::new(source, source + replaced) };
                text = unit.text.end + gap;
                units.push(unit);
                plain.push(unit);
            }
            assert_eq!(units.iter().collect::<Vec<_>>(), plain);
            for at in (0..text + 3).step_by(1 + text / 500) {
                assert_eq!(units.last(|start| start <= at), plain.iter().rfind(|unit| unit.text.start <= at).copied());
                assert_eq!(units.last(|start| start < at), plain.iter().rfind(|unit| unit.text.start < at).copied());
            }
        }
    }

    #[test]
    fn units_of_a_character_each_take_few_bytes() {
        let mut units = Units::default();
        let count = 10_000;
        for at in 0..count {
            units.push(Unit { text: Span::new(4 * at, 4 * at + 3), source: Span::new(2 * at, 2 * at + 1) });
        }
        let bytes = units.packed.capacity() + units.marks.capacity() * size_of::<Mark>();
        assert!(bytes < 12 * count, "{bytes}");
    }
}
