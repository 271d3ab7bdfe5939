//! The owned form of a reference.

use alloc::string::String;
use core::fmt;

use super::Reference;
use super::parts::{EMPTY, Parts};
use super::read::read;
use crate::{Error, Standard};

/// A [`Reference`] that owns its text and keeps the same parts.
///
/// ```
/// use napkin::ReferenceBuf;
/// let napkin: ReferenceBuf = "//pub.example/napkin".parse()?;
/// assert_eq!(napkin.reference().host_text(), Some("pub.example"));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone)]
pub struct ReferenceBuf {
    text: String,
    parts: Parts,
    standard: Standard,
}

impl ReferenceBuf {
    /// Parses `text` under `standard` and keeps it.
    ///
    /// ```
    /// use napkin::{ReferenceBuf, Standard};
    /// let reference = ReferenceBuf::parse(format!("/menu/{}", 7), Standard::Rfc3986)?;
    /// assert_eq!(reference, "/menu/7");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Reference::parse`].
    pub fn parse(text: impl Into<String>, standard: Standard) -> Result<Self, Error> {
        let text = text.into();
        let mut parts = EMPTY;
        read(&text, standard, &mut parts)?;
        Ok(Self { text, parts, standard })
    }

    pub(crate) const fn from_parts(text: String, parts: Parts, standard: Standard) -> Self {
        Self { text, parts, standard }
    }

    /// Returns the borrowed reference, whose methods return the components.
    ///
    /// ```
    /// use napkin::ReferenceBuf;
    /// let reference: ReferenceBuf = "/menu?day=1".parse()?;
    /// assert_eq!(reference.reference().query().unwrap(), "day=1");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn reference(&self) -> Reference<'_> {
        Reference::from_parts(&self.text, self.parts, self.standard)
    }

    /// Returns the text.
    ///
    /// ```
    /// let reference: napkin::ReferenceBuf = "../menu".parse()?;
    /// assert_eq!(reference.as_str(), "../menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text, without a copy.
    ///
    /// ```
    /// let reference: napkin::ReferenceBuf = "../menu".parse()?;
    /// assert_eq!(reference.into_string() + "#soup", "../menu#soup");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }
}

crate::text::text! {
    /// Parses under RFC 3986.
    ReferenceBuf, text => Self::parse(text, Standard::Rfc3986)
}

impl fmt::Debug for ReferenceBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.reference(), f)
    }
}

impl From<Reference<'_>> for ReferenceBuf {
    fn from(reference: Reference<'_>) -> Self {
        reference.to_buf()
    }
}
