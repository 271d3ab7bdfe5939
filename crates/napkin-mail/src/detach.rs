//! Moves large parts out of a message and replaces them with external bodies (RFC 2017, RFC 2046 section 5.2.3).
//!
//! Start at `Message::detach`. The module decides which parts may move and names each object. The inner header of the
//! external body holds the fields of the part, a Content-MD5, a Content-ID, and the original form of the part. Before it
//! returns, the module attaches the objects again as a test: it detaches a message only if that restores the original bytes.
//!
//! Signed and encrypted parts stay, because a signature covers the exact bytes (RFC 1847 section 2.1).

mod extension;

use self::extension::extension;
use crate::attach::{AttachFailure, AttachOptions, AttachedBody, Object, Outcome, Wanted};
use crate::content::Content;
use crate::detached_form::{self, DetachedForm, Original};
use crate::external::retrieves_nothing;
use crate::fetched::NotFetched;
use crate::message::{Message, Part, PartKind};
use crate::protection::{Protection, protection};
use crate::rope::{BodyForm, Break, Rope};
use crate::rules;
use crate::splice::splice;
use crate::transfer::{BodyReader, Encoding};
use crate::url_parameter::{Wrap, write_url};
use crate::{body_counts, header_edit};
use napkin::{Finding, Reference, Rule, Span, Standard, base64};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

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
    #[must_use]
    pub fn new(base: impl Into<String>) -> Self {
        Self { base: base.into(), min_size: 64 << 10, related: false, wrap: Wrap::default() }
    }

    /// Returns the options with this size, in bytes, of the smallest part that moves.
    #[must_use]
    pub fn with_min_size(self, min_size: u64) -> Self {
        Self { min_size, ..self }
    }

    /// Returns the options that move parts of a `multipart/related` or `multipart/alternative` or not.
    #[must_use]
    pub fn with_related(self, related: bool) -> Self {
        Self { related, ..self }
    }

    /// Returns the options with this way to wrap URLs.
    #[must_use]
    pub fn with_wrap(self, wrap: Wrap) -> Self {
        Self { wrap, ..self }
    }
}

/// Why nothing can be detached to a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DetachError {
    /// The URL is not absolute, or has a query or a fragment, so that no name can be appended to it.
    Base(String),
    /// URLs of this scheme retrieve nothing (RFC 2017 section 2).
    RetrievesNothing(String),
}

impl fmt::Display for DetachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(url) => {
                write!(f, "expected the absolute URL of a folder, without query and fragment, but found `{url}`")
            }
            Self::RetrievesNothing(url) => {
                write!(f, "expected a URL that retrieves something (RFC 2017 section 2), but found `{url}`")
            }
        }
    }
}

impl std::error::Error for DetachError {}

/// A message, and the objects that moved out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detached<'m> {
    /// The message with external bodies, or unchanged. Attaching the objects restores the original bytes.
    pub bytes: Cow<'m, [u8]>,
    /// The parts that moved. Objects with the same bytes and media type have the same name.
    pub objects: Vec<DetachedObject<'m>>,
    /// The parts that stayed, with the reason; without parts that are only too small.
    pub left: Vec<LeftPart>,
    /// The first DKIM signature of the message, if detaching has broken it (RFC 6376 section 3.7).
    pub dkim: Option<Span>,
}

impl Detached<'_> {
    /// Returns the same, with copies of the borrowed parts of the message.
    #[must_use]
    pub fn into_owned(self) -> Detached<'static> {
        let Self { bytes, objects, left, dkim } = self;
        let objects = objects.into_iter().map(DetachedObject::into_owned).collect();
        Detached { bytes: bytes.into_owned().into(), objects, left, dkim }
    }

    /// Returns the finding about a broken DKIM signature, if there is one.
    #[must_use]
    pub fn dkim_finding(&self) -> Option<Finding> {
        self.dkim.map(|span| Finding::new(rules::MAIL_DKIM, Standard::Rfc3986, span, "", None))
    }
}

/// A part that moved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DetachedObject<'m> {
    /// The number of the part.
    pub part: String,
    /// Its media type.
    pub media_type: String,
    /// The file name: the SHA-256 digest of the bytes, and an extension for the media type. No text from the message is part
    /// of it.
    pub name: String,
    /// The URL under which the caller must publish the object.
    pub url: String,
    /// The number of bytes.
    pub size: u64,
    content: Content<'m>,
}

