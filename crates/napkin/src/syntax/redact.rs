//! Passwords masked at equal width, so that spans still point at the right bytes.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::{Component, Parts, split};
use crate::{Span, Standard};

/// Prints a text with one `*` for each byte of its password.
#[derive(Clone, Copy)]
pub struct Redacted<'a> {
    text: &'a str,
    password: Option<Span>,
}

impl<'a> Redacted<'a> {
    pub(super) const fn new(text: &'a str, parts: Parts) -> Self {
        Self { text, password: parts.span(Component::Password) }
    }
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(password) = self.password else { return f.write_str(self.text) };
        f.write_str(&self.text[..password.start])?;
        for _ in password.range() {
            f.write_str("*")?;
        }
        f.write_str(&self.text[password.end..])
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `text` with the password masked that any reading of it might find, valid or not; borrowed when there is none.
///
/// Errs on the side of masking: everything between the first `:` behind the first `//` and the last `@` goes,
/// whatever stands between, and so does what stands between `:` and `@` of a text with neither.
///
/// ```
/// assert_eq!(napkin::mask_passwords("http://sam:pa ss@h:8o/"), "http://sam:*****@h:8o/");
/// assert_eq!(napkin::mask_passwords("http://h:80/@"), "http://h:80/@");
/// ```
#[must_use]
pub fn mask_passwords(text: &str) -> Cow<'_, str> {
    let parts = split(text.as_bytes(), Standard::Rfc3986);
    let password = parts.span(Component::Password).or_else(|| loose_password(text));
    match password {
        Some(span) if !span.is_empty() => Cow::Owned(masked(text, span)),
        _ => Cow::Borrowed(text),
    }
}

/// A password in a text whose delimiters are out of place: `http:\\sam:pw@h`, or an unescaped `/` in the password.
fn loose_password(text: &str) -> Option<Span> {
    let slashes = text.bytes().position(|byte| matches!(byte, b'/' | b'\\'))?;
    let start = slashes + text[slashes..].bytes().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
    let scheme_like = text[..slashes].ends_with(':') || slashes == 0;
    let at = text.rfind('@').filter(|&at| at >= start && scheme_like && start - slashes > 1)?;
    let colon = start + text[start..at].find(':')?;
    // `http://h:80/@`: a port and a path, which the ordinary reading explains.
    let port = text[colon + 1..at].find(['/', '?', '#']).is_some_and(|end| is_port(&text[colon + 1..colon + 1 + end]));
    (!port).then(|| Span::new(colon + 1, at))
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn masked(text: &str, password: Span) -> String {
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..password.start]);
    out.extend(core::iter::repeat_n('*', password.len()));
    out.push_str(&text[password.end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_at_equal_width() {
        let cases = [
            ("http://h/", "http://h/"),
            ("http://u@h/", "http://u@h/"),
            ("http://u:@h/", "http://u:@h/"),
            ("http://u:p@h/", "http://u:*@h/"),
            ("//u:p:q@h/", "//u:***@h/"),
            ("http://u:a/b@h/", "http://u:***@h/"),
            ("http:\\\\u:pw@h/", "http:\\\\u:**@h/"),
            ("http://u:p@x@h/", "http://u:***@h/"),
            ("http://h:80/a@b", "http://h:80/a@b"),
            ("mailto:sam@pub.example", "mailto:sam@pub.example"),
            ("a/b:c@d", "a/b:c@d"),
        ];
        for (text, expected) in cases {
            assert_eq!(mask_passwords(text), expected, "{text}");
            assert_eq!(mask_passwords(text).len(), text.len(), "{text}");
        }
    }
}
