//! Percent-encodes references for attribute values that contain several URLs, or more than a URL.
//!
//! Each function encodes the characters that the matching reader (`links/values.rs`) would misread. These values have
//! no escape of their own, so percent-encoding is used.

use super::characters::encode;
use crate::written::QuoteMark;
use std::borrow::Cow;

/// Returns whether a character is HTML white space.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

/// Returns whether an offset is among these characters at either end of a text.
pub(super) fn is_edge<F: Fn(char) -> bool>(text: &str, is_bad: F) -> impl Fn(usize) -> bool + use<F> {
    let start = text.len() - text.trim_start_matches(&is_bad).len();
    let end = start + text.trim_matches(&is_bad).len();
    move |at| at < start || at >= end
}

/// Encodes white space at either end.
pub(super) fn edges(text: &str) -> Cow<'_, str> {
    let is_edge = is_edge(text, is_space);
    encode(text, |at, c| c == '\0' || is_edge(at))
}

/// Encodes these characters everywhere; `None` for an empty text.
pub(super) fn apart(text: &str, is_bad: impl Fn(char) -> bool) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then(|| encode(text, |_, c| c == '\0' || is_bad(c)))
}

/// Encodes semicolons, and white space at either end.
pub(super) fn semicolons(text: &str) -> Cow<'_, str> {
    let is_edge = is_edge(text, is_space);
    encode(text, |at, c| matches!(c, ';' | '\0') || is_edge(at))
}

/// Encodes white space, and commas at either end; `None` for an empty text.
pub(super) fn srcset(text: &str) -> Option<Cow<'_, str>> {
    let is_edge = is_edge(text, |c| c == ',');
    let held = encode(text, |at, c| c == '\0' || is_space(c) || is_edge(at));
    (!text.is_empty()).then_some(held)
}

/// Encodes a text after `url=`: quotes of the kind around it, or a leading quote if there are none; white space at
/// either end.
pub(super) fn refresh(text: &str, quote: QuoteMark) -> Cow<'_, str> {
    let is_edge = is_edge(text, is_space);
    encode(text, |at, c| {
        let is_quote = match quote.character() {
            Some(quote) => c == quote,
            None => at == 0 && matches!(c, '"' | '\''),
        };
        c == '\0' || is_quote || is_edge(at)
    })
}

/// Encodes a text without `url=` before it. A leading `url=` must not be recognized, so its first character is
/// encoded; an unreserved character and its escape are equivalent (RFC 3986 section 6.2.2.2). Nor may the text begin
/// with a separator between the time and the URL. `None` for an empty text, which would be no URL.
pub(super) fn bare_refresh(text: &str, separated: bool) -> Option<Cow<'_, str>> {
    if text.is_empty() {
        return None;
    }
    let behind = text.get(..3).filter(|word| word.eq_ignore_ascii_case("url")).map(|_| &text[3..]);
    let is_announcement = behind.is_some_and(|behind| behind.trim_start_matches(is_space).starts_with('='));
    if is_announcement || (!separated && text.starts_with([';', ','])) {
        let first = encode(&text[..1], |_, _| true);
        return Some(Cow::Owned(format!("{first}{}", refresh(&text[1..], QuoteMark::None))));
    }
    Some(refresh(text, QuoteMark::None))
}
