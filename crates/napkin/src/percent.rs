//! Percent-encodes and decodes text (RFC 3986 section 2, draft-fielding-url-syntax-05 section 2), with the named
//! character sets of each grammar ([`Set`]).
//!
//! Start at [`encode`] and [`Encoded`]. Which set belongs to which component of an edit is decided in [`crate::Edit`].
//!
//! Encoded text has its own types, [`Encoded`] and [`EncodedBuf`]. [`encode`] does not accept them and decoding does not
//! return them, so nothing is encoded or decoded twice by accident (section 2.4.2 of the draft):
//!
//! ```compile_fail
//! use napkin::percent::{self, PCHAR};
//! let once = percent::encode("100 %", PCHAR);
//! let twice = percent::encode(once, PCHAR); // an `EncodedBuf` is not data
//! ```

pub(crate) mod bodies;
mod encode_set;
mod set;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::Utf8Error;

pub use self::bodies::decode_into;
pub use self::encode_set::EncodeSet;
pub(crate) use self::encode_set::escape;
pub use self::set::*;
use crate::{Error, Finding, Rule, Span, Standard, rules};

/// Returns the value of a hexadecimal digit.
pub(crate) const fn hex(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Returns the octet of the escape at byte `at`; `None` if there is no `%` with two hexadecimal digits (RFC 3986 section
/// 2.1).
///
/// ```
/// use napkin::percent::escape_at;
/// assert_eq!((escape_at(b"a%2Fb", 1), escape_at(b"a%2Fb", 0), escape_at(b"100%", 3)), (Some(b'/'), None, None));
/// ```
#[must_use]
#[inline]
pub const fn escape_at(bytes: &[u8], at: usize) -> Option<u8> {
    if at + 2 >= bytes.len() || bytes[at] != b'%' {
        return None;
    }
    match (hex(bytes[at + 1]), hex(bytes[at + 2])) {
        (Some(high), Some(low)) => Some(high << 4 | low),
        _ => None,
    }
}

/// Appends `%XX`, in upper case as RFC 3986 section 2.1 recommends.
///
/// ```
/// let mut out = String::from("a");
/// napkin::percent::push_escape(&mut out, b'/');
/// assert_eq!(out, "a%2F");
/// ```
pub fn push_escape(out: &mut String, byte: u8) {
    out.push_str(escape(byte));
}

/// Percent-encoded text of a URL, in which every `%` begins an escape.
///
/// Comparison is by the written text: `%7E` and `~` are different texts for the same data.
///
/// ```
/// use napkin::{Reference, Standard};
/// let url = Reference::parse("http://pub.example/a%20pint", Standard::Rfc3986)?;
/// assert_eq!(url.path(), "/a%20pint");
/// assert_eq!(url.path().decode()?, "/a pint");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Encoded<'a>(&'a str);

impl<'a> Encoded<'a> {
    /// Returns the text as [`Encoded`] if each of its characters is in `set` or belongs to a proper escape.
    ///
    /// ```
    /// use napkin::percent::{Encoded, SEGMENT};
    /// assert!(Encoded::new("a%20pint", SEGMENT).is_ok());
    /// assert_eq!(Encoded::new("a pint", SEGMENT).unwrap_err().span().start, 1);
    /// ```
    ///
    /// # Errors
    /// The first character that is not in the set, or the first broken escape.
    pub fn new(text: &'a str, set: Set) -> Result<Self, Error> {
        let bytes = text.as_bytes();
        let mut at = 0;
        for (start, c) in text.char_indices() {
            if start < at || (c != '%' && set.contains(c)) {
                continue;
            }
            if c != '%' {
                let span = Span::new(start, start + c.len_utf8());
                return Err(unexpected(rules::PATH, span, "a character of the set", Some(c)));
            }
            if escape_at(bytes, start).is_none() {
                let span = Span::new(start, bytes.len().min(start + 3));
                let found = text[start + 1..].chars().find(|c| !c.is_ascii_hexdigit());
                return Err(unexpected(rules::PCT_ENCODED, span, "two hexadecimal digits after `%`", found));
            }
            at = start + 3;
        }
        Ok(Self(text))
    }

    /// Takes a text as encoded without checking it, for components that have been checked already. A `%` without two
    /// hexadecimal digits is decoded as itself.
    ///
    /// ```
    /// use napkin::Encoded;
    /// assert_eq!(Encoded::unchecked("100%, caf%C3%A9").decode_lossy(), "100%, caf\u{e9}");
    /// ```
    #[must_use]
    #[inline]
    pub const fn unchecked(text: &'a str) -> Self {
        Self(text)
    }

    /// Returns the text as it is written.
    ///
    /// ```
    /// let path = napkin::Reference::from_static("/a%20pint").path();
    /// assert_eq!(path.as_str(), "/a%20pint");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Returns whether the text is empty.
    ///
    /// ```
    /// assert!(napkin::Reference::from_static("?").query().unwrap().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the length of the text as it is written, in bytes.
    ///
    /// ```
    /// assert_eq!(napkin::Reference::from_static("/a%20pint").path().len(), 9);
    /// ```
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Returns the data as octets; borrowed if there is no escape.
    ///
    /// ```
    /// assert_eq!(*napkin::Reference::from_static("%ff%20").path().decode_bytes(), *b"\xff ");
    /// ```
    #[must_use]
    pub fn decode_bytes(self) -> Cow<'a, [u8]> {
        let bytes = self.0.as_bytes();
        let Some(first) = bytes.iter().position(|&byte| byte == b'%') else {
            return Cow::Borrowed(bytes);
        };
        let mut out = Vec::with_capacity(bytes.len());
        out.extend_from_slice(&bytes[..first]);
        decode_into(&bytes[first..], &mut out);
        Cow::Owned(out)
    }

    /// Returns the data as UTF-8 text.
    ///
    /// ```
    /// let path = napkin::Reference::from_static("/caf%C3%A9").path();
    /// assert_eq!(path.decode().unwrap(), "/caf\u{e9}");
    /// ```
    ///
    /// # Errors
    /// The octets are not UTF-8. The offsets of the error are in the decoded octets.
    pub fn decode(self) -> Result<Cow<'a, str>, Utf8Error> {
        match self.decode_bytes() {
            Cow::Borrowed(_) => Ok(Cow::Borrowed(self.0)),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error()),
        }
    }

    /// Returns the data as text, with U+FFFD for octets that are not UTF-8.
    ///
    /// ```
    /// assert_eq!(napkin::Reference::from_static("/%ff").path().decode_lossy(), "/\u{fffd}");
    /// ```
    #[must_use]
    pub fn decode_lossy(self) -> Cow<'a, str> {
        match self.decode_bytes() {
            Cow::Borrowed(_) => Cow::Borrowed(self.0),
            Cow::Owned(bytes) => match String::from_utf8_lossy(&bytes) {
                Cow::Borrowed(text) => Cow::Owned(text.into()),
                Cow::Owned(text) => Cow::Owned(text),
            },
        }
    }
}

