//! Parses pattern strings into parts (URL Pattern Standard section 2.1.5). Start at `parts`.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::canonical::Encoding;
use super::part::{FULL, Modifier, Part, PartKind, Syntax, Texts};
use super::token::{Kind, Token, tokenize};
use crate::{Finding, Rule, Sink, Span, Standard, rules};

/// Parses a pattern string. Reports all invalid characters, or else the first other error.
pub(super) fn parts<S: Sink + ?Sized>(
    text: &str,
    syntax: Syntax,
    encoding: Encoding,
    sink: &mut S,
) -> Option<Vec<Part>> {
    let tokens = tokenize(text);
    let mut is_wrong = false;
    for finding in tokens.iter().filter_map(|token| token.fault(text)) {
        is_wrong = true;
        sink.report(finding);
    }
    if is_wrong {
        return None;
    }
    let mut parser = Parser {
        text,
        tokens: &tokens,
        at: 0,
        syntax,
        encoding,
        parts: Vec::new(),
        pending: Fixed::default(),
        next_number: 0,
        names: BTreeSet::new(),
    };
    match parser.run() {
        Ok(()) => Some(parser.parts),
        Err(finding) => {
            sink.report(finding);
            None
        }
    }
}

/// Text without escapes, and its place in the source.
#[derive(Default)]
struct Fixed {
    text: String,
    span: Span,
}

impl Fixed {
    fn push(&mut self, text: &str, span: Span) {
        if self.text.is_empty() {
            self.span.start = span.start;
        }
        self.span.end = span.end;
        self.text.push_str(text);
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    syntax: Syntax,
    encoding: Encoding,
    parts: Vec<Part>,
    pending: Fixed,
    next_number: usize,
    names: BTreeSet<&'t str>,
}

impl<'t> Parser<'t> {
    fn run(&mut self) -> Result<(), Finding> {
        loop {
            let char = self.take(Kind::Char);
            let (name, regexp) = self.take_group();
            if name.is_some() || regexp.is_some() {
                self.group_after(char, name, regexp)?;
            } else if let Some(token) = char.or_else(|| self.take(Kind::Escaped)) {
                self.pending.push(self.value(token), token.span);
            } else if self.take(Kind::Open).is_some() {
                self.braces()?;
            } else {
                self.flush()?;
                return self.end();
            }
        }
    }

    fn end(&self) -> Result<(), Finding> {
        match self.tokens[self.at].kind {
            Kind::End => Ok(()),
            Kind::Close => Err(self.unexpected(rules::PATTERN_BRACE, "`{` before it")),
            _ => Err(self.unexpected(rules::PATTERN_MODIFIER, "a group before it")),
        }
    }

    /// A group that is not in braces, and the character before it.
    fn group_after(&mut self, char: Option<Token>, name: Option<Token>, regexp: Option<Token>) -> Result<(), Finding> {
        let mut prefix = Fixed::default();
        if let Some(token) = char {
            let text = self.value(token);
            let is_prefix = self.syntax.is_prefix(text);
            let target = if is_prefix { &mut prefix } else { &mut self.pending };
            target.push(text, token.span);
        }
        self.flush()?;
        let modifier = self.take_modifier();
        self.add(&prefix, name, regexp, &Fixed::default(), modifier)
    }

    /// The text after `{`, up to the modifier.
    fn braces(&mut self) -> Result<(), Finding> {
        let prefix = self.take_text();
        let (name, regexp) = self.take_group();
        let suffix = self.take_text();
        if self.take(Kind::Close).is_none() {
            return Err(self.unexpected(rules::PATTERN_BRACE, "`}`"));
        }
        let modifier = self.take_modifier();
        self.add(&prefix, name, regexp, &suffix, modifier)
    }

