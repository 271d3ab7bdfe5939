//! Passwords masked at equal width, so that spans still point at the right bytes.
//!
//! A text is treated as a password if any standard parses it as one, whatever the standard of the reference: `http:u:p@h`
//! has a path under RFC 3986 and a password for a browser, and a log cannot know which program will use the URL.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::parts::{Component, Parts};
use super::read::split;
use super::whatwg::{self, Against, Class, Clean};
use crate::bytes::find_far;
use crate::{Finding, Span, Standard};

/// A text that displays with one `*` for each byte of a password under any standard.
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
        let password = joined(self.password, read_password(self.text));
        let Some(password) = password else { return f.write_str(self.text) };
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

/// Returns `text` with its password masked, whether the text is valid or not; borrowed if there is no password.
///
/// [`password_span`] returns the span of the masked bytes.
///
/// ```
/// assert_eq!(napkin::mask_passwords("http://sam:pa ss@h:8o/"), "http://sam:*****@h:8o/");
/// assert_eq!(napkin::mask_passwords("http:sam:secret@h"), "http:sam:******@h");
/// assert_eq!(napkin::mask_passwords("http://h:80/@"), "http://h:80/@");
/// ```
#[must_use]
pub fn mask_passwords(text: &str) -> Cow<'_, str> {
    password_span(text).map_or(Cow::Borrowed(text), |span| Cow::Owned(masked(text, span)))
}

/// Returns the span of the password in `text`, whether the text is valid or not: the bytes that [`mask_passwords`]
/// masks. `None` if there is no password, or if it is empty.
///
/// A password counts if any standard finds it. The URL Standard alone finds an authority after one slash or none, or
/// after `\` or tabs. If no standard finds a password, this function errs on the side of masking: in a text that seems to
/// have an authority, the span covers everything between the first `:` of the authority and the last `@`.
///
/// ```
/// use napkin::{Span, password_span};
/// assert_eq!(password_span("http:/sam:secret@h"), Some(Span::new(10, 16)));
/// assert_eq!(password_span("http://sam:sec/ret@h"), Some(Span::new(11, 18)));
/// assert_eq!(password_span("mailto:sam@pub.example"), None);
/// ```
#[must_use]
pub fn password_span(text: &str) -> Option<Span> {
    // No standard finds a user without an `@`, and the longest texts, `data:` URLs, hardly ever contain one.
    find_far(text.as_bytes(), [b'@'])?;
    read_password(text).or_else(|| loose_password(text)).filter(|span| !span.is_empty())
}

impl Finding {
    /// Replaces a found character that is hidden because it is part of a password. Unicode never assigns it.
    pub const MASKED: char = '\u{ffff}';

    /// Returns the finding with [`MASKED`](Self::MASKED) as the found character if that character is part of the password,
    /// so that the message reveals nothing of it. [`password_span`] returns the span to pass.
    ///
    /// ```
    /// use napkin::{Reference, Standard, password_span};
    /// let text = "http://sam:sec^ret@h/";
    /// let error = Reference::parse(text, Standard::Rfc3986).unwrap_err();
    /// assert_eq!(error.finding().found, Some('^'));
    /// let masked = error.finding().redacted(password_span(text));
    /// assert_eq!(masked.to_string(), "expected a user or password character, but found a masked character");
    /// ```
    #[must_use]
    pub fn redacted(self, password: Option<Span>) -> Self {
        let is_secret = password.is_some_and(|password| password.range().contains(&self.span.start));
        Self { found: if is_secret { self.found.and(Some(Self::MASKED)) } else { self.found }, ..self }
    }
}

/// Returns the span that covers the password under each standard.
fn read_password(text: &str) -> Option<Span> {
    let generic = Standard::GENERIC.iter().map(|&standard| split(text.as_bytes(), standard).span(Component::Password));
    generic.fold(WhatwgAuthority::of(text).and_then(|authority| authority.password), joined)
}

/// Returns the smallest span that covers both.
fn joined(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Span::new(a.start.min(b.start), a.end.max(b.end))),
        _ => a.or(b),
    }
}

/// The authority of a text under the URL Standard, by offsets in the original text.
struct WhatwgAuthority {
    /// Offset after all slashes.
    start: usize,
    password: Option<Span>,
}

impl WhatwgAuthority {
    /// Parses a relative text against a special URL: it finds an authority wherever any other base finds one.
    fn of(text: &str) -> Option<Self> {
        const PAGE: Against<'_> =
            Against { text: "http://h/", parts: &split(b"http://h/", Standard::Rfc3986), levels: None };
        let clean = Clean::new(text);
        let bytes = clean.text.as_bytes();
        let front = whatwg::split(bytes, None).or_else(|| whatwg::split(bytes, Some(PAGE)))?;
        // `file:a:b@c` has an implicit empty authority, without user or password.
        let is_written = front.class != Class::File || front.authority_start >= front.rest() + 2;
        if !front.has_authority || !is_written {
            return None;
        }
        let mut way_back = clean.way_back();
        let start = way_back.span(Span::new(front.authority_start, front.authority_start)).start;
        let has_password = front.user_end < front.at;
        Some(Self { start, password: has_password.then(|| way_back.span(Span::new(front.user_end + 1, front.at))) })
    }
}

