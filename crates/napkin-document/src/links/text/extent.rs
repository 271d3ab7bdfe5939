//! Where a URL without delimiters ends.
//!
//! Decides: the characters that belong to it, brackets by balance, punctuation behind it, and the hyphen at the end of
//! its line: Appendix E says that white space around such a line break is to be ignored, and that the hyphen "may or may
//! not actually be part of the URL".

use super::pieces::{Gap, Pieces};
use super::schemes::begins_url;
use napkin::Span;

/// Character classes of a bare URL.
const END: u8 = 0;
const PLAIN: u8 = 1;
/// Brackets, `&`, and bytes outside ASCII.
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
    let thought = b"()[]{}&";
    while at < thought.len() {
        class[thought[at] as usize] = THOUGHT;
        at += 1;
    }
    class
};

/// End of the run of plain characters at `at`.
#[inline]
pub(super) fn plain(bytes: &[u8], at: usize) -> usize {
    let (blocks, _) = bytes[at..].as_chunks::<16>();
    let at = at + 16 * blocks.iter().take_while(|block| all_plain(block)).count();
    let run = bytes[at..].iter().take_while(|&&byte| CLASS[usize::from(byte)] == PLAIN).count();
    at + run
}

/// The same, and over `&` where no markup begins with it: most queries have one.
#[inline]
pub(super) fn plain_or_query(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = plain(bytes, at);
        if bytes.get(at) != Some(&b'&') || ends_in_markup(&bytes[at..]) {
            return at;
        }
        at += 1;
    }
}

/// The same as sixteen looks into the table, written so that the compiler does all at once.
#[inline]
fn all_plain(block: &[u8; 16]) -> bool {
    let mut other = 0;
    for &byte in block {
        let is_outside = u8::from(byte < 0x21) | u8::from(byte > 0x7a && byte != b'~');
        let is_bracket = u8::from((b'['..=b'^').contains(&byte)) | u8::from(byte & 0xfe == b'(');
        let is_mark =
            u8::from(byte == b'"') | u8::from(byte == b'&') | u8::from(byte == b'`') | u8::from(byte & 0xfd == b'<');
        other |= is_outside | is_bracket | is_mark;
    }
    other == 0
}

/// Whether the character may belong to the URL, depending on others.
pub(super) fn needs_thought(byte: u8) -> bool {
    CLASS[usize::from(byte)] == THOUGHT
}

/// Marks that close what the same mark opened.
pub(super) fn closes_itself(before: u8) -> bool {
    matches!(before, b'\'' | b'*' | b'_' | b'~')
}

/// The pieces of the URL that begins at `start`, whose body (behind `:` or `://`) begins at `body`.
pub(super) fn pieces(bytes: &[u8], start: usize, body: usize, hyphens: usize) -> Option<Pieces> {
    let mut brackets = Brackets::default();
    let before = start.checked_sub(1).map(|before| bytes[before]).filter(|&before| closes_itself(before));
    // `'http://pub.example/'`: nothing behind the second quote is looked at.
    let bytes = match before {
        Some(b'\'') => &bytes[..memchr::memchr(b'\'', &bytes[body..]).map_or(bytes.len(), |at| body + at)],
        _ => bytes,
    };
    let mut end = cut(bytes, body, brackets.end(bytes, body), before);
    let mut pieces = Pieces::one(Span::new(start, end));
    while let Some(next) = continuation(bytes, body, end).filter(|_| pieces.gaps.len() < hyphens) {
        let reach = brackets.end(bytes, next);
        let word_end = cut(bytes, next, reach, before);
        if without_punctuation(bytes, next, word_end) == next || begins_url(&bytes[next..word_end]) {
            break;
        }
        pieces.add(Span::new(next, word_end), Gap::Hyphen);
        end = word_end;
    }
    let floor = if pieces.gaps.is_empty() { body } else { pieces.last().start };
    pieces.end_at(without_punctuation(bytes, floor, end));
    (pieces.last().end > floor).then_some(pieces)
}

/// Open brackets of a URL.
#[derive(Default)]
struct Brackets {
    round: usize,
    square: usize,
    curly: usize,
}

impl Brackets {
    /// End of the characters from `at` on that can belong to a URL; a bracket that nothing opened ends it.
    fn end(&mut self, bytes: &[u8], mut at: usize) -> usize {
        loop {
            at = plain(bytes, at);
            let Some(&byte) = bytes.get(at) else { return at };
            let length = match byte {
                b'&' if ends_in_markup(&bytes[at..]) => return at,
                b'&' => 1,
                0x80.. => international(&bytes[at..]),
                _ if needs_thought(byte) => usize::from(self.admits(byte)),
                _ => return at,
            };
            if length == 0 {
                return at;
            }
            at += length;
        }
    }

    fn admits(&mut self, bracket: u8) -> bool {
        let open = match bracket {
            b'(' | b')' => &mut self.round,
            b'[' | b']' => &mut self.square,
            _ => &mut self.curly,
        };
        let is_opening = matches!(bracket, b'(' | b'[' | b'{');
        *open = if is_opening {
            *open + 1
        } else if *open > 0 {
            *open - 1
        } else {
            return false;
        };
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

/// Length of the character at the start if it can belong to an IRI (RFC 3987 `ucschar`) and is not punctuation, else 0.
fn international(text: &[u8]) -> usize {
    let head = &text[..text.len().min(4)];
    let valid = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.chars().next().filter(|&character| is_international(character)).map_or(0, char::len_utf8)
}

/// Letters and symbols of all scripts, without the blocks of punctuation and spaces that end a URL in them.
fn is_international(character: char) -> bool {
    character.is_alphanumeric()
        || !matches!(character,
            '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{3004}'
            | '\u{3008}'..='\u{3030}' | '\u{fe00}'..='\u{fe6f}' | '\u{feff}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}'
            | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}' | '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}'
            | '\u{f0000}'..)
}

/// Before marks that close what stands before the URL: `*http://pub.example/*`.
fn cut(bytes: &[u8], from: usize, end: usize, before: Option<u8>) -> usize {
    let Some(mark) = before else { return end };
    let end = without_punctuation(bytes, from, end);
    from + bytes[from..end].iter().rposition(|&byte| byte != mark).map_or(0, |last| last + 1)
}

/// The end without punctuation of the sentence: `.,;:!?'"` and brackets that nothing closes.
pub(super) fn without_punctuation(bytes: &[u8], from: usize, end: usize) -> usize {
    // A pattern, not a search in a list of marks: this is looked at for every URL.
    let is_mark =
        |byte: &u8| matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'"' | b'(' | b'[' | b'{');
    from + bytes[from..end].iter().rposition(|byte| !is_mark(byte)).map_or(0, |last| last + 1)
}

/// Where the URL goes on if a hyphen and a line break end it here.
fn continuation(bytes: &[u8], body: usize, end: usize) -> Option<usize> {
    // Two hyphens are a dash.
    let is_hyphen = end > body + 1 && bytes[end - 1] == b'-' && bytes[end - 2] != b'-';
    let line = line_break(bytes, end).filter(|_| is_hyphen)?;
    let next = line + quote_prefix(&bytes[line..]);
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
    fn blocks_and_table_agree() {
        for byte in 0..=255_u8 {
            let is_plain = CLASS[usize::from(byte)] == PLAIN;
            assert_eq!(all_plain(&[byte; 16]), is_plain, "{byte:#x}");
        }
    }
}
