//! Objects that come back into a message (RFC 2046 section 5.2.3, RFC 2017, RFC 4483).
//!
//! Decides: which external bodies can be attached, whether what was retrieved is what is meant, and what takes the place of the external
//! body: the entity as it stood before it was detached, if that is known and agrees, else one whose header is merged by RFC 2046 section
//! 5.2.2.1. It retrieves nothing itself: the caller does, and asks whoever reads the message before (section 5.2.3.6).
//!
//! Whatever fails leaves its external body as it was.

mod in_message;
mod merge;
mod report;
mod verify;

pub use self::report::{AttachFailure, AttachNote, Outcome};

use self::in_message::InMessage;
use crate::base::{Bases, Profile};
use crate::body_counts;
use crate::content::Content;
use crate::detached_form::{DetachedForm, Original};
use crate::external::{AccessType, ExternalBody, Hash, NoUrl};
use crate::fetched::{Fetched, NotFetched};
use crate::message::{Message, Part, PartKind};
use crate::protection::protection;
use crate::rope::Rope;
use crate::url_parameter::Spaces;
use napkin::Span;
use std::collections::{BTreeSet, HashSet};

/// How external bodies are attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachOptions {
    /// The time, in seconds since the beginning of 1970, UTC: what has expired by then is not asked for. Without one nothing has expired.
    pub now: Option<i64>,
    /// Ask also for what has expired: it is only not guaranteed to be there (RFC 2046 section 5.2.3.1).
    pub expired: bool,
    /// The numbers of the parts that are attached; without them, all. One that is no external body is a failure of its own.
    pub parts: Option<HashSet<String>>,
    /// The URL that the message was retrieved by, against which relative URLs are resolved where nothing in the message is a base.
    pub retrieval: Option<String>,
    /// What white space in the middle of a URL means.
    pub spaces: Spaces,
    /// The most bytes of an object: `mail-object-too-large`. Default: 1 GiB.
    pub max_object: u64,
    /// Whether an object that comes without a base of its own gets a `Content-Location` (RFC 2557 section 4.2): the last URL by which it
    /// was retrieved, against which its relative references are resolved (draft-fielding-url-syntax-05 section 5.1.3). Default: no, as
    /// RFC 2046 section 5.2.2.1 has no such field.
    pub label: bool,
}

impl Default for AttachOptions {
    fn default() -> Self {
        Self {
            now: None,
            expired: false,
            parts: None,
            retrieval: None,
            spaces: Spaces::default(),
            max_object: 1 << 30,
            label: false,
        }
    }
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
    /// More bytes than this will not be taken.
    pub limit: u64,
}

impl Wanted {
    /// Whether the object is in the message, or in the URL itself: then nothing is retrieved.
    #[must_use]
    pub fn is_here(&self) -> bool {
        in_message::is_here(&self.url)
    }
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
    /// The media type of the object, in lower case: the one it was attached as, else the one that the inner header asks for. Of a part that is
    /// no external body, its own; `None` where there is no such part.
    pub media_type: Option<String>,
    /// How many bytes the object has: as they came, if it was attached, else as the parameter `size` says, if it does (RFC 2046 section 5.2.3.1).
    pub size: Option<u64>,
    /// What the outcome is about, in the message: the field, parameter or URL that decides.
    pub span: Span,
    /// What came of it.
    pub outcome: Outcome,
}

