//! `cid` and `mid` URLs (RFC 2392): messages, and the parts of them.
//!
//! Decides: what such a URL names. They have no protocol: what they name is in messages that the application has, which it
//! hands over as [`Messages`].

use bytes::Bytes;

use crate::{
    Answer, Body, BoxFuture, Entity, Error, Limits, Operation, Permit, Request, Retriever, Target, Trail, rules,
};

/// Where messages and their parts are found.
pub trait Messages: Send + Sync {
    /// The part whose `Content-ID` is `content`, in the message whose `Message-ID` is `message`, or, where that is `None`, in
    /// the one in which the URL stands. Both are without angle brackets, and without escapes.
    fn part(&self, message: Option<&str>, content: &str) -> Option<Part>;

    /// The whole message with this `Message-ID`.
    fn message(&self, message: &str) -> Option<Part>;
}

/// A part of a message, or all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its media type as the message has it; `None` where it has none.
    pub media_type: Option<String>,
    /// Its octets, without the transfer encoding.
    pub octets: Bytes,
}

/// Retrieves what `cid:ID`, `mid:MESSAGE` and `mid:MESSAGE/ID` name, from the messages of the application.
///
/// It is not built in, since it is nothing without them:
///
/// ```
/// use napkin_retrieve::by_scheme::{InMessages, Messages, Part};
/// use napkin_retrieve::{Client, Policy, Request};
///
/// struct OneImage;
///
/// impl Messages for OneImage {
///     fn part(&self, message: Option<&str>, content: &str) -> Option<Part> {
///         let is_it = message.is_none() && content == "logo@pub.example";
///         is_it.then(|| Part { media_type: Some("image/gif".into()), octets: "GIF89a".into() })
///     }
///     fn message(&self, _: &str) -> Option<Part> {
///         None
///     }
/// }
///
/// let client = Client::new(Policy::public_web().allow_scheme("cid")).with(InMessages(OneImage));
/// assert_eq!(client.fetch(Request::get("cid:logo%40pub.example"))?.bytes()?, "GIF89a");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InMessages<M>(pub M);

impl<M: Messages> Retriever for InMessages<M> {
    fn schemes(&self) -> &[&'static str] {
        &["cid", "mid"]
    }

    fn operations(&self) -> &[Operation] {
        &[Operation::Get, Operation::Head]
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

fn entity(part: Part, target: &Target) -> Answer {
    let length = part.octets.len() as u64;
    let body = if target.operation() == Operation::Get { Body::from(part.octets) } else { Body::empty() };
    // RFC 2045 section 5.2.
    let media_type = part.media_type.unwrap_or_else(|| "text/plain;charset=us-ascii".to_owned());
    Answer::Entity(Entity::new(Some(media_type), Some(length), body))
}

/// What a URL names.
enum Wanted {
    Part(Option<String>, String),
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
            return Ok(Self::Part(None, decoded(&text)?));
        }
        match text.split_once('/') {
            Some((message, content)) => Ok(Self::Part(Some(decoded(message)?), decoded(content)?)),
            None => Ok(Self::Message(decoded(&text)?)),
        }
    }

    fn found(&self, messages: &impl Messages) -> Option<Part> {
        match self {
            Self::Part(message, content) => messages.part(message.as_deref(), content),
            Self::Message(message) => messages.message(message),
        }
    }
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    napkin::percent::decode_into(text.as_bytes(), &mut octets);
    octets
}
