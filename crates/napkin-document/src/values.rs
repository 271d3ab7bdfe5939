//! Finds the URLs in attribute values that contain several URLs, or a URL with other text.
//!
//! Follows the HTML standard: `srcset` is 4.8.4.3.10 ("parse a srcset attribute"), `refresh` is 4.2.5.3 (the shared
//! declarative refresh steps). The functions return spans of a decoded value and do not parse the URLs.

use napkin::Span;
use std::ops::ControlFlow;

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Returns the first position from `at` for which `stop` holds, or the end.
fn until(value: &[u8], at: usize, stop: impl Fn(u8) -> bool) -> usize {
    value[at..].iter().position(|&byte| stop(byte)).map_or(value.len(), |found| at + found)
}

/// Returns the span of one URL that may be surrounded by white space.
pub(crate) fn trimmed(value: &[u8]) -> Span {
    let start = until(value, 0, |byte| !is_space(byte));
    let end = value.iter().rposition(|&byte| !is_space(byte)).map_or(start, |last| last + 1);
    Span::new(start, end)
}

/// Finds URLs separated by white space.
pub(crate) fn spaced(value: &[u8], found: &mut dyn FnMut(Span) -> ControlFlow<()>) -> ControlFlow<()> {
    pieces(value, is_space, found)
}

/// Finds URLs separated by commas or white space.
pub(crate) fn comma_separated(value: &[u8], found: &mut dyn FnMut(Span) -> ControlFlow<()>) -> ControlFlow<()> {
    pieces(value, |byte| byte == b',' || is_space(byte), found)
}

/// Finds values separated by semicolons, without the white space around them, as in SVG animations.
pub(crate) fn semicolon_separated(value: &[u8], found: &mut dyn FnMut(Span) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut at = 0;
    for value in value.split(|&byte| byte == b';') {
        found(trimmed(value).shift(at))?;
        at += value.len() + 1;
    }
    ControlFlow::Continue(())
}

fn pieces(
    value: &[u8],
    between: impl Fn(u8) -> bool,
    found: &mut dyn FnMut(Span) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut at = 0;
    while at < value.len() {
        let start = until(value, at, |byte| !between(byte));
        at = until(value, start, &between);
        if start < at {
            found(Span::new(start, at))?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds the URLs of image candidates, also of candidates with invalid descriptors.
pub(crate) fn srcset(value: &[u8], found: &mut dyn FnMut(Span) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut at = 0;
    loop {
        let start = until(value, at, |byte| !is_space(byte) && byte != b',');
        if start == value.len() {
            return ControlFlow::Continue(());
        }
        let end = until(value, start, is_space);
        let url_end = start + value[start..end].iter().rposition(|&byte| byte != b',').map_or(0, |last| last + 1);
        found(Span::new(start, url_end))?;
        // A comma at the end of the URL ends the candidate; otherwise descriptors follow.
        at = if url_end < end { end } else { after_descriptors(value, end) };
    }
}

/// Returns the position after the comma that ends the descriptors. Commas in parentheses do not end them.
fn after_descriptors(value: &[u8], mut at: usize) -> usize {
    let mut in_parentheses = false;
    while let Some(&byte) = value.get(at) {
        at += 1;
        match byte {
            b'(' => in_parentheses = true,
            b')' => in_parentheses = false,
            b',' if !in_parentheses => break,
            _ => {}
        }
    }
    at
}

/// Returns the URL of a refresh, if it has one: `5; url='next.html'`.
pub(crate) fn refresh(value: &[u8]) -> Option<Span> {
    let not_space = |byte: u8| !is_space(byte);
    let time = until(value, 0, not_space);
    let after_time = until(value, time, |byte| !byte.is_ascii_digit());
    if after_time == time && value.get(time) != Some(&b'.') {
        return None;
    }
    let after_fraction = until(value, after_time, |byte| !byte.is_ascii_digit() && byte != b'.');
    let next = *value.get(after_fraction)?;
    if !is_space(next) && next != b';' && next != b',' {
        return None;
    }
    let mut at = until(value, after_fraction, not_space);
    if matches!(value.get(at), Some(b';' | b',')) {
        at += 1;
    }
    at = until(value, at, not_space);
    (at < value.len()).then(|| refresh_url(value, at))
}

/// Parses `url = "..."`. Text in any other form is the URL itself.
fn refresh_url(value: &[u8], start: usize) -> Span {
    let not_space = |byte: u8| !is_space(byte);
    let mut at = start;
    if value[at..].get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"url")) {
        let equals = until(value, at + 3, not_space);
        if value.get(equals) == Some(&b'=') {
            at = until(value, equals + 1, not_space);
        } else {
            return within(value, start, value.len());
        }
    }
    match value.get(at) {
        Some(&quote @ (b'"' | b'\'')) => within(value, at + 1, until(value, at + 1, |byte| byte == quote)),
        _ => within(value, at, value.len()),
    }
}

fn within(value: &[u8], start: usize, end: usize) -> Span {
    trimmed(&value[start..end]).shift(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pieces = fn(&[u8], &mut dyn FnMut(Span) -> ControlFlow<()>) -> ControlFlow<()>;

    fn all(pieces: Pieces, value: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let _ = pieces(value.as_bytes(), &mut |span| {
            found.push(&value[span.range()]);
            ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn image_candidates() {
        for (value, urls) in [
            ("a.png", &["a.png"][..]),
            ("a.png 1x, b.png 2x", &["a.png", "b.png"]),
            (" ,, a.png 100w,b.png 200w ", &["a.png", "b.png"]),
            ("a.png, b.png", &["a.png", "b.png"]),
            ("a.png,b.png", &["a.png,b.png"]),
            ("a.png,,, b.png 2x", &["a.png", "b.png"]),
            ("data:image/png;base64,AA== 2x, b.png", &["data:image/png;base64,AA==", "b.png"]),
            ("a.png (1x, 2x) 3x, b.png", &["a.png", "b.png"]),
            ("", &[]),
            (" , ", &[]),
        ] {
            assert_eq!(all(srcset, value), urls, "{value:?}");
        }
    }

    #[test]
    fn lists() {
        assert_eq!(all(spaced, " a\tb  c "), ["a", "b", "c"]);
        assert_eq!(all(comma_separated, "a.jar, b.jar,c.jar"), ["a.jar", "b.jar", "c.jar"]);
    }

    #[test]
    fn refreshes() {
        for (value, url) in [
            ("5; url=next.html", Some("next.html")),
            ("5;URL='next.html'junk", Some("next.html")),
            ("0,url=\"a b\"", Some("a b")),
            ("0 next.html", Some("next.html")),
            ("0; url next.html", Some("url next.html")),
            ("0; url =  next.html ", Some("next.html")),
            (".5; x", Some("x")),
            ("1.5; x", Some("x")),
            ("5; url=", Some("")),
            ("5", None),
            ("5;", None),
            ("x; url=y", None),
            ("5x; url=y", None),
            ("", None),
        ] {
            assert_eq!(refresh(value.as_bytes()).map(|span| &value[span.range()]), url, "{value:?}");
        }
    }
}
