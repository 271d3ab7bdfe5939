//! Converts the remains of attachments that mutt and Thunderbird have deleted or detached.

use super::{Change, RelinkOptions, WhyNotRelinked, mapped, parameters};
use crate::canonical_form;
use crate::header_edit::{self, begins_with, raw_fields};
use crate::message::{Message, Part, PartKind};
use crate::url_parameter::write_url;
use napkin::{Span, percent};

/// The access type of an attachment that mutt has deleted.
pub(super) const MUTT: &str = "x-mutt-deleted";

/// The field of an attachment that Thunderbird has detached.
const MOZILLA: &str = "x-mozilla-external-attachment-url";

/// The media type of an attachment that Thunderbird has deleted.
const MOZILLA_DELETED: &str = "text/x-moz-deleted";

/// Returns the URL of a deleted attachment from its file name. Escaping keeps the URL inside the folder.
fn deleted(part: Part<'_, '_>, options: &RelinkOptions) -> Result<String, WhyNotRelinked> {
    let folder = options.deleted.as_deref().ok_or(WhyNotRelinked::Deleted)?;
    let parameter = |field: &str, name: &str| {
        let value = part.field(field)?.structured().parameter(name)?;
        Some(value.text().into_owned())
    };
    let name = parameter("content-disposition", "filename").or_else(|| parameter("content-type", "name"));
    let name = name.filter(|name| !matches!(name.as_str(), "" | "." | "..")).ok_or(WhyNotRelinked::Deleted)?;
    let slash = if folder.ends_with('/') { "" } else { "/" };
    Ok(format!("{folder}{slash}{}", percent::encode(&name, percent::UNRESERVED).as_str()))
}

/// Converts an attachment that mutt has deleted. Drops `expiration`, which holds the time of deletion, and `length`, which
/// holds the encoded length.
pub(super) fn mutt(part: Part<'_, '_>, options: &RelinkOptions) -> Result<Change, WhyNotRelinked> {
    let inner = part.children().next().ok_or(WhyNotRelinked::Deleted)?;
    let to = deleted(inner, options)?;
    let gone = ["expiration", "length"];
    let mut edits = parameters::pointed(part, &to, &gone, options.wrap).ok_or(WhyNotRelinked::NotWritten)?;
    if let Some(field) = inner.field("content-transfer-encoding") {
        // The stored file has no transfer encoding.
        edits.push((field.value_span(), b" binary".to_vec()));
    }
    Ok(Change { form: MUTT.to_owned(), from: None, to, edits })
}

/// Converts an attachment that Thunderbird has detached or deleted, or the enclosure of a feed.
pub(super) fn mozilla(part: Part<'_, '_>, options: &RelinkOptions) -> Result<Option<Change>, WhyNotRelinked> {
    if part.kind() != PartKind::Leaf || part.is_phantom() {
        return Ok(None);
    }
    let is_deleted = part.essence() == MOZILLA_DELETED;
    if !is_deleted && part.field(MOZILLA).is_none() {
        return Ok(None);
    }
    let header = original_header(part.raw_body());
    let original = Message::parse(header);
    let is_told = original.root().field("content-type").is_some();
    let (form, from, to) = match part.field(MOZILLA) {
        Some(field) => {
            let from = String::from_utf8_lossy(field.value()).split_ascii_whitespace().collect::<String>();
            let to = mapped(&from, options).unwrap_or_else(|| from.clone());
            (MOZILLA, Some(from), to)
        }
        None if is_told => (MOZILLA_DELETED, None, deleted(original.root(), options)?),
        None => return Err(WhyNotRelinked::Deleted),
    };
    let line_break = header_edit::line_break(part);
    let described = if is_told { original.root() } else { part };
    let entity = external(part, described, &to, line_break, options);
    let edits = vec![(Span::new(part.span().start, part.span().end), entity)];
    Ok(Some(Change { form: form.to_owned(), from, to, edits }))
}

/// Returns the header of the attachment from the body, after an introductory sentence.
fn original_header(body: &[u8]) -> &[u8] {
    let mut at = 0;
    for line in body.split_inclusive(|&byte| byte == b'\n').take(8) {
        if begins_with(line, b"content-") {
            return &body[at..];
        }
        at += line.len();
    }
    &[]
}

/// Returns the external body for an attachment with the fields of `described`.
fn external(
    part: Part<'_, '_>,
    described: Part<'_, '_>,
    url: &str,
    line_break: &str,
    options: &RelinkOptions,
) -> Vec<u8> {
    let mut entity = Vec::new();
    for (_, field) in
        raw_fields(part).filter(|(name, _)| !begins_with(name, b"content-") && !begins_with(name, b"x-mozilla-"))
    {
        entity.extend_from_slice(field);
    }
    let url_text = write_url(url, options.wrap).replace("\r\n", line_break);
    let head =
        format!("Content-Type: message/external-body; access-type=URL;{line_break} {url_text}{line_break}{line_break}");
    entity.extend_from_slice(head.as_bytes());
    for (name, field) in raw_fields(described).filter(|(name, _)| begins_with(name, b"content-")) {
        if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
            entity.extend_from_slice(format!("Content-Transfer-Encoding: binary{line_break}").as_bytes());
            continue;
        }
        entity.extend_from_slice(field);
        if !field.ends_with(b"\n") {
            entity.extend_from_slice(line_break.as_bytes());
        }
    }
    if described.field("content-id").is_none() {
        let digest = canonical_form::sha256(&[url.as_bytes(), &entity].concat());
        let id = format!("Content-ID: <{}@detached.invalid>{line_break}", &digest[..32]);
        entity.extend_from_slice(id.as_bytes());
    }
    entity.extend_from_slice(line_break.as_bytes());
    entity
}
