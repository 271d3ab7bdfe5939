//! Updates the counts of a message's body in its header, `Content-Length` and `Lines`, which mailboxes use.
//!
//! The module reads these fields as mailboxes do: the header extends to the first empty line, and the first numeric field of
//! a name counts. A correct count is updated when the message changes; a wrong count stays. Therefore undoing a change also
//! restores the counts.

use crate::header_line::body_start;
use crate::rope::Rope;
use crate::splice::splice;
use napkin::Span;

/// The names of the counts.
pub(crate) const NAMES: [&[u8]; 2] = [LENGTH, b"lines"];

/// The name of the count that gives the end of a message in a mailbox.
pub(crate) const LENGTH: &[u8] = b"content-length";

/// A count of a message: its name, the place of its digits, and its correct value.
struct Count {
    name: &'static [u8],
    digits: Span,
    truth: String,
}

/// Returns the changed message `after`, with the counts updated that were correct in `before`.
pub(crate) fn counted(before: &[u8], after: Vec<u8>) -> Vec<u8> {
    let names = true_names(before);
    if names.is_empty() {
        return after;
    }
    let edits = counts(&after).filter(|count| names.contains(&count.name));
    splice(&after, edits.map(|count| (count.digits, count.truth.into_bytes())).collect())
}

/// Corrects the counts of a text in pieces.
pub(crate) fn counted_rope<'p>(before: &[u8], after: Rope<'p>) -> Rope<'p> {
    let names = true_names(before);
    if names.is_empty() {
        return after;
    }
    let header = after.header();
    let (mut length, mut lines) = (0, 0);
    after.each_behind(header.len(), &mut |piece| {
        length += piece.len();
        lines += memchr::memchr_iter(b'\n', piece).count();
        true
    });
    let edits = counts_of(&header, || length, || lines).filter(|count| names.contains(&count.name));
    let edits = edits.map(|count| (count.digits, count.truth.into_bytes())).collect();
    let counted = splice(&header, edits);
    after.with_start(header.len(), counted)
}

/// Returns the names of the counts that are correct in a message.
fn true_names(text: &[u8]) -> Vec<&'static [u8]> {
    let is_true = |count: &Count| text[count.digits.range()] == *count.truth.as_bytes();
    counts(text).filter(is_true).map(|count| count.name).collect()
}

/// Returns whether a message has a correct `Content-Length`.
pub(crate) fn has_true_length(text: &[u8]) -> bool {
    counts(text).any(|count| count.name == LENGTH && text[count.digits.range()] == *count.truth.as_bytes())
}

/// Returns the text without the digits of these counts: the part that does not depend on its length. The header alone
/// is enough.
pub(crate) fn without(text: &[u8], names: &[&[u8]]) -> Vec<u8> {
    let header = &text[..body_start(text)];
    splice(text, names.iter().filter_map(|name| Some((digits(header, name)?, Vec::new()))).collect())
}

fn counts(text: &[u8]) -> impl Iterator<Item = Count> {
    let (header, body) = text.split_at(body_start(text));
    counts_of(header, || body.len(), || memchr::memchr_iter(b'\n', body).count())
}

/// Returns the counts in a header, with their correct values for a body of this length and number of lines.
fn counts_of(header: &[u8], length: impl Fn() -> usize, lines: impl Fn() -> usize) -> impl Iterator<Item = Count> {
    NAMES.into_iter().filter_map(move |name| {
        let digits = digits(header, name)?;
        let truth = if name == LENGTH { length() } else { lines() };
        Some(Count { name, digits, truth: truth.to_string() })
    })
}

/// Returns the digits of the first numeric field with this name.
fn digits(header: &[u8], name: &[u8]) -> Option<Span> {
    let mut next = 0;
    header.split_inclusive(|&byte| byte == b'\n').find_map(|line| {
        let at = next;
        next += line.len();
        number(line, name).map(|span| span.shift(at))
    })
}

/// Returns the digits in a line, if the line is a numeric field with this name in any case. `name` is in lower case.
pub(crate) fn number(line: &[u8], name: &[u8]) -> Option<Span> {
    let (written, rest) = line.split_at_checked(name.len())?;
    if !written.eq_ignore_ascii_case(name) {
        return None;
    }
    let colon = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t')).filter(|&at| rest[at] == b':')?;
    let value = &rest[colon + 1..];
    let digits = value.trim_ascii();
    let start = line.len() - value.trim_ascii_start().len();
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| Span::new(start, start + digits.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_were_true_stay_true() {
        for (before, after, expected) in [
            (
                "Content-Length: 5\n\nsoup\n",
                "Content-Length: 5\n\nsoup of the day\n",
                "Content-Length: 16\n\nsoup of the day\n",
            ),
            ("Lines: 1\r\n\r\na\r\n", "Lines: 1\r\n\r\na\r\nb\r\n", "Lines: 2\r\n\r\na\r\nb\r\n"),
            (
                "Lines: 1\nContent-Length: 2\n\na\n", "Lines: 1\nContent-Length: 2\n\n",
                "Lines: 0\nContent-Length: 0\n\n",
            ),
            ("Lines: 7\n\na\n", "Lines: 7\n\na\nb\n", "Lines: 7\n\na\nb\n"),
            ("Lines: 01\n\na\n", "Lines: 01\n\na\nb\n", "Lines: 01\n\na\nb\n"),
            ("Lines: a few\n\na\n", "Lines: a few\n\n", "Lines: a few\n\n"),
            ("Subject: a\n\na\n", "Subject: a\n\n", "Subject: a\n\n"),
            // As mailboxes read it: the header ends at the first empty line, and the first numeric field counts.
            ("no field\nLines: 1\n\na\n", "no field\nLines: 1\n\n", "no field\nLines: 0\n\n"),
            ("Lines: few\nLines : 1 \n\na\n", "Lines: few\nLines : 1 \n\n", "Lines: few\nLines : 0 \n\n"),
        ] {
            let counted = counted(before.as_bytes(), after.as_bytes().to_vec());
            assert_eq!(String::from_utf8_lossy(&counted), expected);
        }
    }
}
