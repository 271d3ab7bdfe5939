//! Finds links in messages.
//!
//! Reads each part as a document by its media type, and the URLs of header fields ([`Part::header_urls`]). Every link
//! records the number of its part, and the part's base, without a base declared in its content, which takes precedence
//! as in any document. Spans refer to the message, through transfer encodings and charsets.
//!
//! Where a part ends, and which part a base applies to, depends on lines that may follow it, so the message is divided
//! into its parts before the first link: one pass over its lines. Bodies are decoded and searched one after the other, and
//! a sink that breaks saves the rest of this work.

use crate::context::Context;
use crate::decoded::{Decoded, text_of};
use crate::encoding;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::link::{ContainingPart, Link};
use crate::nested::Nested;
use crate::options::Options;
use napkin::base::BaseLayer;
use napkin::map::{Level, Map};
use napkin::media::MediaType;
use napkin::{Finding, Severity, Sink, Span};
use napkin_mail::{BaseField, Bases, Decoded as Body, HeaderUrl, Message, Part, PartBase, PartKind, THIS_MESSAGE};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A message and the base of each of its parts, which a [`Reader`](crate::Reader) parses once for several questions.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParsedMessage<'a> {
    /// The message.
    pub message: Message<'a>,
    /// The bases of its parts, by [`Options::profile`].
    pub bases: Bases,
}

impl<'a> ParsedMessage<'a> {
    /// Parses a message within [`Options::mail`], and finds the bases of its parts: the base of the entity that encloses
    /// the message, or its retrieval URL, applies to parts without one. Reports only lost content; [`Message::check`]
    /// reports remarks.
    pub(crate) fn parse(entity: &Entity<'a>, options: &Options, findings: &mut dyn Sink) -> Self {
        let message = Message::read(entity.bytes, &options.mail, &mut Errors { findings });
        let bases = Bases::new(&message, options.profile, entity.encapsulating.or(entity.retrieval));
        Self { message, bases }
    }

    /// Passes every link of the message to `sink`, and the problems of the documents in it to `findings`.
    pub(crate) fn links(
        &self,
        options: &Options,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let nested = &mut Nested { options, sink, findings, depth: 0 };
        let bytes = self.message.bytes();
        for part in self.message.parts() {
            let number: Arc<str> = part.number().into();
            let of = ContainingPart { number, index: part.index() };
            fields(part, &self.bases, &of, bytes, nested.sink)?;
            if part.kind() == PartKind::Leaf && !part.is_phantom() {
                body(part, &self.bases, &of, bytes, nested)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Passes on only the findings about lost content.
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

/// Returns the kind of document for a body of a media type: the kind of the type, or otherwise text for text, message
/// and multipart types.
pub(crate) fn kind(essence: &str) -> Option<Kind> {
    let known = Kind::of_media_type(essence).filter(|kind| !kind.is_message());
    let is_text = ["text/", "message/", "multipart/"].iter().any(|start| essence.starts_with(start));
    known.or(is_text.then_some(Kind::Text))
}

fn body<'a>(
    part: Part<'_, 'a>,
    bases: &Bases,
    of: &ContainingPart,
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

/// Decodes the text of a body, with the mapping to the message.
pub(crate) fn text(part: &Part<'_, '_>, body: &Body<'_>, kind: Kind) -> Decoded {
    let charset = part.content_type().and_then(|it| it.parameter("charset")).map(|it| it.text().into_owned());
    let entity = Entity { charset: charset.as_deref(), ..Entity::unknown(&body.bytes).with_kind(kind) };
    let outer = Arc::new(body.level().clone());
    match encoding::transcoded(&entity) {
        Some((text, level)) => Decoded { text: text.to_string(), level: Arc::new(Level::clone(&level).within(&outer)) },
        None => {
            let (text, level) = text_of(&body.bytes);
            let level = if level.is_verbatim() { outer } else { Arc::new(Level::clone(&level).within(&outer)) };
            Decoded { text: text.into_owned(), level }
        }
    }
}

/// Returns the base of a part for its links, or `None` if it is the base of the message as a whole.
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

fn fields<'a>(
    part: Part<'_, 'a>,
    bases: &Bases,
    of: &ContainingPart,
    bytes: &'a [u8],
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut base = None;
    for url in part.header_urls() {
        // Fields that only give a base are not links, nor is the URL of an external body that is nested too deep to be
        // read.
        let is_external = url.name.starts_with("Content-Type");
        if matches!(url.name, "Content-Base" | "Snapshot-Content-Location")
            || is_external && part.kind() != PartKind::ExternalBody
        {
            continue;
        }
        let base = match url.name {
            "Content-Location" => inner_base(part, bases.label_base(part)),
            _ => base.get_or_insert_with(|| inner_base(part, bases.of(part))).clone(),
        };
        sink(Link { base, part: Some(of.clone()), ..link(url, bytes) })?;
    }
    ControlFlow::Continue(())
}

/// Returns the link of a URL in a header.
fn link(url: HeaderUrl, bytes: &[u8]) -> Link<'_> {
    let mut link = Link::verbatim(bytes, url.span, "", Context::Header(url.name));
    match std::str::from_utf8(link.raw) {
        Ok(raw) if raw == url.text => link.text = Cow::Borrowed(raw),
        _ => {
            link.map = Some(Box::new(Map { inner: url.level().clone(), outer: None }));
            link.text = Cow::Owned(url.text);
        }
    }
    link.written.holder = crate::written::Holder::Unknown;
    link
}

/// Returns the media type of a part with its parameters, for the screen.
pub(crate) fn media_type(part: &Part<'_, '_>) -> Option<MediaType<'static>> {
    let field = part.field("content-type")?;
    let written = String::from_utf8_lossy(field.value()).replace(['\r', '\n'], " ");
    let read = |reading| MediaType::parse(written.trim(), reading).ok().map(MediaType::into_owned);
    read(napkin::media::Reading::Strict).or_else(|| read(napkin::media::Reading::Whatwg))
}
