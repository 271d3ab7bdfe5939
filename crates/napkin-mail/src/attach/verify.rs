//! Verifies that a retrieved object is the object that the external body describes.
//!
//! The module compares media types (RFC 2017 section 3.1), decides whether the object has the transfer encoding of the inner
//! header or none, and checks Content-MD5, hash and size.

use super::{AttachFailure, AttachNote, Object, WantedObject};
use crate::detached_form::DetachedForm;
use crate::external::{ExternalBody, Hash};
use crate::message::Part;
use crate::object_bytes::Content;
use crate::transfer::Encoding;

/// A verified object.
pub(super) struct Checked<'o> {
    /// Its bytes without transfer encoding.
    pub(super) content: Content<'o>,
    pub(super) notes: Vec<AttachNote>,
}

pub(super) fn check<'o>(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    wanted: &WantedObject,
    object: &Object<'o>,
    form: Option<&DetachedForm>,
) -> Result<Checked<'o>, AttachFailure> {
    let mut notes = Vec::new();
    let is_general = check_type(wanted, object, &mut notes)?;
    let is_same = form.is_some_and(|form| object.content.sha256() == form.object);
    let mut checked = content(part, external, wanted, &object.content, is_same)?;
    let is_verified = |note: &AttachNote| matches!(note, AttachNote::Md5 | AttachNote::Md5OfRaw | AttachNote::Hash);
    let has_digest = checked.notes.iter().any(is_verified);
    if form.is_some() && !is_same && !has_digest {
        return Err(AttachFailure::Changed);
    }
    if is_general && !has_digest && !is_same {
        return Err(AttachFailure::Type { expected: wanted.media_type.clone(), found: GENERAL.to_owned() });
    }
    if !has_digest && !is_same {
        notes.push(AttachNote::Unverified);
    }
    notes.append(&mut checked.notes);
    Ok(Checked { content: checked.content, notes })
}

/// The type that a server sends for an object of unknown type (RFC 2046 section 4.5.1).
const GENERAL: &str = "application/octet-stream";

/// A media type whose canonical form is the bytes themselves.
const RAW: &str = GENERAL;

/// Returns whether the type is only `application/octet-stream`. That type matches another type only if a digest matches.
fn check_type(wanted: &WantedObject, object: &Object<'_>, notes: &mut Vec<AttachNote>) -> Result<bool, AttachFailure> {
    let Some(found) = &object.media_type else {
        notes.push(AttachNote::TypeUnknown);
        return Ok(false);
    };
    let found = found.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if found == wanted.media_type {
        return Ok(false);
    }
    if found == GENERAL {
        notes.push(AttachNote::TypeGeneral);
        return Ok(true);
    }
    Err(AttachFailure::Type { expected: wanted.media_type.clone(), found })
}

/// Returns the object without transfer encoding. Of the encoded and the plain reading, the verified one counts; else the reading
/// that the inner header declares, if possible (RFC 2046 section 5.2.3.7).
fn content<'o>(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    wanted: &WantedObject,
    object: &Content<'o>,
    is_as_detached: bool,
) -> Result<Checked<'o>, AttachFailure> {
    let encoding = part.children().next().map(|inner| inner.encoding()).unwrap_or_default();
    if !encoding.changes_bytes() {
        let notes = verify(external, wanted, object)?;
        return Ok(Checked { content: object.clone(), notes });
    }
    let decoded = (is_as_detached || may_be(object, encoding)).then(|| object.decoded(encoding));
    let decoded = decoded.map(|decoded| (verify(external, wanted, &decoded), decoded));
    let raw = verify(external, wanted, object);
    match (decoded, raw) {
        (Some((Ok(notes), content)), Err(_)) => Ok(Checked { content, notes }),
        (Some((Ok(notes), content)), Ok(raw)) if notes.len() >= raw.len() => Ok(Checked { content, notes }),
        (_, Ok(mut notes)) => {
            notes.push(AttachNote::NotEncoded);
            Ok(Checked { content: object.clone(), notes })
        }
        (Some((Err(why), _)), _) | (None, Err(why)) => Err(why),
    }
}

/// Returns whether the object may have this transfer encoding. Base64 consists only of its alphabet, padding and white space.
fn may_be(object: &Content<'_>, encoding: Encoding) -> bool {
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/= \t\r\n".contains(byte);
    encoding != Encoding::Base64 || object.each(&mut |piece| piece.iter().all(is_base64))
}

/// Returns the digests that match, or the digest or size that does not.
fn verify(
    external: &ExternalBody<'_>,
    wanted: &WantedObject,
    object: &Content<'_>,
) -> Result<Vec<AttachNote>, AttachFailure> {
    let mut notes = Vec::new();
    if let Some(md5) = external.md5 {
        if object.canonical(&wanted.media_type).md5 == md5 {
            notes.push(AttachNote::Md5);
        } else if object.canonical(RAW).md5 == md5 {
            notes.push(AttachNote::Md5OfRaw);
        } else {
            return Err(AttachFailure::Md5);
        }
    }
    match external.hash {
        Some(Hash::Sha1(hash)) if object.sha1() == hash => notes.push(AttachNote::Hash),
        Some(Hash::Sha1(_)) => return Err(AttachFailure::Hash),
        Some(Hash::Unverifiable) => notes.push(AttachNote::HashUnverifiable),
        None => {}
    }
    if let Some(expected) = external.size
        && object.length() != expected
    {
        let found = object.canonical(&wanted.media_type).length;
        if found != expected {
            return Err(AttachFailure::Size { expected, found });
        }
    }
    Ok(notes)
}
