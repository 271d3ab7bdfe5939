//! Finds the end of a URL without delimiters. Start with `pieces`.
//!
//! Considers the allowed characters, balanced brackets, punctuation after the URL, and a hyphen at the end of a line:
//! Appendix E says that white space around such a line break is to be ignored, and that the hyphen "may or may not
//! actually be part of the URL".

use super::before::{behind_mark, comment_mark, line_before};
use super::non_ascii::{international, without_pictures};
use super::pieces::{Gap, Pieces};
use super::schemes::{begins_url, run_before};
use super::trailing::{without_emphasis, without_punctuation};
use napkin::Span;

/// Character classes of a bare URL.
const END: u8 = 0;
const PLAIN: u8 = 1;
/// Depends on context: brackets, `&`, `:`, the apostrophe, and bytes outside ASCII.
const THOUGHT: u8 = 2;

/// unreserved / reserved / "%" of RFC 3986 are plain, except brackets; `{` and `}` are not allowed but occur.
static CLASS: [u8; 256] = {
    let mut class = [END; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        class[byte] = PLAIN;
        byte += 1;
    }
    let mut byte = 0x80;
    while byte < 0x100 {
        class[byte] = THOUGHT;
        byte += 1;
    }
    let mut at = 0;
    let ends = b"\"<>\\^`|";
    while at < ends.len() {
        class[ends[at] as usize] = END;
        at += 1;
    }
    let mut at = 0;
    let thought = b"()[]{}&:'";
    while at < thought.len() {
        class[thought[at] as usize] = THOUGHT;
        at += 1;
    }
    class
};

/// Returns the end of the run of plain characters at `at`.
#[inline]
pub(super) fn plain(bytes: &[u8], at: usize) -> usize {
    first_lane(bytes, at, is_other)
}

/// Returns the position of the first byte from `at` for which `is_one` holds, or the end. Tests sixteen bytes at a time
/// without branches, so that the compiler generates a few vector instructions. The place in the last sixteen is searched
/// byte by byte: assembling a mask from the bytes takes the compiler a hundred instructions.
#[inline(always)]
pub(super) fn first_lane(bytes: &[u8], mut at: usize, is_one: impl Fn(u8) -> bool) -> usize {
    let is_any = |block: &[u8]| block.iter().fold(false, |any, &byte| any | is_one(byte));
    while let Some(block) = bytes[at..].first_chunk::<16>() {
        if is_any(block) {
            at += if is_any(&block[..8]) { 0 } else { 8 };
            break;
        }
        at += block.len();
    }
    at + bytes[at..].iter().position(|&byte| is_one(byte)).unwrap_or(bytes.len() - at)
}

/// Returns the end of the run of plain characters, of `&` without markup after it, and of `:` without a URL: most
/// queries contain `&`, and most ports follow `:`.
#[inline]
pub(super) fn plain_or_query(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = plain(bytes, at);
        match bytes.get(at) {
            Some(b'&') if !ends_in_markup(&bytes[at..]) => at += 1,
            Some(b':') if !bytes[at + 1..].starts_with(b"//") => at += 1,
            _ => return at,
        }
    }
}

/// Returns whether a character is not plain, by comparisons instead of the table, so that the compiler can vectorize.
#[inline(always)]
fn is_other(byte: u8) -> bool {
    let is_outside = (byte < 0x21) | ((byte > 0x7a) & (byte != b'~'));
    let is_bracket = (b'['..=b'^').contains(&byte) | (b'&'..=b')').contains(&byte);
    is_outside | is_bracket | (byte == b'"') | (byte == b'`') | (byte == b':') | (byte & 0xfd == b'<')
}

/// Returns whether the character may belong to the URL, depending on the context.
pub(super) fn needs_thought(byte: u8) -> bool {
    CLASS[usize::from(byte)] == THOUGHT
}

/// Returns whether the mark before a URL also closes, or separates the fields of a table.
pub(super) fn closes_itself(before: u8) -> bool {
    matches!(before, b'\'' | b'*' | b'_' | b'~' | b',')
}

