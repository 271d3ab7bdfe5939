//! Links in messages.
//!
//! Decides: which parts are read as documents, and of what kind; which header fields refer to something: `Content-Location` (RFC 2557), the
//! fields of lists (RFC 2369) and archives (RFC 5064), the URL of an external body, also one that its other parameters name (RFC 2046
//! section 5.2.3), and Thunderbird's of a detached attachment. Every link
//! has the number of its part, and the base that applies there without what the part's content says, which goes first as it does
//! anywhere. Places are those of the message, through transfer encodings and charsets.

use super::base::THIS_MESSAGE;
use super::bytes::{ByteBuilder, Mapped};
use super::location::{bracketed, location};
use super::transfer::Decoded as Body;
use super::{AccessType, BaseField, Bases, Field, Message, Part, PartBase, PartKind};
use crate::base::BaseLayer;
use crate::context::Context;
use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::{InPart, Link};
use crate::links::Nested;
use crate::links::decoded::{Decoded, text_of};
use napkin::map::{Level, Map};
use napkin::media::MediaType;
use napkin::{Finding, Severity, Sink, Span};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Hands every link of a message to the sink. `retrieval` is the base of what the message stands in, or the URL that it was retrieved
/// by. Only what is lost is told: remarks are [`Message::check`]'s.
pub(crate) fn read<'a>(bytes: &'a [u8], retrieval: Option<&str>, nested: &mut Nested<'a, '_>) -> ControlFlow<()> {
    let errors = &mut Errors { findings: nested.findings };
    let message = Message::read(bytes, &nested.options.mail, errors);
    let bases = Bases::new(&message, nested.options.profile, retrieval);
    for part in message.parts() {
        let number: Arc<str> = part.number().into();
        let of = InPart { number, index: part.index() };
        fields(part, &bases, &of, bytes, nested.sink)?;
        if part.kind() == PartKind::Leaf && !part.is_phantom() {
            body(part, &bases, &of, bytes, nested)?;
        }
    }
    ControlFlow::Continue(())
}

/// Keeps what is lost.
struct Errors<'s> {
    findings: &'s mut dyn Sink,
}

impl Sink for Errors<'_> {
    fn report(&mut self, finding: Finding) {
        if finding.rule.severity() == Severity::Error {
            self.findings.report(finding);
        }
    }
}

/// The kind of document that a body of a media type is read as: that of the type, else text, if it is text or has parts and none of
/// them can be told.
pub(crate) fn kind(essence: &str) -> Option<Kind> {
    let known = Kind::of_media_type(essence).filter(|kind| !matches!(kind, Kind::Mail | Kind::Mhtml));
    let is_text = ["text/", "message/", "multipart/"].iter().any(|start| essence.starts_with(start));
    known.or(is_text.then_some(Kind::Text))
}

fn body<'a>(
    part: Part<'_, 'a>,
    bases: &Bases,
    of: &InPart,
    bytes: &'a [u8],
    nested: &mut Nested<'a, '_>,
) -> ControlFlow<()> {
    let Some(kind) = kind(&part.essence()) else { return ControlFlow::Continue(()) };
    let body = part.decoded();
    let inner = text(&part, &body, kind);
    let base = inner_base(part, bases.of(part));
    let Nested { options, sink, findings, depth } = nested;
    let sink = &mut |link: Link<'a>| sink(Link { part: Some(of.clone()), ..link });
    Nested { options, sink, findings: *findings, depth: *depth }.read(bytes, &inner, kind, base)
}

/// The text of a body, with the way back to the message.
pub(crate) fn text(part: &Part<'_, '_>, body: &Body<'_>, kind: Kind) -> Decoded {
    let charset = part.content_type().and_then(|it| it.parameter("charset")).map(|it| it.text().into_owned());
    let entity = Entity { charset: charset.as_deref(), ..Entity::unknown(&body.bytes).with_kind(kind) };
    let outer = Arc::new(body.level.clone());
    match encoding::transcoded(&entity) {
        Some((text, level)) => Decoded { text: text.to_string(), level: Arc::new(Level::clone(&level).within(&outer)) },
        None => {
            let (text, level) = text_of(&body.bytes);
            let level = if level.is_verbatim() { outer } else { Arc::new(Level::clone(&level).within(&outer)) };
            Decoded { text: text.into_owned(), level }
        }
    }
}

/// The base of a part as its links hold it; `None` where it is that of the message as a whole.
fn inner_base(part: Part<'_, '_>, base: &PartBase) -> Option<Arc<InnerBase>> {
    let url = base.url.as_deref()?;
    Some(match &base.field {
        Some(field) => from_field(part, url, field, base.layer),
        None if base.layer == BaseLayer::None && url == THIS_MESSAGE => {
            InnerBase::of_part(url.to_owned(), Span::default(), Context::ThisMessage, base.layer, None)
        }
        None => return None,
    })
}