impl Message<'_> {
    /// What attaching would ask for: to be shown to who reads the message, and agreed to, before anything is retrieved (RFC 2046
    /// section 5.2.3.6). For external bodies that cannot be attached: why.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let wanted = Message::parse(message).wanted(&AttachOptions::default()).remove(0).unwrap();
    /// assert_eq!((&*wanted.url, &*wanted.media_type), ("http://pub.example/menu", "text/html"));
    /// ```
    #[must_use]
    #[allow(clippy::result_large_err, reason = "what is wanted is no smaller")]
    pub fn wanted(&self, options: &AttachOptions) -> Vec<Result<Wanted, AttachedBody>> {
        let bases = Bases::new(self, Profile::default(), options.retrieval.as_deref());
        let mut ways = Ways::default();
        let mut plan: Vec<_> = self
            .external_bodies(options)
            .map(|(part, external)| {
                let wanted = wanted(part, &external, &bases, options).map_err(|why| failed(part, &external, why));
                ways.add(part, &external, wanted.is_ok());
                wanted
            })
            .collect();
        for (place, wanted) in plan.iter_mut().enumerate() {
            if let Err(body) = wanted {
                ways.excuse(place, &mut body.outcome);
            }
        }
        plan.extend(self.not_external(options).into_iter().map(Err));
        plan
    }

    /// Puts objects in the place of external bodies. `retrieve` is asked once for each that is wanted, but for those that are
    /// [here](Wanted::is_here), and for alternatives of what has been attached.
    ///
    /// An object has to be of the type that the inner header says, if its own is known, and to agree with Content-MD5, hash and size.
    /// Digests show integrity, and never authenticity.
    ///
    /// ```
    /// use napkin_mail::Fetched;
    /// use napkin_mail::{AttachOptions, Message, Wanted};
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
        let (text, bodies) = self.attach_objects(options, &mut |wanted| retrieve(wanted).map(Object::from));
        Attached { bytes: text.into_bytes(), bodies }
    }

    /// Attaches objects that need not be in memory.
    pub(crate) fn attach_objects<'o>(
        &'o self,
        options: &AttachOptions,
        retrieve: &mut dyn FnMut(&Wanted) -> Result<Object<'o>, NotFetched>,
    ) -> (Rope<'o>, Vec<AttachedBody>) {
        let bases = Bases::new(self, Profile::default(), options.retrieval.as_deref());
        let (mut edits, mut bodies) = (Vec::new(), Vec::new());
        let (mut ways, here) = (Ways::default(), InMessage::new(self));
        for (part, external) in self.external_bodies(options) {
            let wanted = match wanted(part, &external, &bases, options) {
                Ok(wanted) => wanted,
                Err(why) => {
                    bodies.push(failed(part, &external, why));
                    ways.add(part, &external, false);
                    continue;
                }
            };
            let (mut media_type, mut size) = (wanted.media_type.clone(), external.size);
            let outcome = if ways.has(part, &external) {
                Outcome::Redundant
            } else {
                match entity(part, &external, &wanted, options, &here, retrieve) {
                    Ok(found) => {
                        edits.push((part.span(), found.text));
                        (media_type, size) = (found.media_type, Some(found.size));
                        Outcome::Attached(found.notes)
                    }
                    Err(why) => Outcome::Failed(why),
                }
            };
            ways.add(part, &external, matches!(outcome, Outcome::Attached(_)));
            let span = report::place(part, &external, &outcome);
            let (part, url, media_type) = (wanted.part, Some(wanted.url), Some(media_type));
            bodies.push(AttachedBody { part, url, media_type, size, span, outcome });
        }
        for (place, body) in bodies.iter_mut().enumerate() {
            ways.excuse(place, &mut body.outcome);
        }
        bodies.extend(self.not_external(options));
        (body_counts::counted_rope(self.bytes(), Rope::spliced(self.bytes(), edits)), bodies)
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

    /// Numbers that are asked for and that no external body has, in their order: other parts', at these, and nobody's, at what they would
    /// stand in.
    fn not_external(&self, options: &AttachOptions) -> Vec<AttachedBody> {
        let Some(asked) = &options.parts else { return Vec::new() };
        let mut others: BTreeSet<&str> = asked.iter().map(String::as_str).collect();
        for part in self.parts().filter(|part| part.kind() == PartKind::ExternalBody) {
            others.remove(part.number().as_str());
        }
        let body = |number: &str| {
            let media_type = self.part(number).map(|part| part.essence().into_owned());
            let (around, why) = match (self.part(number), &media_type) {
                (Some(part), Some(found)) => (part, AttachFailure::NotExternal(found.clone())),
                _ => (self.around(number), AttachFailure::NoPart),
            };
            let (part, span) = (number.to_owned(), around.type_span());
            AttachedBody { part, url: None, media_type, size: None, span, outcome: Outcome::Failed(why) }
        };
        others.into_iter().map(body).collect()
    }

    /// What a part of this number would stand in.
    fn around(&self, number: &str) -> Part<'_, '_> {
        let mut outwards = std::iter::successors(Some(number), |number| Some(number.rsplit_once('.')?.0));
        outwards.find_map(|number| self.part(number)).unwrap_or_else(|| self.root())
    }
}

fn failed(part: Part<'_, '_>, external: &ExternalBody<'_>, why: AttachFailure) -> AttachedBody {
    let outcome = Outcome::Failed(why);
    let (number, span) = (part.number(), report::place(part, external, &outcome));
    let media_type = part.children().next().map(|inner| inner.essence().into_owned());
    AttachedBody { part: number, url: None, media_type, size: external.size, span, outcome }
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
    if protection(part).is_some() {
        return Err(AttachFailure::Protected);
    }
    let url = external.url.as_deref().map_err(|why| AttachFailure::NoUrl(*why))?;
    let access = external.access.ok_or(AttachFailure::NoUrl(NoUrl::NoAccessType))?;
    let base = bases.of(part).url.as_deref();
    // HTML has no base of `data:`; here it is an object.
    let data = in_message::is_data(url).then(|| url.to_owned());
    let url = data.or_else(|| napkin::base::complete(url, base)).filter(|url| !url.starts_with("thismessage:"));
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
            || matches!(external.hash, Some(Hash::Sha1(_)))
            || DetachedForm::of(part).is_some(),
        limit: options.max_object,
    })
}

