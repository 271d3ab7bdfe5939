//! `cid` and `mid` URLs (RFC 2392): messages and their parts.
//!
//! These URLs have no protocol: they identify parts of messages that the application provides as [`Messages`].

use bytes::Bytes;

use crate::{
    Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Request, Retriever, Target, Trail, rules,
};

/// A source of messages and their parts.
pub trait Messages: Send + Sync {
    /// Returns the part whose `Content-ID` is `content`, in the message whose `Message-ID` is `message`, or, if that is
    /// `None`, in the message that contains the URL. Both are without angle brackets and escapes.
    fn part(&self, message: Option<&str>, content: &str) -> Option<MessagePart>;

    /// Returns the whole message with this `Message-ID`.
    fn message(&self, message: &str) -> Option<MessagePart>;
}

/// A part of a message, or a whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessagePart {
    /// The media type of the part; `None` if the part has none.
    pub media_type: Option<String>,
    /// The octets, without the transfer encoding.
    pub octets: Bytes,
}

impl MessagePart {
    /// Creates a part from its media type and its octets, without the transfer encoding.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::MessagePart;
    /// let logo = MessagePart::new(Some("image/gif".into()), "GIF89a");
    /// ```
    #[must_use]
    pub fn new(media_type: Option<String>, octets: impl Into<Bytes>) -> Self {
        Self { media_type, octets: octets.into() }
    }
}

/// Retrieves `cid:ID`, `mid:MESSAGE` and `mid:MESSAGE/ID` from the application's messages.
///
/// It is not built in, because it needs the messages:
///
/// ```
/// use napkin_retrieve::by_scheme::{InMessages, Messages, MessagePart};
/// use napkin_retrieve::{Client, Policy, Request};
///
/// struct OneImage;
///
/// impl Messages for OneImage {
///     fn part(&self, message: Option<&str>, content: &str) -> Option<MessagePart> {
///         let is_it = message.is_none() && content == "logo@pub.example";
///         is_it.then(|| MessagePart::new(Some("image/gif".into()), "GIF89a"))
///     }
///     fn message(&self, _: &str) -> Option<MessagePart> {
///         None
///     }
/// }
///
/// let client = Client::new(Policy::public_web().allow_scheme("cid")).with_retriever(InMessages(OneImage));
/// assert_eq!(client.retrieve_blocking(&Request::get("cid:logo%40pub.example"))?.bytes()?, "GIF89a");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InMessages<M>(pub M);

impl<M: Messages> Retriever for InMessages<M> {
    fn schemes(&self) -> &[&'static str] {
        &["cid", "mid"]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        _: &'a Request,
        _: &'a Limits,
        _: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let target = permit.target();
            let found = Wanted::of(target)?.found(&self.0);
            let missing = || unreadable(target, "expected a message or a part of one, but found none of that name");
            found.map(|part| entity(part, target)).ok_or_else(missing)
        })
    }
}

fn unreadable(target: &Target, message: &str) -> Error {
    Error::new(rules::OBJECT_UNREADABLE, target.url().as_str(), message)
}

fn entity(part: MessagePart, target: &Target) -> Answer {
    let length = part.octets.len() as u64;
    let body = if target.operation() == Operation::Get { Body::from(part.octets) } else { Body::empty() };
    // RFC 2045 section 5.2.
    let media_type = part.media_type.unwrap_or_else(|| "text/plain;charset=us-ascii".to_owned());
    Answer::Entity(Entity::new(Some(media_type), Some(length), body))
}

/// The message or part that a URL identifies.
enum Wanted {
    MessagePart(Option<String>, String),
    Message(String),
}

impl Wanted {
    /// RFC 2392 section 2. A slash within an identifier is escaped.
    fn of(target: &Target) -> Result<Self, Error> {
        let reference = target.reference();
        let mut text = reference.path().as_str().to_owned();
        if let Some(query) = reference.query() {
            text.push('?');
            text.push_str(query.as_str());
        }
        let decoded = |text: &str| {
            let octets = percent_decoded(text);
            let id = String::from_utf8(octets).ok().filter(|id| !id.is_empty() && !id.contains(char::is_control));
            id.ok_or_else(|| unreadable(target, "expected an identifier, but found none, or octets that are no text"))
        };
        if target.scheme() == "cid" {
            return Ok(Self::MessagePart(None, decoded(&text)?));
        }
        match text.split_once('/') {
            Some((message, content)) => Ok(Self::MessagePart(Some(decoded(message)?), decoded(content)?)),
            None => Ok(Self::Message(decoded(&text)?)),
        }
    }

    fn found(&self, messages: &impl Messages) -> Option<MessagePart> {
        match self {
            Self::MessagePart(message, content) => messages.part(message.as_deref(), content),
            Self::Message(message) => messages.message(message),
        }
    }
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    napkin::percent::decode_into(text.as_bytes(), &mut octets);
    octets
}
