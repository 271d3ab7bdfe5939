//! Cuts pattern strings into tokens (URL Pattern Standard section 2.1.2). Start at `tokenize`.

use alloc::vec::Vec;

use super::identifier::{is_part, is_start};
use crate::{Finding, Rule, Span, Standard, rules};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    Regexp,
    Name,
    Char,
    Escaped,
    /// `?` or `+`.
    Modifier,
    Asterisk,
    End,
    /// A character that the strict policy refuses.
    Invalid(Fault),
}

/// Why the strict policy refuses a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    EscapeAtEnd,
    NameMissing,
    /// A fault of a regexp group, and the offset at which it shows.
    Group(GroupFault, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupFault {
    NotAscii,
    QuestionMark,
    Captures,
    Unclosed,
    Empty,
}

/// A piece of a pattern string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// The whole token.
    pub(super) span: Span,
    /// The token without the characters that only mark it: a name without its `:`, an escaped character without its `\`.
    pub(super) value: Span,
}

impl Token {
    /// Returns the finding of a token that the strict policy refuses.
    pub(super) fn fault(&self, text: &str) -> Option<Finding> {
        let Kind::Invalid(fault) = self.kind else { return None };
        let at = |rule, start: usize, expected| finding(rule, text, self.span.start, start, expected);
        Some(match fault {
            Fault::EscapeAtEnd => at(rules::PATTERN_ESCAPE, text.len(), "a character after `\\`"),
            Fault::NameMissing => at(rules::PATTERN_NAME, self.span.end, "a name after `:`, or `\\:` for a colon"),
            Fault::Group(fault, start) => at(rules::PATTERN_GROUP, start, fault.expected()),
        })
    }
}

impl GroupFault {
    const fn expected(self) -> &'static str {
        match self {
            Self::NotAscii => "an ASCII character in a group",
            Self::QuestionMark => "a group that does not begin with `?`",
            Self::Captures => "`?` after an inner `(`, because inner groups may not capture",
            Self::Unclosed => "`)`",
            Self::Empty => "a regular expression between `(` and `)`",
        }
    }
}

/// Returns a finding about the character at `at`, which marks the text from `start` on.
fn finding(rule: Rule, text: &str, start: usize, at: usize, expected: &'static str) -> Finding {
    let found = text[at..].chars().next();
    let span = Span::new(at, at + found.map_or(0, char::len_utf8));
    let finding = Finding::new(rule, Standard::Whatwg, span, expected, found);
    if start < at { finding.with_also(Span::new(start, start + 1)) } else { finding }
}

/// Cuts a text into tokens, with an `End` as the last. Characters that the strict policy refuses are `Invalid`.
pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len().min(64) + 1);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        let simple = |kind| (kind, next, Span::new(at, next));
        let (kind, end, value) = match c {
            '*' => simple(Kind::Asterisk),
            '+' | '?' => simple(Kind::Modifier),
            '{' => simple(Kind::Open),
            '}' => simple(Kind::Close),
            '\\' => match text[next..].chars().next() {
                Some(c) => (Kind::Escaped, next + c.len_utf8(), Span::new(next, next + c.len_utf8())),
                None => simple(Kind::Invalid(Fault::EscapeAtEnd)),
            },
            ':' => match name_end(text, next) {
                end if end > next => (Kind::Name, end, Span::new(next, end)),
                _ => simple(Kind::Invalid(Fault::NameMissing)),
            },
            '(' => match group_end(text, next) {
                Ok(end) => (Kind::Regexp, end, Span::new(next, end - 1)),
                Err((fault, place)) => simple(Kind::Invalid(Fault::Group(fault, place))),
            },
            _ => simple(Kind::Char),
        };
        tokens.push(Token { kind, span: Span::new(at, end), value });
        at = end;
    }
    let span = Span::new(at, at);
    tokens.push(Token { kind: Kind::End, span, value: span });
    tokens
}

/// Returns the end of the name that begins at `start`.
fn name_end(text: &str, start: usize) -> usize {
    let is_of_name = |(at, c): &(usize, char)| if *at == 0 { is_start(*c) } else { is_part(*c) };
    let name = text[start..].char_indices().take_while(is_of_name);
    name.last().map_or(start, |(at, c)| start + at + c.len_utf8())
}

/// Returns the end of the group, after its `)`, whose regular expression begins at `start`.
///
/// The time is linear for the whole text, because an inner `(` without `?` ends the search.
fn group_end(text: &str, start: usize) -> Result<usize, (GroupFault, usize)> {
    let bytes = text.as_bytes();
    let mut depth = 1;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            0x80.. => return Err((GroupFault::NotAscii, at)),
            b'?' if at == start => return Err((GroupFault::QuestionMark, at)),
            b'\\' => match bytes.get(at + 1) {
                None => return Err((GroupFault::Unclosed, text.len())),
                Some(0x80..) => return Err((GroupFault::NotAscii, at + 1)),
                Some(_) => at += 1,
            },
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return if at == start { Err((GroupFault::Empty, at)) } else { Ok(at + 1) };
                }
            }
            b'(' => {
                depth += 1;
                match bytes.get(at + 1) {
                    Some(b'?') => {}
                    None => return Err((GroupFault::Unclosed, text.len())),
                    Some(_) => return Err((GroupFault::Captures, at + 1)),
                }
            }
            _ => {}
        }
        at += 1;
    }
    Err((GroupFault::Unclosed, text.len()))
}
