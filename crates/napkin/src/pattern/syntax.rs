//! Parses the regular expressions of patterns: the grammar of ECMAScript with the flag `v`, for ASCII texts.
//!
//! Engines accept more than the grammar, or less; this parser decides which texts are right, and where the error is. Start at
//! `parse`.

#![cfg_attr(not(feature = "regex"), allow(dead_code, reason = "only the translation reads the details"))]

mod class;
mod escape;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub(super) use self::class::{Class, Item, Operation};
use super::engine::RegexpError;
use crate::Span;

/// The maximum depth of groups and classes in each other.
const MAX_DEPTH: usize = 100;

/// A part of a regular expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Empty,
    /// `.`
    Any,
    Char(char),
    Class(Class),
    /// `^`, `$`, `\b` or `\B`, as it is written
    Assertion(Span),
    /// A lookaround or a backreference.
    Unlimited(Span),
    /// With the flags between `?` and `:`, as they are written.
    Group {
        captures: bool,
        flags: Span,
        content: Box<Node>,
    },
    Repeat {
        content: Box<Node>,
        least: u32,
        most: Option<u32>,
        is_greedy: bool,
        span: Span,
    },
    Sequence(Vec<Node>),
    Either(Vec<Node>),
}

impl Node {
    /// Returns whether the empty text may match.
    pub(super) fn may_be_empty(&self) -> bool {
        match self {
            Self::Empty | Self::Assertion(_) | Self::Unlimited(_) => true,
            Self::Any | Self::Char(_) => false,
            Self::Class(class) => class.has_empty_text(),
            Self::Group { content, .. } => content.may_be_empty(),
            Self::Repeat { content, least, .. } => *least == 0 || content.may_be_empty(),
            Self::Sequence(nodes) => nodes.iter().all(Self::may_be_empty),
            Self::Either(nodes) => nodes.iter().any(Self::may_be_empty),
        }
    }

    /// Returns whether a part of the node is a group that captures.
    pub(super) fn captures(&self) -> bool {
        match self {
            Self::Group { captures, content, .. } => *captures || content.captures(),
            Self::Repeat { content, .. } => content.captures(),
            Self::Sequence(nodes) | Self::Either(nodes) => nodes.iter().any(Self::captures),
            _ => false,
        }
    }
}

/// Parses a regular expression.
pub(super) fn parse(text: &str) -> Result<Node, RegexpError> {
    let mut parser =
        Parser { text, at: 0, depth: 0, groups: 0, names: Vec::new(), numbers: Vec::new(), uses: Vec::new() };
    let node = parser.either()?;
    if parser.at < text.len() {
        return Err(parser.wrong("the end of the regular expression"));
    }
    let (groups, names) = (parser.groups, &parser.names);
    if let Some((_, span)) = parser.numbers.iter().find(|(number, _)| *number > groups) {
        return Err(RegexpError::new(*span, "the number of a group"));
    }
    if let Some(span) = parser.uses.iter().find(|span| !names.contains(&span.of(text))) {
        return Err(RegexpError::new(*span, "the name of a group"));
    }
    Ok(node)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    groups: u32,
    names: Vec<&'t str>,
    /// Backreferences by number, and by name.
    numbers: Vec<(u32, Span)>,
    uses: Vec<Span>,
}

