//! Objects that come back into a message (RFC 2046 section 5.2.3, RFC 2017, RFC 4483).
//!
//! Decides: which external bodies can be attached, whether what was retrieved is what is meant, and what takes the place of the external
//! body: the entity as it stood before it was detached, if that is known and agrees, else one whose header is merged by RFC 2046 section
//! 5.2.2.1. It retrieves nothing itself: the caller does, and asks whoever reads the message before (section 5.2.3.6).
//!
//! Whatever fails leaves its external body as it was.

mod checks;
mod merge;
mod report;

pub use self::report::{AttachFailure, AttachNote, Outcome};

use super::detached_form::DetachedForm;
use super::splice::splice;
use super::{AccessType, Bases, ExternalBody, Message, NoUrl, Part, PartKind, Profile, Spaces, counts, detach};
use crate::bundle::{Fetched, NotFetched};
use std::collections::HashSet;

/// How external bodies are attached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttachOptions {
    /// The time, in seconds since the beginning of 1970, UTC: what has expired by then is not asked for. Without one nothing has expired.
    pub now: Option<i64>,
    /// Ask also for what has expired: it is only not guaranteed to be there (RFC 2046 section 5.2.3.1).
    pub expired: bool,
    /// The numbers of the parts that are attached; without them, all.
    pub parts: Option<HashSet<String>>,
    /// The URL that the message was retrieved by, against which relative URLs are resolved where nothing in the message is a base.
    pub retrieval: Option<String>,
    /// What white space in the middle of a URL means.
    pub spaces: Spaces,
}

/// An object that an external body stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wanted {
    /// The number of the external body.
    pub part: String,
    /// The URL that names the object: absolute, and without a fragment.
    pub url: String,
    /// How it is got at.
    pub access: AccessType,
    /// The media type that it has to be of, in lower case, to be asked for.
    pub media_type: String,
    /// How many bytes it is said to have.
    pub size: Option<u64>,
    /// Until when it is there, as it is written.
    pub expiration: Option<String>,
    /// Whether a user name and a password are needed.
    pub needs_login: bool,
    /// Whether there is a digest by which it is verified.
    pub has_digest: bool,
}

/// A message with what came back into it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attached {
    /// The message. What could not be attached is as it was.
    pub bytes: Vec<u8>,
    /// What came of each external body, in their order.
    pub bodies: Vec<AttachedBody>,
}

/// What came of an external body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttachedBody {
    /// The number of the part.
    pub part: String,
    /// The URL of the object, if there is one.
    pub url: Option<String>,
    /// What came of it.
    pub outcome: Outcome,
}

impl Message<'_> {
    /// What attaching would ask for: to be shown to who reads the message, and agreed to, before anything is retrieved (RFC 2046
    /// section 5.2.3.6). For external bodies that cannot be attached: why.
    ///
    /// ```
    /// use napkin_document::mail::{AttachOptions, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let wanted = Message::parse(message).wanted(&AttachOptions::default()).remove(0).unwrap();
    /// assert_eq!((&*wanted.url, &*wanted.media_type), ("http://pub.example/menu", "text/html"));
    /// ```
    #[must_use]
    pub fn wanted(&self, options: &AttachOptions) -> Vec<Result<Wanted, AttachedBody>> {
        let bases = Bases::new(self, Profile::default(), options.retrieval.as_deref());
        let bodies = self.external_bodies(options);
        bodies
            .map(|(part, external)| wanted(part, &external, &bases, options).map_err(|why| failed(part, why)))
            .collect()
    }

    /// Puts objects in the place of external bodies. `retrieve` is asked once for each that is wanted, but for those of access type
    /// `content-id`, which are in the message, and for alternatives of what has been attached.
    ///
    /// An object has to be of the type that the inner header says, if its own is known, and to agree with Content-MD5, hash and size.
    /// Digests show integrity, and never authenticity.
    ///
    /// ```
    /// use napkin_document::bundle::Fetched;
    /// use napkin_document::mail::{AttachOptions, Message, Wanted};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\nContent-ID: <menu@pub.example>\n\n";
    /// let mut retrieve = |_: &Wanted| Ok(Fetched::new(b"<p>Soup\n".to_vec()).of_type("text/html"));
    /// let attached = Message::parse(message).attach(&AttachOptions::default(), &mut retrieve);
    /// assert_eq!(attached.bytes, b"Content-Type: text/html\nContent-ID: <menu@pub.example>\n\n<p>Soup\n");
    /// ```
    pub fn attach(
        &self,
        options: &AttachOptions,
        retrieve: &mut dyn FnMut(&Wanted) -> Result<Fetched, NotFetched>,
    ) -> Attached {
        let bases = Bases::new(self, Profile::default(), options.retrieval.as_deref());
        let (mut edits, mut bodies) = (Vec::new(), Vec::new());
        let mut had = HashSet::new();
        for (part, external) in self.external_bodies(options) {
            let wanted = match wanted(part, &external, &bases, options) {
                Ok(wanted) => wanted,
                Err(why) => {
                    bodies.push(failed(part, why));
                    continue;
                }
            };
            let alternative = alternative(part, &external);
            let outcome = if alternative.as_ref().is_some_and(|it| had.contains(it)) {
                Outcome::Redundant
            } else {
                match entity(part, &external, &wanted, retrieve) {
                    Ok((entity, notes)) => {
                        edits.push((part.span(), entity));
                        had.extend(alternative);
                        Outcome::Attached(notes)
                    }
                    Err(why) => Outcome::Failed(why),
                }
            };
            bodies.push(AttachedBody { part: wanted.part, url: Some(wanted.url), outcome });
        }
        Attached { bytes: counts::counted(self, splice(self.bytes(), edits)), bodies }
    }

    fn external_bodies(&self, options: &AttachOptions) -> impl Iterator<Item = (Part<'_, '_>, ExternalBody<'_>)> {
        let is_meant = |part: &Part<'_, '_>| {
            part.kind() == PartKind::ExternalBody
                && options.parts.as_ref().is_none_or(|parts| parts.contains(&part.number()))
        };
        self.parts()
            .filter(move |part| is_meant(part))
            .filter_map(|part| Some((part, part.external_body_with(options.spaces, &mut ())?)))
    }
}

