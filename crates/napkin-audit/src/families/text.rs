//! Rules about characters that are not allowed in a URL (backslashes, controls, white space), and about characters
//! that are hard to copy by hand.

use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::{Component, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let text = view.text;
    let is_opaque =
        view.has(Component::Scheme) && !view.has(Component::Host) && !view.part(Component::Path).starts_with('/');
    // All readers accept a backslash in a query. In a URL without hierarchy, the scheme decides, unless browsers see a
    // host after it.
    let end = view.span(Component::Path).end;
    let ends_backslashes = if is_opaque && !view.is_web() { 0 } else { end };
    let last = text.trim_end_matches(|c: char| c <= ' ').len();
    let first = text.len() - text.trim_start_matches(|c: char| c <= ' ').len();
    for (at, byte) in text.bytes().enumerate() {
        let span = Span::new(at, at + 1);
        match byte {
            b'\\' if at < ends_backslashes => {
                out.report(if is_within(view, at) { rules::BACKSLASH_IN_PATH } else { rules::BACKSLASH }, span);
            }
            b' ' if at >= first && at < last => {}
            b' ' => out.report(rules::SPACE_AROUND, span),
            0..=0x1F | 0x7F => out.report(rules::CONTROL_CHARACTER, span),
            _ => {}
        }
    }
}

/// Returns whether a backslash in the path of a web URL moves neither the end of the host nor dot segments: it is between other
/// characters than slashes, backslashes and dots, raw or escaped.
fn is_within(view: &View<'_>, at: usize) -> bool {
    let (path, bytes) = (view.span(Component::Path), view.text.as_bytes());
    let is_plain = |byte: Option<&u8>| byte.is_some_and(|byte| !matches!(byte, b'/' | b'\\' | b'.' | b'@' | b':'));
    let is_escaped_mark = matches!(escape_at(bytes, at + 1), Some(b'/' | b'\\' | b'.'));
    let is_of_host = !view.host().is_empty() && view.is_web() && view.has(Component::Scheme);
    // Some lists write `\%7E` for `~`.
    let is_of_escape = bytes.get(at + 1) == Some(&b'%') && at > path.start;
    let is_plain_before = is_of_escape || (at > path.start + 1 && is_plain(bytes.get(at - 1)));
    is_of_host && is_plain_before && is_plain(bytes.get(at + 1)) && !is_escaped_mark
}

/// Section 1.4 of the draft: characters that some keyboards lack, that get lost in handwriting, or that are hard to
/// read aloud.
pub(crate) fn transcription(view: &View<'_>, out: &mut Out<'_>) {
    for (at, c) in view.text.char_indices() {
        let is_hard = matches!(c, '%' | '{' | '}' | '|' | '\\' | '^' | '`' | '~' | '[' | ']' | '"' | '<' | '>')
            || !c.is_ascii_graphic();
        let is_bracket = matches!(c, '[' | ']') && view.span(Component::Host).range().contains(&at);
        if is_hard && !is_bracket {
            out.report(rules::HARD_TO_TRANSCRIBE, Span::new(at, at + c.len_utf8()));
        }
    }
}