/// Ways to the same object: external bodies of one multipart/alternative with one Content-ID (RFC 2046 section 5.2.3.7).
#[derive(Default)]
struct Ways {
    /// For each external body, in their order, which object it is a way to, if others may be too.
    of: Vec<Option<Way>>,
    /// The objects that have been had.
    had: HashSet<Way>,
}

/// The multipart/alternative, and the Content-ID.
type Way = (usize, String);

impl Ways {
    fn add(&mut self, part: Part<'_, '_>, external: &ExternalBody<'_>, is_had: bool) {
        let way = way(part, external);
        if is_had {
            self.had.extend(way.clone());
        }
        self.of.push(way);
    }

    fn has(&self, part: Part<'_, '_>, external: &ExternalBody<'_>) -> bool {
        way(part, external).is_some_and(|way| self.had.contains(&way))
    }

    /// That nothing is to be had in one way is no failure where it was had in another. A wrong object is one all the same.
    fn excuse(&self, place: usize, outcome: &mut Outcome) {
        let is_had = self.of.get(place).and_then(Option::as_ref).is_some_and(|way| self.had.contains(way));
        if let Outcome::Failed(
            AttachFailure::NoUrl(_)
            | AttachFailure::Relative
            | AttachFailure::Expired(_)
            | AttachFailure::NotRetrieved(_)
            | AttachFailure::NoSuchPart,
        ) = outcome
            && is_had
        {
            *outcome = Outcome::Redundant;
        }
    }
}

/// What was detached is no way to anything else.
fn way(part: Part<'_, '_>, external: &ExternalBody<'_>) -> Option<Way> {
    let parent = part.parent().filter(|parent| parent.essence() == "multipart/alternative")?;
    let id = external.content_id.clone()?;
    DetachedForm::of(part).is_none().then(|| (parent.index(), id))
}

/// An object, and the facts known about it.
pub(crate) struct Object<'o> {
    pub(crate) content: Content<'o>,
    /// Its media type, if known.
    pub(crate) media_type: Option<String>,
    /// Its final URL, if it was retrieved.
    pub(crate) url: Option<String>,
    /// The entity that it was detached from, if known.
    pub(crate) original: Option<Original<'o>>,
}

impl From<Fetched> for Object<'_> {
    fn from(Fetched { bytes, media_type, url, .. }: Fetched) -> Self {
        Self { content: Content::owned(bytes), media_type, url, original: None }
    }
}

/// What takes the place of an external body.
struct Entity<'o> {
    text: Rope<'o>,
    notes: Vec<AttachNote>,
    /// Of the object: its type, and how many bytes it came with.
    media_type: String,
    size: u64,
}

/// The entity that takes the place of an external body.
fn entity<'o>(
    part: Part<'o, '_>,
    external: &ExternalBody<'_>,
    wanted: &Wanted,
    options: &AttachOptions,
    here: &InMessage<'o, '_>,
    retrieve: &mut dyn FnMut(&Wanted) -> Result<Object<'o>, NotFetched>,
) -> Result<Entity<'o>, AttachFailure> {
    if wanted.access == AccessType::ContentId {
        let other = external.content_id.as_deref().and_then(|id| here.part(part, id));
        let other = other.ok_or(AttachFailure::NoSuchPart)?;
        let content = Content::encoded(other.raw_body(), other.encoding());
        let text = merge::merged(part, &content, Some(other), None)?;
        let media_type = other.essence().into_owned();
        return Ok(Entity { text, notes: Vec::new(), media_type, size: content.length() });
    }
    let object = match here.object(part, wanted) {
        Some(object) => object?.into(),
        None => retrieve(wanted).map_err(|why| AttachFailure::not_retrieved(why, wanted.limit))?,
    };
    let size = object.content.length();
    if size > wanted.limit {
        return Err(AttachFailure::TooLarge(wanted.limit));
    }
    let form = DetachedForm::of(part);
    let checked = verify::check(part, external, wanted, &object, form.as_ref())?;
    let mut notes = checked.notes;
    if external.is_writable {
        notes.push(AttachNote::Writable);
    }
    if wanted.media_type == "message/external-body" {
        notes.push(AttachNote::Elsewhere);
    }
    let restored = form.as_ref().map(|form| form.restore(part, &object.content, object.original.as_ref()));
    let text = match restored {
        Some(Some(entity)) => {
            notes.push(AttachNote::Identical);
            entity
        }
        detached => {
            notes.extend(detached.map(|_| AttachNote::NotIdentical));
            let label = object.url.as_deref().unwrap_or(&wanted.url);
            let label = (options.label && !wanted.is_here()).then_some(label);
            merge::merged(part, &checked.content, None, label)?
        }
    };
    Ok(Entity { text, notes, media_type: wanted.media_type.clone(), size })
}
