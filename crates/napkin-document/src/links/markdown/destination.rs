//! Finds and decodes the destination of a link in Markdown.
//!
//! Finds the span in the construct (CommonMark 0.31, "link destination") and decodes backslash escapes and character
//! references. The result is compared with the parser's destination. If they differ, for instance because container
//! markers intervene, the search continues after the markers; if that fails, the first candidate is used.

use napkin::Span;
use napkin::map::{Builder, Unit};

/// Returns the destination of `[...](destination "title")`, whose text ends at `inside`.
pub(super) fn of_link(text: &str, inside: usize, end: usize, expected: &str) -> Span {
    let from = bracket(text, inside, end).filter(|&at| text.as_bytes().get(at) == Some(&b'('));
    let start = from.map_or(inside, |at| at + 1);
    find(text, start, end, expected)
}

/// Returns the destination of `[label]: destination "title"`.
pub(super) fn of_definition(text: &str, start: usize, end: usize, expected: &str) -> Span {
    let from = bracket(text, start + 1, end).filter(|&at| text.as_bytes().get(at) == Some(&b':'));
    find(text, from.map_or(start, |at| at + 1), end, expected)
}

/// Returns the position after the next unescaped `]`.
fn bracket(text: &str, start: usize, end: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..end.min(text.len())];
    let mut at = start;
    loop {
        let found = memchr::memchr2(b'\\', b']', bytes.get(at..)?)?;
        at += found;
        if bytes[at] == b']' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Returns the destination from `start`, after white space and block quote markers.
fn find(text: &str, start: usize, end: usize, expected: &str) -> Span {
    let bytes = &text.as_bytes()[..end.min(text.len())];
    let mut at = start.min(bytes.len());
    let mut first = None;
    loop {
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let span = extent(bytes, at);
        if unescaped(text, span).text == expected {
            return span;
        }
        first.get_or_insert(span);
        match bytes.get(at) {
            Some(b'>') => at += 1,
            _ => return first.unwrap_or(span),
        }
    }
}

fn extent(bytes: &[u8], start: usize) -> Span {
    let escaped = |at: usize| bytes[at] == b'\\' && bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation);
    let mut at = start;
    if bytes.get(at) == Some(&b'<') {
        at += 1;
        while at < bytes.len() && !matches!(bytes[at], b'>' | b'\n' | b'\r') {
            at += if escaped(at) { 2 } else { 1 };
        }
        return Span::new(start + 1, at.min(bytes.len()));
    }
    let mut depth = 0_usize;
    while at < bytes.len() {
        match bytes[at] {
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            _ if escaped(at) => at += 1,
            _ => {}
        }
        at += 1;
    }
    Span::new(start, at.min(bytes.len()))
}

/// Returns the parser's text of a destination, with the mapping to its source where it is known, after `prefix`.
pub(super) fn decoded(text: &str, span: Span, expected: &str, prefix: &'static str) -> Builder {
    let mut built = Builder::default();
    if !prefix.is_empty() {
        built.unit(prefix, Span::new(span.start, span.start));
    }
    let verbatim = span.of(text);
    let own = unescaped(text, span);
    if verbatim == expected {
        built.text.push_str(expected);
    } else if own.text == expected {
        let shift = built.text.len();
        built.text.push_str(&own.text);
        for unit in own.units.iter() {
            built.units.push(Unit { text: unit.text.shift(shift), ..unit });
        }
    } else {
        built.unit(expected, span);
    }
    built
}

/// Decodes backslash escapes and character references (sections 2.4 and 2.5).
fn unescaped(text: &str, span: Span) -> Builder {
    let raw = span.of(text);
    let mut built = Builder::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr2(b'\\', b'&', &raw.as_bytes()[at..]) {
        at += found;
        let (stands_for, length) = match raw.as_bytes()[at] {
            b'\\' => match raw.as_bytes().get(at + 1) {
                Some(&next) if next.is_ascii_punctuation() => (char::from(next).to_string(), 2),
                _ => (String::new(), 0),
            },
            _ => reference(&raw[at..]).unwrap_or_default(),
        };
        if length > 0 {
            built.text.push_str(&raw[done..at]);
            built.unit(&stands_for, Span::new(at, at + length).shift(span.start));
            done = at + length;
        }
        at += length.max(1);
    }
    built.text.push_str(&raw[done..]);
    built
}

/// A limit for references: the longest name in HTML has 31 letters.
const REFERENCE: usize = 34;

/// Decodes the character reference at the start. Returns the text and the length.
fn reference(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(REFERENCE).position(|byte| byte == b';')?;
    let whole = &text[..=end];
    let name = &whole[1..end];
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) if digits.len() <= 6 => u32::from_str_radix(digits, 16).ok()?,
            None if number.len() <= 7 => number.parse().ok()?,
            _ => return None,
        };
        let character = char::from_u32(code).filter(|&character| character != '\0');
        return Some((character.unwrap_or(char::REPLACEMENT_CHARACTER).to_string(), whole.len()));
    }
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let decoded = napkin_html::decode_attribute_value(whole.as_bytes());
    (decoded != whole && !decoded.ends_with(';')).then(|| (decoded.into_owned(), whole.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn destinations() {
        for (text, inside, expected, span) in [
            ("[a](b)", 2, "b", (4, 5)),
            ("[a]( <b c> 'd')", 2, "b c", (6, 9)),
            ("[a](b\\)c)", 2, "b)c", (4, 8)),
            ("[a](b(c)d)", 2, "b(c)d", (4, 9)),
            ("[](b)", 1, "b", (3, 4)),
            ("[a]()", 2, "", (4, 4)),
            ("[a](<>)", 2, "", (5, 5)),
            ("[a\\]](b)", 4, "b", (6, 7)),
            ("[a](\n> b)", 2, "b", (7, 8)),
            ("[a](b&amp;c&copy;)", 2, "b&c\u{a9}", (4, 17)),
        ] {
            let found = of_link(text, inside, text.len(), expected);
            assert_eq!(found, Span::new(span.0, span.1), "{text}");
            assert_eq!(decoded(text, found, expected, "").text, expected, "{text}");
        }
    }
}
