//! The result of a model, and the steps that several models share.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::net::Ipv6Addr;

use napkin::{Encoded, percent};

/// The components that a program finds in a reference, exactly as the program reports them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Seen<'a> {
    /// The scheme, if the program finds one.
    pub scheme: Option<Cow<'a, str>>,
    /// The host, if the program finds one; never empty.
    pub host: Option<Cow<'a, str>>,
    /// The written port, if there is one; some programs allow numbers above 65535.
    pub port: Option<u32>,
    /// The path, which may be empty.
    pub path: Cow<'a, str>,
}

impl Seen<'_> {
    /// Returns a copy that owns its texts.
    ///
    /// ```
    /// use napkin_audit::Model;
    /// let seen = {
    ///     let text = String::from("http://pub.example/");
    ///     Model::Python.read(&text)?.into_owned()
    /// };
    /// assert_eq!(seen.host.as_deref(), Some("pub.example"));
    /// # Ok::<(), napkin_audit::Refused>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Seen<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Seen { scheme: self.scheme.map(own), host: self.host.map(own), port: self.port, path: own(self.path) }
    }
}

/// The reason why a program refuses a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The text is invalid for the program; the value names what the program does not allow.
    Wrong(&'static str),
    /// The scheme is unknown to the program, or missing.
    Scheme,
    /// The program has no function that resolves references.
    Relative,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(why) => f.write_str(why),
            Self::Scheme => f.write_str("a scheme that it does not know, or none"),
            Self::Relative => f.write_str("a relative reference, for which it has no function"),
        }
    }
}

impl core::error::Error for Refused {}

pub(super) type Read<'a> = Result<Seen<'a>, Refused>;

pub(super) const BAD_PORT: Refused = Refused::Wrong("an invalid port");
pub(super) const BAD_HOST: Refused = Refused::Wrong("a host with invalid characters");
pub(super) const BAD_ADDRESS: Refused = Refused::Wrong("brackets without an address");
pub(super) const BAD_ESCAPE: Refused = Refused::Wrong("an escape without two digits");
pub(super) const BAD_CHARACTER: Refused = Refused::Wrong("an invalid character");

/// Splits a text before the first of the characters; the second half begins with this character.
pub(super) fn before<'a>(text: &'a str, ends: &[char]) -> (&'a str, &'a str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// Returns a scheme of RFC 3986 and the text after its colon.
pub(super) fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    is_scheme(scheme).then_some((scheme, rest))
}

pub(super) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_scheme_byte)
}

pub(super) const fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns digits as a number; no digits are no port, and a number too large for each program becomes the largest.
pub(super) fn number(digits: &str) -> Option<u32> {
    (!digits.is_empty()).then(|| {
        digits
            .bytes()
            .fold(0, |sum: u32, digit| sum.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0'))))
    })
}

/// Returns the text, or `None` if it is empty.
pub(super) fn some(text: &str) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(Cow::Borrowed(text))
}

pub(super) fn lower(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        true => Cow::Owned(text.to_lowercase()),
        false => Cow::Borrowed(text),
    }
}

/// Returns a text without the unwanted characters.
pub(super) fn without<'a>(text: &'a str, unwanted: &[char]) -> Cow<'a, str> {
    match text.contains(unwanted) {
        true => Cow::Owned(text.split(unwanted).collect::<String>()),
        false => Cow::Borrowed(text),
    }
}

/// Returns the text in brackets, if the host has them.
pub(super) fn unbracketed(host: &str) -> Option<&str> {
    host.strip_prefix('[')?.strip_suffix(']')
}

/// Parses an address in brackets, with or without a zone after `%`.
pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Returns whether two hexadecimal digits follow each `%`.
pub(super) fn has_whole_escapes(text: &str) -> bool {
    text.split('%')
        .skip(1)
        .all(|behind| matches!(behind.as_bytes(), [one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit()))
}

/// Decodes escapes. Incomplete escapes are kept, and bytes that are not UTF-8 become U+FFFD.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    match text.contains('%') {
        true => Cow::Owned(String::from_utf8_lossy(&bytes_of(text)).into_owned()),
        false => Cow::Borrowed(text),
    }
}

/// Decodes the escapes of a text to bytes.
pub(super) fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    Encoded::unchecked(text).decode_bytes()
}

/// Returns a byte, raw or from its escape.
pub(crate) fn push_escaped(out: &mut String, byte: u8, is_kept: bool) {
    if is_kept { out.push(char::from(byte)) } else { percent::push_escape(out, byte) }
}
