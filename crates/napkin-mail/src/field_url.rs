//! Extracts the URL from the value of a header field.
//!
//! The fields are `Content-Location` (RFC 2557 section 4.1 and 4.4, and its older forms), `Content-Base` (RFC 2110 section
//! 4), and the fields with angle brackets of mailing lists (RFC 2369) and archives (RFC 5064). Folds and comments are
//! removed, and encoded words decoded. A parenthesis without white space before it belongs to the URL, because URLs may
//! contain parentheses.

use crate::mapped_bytes::{ByteBuilder, Mapped};
use crate::message::Field;
use crate::{encoded_words, lexer};
use napkin::Span;

/// A URL in a field.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) value: Mapped,
    /// Whether the URL was in quotes, which `value` lacks.
    pub(crate) is_quoted: bool,
    /// Any text after the URL that is neither white space nor a comment.
    pub(crate) behind: Option<Span>,
}

/// Returns the URL of a field, or `None` if the value is empty. Spans refer to the text of the field.
pub(crate) fn location(field: &Field<'_>) -> Option<Location> {
    let (value, at) = (field.value(), field.value_span().start);
    let start = lexer::skip(value, 0);
    let is_quoted = value.get(start) == Some(&b'"');
    let inside = match value.get(start)? {
        b'"' => {
            let (end, is_closed) = lexer::quoted(value, start);
            Span::new(start + 1, (end - usize::from(is_closed)).max(start + 1))
        }
        b'<' => Span::new(start + 1, memchr::memchr(b'>', &value[start..]).map_or(value.len(), |end| start + end)),
        _ => Span::new(start, bare_end(value, start)),
    };
    let closed = inside.end + usize::from(matches!(value[start], b'"' | b'<'));
    let next = lexer::skip(value, closed.min(value.len()));
    let behind = (next < value.len()).then(|| Span::new(at + next, at + value.len()));
    let value = without_white_space(value, inside, at);
    (!value.bytes.is_empty()).then_some(Location { value, is_quoted, behind })
}

/// Returns the end of a URL without delimiters: the end of the value, or white space before a comment or a semicolon.
fn bare_end(value: &[u8], start: usize) -> usize {
    let mut end = start;
    while end < value.len() {
        let white = value[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if white > 0 && matches!(value.get(end + white), None | Some(b'(' | b';')) {
            return end;
        }
        end += white.max(1);
    }
    value.len()
}

fn without_white_space(value: &[u8], inside: Span, at: usize) -> Mapped {
    let mut built = ByteBuilder::new(at + inside.start);
    let mut start = inside.start;
    for word in value[inside.range()].split(u8::is_ascii_whitespace) {
        built.run(word, at + start);
        start += word.len() + 1;
    }
    encoded_words::decoded(&built.finish()).into_utf8()
}

/// Returns the URLs in angle brackets.
pub(crate) fn bracketed(field: &Field<'_>) -> Vec<Mapped> {
    let (value, at) = (field.value(), field.value_span().start);
    let mut found = Vec::new();
    let mut from = lexer::skip(value, 0);
    while let Some(open) = value.get(from..).and_then(|rest| memchr::memchr(b'<', rest)) {
        let start = from + open + 1;
        let end = memchr::memchr(b'>', &value[start..]).map_or(value.len(), |end| start + end);
        found.push(without_white_space(value, Span::new(start, end), at));
        from = lexer::skip(value, (end + 1).min(value.len()));
    }
    found
}
