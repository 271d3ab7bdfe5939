//! Reads URLs between `<` and `>`, or between quotes.
//!
//! Decides whether the delimited text is a URL, and which white space to ignore (Appendix E: "The whitespace should be
//! ignored when extracting the URL"). A line break is always ignored, a blank only between parts of a URL, because
//! `"http://pub.example/ is closed"` is a quotation. Brackets allow more than quotes: the Appendix recommends them for
//! this purpose.

use super::bare::first_in;
use super::before::{behind_mark, comment_mark, line_before};
use super::pieces::{Gap, Pieces};
use super::schemes::begins_url;
use napkin::Span;

/// The URL covers more bytes than the limit.
pub(super) struct TooLong;

/// Returns the URL that begins at `start` after the delimiter at `open`, if the delimiter is closed, everything inside
/// is a URL, and it covers at most `most` bytes.
pub(super) fn read(bytes: &[u8], open: usize, start: usize, most: usize) -> Result<Option<Pieces>, TooLong> {
    let mut reader = Reader { bytes, open, close: closing(bytes[open]), doubtful: 0 };
    let first = reader.word(start);
    let mut pieces = Pieces::one(first);
    let mut at = first.end;
    while bytes.get(at) != Some(&reader.close) {
        let Some((next, gap)) = (at < bytes.len()).then(|| reader.gap(at)).flatten() else { return Ok(None) };
        if bytes.get(next) == Some(&reader.close) {
            break;
        }
        let word = reader.word(next);
        if word.is_empty() || !reader.belongs(pieces.last(), gap, word) {
            return Ok(None);
        }
        if word.end - start > most {
            return Err(TooLong);
        }
        pieces.add(word, gap);
        at = word.end;
    }
    Ok((!first.is_empty()).then_some(pieces))
}

/// Returns the closing delimiter for an opening one.
pub(super) const fn closing(open: u8) -> u8 {
    if open == b'<' { b'>' } else { b'"' }
}

/// Not 0 for white space, control characters and delimiters.
static ENDS_WORD: [u8; 256] = {
    let mut ends = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        ends[byte as usize] = matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | 0x7f) as u8;
        byte += 1;
    }
    ends
};

/// Returns the end of the run without white space, control characters and delimiters.
pub(super) fn word_end(bytes: &[u8], start: usize) -> usize {
    first_in(bytes, start, &ENDS_WORD)
}

struct Reader<'r> {
    bytes: &'r [u8],
    open: usize,
    close: u8,
    /// The number of words after a blank that do not look like part of a URL.
    doubtful: usize,
}

impl Reader<'_> {
    /// Returns the run without white space, control characters and delimiters.
    fn word(&self, start: usize) -> Span {
        Span::new(start, word_end(self.bytes, start))
    }

    /// Returns the position after the white space at `at`, with at most one line break; `None` if there is no white
    /// space.
    fn gap(&self, at: usize) -> Option<(usize, Gap)> {
        let blanks = |at: usize| at + self.bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let end = blanks(at);
        let line = match self.bytes[end..] {
            [b'\r', b'\n', ..] => end + 2,
            [b'\n' | b'\r', ..] => end + 1,
            _ => return (end > at).then_some((end, Gap::Blank)),
        };
        let mark = comment_mark(line_before(self.bytes, self.open), true);
        let next = behind_mark(self.bytes, self.behind_quote_marks(blanks(line)), mark);
        if matches!(self.bytes.get(next), Some(b'\n' | b'\r')) {
            return None;
        }
        let gap = if self.bytes[at - 1] == b'-' { Gap::Hyphen } else { Gap::Line };
        Some((next, gap))
    }

    /// Skips a `>` at the start of a line: a mark of quoted mail if the line of the opening delimiter has one too.
    fn behind_quote_marks(&self, mut at: usize) -> usize {
        if self.bytes.get(at) != Some(&b'>') {
            return at;
        }
        for _ in 0..self.quote_depth() {
            if self.bytes.get(at) != Some(&b'>') {
                break;
            }
            at += 1;
            at += self.bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        }
        at
    }

    fn quote_depth(&self) -> usize {
        let line = line_before(self.bytes, self.open);
        let marks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>'));
        marks.filter(|byte| **byte == b'>').count()
    }

    /// Returns whether a word continues the URL.
    fn belongs(&mut self, before: Span, gap: Gap, word: Span) -> bool {
        let in_brackets = self.close == b'>';
        let text = &self.bytes[word.range()];
        if begins_url(text) {
            // A URL inside a URL, as in archives: `.../web/2020/` and `https://...` in the next line.
            let opens_path = matches!(self.bytes[before.end - 1], b'/' | b'=');
            return in_brackets && gap != Gap::Blank && opens_path;
        }
        self.doubtful += usize::from(gap == Gap::Blank && !looks_like_url(text));
        self.doubtful <= usize::from(in_brackets)
    }
}

/// Returns whether a word contains characters that are unusual in prose.
fn looks_like_url(word: &[u8]) -> bool {
    let has_mark = word.iter().any(|byte| b"/#?=&%_~".contains(byte));
    let is_prose_mark = word.ends_with(b"?") && word.iter().filter(|byte| b"/#?=&%_~".contains(byte)).count() == 1;
    let has_inner_dot = word.windows(2).any(|pair| pair[0] == b'.' && pair[1].is_ascii_alphanumeric());
    (has_mark && !is_prose_mark) || has_inner_dot
}
