//! Finds objects that need no retrieval, because the URL or the message contains them.
//!
//! The module decides which part a Content-ID refers to (RFC 1873 section 2.1, RFC 2392), and reads `data:` URLs by RFC 2397. An
//! identifier that several parts share refers to no part.

use super::{AttachFailure, WantedObject};
use crate::content_id::{IdUrl, content_id};
use crate::fetched::{Fetched, NotFetched};
use crate::message::{Message, Part, PartKind};
use napkin::data::{DataUrl, Reading};
use std::cell::OnceCell;
use std::collections::HashMap;

pub(super) fn is_data(url: &str) -> bool {
    url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

pub(super) fn is_here(url: &str) -> bool {
    is_data(url) || IdUrl::parse(url).is_some()
}

/// The identifiers of a message.
#[derive(Default)]
struct Ids {
    /// The parts per Content-ID, in order, without external bodies.
    parts: HashMap<String, Vec<usize>>,
    /// The first message per Message-ID.
    messages: HashMap<String, usize>,
}

impl Ids {
    fn of(message: &Message<'_>) -> Self {
        let mut ids = Self::default();
        for part in message.parts() {
            if let Some(id) = id_of(part, "message-id") {
                ids.messages.entry(id).or_insert(part.index());
            }
            if !part.is_phantom()
                && part.kind() != PartKind::ExternalBody
                && let Some(id) = id_of(part, "content-id")
            {
                ids.parts.entry(id).or_default().push(part.index());
            }
        }
        ids
    }
}

/// Finds parts of a message by identifier. The first lookup collects all identifiers.
pub(super) struct InMessage<'m, 'a> {
    message: &'m Message<'a>,
    ids: OnceCell<Ids>,
}

impl<'m, 'a> InMessage<'m, 'a> {
    pub(super) const fn new(message: &'m Message<'a>) -> Self {
        Self { message, ids: OnceCell::new() }
    }

    fn ids(&self) -> &Ids {
        self.ids.get_or_init(|| Ids::of(self.message))
    }

    /// Returns the only other part of the message with this Content-ID, or `None` if there are several.
    pub(super) fn part(&self, external: Part<'m, 'a>, id: &str) -> Option<Part<'m, 'a>> {
        let with_id = self.ids().parts.get(id)?.iter().filter_map(|&index| self.message.part_at(index));
        let mut found = with_id.filter(|other| external.outwards().all(|part| part != *other));
        found.next().filter(|_| found.next().is_none())
    }

    /// Returns the part that a `cid:` or `mid:` URL names.
    fn named(&self, external: Part<'m, 'a>, named: &IdUrl) -> Option<Part<'m, 'a>> {
        let Some(id) = &named.message_id else { return self.part(external, named.content_id.as_deref()?) };
        let message = self.message.part_at(*self.ids().messages.get(id)?)?;
        match &named.content_id {
            // A message that encloses the external body cannot replace it.
            None => Some(message).filter(|message| external.outwards().all(|part| part != *message)),
            Some(id) => self.part(external, id).filter(|part| part.outwards().any(|part| part == message)),
        }
    }

    /// Returns the object of a `data:`, `cid:` or `mid:` URL, or `None` for any other URL.
    pub(super) fn object(
        &self,
        external: Part<'m, 'a>,
        wanted: &WantedObject,
    ) -> Option<Result<Fetched, AttachFailure>> {
        if is_data(&wanted.url) {
            return Some(data(wanted));
        }
        let named = IdUrl::parse(&wanted.url)?;
        let Some(part) = self.named(external, &named) else { return Some(Err(AttachFailure::NoSuchPart)) };
        let is_message = named.content_id.is_none();
        let object = if is_message { &part.text()[part.span().range()] } else { &part.decoded().bytes };
        let essence = if is_message { "message/rfc822".into() } else { part.essence() };
        Some(Ok(Fetched::new(object.to_vec()).of_type(essence)))
    }
}

fn data(wanted: &WantedObject) -> Result<Fetched, AttachFailure> {
    let wrong = |error: napkin::Error| AttachFailure::NotRetrieved(NotFetched::new(error.finding().to_string()));
    let url = DataUrl::parse(&wanted.url, Reading::Strict).map_err(wrong)?;
    Ok(Fetched::new(url.decode().map_err(wrong)?).of_type(url.media_type().essence()))
}

fn id_of(part: Part<'_, '_>, name: &str) -> Option<String> {
    part.field(name).and_then(|field| content_id(field.value()))
}
