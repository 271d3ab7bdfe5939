//! Matches patterns in which each group has only one possible place, without a search. Start at `Straight`.
//!
//! `/users/:id`, `*.pub.example`, `/files/*/raw/*` and `/menu/:drink{/:size}?` are of this kind, and so are most patterns in use.

mod plan;
mod steps;

use alloc::boxed::Box;

use self::steps::Steps;
use super::program::Places;
use crate::Span;
use crate::bytes::{find_any, is_same, rfind};

/// What a step matches, and removes, of the text that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A text at the start.
    Start,
    /// A text at the end.
    End,
    /// The segment at the start, up to a delimiter.
    FirstSegment,
    /// The segment at the end, down to a delimiter.
    LastSegment,
    /// What follows the last occurrence of a text, and the text.
    After,
    /// All that is left, if it is a segment.
    Segment,
    /// All that is left.
    Any,
}

/// A step, with a text, the number of a group, or both.
#[derive(Clone, Copy, Debug)]
struct Step<'s> {
    kind: Kind,
    group: u32,
    text: &'s [u8],
}

/// A pattern whose groups have one possible place each. Optional parts make several variants, of which at most one matches a text, unless
/// none has a group.
#[derive(Debug)]
pub(super) struct Straight {
    first: Steps,
    others: Box<[Steps]>,
    delimiter: Option<u8>,
    ignore_case: bool,
}

impl Straight {
    /// Matches the whole text, and sets the places of the groups that take part.
    pub(super) fn run(&self, text: &str, mut places: Places<'_>) -> bool {
        self.run_steps(&self.first, text, places.as_deref_mut())
            || self.others.iter().any(|steps| {
                if let Some(places) = &mut places {
                    places.fill(None);
                }
                self.run_steps(steps, text, places.as_deref_mut())
            })
    }

    fn run_steps(&self, steps: &Steps, text: &str, mut places: Places<'_>) -> bool {
        let (mut left, bytes) = (Span::new(0, text.len()), text.as_bytes());
        for Step { kind, group, text: literal } in steps.iter() {
            let rest = &bytes[left.start..left.end];
            let place = match kind {
                Kind::Start => {
                    if rest.len() < literal.len() || !self.is_same(&rest[..literal.len()], literal) {
                        return false;
                    }
                    left.start += literal.len();
                    continue;
                }
                Kind::End => {
                    let start = rest.len().wrapping_sub(literal.len());
                    if start > rest.len() || !self.is_same(&rest[start..], literal) {
                        return false;
                    }
                    left.end -= literal.len();
                    continue;
                }
                Kind::FirstSegment => {
                    let length = self.delimiter.and_then(|delimiter| find_any(rest, [delimiter])).unwrap_or(0);
                    Span::new(left.start, left.start + length)
                }
                Kind::LastSegment => {
                    let before = self.delimiter.and_then(|delimiter| rfind(rest, delimiter));
                    let start = before.map_or(rest.len(), |at| at + 1);
                    Span::new(left.start + start, left.end)
                }
                Kind::Segment if self.delimiter.is_some_and(|delimiter| find_any(rest, [delimiter]).is_some()) => {
                    return false;
                }
                Kind::Segment => left,
                Kind::After => {
                    let Some(at) = last_place(rest, literal) else { return false };
                    set(&mut places, group, Span::new(left.start + at + literal.len(), left.end));
                    left.end = left.start + at;
                    continue;
                }
                Kind::Any => {
                    set(&mut places, group, left);
                    return true;
                }
            };
            if place.is_empty() {
                return false;
            }
            set(&mut places, group, place);
            if place.start == left.start {
                left.start = place.end;
            } else {
                left.end = place.start;
            }
        }
        left.is_empty()
    }

    fn is_same(&self, text: &[u8], literal: &[u8]) -> bool {
        if self.ignore_case { text.eq_ignore_ascii_case(literal) } else { is_same(text, literal) }
    }
}

fn set(places: &mut Places<'_>, group: u32, place: Span) {
    if let Some(places) = places {
        places[group as usize] = Some(place);
    }
}

/// Returns the last place of a text that is not empty, in linear time.
fn last_place(text: &[u8], literal: &[u8]) -> Option<usize> {
    // For short texts, preparing a search takes longer than the search.
    const SHORT: usize = 8;
    if literal.len() > SHORT {
        return str::from_utf8(text).ok()?.rfind(str::from_utf8(literal).ok()?);
    }
    let mut end = (text.len() + 1).checked_sub(literal.len())?;
    loop {
        end = rfind(&text[..end], literal[0])?;
        if text[end..].starts_with(literal) {
            return Some(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::versions::Random;

    #[test]
    fn last_places_are_those_of_the_standard_library() {
        let mut random = Random(7);
        for _ in 0..20_000 {
            let lengths = [random.below(60), 1 + random.below(11)];
            let [text, literal] = lengths.map(|length| random.text(&[b"a", b"a", b"b"], length));
            let expected = str::from_utf8(&text).unwrap().rfind(str::from_utf8(&literal).unwrap());
            assert_eq!(last_place(&text, &literal), expected, "{text:?} {literal:?}");
        }
    }
}
