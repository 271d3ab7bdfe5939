//! Matches patterns in which each group has only one possible place, without a search. Start at `is_straight`.
//!
//! `/users/:id`, `*.pub.example` and `/files/*` are of this kind, and so are most patterns in use.

use super::part::{Modifier, Part, PartKind};
use super::program::Places;
use crate::Span;
use crate::bytes::find_any;

/// Returns whether [`run`] matches the parts: each segment ends at a delimiter or at the end of the text, and each other group
/// is followed by texts alone, so that its end is known from the end of the text.
pub(super) fn is_straight(parts: &[Part], delimiter: Option<u8>) -> bool {
    let is_plain = |part: &Part| part.modifier == Modifier::None && part.kind != PartKind::Regexp;
    let last_group = parts.iter().rposition(Part::is_group);
    let is_known = |(at, part): (usize, &Part)| {
        Some(at) == last_group
            || !part.is_group()
            || (part.kind == PartKind::Segment && delimiter.is_some() && next_byte(part, &parts[at + 1..]) == delimiter)
    };
    parts.iter().all(is_plain) && parts.iter().enumerate().all(is_known)
}

/// Returns the first byte of the text that follows a group.
fn next_byte(part: &Part, after: &[Part]) -> Option<u8> {
    let texts = [&part.suffix]
        .into_iter()
        .chain(after.first().map(|part| if part.is_group() { &part.prefix } else { &part.value }));
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

/// Matches the whole text against straight parts.
pub(super) fn run(
    parts: &[Part],
    delimiter: Option<u8>,
    ignore_case: bool,
    text: &str,
    mut places: Places<'_>,
) -> bool {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0, ignore_case };
    let mut group = 0;
    for (at, part) in parts.iter().enumerate() {
        if !part.is_group() {
            if !cursor.literal(&part.value) {
                return false;
            }
            continue;
        }
        if !cursor.literal(&part.prefix) {
            return false;
        }
        let Some(end) = end_of(&cursor, part, &parts[at + 1..], delimiter) else { return false };
        if let Some(places) = &mut places {
            places[group] = Some(Span::new(cursor.at, end));
        }
        group += 1;
        cursor.at = end;
        if !cursor.literal(&part.suffix) {
            return false;
        }
    }
    cursor.at == cursor.text.len()
}

/// Returns the end of a group that begins at the cursor.
fn end_of(cursor: &Cursor<'_>, part: &Part, after: &[Part], delimiter: Option<u8>) -> Option<usize> {
    let rest = &cursor.text[cursor.at..];
    if part.kind == PartKind::Segment && next_byte(part, after) == delimiter {
        let length = delimiter.and_then(|delimiter| find_any(rest, [delimiter])).unwrap_or(rest.len());
        return (length > 0).then_some(cursor.at + length);
    }
    if after.iter().any(Part::is_group) {
        return None;
    }
    let texts: usize = part.suffix.len() + after.iter().map(|part| part.value.len()).sum::<usize>();
    let end = cursor.text.len().checked_sub(texts).filter(|&end| end >= cursor.at)?;
    let found = &cursor.text[cursor.at..end];
    let is_segment = |delimiter: u8| !found.contains(&delimiter);
    let fits = part.kind == PartKind::Full || (!found.is_empty() && delimiter.is_none_or(is_segment));
    fits.then_some(end)
}
