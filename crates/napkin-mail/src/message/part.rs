//! Entities and their fields, as callers see them.
//!
//! Decides: numbers of parts. They are those of IMAP (RFC 9051 section 6.4.5) for all that IMAP has numbers for; entities without one,
//! which are multiparts at the top of a message, are `0` and, in a message that is part 2, `2.0`.

use super::Message;
use super::field::Field;
use crate::encoded_words;
use crate::parameters::{ContentType, Written};
use crate::transfer::{self, BodyReader, Decoded, Encoding};
use crate::tree::KnownField;
use crate::tree::Subtype;
use crate::tree::{Node, RawField, Shape};
use napkin::Span;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// What an entity is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// It has a body that is no entity, or that lies beyond a limit.
    Leaf,
    /// It has parts (RFC 2046 section 5.1).
    Multipart,
    /// Its body is a message (RFC 2046 section 5.2.1).
    Message,
    /// Its body is the header of an entity that stands elsewhere (RFC 2046 section 5.2.3): its one child is that, with the phantom body.
    ExternalBody,
}

/// An entity of a message: the message, a part, a message in a part.
#[derive(Clone, Copy)]
pub struct Part<'m, 'a> {
    message: &'m Message<'a>,
    place: usize,
}

impl<'m, 'a> Part<'m, 'a> {
    pub(crate) const fn new(message: &'m Message<'a>, place: usize) -> Self {
        Self { message, place }
    }

