//! Compiles parts to steps that match like the regular expression of the standard (URL Pattern Standard section 2.2).
//!
//! Repeated groups are simplified where the result is the same: `(?:.*)*`, and `.*` with texts between its repetitions, match
//! what `.*` matches, in the same order of preference.

use alloc::vec::Vec;

use super::Op;
use crate::pattern::part::{Modifier, Part, PartKind};

/// Returns the steps that match the parts.
pub(super) fn ops(parts: &[Part], delimiter: Option<u8>) -> Vec<Op> {
    let mut compiler = Compiler { ops: Vec::new(), delimiter, groups: 0 };
    for part in parts {
        compiler.part(part);
    }
    compiler.ops.push(Op::Match);
    compiler.ops
}

struct Compiler {
    ops: Vec<Op>,
    delimiter: Option<u8>,
    groups: usize,
}

/// The target of a split that is not known yet.
const UNKNOWN: usize = usize::MAX;

impl Compiler {
    fn part(&mut self, part: &Part) {
        if !part.is_group() {
            self.fixed(part.value(), part.modifier);
            return;
        }
        let group = self.groups;
        self.groups += 1;
        match part.is_bare() {
            true => self.bare_group(group, part),
            false => self.group(group, part),
        }
    }

    /// `text`, `(?:text)?`, `(?:text)*` or `(?:text)+`
    fn fixed(&mut self, text: &str, modifier: Modifier) {
        if text.is_empty() {
            return;
        }
        let absent = modifier.may_be_absent().then(|| self.split());
        let start = self.ops.len();
        self.bytes(text);
        if modifier.repeats() {
            self.again_from(start);
        }
        self.end_at_next(absent);
    }

    /// A group without texts around it.
    fn bare_group(&mut self, group: usize, part: &Part) {
        let absent = (part.modifier == Modifier::Optional).then(|| self.split());
        self.ops.push(Op::Open(group));
        match (part.kind, part.modifier) {
            // ECMAScript rejects an empty repetition, so the group is left out instead.
            (PartKind::Full, Modifier::Optional) => self.some(None),
            (PartKind::Full, _) => self.any(None),
            (_, Modifier::OneOrMore) => self.some(self.delimiter),
            (_, Modifier::ZeroOrMore) => self.any(self.delimiter),
            _ => self.lazy(),
        }
        self.ops.push(Op::Close(group));
        self.end_at_next(absent);
    }

    /// A group with texts around it, which stand between repetitions, too.
    fn group(&mut self, group: usize, part: &Part) {
        let absent = part.modifier.may_be_absent().then(|| self.split());
        self.bytes(part.prefix());
        self.ops.push(Op::Open(group));
        match part.kind {
            PartKind::Full => self.any(None),
            _ if part.modifier.repeats() => self.segments(part),
            _ => self.lazy(),
        }
        self.ops.push(Op::Close(group));
        self.bytes(part.suffix());
        self.end_at_next(absent);
    }

    /// `(?:[^/]+?)(?:suffix prefix(?:[^/]+?))*`
    fn segments(&mut self, part: &Part) {
        self.lazy();
        let absent = self.split();
        let start = self.ops.len();
        self.bytes(part.suffix());
        self.bytes(part.prefix());
        self.lazy();
        self.again_from(start);
        self.end_at_next(Some(absent));
    }

    fn bytes(&mut self, text: &str) {
        self.ops.extend(text.bytes().map(Op::Byte));
    }

    /// `[^/]+?`
    fn lazy(&mut self) {
        let start = self.ops.len();
        self.ops.extend([Op::Except(self.delimiter), Op::Split(start + 2, start)]);
    }

    /// `[^/]+`
    fn some(&mut self, delimiter: Option<u8>) {
        let start = self.ops.len();
        self.ops.push(Op::Except(delimiter));
        self.again_from(start);
    }

    /// `[^/]*`
    fn any(&mut self, delimiter: Option<u8>) {
        let absent = self.split();
        self.some(delimiter);
        self.end_at_next(Some(absent));
    }

    /// Repeats what begins at `start` as often as possible.
    fn again_from(&mut self, start: usize) {
        self.ops.push(Op::Split(start, self.ops.len() + 1));
    }

    /// Prefers the next step to one that [`end_at_next`](Self::end_at_next) sets.
    fn split(&mut self) -> usize {
        self.ops.push(Op::Split(self.ops.len() + 1, UNKNOWN));
        self.ops.len() - 1
    }

    fn end_at_next(&mut self, split: Option<usize>) {
        let next = self.ops.len();
        if let Some(Op::Split(_, second)) = split.map(|at| &mut self.ops[at]) {
            *second = next;
        }
    }
}
