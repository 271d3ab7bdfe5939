//! Decodes base64 a character at a time by "forgiving-base64 decode" (Infra Standard section 7), across pieces of a text,
//! with findings. The decoders of `data:` URLs use it where the fast kernels stop.

use super::value;
use crate::{Error, Finding, Span, Standard, rules};

/// An incomplete group of symbols, and the padding after it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quantum {
    bits: u32,
    characters: u8,
    padding: usize,
    /// The first padding character.
    padding_at: Span,
}

/// The end of a base64 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    bytes: [u8; 2],
    length: usize,
    /// Whether some dropped bits are not zero.
    pub(crate) has_trailing_bits: bool,
    /// Whether the padding is complete (RFC 4648 section 3.2).
    pub(crate) is_padded: bool,
}

impl End {
    /// Returns the last bytes, at most two.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Quantum {
    /// Returns whether a new group may begin, so that a fast kernel may continue.
    #[inline]
    pub(crate) const fn is_between_groups(&self) -> bool {
        self.characters == 0 && self.padding == 0
    }

    /// Takes one byte that is not white space, written at `span` as itself or as an escape. Returns three bytes when a
    /// group is complete.
    ///
    /// # Errors
    /// The byte is not a symbol, or it follows padding.
    #[inline]
    pub(crate) fn push(&mut self, byte: u8, span: Span, standard: Standard) -> Result<Option<[u8; 3]>, Error> {
        let Some(value) = value(byte) else {
            if byte == b'=' {
                self.padding_at = if self.padding == 0 { span } else { self.padding_at };
                self.padding += 1;
                return Ok(None);
            }
            return Err(stray(byte, span, standard));
        };
        if self.padding > 0 {
            let expected = "padding at the end alone";
            let finding = Finding::new(rules::BASE64_PADDING, standard, self.padding_at, expected, Some('='));
            return Err(Error::new(finding));
        }
        self.bits = self.bits << 6 | u32::from(value);
        self.characters = (self.characters + 1) % 4;
        Ok((self.characters == 0).then_some([(self.bits >> 16) as u8, (self.bits >> 8) as u8, self.bits as u8]))
    }

    /// Decodes the incomplete group at the end of the text, which is at `at`.
    ///
    /// # Errors
    /// One symbol is left over, or there is padding of the wrong length.
    pub(crate) fn end(&self, at: usize, standard: Standard) -> Result<End, Error> {
        let wrong = |rule, start, expected, found| {
            Err(Error::new(Finding::new(rule, standard, Span::new(start, at), expected, found)))
        };
        if self.characters == 1 {
            return wrong(rules::BASE64_LENGTH, at, "another character of base64", None);
        }
        let needed = (4 - usize::from(self.characters)) % 4;
        if self.padding > 0 && self.padding != needed {
            let start = self.padding_at.start;
            return match (needed, self.padding) {
                (2, 1) => wrong(rules::BASE64_PADDING, at, "another `=`", None),
                (0, _) => wrong(rules::BASE64_PADDING, start, "no padding behind whole groups", Some('=')),
                _ => wrong(rules::BASE64_PADDING, start, "no more padding than fills the group", Some('=')),
            };
        }
        let (bits, length) = match self.characters {
            0 => (0, 0),
            2 => (self.bits << 12, 1),
            _ => (self.bits << 6, 2),
        };
        let dropped = if length == 1 { 0xffff } else { 0xff };
        Ok(End {
            bytes: [(bits >> 16) as u8, (bits >> 8) as u8],
            length,
            has_trailing_bits: length > 0 && bits & dropped != 0,
            is_padded: self.padding == needed,
        })
    }
}

/// Returns the error for a byte that is not in the alphabet.
pub(crate) fn stray(byte: u8, span: Span, standard: Standard) -> Error {
    let (rule, expected) = match byte {
        b'-' | b'_' => (rules::BASE64_URL_ALPHABET, "`+` or `/`"),
        _ => (rules::BASE64_ALPHABET, "a character of base64"),
    };
    let found = if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER };
    Error::new(Finding::new(rule, standard, span, expected, Some(found)))
}

/// Returns whether a byte is *ASCII whitespace* (section 4.6 of the Infra Standard), which decoding skips.
#[inline]
pub(crate) const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}
