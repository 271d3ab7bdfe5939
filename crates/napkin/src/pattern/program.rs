//! Matches patterns in which the place of a group depends on the rest of the text. Start at `Program::run`.
//!
//! The standard describes matching by a backtracking regular expression, whose time can grow with a power of the length. Here,
//! a first pass from the end of the text to its start finds, for each place, the states from which the rest of the text
//! matches. A second pass from the start takes the preferred branch wherever it leads to a match. So it finds the groups that
//! backtracking would find, and never goes back. The time is proportional to the length of the pattern times the length of the
//! text. The memory is small, because the first pass keeps the states of one place in [`BLOCK`] places; the second pass computes
//! those in between again.

mod compile;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::part::Part;
use crate::Span;

/// The distance between the places whose states are kept.
const BLOCK: usize = 4096;

/// The places of the groups, if they are wanted.
pub(super) type Places<'g> = Option<&'g mut [Option<Span>]>;

/// A step of a program. All but `Split` continue with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Byte(u8),
    /// Any byte but the delimiter.
    Except(Option<u8>),
    /// Continues at the first target, or else at the second.
    Split(usize, usize),
    Open(usize),
    Close(usize),
    Match,
}

/// A set of states in the middle of a step: bit `s` is set if the rest of the text matches from state `s`.
type Column<'c> = &'c mut [u64];

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Program {
    ops: Box<[Op]>,
    /// The state of each step: `Open` and `Close` have that of the next step.
    states: Box<[u32]>,
    /// The states of splits and of their targets, from the end of the program. So each comes after its targets, except for
    /// loops, whose target consumes a byte.
    splits: Box<[[u32; 3]]>,
    /// For each byte, the index of its mask.
    classes: Box<[u8; 256]>,
    /// The states that consume the bytes of a class.
    masks: Box<[u64]>,
    words: usize,
}

impl Program {
    /// Compiles parts without regular expressions.
    pub(super) fn new(parts: &[Part], delimiter: Option<u8>, ignore_case: bool) -> Self {
        Self::of(compile::ops(parts, delimiter), ignore_case)
    }

    fn of(ops: Vec<Op>, ignore_case: bool) -> Self {
        let mut states = Vec::with_capacity(ops.len());
        let mut count = 0;
        for op in &ops {
            states.push(count);
            count += u32::from(!matches!(op, Op::Open(_) | Op::Close(_)));
        }
        let split = |(at, op): (usize, &Op)| match *op {
            Op::Split(first, second) => Some([states[at], states[first], states[second]]),
            _ => None,
        };
        let splits = ops.iter().enumerate().rev().filter_map(split).collect();
        let words = count.div_ceil(64) as usize;
        let (classes, masks) = masks(&ops, &states, words, ignore_case);
        Self { splits, classes, masks, words, ops: ops.into(), states: states.into() }
    }

    /// Matches the whole text, and sets the places of the groups that take part.
    pub(super) fn run(&self, text: &str, places: Places<'_>) -> bool {
        let text = text.as_bytes();
        match places {
            None if self.words == 1 => self.accepts(text),
            None => self.accepts_long(text, |_, _| ()),
            Some(places) => self.find(text, places),
        }
    }

    fn find(&self, text: &[u8], places: &mut [Option<Span>]) -> bool {
        let is_short = text.len() <= BLOCK;
        let kept = if is_short { text.len() + 1 } else { text.len() / BLOCK + 1 };
        let mut columns = vec![0; self.words * kept];
        let keep = |at: usize, column: &[u64]| {
            if is_short || at.is_multiple_of(BLOCK) {
                let index = self.words * if is_short { at } else { at / BLOCK };
                columns[index..index + self.words].copy_from_slice(column);
            }
        };
        let is_match = self.accepts_long(text, keep);
        if is_match {
            Walk { program: self, text, columns: &columns, is_short, block: Vec::new(), first: usize::MAX }.run(places);
        }
        is_match
    }

    /// Matches with any number of states, and passes on the states of each place.
    fn accepts_long(&self, text: &[u8], mut keep: impl FnMut(usize, &[u64])) -> bool {
        let mut column = vec![0; self.words];
        self.last(&mut column);
        keep(text.len(), &column);
        for (at, &byte) in text.iter().enumerate().rev() {
            if !self.step(byte, &mut column) {
                return false;
            }
            keep(at, &column);
        }
        has(&column, self.states[0])
    }

    /// Matches with the states in a register.
    fn accepts(&self, text: &[u8]) -> bool {
        let mut states = [0];
        self.last(&mut states);
        let [mut states] = states;
        for &byte in text.iter().rev() {
            states = (states >> 1) & self.masks[self.classes[byte as usize] as usize];
            if states == 0 {
                return false;
            }
            for &[split, first, second] in &self.splits {
                states |= ((states >> first | states >> second) & 1) << split;
            }
        }
        states >> self.states[0] & 1 == 1
    }

