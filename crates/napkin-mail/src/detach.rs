//! Moves large parts out of a message and replaces them with external bodies (RFC 2017, RFC 2046 section 5.2.3).
//!
//! Start at `Message::detach`. The module decides which parts may move and names each object. The inner header of the
//! external body holds the fields of the part, a Content-MD5, a Content-ID, and the original form of the part. Before it
//! returns, the module attaches the objects again as a test: it detaches a message only if that restores the original bytes.
//!
//! Signed and encrypted parts stay, because a signature covers the exact bytes (RFC 1847 section 2.1).

mod extension;
mod external_body;
mod report;

pub use self::report::{DetachError, Detached, DetachedObject, LeftPart, WhyLeft};

pub use self::extension::extension;
use self::external_body::order;
use crate::attach::{AttachFailure, AttachOptions, AttachOutcome, AttachedBody, Object, WantedObject};
use crate::body_counts;
use crate::detached_form::{self, DetachedForm, Original};
use crate::external::retrieves_nothing;
use crate::fetched::NotFetched;
use crate::message::{Message, Part, PartKind};
use crate::protection::{Protection, protection};
use crate::rope::{Break, Rope};
use crate::splice::splice;
use crate::url_parameter::Wrap;
use napkin::{Reference, Standard};
use std::collections::HashMap;

/// Options of [`Message::detach`].
///
/// ```
/// use napkin_mail::{DetachOptions, Wrap};
/// let options = DetachOptions::new("https://pub.example/kept/").with_min_size(1 << 20).with_wrap(Wrap::None);
/// assert_eq!(options.min_size, 1 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DetachOptions {
    /// The URL of the folder for the objects.
    pub base: String,
    /// The smallest part that moves, in bytes of its encoded body. With 0 all parts move, even if the external body is larger.
    /// Default: 64 KiB.
    pub min_size: u64,
    /// Whether direct parts of a `multipart/related` or `multipart/alternative` move. Mail readers show such parts together.
    /// Default: no.
    pub related: bool,
    /// How URLs are wrapped over lines.
    pub wrap: Wrap,
}

impl DetachOptions {
    /// Returns the default options for a folder.
    ///
    /// ```
    /// use napkin_mail::DetachOptions;
    /// let options = DetachOptions::new("https://pub.example/kept/");
    /// assert_eq!((options.min_size, options.related), (64 << 10, false));
    /// ```
    #[must_use]
    pub fn new(base: impl Into<String>) -> Self {
        Self { base: base.into(), min_size: 64 << 10, related: false, wrap: Wrap::default() }
    }

    /// Returns the options with this size, in bytes, of the smallest part that moves.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message};
    /// let message = Message::parse(b"Content-Type: text/html\n\n<p>Soup\n");
    /// let options = DetachOptions::new("https://pub.example/kept/");
    /// assert_eq!(message.detach(&options)?.objects.len(), 0);
    /// assert_eq!(message.detach(&options.with_min_size(0))?.objects.len(), 1);
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn with_min_size(self, min_size: u64) -> Self {
        Self { min_size, ..self }
    }

    /// Returns the options that move parts of a `multipart/related` or `multipart/alternative` or not.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message};
    /// let message = b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: image/gif\n\nGIF89a\n--b--\n";
    /// let message = Message::parse(message);
    /// let options = DetachOptions::new("https://pub.example/kept/").with_min_size(0);
    /// assert_eq!(message.detach(&options)?.objects.len(), 0);
    /// assert_eq!(message.detach(&options.with_related(true))?.objects.len(), 1);
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn with_related(self, related: bool) -> Self {
        Self { related, ..self }
    }

    /// Returns the options with this way to wrap URLs.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message, Wrap};
    /// let message = Message::parse(b"Content-Type: text/html\n\n<p>Soup\n");
    /// let options = DetachOptions::new("https://pub.example/kept/").with_min_size(0).with_wrap(Wrap::Rfc2231);
    /// let text = String::from_utf8(message.detach(&options)?.bytes.into_owned()).unwrap();
    /// assert!(text.contains("URL*0=\"https://pub.example/kept/"));
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn with_wrap(self, wrap: Wrap) -> Self {
        Self { wrap, ..self }
    }
}

