//! The program by which URLs are matched: a template as states, between which bytes are read. Start at `Program::new`.
//!
//! The states are made from the end of the template to its start. So a state leads to earlier ones, or reads at least one byte
//! first, and all states can be judged for each place of a URL, from its end to its start, in one pass (`matching`).

use alloc::string::String;
use alloc::vec::Vec;
use core::iter;
use core::ops::Range;

use super::expand::literal;
use super::operator::Form;
use super::{MatchOptions, Modifier, Operator, Piece, Template};

/// A state, and the states that may follow.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// The URL ends.
    End,
    /// Reads the bytes of `Program::text` from `start` to `end`.
    Text { start: usize, end: usize, next: usize },
    /// Goes to the first state if the rest can be read from there, else to the second.
    Split(usize, usize),
    /// Reads one unit of a value: a character, or the escapes of one.
    Unit(Class, usize),
    /// Reads as many units of a value as the rest allows.
    Value { class: Class, limit: Option<u16>, next: usize },
    /// Reads a name of a pair that is one of these `Program::names`, or is not.
    Name { first: usize, last: usize, is_among: bool, next: usize },
    /// The value of an occurrence begins.
    Open(usize, usize),
    /// It ends.
    Close(usize),
}

/// The characters of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Class {
    /// Reserved characters, and escapes of any kind.
    pub(super) is_reserved: bool,
    /// Commas, between items of a list.
    pub(super) has_commas: bool,
    /// A separator that is no part of the value if the next variable can begin with it.
    pub(super) left: Option<u8>,
    /// `=`, between the name and the value of a pair.
    pub(super) has_equals: bool,
    /// Everything but the end of a pair: the value of a pair that belongs to no variable.
    pub(super) is_any: bool,
}

/// A place of the template that takes a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    /// The index of the variable; `None` for pairs that belong to no variable.
    pub(super) variable: Option<usize>,
    pub(super) operator: Operator,
}

pub(super) struct Program<'t, 'a> {
    pub(super) template: &'t Template<'a>,
    pub(super) options: MatchOptions,
    pub(super) states: Vec<State>,
    /// The state at the start of the template.
    pub(super) start: usize,
    pub(super) text: String,
    pub(super) names: Vec<&'a str>,
    pub(super) occurrences: Vec<Occurrence>,
}

impl<'t, 'a> Program<'t, 'a> {
    pub(super) fn new(template: &'t Template<'a>, options: MatchOptions) -> Self {
        let (text, names, occurrences) = Default::default();
        let mut program =
            Self { template, options, states: iter::once(State::End).collect(), start: 0, text, names, occurrences };
        for piece in program.pieces().into_iter().rev() {
            program.start = match piece {
                Piece::Literal { span, .. } => program.literal(span.of(template.text)),
                Piece::Expression(operator, range) => program.expression(operator, range),
            };
        }
        program
    }

