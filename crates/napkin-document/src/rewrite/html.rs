//! Escapes texts for HTML. Start at `attribute`.
//!
//! Writes character references in attributes and text (HTML standard 13.1.2.3 and 13.1.4), and adds quotes to
//! unquoted values. An ampersand becomes `&amp;`. If the old reference had bare ampersands, only those are escaped
//! that would be read as something else.

use super::characters::{Style, number, push, replace};
use crate::references;
use crate::written::QuoteMark;
use napkin::Span;
use std::borrow::Cow;

/// Escapes an attribute's value, or a part of it. Without quotes, characters that an unquoted value cannot hold
/// become references.
pub(super) fn attribute(text: &str, quote: QuoteMark, style: Style) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        if at == 0 && style.joins && (c.is_ascii_alphanumeric() || matches!(c, ';' | '=' | '#')) {
            return number(c, out);
        }
        match c {
            '&' if !style.bare_ampersands || quote == QuoteMark::None || is_read_otherwise(&text[at..]) => {
                push(out, "&amp;")
            }
            '"' if quote == QuoteMark::Double => push(out, "&quot;"),
            '\'' if quote == QuoteMark::Single => push(out, "&#39;"),
            // The attribute may be inside a `noscript` that is raw text, which an end tag would end anywhere.
            '<' if text[at + 1..].starts_with('/') => push(out, "&lt;"),
            '\t' | '\n' | '\x0c' | ' ' | '"' | '\'' | '<' | '=' | '>' | '`' if quote == QuoteMark::None => {
                number(c, out)
            }
            _ => other(c, style, out),
        }
    })
}

/// Escapes the text of an element.
pub(super) fn text(text: &str, style: Style) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        // For the Markdown parser, a CDATA section ends at `]]`.
        if style.lines && c == ']' && (at == 0 || text[..at].ends_with(']')) {
            return number(c, out);
        }
        if at == 0 && style.joins && (c.is_ascii_alphanumeric() || matches!(c, ';' | '=' | '#')) {
            return number(c, out);
        }
        match c {
            '&' => push(out, "&amp;"),
            '<' => push(out, "&lt;"),
            _ => other(c, style, out),
        }
    })
}

/// Escapes characters that need it everywhere: a carriage return, which HTML reads as a line feed (13.2.3.5), and
/// characters that the encoding may lack. References to C1 controls would mean other characters (13.2.5.80). In
/// Markdown also characters that end a line, a table cell, raw HTML (CommonMark 4.6 and 6.6), or a code span that
/// began before.
fn other(c: char, style: Style, out: &mut String) -> bool {
    if c == '\r' || (style.lines && matches!(c, '\n' | '|' | '>' | ']' | '`')) || (style.ascii && c > '\u{9f}') {
        return number(c, out);
    }
    false
}

/// Returns whether an ampersand would begin a character reference, or an "ambiguous ampersand" (13.1.4). A semicolon
/// may follow the end of the text.
fn is_read_otherwise(text: &str) -> bool {
    let run = text[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    match text.as_bytes().get(1 + run) {
        _ if run == 0 => false,
        None => references::is_reference(format!("{text};").as_bytes()),
        Some(b';') => true,
        Some(_) => references::is_reference(text.as_bytes()),
    }
}

/// Returns whether the unquoted value at `span` is the attribute's whole value, so that quotes can be put around it.
pub(super) fn is_whole(bytes: &[u8], span: Span) -> bool {
    let before = span.start.checked_sub(1).map(|before| bytes[before]);
    let behind = bytes.get(span.end);
    let begins = before.is_some_and(|before| before == b'=' || before.is_ascii_whitespace());
    begins && behind.is_none_or(|&behind| behind == b'>' || behind.is_ascii_whitespace())
}

/// Returns whether the attribute has no value: `<a href>`. A value would follow `=` or white space.
pub(super) fn is_missing(bytes: &[u8], span: Span) -> bool {
    let before = span.start.checked_sub(1).map(|before| bytes[before]);
    span.is_empty() && before.is_some_and(|before| before.is_ascii_alphabetic())
}

/// Returns the value in quotes, if it needs them.
pub(super) fn quoted(text: &str, style: Style) -> Option<String> {
    let needs = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '<' | '=' | '>' | '`');
    let is_needed = text.is_empty() || text.contains(needs);
    is_needed.then(|| format!("\"{}\"", attribute(text, QuoteMark::Double, Style { joins: false, ..style })))
}
