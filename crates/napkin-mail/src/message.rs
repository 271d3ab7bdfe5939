//! Messages: the reader, and access to entities, fields and pieces.
//!
//! [`Message`] owns the tree of entities and the texts that were decoded to read it. [`Part`] is one entity in it, [`Field`]
//! one of its header fields.

mod field;
mod part;
mod part_content;
mod pieces;

pub use self::field::Field;
pub use self::part::{Children, Part, PartKind, Parts};
pub use self::pieces::{Piece, PieceKind, Pieces};

use crate::limits::Limits;
use crate::tree::{self, Tree};
use crate::{bare_cr, rules};
use napkin::map::{Level, SourceSink};
use napkin::{Finding, Sink, Span, Standard};
use std::borrow::Cow;
use std::sync::Arc;

/// A text that contains entities: the message, or the decoded body of one of them.
#[derive(Debug)]
struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    /// The map to the message, if this is not its text.
    level: Option<Arc<Level>>,
}

/// A message, or any other entity of MIME, parsed into its parts.
///
/// ```
/// use napkin_mail::Message;
/// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
/// assert_eq!(message.parts().filter(|part| part.essence() == "text/plain").count(), 2);
/// ```
#[derive(Debug)]
pub struct Message<'a> {
    bytes: &'a [u8],
    /// The bytes, or a copy with other line ends.
    text: Text<'a>,
    /// Bodies that were decoded to find the parts in them.
    decoded: Vec<Text<'a>>,
    pub(crate) tree: Tree,
    limits: Limits,
}

impl<'a> Message<'a> {
    /// Parses a message within [`Limits::default`]. Never fails: [`read`](Self::read) reports what is wrong.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// assert_eq!(Message::parse(b"Subject: Menu\n\nSoup\n").root().raw_body(), b"Soup\n");
    /// ```
    #[must_use]
    pub fn parse(bytes: &'a [u8]) -> Self {
        Self::read(bytes, &Limits::default(), &mut ())
    }

    /// Parses a message within limits, and reports what is wrong with its structure. Findings have their places in the
    /// message; what is beyond a limit is read as content.
    ///
    /// ```
    /// use napkin_mail::{Limits, Message, rules};
    /// let mut findings = Vec::new();
    /// Message::read(b"Content-Type: multipart/mixed\n\n", &Limits::default(), &mut findings);
    /// assert_eq!(findings[0].rule, rules::MAIL_BOUNDARY);
    /// ```
    pub fn read(bytes: &'a [u8], limits: &Limits, findings: &mut dyn Sink) -> Self {
        let text = with_line_feeds(bytes, findings).map_or(Cow::Borrowed(bytes), Cow::Owned);
        let text = Text { bytes: text, level: None };
        let mut message = Self { bytes, text, decoded: Vec::new(), tree: Tree::default(), limits: *limits };
        tree::read(&mut message.tree, &message.text.bytes, limits, findings);
        let mut left = limits.decoded;
        let mut next = 0;
        while let Some(encoded) = message.tree.encoded.get(next).cloned() {
            next += 1;
            message.read_encoded(&encoded, limits, &mut left, findings);
        }
        message
    }

    /// Reads the body of a composite entity that has a transfer encoding, which is forbidden (RFC 2045 section 6.4) and common.
    fn read_encoded(&mut self, encoded: &tree::Encoded, limits: &Limits, left: &mut usize, findings: &mut dyn Sink) {
        let part = Part::new(self, encoded.node);
        if part.first_child().is_some() {
            // The parts are not encoded, although the field says so.
            return;
        }
        let limit = match part.raw_body().len() {
            _ if self.tree.nodes.len() >= limits.parts => Some(rules::MAIL_TOO_MANY_PARTS),
            length if length > *left => Some(rules::MAIL_DECODED_TOO_LARGE),
            _ => None,
        };
        if let Some(rule) = limit {
            let span = part.source_span(part.body());
            return findings.report(Finding::new(rule, Standard::Rfc3986, span, "", None));
        }
        *left -= part.raw_body().len();
        let body = part.decoded();
        let level = Arc::new(body.level);
        let number = self.decoded.len() + 1;
        let outward = &mut SourceSink::new(&level, findings);
        let bytes = with_line_feeds(&body.bytes, outward).unwrap_or_else(|| body.bytes.into_owned());
        tree::read_encoded(&mut self.tree, encoded, &bytes, number, limits, outward);
        self.decoded.push(Text { bytes: bytes.into(), level: Some(level) });
    }

    /// Parses another message within the same limits, such as a changed copy of this one.
    pub(crate) fn like<'b>(&self, bytes: &'b [u8]) -> Message<'b> {
        Message::read(bytes, &self.limits, &mut ())
    }

    /// Returns the bytes of the message.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// assert_eq!(message.bytes(), bytes);
    /// ```
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns whether the lines end with CR alone. Such a message is read, but not changed.
    pub(crate) const fn has_bare_cr(&self) -> bool {
        matches!(self.text.bytes, Cow::Owned(_))
    }

    /// Returns the outermost entity: the message itself.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// assert_eq!(Message::parse(b"Subject: Menu\n\nSoup\n").root().number(), "1");
    /// ```
    #[must_use]
    pub fn root(&self) -> Part<'_, 'a> {
        Part::new(self, 0)
    }

    /// Returns the entity with this [index](Part::index).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.part_at(0), Some(message.root()));
    /// ```
    #[must_use]
    pub fn part_at(&self, index: usize) -> Option<Part<'_, 'a>> {
        (index < self.tree.nodes.len()).then(|| Part::new(self, index))
    }

    /// Returns all entities, each before those in it.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.parts().count(), 3);
    /// ```
    #[must_use]
    pub fn parts(&self) -> Parts<'_, 'a> {
        Parts::new(self.root())
    }

    /// Returns the entity with this [number](Part::number).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSoup\n--b\n\nBeer\n--b--\n");
    /// assert_eq!(message.part("2").unwrap().raw_body(), b"Beer");
    /// ```
    #[must_use]
    pub fn part(&self, number: &str) -> Option<Part<'_, 'a>> {
        self.parts().find(|part| part.number() == number)
    }

    /// Returns the place in the message of a span of a text.
    fn outward(&self, text: usize, span: Span) -> Span {
        self.text(text).level.as_ref().map_or(span, |level| level.source(span))
    }

    /// Returns the text with this number: 0 is the message.
    fn text(&self, number: usize) -> &Text<'a> {
        number.checked_sub(1).map_or(&self.text, |number| &self.decoded[number])
    }
}

/// Returns a text with LF in place of CR, and reports the first CR, if its lines end with CR alone.
fn with_line_feeds(bytes: &[u8], findings: &mut dyn Sink) -> Option<Vec<u8>> {
    let (text, cr) = bare_cr::with_line_feeds(bytes)?;
    findings.report(Finding::new(rules::MAIL_BARE_CR, Standard::Rfc3986, Span::new(cr, cr + 1), "", None));
    Some(text)
}
