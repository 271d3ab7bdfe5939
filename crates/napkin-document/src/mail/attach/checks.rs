//! Whether an object is the one that is meant.
//!
//! Decides: which types agree (RFC 2017 section 3.1), whether an object is in the transfer encoding that the inner header says or plain,
//! and which of Content-MD5, hash and size hold.

use super::{AttachFailure, AttachNote, Wanted};
use crate::bundle::Fetched;
use crate::mail::detached_form::DetachedForm;
use crate::mail::{Encoding, ExternalBody, Hash, Part, canonical, transfer};
use std::borrow::Cow;

/// An object that is the one that is meant.
pub(super) struct Checked<'f> {
    /// Its bytes without transfer encoding.
    pub(super) content: Cow<'f, [u8]>,
    pub(super) notes: Vec<AttachNote>,
}

pub(super) fn check<'f>(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    wanted: &Wanted,
    fetched: &'f Fetched,
    form: Option<&DetachedForm>,
) -> Result<Checked<'f>, AttachFailure> {
    let mut notes = Vec::new();
    let is_general = check_type(wanted, fetched, &mut notes)?;
    let is_same = form.is_some_and(|form| canonical::sha256(&fetched.bytes) == form.object);
    let mut checked = content(part, external, wanted, &fetched.bytes, is_same)?;
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

/// What a server says that knows nothing of an object (RFC 2046 section 4.5.1).
const GENERAL: &str = "application/octet-stream";

/// Whether the type is only the general one, which agrees with nothing but itself unless a digest does.
fn check_type(wanted: &Wanted, fetched: &Fetched, notes: &mut Vec<AttachNote>) -> Result<bool, AttachFailure> {
    let Some(found) = &fetched.media_type else {
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

/// The object without its transfer encoding, if it is in one: of both readings the one that can be verified, else the one that the inner
/// header says, where it can be (RFC 2046 section 5.2.3.7).
fn content<'f>(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    wanted: &Wanted,
    bytes: &'f [u8],
    is_as_detached: bool,
) -> Result<Checked<'f>, AttachFailure> {
    let encoding = part.children().next().map(|inner| inner.encoding()).unwrap_or_default();
    if !encoding.changes_bytes() {
        let notes = verify(external, wanted, bytes)?;
        return Ok(Checked { content: bytes.into(), notes });
    }
    let decoded =
        (is_as_detached || may_be(bytes, encoding)).then(|| transfer::decode(bytes, 0, encoding).bytes.into_owned());
    let decoded = decoded.map(|decoded| (verify(external, wanted, &decoded), decoded));
    let raw = verify(external, wanted, bytes);
    match (decoded, raw) {
        (Some((Ok(notes), decoded)), Err(_)) => Ok(Checked { content: decoded.into(), notes }),
        (Some((Ok(notes), decoded)), Ok(raw)) if notes.len() >= raw.len() => {
            Ok(Checked { content: decoded.into(), notes })
        }
        (_, Ok(mut notes)) => {
            notes.push(AttachNote::NotEncoded);
            Ok(Checked { content: bytes.into(), notes })
        }
        (Some((Err(why), _)), _) | (None, Err(why)) => Err(why),
    }
}

/// Whether bytes may be in an encoding: no others than those of base64 are.
fn may_be(bytes: &[u8], encoding: Encoding) -> bool {
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/= \t\r\n".contains(byte);
    encoding != Encoding::Base64 || bytes.iter().all(is_base64)
}

/// Which digests agree; which digest, or size, does not.
fn verify(external: &ExternalBody<'_>, wanted: &Wanted, bytes: &[u8]) -> Result<Vec<AttachNote>, AttachFailure> {
    let mut notes = Vec::new();
    if let Some(md5) = external.md5 {
        if canonical::md5(&wanted.media_type, bytes) == md5 {
            notes.push(AttachNote::Md5);
        } else if canonical::raw_md5(bytes) == md5 {
            notes.push(AttachNote::Md5OfRaw);
        } else {
            return Err(AttachFailure::Md5);
        }
    }
    match external.hash {
        Some(Hash::Sha1(hash)) if canonical::sha1(bytes) == hash => notes.push(AttachNote::Hash),
        Some(Hash::Sha1(_)) => return Err(AttachFailure::Hash),
        Some(Hash::Unverifiable) => notes.push(AttachNote::HashUnverifiable),
        None => {}
    }
    if let Some(expected) = external.size {
        let found = canonical::length(&wanted.media_type, bytes);
        if found != expected && bytes.len() as u64 != expected {
            return Err(AttachFailure::Size { expected, found });
        }
    }
    Ok(notes)
}
