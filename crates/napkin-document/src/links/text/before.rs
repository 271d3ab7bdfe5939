//! Reads the text before a URL, and the beginning of its line: the delimiter, and the quotation or comment mark that
//! begins each line of the surrounding text.

use crate::context::Delimiter;
use memchr::memrchr2;

/// The number of bytes before a colon, an at sign or a dot that can affect the link around it: the scheme or the
/// address, the delimiter, the beginning of its line and the lines above. A longer scheme is cut.
pub(super) const BEHIND: usize = 1024;

/// The text before a scheme.
#[derive(Clone, Copy)]
pub(super) struct Before {
    /// The position and the kind of an opening delimiter.
    pub(super) open: Option<(usize, Delimiter)>,
    /// Whether `URL:` precedes the scheme.
    is_announced: bool,
}

impl Before {
    /// Returns the delimiter of a URL that is not enclosed.
    pub(super) fn delimiter(self) -> Delimiter {
        if self.is_announced { Delimiter::Url } else { Delimiter::Bare }
    }

    #[inline]
    pub(super) fn of(bytes: &[u8], start: usize, floor: usize) -> Self {
        let none = Self { open: None, is_announced: false };
        if start <= floor {
            return none;
        }
        // The common cases first: one byte decides.
        match bytes[start - 1] {
            b'<' => return Self { open: Some((start - 1, Delimiter::Angle)), ..none },
            b'"' => return Self { open: Some((start - 1, Delimiter::Quote)), ..none },
            b' ' | b'\t' | b'\n' | b'\r' | b':' => {}
            _ => return none,
        }
        let behind = start - spaces_before(&bytes[floor..start]);
        let Some(prefix) = announced(&bytes[floor..behind]).map(|length| behind - length) else {
            let open = (behind > floor && bytes[behind - 1] == b'<').then(|| (behind - 1, Delimiter::Angle));
            return Self { open, ..none };
        };
        let open = match prefix.checked_sub(1).filter(|&open| open >= floor).map(|open| bytes[open]) {
            Some(b'<') => Some((prefix - 1, Delimiter::AngleUrl)),
            Some(b'"') => Some((prefix - 1, Delimiter::QuoteUrl)),
            _ => None,
        };
        Self { open, is_announced: true }
    }
}

/// Returns the length of a `URL:` at the end of the text.
pub(super) fn announced(text: &[u8]) -> Option<usize> {
    let start = text.len().checked_sub(4)?;
    let boundary = start == 0 || !text[start - 1].is_ascii_alphanumeric();
    (boundary && text[start..].eq_ignore_ascii_case(b"url:")).then_some(4)
}

/// The white space between a delimiter and a URL; more is layout.
const SPACES: usize = 16;

pub(super) fn spaces(text: &[u8]) -> usize {
    text.iter().take(SPACES).take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn spaces_before(text: &[u8]) -> usize {
    text.iter().rev().take(SPACES).take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The number of bytes searched for the beginning of a line; a longer line has no mark. At most the bytes that windows
/// keep.
const LINE: usize = BEHIND / 2;

/// Returns the beginning of the line that contains `at`, up to `at`.
pub(super) fn line_before(bytes: &[u8], at: usize) -> &[u8] {
    let from = at.saturating_sub(LINE);
    match memrchr2(b'\n', b'\r', &bytes[from..at]) {
        Some(end) => &bytes[from + end + 1..at],
        None if from == 0 => &bytes[..at],
        None => &[],
    }
}

/// Returns the mark of a comment, or of mail quoted with bars, at the beginning of a line: `#`, `//`, `;;`, `--`, `%`,
/// `*`, `|`. A bullet before a URL looks like the `*` of a comment in C; only a wrapped URL that continues in the next
/// line distinguishes them.
pub(super) fn comment_mark(line: &[u8], is_wrapped: bool) -> &[u8] {
    let line = line.trim_ascii_start();
    let length = line.iter().take_while(|byte| b"#/;%*|-".contains(byte)).count();
    let mark = match &line[..length] {
        // The first line of such a comment has another mark than the following lines.
        b"/*" | b"/**" => &line[1..2],
        mark => mark,
    };
    let is_blank_behind = line.get(length).is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let is_comment = match mark {
        b"#" | b"//" | b"///" | b";" | b";;" | b";;;" | b"%" | b"%%" | b"--" | b"##" => true,
        b"*" | b"|" => is_wrapped,
        _ => false,
    };
    if is_comment && is_blank_behind { mark } else { &[] }
}

/// Returns the position after a comment mark and the blanks after it, if `mark` is at `at` and a blank follows.
pub(super) fn behind_mark(bytes: &[u8], at: usize, mark: &[u8]) -> usize {
    let behind = at + mark.len();
    let blanks = |at: usize| bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if mark.is_empty() || !bytes[at..].starts_with(mark) || blanks(behind) == 0 {
        return at;
    }
    behind + blanks(behind)
}