    /// Sets the states that match the empty text.
    fn last(&self, column: Column<'_>) {
        column.fill(0);
        set(column, self.states[self.ops.len() - 1]);
        self.follow_splits(column);
    }

    /// Goes one byte to the left. Returns `false` if no state is left.
    fn step(&self, byte: u8, column: Column<'_>) -> bool {
        let mask = &self.masks[self.classes[byte as usize] as usize * self.words..][..self.words];
        let mut any = 0;
        for (at, mask) in mask.iter().enumerate() {
            let carry = column.get(at + 1).map_or(0, |word| word << 63);
            column[at] = (column[at] >> 1 | carry) & mask;
            any |= column[at];
        }
        if any != 0 {
            self.follow_splits(column);
        }
        any != 0
    }

    fn follow_splits(&self, column: Column<'_>) {
        for &[split, first, second] in &self.splits {
            if has(column, first) || has(column, second) {
                set(column, split);
            }
        }
    }
}

fn has(column: &[u64], state: u32) -> bool {
    column[(state / 64) as usize] >> (state % 64) & 1 == 1
}

fn set(column: Column<'_>, state: u32) {
    column[(state / 64) as usize] |= 1 << (state % 64);
}

/// Returns the index of the mask of each byte, and the masks.
fn masks(ops: &[Op], states: &[u32], words: usize, ignore_case: bool) -> (Box<[u8; 256]>, Box<[u64]>) {
    let mut classes = Box::new([0_u8; 256]);
    let mut bytes = vec![0_u8];
    for op in ops {
        let (Op::Byte(byte) | Op::Except(Some(byte))) = *op else { continue };
        for byte in [byte, other_case(byte, ignore_case)] {
            if classes[byte as usize] == 0 {
                // Parts are ASCII, so there are at most 129 classes.
                classes[byte as usize] = bytes.len() as u8;
                bytes.push(byte);
            }
        }
    }
    let mut masks = vec![0; bytes.len() * words];
    for (class, &byte) in bytes.iter().enumerate() {
        let column = &mut masks[class * words..][..words];
        for (op, &state) in ops.iter().zip(states) {
            let is_consumed = match *op {
                Op::Byte(of) => class > 0 && (of == byte || other_case(of, ignore_case) == byte),
                Op::Except(delimiter) => class == 0 || delimiter != Some(byte),
                _ => false,
            };
            if is_consumed {
                set(column, state);
            }
        }
    }
    (classes, masks.into())
}

fn other_case(byte: u8, ignore_case: bool) -> u8 {
    if ignore_case && byte.is_ascii_alphabetic() { byte ^ 0x20 } else { byte }
}

/// The second pass.
struct Walk<'w> {
    program: &'w Program,
    text: &'w [u8],
    columns: &'w [u64],
    is_short: bool,
    /// The columns of the block at `first`.
    block: Vec<u64>,
    first: usize,
}

impl Walk<'_> {
    fn run(&mut self, places: &mut [Option<Span>]) {
        let (mut op, mut at, mut start) = (0, 0, 0);
        loop {
            match self.program.ops[op] {
                Op::Match => return,
                Op::Byte(_) | Op::Except(_) => at += 1,
                Op::Split(first, second) => {
                    let state = self.program.states[first];
                    op = if has(self.column(at), state) { first } else { second };
                    continue;
                }
                Op::Open(_) => start = at,
                Op::Close(group) => places[group] = Some(Span::new(start, at)),
            }
            op += 1;
        }
    }

    /// Returns the states at a place.
    fn column(&mut self, at: usize) -> &[u64] {
        let words = self.program.words;
        if self.is_short {
            return &self.columns[at * words..][..words];
        }
        let first = at / BLOCK;
        if self.first != first {
            self.first = first;
            self.fill(first);
        }
        &self.block[at % BLOCK * words..][..words]
    }

    /// Computes the states of the block's places from those of the next block's first place, or from the end.
    fn fill(&mut self, first: usize) {
        let words = self.program.words;
        let end = self.text.len().min((first + 1) * BLOCK);
        let mut column = vec![0; words];
        match self.columns.get((first + 1) * words..(first + 2) * words) {
            Some(next) => column.copy_from_slice(next),
            None => self.program.last(&mut column),
        }
        self.block.resize((BLOCK + 1) * words, 0);
        for at in (first * BLOCK..=end).rev() {
            if at < end {
                self.program.step(self.text[at], &mut column);
            }
            let index = (at - first * BLOCK) * words;
            self.block[index..index + words].copy_from_slice(&column);
        }
    }
}
