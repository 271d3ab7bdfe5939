//! Reads the text around a URL to find its end: whether marks after the URL close an emphasis, and whether a hyphen at
//! the end of its line was inserted by the typesetter, who then hyphenates other words of the paragraph too.

use super::before::line_before;
use memchr::memmem;

/// Returns the end without emphasis marks (`*`, `_`, `~`) that close an emphasis opened in the line before the URL.
pub(super) fn without_emphasis(bytes: &[u8], start: usize, from: usize, end: usize) -> usize {
    let Some(&mark) = bytes[from..end].last().filter(|mark| matches!(mark, b'*' | b'_' | b'~')) else { return end };
    if !is_open(line_before(bytes, start), mark) {
        return end;
    }
    from + bytes[from..end].iter().rposition(|&byte| byte != mark).map_or(0, |last| last + 1)
}

/// Returns whether an emphasis mark precedes a word and no later one closes it.
fn is_open(line: &[u8], mark: u8) -> bool {
    let mut is_open = false;
    for (at, _) in line.iter().enumerate().filter(|(_, byte)| **byte == mark) {
        let before = at.checked_sub(1).map_or(b' ', |before| line[before]);
        let behind = line.get(at + 1).copied().unwrap_or(b'a');
        if before == mark {
            continue;
        }
        if is_open && !before.is_ascii_whitespace() {
            is_open = false;
        } else if !before.is_ascii_alphanumeric() && !behind.is_ascii_whitespace() {
            is_open = true;
        }
    }
    is_open
}

/// The number of bytes of a paragraph that are read on either side of a URL.
const PARAGRAPH: usize = super::BEHIND / 2;

/// Returns whether another line of the paragraph ends inside a word: `oc-`, and `cur` begins the next. A program then
/// hyphenated the lines, and probably also inserted the hyphens in the URL.
pub(super) fn is_hyphenated(bytes: &[u8], start: usize, end: usize) -> bool {
    let before = &bytes[start.saturating_sub(PARAGRAPH)..start];
    let before = &before[memmem::rfind(before, b"\n\n").unwrap_or(0)..];
    let behind = &bytes[end..bytes.len().min(end + PARAGRAPH)];
    let behind = &behind[..memmem::find(behind, b"\n\n").unwrap_or(behind.len())];
    has_broken_word(before) || has_broken_word(behind)
}

fn has_broken_word(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', text).any(|end| {
        let line = &text[..end];
        let Some(line) = line.strip_suffix(b"\r").unwrap_or(line).strip_suffix(b"-") else { return false };
        let word = line.iter().rev().take_while(|byte| !byte.is_ascii_whitespace());
        let length = word.clone().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let next = text[end + 1..].trim_ascii_start();
        length > 1 && word.count() == length && next.first().is_some_and(u8::is_ascii_lowercase)
    })
}
