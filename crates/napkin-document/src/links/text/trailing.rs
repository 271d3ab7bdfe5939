//! Removes characters of the text from the end of a URL: punctuation, and marks that close an emphasis.

use super::before::line_before;

/// Returns the end without the punctuation of the sentence: `.,;:!?'"` and opening brackets.
pub(super) fn without_punctuation(bytes: &[u8], from: usize, end: usize) -> usize {
    // A pattern is faster than a search in a list; this runs for every URL.
    let is_mark =
        |byte: &u8| matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'"' | b'(' | b'[' | b'{');
    from + bytes[from..end].iter().rposition(|byte| !is_mark(byte)).map_or(0, |last| last + 1)
}

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
