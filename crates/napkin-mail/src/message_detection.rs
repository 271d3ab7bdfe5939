//! Detects by its content whether a text is a message: `is_message`.

use crate::from_line::{empty_lines, has_date, is_separator};
use crate::header_line::{is_of_mail, is_of_mime, name_and_white};

/// The number of bytes of a header that are checked.
const HEADER: usize = 64 << 10;

/// Returns whether a text begins with the header of a message, optionally after empty lines and the envelope line of a mailbox.
///
/// The header needs two fields that are typical of messages, or an envelope line with a date and any field. If other lines occur
/// between the fields, one field must be of MIME. Only the first 64 KiB are checked.
///
/// ```
/// use napkin_mail::is_message;
/// assert!(is_message(b"From: sam@pub.example\nSubject: Menu\n\nBeer\n"));
/// assert!(!is_message(b"Menu: beer\n"));
/// ```
#[must_use]
pub fn is_message(text: &[u8]) -> bool {
    let envelope = &text[empty_lines(text)..];
    let text = if is_separator(envelope) { envelope } else { text };
    let head = &text[..text.len().min(HEADER)];
    let line_end = if memchr::memchr(b'\n', head).is_some() { b'\n' } else { b'\r' };
    let (mut known, mut has_fields, mut has_mime, mut has_others, mut is_whole) = (0, false, false, false, false);
    for (number, line) in head.split(|&byte| byte == line_end).enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            is_whole = true;
            break;
        }
        if let Some(name) = name_and_white(line).map(|colon| line[..colon].trim_ascii_end()) {
            known += usize::from(is_of_mail(name));
            has_mime |= is_of_mime(name);
            has_fields = true;
            continue;
        }
        let is_white = matches!(line[0], b' ' | b'\t');
        match has_fields {
            true => has_others |= !is_white,
            // An envelope line with a date begins a mailbox, whatever fields its messages have.
            false if number == 0 && is_separator(line) => known += if has_date(line) { 2 } else { 0 },
            false if line.starts_with(b">From ") => {}
            false if is_white => has_others = true,
            // A file that begins with other text is no message.
            false => return false,
        }
    }
    has_fields && known >= 2 && (has_mime || !has_others) && (is_whole || text.len() <= HEADER || known > 2)
}
