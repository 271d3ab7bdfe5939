//! Places in JSON: strings, but for the names of members.
//!
//! Decides: where a string begins and ends, and what its escapes stand for (RFC 8259 section 7). It does not decide whether the
//! document is JSON; what is none is read on.

use super::text::{has_type, prose};
use super::{Collector, Content, text_of};
use crate::map::{Builder, Level};
use crate::usage::Use;
use napkin::Span;
use napkin::data::is_data_url;
use std::borrow::Cow;

pub(super) fn read(collector: &mut Collector<'_>, content: &Content<'_>) {
    let (text, outer) = text_of(content.bytes);
    let mut at = 0;
    while let Some(quote) = memchr::memchr(b'"', &text.as_bytes()[at..]) {
        let start = at + quote + 1;
        let end = string_end(text.as_bytes(), start);
        at = (end + 1).min(text.len());
        if text.as_bytes()[at..].trim_ascii_start().first() != Some(&b':') {
            let (value, level) = unescaped(&text[start..end], start);
            let origin = |span| (content.origin)(outer.source(level.source(span)));
            string(collector, &value, &origin);
        }
    }
}

/// A string is a URL, or prose that may contain some.
fn string(collector: &mut Collector<'_>, value: &str, origin: &dyn Fn(Span) -> Span) {
    if !is_data_url(value) {
        prose(collector, value.as_bytes(), origin, "json string");
    } else if has_type(value) {
        collector.url(value, origin, &|| "json string".to_owned(), Use::Other);
    }
}

fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &text[at..]) {
        if text[at + found] == b'"' {
            return at + found;
        }
        // Where the character behind the backslash is longer than a byte, its other bytes are passed over as they are.
        at = (at + found + 2).min(text.len());
    }
    text.len()
}

fn unescaped(raw: &str, start: usize) -> (Cow<'_, str>, Level) {
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return (Cow::Borrowed(raw), Level::verbatim(start));
    }
    let mut built = Builder::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', &raw.as_bytes()[at..]) {
        let escape = at + found;
        let (text, length) = escaped(&raw[escape..]);
        built.bytes(&raw.as_bytes()[done..escape], start + done);
        built.unit(text.encode_utf8(&mut [0; 4]), Span::new(start + escape, start + escape + length));
        done = escape + length;
        at = done;
    }
    built.bytes(&raw.as_bytes()[done..], start + done);
    (Cow::Owned(built.text), Level::new(start, built.units))
}

/// What the escape at the start stands for, and its length. What is none is the character itself.
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

/// Four hexadecimal digits.
fn unit(text: &str) -> Option<u32> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(unescaped(raw, 0).0, expected, "{raw}");
        }
        let (text, level) = unescaped("x\\u0064y", 10);
        assert_eq!((&*text, level.source(Span::new(1, 2))), ("xdy", Span::new(11, 17)));
    }
}
