//! Escapes texts for JSON strings (RFC 8259 section 7).
//!
//! A string that counts as a link only by its appearance must still look like one afterwards (`is_read`).

use super::characters::{Style, replace};
use crate::links::members::is_link;
use std::borrow::Cow;
use std::fmt::Write;

/// Escapes a text for a JSON string, without the quotes.
pub(super) fn string(text: &str, style: Style) -> Cow<'_, str> {
    replace(text, |_, c, out| {
        let short = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            _ if c < ' ' || (style.ascii && !c.is_ascii()) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
                return true;
            }
            _ => return false,
        };
        out.push_str(short);
        true
    })
}

/// Escapes a text for a JSON string in a script of HTML, which neither `</script` nor `<!--` may interrupt.
pub(super) fn string_in_script(text: &str, style: Style) -> Cow<'_, str> {
    match string(text, style) {
        written if written.contains('<') => Cow::Owned(written.replace('<', "\\u003c")),
        written => written,
    }
}

/// Returns whether a string outside known vocabularies would count as a link.
pub(super) fn is_read(text: &str, style: Style) -> bool {
    is_link(&string(text, style), text)
}
