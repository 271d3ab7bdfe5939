//! Texts into HTML.
//!
//! Decides: which characters become character references in attributes and in text (HTML standard 13.1.2.3 and 13.1.4), and
//! which quotes a value without gets. An ampersand becomes `&amp;`, but where the reference that stood there had bare ones:
//! then only one that would be read as something else.

use super::escape::{Style, replace};
use crate::references;
use crate::written::Quote;
use napkin::Span;
use std::borrow::Cow;
use std::fmt::Write;

/// An attribute's value, or a part of it. Without quotes, whatever may not stand so becomes a reference.
pub(super) fn attribute(text: &str, quote: Quote, style: Style) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        if at == 0 && style.joins && (c.is_ascii_alphanumeric() || matches!(c, ';' | '=' | '#')) {
            return number(c, out);
        }
        match c {
            '&' if !style.bare_ampersands || quote == Quote::None || is_read_otherwise(&text[at..]) => {
                push(out, "&amp;")
            }
            '"' if quote == Quote::Double => push(out, "&quot;"),
            '\'' if quote == Quote::Single => push(out, "&#39;"),
            // In a `noscript` that is raw text, an end tag ends it, wherever it stands.
            '<' if text[at + 1..].starts_with('/') => push(out, "&lt;"),
            '\t' | '\n' | '\x0c' | ' ' | '"' | '\'' | '<' | '=' | '>' | '`' if quote == Quote::None => number(c, out),
            _ => other(c, style, out),
        }
    })
}

/// Text of an element.
pub(super) fn text(text: &str, style: Style) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        // A CDATA section of Markdown ends at two of them, for its parser.
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

/// What is written in no other way anywhere: a carriage return, which HTML makes a line feed (13.2.3.5), and what the
/// encoding may not have. References to the controls behind ASCII stand for other characters (13.2.5.80). In Markdown also what
/// ends a line, a cell, or raw HTML (CommonMark 4.6 and 6.6), and what would end a code span that began before.
fn other(c: char, style: Style, out: &mut String) -> bool {
    if c == '\r' || (style.lines && matches!(c, '\n' | '|' | '>' | ']' | '`')) || (style.ascii && c > '\u{9f}') {
        return number(c, out);
    }
    false
}

fn push(out: &mut String, text: &str) -> bool {
    out.push_str(text);
    true
}

fn number(c: char, out: &mut String) -> bool {
    let _ = write!(out, "&#{};", u32::from(c));
    true
}

/// Whether an ampersand would begin a character reference, or what looks like one ("ambiguous ampersand", 13.1.4). At the end
/// of the text a semicolon may follow.
fn is_read_otherwise(text: &str) -> bool {
    let run = text[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    match text.as_bytes().get(1 + run) {
        _ if run == 0 => false,
        None => references::is_reference(format!("{text};").as_bytes()),
        Some(b';') => true,
        Some(_) => references::is_reference(text.as_bytes()),
    }
}

/// Whether the value without quotes at `span` is all that its attribute has: then quotes can be put around it.
pub(super) fn is_whole(bytes: &[u8], span: Span) -> bool {
    let before = span.start.checked_sub(1).map(|before| bytes[before]);
    let behind = bytes.get(span.end);
    let begins = before.is_some_and(|before| before == b'=' || before.is_ascii_whitespace());
    begins && behind.is_none_or(|&behind| behind == b'>' || behind.is_ascii_whitespace())
}

/// Whether there is no value, but the end of a name: `<a href>`. Before a value there would be `=`, or white space.
pub(super) fn is_missing(bytes: &[u8], span: Span) -> bool {
    let before = span.start.checked_sub(1).map(|before| bytes[before]);
    span.is_empty() && before.is_some_and(|before| before.is_ascii_alphabetic())
}

/// A value in quotes of its own, where it needs them.
pub(super) fn quoted(text: &str, style: Style) -> Option<String> {
    let needs = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '<' | '=' | '>' | '`');
    let is_needed = text.is_empty() || text.contains(needs);
    is_needed.then(|| format!("\"{}\"", attribute(text, Quote::Double, Style { joins: false, ..style })))
}