    /// The pieces of the template. In any order, `{?a}{&b}` is one expression.
    fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in &self.template.pieces {
            match (pieces.last_mut(), piece) {
                (Some(Piece::Expression(Operator::Query, all)), Piece::Expression(Operator::Continuation, more))
                    if self.options.any_order =>
                {
                    all.end = more.end;
                }
                _ => pieces.push(piece.clone()),
            }
        }
        pieces
    }

    fn literal(&mut self, text: &str) -> usize {
        let start = self.text.len();
        // A string takes everything.
        let _ = literal(text, self.options.standard, &mut self.text);
        self.state(State::Text { start, end: self.text.len(), next: self.start })
    }

    fn state(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    fn read(&mut self, text: &str, next: usize) -> usize {
        let start = self.text.len();
        self.text.push_str(text);
        self.state(State::Text { start, end: self.text.len(), next })
    }

    /// Sets the state that follows a text, for loops.
    fn lead(&mut self, text: usize, to: usize) {
        if let State::Text { next, .. } = &mut self.states[text] {
            *next = to;
        }
    }

    /// An expression: nothing, or the values of some of its variables.
    fn expression(&mut self, operator: Operator, range: Range<usize>) -> usize {
        let builder = Builder { form: operator.form(), operator, end: self.start, range };
        let values = if builder.form.is_named {
            self.pairs(&builder)
        } else {
            let choice = self.choices(&builder, false);
            if builder.form.first.is_empty() { self.choices(&builder, true) } else { choice }
        };
        let entry = self.read(builder.form.first, values);
        let entry = if builder.form.first.is_empty() { values } else { entry };
        self.state(State::Split(entry, builder.end))
    }

    /// The values of an expression without names, any of which may be left out. Returns the state before the first.
    ///
    /// An expression that begins with nothing and has only an empty value is no different from one that is left out. So the
    /// first value is not empty there, unless a separator follows.
    fn choices(&mut self, builder: &Builder, is_first: bool) -> usize {
        let (mut behind, mut choice) = (None, None);
        for index in builder.range.clone().rev() {
            let separator = behind.map(|next| self.read(builder.form.separator, next));
            let after = separator.map_or(builder.end, |separator| self.state(State::Split(separator, builder.end)));
            let own = self.value(builder, index, after, false);
            if !is_first {
                choice = Some(choice.map_or(own, |others| self.state(State::Split(own, others))));
                behind = choice;
                continue;
            }
            let mut first = self.value(builder, index, after, true);
            if let Some(separator) = separator {
                let close = self.state(State::Close(separator));
                let empty = self.open(builder, Some(index), close);
                first = self.state(State::Split(empty, first));
            }
            choice = Some(choice.map_or(first, |others| self.state(State::Split(first, others))));
            behind = Some(behind.map_or(own, |others| self.state(State::Split(own, others))));
        }
        choice.unwrap_or(builder.end)
    }

    fn open(&mut self, builder: &Builder, variable: Option<usize>, next: usize) -> usize {
        self.occurrences.push(Occurrence { variable, operator: builder.operator });
        self.state(State::Open(self.occurrences.len() - 1, next))
    }

    /// The value of a variable without a name, which `after` follows.
    fn value(&mut self, builder: &Builder, index: usize, after: usize, is_filled: bool) -> usize {
        let is_exploded = self.template.variables[index].modifier == Modifier::Explode;
        let class = Class {
            is_reserved: builder.form.keeps_reserved,
            has_commas: !is_exploded,
            left: builder.form.separator.bytes().next().filter(|_| index + 1 < builder.range.end && !is_exploded),
            has_equals: is_exploded,
            is_any: false,
        };
        let close = self.state(State::Close(after));
        // Reserved characters include the comma between items.
        let entry = if is_exploded && !class.is_reserved {
            let again = self.read(builder.form.separator, 0);
            let next = self.state(State::Split(again, close));
            let item = self.units(index, class, false, next);
            self.lead(again, item);
            let filled = self.state(State::Unit(class, item));
            // An empty first item is followed by another.
            if is_filled { self.state(State::Split(filled, again)) } else { item }
        } else {
            self.units(index, class, is_filled, close)
        };
        self.open(builder, Some(index), entry)
    }

    /// The units of a value; at least one if it is `filled`.
    fn units(&mut self, index: usize, class: Class, is_filled: bool, next: usize) -> usize {
        let limit = match self.template.variables[index].modifier {
            Modifier::Prefix(count) => Some(count - u16::from(is_filled)),
            _ => None,
        };
        let value = self.state(State::Value { class, limit, next });
        if is_filled { self.state(State::Unit(class, value)) } else { value }
    }

    /// The pairs of an expression with names. Returns the state before the first.
    fn pairs(&mut self, builder: &Builder) -> usize {
        let first_name = self.names.len();
        let names: Vec<_> = builder.range.clone().map(|index| self.name(index)).collect();
        self.names.extend(names);
        let (mut choice, mut separators) = (None, Vec::new());
        let has_others = self.options.other_pairs && builder.operator != Operator::Parameter;
        let others = has_others.then_some(None);
        for index in others.into_iter().chain(builder.range.clone().rev().map(Some)) {
            let separator = self.read(builder.form.separator, choice.unwrap_or(0));
            // In order, nothing follows the last pair.
            let is_last = choice.is_none() && !self.options.any_order && !has_others;
            let after = if is_last { builder.end } else { self.state(State::Split(separator, builder.end)) };
            separators.push(separator);
            let own = match index {
                None => self.other_pair(builder, first_name, after),
                Some(index) if self.template.variables[index].modifier == Modifier::Explode => {
                    let (own, with_names_of_others) = self.exploded_pairs(builder, index, after);
                    choice =
                        Some(choice.map_or(with_names_of_others, |others| {
                            self.state(State::Split(others, with_names_of_others))
                        }));
                    own
                }
                Some(index) => self.pair(builder, index, after),
            };
            choice = Some(choice.map_or(own, |others| self.state(State::Split(own, others))));
        }
        let choice = choice.unwrap_or(builder.end);
        for separator in separators {
            if self.options.any_order || has_others {
                self.lead(separator, choice);
            }
        }
        choice
    }

    fn name(&self, index: usize) -> &'a str {
        self.template.variables[index].name.of(self.template.text)
    }

    /// `name=value`; for parameters of a path `name` alone if the value is empty.
    fn pair(&mut self, builder: &Builder, index: usize, after: usize) -> usize {
        let class = Class { has_commas: true, ..Class::default() };
        let close = self.state(State::Close(after));
        let is_short = builder.form.if_empty.is_empty();
        let value = self.units(index, class, is_short, close);
        let value = self.open(builder, Some(index), value);
        let mut next = self.read("=", value);
        if is_short {
            let empty = self.open(builder, Some(index), close);
            next = self.state(State::Split(next, empty));
        }
        let name = self.name(index);
        self.read(name, next)
    }

    /// `name=value` for each item or pair of an exploded variable. Returns the states before a pair without the name of another
    /// variable, and before one with such a name, which only belongs here if it can belong to no other.
    fn exploded_pairs(&mut self, builder: &Builder, index: usize, after: usize) -> (usize, usize) {
        let own = self.name(index);
        let first = self.names.len();
        let is_other =
            |&other: &usize| self.name(other) != own && self.template.variables[other].modifier != Modifier::Explode;
        let others: Vec<_> = builder.range.clone().filter(is_other).map(|other| self.name(other)).collect();
        self.names.extend(others);
        let last = self.names.len();
        let close = self.state(State::Close(after));
        let again = [self.read(builder.form.separator, 0), self.read(builder.form.separator, 0)];
        let next = self.state(State::Split(close, again[1]));
        let next = self.state(State::Split(again[0], next));
        let is_short = builder.form.if_empty.is_empty();
        let value = self.units(index, Class::default(), is_short, next);
        let mut tail = self.read("=", value);
        if is_short {
            tail = self.state(State::Split(tail, next));
        }
        let [own, other] = [false, true].map(|is_among| {
            // Without an `=`, the name may be shorter than the characters allow, and is not compared.
            let item = if is_short {
                let rest = self.state(State::Value { class: Class::default(), limit: None, next: tail });
                self.state(State::Unit(Class::default(), rest))
            } else {
                self.state(State::Name { first, last, is_among, next: tail })
            };
            self.lead(again[usize::from(is_among)], item);
            self.open(builder, Some(index), item)
        });
        (own, other)
    }

    /// A pair that belongs to no variable.
    fn other_pair(&mut self, builder: &Builder, first_name: usize, after: usize) -> usize {
        let last = first_name + builder.range.len();
        let close = self.state(State::Close(after));
        let class = Class { is_any: true, ..Class::default() };
        let value = self.state(State::Value { class, limit: None, next: close });
        let equals = self.read("=", value);
        let tail = self.state(State::Split(equals, close));
        let name = self.state(State::Name { first: first_name, last, is_among: false, next: tail });
        self.open(builder, None, name)
    }
}

/// An expression for which states are made.
struct Builder {
    form: Form,
    operator: Operator,
    /// The state after the expression.
    end: usize,
    range: Range<usize>,
}
