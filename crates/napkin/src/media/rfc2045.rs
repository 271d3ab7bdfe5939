//! Parses the value of a `Content-Type` field by RFC 2045 section 5.1, with the white space and comments of RFC 822
//! section 3.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{MediaLimits, MediaType, Parameter, Read, TOKEN, check_count, distinct, lower, unexpected};
use crate::{Error, Rule, Sink, Span, Standard, rules};

pub(super) fn parse<'a, S: Sink + ?Sized>(
    text: &'a str,
    limits: &MediaLimits,
    sink: &mut S,
) -> Result<MediaType<'a>, Error> {
    let mut field = Field { text, at: 0 };
    field.pass(rules::MEDIA_TYPE)?;
    let start = field.at;
    let top_level = field.token(rules::MEDIA_TYPE, "a type")?;
    let is_close = field.pass(rules::MEDIA_TYPE)?;
    field.delimiter('/', rules::MEDIA_TYPE, "`/` and a subtype")?;
    let is_close = field.pass(rules::MEDIA_TYPE)? && is_close;
    let subtype = field.token(rules::MEDIA_TYPE, "a subtype")?;
    let essence = match is_close {
        true => lower(&text[start..field.at]),
        false => Cow::Owned([top_level, "/", subtype].concat().to_ascii_lowercase()),
    };
    let mut read = Vec::new();
    loop {
        field.pass(rules::MEDIA_TYPE_PARAMETER)?;
        if field.at == text.len() {
            break;
        }
        field.delimiter(';', rules::MEDIA_TYPE_PARAMETER, "`;` or the end")?;
        field.pass(rules::MEDIA_TYPE_PARAMETER)?;
        let start = field.at;
        let parameter = field.parameter()?;
        let span = Span::new(start, field.at);
        check_count(read.len() + 1, span, limits, Standard::Rfc3986)?;
        read.push(Read { parameter, span });
    }
    let parameters = distinct(read, Standard::Rfc3986, sink);
    Ok(MediaType::from_parts(essence, top_level.len(), parameters))
}

/// The value of a field, and the offset of the next byte to read.
struct Field<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Field<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Returns an error at the next character.
    fn wrong(&self, rule: Rule, expected: &'static str) -> Error {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        unexpected(rule, Standard::Rfc3986, self.text, Span::new(self.at, end), expected)
    }

    /// Skips white space, folded lines and comments. Returns true if there is nothing to skip.
    fn pass(&mut self, rule: Rule) -> Result<bool, Error> {
        let start = self.at;
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r' | '\n') => self.at += 1,
                Some('(') => self.comment(rule)?,
                _ => return Ok(self.at == start),
            }
        }
    }

    /// Skips a comment, which may contain comments.
    fn comment(&mut self, rule: Rule) -> Result<(), Error> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => return Ok(()),
                ')' => depth -= 1,
                '\\' => self.at += self.peek().map_or(0, char::len_utf8),
                _ => {}
            }
        }
        let missing = self.wrong(rule, "`)` at the end of the comment");
        Err(Error::new(missing.finding().with_also(Span::new(start, start + 1))))
    }

    fn delimiter(&mut self, delimiter: char, rule: Rule, expected: &'static str) -> Result<(), Error> {
        if self.peek() != Some(delimiter) {
            return Err(self.wrong(rule, expected));
        }
        self.at += 1;
        Ok(())
    }

    fn token(&mut self, rule: Rule, expected: &'static str) -> Result<&'a str, Error> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(|&byte| byte == b'%' || TOKEN.contains_byte(byte)).count();
        if length == 0 {
            return Err(self.wrong(rule, expected));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn parameter(&mut self) -> Result<Parameter<'a>, Error> {
        let rule = rules::MEDIA_TYPE_PARAMETER;
        let name = lower(self.token(rule, "the name of a parameter")?);
        self.pass(rule)?;
        self.delimiter('=', rule, "`=` and a value")?;
        self.pass(rule)?;
        let value = match self.peek() {
            Some('"') => self.quoted()?,
            _ => Cow::Borrowed(self.token(rule, "a token or a quoted string")?),
        };
        Ok(Parameter { name, value })
    }

    /// Reads a `quoted-string` of RFC 822 section 3.3. The line breaks of folded lines are not part of the value.
    fn quoted(&mut self) -> Result<Cow<'a, str>, Error> {
        let rule = rules::MEDIA_TYPE_PARAMETER;
        self.at += 1;
        let start = self.at;
        let mut value = Cow::Borrowed("");
        loop {
            let from = self.at;
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(value);
                }
                Some('\\') => {
                    value.to_mut();
                    self.at += 1;
                    match self.peek() {
                        Some(c) if c.is_ascii() => value.to_mut().push(c),
                        _ => return Err(self.wrong(rule, "a character of ASCII behind `\\`")),
                    }
                }
                Some('\r' | '\n') => {
                    value.to_mut();
                }
                Some(c) if c.is_ascii() => match &mut value {
                    Cow::Borrowed(value) => *value = &self.text[start..=from],
                    Cow::Owned(value) => value.push(c),
                },
                _ => return Err(self.wrong(rule, "a character of ASCII, or `\"` at the end")),
            }
            self.at += 1;
        }
    }
}
