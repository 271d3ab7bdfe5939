//! Where a URL without delimiters ends.
//!
//! Decides: the characters that belong to it, brackets by balance, punctuation behind it, and the hyphen at the end of
//! its line: Appendix E says that white space around such a line break is to be ignored, and that the hyphen "may or may
//! not actually be part of the URL".

use super::around::without_emphasis;
use super::before::{behind_mark, comment_mark, line_before};
use super::letters::{international, without_pictures};
use super::pieces::{Gap, Pieces};
use super::schemes::{begins_url, run_before};
use napkin::Span;

/// Character classes of a bare URL.
const END: u8 = 0;
const PLAIN: u8 = 1;
/// Brackets, `&`, `:`, the apostrophe, and bytes outside ASCII.
const THOUGHT: u8 = 2;

/// unreserved / reserved / "%" of RFC 3986 are plain, apart from brackets; `{`, `}` are not allowed but occur.
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

/// End of the run of plain characters at `at`.
#[inline]
pub(super) fn plain(bytes: &[u8], at: usize) -> usize {
    first_lane(bytes, at, is_other)
}

/// The first byte at or behind `at` that is one of those, or the end. Sixteen bytes at a time, without a look at each, of
/// which the compiler makes a few vector instructions.
#[inline(always)]
pub(super) fn first_lane(bytes: &[u8], mut at: usize, is_one: impl Fn(u8) -> bool) -> usize {
    while let Some(block) = bytes[at..].first_chunk::<16>() {
        let lanes = u128::from_le_bytes(block.map(|byte| if is_one(byte) { u8::MAX } else { 0 }));
        let (low, high) = (lanes as u64, (lanes >> 64) as u64);
        if low != 0 {
            return at + low.trailing_zeros() as usize / 8;
        }
        if high != 0 {
            return at + 8 + high.trailing_zeros() as usize / 8;
        }
        at += block.len();
    }
    at + bytes[at..].iter().position(|&byte| is_one(byte)).unwrap_or(bytes.len() - at)
}

/// The same, and over `&` where no markup begins with it, and over `:` where no URL does: most queries have the one, and
/// most ports the other.
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

/// Whether a character is not plain: the same as a look into the table, written so that the compiler does many at once.
#[inline(always)]
fn is_other(byte: u8) -> bool {
    let is_outside = (byte < 0x21) | ((byte > 0x7a) & (byte != b'~'));
    let is_bracket = (b'['..=b'^').contains(&byte) | (b'&'..=b')').contains(&byte);
    is_outside | is_bracket | (byte == b'"') | (byte == b'`') | (byte == b':') | (byte & 0xfd == b'<')
}

/// Whether the character may belong to the URL, depending on others.
pub(super) fn needs_thought(byte: u8) -> bool {
    CLASS[usize::from(byte)] == THOUGHT
}

/// Marks that close what the same mark opened, or that separate the fields of a table.
pub(super) fn closes_itself(before: u8) -> bool {
    matches!(before, b'\'' | b'*' | b'_' | b'~' | b',')
}

/// The pieces of the URL that begins at `start`, whose body (behind `:` or `://`) begins at `body`.
/// `is_cut` becomes true if it continues over more than so many `hyphens`.
pub(super) fn pieces(bytes: &[u8], start: usize, body: usize, hyphens: usize, is_cut: &mut bool) -> Option<Pieces> {
    let before = start.checked_sub(1).map(|before| bytes[before]).filter(|&before| closes_itself(before));
    // `'http://pub.example/'`, `beer,http://pub.example/,3`: nothing behind the second mark is looked at.
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

/// Further than this a bracket is not looked for that closes one in a URL. `a://b(a://b(a://b(` would otherwise be read
/// again from each of them.
const BRACKETS: usize = 512;

/// The characters of one URL, its open brackets, and what else of it bears on what may follow.
struct Run<'r> {
    bytes: &'r [u8],
    start: usize,
    body: usize,
    round: usize,
    square: usize,
    curly: usize,
    /// Where the first of those that are open stands.
    opened: Option<usize>,
    quoted: bool,
}

