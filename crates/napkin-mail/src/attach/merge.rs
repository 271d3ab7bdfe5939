//! Builds the entity that replaces an external body if its original form is unknown.
//!
//! The module decides which fields come from the outer and which from the inner header (RFC 2046 section 5.2.2.1), and
//! chooses the transfer encoding. Composite types and text that mail programs leave unchanged stay unencoded; other bodies
//! become base64. No line of the entity may be a delimiter of an enclosing multipart (section 5.1.1).

use super::AttachFailure;
use crate::canonical_form;
use crate::delimiter_collision::{collides, takes_delimiters};
use crate::header_edit::{self, begins_with, raw_fields};
use crate::message::{Part, PartKind};
use crate::object_bytes::Content;
use crate::rope::{BodyForm, Break, Piece, Rope};
use std::borrow::Cow;

/// The longest line in characters (RFC 5322 section 2.1.1).
const LINE: usize = 998;

/// Returns the entity with this content. `typed_as` is a part whose media type replaces the type of the inner header (RFC 1873
/// section 2.1). `label` is the URL for a `Content-Location` if the entity has no base (RFC 2557 section 4.2).
pub(super) fn merged<'o>(
    external: Part<'_, '_>,
    content: &Content<'o>,
    typed_as: Option<Part<'_, '_>>,
    label: Option<&str>,
) -> Result<Rope<'o>, AttachFailure> {
    let inner = external.children().next().unwrap_or(external);
    let line_break = header_edit::line_break(external);
    let essence = typed_as.unwrap_or(inner).essence();
    let (encoding, body) = body(external, &essence, content, Break::first(line_break.as_bytes()))?;
    let mut entity = header(external, inner, typed_as, line_break);
    let has_base = ["content-base", "content-location"].iter().any(|name| inner.field(name).is_some());
    if let Some(label) = label.filter(|label| !has_base && label.bytes().all(|byte| byte.is_ascii_graphic())) {
        entity.extend_from_slice(format!("Content-Location: {label}{line_break}").as_bytes());
    }
    if let Some(encoding) = encoding {
        entity.extend_from_slice(format!("Content-Transfer-Encoding: {encoding}{line_break}").as_bytes());
    }
    entity.extend_from_slice(line_break.as_bytes());
    // An encoded body has no parts, so checking the header suffices.
    let head = entity.len();
    if let Piece::Bytes(body) = &body {
        entity.extend_from_slice(body);
    }
    if takes_delimiters(external, &entity) {
        return Err(AttachFailure::Boundary);
    }
    entity.truncate(head);
    let mut entity = Rope::of(entity);
    entity.push(body);
    Ok(entity)
}

/// Fields that come from the inner header, besides all `Content-` fields.
const INNER: [&[u8]; 4] = [b"subject", b"message-id", b"encrypted", b"mime-version"];

fn header(external: Part<'_, '_>, inner: Part<'_, '_>, typed_as: Option<Part<'_, '_>>, line_break: &str) -> Vec<u8> {
    let is_inner =
        |name: &[u8]| begins_with(name, b"content-") || INNER.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is = |name: &[u8], wanted: &[u8]| name.eq_ignore_ascii_case(wanted);
    let mut header = Vec::new();
    let mut put = |field: &[u8]| {
        header.extend_from_slice(field);
        // The last field of a header without a body has lost its line break to the delimiter.
        if !field.ends_with(b"\n") {
            header.extend_from_slice(line_break.as_bytes());
        }
    };
    let outer = raw_fields(external).filter(|(name, _)| !is_inner(name));
    outer.for_each(|(_, field)| put(field));
    let has = |wanted: &[u8]| raw_fields(inner).any(|(name, _)| is(name, wanted));
    let (has_version, has_id) = (has(b"mime-version"), has(b"content-id"));
    for (name, field) in raw_fields(inner).filter(|(name, _)| is_inner(name)) {
        let is_replaced = typed_as.is_some() && is(name, b"content-type");
        if !is_replaced && !is(name, b"content-transfer-encoding") {
            put(field);
        }
    }
    if let Some(typed_as) = typed_as {
        raw_fields(typed_as).filter(|(name, _)| is(name, b"content-type")).for_each(|(_, field)| put(field));
    }
    for (name, field) in raw_fields(external) {
        // A message has a MIME-Version (RFC 2045 section 4), and some programs write the Content-ID into the outer header.
        if is(name, b"mime-version") && !has_version || is(name, b"content-id") && !has_id {
            put(field);
        }
    }
    header
}

/// Returns the body, and its transfer encoding if the header must declare it.
fn body<'o>(
    external: Part<'_, '_>,
    essence: &str,
    object: &Content<'o>,
    line_break: Break,
) -> Result<(Option<&'static str>, Piece<'o>), AttachFailure> {
    let is_text = essence.starts_with("text/");
    let is_composite = essence.starts_with("multipart/") || essence.starts_with("message/");
    let content = if is_text || is_composite { object.bytes() } else { Cow::default() };
    let content = &*content;
    if is_composite {
        // A composite entity is not encoded (RFC 2045 section 6.4).
        let is_ascii = content.is_ascii();
        let encoding = match is_short(content) && !content.contains(&0) {
            true if is_ascii => None,
            true => Some("8bit"),
            false => Some("binary"),
        };
        let body = || Piece::Bytes(content.to_vec().into());
        return if collides(external, content) { Err(AttachFailure::Boundary) } else { Ok((encoding, body())) };
    }
    if is_text && content.is_ascii() && is_short(content) && is_plain(content) {
        let body = with_breaks(content, line_break.text());
        if !collides(external, &body) {
            return Ok((None, Piece::Bytes(body.into())));
        }
    }
    let ends_with_break = external.parent().is_none_or(|parent| parent.kind() != PartKind::Multipart);
    let form = BodyForm::Base64 { line: 76, line_break, tail: usize::from(ends_with_break) };
    let object = if is_text { Content::owned(canonical_form::form(essence, content)) } else { object.clone() };
    Ok((Some("base64"), Piece::Body(form, object)))
}

fn is_short(content: &[u8]) -> bool {
    content.split(|&byte| byte == b'\n').all(|line| line.len() <= LINE)
}

/// Returns whether every mail program leaves a text unchanged: no NUL, no CR except before LF, no line that a mailbox would
/// quote.
fn is_plain(content: &[u8]) -> bool {
    let is_lone = |at: usize| content.get(at + 1) != Some(&b'\n');
    !content.contains(&0)
        && !memchr::memchr_iter(b'\r', content).any(is_lone)
        && !content.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"From "))
}

fn with_breaks(content: &[u8], line_break: &str) -> Vec<u8> {
    let mut lines = content.split(|&byte| byte == b'\n').peekable();
    let mut out = Vec::with_capacity(content.len());
    while let Some(line) = lines.next() {
        let is_last = lines.peek().is_none();
        out.extend_from_slice(if is_last { line } else { line.strip_suffix(b"\r").unwrap_or(line) });
        if !is_last {
            out.extend_from_slice(line_break.as_bytes());
        }
    }
    out
}
