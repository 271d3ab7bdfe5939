//! What attribute values of more than one URL, or of more than a URL, can hold.
//!
//! Decides: which characters no reference can have in each, by the algorithms that read them (`links/values.rs`): they have
//! no escape of their own, so the URL's is taken, percent-encoding.

use super::escape::encode;
use crate::written::Quote;
use std::borrow::Cow;

/// White space of HTML.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

/// Nothing of these characters at either end.
pub(super) fn edges(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    let inner = text.trim_matches(&is_bad);
    let start = text.len() - text.trim_start_matches(&is_bad).len();
    encode(text, |at, c| c == '\0' || at < start || at >= start + inner.len())
}

/// None of these characters, and not empty.
pub(super) fn apart(text: &str, is_bad: impl Fn(char) -> bool) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then(|| encode(text, |_, c| c == '\0' || is_bad(c)))
}

/// No semicolon, and no white space at either end.
pub(super) fn semicolons(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let end = start + text.trim_matches(is_space).len();
    encode(text, |at, c| matches!(c, ';' | '\0') || at < start || at >= end)
}

/// No white space, no comma at either end, not empty.
pub(super) fn srcset(text: &str) -> Option<Cow<'_, str>> {
    let start = text.len() - text.trim_start_matches(',').len();
    let end = start + text.trim_matches(',').len();
    let held = encode(text, |at, c| c == '\0' || is_space(c) || (c == ',' && (at < start || at >= end)));
    (!text.is_empty()).then_some(held)
}

/// Behind `url=`: no quote of the kind around it, or none in front where there is none; no white space at either end.
pub(super) fn refresh(text: &str, quote: Quote) -> Cow<'_, str> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let end = start + text.trim_matches(is_space).len();
    encode(text, |at, c| {
        let is_quote = match quote.character() {
            Some(quote) => c == quote,
            None => at == 0 && matches!(c, '"' | '\''),
        };
        c == '\0' || is_quote || at < start || at >= end
    })
}

/// Without `url=` before it: what would be read as that must not look so. An unreserved character and its escape are the
/// same (RFC 3986 section 6.2.2.2). Nor may it begin with what can stand between the time and the URL, nor be empty, which is none.
pub(super) fn bare_refresh(text: &str, separated: bool) -> Option<Cow<'_, str>> {
    if text.is_empty() {
        return None;
    }
    let behind = text.get(..3).filter(|word| word.eq_ignore_ascii_case("url")).map(|_| &text[3..]);
    let is_announcement = behind.is_some_and(|behind| behind.trim_start_matches(is_space).starts_with('='));
    if is_announcement || (!separated && text.starts_with([';', ','])) {
        let first = encode(&text[..1], |_, _| true);
        return Some(Cow::Owned(format!("{first}{}", refresh(&text[1..], Quote::None))));
    }
    Some(refresh(text, Quote::None))
}