/// Returns the pieces of the URL that begins at `start`, whose body (after `:` or `://`) begins at `body`. `is_cut`
/// becomes true if the URL continues over more than `hyphens` line ends.
pub(super) fn pieces(bytes: &[u8], start: usize, body: usize, hyphens: usize, is_cut: &mut bool) -> Option<Pieces> {
    let before = start.checked_sub(1).map(|before| bytes[before]).filter(|&before| closes_itself(before));
    // `'http://pub.example/'`, `beer,http://pub.example/,3`: the URL ends before the second mark.
    let bytes = match before {
        Some(mark @ (b'\'' | b',')) => {
            &bytes[..memchr::memchr(mark, &bytes[body..]).map_or(bytes.len(), |at| body + at)]
        }
        _ => bytes,
    };
    let mut run = Run { bytes, start, body, round: 0, square: 0, curly: 0, opened: None, quoted: false };
    let mut end = cut(bytes, start, body, run.end(body), before);
    let mut pieces = Pieces::one(Span::new(start, end));
    while let Some(next) = continuation(bytes, start, body, end) {
        let reach = run.end(next);
        let word_end = cut(bytes, start, next, reach, before);
        let has_word = bytes[next..word_end].iter().any(u8::is_ascii_alphanumeric);
        if !has_word || begins_url(&bytes[next..word_end]) {
            break;
        }
        if pieces.gaps.len() >= hyphens {
            *is_cut = true;
            break;
        }
        pieces.add(Span::new(next, word_end), Gap::Hyphen);
        end = word_end;
    }
    let floor = if pieces.gaps.is_empty() { body } else { pieces.last().start };
    pieces.end_at(trimmed(bytes, start, floor, end));
    (pieces.last().end > floor).then_some(pieces)
}

/// The distance within which an open bracket in a URL must be closed. Without it, `a://b(a://b(a://b(` would take
/// quadratic time.
const BRACKETS: usize = 512;

/// The current URL's characters, its open brackets, and other state that determines the next characters.
struct Run<'r> {
    bytes: &'r [u8],
    start: usize,
    body: usize,
    round: usize,
    square: usize,
    curly: usize,
    /// The position of the first open bracket.
    opened: Option<usize>,
    quoted: bool,
}

impl Run<'_> {
    /// Returns the end of the characters from `at` that can belong to a URL. A closing bracket without an opening one
    /// ends the URL; an opening bracket that is not closed belongs to the text, as in `http://pub.example/a(see
    /// below)`.
    fn end(&mut self, from: usize) -> usize {
        let mut at = from;
        loop {
            at = plain(self.bytes, at);
            let length = self.bytes.get(at).map_or(0, |&byte| self.length(byte, at));
            let open = self.opened.filter(|&open| open >= from && (length == 0 || at - open > BRACKETS));
            if let Some(open) = open.filter(|_| !self.goes_on(at)) {
                return open;
            }
            if length == 0 {
                return self.before_list(at);
            }
            at += length;
        }
    }

    /// Returns whether the URL may continue in the next line, where a bracket may be closed.
    fn goes_on(&self, at: usize) -> bool {
        continuation(self.bytes, self.start, self.body, at).is_some()
    }

    /// Returns the length of the character at `at` if it belongs to the URL, otherwise 0.
    fn length(&mut self, byte: u8, at: usize) -> usize {
        match byte {
            b'&' => usize::from(!ends_in_markup(&self.bytes[at..])),
            b':' => usize::from(!self.is_list(at)),
            b'\'' => usize::from(!self.closes_quote(at)),
            b'[' if !self.may_have_square(at) => 0,
            0x80.. => international(&self.bytes[at..]),
            _ if needs_thought(byte) => usize::from(self.admits(byte, at)),
            _ => 0,
        }
    }

    /// Returns whether the colon belongs to another URL: `http://pub.example/a,http://pub.example/b`.
    fn is_list(&self, colon: usize) -> bool {
        self.bytes[colon + 1..].starts_with(b"//") && {
            let scheme = run_before(self.bytes, colon, self.body);
            scheme > self.body && scheme < colon && matches!(self.bytes[scheme - 1], b',' | b';')
        }
    }

    /// Returns the end of a URL that is followed by another one.
    fn before_list(&self, at: usize) -> usize {
        let is_list = self.bytes.get(at) == Some(&b':') && self.is_list(at);
        if is_list { run_before(self.bytes, at, self.body) - 1 } else { at }
    }

    /// Returns whether an apostrophe before other marks closes a quotation that began before the URL:
    /// `http://pub.example/a','b'`.
    fn closes_quote(&mut self, at: usize) -> bool {
        let is_first = !std::mem::replace(&mut self.quoted, true);
        is_first && self.bytes.get(at + 1).is_some_and(|next| b",;)]}".contains(next))
    }

    /// Returns whether a square bracket may belong to the URL. RFC 3986 allows them only around IPv6 addresses, but
    /// queries and fragments contain them too. In a path they belong to a footnote, to AsciiDoc or to BBCode.
    fn may_have_square(&self, at: usize) -> bool {
        at == self.body
            || self.square > 0
            || self.bytes[at - 1] == b'@'
            || self.bytes[self.body..at].iter().any(|byte| matches!(byte, b'?' | b'#'))
    }

    fn admits(&mut self, bracket: u8, at: usize) -> bool {
        let count = match bracket {
            b'(' | b')' => &mut self.round,
            b'[' | b']' => &mut self.square,
            _ => &mut self.curly,
        };
        if matches!(bracket, b'(' | b'[' | b'{') {
            *count += 1;
            self.opened.get_or_insert(at);
        } else if *count > 0 {
            *count -= 1;
            self.opened = self.opened.filter(|_| self.round + self.square + self.curly > 0);
        } else {
            return false;
        }
        true
    }
}

