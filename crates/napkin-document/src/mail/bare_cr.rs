//! Messages whose lines end with CR alone, as programs of the old Macintosh wrote them.
//!
//! Decides: which texts these are, by their content. They are read as the same text with LF in place of each CR: all places stay.

use super::field_line::name_and_white;
use super::is_separator;

/// Returns the text with LF for CR, and the place of the first CR, if its lines end with CR alone: there is no LF, and what precedes the first
/// CR is a line that begins a message.
pub(super) fn with_line_feeds(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    // The first line of nearly every message ends with LF.
    let first = memchr::memchr2(b'\r', b'\n', bytes).filter(|&at| bytes[at] == b'\r')?;
    let line = &bytes[..first];
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let begins = name_and_white(line).is_some() || is_separator(line);
    if !begins || memchr::memchr(b'\n', bytes).is_some() {
        return None;
    }
    Some((bytes.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect(), first))
}
