//! Objects that need not be retrieved: they are in the URL, or in the message.
//!
//! Decides: which part of a message a Content-ID means (RFC 1873 section 2.1, RFC 2392), and that `data:` URLs are read as RFC 2397 has
//! them. Of several parts with one identifier none is meant.

use super::{AttachFailure, Wanted};
use crate::bundle::Fetched;
use crate::mail::{IdUrl, Part, PartKind, content_id};
use napkin::data::{DataUrl, Reading};

pub(super) fn is_data(url: &str) -> bool {
    url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

pub(super) fn is_here(url: &str) -> bool {
    is_data(url) || IdUrl::parse(url).is_some()
}

/// The object of a URL that is here; `None` of any other.
pub(super) fn object(external: Part<'_, '_>, wanted: &Wanted) -> Option<Result<Fetched, AttachFailure>> {
    if is_data(&wanted.url) {
        return Some(data(wanted));
    }
    let named = IdUrl::parse(&wanted.url)?;
    let Some(part) = part_named(external, &named) else { return Some(Err(AttachFailure::NoSuchPart)) };
    let is_message = named.content_id.is_none();
    let object = if is_message { &part.text()[part.span().range()] } else { &part.decoded().bytes };
    let essence = if is_message { "message/rfc822".into() } else { part.essence() };
    Some(Ok(Fetched::new(object.to_vec()).of_type(essence)))
}

fn data(wanted: &Wanted) -> Result<Fetched, AttachFailure> {
    let wrong = |error: napkin::Error| AttachFailure::NotRetrieved(error.to_string());
    let url = DataUrl::parse(&wanted.url, Reading::Strict).map_err(wrong)?;
    Ok(Fetched::new(url.decode().map_err(wrong)?).of_type(url.media_type().essence()))
}

/// The part that a `cid:` or `mid:` URL names.
fn part_named<'m, 'a>(external: Part<'m, 'a>, named: &IdUrl) -> Option<Part<'m, 'a>> {
    let Some(id) = &named.message_id else { return part_with_id(external, named.content_id.as_deref()?) };
    let is_message = |part: &Part<'m, 'a>| id_of(*part, "message-id").as_deref() == Some(id);
    let message = external.message().parts().find(is_message)?;
    match &named.content_id {
        // What the external body stands in cannot be put into it.
        None => Some(message).filter(|message| external.outwards().all(|part| part != *message)),
        Some(id) => part_with_id(external, id).filter(|part| part.outwards().any(|part| part == message)),
    }
}

/// The one other part of the message with this Content-ID.
pub(super) fn part_with_id<'m, 'a>(external: Part<'m, 'a>, id: &str) -> Option<Part<'m, 'a>> {
    let is_it = |other: &Part<'m, 'a>| {
        !other.is_phantom()
            && other.kind() != PartKind::ExternalBody
            && external.outwards().all(|part| part != *other)
            && id_of(*other, "content-id").as_deref() == Some(id)
    };
    let mut found = external.message().parts().filter(is_it);
    found.next().filter(|_| found.next().is_none())
}

fn id_of(part: Part<'_, '_>, name: &str) -> Option<String> {
    part.field(name).and_then(|field| content_id(field.value()))
}
