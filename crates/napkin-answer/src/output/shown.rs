//! Text as a terminal shows it, and how many columns it takes.

use napkin::stand_in;
use unicode_width::UnicodeWidthChar;

/// A text as a terminal can show it: each control or invisible character has a visible stand-in.
pub fn shown(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { napkin::shown(text).to_string() }
}

/// Whether a text is shown as it is without a look at its characters.
pub(super) fn is_plain(text: &str) -> bool {
    // Without a branch for each byte, so that they are looked at many at a time.
    text.bytes().fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'))
}

/// How many columns [`shown`] takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(|character| width(stand_in(character))).sum()
}

pub(super) fn width(character: char) -> usize {
    character.width().unwrap_or(1)
}