    pub(crate) fn node(&self) -> &'m Node {
        &self.message.tree.nodes[self.place]
    }

    pub(crate) fn text(&self) -> &'m [u8] {
        &self.message.text(self.node().text).bytes
    }

    /// The message that it belongs to.
    #[must_use]
    pub const fn message(&self) -> &'m Message<'a> {
        self.message
    }

    /// Its place among all entities of the message, from 0; not in the order of their bytes.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.place
    }

    /// The entity that it stands in.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.node().parent.map(|place| Self { place, ..*self })
    }

    pub(crate) fn first_child(&self) -> Option<Self> {
        self.node().first.map(|place| Self { place, ..*self })
    }

    /// The one behind it in what it stands in.
    #[must_use]
    pub fn next_part(&self) -> Option<Self> {
        self.node().next.map(|place| Self { place, ..*self })
    }

    /// What stands directly in it.
    #[must_use]
    pub fn children(&self) -> Children<'m, 'a> {
        Children { next: self.first_child() }
    }

    /// This entity and those around it, from the inside out.
    pub fn outwards(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), Part::parent)
    }

    /// What it is made of.
    #[must_use]
    pub fn kind(&self) -> PartKind {
        match self.node().shape {
            Shape::Leaf => PartKind::Leaf,
            Shape::Multipart { .. } => PartKind::Multipart,
            Shape::Message => PartKind::Message,
            Shape::External => PartKind::ExternalBody,
        }
    }

    /// Whether it is the entity that an external body stands for: what its fields say is true of what is elsewhere, and its body,
    /// the phantom body, is none of it.
    #[must_use]
    pub fn is_phantom(&self) -> bool {
        self.parent().is_some_and(|parent| parent.kind() == PartKind::ExternalBody)
    }

    /// In how many entities it stands.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.node().depth
    }

    /// Its number: `1`, `2.1`. A multipart at the top of a message has the number 0 there: `0`, `2.0`. The entity that an external
    /// body stands for has the number of the external body.
    #[must_use]
    pub fn number(&self) -> String {
        let mut text = Vec::with_capacity(2 * self.depth() + 2);
        self.write_number(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends its [number](Self::number).
    ///
    /// ```
    /// let message = napkin_mail::Message::parse(b"Subject: one part\n\n");
    /// let mut line = b"part ".to_vec();
    /// message.root().write_number(&mut line);
    /// assert_eq!(line, b"part 1");
    /// ```
    pub fn write_number(&self, text: &mut Vec<u8>) {
        let start = text.len();
        // Written from its end, as the way outwards goes.
        for part in self.outwards() {
            match part.parent() {
                Some(parent) if parent.kind() == PartKind::Multipart => push_step(part.node().ordinal + 1, start, text),
                Some(parent) if parent.kind() == PartKind::ExternalBody => {}
                // At the top of a message: a multipart takes no number from its parts.
                _ if part.kind() != PartKind::Multipart => push_step(1, start, text),
                _ if part.place == self.place => push_step(0, start, text),
                _ => {}
            }
        }
        text[start..].reverse();
    }

    /// All of it in its text: header, separator and body. In the message that is [`source_span`](Self::source_span) of this.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.header().start, self.body().end)
    }

    /// The delimiter before it, with the line breaks at both ends; empty where there is none.
    #[must_use]
    pub fn delimiter(&self) -> Span {
        self.node().delimiter
    }

    /// Its header fields.
    #[must_use]
    pub fn header(&self) -> Span {
        self.node().header
    }

    /// The empty line between header and body, which may be missing.
    #[must_use]
    pub fn separator(&self) -> Span {
        self.node().separator
    }

    /// Its body.
    #[must_use]
    pub fn body(&self) -> Span {
        self.node().body
    }

    /// Of a multipart: the close delimiter, without the line break behind it.
    #[must_use]
    pub fn close(&self) -> Option<Span> {
        match self.node().shape {
            Shape::Multipart { close } => close,
            _ => None,
        }
    }

    /// Returns whether the message contains the part verbatim: not inside a body that had to be decoded, nor in a
    /// message whose lines end with CR alone.
    #[must_use]
    pub fn is_verbatim(&self) -> bool {
        self.node().text == 0 && !self.message.has_bare_cr()
    }

    /// Where a span of its text stands in the message.
    #[must_use]
    pub fn source_span(&self, span: Span) -> Span {
        self.message.outward(self.node().text, span)
    }

    /// Its fields in their order, without lines that are none.
    pub fn fields(&self) -> impl Iterator<Item = Field<'m>> + use<'m, 'a> {
        let text = self.text();
        self.raw_fields().iter().filter(|raw| !raw.name.is_empty()).map(move |&raw| Field { text, raw })
    }

    /// All lines of its header, those that are no field too.
    pub(crate) fn raw_fields(&self) -> &'m [RawField] {
        &self.message.tree.fields[self.node().fields.clone()]
    }

    /// The first field of this name, in any case.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Field<'m>> {
        match KnownField::of(name.as_bytes()) {
            Some(known) => self.known(known),
            None => self.fields().find(|field| field.is(name)),
        }
    }

    /// The first field of a name that has been looked for when the header was read.
    pub(crate) fn known(&self, known: KnownField) -> Option<Field<'m>> {
        let tree = &self.message.tree;
        Some(Field { text: self.text(), raw: tree.fields[tree.known(self.node(), known)?] })
    }

    /// What its `Content-Type` says.
    fn written(&self) -> Option<&'m Written> {
        self.node().content_type.map(|place| &self.message.tree.types[place])
    }

    /// Its `Content-Type`, if it has one.
    #[must_use]
    pub fn content_type(&self) -> Option<ContentType<'m>> {
        let field = self.known(KnownField::Type)?;
        Some(self.written()?.of(field.value(), field.raw.value.start))
    }

    /// Its media type in lower case: what `Content-Type` says, else what its place says: `message/rfc822` in a digest (RFC 2046 section
    /// 5.1.5), `text/plain` anywhere (RFC 2045 section 5.2).
    #[must_use]
    pub fn essence(&self) -> Cow<'static, str> {
        match self.written().map(Written::media_type) {
            Some(Some(media_type)) => media_type,
            None if self.parent().is_some_and(|parent| parent.node().subtype == Subtype::Digest) => {
                Cow::Borrowed("message/rfc822")
            }
            _ => Cow::Borrowed("text/plain"),
        }
    }

    /// Whether its `Content-Type` says this, which is in lower case.
    pub(crate) fn is_typed(&self, essence: &str) -> bool {
        self.written().is_some_and(|written| written.essence() == essence)
    }

    /// Its transfer encoding.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.node().encoding
    }

    /// Its body as it stands there.
    #[must_use]
    pub fn raw_body(&self) -> &'m [u8] {
        self.body().of_bytes(self.text())
    }

    /// Where the entity says what it is, in the message: the value of its `Content-Type`, else of its first field.
    pub(crate) fn type_span(&self) -> Span {
        let field = self.known(KnownField::Type).or_else(|| self.fields().next());
        let start = Span::new(self.body().start, self.body().start);
        self.source_span(field.map_or(start, |field| field.trimmed_span()))
    }

    /// Reads its body without the transfer encoding, piece by piece.
    #[must_use]
    pub fn reader(&self) -> BodyReader<'m> {
        BodyReader::new(self.raw_body(), self.encoding())
    }

    /// Its body without the transfer encoding, with the way back to the message.
    #[must_use]
    pub fn decoded(&self) -> Decoded<'m> {
        let mut body = transfer::decode(self.raw_body(), self.body().start, self.encoding());
        if let Some(outer) = &self.message.text(self.node().text).level {
            body.level = body.level.within(outer);
        }
        body
    }

    /// Its body as a text: without the transfer encoding, in the charset that its `Content-Type` names. Where there is none, or none
    /// that the Encoding Standard knows, it is UTF-8, or, where it is none, windows-1252. Ends of lines are as they stand there.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: quoted-printable\n\n=B3");
    /// assert_eq!(message.root().decoded_text(), "\u{142}");
    /// ```
    #[must_use]
    pub fn decoded_text(&self) -> String {
        let label = self.content_type().and_then(|content_type| content_type.parameter("charset"));
        encoded_words::text_in(&self.decoded().bytes, label.as_ref().map_or(&[][..], |label| label.bytes()))
    }

    /// Returns the map from the text of the entity to the message; `None` if that text is the message.
    #[must_use]
    pub fn level(&self) -> Option<&'m Arc<napkin::map::Level>> {
        self.message.text(self.node().text).level.as_ref()
    }
}

