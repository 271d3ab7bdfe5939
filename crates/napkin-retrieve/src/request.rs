//! What is asked for.

use std::fmt;
use std::ops::RangeInclusive;

use crate::{ContentRange, Error};

/// What can be done with an object. Each scheme offers some of these (RFC 2718 section 2.2.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// The object.
    #[default]
    Get,
    /// Its media type and length alone.
    Head,
}

impl Operation {
    /// The name in records, which is the method of HTTP: `GET`, `HEAD`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
        }
    }
}

/// A user and a password. Nothing shows the password but [`password`](Self::password).
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    user: String,
    password: String,
}

impl Credentials {
    /// Of a user and a password as they are, without escapes.
    #[must_use]
    pub fn new(user: impl Into<String>, password: impl Into<String>) -> Self {
        Self { user: user.into(), password: password.into() }
    }

    /// The user.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.user
    }

    /// The password: for the protocol alone.
    #[must_use]
    pub fn password(&self) -> &str {
        &self.password
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(**)")
    }
}

/// On whose behalf something is retrieved (RFC 2046 section 5.2.3.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Initiative {
    /// The user named the URL.
    #[default]
    User,
    /// A document or a message named it, and the user's program acts on the word of its author.
    Document,
}

/// What is asked for: a URL, an operation, and what the answer shall be like.
///
/// ```
/// use napkin_retrieve::Request;
/// let request = Request::get("http://pub.example/menu").accept("text/html").range(100..=199);
/// assert_eq!(request.url(), "http://pub.example/menu");
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    pub(crate) url: String,
    pub(crate) operation: Operation,
    pub(crate) accept: Option<String>,
    pub(crate) accept_language: Option<String>,
    pub(crate) range: Option<(u64, Option<u64>)>,
    pub(crate) last: Option<u64>,
    pub(crate) if_range: Option<String>,
    pub(crate) if_none_match: Option<String>,
    pub(crate) if_modified_since: Option<String>,
    pub(crate) credentials: Option<Credentials>,
    pub(crate) initiative: Initiative,
    pub(crate) any_status: bool,
    pub(crate) uncompressed: bool,
}

