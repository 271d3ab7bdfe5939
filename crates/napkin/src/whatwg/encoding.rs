//! Queries in legacy encodings, for documents whose encoding is not UTF-8.
//!
//! Implements *percent-encode after encoding* (section 1.3 of the URL Standard), and the labels of the Encoding Standard.
//! [`crate::syntax`] decides for which URLs the encoding matters. Start with `Url::parse_in`.

use alloc::string::String;
use core::fmt::{self, Write};

use encoding_rs::{EncoderResult, Encoding, UTF_8};

use super::Url;
use crate::percent::{EncodeSet, escape};
use crate::syntax::whatwg::Against;
use crate::{Error, Finding, MAX_LENGTH, Span, Standard, rules};

/// The maximum length of a text in bytes. No encoding makes a text sixteen times as long: the worst case is 29 characters
/// for 4 bytes, where characters that ISO-2022-JP has and characters that it lacks alternate.
const LIMIT: usize = MAX_LENGTH / 16;

/// The error for a label that is not in the Encoding Standard (section 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a label of the Encoding Standard, but found another name")
    }
}

impl core::error::Error for UnknownEncoding {}

/// The reason why [`Url::parse_in`] fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseInError {
    /// The label is not the name of an encoding.
    Encoding(UnknownEncoding),
    /// The text is not a URL in any encoding.
    Url(Error),
}

impl fmt::Display for ParseInError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding(error) => fmt::Display::fmt(error, f),
            Self::Url(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for ParseInError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Encoding(error) => Some(error),
            Self::Url(error) => Some(error),
        }
    }
}

impl From<UnknownEncoding> for ParseInError {
    fn from(error: UnknownEncoding) -> Self {
        Self::Encoding(error)
    }
}

impl From<Error> for ParseInError {
    fn from(error: Error) -> Self {
        Self::Url(error)
    }
}

impl Url {
    /// Parses `text` as in a document with the encoding `label`: HTML's *encoding-parse a URL*, the basic URL parser with
    /// an encoding (section 4.4).
    ///
    /// The encoding applies to the query of special schemes other than `ws` and `wss`; everything else is UTF-8. A
    /// character that the encoding lacks becomes `%26%23NNNN%3B`, a decimal character reference of HTML. UTF-16 and the
    /// replacement encoding cannot encode, so UTF-8 is written instead.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse_in("https://pub.example/caf\u{e9}?caf\u{e9}", None, "latin1")?;
    /// assert_eq!(url.href(), "https://pub.example/caf%C3%A9?caf%E9");
    /// # Ok::<(), napkin::whatwg::ParseInError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the label is unknown, and the errors of [`parse`](Self::parse). A text longer than a sixteenth of
    /// [`MAX_LENGTH`] is too long.
    pub fn parse_in(text: &str, base: Option<&Self>, label: &str) -> Result<Self, ParseInError> {
        Self::parse_in_against(text, base.map(Self::against), label)
    }

    pub(super) fn parse_in_against(text: &str, base: Option<Against<'_>>, label: &str) -> Result<Self, ParseInError> {
        let encoding = output_encoding(label)?;
        if text.len() > LIMIT {
            let rest = Span::new(LIMIT, text.len());
            return Err(Error::new(Finding::new(rules::TOO_LONG, Standard::Whatwg, rest, "", None)).into());
        }
        let encode = |query: &str, out: &mut String| push(encoding, query, EncodeSet::SPECIAL_QUERY, out);
        Ok(Self::parse_with(text, base, Some(&encode))?)
    }
}

/// Encodes `text` in the encoding `label`, then escapes the bytes in the set: *percent-encode after encoding* (section 1.3).
/// A character that the encoding lacks becomes `%26%23NNNN%3B`.
///
/// With [`EncodeSet::FORM_URLENCODED`], a space becomes `+`. For encodings other than UTF-8, the standard uses only this set
/// and [`EncodeSet::SPECIAL_QUERY`]. As in a query, UTF-8 replaces UTF-16 and the replacement encoding.
///
/// ```
/// use napkin::percent::EncodeSet;
/// use napkin::whatwg::percent_encode_after_encoding;
/// let written = percent_encode_after_encoding("1+1 \u{2261} 2", "shift_jis", EncodeSet::FORM_URLENCODED)?;
/// assert_eq!(written, "1%2B1+%81%DF+2");
/// # Ok::<(), napkin::whatwg::UnknownEncoding>(())
/// ```
///
/// # Errors
/// Returns an error if the label is not the name of an encoding.
pub fn percent_encode_after_encoding(text: &str, label: &str, set: EncodeSet) -> Result<String, UnknownEncoding> {
    let encoding = output_encoding(label)?;
    let mut out = String::with_capacity(text.len());
    push(encoding, text, set, &mut out);
    Ok(out)
}

/// Returns the output encoding for a label (*get an encoding*, then *get an output encoding*).
fn output_encoding(label: &str) -> Result<&'static Encoding, UnknownEncoding> {
    Encoding::for_label(label.as_bytes()).map(Encoding::output_encoding).ok_or(UnknownEncoding)
}

fn push(encoding: &'static Encoding, text: &str, set: EncodeSet, out: &mut String) {
    let space_as_plus = set == EncodeSet::FORM_URLENCODED;
    if encoding == UTF_8 && !space_as_plus {
        set.push(text, out);
        return;
    }
    let mut encoder = encoding.new_encoder();
    let mut encoded = [0; 256];
    let mut rest = text;
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut encoded, true);
        rest = &rest[read..];
        for &byte in &encoded[..written] {
            match byte {
                b' ' if space_as_plus => out.push('+'),
                // Every set contains all bytes beyond ASCII, so this byte is an ASCII character.
                _ if !set.contains_byte(byte) => out.push(byte.into()),
                _ => out.push_str(escape(byte)),
            }
        }
        match result {
            EncoderResult::InputEmpty => return,
            EncoderResult::OutputFull => {}
            // Writing to a string does not fail. The state of ISO-2022-JP continues after this, and ends at the end.
            EncoderResult::Unmappable(lacking) => _ = write!(out, "%26%23{}%3B", u32::from(lacking)),
        }
    }
}
