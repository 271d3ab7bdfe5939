//! Recognizes envelope lines, the lines of a mailbox that begin messages.
//!
//! After `From ` such a line has an address and a timestamp as `asctime` writes it (RFC 4155 Appendix A).

use crate::header_line::name_and_white;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Returns whether bytes are a mailbox, by their content alone: they begin with an envelope line (a line that begins with
/// `From ` and is no field), and their lines end with LF. Empty lines before the envelope line are skipped. A text whose
/// lines end with CR alone is one message. Only the first 64 KiB are checked.
///
/// ```
/// use napkin_mail::is_mailbox;
/// assert!(is_mailbox(b"From sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nBeer\n"));
/// assert!(is_mailbox(b"\r\n\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\nSubject: Menu\n\nBeer\n"));
/// assert!(!is_mailbox(b"From  : sam@pub.example\nSubject: Menu\n\nBeer\n"));
/// assert!(!is_mailbox(b"From sam@pub.example Mon Nov 23 00:00:00 2026\rSubject: Menu\r\rBeer\r"));
/// ```
#[must_use]
pub fn is_mailbox(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let head = &head[empty_lines(head)..];
    let has = |byte| memchr::memchr(byte, head).is_some();
    is_separator(head) && (has(b'\n') || !has(b'\r'))
}

/// Returns the length of the empty lines at the beginning of a text. Checks at most [`HEAD`] bytes.
pub(crate) fn empty_lines(text: &[u8]) -> usize {
    let text = &text[..text.len().min(HEAD)];
    let mut at = 0;
    loop {
        at += match &text[at..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return at,
        };
    }
}

/// The number of bytes that are checked.
pub(crate) const HEAD: usize = 64 << 10;

/// Returns whether a text begins with an envelope line: a line that begins with `From ` and is no field. RFC 5322
/// section 4.5 allows white space before the colon of `From  : John`.
pub(crate) fn is_separator(text: &[u8]) -> bool {
    let start = &text[..text.len().min(LONGEST)];
    start.starts_with(b"From ") && name_and_white(start).is_none()
}

/// Finds the text `From `. Built once, because building takes as long as searching a small message.
pub(crate) static FROM: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"From "));

/// Returns the first line that begins with `From ` and whose preceding line break is at or after `from`.
pub(crate) fn find(text: &[u8], from: usize) -> Option<usize> {
    find_noting(text, from, &mut false)
}

/// Like `find`; also sets `may_be_quoted` if `>From ` occurs before the line.
pub(crate) fn find_noting(text: &[u8], from: usize, may_be_quoted: &mut bool) -> Option<usize> {
    let start = from + 1;
    let mut places = FROM.find_iter(text.get(start..)?).map(|found| start + found);
    places.find(|&at| {
        *may_be_quoted |= text[at - 1] == b'>';
        text[at - 1] == b'\n'
    })
}

const DAYS: [&[u8]; 7] = [b"Sun", b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat"];
const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// The number of bytes of a line that are checked.
pub(crate) const LONGEST: usize = 1000;

/// Returns whether a line that begins with `From ` has a timestamp: a day of the week, a month, a day, a time and a year,
/// optionally with a time zone before or after the year. Any text may precede the timestamp.
pub(crate) fn has_date(line: &[u8]) -> bool {
    let words =
        || line[..line.len().min(LONGEST)].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).skip(1);
    let mut rest = words();
    loop {
        let mut date = rest.clone();
        let Some(word) = rest.next() else { return false };
        if DAYS.contains(&word) {
            date.next();
            let has_month = date.next().is_some_and(|word| MONTHS.contains(&word));
            let has_day = date.next().is_some_and(|word| number(word).is_some_and(|day| (1..=31).contains(&day)));
            let has_time = date.next().is_some_and(is_time);
            let has_year = date.take(3).any(|word| word.len() == 4 && number(word).is_some());
            if has_month && has_day && has_time && has_year {
                return true;
            }
        }
    }
}

fn number(word: &[u8]) -> Option<u32> {
    let digits = word.iter().all(u8::is_ascii_digit).then_some(word)?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Returns whether a word is `hh:mm` or `hh:mm:ss`.
fn is_time(word: &[u8]) -> bool {
    let parts = word.split(|&byte| byte == b':');
    matches!(parts.clone().count(), 2..=3)
        && parts.zip([23, 59, 60]).all(|(part, most)| part.len() <= 2 && number(part).is_some_and(|it| it <= most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps() {
        for (line, expected) in [
            // From RFC 4155 Appendix A and mbox(5) of qmail, and as Python's `mailbox`, mutt and System V write such lines.
            ("From god@heaven.af.mil Sat Jan  3 01:05:34 1996", true),
            ("From MAILER-DAEMON Fri Jul  8 12:08:34 2011", true),
            ("From sam Mon Nov 23 00:00:00 2026\r", true),
            ("From sam Mon Nov 23 00:00 PST 2026", true),
            ("From sam Mon Nov 23 00:00:00 2026 +0100", true),
            ("From sam Mon Nov 23 00:00:00 +0100 2026 remote from pub", true),
            ("From Mon Nov 23 00:00:00 2026", true),
            ("From here on", false),
            ("From Monday to Friday it is open, Mon Nov", false),
            ("From sam Mon Nov 33 00:00:00 2026", false),
            ("From sam Mon Nov 23 25:00:00 2026", false),
            ("From sam Mon Nov 23 00:00:00", false),
            ("From ", false),
        ] {
            assert_eq!(has_date(line.as_bytes()), expected, "{line}");
        }
    }
}