impl Request {
    /// For the object at `url`.
    #[must_use]
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            operation: Operation::Get,
            accept: None,
            accept_language: None,
            range: None,
            last: None,
            if_range: None,
            if_none_match: None,
            if_modified_since: None,
            credentials: None,
            initiative: Initiative::User,
            any_status: false,
            uncompressed: false,
        }
    }

    /// For the media type and the length of the object at `url`.
    #[must_use]
    pub fn head(url: impl Into<String>) -> Self {
        Self { operation: Operation::Head, ..Self::get(url) }
    }

    /// The media types that are wanted, as `Accept` has them: `text/html, */*;q=0.5`.
    #[must_use]
    pub fn accept(mut self, types: impl Into<String>) -> Self {
        self.accept = Some(types.into());
        self
    }

    /// The languages that are wanted, as `Accept-Language` has them: `de, en;q=0.5`.
    #[must_use]
    pub fn accept_language(mut self, languages: impl Into<String>) -> Self {
        self.accept_language = Some(languages.into());
        self
    }

    /// These bytes of the object, the last one included.
    #[must_use]
    pub fn range(mut self, bytes: RangeInclusive<u64>) -> Self {
        self.range = Some((*bytes.start(), Some(*bytes.end())));
        self
    }

    /// The bytes from `first` on.
    #[must_use]
    pub fn from_byte(mut self, first: u64) -> Self {
        self.range = Some((first, None));
        self
    }

    /// So many bytes at the end of the object. What a retriever does not do about this, its entity says by having no range.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("file:///menu").last_bytes(100).wanted_end(), Some(100));
    /// ```
    #[must_use]
    pub fn last_bytes(mut self, count: u64) -> Self {
        self.last = Some(count);
        self
    }

    /// The range only if the object is still the one with this validator (an entity tag, or a date; RFC 9110 section
    /// 13.1.5), and else all of the object.
    #[must_use]
    pub fn if_range(mut self, validator: impl Into<String>) -> Self {
        self.if_range = Some(validator.into());
        self
    }

    /// Only if the object has none of these entity tags (RFC 9110 section 13.1.2).
    #[must_use]
    pub fn if_none_match(mut self, tags: impl Into<String>) -> Self {
        self.if_none_match = Some(tags.into());
        self
    }

    /// Only if the object has been changed since this date (RFC 9110 section 13.1.3).
    #[must_use]
    pub fn if_modified_since(mut self, date: impl Into<String>) -> Self {
        self.if_modified_since = Some(date.into());
        self
    }

    /// The user and the password for the origin of this URL. They never follow a redirect to another.
    #[must_use]
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = Some(credentials);
        self
    }

    /// On whose behalf. Default: the user's.
    #[must_use]
    pub fn initiative(mut self, initiative: Initiative) -> Self {
        self.initiative = initiative;
        self
    }

    /// Whether an answer of any status is taken, or one that is no success is the error `status-not-success` (the default).
    #[must_use]
    pub fn any_status(mut self, any: bool) -> Self {
        self.any_status = any;
        self
    }

    /// The bytes as they are, not compressed for the way: so that a body that breaks off can be resumed.
    #[must_use]
    pub fn uncompressed(mut self) -> Self {
        self.uncompressed = true;
        self
    }

    /// The same for all of the object, whatever the client has of it: without a range and without conditions.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let rest = Request::get("http://pub.example/menu").from_byte(100).if_range("\"today\"");
    /// assert_eq!(rest.whole().wanted_range(), None);
    /// ```
    #[must_use]
    pub fn whole(self) -> Self {
        Self { range: None, last: None, if_range: None, if_none_match: None, if_modified_since: None, ..self }
    }

    /// The same for another operation.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Request};
    /// let head = Request::get("http://pub.example/menu").with_operation(Operation::Head);
    /// assert_eq!(head.operation(), Operation::Head);
    /// ```
    #[must_use]
    pub fn with_operation(self, operation: Operation) -> Self {
        Self { operation, ..self }
    }

    /// The same for another URL.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let text = Request::get("http://pub.example/menu").accept("text/plain");
    /// assert_eq!(text.with_url("http://pub.example/beer").accepted(), Some("text/plain"));
    /// ```
    #[must_use]
    pub fn with_url(mut self, url: impl Into<String>) -> Self {
        self.url = url.into();
        self
    }

    /// The URL that is asked for.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The operation.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The first byte that is wanted, and the last one if there is a last one; `None` for all of the object.
    ///
    /// A retriever that has no ranges ignores this, and its entity says so by having no range.
    #[must_use]
    pub fn wanted_range(&self) -> Option<(u64, Option<u64>)> {
        self.range
    }

    /// Whether not all of the object is wanted.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert!(Request::get("file:///menu").from_byte(5).wants_part());
    /// assert!(!Request::get("file:///menu").wants_part());
    /// ```
    #[must_use]
    pub fn wants_part(&self) -> bool {
        self.range.is_some() || self.last.is_some()
    }

    /// How many bytes at the end of the object are wanted, if that is what is wanted of it.
    #[must_use]
    pub fn wanted_end(&self) -> Option<u64> {
        self.last
    }

    /// The bytes that are wanted of an object at `url` that has `length` bytes; `None` for all of them, and of nothing (RFC 9110
    /// section 14.1.2).
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let end = Request::get("data:,0123456789").last_bytes(3);
    /// assert_eq!(end.part_of(end.url(), 10)?.map(|range| (range.first, range.last)), Some((7, 9)));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// ```
    ///
    /// # Errors
    /// `range-mismatch`: there are none of them.
    pub fn part_of(&self, url: &str, length: u64) -> Result<Option<ContentRange>, Error> {
        let (first, last) = match (self.range, self.last) {
            _ if length == 0 => return Ok(None),
            (Some(range), _) => range,
            (None, Some(count)) => (length.saturating_sub(count), None),
            (None, None) => return Ok(None),
        };
        let range = ContentRange::within(first, last, length);
        range.map(Some).ok_or_else(|| Error::out_of_range(url, first, length))
    }

    /// The media types that are wanted.
    #[must_use]
    pub fn accepted(&self) -> Option<&str> {
        self.accept.as_deref()
    }

    /// The languages that are wanted.
    #[must_use]
    pub fn accepted_languages(&self) -> Option<&str> {
        self.accept_language.as_deref()
    }
}