impl Message<'_> {
    /// Moves large parts out of the message.
    ///
    /// The method writes no file: the caller stores the objects first, then the message.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message};
    /// let bytes = b"Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n";
    /// let options = DetachOptions::new("http://pub.example/kept/").with_min_size(0);
    /// let message = Message::parse(bytes);
    /// let detached = message.detach(&options)?;
    /// assert_eq!(*detached.objects[0].bytes(), *b"GIF89a");
    /// let message = Message::parse(&detached.bytes);
    /// let external = message.root().external_body().unwrap();
    /// assert_eq!(external.url.as_deref(), Ok(&*detached.objects[0].url));
    /// assert_eq!(external.size, Some(6));
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the base URL cannot be a folder.
    pub fn detach(&self, options: &DetachOptions) -> Result<Detached<'_>, DetachError> {
        let folder = Folder::new(options)?;
        let (mut moved, mut left_parts) = (Vec::new(), Vec::new());
        for part in self.parts().filter(|part| is_candidate(*part, options.min_size)) {
            match folder.moved(part) {
                Ok(it) => moved.push(it),
                Err(why) => left_parts.push(left(part, why)),
            }
        }
        let mut done = Detached { bytes: self.bytes().into(), objects: Vec::new(), left: left_parts, dkim: None };
        if moved.is_empty() {
            return Ok(done);
        }
        let edits = moved.iter_mut().map(|moved| (moved.part.span(), std::mem::take(&mut moved.stub))).collect();
        let bytes = body_counts::counted(self.bytes(), splice(self.bytes(), edits));
        if !attaches(&bytes, &moved, self) {
            done.left.extend(moved.iter().map(|moved| left(moved.part, WhyLeft::NotReversible)));
            return Ok(done);
        }
        let signature =
            |part: Part<'_, '_>| part.field("dkim-signature").map(|field| part.source_span(field.name_span()));
        done.dkim = self.parts().find_map(signature);
        done.objects = moved.into_iter().map(|moved| moved.object).collect();
        done.bytes = bytes.into();
        Ok(done)
    }
}

/// A part that can move.
struct Moved<'m, 'a> {
    part: Part<'m, 'a>,
    stub: Vec<u8>,
    object: DetachedObject<'m>,
    original: Original<'m>,
}

impl<'m> Moved<'m, '_> {
    /// Returns the object as if it had been retrieved.
    fn retrieved(&self) -> Object<'m> {
        Object {
            content: self.object.content.clone(),
            media_type: None,
            url: None,
            original: Some(self.original.clone()),
        }
    }
}

fn left(part: Part<'_, '_>, why: WhyLeft) -> LeftPart {
    let (number, media_type) = (part.number(), part.essence().into_owned());
    LeftPart { part: number, media_type, size: part.body().len() as u64, span: part.type_span(), why }
}

/// Returns whether a part is a leaf that is large enough to move.
fn is_candidate(part: Part<'_, '_>, min_size: u64) -> bool {
    let size = part.body().len() as u64;
    part.kind() == PartKind::Leaf && !part.is_phantom() && size >= min_size.max(1)
}

/// Returns why a part stays, as far as the message structure tells, without reading the body.
fn why_left(part: Part<'_, '_>, options: &DetachOptions) -> Option<WhyLeft> {
    if !part.is_verbatim() {
        return Some(WhyLeft::InsideEncoded);
    }
    match protection(part) {
        Some(Protection::Signed) => return Some(WhyLeft::Signed),
        Some(Protection::Encrypted) => return Some(WhyLeft::Encrypted),
        None => {}
    }
    let essence = part.essence();
    if essence.starts_with("multipart/") || essence.starts_with("message/") {
        return Some(WhyLeft::Composite);
    }
    let parent = part.parent().map(|parent| parent.essence());
    let is_related = parent.is_some_and(|parent| matches!(&*parent, "multipart/related" | "multipart/alternative"));
    (is_related && !options.related).then_some(WhyLeft::Related)
}

