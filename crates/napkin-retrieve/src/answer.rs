//! What comes back.

use crate::Body;

/// What a retriever has found.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The object.
    Entity(Entity),
    /// The object is elsewhere. The driver resolves the reference and asks the policy anew; a retriever never does.
    Redirect(Redirect),
    /// The object is still the one that the request's condition names (RFC 9110 section 15.4.5).
    NotModified(Entity),
}

/// Where else an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The reference as the server gave it.
    pub reference: String,
}

/// An object: what is said about it, and its bytes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Entity {
    /// Its media type as it was given, parameters included: `text/html; charset=utf-8`. `None` where nobody says.
    pub media_type: Option<String>,
    /// Bytes of the body as it is handed out, where they are known before; after decompression they are not. The driver
    /// holds the body of a GET against it: another number of bytes is `body-incomplete`.
    pub length: Option<u64>,
    /// Which bytes of the object the body is, where it is not all of it.
    pub range: Option<ContentRange>,
    /// The status of the answer, where the protocol has one; 304 for what a request's conditions say that the client has already,
    /// whatever the protocol.
    pub status: Option<u16>,
    /// Header fields in order, where the protocol has them; names in lower case.
    pub fields: Vec<(String, String)>,
    /// Whether the body is a page of links that was made here, of what a folder, a menu or a group lists: nothing in it is
    /// markup of a server's, and no element goes on in another line.
    pub is_listing: bool,
    /// Whether a content coding of the body was decoded. Ranges refer to the encoded bytes, so such a body is no part
    /// of a range.
    pub is_decoded: bool,
    /// The bytes.
    pub body: Body,
}

impl Entity {
    /// Of a body and its media type.
    #[must_use]
    pub fn new(media_type: Option<String>, length: Option<u64>, body: Body) -> Self {
        let (range, status, fields) = (None, None, Vec::new());
        Self { media_type, length, range, status, fields, is_listing: false, is_decoded: false, body }
    }

    /// A page of links, or the server's own lines where these are wanted.
    pub(crate) fn listing(media_type: &str, length: Option<u64>, body: Body) -> Self {
        let is_listing = media_type.starts_with("text/html");
        Self { is_listing, ..Self::new(Some(media_type.to_owned()), length, body) }
    }

    /// The first header field of this name, which is in lower case.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// Which bytes of an object a body is (RFC 9110 section 14.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentRange {
    /// The first byte.
    pub first: u64,
    /// The last byte.
    pub last: u64,
    /// How many bytes the object has, if that is known.
    pub total: Option<u64>,
}

impl ContentRange {
    /// Of an object of `total` bytes those from `first` to `last`, or to the end; `None` where there are none.
    pub(crate) fn within(first: u64, last: Option<u64>, total: u64) -> Option<Self> {
        let end = total.checked_sub(1)?;
        let last = last.map_or(end, |last| last.min(end));
        (first <= last).then_some(Self { first, last, total: Some(total) })
    }
}
