//! Parses identifiers of messages and parts, and the `cid:` and `mid:` URLs that refer to them (RFC 2392).
//!
//! The brackets of a `Content-ID` or `Message-ID` may be missing. The module `related` finds the part with an identifier.

use crate::lexer;
use napkin::percent;
use std::borrow::Cow;

/// Returns the identifier in a `Content-ID` or `Message-ID` field: the text in brackets, or the first word without brackets.
///
/// ```
/// use napkin_mail::content_id;
/// assert_eq!(content_id(b" (c) <foo4*foo1@bar.net> (d)").as_deref(), Some("foo4*foo1@bar.net"));
/// assert_eq!(content_id(b"foo4*foo1@bar.net").as_deref(), Some("foo4*foo1@bar.net"));
/// ```
#[must_use]
pub fn content_id(value: &[u8]) -> Option<String> {
    let value = &value[lexer::skip(value, 0)..];
    let inside = match value.strip_prefix(b"<") {
        Some(inside) => inside.split(|&byte| byte == b'>').next().unwrap_or(inside),
        None => {
            value.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'>')).next().unwrap_or_default()
        }
    };
    let is_white = |byte: &u8| matches!(byte, b'\r' | b'\n' | b' ' | b'\t');
    let inside = match inside.iter().any(is_white) {
        true => inside.iter().copied().filter(|byte| !is_white(byte)).collect::<Vec<u8>>().into(),
        false => Cow::Borrowed(inside),
    };
    (!inside.is_empty()).then(|| String::from_utf8_lossy(&inside).into_owned())
}

/// Returns the `cid:` URL of an identifier (section 2).
///
/// ```
/// use napkin_mail::cid_url;
/// assert_eq!(cid_url("foo4%foo1@bar.net"), "cid:foo4%25foo1@bar.net");
/// assert_eq!(cid_url("a/b*c@d"), "cid:a%2Fb*c@d");
/// ```
#[must_use]
pub fn cid_url(id: &str) -> String {
    // Keeps the characters of a path segment. A slash is escaped, because `mid:` separates its two identifiers by a slash.
    format!("cid:{}", percent::encode(id, percent::PCHAR).as_str())
}

/// The identifiers in a `cid:` or `mid:` URL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdUrl {
    /// The message, if the URL names one.
    pub message_id: Option<String>,
    /// The part, if the URL names one.
    pub content_id: Option<String>,
}

impl IdUrl {
    /// Parses a URL of the scheme `cid` or `mid`; returns `None` for any other. Ignores a fragment.
    ///
    /// ```
    /// use napkin_mail::IdUrl;
    /// let url = IdUrl::parse("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com").unwrap();
    /// assert_eq!(url.message_id.as_deref(), Some("960830.1639@XIson.com"));
    /// assert_eq!(url.content_id.as_deref(), Some("partA.960830.1639@XIson.com"));
    /// assert_eq!(IdUrl::parse("CID:a%2Fb@c").unwrap().content_id.as_deref(), Some("a/b@c"));
    /// ```
    #[must_use]
    pub fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.split_once(':')?;
        let rest = rest.split('#').next().unwrap_or(rest);
        if scheme.eq_ignore_ascii_case("cid") {
            return Some(Self { message_id: None, content_id: Some(decoded(rest)) });
        }
        if !scheme.eq_ignore_ascii_case("mid") {
            return None;
        }
        let (message, content) =
            rest.split_once('/').map_or((rest, None), |(message, content)| (message, Some(content)));
        Some(Self { message_id: Some(decoded(message)), content_id: content.map(decoded) })
    }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    percent::decode_into(text.as_bytes(), &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
