//! Writes texts as plain scalars of YAML (section 7.3.3).

use super::characters::{Style, encode};
use std::borrow::Cow;

/// Returns a text as a plain scalar, in brackets or not; `None` if it cannot be one.
pub(super) fn plain(text: &str, style: Style) -> Option<Cow<'_, str>> {
    // `-` and `?` begin a scalar only before other characters; a URL does not begin with them in practice.
    let is_indicator = |first: char| "-?:,[]{}#&*!|>'\"%@`".contains(first);
    let is_other = matches!(text, "~" | "null" | "true" | "false");
    if text.is_empty() || text.starts_with(is_indicator) || text.ends_with(':') || text.contains(": ") || is_other {
        return None;
    }
    Some(encode(text, |_, c| {
        c <= ' ' || c == '\x7f' || c.is_whitespace() || "[]{},".contains(c) || (style.ascii && !c.is_ascii())
    }))
}
