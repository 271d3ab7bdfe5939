//! Decodes transfer encodings (RFC 2045 section 6), with a map back to the bytes of the message.
//!
//! Quoted-printable (section 6.7) and base64 (section 6.8) are decoded as mail readers do: characters outside the alphabet
//! are ignored. The private `x-uuencode` (section 6.3) occurs in old mail. [`BodyReader`] decodes a body piece by piece;
//! [`Decoded`] holds a whole body with its map.

mod base64;
mod quoted_printable;
mod uuencode;

use self::base64::Group;
use crate::lexer;
use napkin::Span;
use napkin::map::Level;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

/// A transfer encoding.
///
/// ```
/// use napkin_mail::Encoding;
/// assert_eq!(Encoding::of(b" Quoted-Printable (lines)"), Encoding::QuotedPrintable);
/// assert_eq!(Encoding::of(b""), Encoding::SevenBit);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `7bit`, or nothing (section 6.1).
    #[default]
    SevenBit,
    /// `8bit`
    EightBit,
    /// `binary`
    Binary,
    /// `quoted-printable`
    QuotedPrintable,
    /// `base64`
    Base64,
    /// `x-uuencode`, `x-uue`, `uuencode` or `uue`: the output of the POSIX utility `uuencode`. No mail standard defines it,
    /// and this crate never writes it.
    Uuencode,
    /// Any other word. The body is not decoded, and its media type is unreliable (section 6.4).
    Unknown,
}

/// The known values of the field.
const WORDS: [(&[u8], Encoding); 10] = [
    (b"7bit", Encoding::SevenBit),
    (b"8bit", Encoding::EightBit),
    (b"binary", Encoding::Binary),
    (b"quoted-printable", Encoding::QuotedPrintable),
    (b"base64", Encoding::Base64),
    (b"", Encoding::SevenBit),
    (b"x-uuencode", Encoding::Uuencode),
    (b"x-uue", Encoding::Uuencode),
    (b"uuencode", Encoding::Uuencode),
    (b"uue", Encoding::Uuencode),
];

impl Encoding {
    /// Parses the value of a `Content-Transfer-Encoding` field.
    ///
    /// ```
    /// use napkin_mail::Encoding;
    /// assert_eq!(Encoding::of(b" BASE64"), Encoding::Base64);
    /// assert_eq!(Encoding::of(b" x-zip"), Encoding::Unknown);
    /// ```
    #[must_use]
    pub fn of(value: &[u8]) -> Self {
        let value = &value[lexer::skip(value, 0)..];
        let end = value.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b';'));
        let word = &value[..end.unwrap_or(value.len())];
        WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map_or(Self::Unknown, |&(_, it)| it)
    }

    /// Returns the name: `7bit`, `8bit`, `binary`, `quoted-printable`, `base64`, `x-uuencode` or `unknown`.
    ///
    /// ```
    /// use napkin_mail::Encoding;
    /// assert_eq!(Encoding::QuotedPrintable.name(), "quoted-printable");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SevenBit => "7bit",
            Self::EightBit => "8bit",
            Self::Binary => "binary",
            Self::QuotedPrintable => "quoted-printable",
            Self::Base64 => "base64",
            Self::Uuencode => "x-uuencode",
            Self::Unknown => "unknown",
        }
    }

    /// Returns whether decoding changes the bytes of a body.
    ///
    /// ```
    /// use napkin_mail::Encoding;
    /// assert!(Encoding::Base64.changes_bytes());
    /// assert!(!Encoding::Binary.changes_bytes());
    /// ```
    #[must_use]
    pub const fn changes_bytes(self) -> bool {
        matches!(self, Self::QuotedPrintable | Self::Base64 | Self::Uuencode)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A decoded body, with a map back to the message.
#[derive(Clone, Debug)]
pub struct Decoded<'b> {
    /// The decoded bytes.
    pub bytes: Cow<'b, [u8]>,
    pub(crate) level: Level,
}

impl Decoded<'_> {
    /// Returns the place in the message of a span of [`bytes`](Self::bytes). It covers every encoded byte that the span was
    /// decoded from.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Content-Transfer-Encoding: quoted-printable\n\ncaf=C3=A9 menu";
    /// let message = Message::parse(bytes);
    /// let body = message.root().decoded();
    /// assert_eq!(&*body.bytes, "caf\u{e9} menu".as_bytes());
    /// assert_eq!(body.source_span(napkin::Span::new(3, 5)).of_bytes(bytes), b"=C3=A9");
    /// ```
    #[must_use]
    pub fn source_span(&self, span: Span) -> Span {
        self.level.source(span)
    }

    /// Returns the map from [`bytes`](Self::bytes) to the message.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Content-Transfer-Encoding: quoted-printable\n\ncaf=C3=A9 menu";
    /// let message = Message::parse(bytes);
    /// let body = message.root().decoded();
    /// assert!(!body.level().is_verbatim());
    /// assert_eq!(body.level().source(napkin::Span::new(6, 10)).of_bytes(bytes), b"menu");
    /// ```
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }
}

/// Decodes a body that begins at `at` in the message.
pub(crate) fn decode(raw: &[u8], at: usize, encoding: Encoding) -> Decoded<'_> {
    match encoding {
        Encoding::QuotedPrintable => {
            let (bytes, level) = quoted_printable::decode(raw, at);
            Decoded { bytes: bytes.into(), level }
        }
        Encoding::Base64 => {
            let (bytes, runs) = base64::decode(raw);
            Decoded { bytes: bytes.into(), level: Level::computed(at, Arc::new(runs)) }
        }
        Encoding::Uuencode => match uuencode::decode(raw, at) {
            Some((bytes, level)) => Decoded { bytes: bytes.into(), level },
            None => decode(raw, at, Encoding::Unknown),
        },
        _ => Decoded { bytes: raw.into(), level: Level::verbatim(at) },
    }
}

