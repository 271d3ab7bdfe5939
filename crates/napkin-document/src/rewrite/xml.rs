//! Escapes texts for XML. Start at `attribute` and `text`.
//!
//! Writes references in attributes, in text, and in pseudo-attributes of processing instructions (XML 1.0 sections
//! 2.4, 3.3.3 and 2.11: parsers change white space in attributes, and carriage returns everywhere). A CDATA section
//! is interrupted for characters that it cannot hold (section 2.7). Characters that XML forbids (section 2.2) are
//! percent-encoded.

use super::attribute_values::is_edge;
use super::characters::{Style, encode, number, push, replace};
use crate::written::{QuoteMark, Sections};
use std::borrow::Cow;
use std::fmt::Write;

/// Percent-encodes the characters that XML forbids.
pub(super) fn hold(text: &str) -> Cow<'_, str> {
    encode(text, |_, c| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// Escapes an attribute's value, or a part of it.
pub(super) fn attribute(text: &str, quote: QuoteMark, style: Style) -> Cow<'_, str> {
    replace(text, |_, c, out| match c {
        '&' => push(out, "&amp;"),
        '<' => push(out, "&lt;"),
        '"' if quote != QuoteMark::Single => push(out, "&quot;"),
        '\'' if quote != QuoteMark::Double => push(out, "&apos;"),
        '\t' | '\n' => number(c, out),
        _ => other(c, style, out),
    })
}

/// Escapes a value in a processing instruction, which `?>` ends.
pub(super) fn instruction(text: &str, quote: QuoteMark, style: Style) -> Cow<'_, str> {
    match attribute(text, quote, style) {
        text if text.contains('>') => Cow::Owned(text.replace('>', "&gt;")),
        text => text,
    }
}

/// Percent-encodes a system identifier, which has no other escapes.
pub(super) fn literal(text: &str, quote: QuoteMark, style: Style) -> Cow<'_, str> {
    let is_edge = is_edge(text, char::is_whitespace);
    encode(text, |at, c| {
        let ends_it = Some(c) == quote.character() || matches!(c, '<' | '>');
        is_edge(at) || ends_it || c < ' ' || (style.ascii && !c.is_ascii())
    })
}

/// Escapes the text of an element. The pair is the document's bytes before and after the text.
pub(super) fn text(text: &str, sections: Sections, (before, behind): (&[u8], &[u8]), style: Style) -> String {
    if !sections.starts {
        let text = replace(text, |at, c, out| match c {
            '&' => push(out, "&amp;"),
            '<' => push(out, "&lt;"),
            '>' if ends_section(before, &text[..at]) => push(out, "&gt;"),
            _ => other(c, style, out),
        });
        return if sections.ends { format!("{text}<![CDATA[") } else { text.into_owned() };
    }
    let split = |c: char, out: &mut String| {
        out.push_str("]]>");
        let _ = write!(out, "&#{};<![CDATA[", u32::from(c));
        true
    };
    let held = replace(text, |at, c, out| match c {
        '>' if ends_section(before, &text[..at]) => push(out, "]]><![CDATA[>"),
        '\r' => split(c, out),
        _ if style.ascii && !c.is_ascii() => split(c, out),
        _ => false,
    });
    let is_cut = sections.ends && text.ends_with(']') && (behind.starts_with(b">") || behind.starts_with(b"]>"));
    match sections.ends {
        false => format!("{held}]]>"),
        true if is_cut => format!("{held}]]><![CDATA["),
        true => held.into_owned(),
    }
}

/// Returns whether `>` would end a CDATA section after this text.
fn ends_section(before: &[u8], text: &str) -> bool {
    let near = &text.as_bytes()[text.len().saturating_sub(2)..];
    let missing = 2 - near.len();
    near.iter().all(|&byte| byte == b']') && before.ends_with(&b"]]"[..missing])
}

fn other(c: char, style: Style, out: &mut String) -> bool {
    (c == '\r' || (style.ascii && !c.is_ascii())) && number(c, out)
}