/// Returns whether an escaped delimiter begins here, in text that was once HTML.
fn ends_in_markup(text: &[u8]) -> bool {
    const ENDS: [&[u8]; 6] = [b"&gt;", b"&lt;", b"&quot;", b"&#34;", b"&#39;", b"&nbsp;"];
    let may_be =
        text.get(1).is_some_and(|next| matches!(next, b'g' | b'l' | b'q' | b'#' | b'n' | b'G' | b'L' | b'Q' | b'N'));
    may_be && ENDS.iter().any(|end| text.get(..end.len()).is_some_and(|text| text.eq_ignore_ascii_case(end)))
}

/// Returns the end before marks that close the mark before the URL: `*http://pub.example/*`, `/*http://pub.example/*/`.
fn cut(bytes: &[u8], start: usize, from: usize, end: usize, before: Option<u8>) -> usize {
    let Some(mark) = before else { return end };
    let mut end = without_punctuation(bytes, from, end);
    if mark == b'*' && start > 1 && bytes[start - 2] == b'/' && bytes[from..end].ends_with(b"*/") {
        end -= 1;
    }
    from + bytes[from..end].iter().rposition(|&byte| byte != mark).map_or(0, |last| last + 1)
}

/// The number of passes that remove marks after a URL; real texts have at most `.**`.
const TURNS: usize = 4;

/// Returns the end without characters of the text: punctuation, a dash of hyphens, emphasis marks, pictures.
fn trimmed(bytes: &[u8], start: usize, from: usize, mut end: usize) -> usize {
    for _ in 0..TURNS {
        let before = end;
        end = without_punctuation(bytes, from, end);
        end = without_emphasis(bytes, start, from, end);
        let hyphens = bytes[from..end].iter().rev().take_while(|byte| **byte == b'-').count();
        end -= if hyphens > 1 { hyphens } else { 0 };
        end = without_pictures(bytes, from, end);
        if end == before {
            break;
        }
    }
    end
}

/// Returns the position at which the URL continues after a hyphen and a line break at `end`.
fn continuation(bytes: &[u8], start: usize, body: usize, end: usize) -> Option<usize> {
    // Two hyphens are a dash.
    let is_hyphen = end > body + 1 && bytes[end - 1] == b'-' && bytes[end - 2] != b'-';
    let line = line_break(bytes, end).filter(|_| is_hyphen)?;
    let quoted = line + quote_prefix(&bytes[line..]);
    let next = behind_mark(bytes, quoted, comment_mark(line_before(bytes, start), false));
    let first = bytes.get(next)?;
    (first.is_ascii_alphanumeric() || b"/%_~?#=&".contains(first)).then_some(next)
}

/// Returns the position after the line break at `at`, which blanks may precede.
fn line_break(bytes: &[u8], at: usize) -> Option<usize> {
    let at = at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match bytes[at..] {
        [b'\r', b'\n', ..] => Some(at + 2),
        [b'\n' | b'\r', ..] => Some(at + 1),
        _ => None,
    }
}

/// Returns the length of the blanks and quoted-mail marks (`> > `) at the start of a line.
fn quote_prefix(line: &[u8]) -> usize {
    line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_and_table_agree() {
        for byte in 0..=255_u8 {
            let is_plain = CLASS[usize::from(byte)] == PLAIN;
            assert_eq!(!is_other(byte), is_plain, "{byte:#x}");
            for length in 0..40 {
                let text = [vec![b'a'; length], vec![byte], vec![b' '; 20]].concat();
                assert_eq!(plain(&text, 0), length + usize::from(is_plain), "{byte:#x} {length}");
            }
        }
    }
}