impl Run<'_> {
    /// End of the characters from `at` on that can belong to a URL. A bracket that nothing opened ends it; one that
    /// nothing closes is the text's, as in `http://pub.example/a(see below)`.
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

    /// A bracket may be closed in the next line.
    fn goes_on(&self, at: usize) -> bool {
        continuation(self.bytes, self.start, self.body, at).is_some()
    }

    /// Length of the character at `at` if it belongs to the URL.
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

    /// `http://pub.example/a,http://pub.example/b`: the colon is that of another URL.
    fn is_list(&self, colon: usize) -> bool {
        self.bytes[colon + 1..].starts_with(b"//") && {
            let scheme = run_before(self.bytes, colon, self.body);
            scheme > self.body && scheme < colon && matches!(self.bytes[scheme - 1], b',' | b';')
        }
    }

    /// Where the URL before another one ends.
    fn before_list(&self, at: usize) -> usize {
        let is_list = self.bytes.get(at) == Some(&b':') && self.is_list(at);
        if is_list { run_before(self.bytes, at, self.body) - 1 } else { at }
    }

    /// `http://pub.example/a','b'`: an apostrophe before other marks closes a quotation, which began before the URL.
    fn closes_quote(&mut self, at: usize) -> bool {
        let is_first = !std::mem::replace(&mut self.quoted, true);
        is_first && self.bytes.get(at + 1).is_some_and(|next| b",;)]}".contains(next))
    }

    /// RFC 3986 has square brackets around an address of IPv6 alone; queries and fragments have them all the same. In a
    /// path they are those of a footnote, of AsciiDoc or of BBCode.
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

/// Delimiters as they stand in text that was once HTML.
fn ends_in_markup(text: &[u8]) -> bool {
    const ENDS: [&[u8]; 6] = [b"&gt;", b"&lt;", b"&quot;", b"&#34;", b"&#39;", b"&nbsp;"];
    let may_be =
        text.get(1).is_some_and(|next| matches!(next, b'g' | b'l' | b'q' | b'#' | b'n' | b'G' | b'L' | b'Q' | b'N'));
    may_be && ENDS.iter().any(|end| text.get(..end.len()).is_some_and(|text| text.eq_ignore_ascii_case(end)))
}

/// Before marks that close what stands before the URL: `*http://pub.example/*`, `/*http://pub.example/*/`.
fn cut(bytes: &[u8], start: usize, from: usize, end: usize, before: Option<u8>) -> usize {
    let Some(mark) = before else { return end };
    let mut end = without_punctuation(bytes, from, end);
    if mark == b'*' && start > 1 && bytes[start - 2] == b'/' && bytes[from..end].ends_with(b"*/") {
        end -= 1;
    }
    from + bytes[from..end].iter().rposition(|&byte| byte != mark).map_or(0, |last| last + 1)
}

/// How often marks behind a URL are taken off in turn; nobody writes more than `.**`.
const TURNS: usize = 4;

/// The end without what is the text's: punctuation, a dash of hyphens, marks of emphasis, pictures.
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

/// The end without punctuation of the sentence: `.,;:!?'"` and brackets that nothing closes.
pub(super) fn without_punctuation(bytes: &[u8], from: usize, end: usize) -> usize {
    // A pattern, not a search in a list of marks: this is looked at for every URL.
    let is_mark =
        |byte: &u8| matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'"' | b'(' | b'[' | b'{');
    from + bytes[from..end].iter().rposition(|byte| !is_mark(byte)).map_or(0, |last| last + 1)
}

/// Where the URL goes on if a hyphen and a line break end it here.
fn continuation(bytes: &[u8], start: usize, body: usize, end: usize) -> Option<usize> {
    // Two hyphens are a dash.
    let is_hyphen = end > body + 1 && bytes[end - 1] == b'-' && bytes[end - 2] != b'-';
    let line = line_break(bytes, end).filter(|_| is_hyphen)?;
    let quoted = line + quote_prefix(&bytes[line..]);
    let next = behind_mark(bytes, quoted, comment_mark(line_before(bytes, start), false));
    let first = bytes.get(next)?;
    (first.is_ascii_alphanumeric() || b"/%_~?#=&".contains(first)).then_some(next)
}

/// Behind the line break that follows `at`, perhaps after blanks.
fn line_break(bytes: &[u8], at: usize) -> Option<usize> {
    let at = at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match bytes[at..] {
        [b'\r', b'\n', ..] => Some(at + 2),
        [b'\n' | b'\r', ..] => Some(at + 1),
        _ => None,
    }
}

/// Length of the blanks and the marks of quoted mail (`> > `) at the start of a line.
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