impl PartialEq for Part<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place && std::ptr::eq(self.message, other.message)
    }
}

impl fmt::Debug for Part<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part({} {} {:?})", self.number(), self.essence(), self.span())
    }
}

/// What stands directly in an entity.
#[derive(Clone, Debug)]
pub struct Children<'m, 'a> {
    next: Option<Part<'m, 'a>>,
}

impl<'m, 'a> Iterator for Children<'m, 'a> {
    type Item = Part<'m, 'a>;

    fn next(&mut self) -> Option<Part<'m, 'a>> {
        let part = self.next?;
        self.next = part.next_part();
        Some(part)
    }
}

/// All entities of a message, each before those in it.
#[derive(Clone, Debug)]
pub struct Parts<'m, 'a> {
    next: Option<Part<'m, 'a>>,
}

impl<'m, 'a> Parts<'m, 'a> {
    pub(crate) const fn new(root: Part<'m, 'a>) -> Self {
        Self { next: Some(root) }
    }
}

impl<'m, 'a> Iterator for Parts<'m, 'a> {
    type Item = Part<'m, 'a>;

    fn next(&mut self) -> Option<Part<'m, 'a>> {
        let part = self.next?;
        let up = || part.outwards().find_map(|part| part.next_part());
        self.next = part.first_child().or_else(up);
        Some(part)
    }
}

/// A step of a part's number, which begins at `start`, and the dot behind it, backwards.
fn push_step(number: usize, start: usize, text: &mut Vec<u8>) {
    if text.len() > start {
        text.push(b'.');
    }
    let mut rest = number;
    loop {
        text.push(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            return;
        }
    }
}