/// Returns options for attaching objects of any size.
fn everything() -> AttachOptions {
    AttachOptions { max_object: u64::MAX, ..AttachOptions::default() }
}

/// Returns whether attaching the objects restores the message.
fn attaches(bytes: &[u8], moved: &[Moved<'_, '_>], message: &Message<'_>) -> bool {
    let objects: HashMap<&str, &Moved<'_, '_>> = moved.iter().map(|moved| (&*moved.object.part, moved)).collect();
    let parts = objects.keys().map(|&part| part.to_owned()).collect();
    let options = AttachOptions { parts: Some(parts), ..everything() };
    let detached = message.like(bytes);
    let (text, bodies) = detached.attach_objects(&options, &mut |wanted: &WantedObject| {
        let moved = objects.get(wanted.part.as_str()).ok_or(NotFetched::new("no such object"))?;
        Ok(moved.retrieved())
    });
    let is_attached = |outcome: &AttachOutcome| matches!(outcome, AttachOutcome::Attached(_));
    let count = bodies.iter().filter(|body| is_attached(&body.outcome)).count();
    count == moved.len() && text.is(message.bytes())
}

/// The folder for the objects.
struct Folder<'o> {
    options: &'o DetachOptions,
    /// With a slash at the end.
    base: String,
    host: String,
}

impl<'o> Folder<'o> {
    fn new(options: &'o DetachOptions) -> Result<Self, DetachError> {
        let wrong = || DetachError::Base(options.base.clone());
        let url = Reference::parse(&options.base, Standard::Rfc3986).map_err(|_| wrong())?;
        let scheme = url.scheme().ok_or_else(wrong)?;
        if retrieves_nothing(scheme) {
            return Err(DetachError::RetrievesNothing(options.base.clone()));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(wrong());
        }
        let slash = if options.base.ends_with('/') { "" } else { "/" };
        let host = url.host_text().filter(|host| !host.is_empty() && !host.contains(':')).unwrap_or("detached.invalid");
        Ok(Self { options, base: format!("{}{slash}", options.base), host: host.to_owned() })
    }

    /// Returns the external body that replaces a part, and the object.
    fn moved<'m, 'a>(&self, part: Part<'m, 'a>) -> Result<Moved<'m, 'a>, WhyLeft> {
        if let Some(why) = why_left(part, self.options) {
            return Err(why);
        }
        let (content, body) = detached_form::object_of(part);
        let media_type = part.essence().into_owned();
        let digest = content.sha256().to_owned();
        let name = format!("{digest}.{}", extension(&media_type));
        let url = format!("{}{name}", self.base);
        let object = DetachedObject { part: part.number(), media_type, name, url, size: content.length(), content };
        let text = part.text();
        let entity = &text[part.span().range()];
        let has_length = part.parent().is_none() && detached_form::has_length(part);
        let form = DetachedForm {
            body,
            order: order(part),
            separator: Break::first(&text[part.separator().range()]),
            added: Vec::new(),
            object: digest,
            entity: detached_form::digest(&Rope::of(entity), has_length),
        };
        let original = Original { entity, has_length, digest: form.entity.clone() };
        let stub = self.stub(part, &object, form);
        if stub.len() >= entity.len() && self.options.min_size > 0 {
            return Err(WhyLeft::Larger);
        }
        let moved = Moved { part, stub, object, original };
        let alone = part.message().like(&moved.stub);
        let (text, bodies) = alone.attach_objects(&everything(), &mut |_| Ok(moved.retrieved()));
        let is_md5 = |body: &AttachedBody| body.outcome == AttachOutcome::Failed(AttachFailure::Md5);
        match bodies.first() {
            Some(body) if is_md5(body) => Err(WhyLeft::WrongMd5),
            _ if !text.is(entity) => Err(WhyLeft::NotReversible),
            _ => {
                drop(text);
                drop(alone);
                Ok(moved)
            }
        }
    }
}
