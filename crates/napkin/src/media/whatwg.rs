//! "Parse a MIME type", MIME Sniffing section 4.4.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::{HTTP_TOKEN, MediaLimits, MediaType, Parameter, Read, check_count, distinct, is_token, lower, unexpected};
use crate::{Error, Finding, Sink, Span, Standard, rules};

/// Returns whether a character is *HTTP whitespace*.
const fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

/// Returns whether a character is an *HTTP quoted-string token code point*.
pub(super) const fn is_quotable(c: char) -> bool {
    matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{ff}')
}

pub(super) fn parse<'a, S: Sink + ?Sized>(
    text: &'a str,
    limits: &MediaLimits,
    sink: &mut S,
) -> Result<MediaType<'a>, Error> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let trimmed = text.trim_matches(is_space);
    let (front, parameters) = match trimmed.find(';') {
        Some(end) => (&trimmed[..end], Some(&trimmed[end..])),
        None => (trimmed, None),
    };
    let front = front.trim_end_matches(is_space);
    let failure = |from: usize, to: usize, expected| {
        unexpected(rules::MEDIA_TYPE, Standard::Whatwg, text, Span::new(start + from, start + to), expected)
    };
    let Some(slash) = front.find('/') else {
        let end = front.len();
        return Err(match front.bytes().position(|byte| byte != b'%' && !HTTP_TOKEN.contains_byte(byte)) {
            _ if front.is_empty() => failure(0, 0, "a type"),
            Some(at) => failure(at, end, "a character of a token"),
            None => failure(end, end, "`/` and a subtype"),
        });
    };
    for (part, from, expected) in [(&front[..slash], 0, "a type"), (&front[slash + 1..], slash + 1, "a subtype")] {
        if part.is_empty() {
            return Err(failure(from, from, expected));
        }
        if let Some(at) = part.bytes().position(|byte| byte != b'%' && !HTTP_TOKEN.contains_byte(byte)) {
            let length = part[at..].chars().next().map_or(1, char::len_utf8);
            return Err(failure(from + at, from + at + length, "a character of a token"));
        }
    }
    let parameters = match parameters {
        Some(rest) => Parameters { text, at: start + trimmed.len() - rest.len(), end: start + trimmed.len() }
            .read(limits, sink)?,
        None => Vec::new(),
    };
    Ok(MediaType::from_parts(lower(front), slash, parameters))
}

/// The part of a text that is not read yet.
struct Parameters<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Parameters<'a> {
    /// Reads all parameters by step 11. The reader is at a `;` or at the end.
    fn read<S: Sink + ?Sized>(mut self, limits: &MediaLimits, sink: &mut S) -> Result<Vec<Parameter<'a>>, Error> {
        let mut read: Vec<Read<'a>> = Vec::new();
        let mut passed: Vec<Finding> = Vec::new();
        let mut count = 0;
        while self.at < self.end {
            self.at += 1;
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_space).len();
            let start = self.at;
            let name = self.until(&[';', '=']);
            count += usize::from(!name.is_empty());
            check_count(count, Span::new(start, self.at), limits, Standard::Whatwg)?;
            let value = self.value();
            let span = Span::new(start, self.at);
            match value.filter(|value| is_token(name, HTTP_TOKEN) && value.chars().all(is_quotable)) {
                Some(value) => read.push(Read { parameter: Parameter { name: lower(name), value }, span }),
                None if sink.is_open() => {
                    passed.push(Finding::new(rules::MEDIA_TYPE_PARAMETER, Standard::Whatwg, span, "", None));
                }
                None => {}
            }
        }
        let parameters = distinct(read, Standard::Whatwg, &mut passed);
        passed.sort_by_key(|finding| finding.span);
        passed.into_iter().for_each(|finding| sink.report(finding));
        Ok(parameters)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Consumes and returns the text before the first delimiter, or the rest of the text.
    fn until(&mut self, delimiters: &[char]) -> &'a str {
        let rest = self.rest();
        let found = &rest[..rest.find(delimiters).unwrap_or(rest.len())];
        self.at += found.len();
        found
    }

    /// Returns the value after `=`, if there is one. Leaves the reader at the next `;` or at the end.
    fn value(&mut self) -> Option<Cow<'a, str>> {
        if !self.rest().starts_with('=') {
            return None;
        }
        self.at += 1;
        if self.rest().starts_with('"') {
            self.at += 1;
            let value = self.quoted();
            self.until(&[';']);
            return Some(value);
        }
        let value = self.until(&[';']).trim_end_matches(is_space);
        (!value.is_empty()).then_some(Cow::Borrowed(value))
    }

    /// *Collect an HTTP quoted string*, from the byte after its opening quote.
    fn quoted(&mut self) -> Cow<'a, str> {
        let mut value = Cow::Borrowed(self.until(&['"', '\\']));
        loop {
            let mut rest = self.rest().chars();
            match (rest.next(), rest.next()) {
                (Some('\\'), next) => {
                    let next = next.unwrap_or('\\');
                    value.to_mut().push(next);
                    self.at = (self.at + 1 + next.len_utf8()).min(self.end);
                }
                (Some(_), _) => {
                    self.at += 1;
                    return value;
                }
                (None, _) => return value,
            }
            let more = self.until(&['"', '\\']);
            String::push_str(value.to_mut(), more);
        }
    }
}
