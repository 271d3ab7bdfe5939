//! Texts into XML.
//!
//! Decides: which characters become references in attributes, in text, and in the pseudo-attributes of processing instructions
//! (XML 1.0 sections 2.4, 3.3.3 and 2.11: white space in an attribute, and a carriage return anywhere, are read as something
//! else), and where a CDATA section is interrupted for what it cannot hold (section 2.7). Which characters no XML has, section
//! 2.2 says: they are percent-encoded.

use super::escape::{Style, encode, replace};
use crate::written::{Quote, Sections};
use std::borrow::Cow;
use std::fmt::Write;

/// The text without the characters that XML cannot have at all.
pub(super) fn hold(text: &str) -> Cow<'_, str> {
    encode(text, |_, c| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// An attribute's value, or a part of it.
pub(super) fn attribute(text: &str, quote: Quote, style: Style) -> Cow<'_, str> {
    replace(text, |_, c, out| match c {
        '&' => push(out, "&amp;"),
        '<' => push(out, "&lt;"),
        '"' if quote != Quote::Single => push(out, "&quot;"),
        '\'' if quote != Quote::Double => push(out, "&apos;"),
        '\t' | '\n' => number(c, out),
        _ => other(c, style, out),
    })
}

/// The same in a processing instruction, which `?>` ends.
pub(super) fn instruction(text: &str, quote: Quote, style: Style) -> Cow<'_, str> {
    match attribute(text, quote, style) {
        text if text.contains('>') => Cow::Owned(text.replace('>', "&gt;")),
        text => text,
    }
}

/// A system identifier, in which nothing can be escaped but by the URL itself.
pub(super) fn literal(text: &str, quote: Quote, style: Style) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    let end = start + text.trim().len();
    encode(text, |at, c| {
        let is_edge = at < start || at >= end;
        let ends_it = Some(c) == quote.character() || matches!(c, '<' | '>');
        is_edge || ends_it || c < ' ' || (style.ascii && !c.is_ascii())
    })
}

/// Text of an element. `bytes` are the document, in which it will stand behind `start` and before `end`.
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

/// Whether `>` would end a section behind these.
fn ends_section(before: &[u8], text: &str) -> bool {
    let near = &text.as_bytes()[text.len().saturating_sub(2)..];
    let missing = 2 - near.len();
    near.iter().all(|&byte| byte == b']') && before.ends_with(&b"]]"[..missing])
}

fn other(c: char, style: Style, out: &mut String) -> bool {
    (c == '\r' || (style.ascii && !c.is_ascii())) && number(c, out)
}

fn push(out: &mut String, text: &str) -> bool {
    out.push_str(text);
    true
}

fn number(c: char, out: &mut String) -> bool {
    let _ = write!(out, "&#{};", u32::from(c));
    true
}
