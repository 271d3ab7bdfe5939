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
    /// Its media type, as in `Content-Type`. Without a media type, name and content decide.
    pub media_type: Option<String>,
    /// The final URL after redirects, if it differs from the requested URL.
    pub url: Option<String>,
    /// The base URL of its references, if it differs from its own URL.
    pub base: Option<String>,
}

impl Fetched {
    /// Creates an object without a media type, URL or base.
    ///
    /// ```
    /// use napkin_mail::Fetched;
    /// let page = Fetched::new(b"<p>Soup\n".to_vec());
    /// assert_eq!((page.bytes, page.media_type), (b"<p>Soup\n".to_vec(), None));
    /// ```
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// Returns the object with this media type.
    ///
    /// ```
    /// use napkin_mail::Fetched;
    /// let page = Fetched::new(b"<p>Soup\n".to_vec()).of_type("text/html; charset=utf-8");
    /// assert_eq!(page.media_type.as_deref(), Some("text/html; charset=utf-8"));
    /// ```
    #[must_use]
    pub fn of_type(self, media_type: impl Into<String>) -> Self {
        Self { media_type: Some(media_type.into()), ..self }
    }

    /// Returns the object with this final URL.
    ///
    /// ```
    /// use napkin_mail::Fetched;
    /// let page = Fetched::new(b"<p>Soup\n".to_vec()).found_at("http://pub.example/menu/today.html");
    /// assert_eq!(page.url.as_deref(), Some("http://pub.example/menu/today.html"));
    /// ```
    #[must_use]
    pub fn found_at(self, url: impl Into<String>) -> Self {
        Self { url: Some(url.into()), ..self }
    }

    /// Returns the object with this base URL.
    ///
    /// ```
    /// use napkin_mail::Fetched;
    /// let page = Fetched::new(b"<img src=a>\n".to_vec()).based_on("http://pub.example/menu/");
    /// assert_eq!(page.base.as_deref(), Some("http://pub.example/menu/"));
    /// ```
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

/// The kind of reason why an object was not retrieved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A refusal, or an answer that there is no object.
    Answered,
    TooLarge,
    Failed,
}

impl NotFetched {
    /// Creates the error for a refusal or a missing object, with the reason in lower case without a full stop.
    ///
    /// ```
    /// use napkin_mail::NotFetched;
    /// assert_eq!(NotFetched::new("not permitted").to_string(), "not permitted");
    /// ```
    #[must_use]
    pub fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), kind: Kind::Answered }
    }

    /// Creates the error for a failed retrieval, such as no connection or a timeout, so that nothing is known about the object.
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

    /// Returns whether the retrieval failed. Returns false for a refusal or a missing object.
    ///
    /// ```
    /// use napkin_mail::NotFetched;
    /// assert!(NotFetched::failed("timeout").is_failure());
    /// assert!(!NotFetched::too_large().is_failure());
    /// ```
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        matches!(self.kind, Kind::Failed)
    }

    /// Creates the error for an object with more bytes than the requested limit.
    ///
    /// ```
    /// use napkin_mail::NotFetched;
    /// assert!(NotFetched::too_large().is_too_large());
    /// ```
    #[must_use]
    pub fn too_large() -> Self {
        Self { why: String::new(), kind: Kind::TooLarge }
    }

    /// Returns whether the object has more bytes than the limit.
    ///
    /// ```
    /// use napkin_mail::NotFetched;
    /// assert!(NotFetched::too_large().is_too_large());
    /// assert!(!NotFetched::new("not permitted").is_too_large());
    /// ```
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
