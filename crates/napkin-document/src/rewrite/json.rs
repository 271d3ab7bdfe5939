//! Texts into JSON.
//!
//! Decides: which characters of a string are escaped (RFC 8259 section 7), and in which way; and that a string of which only
//! its look says that it is a link has to look so still.

use super::escape::{Style, replace};
use crate::links::json::is_link;
use std::borrow::Cow;
use std::fmt::Write;

/// What stands between the quotes of a string.
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

/// Whether a string that is no member of a known vocabulary would be a link.
pub(super) fn is_read(text: &str, style: Style) -> bool {
    is_link(&string(text, style), text)
}
