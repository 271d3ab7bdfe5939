//! Escapes references for CSS (CSS Syntax Level 3, sections 4.3.5 to 4.3.7).
//!
//! `</` and `]]>` are escaped too, because a style sheet in HTML ends at `</style`, a CDATA section at `]]>`, and no
//! other level there has an escape.

use super::characters::{Style, replace};
use crate::written::QuoteMark;
use std::borrow::Cow;
use std::fmt::Write;

/// Escapes a text for `url(...)` without quotes.
pub(super) fn url(text: &str, style: Style) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        if matches!(c, '"' | '\'' | '(' | ')' | '\\') {
            out.push('\\');
            out.push(c);
            return true;
        }
        hex_if(c <= ' ' || c == '\x7f' || ends_holder(text, at, c, style) || (style.ascii && !c.is_ascii()), c, out)
    })
}

/// Escapes a text for a string; if the quotes are unknown, for either kind.
pub(super) fn string(text: &str, quote: QuoteMark, style: Style) -> Cow<'_, str> {
    let Some(quote) = quote.character() else { return url(text, style) };
    replace(text, |at, c, out| {
        if c == quote || c == '\\' {
            out.push('\\');
            out.push(c);
            return true;
        }
        let is_edge = at == 0 || at + c.len_utf8() == text.len();
        let needs = matches!(c, '\n' | '\r' | '\x0c') || (is_edge && (c == ' ' || c == '\t'));
        hex_if(needs || ends_holder(text, at, c, style) || (style.ascii && !c.is_ascii()), c, out)
    })
}

/// Writes the escape by code point; the space after it belongs to the escape.
fn hex_if(needs: bool, c: char, out: &mut String) -> bool {
    if needs {
        let _ = write!(out, "\\{:x} ", u32::from(c));
    }
    needs
}

fn ends_holder(text: &str, at: usize, c: char, style: Style) -> bool {
    match c {
        // In Markdown, these end raw HTML, a table cell, or a code span.
        '>' | ']' | '|' | '`' if style.lines => true,
        '<' => text[at + 1..].starts_with('/'),
        '>' => text[..at].ends_with("]]"),
        _ => false,
    }
}
