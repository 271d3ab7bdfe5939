//! A message with a large encoded body, for the tests of memory of this crate and of `napkin-document`.

/// The number of encoded lines: 4 MB.
const LINES: usize = 50_000;

/// Work on a small part of a message: a window, and a few findings.
pub(crate) const SMALL: usize = 512 << 10;

/// Returns a message of one part in base64, whose lines have `line` bytes and end with `line_break`.
pub(crate) fn message(media_type: &str, line: usize, line_break: &str) -> Vec<u8> {
    let head =
        format!("Content-Type: {media_type}{line_break}Content-Transfer-Encoding: base64{line_break}{line_break}");
    let mut message = head.into_bytes();
    for _ in 0..LINES {
        message.extend(std::iter::repeat_n(b'A', line));
        message.extend_from_slice(line_break.as_bytes());
    }
    message
}
