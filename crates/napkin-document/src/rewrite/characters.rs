//! Replaces characters of a text by escapes. Start at `replace`.

use std::borrow::Cow;
use std::fmt::Write;

/// How the document writes text that can be written in several ways.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Ampersands are unescaped where that is unambiguous.
    pub(super) bare_ampersands: bool,
    /// Only ASCII, because the encoding is not known to be UTF-8.
    pub(super) ascii: bool,
    /// No characters that XML forbids.
    pub(super) xml: bool,
    /// No line breaks, because the document is embedded in significant lines (Markdown).
    pub(super) lines: bool,
    /// A character reference without semicolon may precede the text.
    pub(super) joins: bool,
}

/// Returns whether a document is recognizably UTF-8, so that characters outside ASCII can be written in UTF-8. An
/// all-ASCII document may be declared in any encoding.
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// Percent-encodes the characters for which `is_bad` is true, given their offset.
pub(super) fn encode(text: &str, is_bad: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        let bad = is_bad(at, c);
        if bad {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        }
        bad
    })
}

/// Replaces characters: `with` writes the replacement and returns true, or returns false to keep the character.
pub(super) fn replace(text: &str, with: impl Fn(usize, char, &mut String) -> bool) -> Cow<'_, str> {
    let (mut out, mut piece) = (String::new(), String::new());
    let mut done = 0;
    for (at, c) in text.char_indices() {
        if with(at, c, &mut piece) {
            out.push_str(&text[done..at]);
            out.push_str(&piece);
            piece.clear();
            done = at + c.len_utf8();
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Writes the replacement of a character, for [`replace`].
pub(super) fn push(out: &mut String, text: &str) -> bool {
    out.push_str(text);
    true
}

/// Writes the character reference of a character, for [`replace`].
pub(super) fn number(c: char, out: &mut String) -> bool {
    let _ = write!(out, "&#{};", u32::from(c));
    true
}
