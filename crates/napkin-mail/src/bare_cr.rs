//! Detects messages whose lines end with CR alone, as programs of the classic Mac OS wrote them.
//!
//! Such a message is read with LF in place of each CR, so that all positions stay the same.

use crate::from_line::is_separator;
use crate::header_line::name_and_white;

/// Returns the text with LF in place of CR, and the position of the first CR, if its lines end with CR alone: the text
/// has no LF, and its first line begins a message.
pub(crate) fn with_line_feeds(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
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