impl DetachedObject<'_> {
    /// Returns the bytes, decoded by this call.
    #[must_use]
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        self.content.bytes()
    }

    fn into_owned(self) -> DetachedObject<'static> {
        let Self { part, media_type, name, url, size, content } = self;
        DetachedObject { part, media_type, name, url, size, content: content.into_owned() }
    }

    /// Reads the bytes piece by piece, in constant memory.
    #[must_use]
    pub fn reader(&self) -> BodyReader<'_> {
        self.content.reader()
    }
}

/// A part that stayed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftPart {
    /// The number of the part.
    pub part: String,
    /// Its media type.
    pub media_type: String,
    /// The size of the encoded body in bytes.
    pub size: u64,
    /// The place of its media type in the message.
    pub span: Span,
    /// Why it stayed.
    pub why: WhyLeft,
}

/// Why a part stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhyLeft {
    /// It is signed, or a signature.
    Signed,
    /// It is encrypted.
    Encrypted,
    /// It is in a `multipart/related` or `multipart/alternative`.
    Related,
    /// It has a composite media type, but its parts could not be read.
    Composite,
    /// An enclosing entity has a transfer encoding.
    InsideEncoded,
    /// The external body would be larger.
    Larger,
    /// Its Content-MD5 does not match, so attaching would fail.
    WrongMd5,
    /// Attaching would not restore it byte for byte.
    NotReversible,
}

impl WhyLeft {
    /// Returns the rule that keeps the part in the message.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Signed | Self::Encrypted => rules::MAIL_PROTECTED,
            Self::Related => rules::MAIL_RELATED,
            Self::Composite => rules::MAIL_PARTS_UNREAD,
            Self::InsideEncoded => rules::MAIL_INSIDE_ENCODED,
            Self::Larger => rules::MAIL_STUB_LARGER,
            Self::WrongMd5 | Self::NotReversible => rules::MAIL_NOT_REVERSIBLE,
        }
    }

    /// Returns whether this is a failure. Other reasons are deliberate: the part should stay.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::WrongMd5 | Self::NotReversible)
    }

    /// Returns the finding at this span.
    #[must_use]
    pub const fn finding(self, span: Span) -> Finding {
        Finding::new(self.rule(), Standard::Rfc3986, span, "", None)
    }
}

impl fmt::Display for WhyLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Signed => "it is signed, and the signature is over its bytes as they stand",
            Self::Encrypted => "it is encrypted, or signed in one with its content",
            Self::Related => "it belongs together with the parts beside it",
            Self::Composite => "it has parts that cannot be read",
            Self::InsideEncoded => "it stands in a message that is encoded",
            Self::Larger => "what would take its place is larger",
            Self::WrongMd5 => "its Content-MD5 does not agree with it, so that it could not be attached again",
            Self::NotReversible => "it could not be put back byte for byte",
        })
    }
}

