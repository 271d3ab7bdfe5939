//! Writes links into Markdown. Start at `written`.
//!
//! A destination is written as it is, with backslashes, or in angle brackets (CommonMark 0.31 section 6.3). An
//! autolink holds absolute URIs only (section 6.5); a URL in running text becomes an autolink if Markdown would
//! change its meaning. A vertical bar would end a table cell, so it becomes a character reference or is
//! percent-encoded. Text at the start of a line must not begin a block.

use super::characters::{Style, encode, number, push, replace};
use super::text;
use crate::link::Link;
use crate::options::Options;
use crate::written::Holder;
use std::borrow::Cow;

/// Returns the new text and its decoded form for a link of Markdown; `Some(None)` if the text cannot be written,
/// `None` if the link is not in Markdown syntax.
pub(super) fn written(
    bytes: &[u8],
    before: &text::Before,
    link: &Link<'_>,
    held: &str,
    style: Style,
    options: &Options,
) -> Option<Option<(String, String)>> {
    let (way, open) = match link.written.holder {
        Holder::MarkdownDestination { angle, open } => {
            (Some((destination(held, angle, &bytes[..link.span.start], style), held.to_owned())), open)
        }
        Holder::MarkdownAutolink { open } => (Some((held.to_owned(), held.to_owned())), open),
        Holder::MarkdownText { open } => (text::in_markdown(bytes, before, link, held, style, options), open),
        _ => return None,
    };
    // Inside an open bracket, the new text must neither open nor close anything, and neither must the old text.
    let is_neutral = |text: &str| is_plain(text) && !text.ends_with(['?', '-']);
    Some(way.filter(|(text, _)| !open || (is_neutral(text) && link.raw.iter().all(|&byte| is_neutral_byte(byte)))))
}

/// Returns whether a byte alone neither opens nor closes anything.
fn is_neutral_byte(byte: u8) -> bool {
    is_plain(char::from(byte).encode_utf8(&mut [0; 4]))
}

/// Returns the text of a link's destination; `angle` if the angle brackets exist already.
pub(super) fn destination(text: &str, angle: bool, before: &[u8], style: Style) -> String {
    let begins_line = begins_line(before);
    let needs_angle = !angle && (text.is_empty() || text.contains(' '));
    let in_angle = angle || needs_angle;
    let is_balanced = is_balanced(text);
    let written = replace(text, |at, c, out| match c {
        _ if at == 0 && begins_line && !(c.is_ascii_alphabetic() && !in_angle || c == '/') => number(c, out),
        '|' => number(c, out),
        '&' if is_reference(&text[at..]) => push(out, "&amp;"),
        '\\' => push(out, "\\\\"),
        '<' => push(out, "\\<"),
        '>' => push(out, "\\>"),
        '(' if !in_angle && !is_balanced => push(out, "\\("),
        ')' if !in_angle && !is_balanced => push(out, "\\)"),
        '`' => push(out, "\\`"),
        _ if c.is_control() || (c.is_whitespace() && c != ' ') || (style.ascii && !c.is_ascii()) => number(c, out),
        _ => false,
    });
    if needs_angle { format!("<{written}>") } else { written.into_owned() }
}

/// Returns the text for an autolink: an absolute URI without white space, angle brackets and escapes.
pub(super) fn autolink(text: &str, style: Style) -> Option<Cow<'_, str>> {
    let held = encode(text, |_, c| {
        c <= ' '
            || c.is_control()
            || c.is_whitespace()
            || matches!(c, '<' | '>' | '|')
            || (style.ascii && !c.is_ascii())
    });
    let (scheme, _) = held.split_once(':')?;
    let is_scheme = (2..=32).contains(&scheme.len())
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some(held)
}

/// Returns whether running text cannot read anything but the URL itself.
pub(super) fn is_plain(url: &str) -> bool {
    let is_plain = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '/' | ':' | '?' | '#' | '=' | '%' | '@' | ',' | '+')
    };
    url.chars().all(is_plain) && !url.contains("--") && !url.contains("==")
}

/// Returns whether only container marks precede a position on its line.
pub(super) fn begins_line(before: &[u8]) -> bool {
    let marks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'<')).count();
    before[..before.len() - marks].last().is_none_or(|&byte| matches!(byte, b'\n' | b'\r'))
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_u32;
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return false,
            b')' => depth -= 1,
            _ => {}
        }
        // A parser may limit the nesting (section 6.3: "at least three" levels; some stop at 32).
        if depth > 3 {
            return false;
        }
    }
    depth == 0
}

/// Returns whether an ampersand begins what looks like a character reference.
fn is_reference(text: &str) -> bool {
    let run = text[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    run > 0 && text.as_bytes().get(1 + run) == Some(&b';')
}
