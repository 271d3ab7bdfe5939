//! What a model takes out of a reference, and the steps that several models share.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::net::Ipv6Addr;

use napkin::{Encoded, percent};

/// What a program takes out of a reference, as it says it: nothing is made alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Seen<'a> {
    /// The scheme, if it sees one.
    pub scheme: Option<Cow<'a, str>>,
    /// The host, if it sees one; never empty.
    pub host: Option<Cow<'a, str>>,
    /// The port that is written, if there is one; some programs admit numbers beyond 65535.
    pub port: Option<u32>,
    /// The path, which may be empty.
    pub path: Cow<'a, str>,
}

impl Seen<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Seen<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Seen { scheme: self.scheme.map(own), host: self.host.map(own), port: self.port, path: own(self.path) }
    }
}

/// That a program reads nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It takes the text for wrong: what it does not admit.
    Wrong(&'static str),
    /// It knows no such scheme, or wants one.
    Scheme,
    /// It has no function that resolves references.
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

pub(super) const BAD_PORT: Refused = Refused::Wrong("a port that is none");
pub(super) const BAD_HOST: Refused = Refused::Wrong("a host with characters that it does not admit");
pub(super) const BAD_ADDRESS: Refused = Refused::Wrong("brackets without an address");
pub(super) const BAD_ESCAPE: Refused = Refused::Wrong("an escape without two digits");
pub(super) const BAD_CHARACTER: Refused = Refused::Wrong("a character that it does not admit");

/// A text cut before the first of some characters; the second half begins with it.
pub(super) fn before<'a>(text: &'a str, ends: &[char]) -> (&'a str, &'a str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// A scheme of RFC 3986 and what is behind its colon.
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

/// Digits as a number; none is no port, and one that is too large for any program the largest.
pub(super) fn number(digits: &str) -> Option<u32> {
    (!digits.is_empty()).then(|| {
        digits
            .bytes()
            .fold(0, |sum: u32, digit| sum.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0'))))
    })
}

/// A part that is there only if it is not empty.
pub(super) fn some(text: &str) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(Cow::Borrowed(text))
}

pub(super) fn lower(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        true => Cow::Owned(text.to_lowercase()),
        false => Cow::Borrowed(text),
    }
}

/// A text without some characters.
pub(super) fn without<'a>(text: &'a str, unwanted: &[char]) -> Cow<'a, str> {
    match text.contains(unwanted) {
        true => Cow::Owned(text.split(unwanted).collect::<String>()),
        false => Cow::Borrowed(text),
    }
}

/// What is in brackets, if a host is so.
pub(super) fn unbracketed(host: &str) -> Option<&str> {
    host.strip_prefix('[')?.strip_suffix(']')
}

/// An address in brackets, with or without a zone behind `%`.
pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Whether behind each `%` there are two hexadecimal digits.
pub(super) fn has_whole_escapes(text: &str) -> bool {
    text.split('%')
        .skip(1)
        .all(|behind| matches!(behind.as_bytes(), [one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit()))
}

/// Escapes undone; those that are none stay, and what is not UTF-8 becomes U+FFFD.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    match text.contains('%') {
        true => Cow::Owned(String::from_utf8_lossy(&bytes_of(text)).into_owned()),
        false => Cow::Borrowed(text),
    }
}

/// The bytes that a text with escapes writes.
pub(super) fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    Encoded::unchecked(text).decode_bytes()
}

/// A byte as it stands or as its escape.
pub(crate) fn push_escaped(out: &mut String, byte: u8, is_kept: bool) {
    if is_kept { out.push(char::from(byte)) } else { percent::push_escape(out, byte) }
}
