//! Replaces external bodies with their objects (RFC 2046 section 5.2.3, RFC 2017, RFC 4483).
//!
//! Start at `Message::attach`. This module decides which external bodies can be attached, verifies each object, and builds
//! the entity that replaces the external body. If the original entity is known and its digest matches, the module restores
//! that entity. Otherwise it merges the headers by RFC 2046 section 5.2.2.1. The module retrieves nothing: the caller does,
//! after asking the reader of the message for permission (section 5.2.3.6).
//!
//! After a failure the external body stays unchanged.

mod local_objects;
mod merge;
mod report;
mod verify;

pub use self::report::{AttachFailure, AttachNote, AttachOutcome};

use self::local_objects::InMessage;
use crate::body_counts;
use crate::detached_form::{DetachedForm, Original};
use crate::external::{AccessType, ExternalBody, Hash, NoUrl};
use crate::fetched::{Fetched, NotFetched};
use crate::message::{Message, Part, PartKind};
use crate::object_bytes::Content;
use crate::part_bases::{Bases, Profile};
use crate::protection::protection;
use crate::rope::Rope;
use crate::url_parameter::Spaces;
use napkin::{Finding, Span};
use std::collections::{BTreeSet, HashSet};

/// Options of [`Message::attach`].
///
/// ```
/// use napkin_mail::AttachOptions;
/// let options = AttachOptions::default().with_now(1_795_204_830).with_parts(["2", "3.1"]).with_max_object(16 << 20);
/// assert_eq!(options.parts.map(|parts| parts.len()), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttachOptions {
    /// The current time in seconds since the beginning of 1970, UTC. Objects that expired before it are not retrieved.
    /// Default: none; then no object counts as expired.
    pub now: Option<i64>,
    /// Whether to retrieve expired objects too. They may still exist: RFC 2046 section 5.2.3.1 only ends the guarantee.
    /// Default: no.
    pub expired: bool,
    /// The numbers of the parts to attach. A number of a part that is not an external body is a failure. Default: all
    /// external bodies.
    pub parts: Option<HashSet<String>>,
    /// The URL from which the message was retrieved. It is the base of relative URLs if the message itself has no base.
    pub retrieval: Option<String>,
    /// The meaning of white space in the middle of a URL.
    pub spaces: Spaces,
    /// The largest size of an object in bytes. A larger object fails with `mail-object-too-large`. Default: 1 GiB.
    pub max_object: u64,
    /// Whether to add a `Content-Location` (RFC 2557 section 4.2) to an object without its own base. The field holds the
    /// final URL of the retrieval, so that relative references in the object resolve. Default: no, because RFC 2046 section
    /// 5.2.2.1 adds no such field.
    pub label: bool,
}

impl AttachOptions {
    /// Returns the options with this current time, in seconds since the beginning of 1970, UTC.
    ///
    /// ```
    /// use napkin_mail::{AttachFailure, AttachOptions, AttachOutcome, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\";\n \
    ///     expiration=\"Fri, 14 Jun 1991 19:13:14 -0400\"\n\nContent-Type: text/html\n\n";
    /// let options = AttachOptions::default().with_now(1_795_204_830);
    /// let body = Message::parse(message).wanted(&options).remove(0).unwrap_err();
    /// assert!(matches!(body.outcome, AttachOutcome::Failed(AttachFailure::Expired(_))));
    /// ```
    #[must_use]
    pub fn with_now(self, now: i64) -> Self {
        Self { now: Some(now), ..self }
    }

    /// Returns the options that retrieve expired objects or not.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\";\n \
    ///     expiration=\"Fri, 14 Jun 1991 19:13:14 -0400\"\n\nContent-Type: text/html\n\n";
    /// let options = AttachOptions::default().with_now(1_795_204_830).with_expired(true);
    /// let wanted = Message::parse(message).wanted(&options).remove(0).unwrap();
    /// assert_eq!(wanted.url, "http://pub.example/menu");
    /// ```
    #[must_use]
    pub fn with_expired(self, expired: bool) -> Self {
        Self { expired, ..self }
    }

