//! Converts text for display on a terminal, and measures its columns.

use napkin::shown_char;
use unicode_width::UnicodeWidthChar;

/// Returns a text with a visible stand-in for each control or invisible character.
pub fn shown(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { napkin::shown(text).to_string() }
}

/// Returns whether a text is printable ASCII and needs no stand-ins.
pub(super) fn is_plain(text: &str) -> bool {
    // A fold without branches lets the compiler vectorize.
    text.bytes().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'))
}

/// Returns the number of columns that [`shown`] takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(|character| width(shown_char(character))).sum()
}

pub(super) fn width(character: char) -> usize {
    character.width().unwrap_or(1)
}
