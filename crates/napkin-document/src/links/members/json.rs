//! The strings of JSON (RFC 8259). Start with `walk`.

use super::value::{Stack, Value, between};
use napkin::Span;
use napkin::map::Builder;
use std::ops::ControlFlow;

/// Passes every string that is not a member name to `found`, and the text between strings with a word before a colon.
pub(super) fn walk(text: &str, found: &mut dyn FnMut(&Value<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let bytes = text.as_bytes();
    let mut stack = Stack::default();
    let (mut at, mut behind, mut is_prose) = (0, 0, false);
    loop {
        let byte = bytes.get(at).copied();
        if is_prose && matches!(byte, None | Some(b'"')) {
            found(&between(Span::new(behind, at)))?;
        }
        let Some(byte) = byte else { return ControlFlow::Continue(()) };
        match byte {
            // Outside strings, JSON has a colon only after a quote or white space.
            b':' => is_prose |= at > behind && bytes[at - 1].is_ascii_alphanumeric(),
            b'{' | b'[' => stack.begin(byte == b'{'),
            b'}' | b']' => stack.end(),
            b',' => stack.end_member(),
            b'"' => {
                let span = Span::new(at + 1, string_end(bytes, at + 1));
                at = (span.end + 1).min(bytes.len());
                (behind, is_prose) = (at, false);
                let is_name = bytes[at..].trim_ascii_start().first() == Some(&b':');
                if stack.is_in_object() && is_name {
                    stack.name(&unescaped(text, span).text);
                } else {
                    found(&stack.value(span, None))?;
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns the end of the string that begins at `start`, after its quote.
pub(crate) fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(found) = text.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        if text[at + found] == b'"' {
            return at + found;
        }
        // If the escaped character has several bytes, the remaining ones are skipped as ordinary bytes.
        at = (at + found + 2).min(text.len());
    }
    text.len()
}

/// Decodes a string; the span is between the quotes.
pub(crate) fn unescaped(text: &str, span: Span) -> Builder {
    let raw = span.of(text);
    let mut built = Builder::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', &raw.as_bytes()[at..]) {
        let escape = at + found;
        let (character, length) = escaped(&raw[escape..]);
        built.text.push_str(&raw[done..escape]);
        let source = Span::new(escape, escape + length).shift(span.start);
        built.unit(character.encode_utf8(&mut [0; 4]), source);
        done = escape + length;
        at = done;
    }
    built.text.push_str(&raw[done..]);
    built
}

/// Decodes the escape at the start. Returns the character and the length; an invalid escape becomes its second
/// character.
fn escaped(text: &str) -> (char, usize) {
    let Some(letter) = text[1..].chars().next() else { return (char::REPLACEMENT_CHARACTER, 1) };
    let plain = match letter {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => match unit(&text[2..]) {
            Some(high @ 0xd800..0xdc00) => {
                let low = text[6..].strip_prefix("\\u").and_then(unit).filter(|low| (0xdc00..0xe000).contains(low));
                let pair = low.and_then(|low| char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
                return pair.map_or((char::REPLACEMENT_CHARACTER, 6), |character| (character, 12));
            }
            Some(unit) => return (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            None => 'u',
        },
        other => other,
    };
    (plain, 1 + letter.len_utf8())
}

/// Parses four hexadecimal digits.
fn unit(text: &str) -> Option<u32> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin::map::Level;

    #[test]
    fn escapes() {
        for (raw, expected) in [
            ("a", "a"),
            ("\\u0064\\/\\\\", "d/\\"),
            ("\\ud83c\\udf7a", "\u{1f37a}"),
            ("\\ud83c", "\u{fffd}"),
            ("\\ud83c\\u0041", "\u{fffd}A"),
            ("\\udf7a", "\u{fffd}"),
            ("\\u12", "u12"),
            ("\\u\u{e9}x12", "u\u{e9}x12"),
            ("\\\u{e9}", "\u{e9}"),
            ("\\t\\q", "\tq"),
            ("\\", "\u{fffd}"),
        ] {
            assert_eq!(unescaped(raw, Span::new(0, raw.len())).text, expected, "{raw}");
        }
        let built = unescaped("0123456789x\\u0064y", Span::new(10, 18));
        let level = Level::new(10, built.units);
        assert_eq!((&*built.text, level.source(Span::new(1, 2))), ("xdy", Span::new(11, 17)));
    }
}