    fn add(
        &mut self,
        prefix: &Fixed,
        name: Option<Token>,
        regexp: Option<Token>,
        suffix: &Fixed,
        modifier: Modifier,
    ) -> Result<(), Finding> {
        let is_text = name.is_none() && regexp.is_none();
        if is_text && modifier == Modifier::None {
            if !prefix.text.is_empty() {
                self.pending.push(&prefix.text, prefix.span);
            }
            return Ok(());
        }
        self.flush()?;
        if is_text {
            if !prefix.text.is_empty() {
                let value = self.encode(prefix)?;
                self.parts.push(Part::fixed(&value, modifier));
            }
            return Ok(());
        }
        let (kind, value) = self.kind(regexp);
        let name = self.name(name)?;
        let (prefix, suffix) = (self.encode(prefix)?, self.encode(suffix)?);
        let part = Part::new(kind, modifier, Texts { prefix: &prefix, value, suffix: &suffix, name: &name });
        self.parts.push(part.with_regexp_at(regexp.map_or(0, |token| token.value.start)));
        Ok(())
    }

    /// Returns what a group matches. A regular expression that is the same as that of a wildcard is a wildcard.
    fn kind(&self, regexp: Option<Token>) -> (PartKind, &'t str) {
        let Some(token) = regexp else { return (PartKind::Segment, "") };
        match self.value(token) {
            _ if token.kind == Kind::Asterisk => (PartKind::Full, ""),
            FULL => (PartKind::Full, ""),
            value if value == self.syntax.segment() => (PartKind::Segment, ""),
            value => (PartKind::Regexp, value),
        }
    }

    fn name(&mut self, name: Option<Token>) -> Result<Cow<'t, str>, Finding> {
        let Some(token) = name else {
            let number = self.next_number;
            self.next_number += 1;
            return Ok(number.to_string().into());
        };
        let text = self.value(token);
        if !self.names.insert(text) {
            let finding = Finding::new(rules::PATTERN_NAME_TWICE, Standard::Whatwg, token.value, "", None);
            return Err(finding);
        }
        Ok(text.into())
    }

    /// Makes a part of the text that was collected.
    fn flush(&mut self) -> Result<(), Finding> {
        if self.pending.text.is_empty() {
            return Ok(());
        }
        let pending = core::mem::take(&mut self.pending);
        let value = self.encode(&pending)?;
        self.parts.push(Part::fixed(&value, Modifier::None));
        Ok(())
    }

    fn encode<'f>(&self, fixed: &'f Fixed) -> Result<Cow<'f, str>, Finding> {
        if fixed.text.is_empty() {
            return Ok("".into());
        }
        self.encoding.encode(&fixed.text).map_err(|finding| finding.with_span(fixed.span))
    }

    fn take(&mut self, kind: Kind) -> Option<Token> {
        let token = self.tokens[self.at];
        (token.kind == kind).then(|| {
            self.at += 1;
            token
        })
    }

    /// Takes a name, and a regular expression or a `*`; after a name, `*` is a modifier.
    fn take_group(&mut self) -> (Option<Token>, Option<Token>) {
        let name = self.take(Kind::Name);
        let regexp = self.take(Kind::Regexp);
        (name, regexp.or_else(|| if name.is_none() { self.take(Kind::Asterisk) } else { None }))
    }

    fn take_modifier(&mut self) -> Modifier {
        let token = self.take(Kind::Modifier).or_else(|| self.take(Kind::Asterisk));
        match token.map(|token| self.value(token)) {
            None => Modifier::None,
            Some("?") => Modifier::Optional,
            Some("+") => Modifier::OneOrMore,
            Some(_) => Modifier::ZeroOrMore,
        }
    }

    fn take_text(&mut self) -> Fixed {
        let mut fixed = Fixed::default();
        while let Some(token) = self.take(Kind::Char).or_else(|| self.take(Kind::Escaped)) {
            fixed.push(self.value(token), token.span);
        }
        fixed
    }

    fn value(&self, token: Token) -> &'t str {
        token.value.of(self.text)
    }

    fn unexpected(&self, rule: Rule, expected: &'static str) -> Finding {
        let span = self.tokens[self.at].span;
        Finding::new(rule, Standard::Whatwg, span, expected, span.of(self.text).chars().next())
    }
}
