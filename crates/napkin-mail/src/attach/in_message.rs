//! Objects that need not be retrieved: they are in the URL, or in the message.
//!
//! Decides: which part of a message a Content-ID means (RFC 1873 section 2.1, RFC 2392), and that `data:` URLs are read as RFC 2397 has
//! them. Of several parts with one identifier none is meant.

use super::{AttachFailure, Wanted};
use crate::fetched::{Fetched, NotFetched};
use crate::id::{IdUrl, content_id};
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
    /// The parts with each Content-ID, but for external bodies, in their order.
    parts: HashMap<String, Vec<usize>>,
    /// The first message with each Message-ID.
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

/// What is in a message, by identifiers that are looked for once, when the first is asked for.
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

    /// The one other part of the message with this Content-ID.
    pub(super) fn part(&self, external: Part<'m, 'a>, id: &str) -> Option<Part<'m, 'a>> {
        let with_id = self.ids().parts.get(id)?.iter().filter_map(|&index| self.message.part_at(index));
        let mut found = with_id.filter(|other| external.outwards().all(|part| part != *other));
        found.next().filter(|_| found.next().is_none())
    }

    /// The part that a `cid:` or `mid:` URL names.
    fn named(&self, external: Part<'m, 'a>, named: &IdUrl) -> Option<Part<'m, 'a>> {
        let Some(id) = &named.message_id else { return self.part(external, named.content_id.as_deref()?) };
        let message = self.message.part_at(*self.ids().messages.get(id)?)?;
        match &named.content_id {
            // What the external body stands in cannot be put into it.
            None => Some(message).filter(|message| external.outwards().all(|part| part != *message)),
            Some(id) => self.part(external, id).filter(|part| part.outwards().any(|part| part == message)),
        }
    }

    /// The object of a URL that is here; `None` of any other.
    pub(super) fn object(&self, external: Part<'m, 'a>, wanted: &Wanted) -> Option<Result<Fetched, AttachFailure>> {
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

fn data(wanted: &Wanted) -> Result<Fetched, AttachFailure> {
    let wrong = |error: napkin::Error| AttachFailure::NotRetrieved(NotFetched::new(error.finding().to_string()));
    let url = DataUrl::parse(&wanted.url, Reading::Strict).map_err(wrong)?;
    Ok(Fetched::new(url.decode().map_err(wrong)?).of_type(url.media_type().essence()))
}

fn id_of(part: Part<'_, '_>, name: &str) -> Option<String> {
    part.field(name).and_then(|field| content_id(field.value()))
}
