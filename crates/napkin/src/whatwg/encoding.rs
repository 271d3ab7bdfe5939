//! Queries in legacy encodings: what the URL parser writes when a document's encoding is not UTF-8.
//!
//! Decides: *percent-encode after encoding*, section 1.3 of the URL Standard, and which encoding a label names, which
//! is the Encoding Standard's. It does not decide for which URLs the encoding counts ([`crate::syntax`]).

use alloc::string::String;
use core::fmt::{self, Write};

use encoding_rs::{EncoderResult, Encoding, UTF_8};

use super::Url;
use crate::percent::{EncodeSet, escape};
use crate::syntax::whatwg::Against;
use crate::{Error, Finding, MAX_LENGTH, Span, Standard, rules};

/// How long a text may be: no encoding makes it sixteen times as long. The worst is 29 characters for 4 bytes, a
/// character that ISO-2022-JP has and one that it lacks, in turn.
const LIMIT: usize = MAX_LENGTH / 16;

/// A label that names no encoding of the Encoding Standard (section 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a label of the Encoding Standard, but found another name")
    }
}

impl core::error::Error for UnknownEncoding {}

/// Why [`Url::parse_in`] makes no URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseInError {
    /// The label names no encoding.
    Encoding(UnknownEncoding),
    /// The text is no URL, in whatever encoding.
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
    /// Parses `text` as a document in the encoding that `label` names would: HTML's *encoding-parse a URL*, the basic
    /// URL parser with an encoding (section 4.4).
    ///
    /// The encoding counts for the query of special schemes other than `ws` and `wss`; all else is UTF-8. A character
    /// that the encoding lacks becomes `%26%23NNNN%3B`, a decimal reference of HTML. UTF-16 and the replacement
    /// encoding are read only, and UTF-8 is written for them.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse_in("https://pub.example/caf\u{e9}?caf\u{e9}", None, "latin1")?;
    /// assert_eq!(url.href(), "https://pub.example/caf%C3%A9?caf%E9");
    /// # Ok::<(), napkin::whatwg::ParseInError>(())
    /// ```
    ///
    /// # Errors
    /// The label names no encoding, or as [`parse`](Self::parse). A text beyond a sixteenth of
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

/// *Percent-encode after encoding* (section 1.3): `text` in the encoding that `label` names, with escapes for the
/// bytes that are in the set, and `%26%23NNNN%3B` for a character that the encoding lacks.
///
/// With [`EncodeSet::FORM_URLENCODED`] a space is `+`. Beyond UTF-8 the standard itself has use for this set and for
/// [`EncodeSet::SPECIAL_QUERY`] alone. As for a query, UTF-8 is written for UTF-16 and the replacement encoding.
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
/// The label names no encoding.
pub fn percent_encode_after_encoding(text: &str, label: &str, set: EncodeSet) -> Result<String, UnknownEncoding> {
    let encoding = output_encoding(label)?;
    let mut out = String::with_capacity(text.len());
    push(encoding, text, set, &mut out);
    Ok(out)
}

/// *Get an encoding*, and *get an output encoding* of it.
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
                // Every set has what is beyond ASCII, so that this is a character.
                _ if !set.contains_byte(byte) => out.push(byte.into()),
                _ => out.push_str(escape(byte)),
            }
        }
        match result {
            EncoderResult::InputEmpty => return,
            EncoderResult::OutputFull => {}
            // Writing to a string does not fail. A state of ISO-2022-JP goes on behind this, and is left at the end.
            EncoderResult::Unmappable(lacking) => _ = write!(out, "%26%23{}%3B", u32::from(lacking)),
        }
    }
}