impl<'t> Parser<'t> {
    /// `Disjunction`
    fn either(&mut self) -> Result<Node, RegexpError> {
        self.enter()?;
        let mut nodes = Vec::from([self.sequence()?]);
        while self.take("|") {
            nodes.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Either(nodes) })
    }

    /// `Alternative`
    fn sequence(&mut self) -> Result<Node, RegexpError> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            nodes.push(self.term()?);
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    fn term(&mut self) -> Result<Node, RegexpError> {
        let start = self.at;
        let atom = self.atom()?;
        if matches!(atom, Node::Assertion(_)) || self.is_lookaround(start) {
            return Ok(atom);
        }
        let Some((least, most)) = self.quantifier()? else { return Ok(atom) };
        let is_greedy = !self.take("?");
        let span = Span::new(start, self.at);
        Ok(Node::Repeat { content: Box::new(atom), least, most, is_greedy, span })
    }

    fn is_lookaround(&self, start: usize) -> bool {
        ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|open| self.text[start..].starts_with(open))
    }

    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>, RegexpError> {
        let start = self.at;
        if self.take("*") {
            return Ok(Some((0, None)));
        }
        if self.take("+") {
            return Ok(Some((1, None)));
        }
        if self.take("?") {
            return Ok(Some((0, Some(1))));
        }
        if !self.take("{") {
            return Ok(None);
        }
        let least = self.number().ok_or_else(|| self.wrong("a number"))?;
        let most = if self.take(",") { self.number() } else { Some(least) };
        self.expect("}")?;
        if most.is_some_and(|most| most < least) {
            return Err(RegexpError::new(Span::new(start, self.at), "the smaller number first"));
        }
        Ok(Some((least, most)))
    }

    /// Takes digits; a number that does not fit is the greatest one.
    fn number(&mut self) -> Option<u32> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.text[self.at..self.at + digits];
        self.at += digits;
        (digits > 0).then(|| text.parse().unwrap_or(u32::MAX))
    }

    /// `Assertion` or `Atom`
    fn atom(&mut self) -> Result<Node, RegexpError> {
        let start = self.at;
        match self.next() {
            Some('^' | '$') => Ok(Node::Assertion(Span::new(start, self.at))),
            Some('.') => Ok(Node::Any),
            Some('(') => self.group(start),
            Some('[') => self.class().map(Node::Class),
            Some('\\') => self.atom_escape(start),
            Some(c) if !is_syntax(c) => Ok(Node::Char(c)),
            _ => {
                self.at = start;
                Err(self.wrong("a character, or `\\` before it"))
            }
        }
    }

    fn group(&mut self, start: usize) -> Result<Node, RegexpError> {
        let is_lookaround = self.is_lookaround(start);
        let (mut captures, mut flags) = (false, Span::default());
        if is_lookaround {
            self.at = start + if self.text[start + 2..].starts_with('<') { 4 } else { 3 };
        } else if self.take("?<") {
            let name = self.group_name()?.of(self.text);
            if self.names.contains(&name) {
                return Err(RegexpError::new(Span::new(start, self.at), "another name"));
            }
            self.names.push(name);
            captures = true;
        } else if self.take("?") {
            flags = self.flags()?;
        } else {
            captures = true;
        }
        self.groups += u32::from(captures);
        let content = self.either()?;
        self.expect(")")?;
        if is_lookaround {
            return Ok(Node::Unlimited(Span::new(start, self.at)));
        }
        Ok(Node::Group { captures, flags, content: Box::new(content) })
    }

    /// The flags between `(?` and `:`, each once, such as `i-s`.
    fn flags(&mut self) -> Result<Span, RegexpError> {
        let start = self.at;
        while self.peek().is_some_and(|c| matches!(c, 'i' | 'm' | 's' | '-')) {
            self.at += 1;
        }
        let span = Span::new(start, self.at);
        let flags = span.of(self.text);
        let is_once = |c: char| flags.matches(c).count() < 2;
        if flags == "-" || !['i', 'm', 's', '-'].into_iter().all(is_once) {
            return Err(RegexpError::new(span, "each flag once"));
        }
        self.expect(":")?;
        Ok(span)
    }

    /// A name and its `>`. ASCII names have no escapes here.
    fn group_name(&mut self) -> Result<Span, RegexpError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '$' | '_')) {
            self.at += 1;
        }
        let span = Span::new(start, self.at);
        if span.is_empty() || self.text.as_bytes()[start].is_ascii_digit() {
            self.at = start;
            return Err(self.wrong("a name"));
        }
        self.expect(">")?;
        Ok(span)
    }

    fn enter(&mut self) -> Result<(), RegexpError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.wrong("at most 100 groups in each other")) } else { Ok(()) }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_there = self.text[self.at..].starts_with(text);
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, text: &'static str) -> Result<(), RegexpError> {
        if self.take(text) { Ok(()) } else { Err(self.wrong(text)) }
    }

    fn wrong(&self, expected: &'static str) -> RegexpError {
        RegexpError::new(Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8)), expected)
    }
}

/// `SyntaxCharacter`
fn is_syntax(c: char) -> bool {
    matches!(c, '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|')
}
