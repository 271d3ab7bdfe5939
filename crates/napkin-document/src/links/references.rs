//! Character references of HTML attribute values, with the way back.
//!
//! Decides: how far a character reference reaches (HTML standard 13.2.5.72 to 13.2.5.80, as in an attribute). What it
//! stands for is the table of `htmlize`, which decodes but does not say where. Also what the tokenizer reads instead of
//! other bytes: U+FFFD for NUL (13.2.5.36 to 38), a line feed for a carriage return (13.2.3.5).

use memchr::memchr3;
use napkin::Span;
use napkin::map::{Builder, Level};
use std::borrow::Cow;

/// The text of an attribute value that stands at `start` of the source.
pub(crate) fn decode(value: &[u8], start: usize) -> (Cow<'_, str>, Level) {
    if memchr3(b'&', b'\r', 0, value).is_none()
        && let Ok(text) = std::str::from_utf8(value)
    {
        return (Cow::Borrowed(text), Level::verbatim(start));
    }
    let mut built = Builder::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr3(b'&', b'\r', 0, &value[at..]) {
        let mark = at + found;
        let (end, text) = match value[mark] {
            b'&' => {
                let end = mark + reference_length(&value[mark..]);
                (end, expansion(&value[mark..end], value.get(end)).map(Cow::Owned))
            }
            b'\r' => (mark + 1 + usize::from(value.get(mark + 1) == Some(&b'\n')), Some(Cow::Borrowed("\n"))),
            _ => (mark + 1, Some(Cow::Borrowed("\u{fffd}"))),
        };
        at = end.max(mark + 1);
        if let Some(text) = text {
            built.bytes(&value[done..mark], start + done);
            built.unit(&text, Span::new(start + mark, start + end));
            done = end;
        }
    }
    built.bytes(&value[done..], start + done);
    (Cow::Owned(built.text), Level::new(start, built.units))
}

/// Whether a character reference begins here, where an ampersand is.
pub(crate) fn begins(text: &[u8]) -> bool {
    let end = reference_length(text);
    expansion(&text[..end], text.get(end)).is_some()
}

/// The longest that could be a reference: `&`, then a name or a number, then perhaps `;`.
fn reference_length(text: &[u8]) -> usize {
    let run =
        |from: usize, belongs: fn(&u8) -> bool| from + text[from..].iter().take_while(|byte| belongs(byte)).count();
    let end = match text {
        [_, b'#', b'x' | b'X', ..] => run(3, u8::is_ascii_hexdigit),
        [_, b'#', ..] => run(2, u8::is_ascii_digit),
        _ => run(1, u8::is_ascii_alphanumeric),
    };
    end + usize::from(text.get(end) == Some(&b';'))
}

/// What it stands for. In an attribute, a name without `;` before `=` or a letter is plain text, so that the whole run
/// of letters is the name or there is none.
fn expansion(reference: &[u8], next: Option<&u8>) -> Option<String> {
    let is_name = reference.get(1) != Some(&b'#');
    if is_name && reference.last() != Some(&b';') && next == Some(&b'=') {
        return None;
    }
    let text = std::str::from_utf8(reference).ok()?;
    match htmlize::unescape_attribute(text) {
        Cow::Owned(decoded) if decoded != text => Some(decoded),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_decode_as_in_attributes() {
        for (value, text) in [
            ("a?x&amp;y", "a?x&y"),
            ("a?x&y", "a?x&y"),
            ("?a&copy=1", "?a&copy=1"),
            ("?a&copy;=1", "?a\u{a9}=1"),
            ("?a&copy", "?a\u{a9}"),
            ("&notit;", "&notit;"),
            ("&#x41;&#66&#67;", "ABC"),
            ("&#;&#x;&;&", "&#;&#x;&;&"),
            ("&#1114112;", "\u{fffd}"),
            ("&amp;amp;", "&amp;"),
            ("&&amp;", "&&"),
            ("&bogus;", "&bogus;"),
            ("a\r\nb\rc\nd\0", "a\nb\nc\nd\u{fffd}"),
            ("&amp\r\n&\r", "&\n&\n"),
        ] {
            assert_eq!(decode(value.as_bytes(), 0).0, text, "{value}");
        }
    }

    #[test]
    fn places_survive_ill_formed_text() {
        let (text, level) = decode(b"a\xffb&amp;c", 100);
        assert_eq!(text, "a\u{fffd}b&c");
        assert_eq!(level.source(Span::new(1, 4)), Span::new(101, 102));
        assert_eq!(level.source(Span::new(5, 6)), Span::new(103, 108));
        assert_eq!(level.source(Span::new(6, 7)), Span::new(108, 109));
    }
}
