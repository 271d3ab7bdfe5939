//! Requests: the URL, the operation and the options of one retrieval.

mod sent;

use std::fmt;
use std::ops::RangeInclusive;

use http::{HeaderName, HeaderValue};

use self::sent::SentBody;
use crate::{ContentRange, Cookies, Error};

/// An operation on an object. Each scheme offers some of these (RFC 2718 section 2.2.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// Retrieves the object.
    #[default]
    Get,
    /// Retrieves only its media type and length.
    Head,
    /// Processes the body of the request (RFC 9110 section 9.3.3); HTTP alone, like the following.
    Post,
    /// Replaces the object by the body of the request.
    Put,
    /// Changes the object by the body of the request (RFC 5789).
    Patch,
    /// Deletes the object.
    Delete,
    /// Retrieves the options of communication.
    Options,
}

impl Operation {
    /// Returns the name in records, which is the HTTP method: `GET`, `HEAD`.
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Operation::Head.name(), "HEAD");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
        }
    }

    /// Returns whether the operation changes nothing at the server (RFC 9110 section 9.2.1), so that it may be repeated.
    ///
    /// ```
    /// use napkin_retrieve::Operation;
    /// assert!(Operation::Get.is_safe() && !Operation::Post.is_safe());
    /// ```
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options)
    }
}

/// A user and a password. Only [`password`](Self::password) shows the password.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    user: String,
    password: String,
}

impl Credentials {
    /// Takes a user and a password without percent-encoding.
    ///
    /// ```
    /// use napkin_retrieve::Credentials;
    /// let credentials = Credentials::new("sam", "secret");
    /// assert_eq!((credentials.user(), credentials.password()), ("sam", "secret"));
    /// assert!(!format!("{credentials:?}").contains("secret"));
    /// ```
    #[must_use]
    pub fn new(user: impl Into<String>, password: impl Into<String>) -> Self {
        Self { user: user.into(), password: password.into() }
    }

    /// Returns the user.
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Credentials::new("sam", "secret").user(), "sam");
    /// ```
    #[must_use]
    pub fn user(&self) -> &str {
        &self.user
    }

    /// Returns the password, for the protocol only.
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Credentials::new("sam", "secret").password(), "secret");
    /// ```
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

/// On whose behalf an object is retrieved (RFC 2046 section 5.2.3.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Initiative {
    /// The user named the URL.
    #[default]
    User,
    /// A document or a message named the URL, so its author chose it and not the user.
    Document,
}

/// A request: a URL, an operation, and requirements on the answer.
///
/// ```
/// use napkin_retrieve::Request;
/// let request = Request::get("http://pub.example/menu").with_accept("text/html").with_range(100..=199);
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
    pub(crate) fields: Vec<(HeaderName, HeaderValue)>,
    pub(crate) user_agent: Option<String>,
    pub(crate) body: Option<SentBody>,
    pub(crate) cookies: Option<Cookies>,
}