fn from_field(part: Part<'_, '_>, url: &str, field: &BaseField, layer: BaseLayer) -> Arc<InnerBase> {
    let of = part.message().part_at(field.part).map(|part| part.number().into());
    InnerBase::of_part(url.to_owned(), field.span, Context::Header(field.name), layer, of)
}

/// Fields with URLs in angle brackets.
const BRACKETED: [&str; 8] = [
    "List-Help",
    "List-Unsubscribe",
    "List-Subscribe",
    "List-Post",
    "List-Owner",
    "List-Archive",
    "Archived-At",
    "X-Mozilla-External-Attachment-URL",
];

fn fields<'a>(
    part: Part<'_, 'a>,
    bases: &Bases,
    of: &InPart,
    bytes: &'a [u8],
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut base = None;
    for field in part.fields() {
        let mut report = |value: &Mapped, name: &'static str, base: Option<Arc<InnerBase>>| {
            let mut link = link(&part, value, name, bytes);
            (link.base, link.part) = (base, Some(of.clone()));
            sink(link)
        };
        if field.is("content-location") {
            if let Some(found) = location(&field) {
                report(&found.value, "Content-Location", inner_base(part, bases.of_label(part)))?;
            }
            continue;
        }
        let name = BRACKETED.into_iter().find(|name| field.is(name));
        let is_external = part.kind() == PartKind::ExternalBody && field.is("content-type");
        if name.is_none() && !is_external {
            continue;
        }
        let base = base.get_or_insert_with(|| inner_base(part, bases.of(part)));
        match name {
            Some(name) => urls(&field).iter().try_for_each(|value| report(value, name, base.clone()))?,
            None => external(&part).iter().try_for_each(|(value, name)| report(value, name, base.clone()))?,
        }
    }
    ControlFlow::Continue(())
}

/// Tells of every URL in the header of a part, those that give bases among them.
pub(crate) fn urls_of_fields(part: Part<'_, '_>, tell: &mut dyn FnMut(&'static str, &Mapped)) {
    for field in part.fields() {
        for name in ["Content-Location", "Content-Base", "Snapshot-Content-Location"] {
            if field.is(name) {
                location(&field).iter().for_each(|found| tell(name, &found.value));
            }
        }
        if let Some(name) = BRACKETED.into_iter().find(|name| field.is(name)) {
            urls(&field).iter().for_each(|value| tell(name, value));
        }
    }
    external(&part).iter().for_each(|(value, name)| tell(name, value));
}

/// The URLs of a field that has them in angle brackets, or, as some programs write, one without.
fn urls(field: &Field<'_>) -> Vec<Mapped> {
    let all = bracketed(field);
    if all.is_empty() { location(field).into_iter().map(|found| found.value).collect() } else { all }
}

/// The URL of an external body, and what of its field names it.
fn external(part: &Part<'_, '_>) -> Option<(Mapped, &'static str)> {
    let external = part.external_body()?;
    let name = external.access?.names_url_by();
    if external.access == Some(AccessType::Url) {
        return Some((part.external_url()?, name));
    }
    let made_of = external.parameters.all_parameters()?;
    let mut built = ByteBuilder::new(made_of.start);
    built.unit(external.url.ok()?.as_bytes(), made_of);
    Some((built.finish(), name))
}

/// The link of a decoded value.
fn link<'a>(part: &Part<'_, '_>, value: &Mapped, name: &'static str, bytes: &'a [u8]) -> Link<'a> {
    let span = part.source_span(value.cover);
    let mut link = Link::verbatim(bytes, span, "", Context::Header(name));
    let text = value.text();
    match std::str::from_utf8(link.raw) {
        Ok(raw) if raw == text => link.text = Cow::Borrowed(raw),
        _ => {
            link.text = Cow::Owned(text);
            let level = match part.level() {
                Some(outer) => value.level.clone().within(outer),
                None => value.level.clone(),
            };
            link.map = Some(Box::new(Map { inner: level, outer: None }));
        }
    }
    link.written.holder = crate::written::Holder::Unknown;
    link
}

/// The parameters of a part's media type, as the screen takes them.
pub(crate) fn media_type(part: &Part<'_, '_>) -> Option<MediaType<'static>> {
    let field = part.field("content-type")?;
    let written = String::from_utf8_lossy(field.value()).replace(['\r', '\n'], " ");
    let read = |reading| MediaType::parse(written.trim(), reading).ok().map(MediaType::into_owned);
    read(napkin::media::Reading::Strict).or_else(|| read(napkin::media::Reading::Whatwg))
}