fn unexpected(rule: Rule, span: Span, expected: &'static str, found: Option<char>) -> Error {
    Error::new(Finding::new(rule, Standard::Rfc3986, span, expected, found))
}

/// Owned [`Encoded`] text, as [`encode`] returns it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct EncodedBuf(String);

impl EncodedBuf {
    /// Returns the text, borrowed.
    ///
    /// ```
    /// use napkin::percent::{self, SEGMENT};
    /// assert_eq!(percent::encode("a pint", SEGMENT).as_encoded().len(), 8);
    /// ```
    #[must_use]
    pub fn as_encoded(&self) -> Encoded<'_> {
        Encoded(&self.0)
    }

    /// Returns the text as it is written.
    ///
    /// ```
    /// use napkin::percent::{self, SEGMENT};
    /// assert_eq!(percent::encode("a pint", SEGMENT).as_str(), "a%20pint");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text as it is written, without a copy.
    ///
    /// ```
    /// use napkin::percent::{self, SEGMENT};
    /// let url = String::from("http://h/") + &percent::encode("50%", SEGMENT).into_string();
    /// assert_eq!(url, "http://h/50%25");
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Encodes `data`: the characters of `keep` stay, every other octet, including `%`, becomes `%XX` (RFC 3986 section 2.1).
///
/// `data` is raw: octets or UTF-8 text that is not encoded yet. Characters beyond ASCII stay if `keep` has them (the sets
/// of RFC 3987) and they are valid UTF-8.
///
/// ```
/// use napkin::percent::{self, SEGMENT, iri};
/// assert_eq!(percent::encode("a/b 100%", SEGMENT), "a%2Fb%20100%25");
/// assert_eq!(percent::encode("caf\u{e9}", SEGMENT), "caf%C3%A9");
/// assert_eq!(percent::encode("caf\u{e9}", iri::SEGMENT), "caf\u{e9}");
/// ```
#[must_use]
pub fn encode<D: AsRef<[u8]> + ?Sized>(data: &D, keep: Set) -> EncodedBuf {
    let mut out = String::with_capacity(data.as_ref().len());
    encode_into(data.as_ref(), keep, &mut out);
    EncodedBuf(out)
}