/// Reads a body piece by piece, in constant memory.
#[derive(Clone, Debug)]
pub struct BodyReader<'b> {
    raw: &'b [u8],
    encoding: Encoding,
    /// The decoded bytes; the first `taken` of them have been read.
    ready: Vec<u8>,
    taken: usize,
    group: Group,
    has_begun: bool,
}

impl<'b> BodyReader<'b> {
    /// Creates a reader for a body with this encoding.
    ///
    /// ```
    /// use napkin_mail::{BodyReader, Encoding};
    /// assert_eq!(BodyReader::new(b"U291cA==", Encoding::Base64).count_bytes(), 4);
    /// ```
    #[must_use]
    pub const fn new(raw: &'b [u8], encoding: Encoding) -> Self {
        Self { raw, encoding, ready: Vec::new(), taken: 0, group: Group::EMPTY, has_begun: false }
    }

    /// Returns the number of decoded bytes that remain, without storing them.
    ///
    /// ```
    /// use napkin_mail::{BodyReader, Encoding};
    /// assert_eq!(BodyReader::new(b"caf=C3=A9", Encoding::QuotedPrintable).count_bytes(), 5);
    /// ```
    #[must_use]
    pub fn count_bytes(mut self) -> u64 {
        self.begin();
        match self.encoding {
            Encoding::Base64 if self.group.count == 0 && self.ready.is_empty() => return base64::count(self.raw),
            Encoding::QuotedPrintable => {
                return (self.ready.len() - self.taken + quoted_printable::count(self.raw)) as u64;
            }
            encoding if encoding.changes_bytes() => {}
            _ => return self.raw.len() as u64,
        }
        let mut count = (self.ready.len() - self.taken) as u64;
        while self.refill() {
            count += self.ready.len() as u64;
        }
        count
    }

    /// Passes the remaining pieces to `take` while it returns true. Returns whether it accepted them all.
    pub(crate) fn each(mut self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        self.begin();
        if !self.encoding.changes_bytes() {
            return take(self.raw);
        }
        let mut goes_on = take(&self.ready[self.taken..]);
        while goes_on && self.refill() {
            goes_on = take(&self.ready);
        }
        goes_on
    }

    /// Finds the `begin` line of uuencoded data. A body without such a line is not decoded.
    fn begin(&mut self) {
        if self.encoding == Encoding::Uuencode && !std::mem::replace(&mut self.has_begun, true) {
            match uuencode::begin(self.raw) {
                Some(start) => self.raw = &self.raw[start..],
                None => self.encoding = Encoding::Unknown,
            }
        }
    }

    /// Decodes the next piece; returns whether there was one.
    fn refill(&mut self) -> bool {
        self.ready.clear();
        self.taken = 0;
        while self.ready.is_empty() && !self.raw.is_empty() {
            // A piece ends at a line break, so that it splits no escape and no blanks before a line break.
            let wanted = self.raw.len().min(PIECE);
            let end = match memchr::memrchr(b'\n', &self.raw[..wanted]) {
                Some(end) if wanted < self.raw.len() => end + 1,
                None if wanted < self.raw.len() => {
                    memchr::memchr(b'\n', self.raw).map_or(self.raw.len(), |end| end + 1)
                }
                _ => wanted,
            };
            let (piece, rest) = self.raw.split_at(end);
            self.raw = rest;
            self.ready.reserve(piece.len());
            match self.encoding {
                Encoding::QuotedPrintable => quoted_printable::append(piece, &mut self.ready, &mut |_, _| {}),
                Encoding::Base64 => self.group.append(piece, &mut self.ready),
                Encoding::Uuencode => {
                    if uuencode::append(piece, &mut self.ready, &mut |_, _| {}).is_some() {
                        self.raw = &[];
                    }
                }
                _ => self.ready.extend_from_slice(piece),
            }
            if self.raw.is_empty() && self.encoding == Encoding::Base64 {
                self.group.finish(&mut self.ready);
            }
        }
        !self.ready.is_empty()
    }
}

/// The usual size of a piece in encoded bytes.
const PIECE: usize = 16 << 10;

impl Read for BodyReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.begin();
        if !self.encoding.changes_bytes() {
            return self.raw.read(out);
        }
        if self.taken == self.ready.len() && !self.refill() {
            return Ok(0);
        }
        let count = (&self.ready[self.taken..]).read(out)?;
        self.taken += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_whole() {
        let mut long = b"bmFwa2lu=20\r\n =41 \n".repeat(3000);
        long.extend_from_slice(b"YQ");
        for encoding in [Encoding::SevenBit, Encoding::QuotedPrintable, Encoding::Base64, Encoding::Uuencode] {
            let whole = decode(&long, 0, encoding);
            let mut read = Vec::new();
            BodyReader::new(&long, encoding).read_to_end(&mut read).expect("memory");
            assert!(read == *whole.bytes, "{encoding}");
            assert_eq!(BodyReader::new(&long, encoding).count_bytes(), read.len() as u64);
            let mut rest = BodyReader::new(&long, encoding);
            rest.read_exact(&mut [0; 5]).expect("memory");
            assert_eq!(rest.count_bytes(), read.len() as u64 - 5, "{encoding}");
        }
    }
}
