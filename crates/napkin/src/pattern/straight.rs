//! Matches patterns in which each group has only one possible place, without a search. Start at `ends`.
//!
//! `/users/:id`, `*.pub.example` and `/files/*` are of this kind, and so are most patterns in use.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::part::{Modifier, Part, PartKind};
use super::program::Places;
use crate::Span;
use crate::bytes::find_any;

/// How a group of a straight pattern ends: at the delimiter, or before the last bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Delimiter,
    Before(u32),
}

/// Returns how each group ends, if [`run`] can match the parts: each segment ends at a delimiter or at the end of the text, and each other
/// group is followed by texts alone, so that its end is known from the end of the text.
pub(super) fn ends(parts: &[Part], delimiter: Option<u8>) -> Option<Box<[End]>> {
    let mut ends = Vec::new();
    // What the parts after this one are: the length of their texts, unless one of them is a group.
    let mut length = Some(0);
    for (at, part) in parts.iter().enumerate().rev() {
        if part.modifier != Modifier::None || part.kind == PartKind::Regexp {
            return None;
        }
        if !part.is_group() {
            length = length.map(|length| length + part.value().len());
            continue;
        }
        let is_delimited =
            part.kind == PartKind::Segment && delimiter.is_some() && next_byte(part, &parts[at + 1..]) == delimiter;
        ends.push(if is_delimited { End::Delimiter } else { End::Before((length? + part.suffix().len()) as u32) });
        length = None;
    }
    ends.reverse();
    Some(ends.into())
}

/// Returns the first byte of the text that follows a group.
fn next_byte(part: &Part, after: &[Part]) -> Option<u8> {
    let after = after.first().map(|part| if part.is_group() { part.prefix() } else { part.value() });
    let texts = [part.suffix()].into_iter().chain(after);
    texts.flat_map(|text| text.bytes()).next()
}

/// The text that is matched.
struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
    ignore_case: bool,
}

impl Cursor<'_> {
    fn literal(&mut self, literal: &str) -> bool {
        let literal = literal.as_bytes();
        let Some(found) = self.text.get(self.at..self.at + literal.len()) else { return false };
        self.at += literal.len();
        if self.ignore_case { found.eq_ignore_ascii_case(literal) } else { found == literal }
    }
}

/// Matches the whole text against straight parts with these ends.
pub(super) fn run(
    (parts, ends): (&[Part], &[End]),
    delimiter: Option<u8>,
    ignore_case: bool,
    text: &str,
    mut places: Places<'_>,
) -> bool {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0, ignore_case };
    let mut group = 0;
    for part in parts {
        if !part.is_group() {
            if !cursor.literal(part.value()) {
                return false;
            }
            continue;
        }
        if !cursor.literal(part.prefix()) {
            return false;
        }
        let Some(end) = end_of(&cursor, part.kind, ends[group], delimiter) else { return false };
        if let Some(places) = &mut places {
            places[group] = Some(Span::new(cursor.at, end));
        }
        group += 1;
        cursor.at = end;
        if !cursor.literal(part.suffix()) {
            return false;
        }
    }
    cursor.at == cursor.text.len()
}

/// Returns the end of a group that begins at the cursor.
fn end_of(cursor: &Cursor<'_>, kind: PartKind, end: End, delimiter: Option<u8>) -> Option<usize> {
    let length = match end {
        End::Delimiter => {
            let rest = &cursor.text[cursor.at..];
            let length = delimiter.and_then(|delimiter| find_any(rest, [delimiter])).unwrap_or(rest.len());
            return (length > 0).then_some(cursor.at + length);
        }
        End::Before(length) => length as usize,
    };
    let end = cursor.text.len().checked_sub(length).filter(|&end| end >= cursor.at)?;
    let found = &cursor.text[cursor.at..end];
    let is_segment = |delimiter: u8| !found.contains(&delimiter);
    let fits = kind == PartKind::Full || (!found.is_empty() && delimiter.is_none_or(is_segment));
    fits.then_some(end)
}