/// Returns the password in a text with misplaced delimiters: `foo:\\sam:pw@h`, or an unescaped `/` in the password.
fn loose_password(text: &str) -> Option<Span> {
    let starts = [behind_slashes(text), WhatwgAuthority::of(text).map(|authority| authority.start)];
    starts.into_iter().flatten().find_map(|start| {
        let at = text.rfind('@').filter(|&at| at >= start)?;
        let colon = start + text[start..at].find(':')?;
        // `http://h:80/@` has a port and a path with an `@`, not a password.
        let behind = &text[colon + 1..at];
        let port = behind.find(['/', '?', '#']).is_some_and(|end| is_port(&behind[..end]));
        (!port).then(|| Span::new(colon + 1, at))
    })
}

/// Returns the offset after the first slashes, if there are two or more, of either kind, at the start or after a colon.
fn behind_slashes(text: &str) -> Option<usize> {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let slashes = text.bytes().position(|byte| is_slash(&byte))?;
    let start = slashes + text.as_bytes()[slashes..].iter().take_while(|byte| is_slash(byte)).count();
    let scheme_like = text[..slashes].ends_with(':') || slashes == 0;
    (scheme_like && start - slashes > 1).then_some(start)
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
            ("foo:\\\\u:pw@h/", "foo:\\\\u:**@h/"),
            ("http://u:p@x@h/", "http://u:***@h/"),
            ("http://h:80/a@b", "http://h:80/a@b"),
            ("mailto:sam@pub.example", "mailto:sam@pub.example"),
            ("a/b:c@d", "a/b:c@d"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(mask_passwords(text), expected, "{text}");
            assert_eq!(mask_passwords(text).len(), text.len(), "{text}");
        }
    }

    /// Section 4.4 of the URL Standard: "special authority slashes state" and "special authority ignore slashes state"
    /// take any slashes before a user, and the parser begins by removing tabs and newlines.
    #[test]
    fn masks_what_only_the_url_standard_reads_as_a_password() {
        let cases = [
            ("http:u:p@h/", "http:u:*@h/"),
            ("http:u:p/q@h/", "http:u:***@h/"),
            (" HTTPS:/u:p@h:8o/", " HTTPS:/u:*@h:8o/"),
            ("ht\ttp:\\u:p:q@h", "ht\ttp:\\u:***@h"),
            ("http:\\u:p\t\u{e9}@h", "http:\\u:****@h"),
            ("foo:/\t/u:p@h", "foo:/\t/u:*@h"),
            ("/\t/u:p@h", "/\t/u:*@h"),
            ("\\/u:p@h", "\\/u:*@h"),
            ("\n\\/\\u:p@h/x:y@z", "\n\\/\\u:*@h/x:y@z"),
            ("http:h:80/@x", "http:h:80/@x"),
            ("http:u@h/", "http:u@h/"),
            ("file:a:b@c", "file:a:b@c"),
            ("foo:/u:p@h", "foo:/u:p@h"),
            ("mailto:a:b@h", "mailto:a:b@h"),
            ("a:b@c", "a:b@c"),
            ("/a:b@c", "/a:b@c"),
        ];
        for (text, expected) in cases {
            assert_eq!(mask_passwords(text), expected, "{text:?}");
            assert_eq!(mask_passwords(text).len(), text.len(), "{text:?}");
        }
    }

    #[test]
    fn a_reference_masks_what_any_standard_reads() {
        for (text, expected) in [
            ("http:u:p@h/", "http:u:*@h/"),
            ("ws:/u:p@h/", "ws:/u:*@h/"),
            ("///u:p@h/", "///u:*@h/"),
            // No standard finds a password here, so nothing is masked.
            ("http://u:a/b@h/", "http://u:a/b@h/"),
            ("file:///C:x@h/", "file:///C:x@h/"),
        ] {
            let standard = Standard::Rfc3986;
            let parts = split(text.as_bytes(), standard);
            assert_eq!(alloc::format!("{}", Redacted::new(text, parts)), expected, "{text}");
        }
    }

    #[test]
    fn messages_give_nothing_of_a_password_away() {
        for (text, standard, expected) in [
            ("http://u:p^w@h/", Standard::Rfc3986, Some(Finding::MASKED)),
            ("http:u:p^w@h/", Standard::Rfc3986, Some(Finding::MASKED)),
            ("http://u:p/w@h/", Standard::Whatwg, Some(Finding::MASKED)),
            ("http://u:%zq@h/", Standard::Rfc3986, Some(Finding::MASKED)),
            // The span is empty, at the end of the password.
            ("http://u:%@h/", Standard::Rfc3986, None),
            ("http://u^:pw@h/", Standard::Rfc3986, Some('^')),
            ("http://u:pw@h^/", Standard::Rfc3986, Some('^')),
            ("http://u:pw@h:8o/", Standard::Rfc3986, Some('o')),
            ("http://u:pw@[::1", Standard::Rfc3986, None),
        ] {
            let mut first = None;
            crate::check(text, standard, &mut first);
            let found = first.and_then(|finding: Finding| finding.redacted(password_span(text)).found);
            assert_eq!(found, expected, "{text}");
        }
    }
}
