//! Texts of Python: reading them as UTF-8, and counting their characters.

use std::borrow::Cow;

use napkin::{Span, Standard};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Returns the text of a `str` for a reader of `standard`.
///
/// A `str` can have lone surrogates, which no UTF-8 text has. The URL Standard takes scalar values (Web IDL `USVString`), in
/// which each is U+FFFD; for the other standards it is an error.
pub(crate) fn of_string<'a>(string: &'a Bound<'_, PyString>, standard: Standard) -> PyResult<Cow<'a, str>> {
    match string.to_str() {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if standard == Standard::Whatwg => scalar_values(string).map(Cow::Owned),
        Err(error) => Err(error),
    }
}

fn scalar_values(string: &Bound<'_, PyString>) -> PyResult<String> {
    let units = string.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let units = units.cast::<PyBytes>()?.as_bytes().chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    Ok(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// Converts spans of UTF-8 bytes to spans of characters. Linear in the text, and constant for each span.
pub(crate) struct Characters<'t> {
    text: &'t str,
    /// The number of characters before each block of bytes; empty if bytes and characters are the same.
    before: Vec<usize>,
}

const BLOCK: usize = 64;

impl<'t> Characters<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let mut before = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in text.as_bytes().chunks(BLOCK) {
                before.push(count);
                count += characters(block);
            }
            before.push(count);
        }
        Self { text, before }
    }

    pub(crate) fn span(&self, span: Span) -> (usize, usize) {
        (self.index(span.start), self.index(span.end))
    }

    fn index(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        match self.before.get(byte / BLOCK) {
            Some(before) => before + characters(&self.text.as_bytes()[byte / BLOCK * BLOCK..byte]),
            None => byte,
        }
    }
}

/// Returns the number of characters that begin in these bytes of a text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// A document: a `str`, or bytes.
pub(crate) enum Document<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl<'a> Document<'a> {
    /// # Errors
    /// `TypeError` for anything else, and `UnicodeEncodeError` for a `str` with lone surrogates.
    pub(crate) fn of(object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?));
        }
        match object.cast::<PyBytes>() {
            Ok(bytes) => Ok(Self::Bytes(bytes.as_bytes())),
            Err(_) => Err(pyo3::exceptions::PyTypeError::new_err("expected str or bytes")),
        }
    }

    pub(crate) const fn bytes(&self) -> &'a [u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Returns the converter of places; `None` for bytes, whose places are bytes.
    pub(crate) fn characters(&self) -> Option<Characters<'a>> {
        match self {
            Self::Text(text) => Some(Characters::of(text)),
            Self::Bytes(_) => None,
        }
    }
}

/// Returns a span as the tuple that Python gets.
pub(crate) fn place(characters: Option<&Characters<'_>>, span: Span) -> (usize, usize) {
    characters.map_or((span.start, span.end), |characters| characters.span(span))
}