impl std::error::Error for WhyLeft {}

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
    let (text, bodies) = detached.attach_objects(&options, &mut |wanted: &Wanted| {
        let moved = objects.get(wanted.part.as_str()).ok_or(NotFetched::new("no such object"))?;
        Ok(moved.retrieved())
    });
    let is_attached = |outcome: &Outcome| matches!(outcome, Outcome::Attached(_));
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
        let is_md5 = |body: &AttachedBody| body.outcome == Outcome::Failed(AttachFailure::Md5);
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

    /// Returns the external body that replaces a part.
    fn stub(&self, part: Part<'_, '_>, object: &DetachedObject<'_>, mut form: DetachedForm) -> Vec<u8> {
        let line_break = header_edit::line_break(part);
        let decoded = decoded(part, object, &form);
        let mut outer = Vec::new();
        let mut inner = Vec::new();
        let mut typed = false;
        for (name, field) in header_edit::raw_fields(part) {
            let is_content = detached_form::moves(name, part);
            if is_content && !std::mem::replace(&mut typed, true) {
                outer.extend_from_slice(self.content_type(object, &decoded, line_break).as_bytes());
            }
            if !is_content {
                outer.extend_from_slice(field);
            }
            if name.eq_ignore_ascii_case(b"content-transfer-encoding") && form.body != BodyForm::Same {
                inner.extend_from_slice(&detached_form::kept(field));
            } else if is_content || goes_along(name) {
                inner.extend_from_slice(field);
            }
        }
        if !typed {
            outer.extend_from_slice(self.content_type(object, &decoded, line_break).as_bytes());
        }
        inner.extend_from_slice(self.added(part, &decoded, &mut form, line_break).as_bytes());
        inner.extend_from_slice(form.write(line_break).as_bytes());
        let mut stub = [&outer, line_break.as_bytes(), &inner].concat();
        // A delimiter follows the stub. At the end of a message, a mailbox would take an empty line for the separator between
        // messages. If the only empty line of a message is its last line, mailboxes take it for the line after the header.
        let has_empty_line = !part.separator().is_empty() && ends_with_empty_line(&part.text()[part.span().range()]);
        let is_last = part.span().end == part.text().len();
        if !is_last || has_empty_line {
            stub.extend_from_slice(line_break.as_bytes());
        }
        stub
    }

    fn content_type(&self, object: &DetachedObject<'_>, decoded: &Facts, line_break: &str) -> String {
        let url = write_url(&object.url, self.options.wrap).replace("\r\n", line_break);
        let size = decoded.size.map(|size| format!("size={size};{line_break} ")).unwrap_or_default();
        // The URL comes last: Gnus truncates a URL in pieces if another parameter follows.
        format!("Content-Type: message/external-body; access-type=URL;{line_break} {size}{url}{line_break}")
    }

    /// Returns the fields that the inner header needs and that the part lacks, and records their names in `form`.
    fn added(&self, part: Part<'_, '_>, decoded: &Facts, form: &mut DetachedForm, line_break: &str) -> String {
        let mut fields = String::new();
        let mut add = |name: &str, value: &str| {
            fields += &format!("{name}: {value}{line_break}");
            form.added.push(name.to_ascii_lowercase());
        };
        if form.body != BodyForm::Same {
            // The external object has no transfer encoding.
            add("Content-Transfer-Encoding", "binary");
        }
        if part.field("content-md5").is_none()
            && let Some(md5) = decoded.md5
        {
            add("Content-MD5", &base64::encode(&md5));
        }
        if part.field("content-id").is_none() {
            let entity = form.entity.get(..32).unwrap_or(&form.entity);
            add("Content-ID", &format!("<{entity}.{}@{}>", part.number(), self.host));
        }
        fields
    }
}

/// Size and digest of an object in its canonical form.
struct Facts {
    size: Option<u64>,
    md5: Option<[u8; 16]>,
}

/// Returns the facts about the decoded object; none if its transfer encoding is unknown.
fn decoded(part: Part<'_, '_>, object: &DetachedObject<'_>, form: &DetachedForm) -> Facts {
    let encoding = part.encoding();
    if encoding == Encoding::Unknown {
        return Facts { size: None, md5: None };
    }
    let is_encoded = form.body == BodyForm::Same;
    let content = if is_encoded { object.content.decoded(encoding) } else { object.content.clone() };
    let canonical = content.canonical(&object.media_type);
    Facts { size: Some(canonical.length), md5: Some(canonical.md5) }
}

/// Returns whether a field belongs in both headers: outside for mail readers, and inside because other programs take it from
/// there when they attach (RFC 2046 section 5.2.2.1).
fn goes_along(name: &[u8]) -> bool {
    [&b"subject"[..], b"message-id", b"encrypted", b"mime-version"].iter().any(|it| name.eq_ignore_ascii_case(it))
}

fn ends_with_empty_line(text: &[u8]) -> bool {
    text.ends_with(b"\n\n") || text.ends_with(b"\n\r\n")
}

/// Returns the runs of fields that stay in the outer header (true) or move (false), with the length of each run.
fn order(part: Part<'_, '_>) -> Vec<(bool, usize)> {
    let mut order: Vec<(bool, usize)> = Vec::new();
    for (name, _) in header_edit::raw_fields(part) {
        let is_outer = !detached_form::moves(name, part);
        match order.last_mut() {
            Some((last, count)) if *last == is_outer => *count += 1,
            _ => order.push((is_outer, 1)),
        }
    }
    order
}