/// Appends the encoded form of `data` to `out`, as [`encode`] returns it.
///
/// ```
/// use napkin::percent::{self, SEGMENT};
/// let mut path = String::from("/menu/");
/// percent::encode_into(b"a/b", SEGMENT, &mut path);
/// assert_eq!(path, "/menu/a%2Fb");
/// ```
pub fn encode_into(data: &[u8], keep: Set, out: &mut String) {
    for chunk in data.utf8_chunks() {
        for c in chunk.valid().chars() {
            if keep.contains(c) {
                out.push(c);
            } else {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| push_escape(out, byte));
            }
        }
        chunk.invalid().iter().for_each(|&byte| push_escape(out, byte));
    }
}

macro_rules! like_str {
    ($($type:ty),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        crate::text::text!(=, $type, str);
        crate::text::text!(=, $type, &str);
        crate::text::text!(=, $type, String);
    )*};
}

like_str!(Encoded<'_>, EncodedBuf);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_once_in_three_ways() {
        // (written, octets, UTF-8 or not, lossily)
        let cases: [(&str, &[u8], Option<&str>, &str); 6] = [
            ("", b"", Some(""), ""),
            ("plain", b"plain", Some("plain"), "plain"),
            ("%2541", b"%41", Some("%41"), "%41"),
            ("a%20%e2%82%ac", "a \u{20ac}".as_bytes(), Some("a \u{20ac}"), "a \u{20ac}"),
            ("%ff!", b"\xff!", None, "\u{fffd}!"),
            ("%00", b"\0", Some("\0"), "\0"),
        ];
        for (written, octets, text, lossy) in cases {
            let encoded = Encoded::new(written, PCHAR).unwrap();
            assert_eq!(&*encoded.decode_bytes(), octets, "{written}");
            assert_eq!(encoded.decode().ok().as_deref(), text, "{written}");
            assert_eq!(encoded.decode_lossy(), lossy, "{written}");
        }
    }

    #[test]
    fn refuses_what_the_set_lacks() {
        let cases = [
            ("a b", 1..2, "path"),
            ("%", 0..1, "pct-encoded"),
            ("a%2", 1..3, "pct-encoded"),
            ("%zz", 0..3, "pct-encoded"),
            ("caf\u{e9}", 3..5, "path"),
        ];
        for (text, range, rule) in cases {
            let error = Encoded::new(text, PCHAR).unwrap_err();
            assert_eq!((error.span(), error.rule().code()), (range.into(), rule), "{text}");
        }
    }

    #[test]
    fn decoding_undoes_encoding_for_every_octet() {
        let all: Vec<u8> = (0..=255).collect();
        for set in [UNRESERVED, PCHAR, QUERY, SEGMENT, iri::QUERY, draft1997::URLC] {
            assert_eq!(&*encode(&all, set).as_encoded().decode_bytes(), &all[..]);
        }
    }
}
