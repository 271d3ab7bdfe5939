//! "Forgiving-base64 decode", Infra Standard section 7, a character at a time where the kernels stop, in pieces, and with
//! findings.

use super::value;
use crate::{Error, Finding, Span, Standard, rules};

/// A group that is not whole yet, and the padding behind it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quantum {
    bits: u32,
    characters: u8,
    padding: usize,
    /// The first of it.
    padding_at: Span,
}

/// How a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    bytes: [u8; 2],
    length: usize,
    /// Whether bits that are dropped are not zero.
    pub(crate) has_trailing_bits: bool,
    /// Whether there is as much padding as RFC 4648 section 3.2 asks for.
    pub(crate) is_padded: bool,
}

impl End {
    /// The last bytes: at most two.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Quantum {
    /// Whether a group may begin, so that a kernel may go on.
    #[inline]
    pub(crate) const fn is_between_groups(&self) -> bool {
        self.characters == 0 && self.padding == 0
    }

    /// Takes one byte, which stands at `span`, perhaps as an escape, and is no white space. Gives three when a group is whole.
    ///
    /// # Errors
    /// It is of no use there.
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

    /// What is left at the end of the text, which is at `at`.
    ///
    /// # Errors
    /// One character is left over, or there is some padding but not the right one.
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

/// The finding of a byte that is of no use in base64.
pub(crate) fn stray(byte: u8, span: Span, standard: Standard) -> Error {
    let (rule, expected) = match byte {
        b'-' | b'_' => (rules::BASE64_URL_ALPHABET, "`+` or `/`"),
        _ => (rules::BASE64_ALPHABET, "a character of base64"),
    };
    let found = if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER };
    Error::new(Finding::new(rule, standard, span, expected, Some(found)))
}

/// *ASCII whitespace*, section 4.6 of the Infra Standard, which is passed over.
#[inline]
pub(crate) const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}
