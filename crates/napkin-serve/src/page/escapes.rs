//! Reads escapes in typed text, for characters that keyboards lack.
//!
//! The escapes are those of Rust's strings: `\n`, `\r`, `\t`, `\\`, `\xNN` for ASCII and `\u{..}`. Any other backslash is an
//! error, because browsers treat `\` as a slash and the meaning would be ambiguous.

use maud::{Markup, html};
use napkin::Span;

use super::form::Form;
use crate::markup::{quote, section, sentence};
use napkin_answer::output::shown;

/// An invalid escape.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    span: Span,
    expected: &'static str,
}

/// Decodes the escapes of a text.
///
/// # Errors
/// Returns the first invalid escape.
pub(super) fn read(text: &str) -> Result<String, Wrong> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(before) = text[at..].find('\\') {
        out.push_str(&text[at..at + before]);
        at += before;
        let (character, length) = escape(&text[at..]).map_err(|expected| {
            let next = text[at + 1..].chars().next().map_or(0, char::len_utf8);
            Wrong { span: Span::new(at, at + 1 + next), expected }
        })?;
        out.push(character);
        at += length;
    }
    out.push_str(&text[at..]);
    Ok(out)
}

/// Returns the character of the leading escape, and the escape's length in bytes; or what was expected.
fn escape(text: &str) -> Result<(char, usize), &'static str> {
    let hexadecimal = |digits: &str| {
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(digits).filter(|_| is_hexadecimal).and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    match text.as_bytes().get(1) {
        Some(b'n') => Ok(('\n', 2)),
        Some(b'r') => Ok(('\r', 2)),
        Some(b't') => Ok(('\t', 2)),
        Some(b'\\') => Ok(('\\', 2)),
        Some(b'x') => {
            let code = text.get(2..4).and_then(hexadecimal).filter(|&code| code < 0x80);
            let character = code.and_then(char::from_u32);
            character.map(|character| (character, 4)).ok_or("two hexadecimal digits behind `\\x`, at most 7F")
        }
        Some(b'u') => {
            let digits = text[2..].strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(digits, _)| digits);
            let digits = digits.filter(|digits| (1..=6).contains(&digits.len()));
            let character = digits.and_then(hexadecimal).and_then(char::from_u32);
            let length = 4 + digits.map_or(0, str::len);
            let expected = "the hexadecimal number of a character behind `\\u`, as in `\\u{200b}`";
            character.map(|character| (character, length)).ok_or(expected)
        }
        _ => Err("one of `\\\\`, `\\n`, `\\r`, `\\t`, `\\xNN` and `\\u{..}`"),
    }
}

/// Escapes backslashes and all characters that are not shown as they are: the inverse of [`read`].
pub(super) fn written(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut buffer = [0; 4];
    for character in text.chars() {
        let one: &str = character.encode_utf8(&mut buffer);
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if shown(one) == *one => out.push(character),
            _ => out.push_str(&format!("\\u{{{:x}}}", u32::from(character))),
        }
    }
    out
}

/// Shows which escape of a field is invalid, and its place.
pub(super) fn show(form: &Form, field: &str, typed: &str, wrong: &Wrong) -> Markup {
    let place = typed[..wrong.span.start].chars().count() + 1;
    // A password ends before an `@`; its beginning is unknown while the text cannot be decoded.
    let mut numbers = typed.split("\\u{").skip(1);
    let is_at = |rest: &str| rest.trim_start_matches('0').starts_with("40}");
    let has_at = typed.contains('@') || typed.contains("\\x40") || numbers.any(is_at);
    let content = html! {
        p class="problem" { "Character " (place) " of the " (field) ": expected " (sentence(wrong.expected)) }
        @if form.open || !has_at { (quote(typed, wrong.span)) }
        p class="aside" { "A backslash itself is written " code { "\\\\" } "." }
    };
    section("escape", "An escape that is none", content)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The escapes of the Rust reference, section "Character escapes".
    const CASES: [(&str, &str); 12] = [
        ("", ""),
        ("http://h/", "http://h/"),
        (r"a\tb\nc\rd", "a\tb\nc\rd"),
        (r"http:\\\\h\\x", r"http:\\h\x"),
        (r"\x41\x7f\x00", "A\u{7f}\0"),
        (r"\u{200b}", "\u{200b}"),
        (r"\u{9}\u{00e9}\u{10FFFF}", "\t\u{e9}\u{10ffff}"),
        (r"\u{202e}moc", "\u{202e}moc"),
        (r"\\u{200b}", r"\u{200b}"),
        (r"ä\u{e4}ä", "äää"),
        (r"\u{1f600}}", "\u{1f600}}"),
        (r"%5C\u{25}41", "%5C%41"),
    ];

    #[test]
    fn escapes_of_the_page_stand_for_characters() {
        for (typed, meant) in CASES {
            assert_eq!(read(typed).as_deref(), Ok(meant), "{typed}");
            assert_eq!(read(&written(meant)).as_deref(), Ok(meant), "{meant:?}");
            assert!(written(meant).chars().all(|character| !character.is_control()), "{meant:?}");
        }
        assert_eq!(written("a\u{200b}\\\t"), r"a\u{200b}\\\t");
    }

    #[test]
    fn others_are_errors_with_their_place() {
        let cases = [
            (r"\", 0, 1),
            (r"ab\q", 2, 4),
            (r"ä\ä", 2, 5),
            (r"\x4", 0, 2),
            (r"\x80", 0, 2),
            (r"\x+1", 0, 2),
            (r"\xé1", 0, 2),
            (r"\u", 0, 2),
            (r"\u200b", 0, 2),
            (r"\u{}", 0, 2),
            (r"\u{+41}", 0, 2),
            (r"\u{d800}", 0, 2),
            (r"\u{110000}", 0, 2),
            (r"\u{0000041}", 0, 2),
            (r"\u{41", 0, 2),
            (r"\t\\\N", 4, 6),
        ];
        for (typed, start, end) in cases {
            assert_eq!(read(typed).map_err(|wrong| wrong.span), Err(Span::new(start, end)), "{typed}");
        }
    }
}