    /// Returns the options that attach only the parts with these numbers.
    ///
    /// ```
    /// use napkin_mail::{AttachFailure, AttachOptions, AttachOutcome, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let wanted = Message::parse(message).wanted(&AttachOptions::default().with_parts(["1", "2"]));
    /// assert_eq!(wanted[0].as_ref().unwrap().part, "1");
    /// assert_eq!(wanted[1].as_ref().unwrap_err().outcome, AttachOutcome::Failed(AttachFailure::NoPart));
    /// ```
    #[must_use]
    pub fn with_parts<P: Into<String>>(self, parts: impl IntoIterator<Item = P>) -> Self {
        Self { parts: Some(parts.into_iter().map(Into::into).collect()), ..self }
    }

    /// Returns the options with the URL from which the message was retrieved.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"menu\"\n\nContent-Type: text/html\n\n";
    /// let options = AttachOptions::default().with_retrieval("http://pub.example/mail/1");
    /// let wanted = Message::parse(message).wanted(&options).remove(0).unwrap();
    /// assert_eq!(wanted.url, "http://pub.example/mail/menu");
    /// ```
    #[must_use]
    pub fn with_retrieval(self, url: impl Into<String>) -> Self {
        Self { retrieval: Some(url.into()), ..self }
    }

    /// Returns the options with this meaning of white space in URLs.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Message, Spaces};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://h/a b\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let options = AttachOptions::default().with_spaces(Spaces::Keep);
    /// let wanted = Message::parse(message).wanted(&options).remove(0).unwrap();
    /// assert_eq!(wanted.url, "http://h/a%20b");
    /// ```
    #[must_use]
    pub fn with_spaces(self, spaces: Spaces) -> Self {
        Self { spaces, ..self }
    }

    /// Returns the options with this largest size of an object, in bytes.
    ///
    /// ```
    /// use napkin_mail::{AttachFailure, AttachOptions, AttachOutcome, Fetched, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let options = AttachOptions::default().with_max_object(7);
    /// let attached = Message::parse(message).attach(&options, &mut |_| Ok(Fetched::new(b"<p>Soup\n".to_vec())));
    /// assert_eq!(attached.bodies[0].outcome, AttachOutcome::Failed(AttachFailure::TooLarge(7)));
    /// ```
    #[must_use]
    pub fn with_max_object(self, max_object: u64) -> Self {
        Self { max_object, ..self }
    }

    /// Returns the options that add a `Content-Location` or not.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Fetched, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let page = Fetched::new(b"<img src=a>\n".to_vec()).found_at("http://pub.example/menu/today.html");
    /// let attached = Message::parse(message).attach(&AttachOptions::default().with_label(true), &mut |_| Ok(page.clone()));
    /// let expected = b"Content-Type: text/html\nContent-Location: http://pub.example/menu/today.html\n\n<img src=a>\n";
    /// assert_eq!(attached.bytes, expected);
    /// ```
    #[must_use]
    pub fn with_label(self, label: bool) -> Self {
        Self { label, ..self }
    }
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

/// An object that an external body refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedObject {
    /// The number of the external body.
    pub part: String,
    /// The URL that names the object: absolute, and without a fragment.
    pub url: String,
    /// The access type of the external body.
    pub access: AccessType,
    /// The expected media type, in lower case.
    pub media_type: String,
    /// The declared size in bytes.
    pub size: Option<u64>,
    /// The expiration date, as written.
    pub expiration: Option<String>,
    /// Whether the retrieval needs a user name and a password.
    pub needs_login: bool,
    /// Whether the message has a digest that verifies the object.
    pub has_digest: bool,
    /// The largest accepted size in bytes.
    pub limit: u64,
}

