//! Entities of a message: the message itself, its parts, and messages in parts. Start at `Part`.
//!
//! Part numbers follow IMAP (RFC 9051 section 6.4.5). A multipart at the top of a message has no number in IMAP; here it is
//! `0` or, in a message that is part 2, `2.0`.

use super::Message;
use super::field::Field;
use crate::tree::{KnownField, Node, RawField, Shape};
use napkin::Span;
use std::fmt;
use std::sync::Arc;

/// The structure of the body of an entity.
///
/// ```
/// use napkin_mail::{Message, PartKind};
/// assert_eq!(Message::parse(b"Subject: Menu\n\nSoup\n").root().kind(), PartKind::Leaf);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// No entity is in the body, or the body is beyond a limit.
    Leaf,
    /// The body has parts (RFC 2046 section 5.1).
    Multipart,
    /// The body is a message (RFC 2046 section 5.2.1).
    Message,
    /// The body is the header of an object that is elsewhere (RFC 2046 section 5.2.3). The only child is that object, with
    /// the phantom body.
    ExternalBody,
}

/// An entity of a message: the message itself, a part, or a message in a part.
///
/// A copy is cheap: it refers to the [`Message`].
///
/// ```
/// use napkin_mail::Message;
/// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
/// let part = message.part("2").unwrap();
/// assert_eq!((part.raw_body(), part.parent()), (&b"Beer"[..], Some(message.root())));
/// ```
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

    /// Returns the message that the entity belongs to.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.message().bytes(), bytes);
    /// ```
    #[must_use]
    pub const fn message(&self) -> &'m Message<'a> {
        self.message
    }

    /// Returns the index of the entity among all entities of the message, from 0, for [`Message::part_at`]. Indexes are not
    /// in the order of the bytes.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// let part = message.part("1").unwrap();
    /// assert_eq!(message.part_at(part.index()), Some(part));
    /// ```
    #[must_use]
    pub const fn index(&self) -> usize {
        self.place
    }

    /// Returns the entity that contains this one; `None` for the message itself.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.part("1").unwrap().parent(), Some(message.root()));
    /// ```
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.node().parent.map(|place| Self { place, ..*self })
    }

    pub(crate) fn first_child(&self) -> Option<Self> {
        self.node().first.map(|place| Self { place, ..*self })
    }

    /// Returns the next entity with the same parent.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.part("1").unwrap().next_part(), message.part("2"));
    /// ```
    #[must_use]
    pub fn next_part(&self) -> Option<Self> {
        self.node().next.map(|place| Self { place, ..*self })
    }

    /// Returns the entities directly in this one.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.root().children().count(), 2);
    /// ```
    #[must_use]
    pub fn children(&self) -> Children<'m, 'a> {
        Children { next: self.first_child() }
    }

    /// Returns this entity and those around it, from the inside out.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// let numbers: Vec<_> = message.part("2").unwrap().outwards().map(|part| part.number()).collect();
    /// assert_eq!(numbers, ["2", "0"]);
    /// ```
    pub fn outwards(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), Part::parent)
    }

    /// Returns the structure of the body.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// use napkin_mail::PartKind;
    /// let message = Message::parse(b"Content-Type: message/rfc822\n\nSubject: Menu\n\n");
    /// assert_eq!(message.root().kind(), PartKind::Message);
    /// ```
    #[must_use]
    pub fn kind(&self) -> PartKind {
        match self.node().shape {
            Shape::Leaf => PartKind::Leaf,
            Shape::Multipart { .. } => PartKind::Multipart,
            Shape::Message => PartKind::Message,
            Shape::External => PartKind::ExternalBody,
        }
    }

    /// Returns whether this is the object that an external body refers to. Its fields describe the object elsewhere; its
    /// body, the phantom body, is not the object.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: message/external-body; access-type=URL; URL=\"http://h/\"\n\nContent-ID: <a@b>\n\n");
    /// assert!(message.root().children().all(|part| part.is_phantom()));
    /// ```
    #[must_use]
    pub fn is_phantom(&self) -> bool {
        self.parent().is_some_and(|parent| parent.kind() == PartKind::ExternalBody)
    }

    /// Returns the number of entities around this one.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!((message.root().depth(), message.part("1").unwrap().depth()), (0, 1));
    /// ```
    #[must_use]
    pub fn depth(&self) -> usize {
        self.node().depth
    }

    /// Returns the number of the entity, as in IMAP (RFC 9051 section 6.4.5): `1`, `2.1`. A multipart at the top of a message
    /// has the number 0 there: `0`, `2.0`. The object of an external body has the number of the external body.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.parts().map(|part| part.number()).collect::<Vec<_>>(), ["0", "1", "2"]);
    /// ```
    #[must_use]
    pub fn number(&self) -> String {
        let mut text = Vec::with_capacity(2 * self.depth() + 2);
        self.write_number(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    /// Appends the [number](Self::number) of the entity to a text.
    ///
    /// ```
    /// let message = napkin_mail::Message::parse(b"Subject: one part\n\n");
    /// let mut line = b"part ".to_vec();
    /// message.root().write_number(&mut line);
    /// assert_eq!(line, b"part 1");
    /// ```
    pub fn write_number(&self, text: &mut Vec<u8>) {
        let start = text.len();
        // Written backwards, because the loop goes from the inside out.
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

    /// Returns the place of the entity in its text: header, separator and body. [`source_span`](Self::source_span) maps it to
    /// the message.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.span(), napkin::Span::new(0, bytes.len()));
    /// ```
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.header().start, self.body().end)
    }

    /// Returns the place of the delimiter before the entity, with the line breaks at both ends; empty if there is none.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.part("2").unwrap().delimiter().len(), "\n--b\n".len());
    /// ```
    #[must_use]
    pub fn delimiter(&self) -> Span {
        self.node().delimiter
    }

    /// Returns the place of the header fields.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.header(), napkin::Span::new(0, 14));
    /// ```
    #[must_use]
    pub fn header(&self) -> Span {
        self.node().header
    }

    /// Returns the place of the empty line between header and body, which is empty if that line is missing.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.separator(), napkin::Span::new(14, 15));
    /// ```
    #[must_use]
    pub fn separator(&self) -> Span {
        self.node().separator
    }

    /// Returns the place of the body.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.body(), napkin::Span::new(15, 20));
    /// ```
    #[must_use]
    pub fn body(&self) -> Span {
        self.node().body
    }

    /// Returns the place of the close delimiter of a multipart, without the line break after it.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.root().close().map(|close| close.len()), Some("\n--b--".len()));
    /// ```
    #[must_use]
    pub fn close(&self) -> Option<Span> {
        match self.node().shape {
            Shape::Multipart { close } => close,
            _ => None,
        }
    }

    /// Returns whether the message contains the entity verbatim: not inside a body that had to be decoded, nor in a message
    /// whose lines end with CR alone.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let encoded = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogTWVudQoK\n";
    /// let message = Message::parse(encoded);
    /// let inner = message.root().children().next().unwrap();
    /// assert!(message.root().is_verbatim() && !inner.is_verbatim());
    /// ```
    #[must_use]
    pub fn is_verbatim(&self) -> bool {
        self.node().text == 0 && !self.message.has_bare_cr()
    }

    /// Returns the place in the message of a span of the text of the entity. The two differ in a body that had to be decoded.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.source_span(part.body()), part.body());
    /// ```
    #[must_use]
    pub fn source_span(&self, span: Span) -> Span {
        self.message.outward(self.node().text, span)
    }

    /// Returns the header fields in their order, without lines that are no field.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.fields().map(|field| field.name().into_owned()).collect::<Vec<_>>(), ["Subject"]);
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = Field<'m>> + use<'m, 'a> {
        let text = self.text();
        self.raw_fields().iter().filter(|raw| !raw.name.is_empty()).map(move |&raw| Field { source: text, raw })
    }

    /// Returns all lines of the header, also those that are no field.
    pub(crate) fn raw_fields(&self) -> &'m [RawField] {
        &self.message.tree.fields[self.node().fields.clone()]
    }

    /// Returns the first field with this name, in any case.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.field("subject").unwrap().value(), b" Menu");
    /// ```
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Field<'m>> {
        match KnownField::of(name.as_bytes()) {
            Some(known) => self.known(known),
            None => self.fields().find(|field| field.is(name)),
        }
    }

    /// Returns the first field of a name that is indexed while the header is read.
    pub(crate) fn known(&self, known: KnownField) -> Option<Field<'m>> {
        let tree = &self.message.tree;
        Some(Field { source: self.text(), raw: tree.fields[tree.known(self.node(), known)?] })
    }

    /// Returns the map from the text of the entity to the message; `None` if that text is the message.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert!(part.level().is_none());
    /// ```
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

/// The entities directly in an entity: see [`Part::children`].
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

/// All entities of a message, each before those in it: see [`Message::parts`].
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

/// Appends a step of the number of a part, and the dot after it, backwards. The number begins at `start`.
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
