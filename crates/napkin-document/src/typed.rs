//! Cleans references that users type or paste.
//!
//! Removes delimiters and white space by draft-fielding-url-syntax-05 Appendix E: "software that accepts user-typed URL
//! should attempt to recognize and strip both delimiters and embedded whitespace". Does not guess a scheme or a host,
//! and does not check the result.

use napkin::Span;
use std::borrow::Cow;

/// A typed reference, and the removed text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CleanedText<'a> {
    /// The cleaned reference.
    pub text: Cow<'a, str>,
    /// The removed spans, in bytes of the typed text, in order.
    pub removed: Vec<Span>,
}

impl CleanedText<'_> {
    /// Maps a span of [`text`](Self::text) to the typed text.
    ///
    /// ```
    /// let typed = "<http://pub.example/lost+\n found/>";
    /// let cleaned = napkin_document::clean_typed(typed);
    /// let span = napkin::Span::new(24, 29);
    /// assert_eq!(span.of(&cleaned.text), "found");
    /// assert_eq!(cleaned.source_span(span), napkin::Span::new(27, 32));
    /// ```
    #[must_use]
    pub fn source_span(&self, text: Span) -> Span {
        let (mut start, mut end) = (text.start, text.end);
        for removed in &self.removed {
            // A start maps to after the removed text at its position, an end to before it.
            start += if removed.start <= start { removed.len() } else { 0 };
            end += if removed.start < end { removed.len() } else { 0 };
        }
        Span::new(start, end.max(start))
    }
}

/// Removes delimiters (`<...>`, `"..."`, `URL:` before a scheme) and white space from a reference that a user typed or
/// pasted.
///
/// ```
/// let typed = napkin_document::clean_typed(" <URL:http://pub.example/lost+\n found/> ");
/// assert_eq!(typed.text, "http://pub.example/lost+found/");
/// assert_eq!(typed.removed.len(), 3);
/// ```
#[must_use]
pub fn clean_typed(text: &str) -> CleanedText<'_> {
    let kept = undelimited(text);
    let spaces = text[kept.range()].match_indices(char::is_whitespace);
    let mut removed = Vec::new();
    let front = Span::new(0, kept.start);
    let inside = spaces.map(|(at, space)| Span::new(at, at + space.len()).shift(kept.start));
    let behind = Span::new(kept.end, text.len());
    for span in std::iter::once(front).chain(inside).chain([behind]).filter(|span| !span.is_empty()) {
        match removed.last_mut() {
            Some(Span { end, .. }) if *end == span.start => *end = span.end,
            _ => removed.push(span),
        }
    }
    let inside = kept.of(text);
    let text = match inside.contains(char::is_whitespace) {
        true => Cow::Owned(inside.split_whitespace().collect()),
        false => Cow::Borrowed(inside),
    };
    CleanedText { text, removed }
}

/// Returns the text between the delimiters.
fn undelimited(text: &str) -> Span {
    let mut kept = trimmed(text, Span::new(0, text.len()));
    for (open, close) in [('"', '"'), ('<', '>')] {
        if let Some(inside) = kept.of(text).strip_prefix(open).and_then(|inside| inside.strip_suffix(close)) {
            kept = trimmed(text, Span::new(kept.start + 1, kept.start + 1 + inside.len()));
        }
    }
    let inside = kept.of(text);
    if inside.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("URL:")) && begins_with_scheme(&inside[4..]) {
        kept = trimmed(text, Span::new(kept.start + 4, kept.end));
    }
    kept
}

fn trimmed(text: &str, span: Span) -> Span {
    let inside = span.of(text);
    let front = inside.len() - inside.trim_start().len();
    let start = span.start + front;
    Span::new(start, start + inside.trim().len())
}

fn begins_with_scheme(text: &str) -> bool {
    let text = text.trim_start();
    let Some((scheme, _)) = text.split_once(':') else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_and_white_space_come_off() {
        // (typed, cleaned, removed)
        type Case = (&'static str, &'static str, &'static [(usize, usize)]);
        let cases: [Case; 10] = [
            ("http://h/", "http://h/", &[]),
            ("", "", &[]),
            ("  ", "", &[(0, 2)]),
            ("<http://h/>", "http://h/", &[(0, 1), (10, 11)]),
            ("\"http://h/\"", "http://h/", &[(0, 1), (10, 11)]),
            ("\"<URL: http://h/>\"", "http://h/", &[(0, 7), (16, 18)]),
            ("url:http://h/", "http://h/", &[(0, 4)]),
            ("url:x", "url:x", &[]),
            ("<http://h/", "<http://h/", &[]),
            ("http://h/a\u{a0}b\r\n  c", "http://h/abc", &[(10, 12), (13, 17)]),
        ];
        for (text, remains, removed) in cases {
            let typed = clean_typed(text);
            assert_eq!(typed.text, remains, "{text:?}");
            let spans: Vec<Span> = removed.iter().map(|&(start, end)| Span::new(start, end)).collect();
            assert_eq!(typed.removed, spans, "{text:?}");
        }
    }

    #[test]
    fn spans_lead_back() {
        let text = "<http://h/a b:c>";
        let typed = clean_typed(text);
        assert_eq!(typed.text, "http://h/ab:c");
        for (at, character) in typed.text.char_indices() {
            let source = typed.source_span(Span::new(at, at + 1));
            assert_eq!(source.of(text), character.to_string(), "{at}");
        }
        assert_eq!(typed.source_span(Span::new(9, 11)).of(text), "a b");
    }
}