impl WantedObject {
    /// Returns whether the object is in the message or in the URL itself, so that no retrieval is needed.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Message};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"data:,Soup\"\n\nContent-ID: <a@b>\n\n";
    /// let wanted = Message::parse(message).wanted(&AttachOptions::default()).remove(0).unwrap();
    /// assert!(wanted.is_here());
    /// ```
    #[must_use]
    pub fn is_here(&self) -> bool {
        local_objects::is_here(&self.url)
    }
}

/// A message with attached objects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attached {
    /// The message. External bodies that could not be attached are unchanged.
    pub bytes: Vec<u8>,
    /// The outcome for each external body, in their order.
    pub bodies: Vec<AttachedBody>,
}

/// The outcome for an external body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttachedBody {
    /// The number of the part.
    pub part: String,
    /// The URL of the object, if there is one.
    pub url: Option<String>,
    /// The media type of the object, in lower case: the type it was attached as, else the type in the inner header. For a
    /// part that is not an external body, the type of the part; `None` if no such part exists.
    pub media_type: Option<String>,
    /// The size of the object in bytes: the retrieved size if it was attached, else the parameter `size` (RFC 2046 section
    /// 5.2.3.1).
    pub size: Option<u64>,
    /// The place in the message that the outcome is about: the deciding field, parameter or URL.
    pub span: Span,
    /// The outcome.
    pub outcome: AttachOutcome,
}

impl AttachedBody {
    /// Returns the finding of a failure, at its place in the message.
    ///
    /// ```
    /// use napkin_mail::{AttachOptions, Message, NotFetched, rules};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let refuse = &mut |_: &_| Err(NotFetched::new("not permitted"));
    /// let attached = Message::parse(message).attach(&AttachOptions::default(), refuse);
    /// let finding = attached.bodies[0].finding().unwrap();
    /// assert_eq!(finding.rule, rules::MAIL_NOT_RETRIEVED);
    /// assert_eq!(finding.span.of_bytes(message), b"http://pub.example/menu");
    /// ```
    #[must_use]
    pub const fn finding(&self) -> Option<Finding> {
        match &self.outcome {
            AttachOutcome::Failed(why) => Some(why.finding(self.span)),
            _ => None,
        }
    }
}

impl Message<'_> {
    /// Returns the objects that attaching would retrieve, or the reason why an external body cannot be attached. Show the
    /// list to the reader of the message, and retrieve only with consent (RFC 2046 section 5.2.3.6).
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
    pub fn wanted(&self, options: &AttachOptions) -> Vec<Result<WantedObject, AttachedBody>> {
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

    /// Replaces external bodies with their objects. Calls `retrieve` once per wanted object, except for objects that are
    /// [here](WantedObject::is_here) and for alternatives of an attached object.
    ///
    /// If the object has a known media type, the type must match the inner header. The object must also match Content-MD5,
    /// hash and size. Digests prove integrity, never authenticity.
    ///
    /// ```
    /// use napkin_mail::Fetched;
    /// use napkin_mail::{AttachOptions, Message, WantedObject};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\nContent-ID: <menu@pub.example>\n\n";
    /// let mut retrieve = |_: &WantedObject| Ok(Fetched::new(b"<p>Soup\n".to_vec()).of_type("text/html"));
    /// let attached = Message::parse(message).attach(&AttachOptions::default(), &mut retrieve);
    /// assert_eq!(attached.bytes, b"Content-Type: text/html\nContent-ID: <menu@pub.example>\n\n<p>Soup\n");
    /// ```
    pub fn attach(
        &self,
        options: &AttachOptions,
        retrieve: &mut dyn FnMut(&WantedObject) -> Result<Fetched, NotFetched>,
    ) -> Attached {
        let (text, bodies) = self.attach_objects(options, &mut |wanted| retrieve(wanted).map(Object::from));
        Attached { bytes: text.into_bytes(), bodies }
    }

    /// Attaches objects without the need to hold them in memory.
    pub(crate) fn attach_objects<'o>(
        &'o self,
        options: &AttachOptions,
        retrieve: &mut dyn FnMut(&WantedObject) -> Result<Object<'o>, NotFetched>,
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
                AttachOutcome::Redundant
            } else {
                match entity(part, &external, &wanted, options, &here, retrieve) {
                    Ok(found) => {
                        edits.push((part.span(), found.text));
                        (media_type, size) = (found.media_type, Some(found.size));
                        AttachOutcome::Attached(found.notes)
                    }
                    Err(why) => AttachOutcome::Failed(why),
                }
            };
            ways.add(part, &external, matches!(outcome, AttachOutcome::Attached(_)));
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

    /// Returns a failure for each requested number that no external body has, in order. The span is the part with this number, or
    /// the part that would enclose it.
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
            AttachedBody { part, url: None, media_type, size: None, span, outcome: AttachOutcome::Failed(why) }
        };
        others.into_iter().map(body).collect()
    }

    /// Returns the innermost existing part that would enclose a part with this number.
    fn around(&self, number: &str) -> Part<'_, '_> {
        let mut outwards = std::iter::successors(Some(number), |number| Some(number.rsplit_once('.')?.0));
        outwards.find_map(|number| self.part(number)).unwrap_or_else(|| self.root())
    }
}

