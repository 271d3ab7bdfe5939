//! Answers of retrievers.

use crate::Body;

/// The answer of a retriever.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The object.
    Entity(Entity),
    /// The object is elsewhere. The client resolves the reference and asks the policy again; a retriever never does.
    Redirect(Redirect),
    /// The object is unchanged, by the condition of the request (RFC 9110 section 15.4.5).
    NotModified(Entity),
}

/// A redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Redirect {
    /// The reference as the server sent it.
    pub reference: String,
}

impl Redirect {
    /// Creates a redirect to a reference, which the client resolves against the URL of the hop.
    ///
    /// ```
    /// use napkin_retrieve::{Answer, Redirect};
    /// let answer = Answer::Redirect(Redirect::new("/menu"));
    /// ```
    #[must_use]
    pub fn new(reference: impl Into<String>) -> Self {
        Self { reference: reference.into() }
    }
}

/// An object: its metadata and its body.
#[derive(Debug)]
#[non_exhaustive]
pub struct Entity {
    /// The media type as the server sent it, with parameters: `text/html; charset=utf-8`. `None` if it is unknown.
    pub media_type: Option<String>,
    /// The length of the body after decoding, in bytes, if it is known in advance. The client compares the body of a
    /// GET with it: another length is `body-incomplete`.
    pub length: Option<u64>,
    /// The bytes of the object that the body contains, if not all.
    pub range: Option<ContentRange>,
    /// The status of the answer, if the protocol has one. Under every protocol, 304 if the request's conditions say
    /// that the client has the object.
    pub status: Option<u16>,
    /// The header fields in order, if the protocol has them; names in lower case.
    pub fields: Vec<(String, String)>,
    /// Whether the body is a page of links that this crate made from a folder, a menu or a group. The page contains no
    /// markup of the server, and no element spans lines.
    pub is_listing: bool,
    /// Whether a content coding of the body was decoded. Ranges refer to the encoded bytes, so such a body is no part
    /// of a range.
    pub is_decoded: bool,
    /// The body.
    pub body: Body,
}

impl Entity {
    /// Creates an entity from a body and its media type.
    ///
    /// ```
    /// use napkin_retrieve::{Body, Entity};
    /// let menu = Entity::new(Some("text/plain".into()), Some(4), Body::from("beer"));
    /// assert_eq!(menu.length, Some(4));
    /// ```
    #[must_use]
    pub fn new(media_type: Option<String>, length: Option<u64>, body: Body) -> Self {
        let (range, status, fields) = (None, None, Vec::new());
        Self { media_type, length, range, status, fields, is_listing: false, is_decoded: false, body }
    }

    /// Creates a page of links, or an entity with the server's own lines.
    pub(crate) fn listing(media_type: &str, length: Option<u64>, body: Body) -> Self {
        let is_listing = media_type.starts_with("text/html");
        Self { is_listing, ..Self::new(Some(media_type.to_owned()), length, body) }
    }

    /// Returns the first header field of this name. Names are in lower case.
    ///
    /// ```
    /// use napkin_retrieve::{Body, Entity};
    /// let mut menu = Entity::new(None, None, Body::empty());
    /// menu.fields.push(("etag".into(), "\"1\"".into()));
    /// assert_eq!(menu.field("etag"), Some("\"1\""));
    /// ```
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// The bytes of an object that a body contains (RFC 9110 section 14.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentRange {
    /// The number of the first byte.
    pub first: u64,
    /// The number of the last byte.
    pub last: u64,
    /// The length of the object, if it is known.
    pub total: Option<u64>,
}

impl ContentRange {
    /// Returns the range from `first` to `last`, or to the end, of an object of `total` bytes; `None` if it has no such
    /// bytes.
    pub(crate) fn within(first: u64, last: Option<u64>, total: u64) -> Option<Self> {
        let end = total.checked_sub(1)?;
        let last = last.map_or(end, |last| last.min(end));
        (first <= last).then_some(Self { first, last, total: Some(total) })
    }
}

/// Parses digits only: `u64` would accept a sign.
pub(crate) fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