fn failed(part: Part<'_, '_>, why: AttachFailure) -> AttachedBody {
    AttachedBody { part: part.number(), url: None, outcome: Outcome::Failed(why) }
}

/// What an external body asks for.
fn wanted(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    bases: &Bases,
    options: &AttachOptions,
) -> Result<Wanted, AttachFailure> {
    if !part.is_verbatim() {
        return Err(AttachFailure::InsideEncoded);
    }
    if detach::protected(part).is_some() {
        return Err(AttachFailure::Protected);
    }
    let url = external.url.as_deref().map_err(|why| AttachFailure::NoUrl(*why))?;
    let access = external.access.ok_or(AttachFailure::NoUrl(NoUrl::NoAccessType))?;
    let base = bases.of(part).url.as_deref();
    let url = crate::base::complete(url, base).filter(|url| !url.starts_with("thismessage:"));
    let url = url.ok_or(AttachFailure::Relative)?;
    let expiration = external.expiration.as_ref();
    if let (Some(now), Some(date)) = (options.now, expiration)
        && date.seconds.is_some_and(|seconds| seconds < now)
        && !options.expired
    {
        return Err(AttachFailure::Expired(date.text.clone()));
    }
    let inner = part.children().next().ok_or(AttachFailure::NoUrl(NoUrl::Missing))?;
    Ok(Wanted {
        part: part.number(),
        url: url.split('#').next().unwrap_or_default().to_owned(),
        access,
        media_type: inner.essence().into_owned(),
        size: external.size,
        expiration: expiration.map(|date| date.text.clone()),
        needs_login: external.needs_login,
        has_digest: external.md5.is_some()
            || matches!(external.hash, Some(super::Hash::Sha1(_)))
            || DetachedForm::of(part).is_some(),
    })
}

/// What is the same for all ways to the same object: the multipart/alternative around them, and their Content-ID (RFC 2046 section
/// 5.2.3.7). What was detached is no such way.
fn alternative(part: Part<'_, '_>, external: &ExternalBody<'_>) -> Option<(usize, String)> {
    let parent = part.parent().filter(|parent| parent.essence() == "multipart/alternative")?;
    let id = external.content_id.clone()?;
    DetachedForm::of(part).is_none().then(|| (parent.index(), id))
}

/// The entity that takes the place of an external body.
fn entity(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    wanted: &Wanted,
    retrieve: &mut dyn FnMut(&Wanted) -> Result<Fetched, NotFetched>,
) -> Result<(Vec<u8>, Vec<AttachNote>), AttachFailure> {
    if wanted.access == AccessType::ContentId {
        let other = referenced(part, external).ok_or(AttachFailure::NoSuchPart)?;
        let decoded = other.decoded();
        let entity = merge::merged(part, &decoded.bytes, Some(other))?;
        return Ok((entity, Vec::new()));
    }
    let fetched = retrieve(wanted).map_err(|why| AttachFailure::NotRetrieved(why.to_string()))?;
    let form = DetachedForm::of(part);
    let checked = checks::check(part, external, wanted, &fetched, form.as_ref())?;
    let mut notes = checked.notes;
    if external.is_writable {
        notes.push(AttachNote::Writable);
    }
    if let Some(form) = form {
        let restored = form.restore(part, &fetched.bytes).filter(|entity| !merge::collides(part, entity));
        if let Some(entity) = restored {
            notes.push(AttachNote::Identical);
            return Ok((entity, notes));
        }
        notes.push(AttachNote::NotIdentical);
    }
    Ok((merge::merged(part, &checked.content, None)?, notes))
}

/// The one other part of the message with the same Content-ID (RFC 1873 section 2.1).
fn referenced<'m, 'a>(part: Part<'m, 'a>, external: &ExternalBody<'_>) -> Option<Part<'m, 'a>> {
    let id = external.content_id.as_deref()?;
    let is_it = |other: &Part<'m, 'a>| {
        !other.is_phantom()
            && other.kind() != PartKind::ExternalBody
            && other.field("content-id").and_then(|field| super::content_id(field.value())).as_deref() == Some(id)
    };
    let mut found = part.message().parts().filter(is_it);
    found.next().filter(|_| found.next().is_none())
}
