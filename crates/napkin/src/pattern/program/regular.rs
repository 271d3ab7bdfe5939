//! Compiles regular expressions that need no engine: characters, classes, groups, alternatives and repetitions, in at most 64 steps.
//!
//! They match as those of ECMAScript do, in linear time. Start at `Program::of_regexp`.

use alloc::vec::Vec;

use super::{Op, Program};
use crate::Span;
use crate::pattern::engine::Regexp;
use crate::pattern::syntax::{Class, Item, Node, Operation};

/// The maximum number of steps. So the states fit into a register.
const MAX_STEPS: usize = 64;

impl Program {
    /// Compiles a regular expression which begins with `^` and ends with `$`. Returns `None` if it needs an engine.
    pub(in crate::pattern) fn of_regexp(node: &Node, text: &str, ignore_case: bool) -> Option<Self> {
        let Node::Sequence(nodes) = node else { return None };
        let [Node::Assertion(start), nodes @ .., Node::Assertion(end)] = &nodes[..] else { return None };
        if ignore_case || (start.of(text), end.of(text)) != ("^", "$") {
            return None;
        }
        let mut compiler = Compiler { text, ops: Vec::new(), groups: 0, is_in_group: false };
        nodes.iter().try_for_each(|node| compiler.node(node))?;
        compiler.push(Op::Match)?;
        Some(Self::of(compiler.ops, false))
    }
}

impl Regexp for Program {
    fn captures(&self, text: &str, groups: &mut [Option<Span>]) -> bool {
        groups.fill(None);
        self.run(text, if groups.is_empty() { None } else { Some(groups) })
    }
}

struct Compiler<'t> {
    text: &'t str,
    ops: Vec<Op>,
    groups: usize,
    is_in_group: bool,
}

impl Compiler<'_> {
    fn push(&mut self, op: Op) -> Option<()> {
        self.ops.push(op);
        (self.ops.len() <= MAX_STEPS).then_some(())
    }

    fn node(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::Empty => Some(()),
            Node::Any => self.push(Op::Except(None)),
            Node::Char(c) if c.is_ascii() => self.push(Op::Byte(*c as u8)),
            Node::Class(class) => self.push(Op::Set(self.set(class)?)),
            Node::Group { captures, flags, content } => self.group(*captures, *flags, content),
            Node::Repeat { content, least, most, is_greedy, .. } => self.repeat(content, (*least, *most), *is_greedy),
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node)),
            Node::Either(nodes) => self.either(nodes),
            Node::Char(_) | Node::Assertion(_) | Node::Unlimited(_) => None,
        }
    }

    fn group(&mut self, captures: bool, flags: Span, content: &Node) -> Option<()> {
        if !flags.is_empty() || (captures && self.is_in_group) {
            return None;
        }
        if !captures {
            return self.node(content);
        }
        let group = self.groups;
        self.groups += 1;
        self.is_in_group = true;
        self.push(Op::Open(group))?;
        self.node(content)?;
        self.push(Op::Close(group))?;
        self.is_in_group = false;
        Some(())
    }

    fn either(&mut self, nodes: &[Node]) -> Option<()> {
        let (last, others) = nodes.split_last()?;
        let mut ends = Vec::new();
        for node in others {
            let split = self.split()?;
            self.node(node)?;
            ends.push(self.split()?);
            self.set_targets(split, [split + 1, self.ops.len()]);
        }
        self.node(last)?;
        for end in ends {
            self.set_targets(end, [self.ops.len(); 2]);
        }
        Some(())
    }

    fn repeat(&mut self, content: &Node, (least, most): (u32, Option<u32>), is_greedy: bool) -> Option<()> {
        // ECMAScript rejects empty repetitions, and forgets the groups of earlier ones.
        if content.may_be_empty() || (content.captures() && (least, most) != (0, Some(1))) {
            return None;
        }
        let order = |more: usize, end: usize| if is_greedy { [more, end] } else { [end, more] };
        let copies = most.unwrap_or(least.max(1));
        let mut absent = Vec::new();
        let mut start = self.ops.len();
        for copy in 0..copies {
            if copy >= least {
                absent.push(self.split()?);
            }
            start = self.ops.len();
            self.node(content)?;
        }
        if most.is_none() {
            let again = self.split()?;
            self.set_targets(again, order(start, again + 1));
        }
        for split in absent {
            self.set_targets(split, order(split + 1, self.ops.len()));
        }
        Some(())
    }

    /// Adds a split whose targets are not known yet.
    fn split(&mut self) -> Option<usize> {
        self.push(Op::Split(0, 0))?;
        Some(self.ops.len() - 1)
    }

    fn set_targets(&mut self, split: usize, [first, second]: [usize; 2]) {
        self.ops[split] = Op::Split(first, second);
    }

    /// Returns the ASCII characters of a class. Canonical components have no others.
    fn set(&self, class: &Class) -> Option<u128> {
        let mut sets = class.items.iter().map(|item| match item {
            Item::Range(first, last) if last.is_ascii() => Some(range(*first as u8, *last as u8)),
            Item::Escape(span) => escape(span.of(self.text)),
            Item::Class(class) => self.set(class),
            Item::Range(..) | Item::Texts(..) => None,
        });
        let first = sets.next().unwrap_or(Some(0))?;
        let all = sets.try_fold(first, |all, set| {
            Some(match class.operation {
                Operation::Union => all | set?,
                Operation::Intersection => all & set?,
                Operation::Difference => all & !set?,
            })
        })?;
        Some(if class.is_negated { !all } else { all })
    }
}

fn range(first: u8, last: u8) -> u128 {
    u128::MAX >> (127 - (last - first)) << first
}

/// Returns the characters of `\d` and the like.
fn escape(escape: &str) -> Option<u128> {
    let digits = range(b'0', b'9');
    let words = digits | range(b'a', b'z') | range(b'A', b'Z') | range(b'_', b'_');
    let spaces = range(b'\t', b'\r') | range(b' ', b' ');
    Some(match escape {
        r"\d" => digits,
        r"\D" => !digits,
        r"\w" => words,
        r"\W" => !words,
        r"\s" => spaces,
        r"\S" => !spaces,
        _ => return None,
    })
}
