//! Matches patterns in which the place of a group depends on the rest of the text. Start at `Program::run`.
//!
//! The standard describes matching by a backtracking regular expression, whose time can grow with a power of the length. Here,
//! a first pass from the end of the text to its start finds, for each place, the states from which the rest of the text
//! matches. A second pass from the start takes the preferred branch wherever it leads to a match. So it finds the groups that
//! backtracking would find, and never goes back. The time is proportional to the length of the pattern times the length of the
//! text. The memory is small, because the first pass keeps the states of one place in [`BLOCK`] places; the second pass computes
//! those in between again.

mod compile;
#[cfg(any(feature = "regress", feature = "regex"))]
mod regular;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::part::Part;
use crate::Span;

/// The distance between the places whose states are kept.
const BLOCK: usize = 4096;

/// Below these lengths, the states of all places of a text are kept without allocation, if there are at most 64.
const SHORT: usize = 32;
const LESS_SHORT: usize = 128;

/// The places of the groups, if they are wanted.
pub(super) type Places<'g> = Option<&'g mut [Option<Span>]>;

/// A step of a program. All but `Split` continue with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Byte(u8),
    /// Any byte but the delimiter.
    Except(Option<u8>),
    /// An ASCII byte whose bit is set, for regular expressions.
    #[cfg_attr(not(any(feature = "regress", feature = "regex")), expect(dead_code, reason = "no regular expressions"))]
    Set(u128),
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
    /// The states of splits and of their targets, from the end of the program. If there are more than 64 states, each comes after its
    /// targets, except for loops, whose target consumes a byte.
    splits: Box<[[u32; 3]]>,
    /// If there are at most 64 states: the bit of each split, and those of the states to which it leads without another byte.
    closures: Box<[[u64; 2]]>,
    /// How many bytes a match begins with: as many first steps are not repeated.
    head: usize,
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

    /// Creates a program of steps. From steps that are not compiled parts there may be at most 64 states.
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
        let splits: Box<[_]> = ops.iter().enumerate().rev().filter_map(split).collect();
        let words = count.div_ceil(64) as usize;
        let (classes, masks) = masks(&ops, &states, words, ignore_case);
        let closures = if words == 1 { closures(&splits) } else { Box::default() };
        let head = if ignore_case { 0 } else { head(&ops) };
        Self { splits, closures, head, classes, masks, words, ops: ops.into(), states: states.into() }
    }

    /// Matches the whole text, and sets the places of the groups that take part.
    pub(super) fn run(&self, text: &str, places: Places<'_>) -> bool {
        let text = text.as_bytes();
        let begins = |(op, &byte): (&Op, &u8)| *op == Op::Byte(byte);
        if text.len() < self.head || !self.ops[..self.head].iter().zip(text).all(begins) {
            return false;
        }
        match places {
            None if self.words == 1 => self.accepts(text, |_, _| ()),
            None => self.accepts_long(text, |_, _| ()),
            Some(places) if self.words == 1 && text.len() < SHORT => self.find_short::<SHORT>(text, places),
            Some(places) if self.words == 1 && text.len() < LESS_SHORT => self.find_short::<LESS_SHORT>(text, places),
            Some(places) => self.find(text, places),
        }
    }

    fn find_short<const N: usize>(&self, text: &[u8], places: &mut [Option<Span>]) -> bool {
        let mut columns = [0; N];
        let is_match = self.accepts(text, |at, states| columns[at] = states);
        if is_match {
            self.walk(places, |at, state| columns[at] >> state & 1 == 1);
        }
        is_match
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
            let (block, first) = (Vec::new(), usize::MAX);
            let mut columns = Columns { program: self, text, columns: &columns, is_short, block, first };
            self.walk(places, |at, state| has(columns.at(at), state));
        }
        is_match
    }

    /// The second pass: sets the places of the groups. Asks whether the rest of the text from a place matches from a state.
    fn walk(&self, places: &mut [Option<Span>], mut matches: impl FnMut(usize, u32) -> bool) {
        let (mut op, mut at, mut start) = (self.head, self.head, 0);
        loop {
            match self.ops[op] {
                Op::Match => return,
                Op::Byte(_) | Op::Except(_) | Op::Set(_) => at += 1,
                Op::Split(first, second) => {
                    op = if matches(at, self.states[first]) { first } else { second };
                    continue;
                }
                Op::Open(_) => start = at,
                Op::Close(group) => places[group] = Some(Span::new(start, at)),
            }
            op += 1;
        }
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

    /// Matches what follows the head, with the states in a register, and passes on the states of each place.
    fn accepts(&self, text: &[u8], mut keep: impl FnMut(usize, u64)) -> bool {
        let mut states = self.with_splits(1 << self.states[self.ops.len() - 1]);
        keep(text.len(), states);
        for (at, &byte) in text.iter().enumerate().skip(self.head).rev() {
            states = (states >> 1) & self.masks[self.classes[byte as usize] as usize];
            if states == 0 {
                return false;
            }
            states = self.with_splits(states);
            keep(at, states);
        }
        states >> self.states[self.head] & 1 == 1
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

    /// Adds the splits that lead to one of at most 64 states.
    #[inline]
    fn with_splits(&self, states: u64) -> u64 {
        let taken = self.closures.iter().filter(|[_, targets]| states & targets != 0);
        taken.fold(states, |with, [split, _]| with | split)
    }

    fn follow_splits(&self, column: Column<'_>) {
        if let [states] = column {
            *states = self.with_splits(*states);
            return;
        }
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

/// Returns the bit of each split, and those of the states to which it leads without another byte.
fn closures(splits: &[[u32; 3]]) -> Box<[[u64; 2]]> {
    let mut targets: Vec<_> = splits.iter().map(|&[split, a, b]| (1_u64 << split, 1_u64 << a | 1_u64 << b)).collect();
    // At most as many rounds as there are splits, and mostly two.
    while {
        let mut is_changed = false;
        for at in 0..targets.len() {
            let (_, mut reached) = targets[at];
            for &(split, further) in &targets {
                reached |= if reached & split != 0 { further } else { 0 };
            }
            is_changed |= reached != targets[at].1;
            targets[at].1 = reached;
        }
        is_changed
    } {}
    let splits = targets.iter().fold(0, |all, (split, _)| all | split);
    targets.into_iter().map(|(split, reached)| [split, reached & !splits]).collect()
}

/// Returns how many first steps match a byte each, once.
fn head(ops: &[Op]) -> usize {
    let bytes = ops.iter().take_while(|op| matches!(op, Op::Byte(_))).count();
    let targets = ops.iter().filter_map(|op| if let Op::Split(a, b) = *op { Some(a.min(b)) } else { None });
    bytes.min(targets.min().unwrap_or(bytes))
}

/// Returns the index of the mask of each byte, and the masks.
fn masks(ops: &[Op], states: &[u32], words: usize, ignore_case: bool) -> (Box<[u8; 256]>, Box<[u64]>) {
    let mut classes = Box::new([0_u8; 256]);
    let mut bytes = vec![0_u8];
    let mut distinguish = |byte: u8| {
        if classes[byte as usize] == 0 {
            // Only ASCII is distinguished, so there are at most 129 classes.
            classes[byte as usize] = bytes.len() as u8;
            bytes.push(byte);
        }
    };
    for op in ops {
        match *op {
            Op::Byte(byte) | Op::Except(Some(byte)) => {
                distinguish(byte);
                distinguish(other_case(byte, ignore_case));
            }
            Op::Set(_) => (0..128).for_each(&mut distinguish),
            _ => {}
        }
    }
    let mut masks = vec![0; bytes.len() * words];
    for (class, &byte) in bytes.iter().enumerate() {
        let column = &mut masks[class * words..][..words];
        for (op, &state) in ops.iter().zip(states) {
            let is_consumed = match *op {
                Op::Byte(of) => class > 0 && (of == byte || other_case(of, ignore_case) == byte),
                Op::Except(delimiter) => class == 0 || delimiter != Some(byte),
                Op::Set(set) => class > 0 && set >> byte & 1 == 1,
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

/// The states of all places.
struct Columns<'c> {
    program: &'c Program,
    text: &'c [u8],
    columns: &'c [u64],
    is_short: bool,
    /// The columns of the block at `first`.
    block: Vec<u64>,
    first: usize,
}

impl Columns<'_> {
    /// Returns the states at a place.
    fn at(&mut self, at: usize) -> &[u64] {
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
