//! Retrieved objects, and why one could not be retrieved.
//!
//! This crate retrieves nothing: the caller does, and passes the result on in these types.

use std::fmt;

/// An object that has been retrieved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fetched {
    /// The object.
    pub bytes: Vec<u8>,
    /// Its media type, as `Content-Type` says it; without one, name and content decide.
    pub media_type: Option<String>,
    /// The URL at which it was in the end, after redirects, where that is another.
    pub url: Option<String>,
    /// The base URL of its references, where that is not its own URL.
    pub base: Option<String>,
}

impl Fetched {
    /// An object of which nothing else is known.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// The same, of this media type.
    #[must_use]
    pub fn of_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }

    /// The same, from this URL in the end.
    #[must_use]
    pub fn found_at(self, url: impl Into<String>) -> Self {
        Self { url: Some(url.into()), ..self }
    }

    /// The same, with this base URL.
    #[must_use]
    pub fn based_on(self, base: impl Into<String>) -> Self {
        Self { base: Some(base.into()), ..self }
    }
}

/// Why an object could not be retrieved, in a few words for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFetched {
    why: String,
    kind: Kind,
}

/// What kept an object from being retrieved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A refusal, or an answer that there is no object.
    Answered,
    TooLarge,
    Failed,
}

impl NotFetched {
    /// For this reason: lower case, no full stop. Somebody refused, or there is no such object.
    #[must_use]
    pub fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), kind: Kind::Answered }
    }

    /// The retrieval failed, for this reason, so that nothing is known about the object: no connection, a limit of time.
    ///
    /// ```
    /// use napkin_mail::NotFetched;
    /// assert!(NotFetched::failed("host not found").is_failure());
    /// assert!(!NotFetched::new("not permitted").is_failure());
    /// ```
    #[must_use]
    pub fn failed(why: impl Into<String>) -> Self {
        Self { why: why.into(), kind: Kind::Failed }
    }

    /// Returns whether the retrieval failed. False for a refusal, and if there is no such object.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        matches!(self.kind, Kind::Failed)
    }

    /// It has more bytes than the limit that was asked for.
    #[must_use]
    pub fn too_large() -> Self {
        Self { why: String::new(), kind: Kind::TooLarge }
    }

    /// Returns whether the object has more bytes than the limit.
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        matches!(self.kind, Kind::TooLarge)
    }
}

impl fmt::Display for NotFetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.why)
    }
}

impl std::error::Error for NotFetched {}