impl Request {
    /// Requests the object at `url`, which is a text or a parsed URL.
    ///
    /// ```
    /// use napkin::{Standard, Url};
    /// use napkin_retrieve::Request;
    /// let url = Url::parse("http://pub.example/menu", Standard::Rfc3986)?;
    /// assert_eq!(Request::get(&url).url(), Request::get("http://pub.example/menu").url());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn get(url: impl AsRef<str>) -> Self {
        Self {
            url: url.as_ref().to_owned(),
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
            fields: Vec::new(),
            user_agent: None,
            body: None,
            cookies: None,
        }
    }

    /// Requests the media type and the length of the object at `url`.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let head = Client::new(Policy::public_web()).retrieve_blocking(&Request::head("data:,beer"))?;
    /// assert_eq!((head.entity().length, head.bytes()?.len()), (Some(4), 0));
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn head(url: impl AsRef<str>) -> Self {
        Self { operation: Operation::Head, ..Self::get(url) }
    }

    /// Sets the preferred media types, in the form of the field `Accept`: `text/html, */*;q=0.5`.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let request = Request::get("http://pub.example/").with_accept("text/html, */*;q=0.5");
    /// assert_eq!(request.accepted(), Some("text/html, */*;q=0.5"));
    /// ```
    #[must_use]
    pub fn with_accept(self, types: impl Into<String>) -> Self {
        Self { accept: Some(types.into()), ..self }
    }

    /// Sets the preferred languages, in the form of the field `Accept-Language`: `de, en;q=0.5`.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let request = Request::get("http://pub.example/").with_accept_language("de, en;q=0.5");
    /// assert_eq!(request.accepted_languages(), Some("de, en;q=0.5"));
    /// ```
    #[must_use]
    pub fn with_accept_language(self, languages: impl Into<String>) -> Self {
        Self { accept_language: Some(languages.into()), ..self }
    }

    /// Requests these bytes of the object; the last one is included.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("file:///menu").with_range(5..=7).wanted_range(), Some((5, Some(7))));
    /// ```
    #[must_use]
    pub fn with_range(self, bytes: RangeInclusive<u64>) -> Self {
        Self { range: Some((*bytes.start(), Some(*bytes.end()))), ..self }
    }

    /// Requests the bytes from `first` to the end.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("file:///menu").from_byte(5).wanted_range(), Some((5, None)));
    /// ```
    #[must_use]
    pub fn from_byte(mut self, first: u64) -> Self {
        self.range = Some((first, None));
        self
    }

    /// Requests the last `count` bytes of the object. A retriever may ignore this; its entity then has no range.
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

    /// Requests a range only if the object still has this validator, an entity tag or a date (RFC 9110 section 13.1.5);
    /// otherwise the whole object.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let rest = Request::get("http://pub.example/menu").from_byte(100).with_if_range("\"today\"");
    /// ```
    #[must_use]
    pub fn with_if_range(self, validator: impl Into<String>) -> Self {
        Self { if_range: Some(validator.into()), ..self }
    }

    /// Requests the object only if it has none of these entity tags (RFC 9110 section 13.1.2).
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let changed = Request::get("http://pub.example/menu").with_if_none_match("\"yesterday\"");
    /// ```
    #[must_use]
    pub fn with_if_none_match(self, tags: impl Into<String>) -> Self {
        Self { if_none_match: Some(tags.into()), ..self }
    }

    /// Requests the object only if it has changed since this date (RFC 9110 section 13.1.3).
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let changed = Request::get("http://pub.example/menu").with_if_modified_since("Sun, 06 Nov 1994 08:49:37 GMT");
    /// ```
    #[must_use]
    pub fn with_if_modified_since(self, date: impl Into<String>) -> Self {
        Self { if_modified_since: Some(date.into()), ..self }
    }

    /// Sets the user and the password for the origin of this URL. A redirect to another origin does not get them.
    ///
    /// ```
    /// use napkin_retrieve::{Credentials, Request};
    /// let request = Request::get("http://pub.example/").with_credentials(Credentials::new("sam", "secret"));
    /// assert!(!format!("{request:?}").contains("secret"));
    /// ```
    #[must_use]
    pub fn with_credentials(self, credentials: Credentials) -> Self {
        Self { credentials: Some(credentials), ..self }
    }

    /// Sets on whose behalf the object is retrieved. Default: [`Initiative::User`].
    ///
    /// ```
    /// use napkin_retrieve::{Initiative, Request};
    /// let image = Request::get("http://pub.example/logo.png").with_initiative(Initiative::Document);
    /// ```
    #[must_use]
    pub fn with_initiative(self, initiative: Initiative) -> Self {
        Self { initiative, ..self }
    }

    /// Sets whether an answer of any status is returned. By default a status that is not a success is the error
    /// `status-not-success`.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let page_of_error = Request::get("http://pub.example/missing").with_any_status(true);
    /// ```
    #[must_use]
    pub fn with_any_status(self, any: bool) -> Self {
        Self { any_status: any, ..self }
    }

    /// Requests the bytes without a content coding, so that an interrupted body can be resumed.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let request = Request::get("http://pub.example/menu.iso").uncompressed();
    /// ```
    #[must_use]
    pub fn uncompressed(mut self) -> Self {
        self.uncompressed = true;
        self
    }

    /// Returns the same request for the whole object: without a range and without conditions.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let rest = Request::get("http://pub.example/menu").from_byte(100).with_if_range("\"today\"");
    /// assert_eq!(rest.whole().wanted_range(), None);
    /// ```
    #[must_use]
    pub fn whole(self) -> Self {
        Self { range: None, last: None, if_range: None, if_none_match: None, if_modified_since: None, ..self }
    }

    /// Returns the same request for another operation.
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

    /// Returns the same request for another URL.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let text = Request::get("http://pub.example/menu").with_accept("text/plain");
    /// assert_eq!(text.with_url("http://pub.example/beer").accepted(), Some("text/plain"));
    /// ```
    #[must_use]
    pub fn with_url(mut self, url: impl AsRef<str>) -> Self {
        url.as_ref().clone_into(&mut self.url);
        self
    }

    /// Returns the requested URL.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("http://pub.example/").url(), "http://pub.example/");
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the operation.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Request};
    /// assert_eq!(Request::get("http://pub.example/").operation(), Operation::Get);
    /// ```
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Returns the first requested byte, and the last one if the range has an end; `None` for the whole object.
    ///
    /// A retriever without ranges ignores this, and its entity then has no range.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("file:///menu").wanted_range(), None);
    /// ```
    #[must_use]
    pub fn wanted_range(&self) -> Option<(u64, Option<u64>)> {
        self.range
    }

    /// Returns whether only a part of the object is requested.
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

    /// Returns the number of bytes requested from the end of the object, if [`last_bytes`](Self::last_bytes) set it.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("file:///menu").wanted_end(), None);
    /// ```
    #[must_use]
    pub fn wanted_end(&self) -> Option<u64> {
        self.last
    }

    /// Returns the requested bytes of an object at `url` of `length` bytes; `None` if all are requested or the object is empty
    /// (RFC 9110 section 14.1.2).
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let end = Request::get("data:,0123456789").last_bytes(3);
    /// assert_eq!(end.part_of(end.url(), 10)?.map(|range| (range.first, range.last)), Some((7, 9)));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// ```
    ///
    /// # Errors
    /// `range-mismatch`: the object has no such bytes.
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

    /// Returns the preferred media types.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("http://pub.example/").accepted(), None);
    /// ```
    #[must_use]
    pub fn accepted(&self) -> Option<&str> {
        self.accept.as_deref()
    }

    /// Returns the preferred languages.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// assert_eq!(Request::get("http://pub.example/").accepted_languages(), None);
    /// ```
    #[must_use]
    pub fn accepted_languages(&self) -> Option<&str> {
        self.accept_language.as_deref()
    }
}
