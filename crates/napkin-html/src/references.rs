//! Decodes attribute values and reports the byte ranges of the decoded parts. Start with `decode_attribute_value` or
//! `replacements`.
//!
//! Values are decoded as the tokenizer does: character references as in an attribute (13.2.5.72 to 80), U+FFFD for NUL
//! (13.2.5.36 to 38), a line feed for a carriage return (13.2.3.5). `htmlize` expands names, but it does not report the
//! length of a reference.

use std::borrow::Cow;

use memchr::memchr3;

use crate::span::Span;

/// A part of a value that is replaced by other text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// The bytes of the value.
    pub span: Span,
    /// The replacement.
    pub text: Cow<'static, str>,
}

/// Iterates over the [`replacements`] of a value.
#[derive(Clone, Debug)]
pub struct Replacements<'v> {
    value: &'v [u8],
    at: usize,
}

/// Returns the parts of an attribute value that are replaced by other text, in order: character references, carriage
/// returns and NULs.
///
/// ```
/// let value = b"a&amp;b&c";
/// let found: Vec<_> = napkin_html::replacements(value).map(|found| (found.span.range(), found.text)).collect();
/// assert_eq!(found, [(1..6, "&".into())]);
/// ```
#[must_use]
pub const fn replacements(value: &[u8]) -> Replacements<'_> {
    Replacements { value, at: 0 }
}

impl Iterator for Replacements<'_> {
    type Item = Replacement;

    #[inline]
    fn next(&mut self) -> Option<Replacement> {
        let value = self.value;
        while let Some(found) = memchr3(b'&', b'\r', 0, &value[self.at..]) {
            let mark = self.at + found;
            let (end, text) = match value[mark] {
                b'&' => {
                    let end = mark + reference_length(&value[mark..]);
                    (end, expansion(&value[mark..end], value.get(end)).map(Cow::Owned))
                }
                b'\r' => (mark + 1 + usize::from(value.get(mark + 1) == Some(&b'\n')), Some(Cow::Borrowed("\n"))),
                _ => (mark + 1, Some(Cow::Borrowed("\u{fffd}"))),
            };
            self.at = end.max(mark + 1);
            if let Some(text) = text {
                return Some(Replacement { span: Span::new(mark, end), text });
            }
        }
        None
    }
}

/// Decodes an attribute value. Ill-formed UTF-8 becomes U+FFFD.
///
/// ```
/// assert_eq!(napkin_html::decode_attribute_value(b"beer?size=pint&amp;n=2&copy=3"), "beer?size=pint&n=2&copy=3");
/// ```
#[must_use]
pub fn decode_attribute_value(value: &[u8]) -> Cow<'_, str> {
    if memchr3(b'&', b'\r', 0, value).is_none() {
        return String::from_utf8_lossy(value);
    }
    let (mut text, mut done) = (String::with_capacity(value.len()), 0);
    for found in replacements(value) {
        text.push_str(&String::from_utf8_lossy(&value[done..found.span.start]));
        text.push_str(&found.text);
        done = found.span.end;
    }
    text.push_str(&String::from_utf8_lossy(&value[done..]));
    Cow::Owned(text)
}

/// Returns whether a text that begins with `&` begins with a character reference, by the rules for attribute values.
///
/// ```
/// assert!(napkin_html::is_reference(b"&copy") && !napkin_html::is_reference(b"&copy=1"));
/// ```
#[must_use]
pub fn is_reference(text: &[u8]) -> bool {
    let end = reference_length(text);
    expansion(&text[..end], text.get(end)).is_some()
}

/// Returns the length of the longest possible reference: `&`, then a name or a number, then an optional `;`.
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

/// Returns the expansion of a reference. In an attribute, a name without `;` before `=` or a letter is plain text. So
/// either the whole run of letters is a name, or the text is not a reference.
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
            assert_eq!(decode_attribute_value(value.as_bytes()), text, "{value}");
        }
    }
}
