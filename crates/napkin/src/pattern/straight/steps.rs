//! The steps of a variant, in one allocation: sets have a hundred thousand patterns, and each further one is a miss of the cache.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Kind, Step};

/// By their numbers.
const KINDS: [Kind; 7] =
    [Kind::Start, Kind::End, Kind::FirstSegment, Kind::LastSegment, Kind::After, Kind::Segment, Kind::Any];

/// For each step the number of its kind, that of its group, the length of its text, and the text.
#[derive(Debug)]
pub(super) struct Steps(Box<[u8]>);

impl Steps {
    pub(super) fn new(steps: &[Step<'_>]) -> Self {
        let mut bytes = Vec::with_capacity(steps.iter().map(|step| 9 + step.text.len()).sum());
        for Step { kind, group, text } in steps {
            bytes.push(*kind as u8);
            bytes.extend_from_slice(&group.to_le_bytes());
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text);
        }
        Self(bytes.into())
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Step<'_>> {
        let mut left = &*self.0;
        core::iter::from_fn(move || {
            let &[kind, a, b, c, d, e, f, g, h, ref rest @ ..] = left else { return None };
            let (group, length) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
            let (text, after) = rest.split_at(length as usize);
            left = after;
            Some(Step { kind: KINDS[kind as usize], group, text })
        })
    }
}