fn failed(part: Part<'_, '_>, external: &ExternalBody<'_>, why: AttachFailure) -> AttachedBody {
    let outcome = AttachOutcome::Failed(why);
    let (number, span) = (part.number(), report::place(part, external, &outcome));
    let media_type = part.children().next().map(|inner| inner.essence().into_owned());
    AttachedBody { part: number, url: None, media_type, size: external.size, span, outcome }
}

/// Returns the object that an external body refers to, or why it cannot be attached.
fn wanted(
    part: Part<'_, '_>,
    external: &ExternalBody<'_>,
    bases: &Bases,
    options: &AttachOptions,
) -> Result<WantedObject, AttachFailure> {
    if !part.is_verbatim() {
        return Err(AttachFailure::InsideEncoded);
    }
    if protection(part).is_some() {
        return Err(AttachFailure::Protected);
    }
    let url = external.url.as_deref().map_err(|why| AttachFailure::NoUrl(*why))?;
    let access = external.access.ok_or(AttachFailure::NoUrl(NoUrl::NoAccessType))?;
    let base = bases.of(part).url.as_deref();
    // In HTML a `data:` URL cannot be a base; here it names an object.
    let data = local_objects::is_data(url).then(|| url.to_owned());
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
    Ok(WantedObject {
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

/// Alternatives for one object: external bodies of one multipart/alternative with one Content-ID (RFC 2046 section 5.2.3.7).
#[derive(Default)]
struct Ways {
    /// For each external body, in order: the object, if other external bodies may refer to it too.
    of: Vec<Option<Way>>,
    /// The objects that have been attached.
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

    /// Turns a failed retrieval into `AttachOutcome::Redundant` if an alternative was attached. A wrong object stays a failure.
    fn excuse(&self, place: usize, outcome: &mut AttachOutcome) {
        let is_had = self.of.get(place).and_then(Option::as_ref).is_some_and(|way| self.had.contains(way));
        if let AttachOutcome::Failed(
            AttachFailure::NoUrl(_)
            | AttachFailure::Relative
            | AttachFailure::Expired(_)
            | AttachFailure::NotRetrieved(_)
            | AttachFailure::NoSuchPart,
        ) = outcome
            && is_had
        {
            *outcome = AttachOutcome::Redundant;
        }
    }
}

/// Returns the key of the alternatives of an external body. A detached part has no alternatives.
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

/// The entity that replaces an external body.
struct Entity<'o> {
    text: Rope<'o>,
    notes: Vec<AttachNote>,
    /// The media type of the object, and its size as retrieved.
    media_type: String,
    size: u64,
}

/// Builds the entity that replaces an external body.
fn entity<'o>(
    part: Part<'o, '_>,
    external: &ExternalBody<'_>,
    wanted: &WantedObject,
    options: &AttachOptions,
    here: &InMessage<'o, '_>,
    retrieve: &mut dyn FnMut(&WantedObject) -> Result<Object<'o>, NotFetched>,
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
