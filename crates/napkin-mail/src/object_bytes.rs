//! The bytes of an object, which may be stored in a transfer encoding.
//!
//! Never holds a large object in memory twice: the object is decoded piece by piece each time it is read. Its digests
//! are cached.

use crate::canonical_form::{self, Canonical};
use crate::transfer::{BodyReader, Encoding};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The bytes of an object.
#[derive(Clone)]
pub(crate) struct Content<'b> {
    raw: Raw<'b>,
    /// The transfer encoding of the bytes.
    encoding: Encoding,
    facts: Arc<Facts>,
}

/// The stored bytes.
#[derive(Clone)]
enum Raw<'b> {
    Borrowed(&'b [u8]),
    Shared(Arc<Vec<u8>>),
}

/// Cached facts about the decoded bytes.
#[derive(Default)]
struct Facts {
    length: OnceLock<u64>,
    sha256: OnceLock<String>,
    sha1: OnceLock<[u8; 20]>,
    /// The canonical form as binary content, and as text.
    canonical: [OnceLock<Canonical>; 2],
    /// The facts about the bytes after one more transfer decoding.
    decoded: OnceLock<(Encoding, Arc<Facts>)>,
}

impl<'b> Content<'b> {
    /// Creates the content that bytes in a transfer encoding decode to.
    pub(crate) fn encoded(raw: &'b [u8], encoding: Encoding) -> Self {
        Self { raw: Raw::Borrowed(raw), encoding, facts: Arc::default() }
    }

    /// Creates content from plain bytes.
    pub(crate) fn owned(raw: Vec<u8>) -> Content<'static> {
        Content { raw: Raw::Shared(Arc::new(raw)), encoding: Encoding::Binary, facts: Arc::default() }
    }

    /// Returns the same content with copies of borrowed bytes.
    pub(crate) fn into_owned(self) -> Content<'static> {
        let raw = match self.raw {
            Raw::Borrowed(raw) => Arc::new(raw.to_vec()),
            Raw::Shared(raw) => raw,
        };
        Content { raw: Raw::Shared(raw), encoding: self.encoding, facts: self.facts }
    }

    fn raw(&self) -> &[u8] {
        match &self.raw {
            Raw::Borrowed(raw) => raw,
            Raw::Shared(raw) => raw,
        }
    }

    /// Reads the bytes piece by piece.
    pub(crate) fn reader(&self) -> BodyReader<'_> {
        BodyReader::new(self.raw(), self.encoding)
    }

    /// Passes the bytes to `take` piece by piece while it returns true. Returns whether it accepted them all.
    pub(crate) fn each(&self, take: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        self.reader().each(take)
    }

    /// Returns all bytes.
    pub(crate) fn bytes(&self) -> Cow<'_, [u8]> {
        if !self.encoding.changes_bytes() {
            return self.raw().into();
        }
        let mut bytes = Vec::with_capacity(usize::try_from(self.length()).unwrap_or(0));
        self.each(&mut |piece| {
            bytes.extend_from_slice(piece);
            true
        });
        bytes.into()
    }

    /// Returns the stored bytes if they are decoded and nothing else refers to them, else the content.
    pub(crate) fn into_unique(self) -> Result<Vec<u8>, Self> {
        let Self { raw: Raw::Shared(raw), encoding, facts } = self else { return Err(self) };
        if encoding.changes_bytes() {
            return Err(Self { raw: Raw::Shared(raw), encoding, facts });
        }
        Arc::try_unwrap(raw).map_err(|raw| Self { raw: Raw::Shared(raw), encoding, facts })
    }

    /// Returns the number of the bytes.
    pub(crate) fn length(&self) -> u64 {
        *self.facts.length.get_or_init(|| self.reader().count_bytes())
    }

    /// Returns the SHA-256 digest of the bytes, in hexadecimal digits.
    pub(crate) fn sha256(&self) -> &str {
        self.facts.sha256.get_or_init(|| canonical_form::sha256_of(|take| self.each(take)))
    }

    /// Returns the SHA-1 digest of the bytes.
    pub(crate) fn sha1(&self) -> [u8; 20] {
        *self.facts.sha1.get_or_init(|| canonical_form::sha1_of(|take| self.each(take)))
    }

    /// Returns length and MD5 digest of the canonical form of the bytes for this media type.
    pub(crate) fn canonical(&self, essence: &str) -> Canonical {
        let is_text = canonical_form::is_text(essence);
        *self.facts.canonical[usize::from(is_text)].get_or_init(|| canonical_form::of(is_text, |take| self.each(take)))
    }

    /// Returns the content that these bytes decode to in a transfer encoding.
    pub(crate) fn decoded(&self, encoding: Encoding) -> Self {
        if !encoding.changes_bytes() {
            return self.clone();
        }
        if self.encoding.changes_bytes() {
            return Self { encoding, ..Self::owned(self.bytes().into_owned()) };
        }
        let (known, facts) = self.facts.decoded.get_or_init(|| (encoding, Arc::default()));
        let facts = if *known == encoding { Arc::clone(facts) } else { Arc::default() };
        Self { raw: self.raw.clone(), encoding, facts }
    }
}

impl PartialEq for Content<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Content<'_> {}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Content({} bytes, {})", self.length(), self.sha256())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_of_content_are_those_of_its_bytes() {
        let base64 = b"c291cApi\nZWVy\n".repeat(3000);
        let bytes = b"soup\nbeer".repeat(3000);
        let encoded = Content::encoded(&base64, Encoding::Base64);
        let plain = Content::owned(bytes.clone());
        for content in [&encoded, &plain, &Content::owned(base64.clone()).decoded(Encoding::Base64)] {
            assert_eq!(*content.bytes(), bytes);
            assert_eq!((content.length(), content.sha256()), (bytes.len() as u64, &*canonical_form::sha256(&bytes)));
            assert_eq!(content.sha1(), plain.sha1());
            let text = content.canonical("text/plain");
            assert_eq!(
                text,
                Content::owned(
                    bytes
                        .iter()
                        .flat_map(|&byte| match byte {
                            b'\n' => vec![b'\r', b'\n'],
                            byte => vec![byte],
                        })
                        .collect()
                )
                .canonical("image/gif")
            );
            assert_eq!(content.canonical("image/gif").length, bytes.len() as u64);
        }
        assert!(encoded == plain && encoded != Content::owned(base64.clone()));
    }
}
