//! Decides whether a pattern is straight, and in which order its pieces are matched.

use alloc::string::String;
use alloc::vec::Vec;

use super::steps::Steps;
use super::{Kind, Step, Straight};
use crate::pattern::part::{Modifier, Part, PartKind};

/// The maximum number of optional parts. Each doubles the number of variants.
const MAX_OPTIONAL: usize = 3;

/// A piece of a variant.
#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Segment(u32),
    Any(u32),
}

impl Straight {
    /// Returns the plan of parts, if each group has one possible place.
    pub(in crate::pattern) fn new(parts: &[Part], delimiter: Option<u8>, ignore_case: bool) -> Option<Self> {
        let planner = Planner { delimiter, ignore_case };
        let variants = variants(parts, delimiter)?;
        let mut steps = variants.iter().map(|variant| planner.steps(variant));
        let (first, others) = (steps.next()??, steps.collect::<Option<Vec<_>>>()?);
        Some(Self { first, others: others.into(), delimiter, ignore_case })
    }
}

/// Returns the variants that optional parts make, the preferred first. At most one of them matches a text: each has another number of
/// delimiters, and no group has one. Without groups, it does not matter which one matches.
fn variants(parts: &[Part], delimiter: Option<u8>) -> Option<Vec<Vec<Piece>>> {
    let is_optional = |part: &Part| part.modifier == Modifier::Optional;
    let optional = parts.iter().filter(|part| is_optional(part)).count();
    let is_searched = |part: &Part| {
        part.modifier.repeats() || part.kind == PartKind::Regexp || (is_optional(part) && part.kind == PartKind::Full)
    };
    if optional > MAX_OPTIONAL || parts.iter().any(is_searched) {
        return None;
    }
    let variants: Vec<_> = (0..1 << optional).map(|absent| variant(parts, absent)).collect();
    if optional > 0 && parts.iter().any(Part::is_group) {
        let delimiter = delimiter.filter(|_| parts.iter().all(|part| part.kind != PartKind::Full))?;
        let mut counts: Vec<_> = variants.iter().map(|variant| delimiters(variant, delimiter)).collect();
        counts.sort_unstable();
        counts.dedup();
        if counts.len() < variants.len() {
            return None;
        }
    }
    Some(variants)
}

/// Returns the pieces without some of the optional parts: those whose bits are set, the last one's lowest.
fn variant(parts: &[Part], absent: u32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut group, mut left) = (0, parts.iter().filter(|part| part.modifier == Modifier::Optional).count());
    for part in parts {
        let number = group;
        group += u32::from(part.is_group());
        if part.modifier == Modifier::Optional {
            left -= 1;
            if absent >> left & 1 == 1 {
                continue;
            }
        }
        match part.kind {
            PartKind::Fixed | PartKind::Regexp => push(&mut pieces, part.value()),
            PartKind::Full | PartKind::Segment => {
                push(&mut pieces, part.prefix());
                let is_any = part.kind == PartKind::Full;
                pieces.push(if is_any { Piece::Any(number) } else { Piece::Segment(number) });
                push(&mut pieces, part.suffix());
            }
        }
    }
    pieces
}

fn push(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.into())),
    }
}

fn delimiters(pieces: &[Piece], delimiter: u8) -> usize {
    let of = |piece: &Piece| match piece {
        Piece::Text(text) => text.bytes().filter(|&byte| byte == delimiter).count(),
        _ => 0,
    };
    pieces.iter().map(of).sum()
}

struct Planner {
    delimiter: Option<u8>,
    ignore_case: bool,
}

impl Planner {
    /// Returns the steps of a variant: first the pieces whose places are known from the start, then those from the end, then the rest.
    fn steps(&self, mut pieces: &[Piece]) -> Option<Steps> {
        let of_text = |kind, text| Step { kind, group: 0, text };
        let of_group = |kind, &group: &u32| Step { kind, group, text: &[] };
        let mut steps = Vec::with_capacity(pieces.len());
        loop {
            match pieces {
                [Piece::Text(text), ..] => steps.push(of_text(Kind::Start, text.as_bytes())),
                [Piece::Segment(group), Piece::Text(text), ..] if self.delimits(text.bytes().next()) => {
                    steps.push(of_group(Kind::FirstSegment, group));
                }
                _ => break,
            }
            pieces = &pieces[1..];
        }
        loop {
            match pieces {
                [.., Piece::Text(text)] => steps.push(of_text(Kind::End, text.as_bytes())),
                [.., Piece::Text(text), Piece::Segment(group)] if self.delimits(text.bytes().last()) => {
                    steps.push(of_group(Kind::LastSegment, group));
                }
                _ => break,
            }
            pieces = &pieces[..pieces.len() - 1];
        }
        // Of several groups of any text the first is as long as possible: the texts between them are the last ones.
        while let [rest @ .., Piece::Any(_), Piece::Text(text), Piece::Any(group)] = pieces
            && !self.ignore_case
        {
            steps.push(Step { kind: Kind::After, group: *group, text: text.as_bytes() });
            pieces = &pieces[..rest.len() + 1];
        }
        match pieces {
            [] => {}
            [Piece::Segment(group)] => steps.push(of_group(Kind::Segment, group)),
            [Piece::Any(group)] => steps.push(of_group(Kind::Any, group)),
            _ => return None,
        }
        Some(Steps::new(&steps))
    }

    fn delimits(&self, byte: Option<u8>) -> bool {
        self.delimiter.is_some() && self.delimiter == byte
    }
}
