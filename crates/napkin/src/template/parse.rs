//! Parses templates (RFC 6570 section 2).

use alloc::vec::Vec;

use super::{Modifier, Operator, Piece, Place, Template};
use crate::percent::{escape_at, is_iprivate, is_ucschar};
use crate::{Finding, Rule, Sink, Span, Standard, rules};

/// Parses a text. If there are findings, the template has only what is right.
pub(super) fn parse<'a, S: Sink + ?Sized>(text: &'a str, sink: &mut S) -> Template<'a> {
    let mut parser = Parser { text, sink, pieces: Vec::new(), variables: Vec::new() };
    parser.pieces();
    Template { text, pieces: parser.pieces, variables: parser.variables }
}

struct Parser<'a, 's, S: Sink + ?Sized> {
    text: &'a str,
    sink: &'s mut S,
    pieces: Vec<Piece>,
    variables: Vec<Place>,
}

impl<S: Sink + ?Sized> Parser<'_, '_, S> {
    fn pieces(&mut self) {
        let mut at = 0;
        while at < self.text.len() {
            let brace = self.brace(at);
            self.literal(Span::new(at, brace));
            if brace == self.text.len() {
                return;
            }
            at = brace + 1;
            if self.text.as_bytes()[brace] == b'}' {
                self.report(rules::TEMPLATE_BRACE, Span::new(brace, at), "`{` before it");
                continue;
            }
            let end = self.brace(at);
            if self.text.as_bytes().get(end) == Some(&b'}') {
                self.expression(Span::new(at, end));
                at = end + 1;
            } else {
                let finding = self.finding(rules::TEMPLATE_BRACE, Span::new(brace, at), "`}`");
                self.sink.report(finding.with_found(self.text[end..].chars().next()));
                at = end;
            }
        }
    }

    /// Returns the place of the next brace, or the end.
    fn brace(&self, from: usize) -> usize {
        self.text[from..].find(['{', '}']).map_or(self.text.len(), |at| from + at)
    }

    /// `literals`
    fn literal(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        self.pieces.push(Piece::Literal { span, is_ascii: span.of(self.text).is_ascii() });
        for (at, c) in span.of(self.text).char_indices() {
            let at = span.start + at;
            let is_right = match c {
                '%' => escape_at(self.text.as_bytes(), at).is_some(),
                '\0'..=' ' | '\x7F' | '"' | '<' | '>' | '\\' | '^' | '`' | '|' => false,
                _ => c.is_ascii() || is_ucschar(c) || is_iprivate(c),
            };
            if !is_right {
                let expected = if c == '%' { "two hex digits after `%`" } else { "an escape" };
                self.report(rules::TEMPLATE_LITERAL, Span::new(at, at + c.len_utf8()), expected);
            }
        }
    }

    /// `[ operator ] variable-list`
    fn expression(&mut self, span: Span) {
        let inner = span.of(self.text);
        let operator = inner.bytes().next().and_then(Operator::of);
        let first = self.variables.len();
        let mut start = span.start + usize::from(operator.is_some());
        if matches!(inner.bytes().next(), Some(b'=' | b',' | b'!' | b'@' | b'|')) {
            self.report(rules::TEMPLATE_OPERATOR, Span::new(start, start + 1), "a variable or another operator");
            start += 1;
        }
        for text in self.text[start..span.end].split(',') {
            self.variable(Span::new(start, start + text.len()));
            start += text.len() + 1;
        }
        self.pieces.push(Piece::Expression(operator.unwrap_or(Operator::Simple), first..self.variables.len()));
    }

    /// `varname [ modifier-level4 ]`
    fn variable(&mut self, span: Span) {
        let Some(name) = self.name(span) else { return };
        let modifier = match self.text.as_bytes()[name.end..span.end] {
            [] => Some(Modifier::None),
            [b'*'] => Some(Modifier::Explode),
            [b':', b'1'..=b'9', ref rest @ ..] if rest.len() < 4 && rest.iter().all(u8::is_ascii_digit) => {
                self.text[name.end + 1..span.end].parse().ok().map(Modifier::Prefix)
            }
            _ => None,
        };
        match modifier {
            Some(modifier) => self.variables.push(Place { name, span, modifier }),
            None => self.report(rules::TEMPLATE_MODIFIER, Span::new(name.end, span.end), "`*`, or `:` and 1 to 9999"),
        }
    }

    /// `varname`, up to the modifier.
    fn name(&mut self, span: Span) -> Option<Span> {
        let bytes = self.text.as_bytes();
        let mut at = span.start;
        let mut may_be_dot = false;
        while at < span.end && !matches!(bytes[at], b'*' | b':') {
            at += match bytes[at] {
                b'.' if may_be_dot => 1,
                b'_' => 1,
                b'%' if escape_at(bytes, at).is_some() => 3,
                byte if byte.is_ascii_alphanumeric() => 1,
                _ => break,
            };
            may_be_dot = bytes[at - 1] != b'.';
        }
        let is_ended = at == span.end || matches!(bytes[at], b'*' | b':');
        if is_ended && may_be_dot {
            return Some(Span::new(span.start, at));
        }
        let found = self.text[at..span.end].chars().next();
        let end = at + found.map_or(0, char::len_utf8);
        self.report(rules::TEMPLATE_VARIABLE, Span::new(at, end), "a letter, a digit, `_` or an escape");
        None
    }

    fn report(&mut self, rule: Rule, span: Span, expected: &'static str) {
        let finding = self.finding(rule, span, expected);
        self.sink.report(finding);
    }

    fn finding(&self, rule: Rule, span: Span, expected: &'static str) -> Finding {
        Finding::new(rule, Standard::Rfc3986, span, expected, span.of(self.text).chars().next())
    }
}
