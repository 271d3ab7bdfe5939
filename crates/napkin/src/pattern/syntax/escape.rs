//! Escapes, in classes and outside.

use super::{Class, Node, Parser, is_syntax};
use crate::Span;
use crate::pattern::engine::RegexpError;

impl Parser<'_> {
    /// `AtomEscape`, after the `\` at `start`
    pub(super) fn atom_escape(&mut self, start: usize) -> Result<Node, RegexpError> {
        if self.take("b") || self.take("B") {
            return Ok(Node::Assertion(Span::new(start, self.at)));
        }
        if self.take("k<") {
            let name = self.group_name()?;
            self.uses.push(name);
            return Ok(Node::Unlimited(Span::new(start, self.at)));
        }
        if matches!(self.peek(), Some('1'..='9')) {
            let number = self.number().unwrap_or(u32::MAX);
            let span = Span::new(start, self.at);
            self.numbers.push((number, span));
            return Ok(Node::Unlimited(span));
        }
        if let Some(class) = self.class_escape(start)? {
            return Ok(Node::Class(class));
        }
        self.character_escape(start).map(Node::Char)
    }

    /// `CharacterClassEscape`, after the `\` at `start`
    pub(super) fn class_escape(&mut self, start: usize) -> Result<Option<Class>, RegexpError> {
        match self.peek() {
            Some('d' | 'D' | 's' | 'S' | 'w' | 'W') => self.at += 1,
            Some('p' | 'P') => {
                self.at += 1;
                self.expect("{")?;
                let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '=');
                let length = self.text[self.at..].find(|c: char| !is_part(c)).unwrap_or(0);
                self.at += length;
                if length == 0 {
                    return Err(self.wrong("the name of a property"));
                }
                self.expect("}")?;
            }
            _ => return Ok(None),
        }
        Ok(Some(Class::escape(Span::new(start, self.at))))
    }

    /// `CharacterEscape`, after the `\` at `start`
    pub(super) fn character_escape(&mut self, start: usize) -> Result<char, RegexpError> {
        let at = self.at;
        let c = match self.next() {
            Some('f') => Some('\u{c}'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('v') => Some('\u{b}'),
            Some('0') if !self.peek().is_some_and(|c| c.is_ascii_digit()) => Some('\0'),
            Some('c') => self.next().filter(char::is_ascii_alphabetic).map(|c| char::from(c as u8 % 32)),
            Some('x') => self.hex(2).and_then(char::from_u32),
            Some('u') => self.unicode(),
            Some(c) if is_syntax(c) || c == '/' => Some(c),
            _ => None,
        };
        c.ok_or_else(|| {
            let end = self.at.max(at).min(self.text.len());
            RegexpError::new(Span::new(start, end), "an escape of ECMAScript")
        })
    }

    /// `RegExpUnicodeEscapeSequence`, after `\u`. A lone surrogate, which matches no text, is U+FFFD.
    fn unicode(&mut self) -> Option<char> {
        if self.take("{") {
            let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_hexdigit).count();
            let code = u32::from_str_radix(self.text[self.at..self.at + digits].trim_start_matches('0'), 16);
            let is_zero = digits > 0 && self.text[self.at..self.at + digits].bytes().all(|byte| byte == b'0');
            self.at += digits;
            let code = if is_zero { 0 } else { code.ok().filter(|&code| code <= 0x10_FFFF)? };
            return self.take("}").then(|| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let first = self.hex(4)?;
        if (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            let kept = self.at;
            self.at += 2;
            match self.hex(4) {
                Some(second @ 0xDC00..0xE000) => {
                    return char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
                }
                _ => self.at = kept,
            }
        }
        Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self, count: usize) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + count)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += count;
        u32::from_str_radix(digits, 16).ok()
    }
}
