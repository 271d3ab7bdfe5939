//! Messages: header fields, bodies, and parts within parts, each with its exact bytes.
//!
//! Decides: what a message is made of (RFC 5322, RFC 2045 to 2047, RFC 2231), which objects stand elsewhere and by which URL
//! (`message/external-body`, RFC 2046 section 5.2.3, RFC 2017, RFC 4483), which base URL applies to each part (RFC 2557), and what
//! `cid:` and `mid:` refer to (RFC 2392). Parts become external bodies, and objects parts ([`Message::detach`],
//! [`Message::attach`], [`Message::relink`]). It retrieves nothing.
//!
//! The [pieces](Message::pieces) of a message put together are its bytes, for any bytes: that is what makes it safe to replace one.
//! Text is never kept decoded: a field, a parameter and a body are decoded when they are asked for, with the way back.
//!
//! ```
//! use napkin_document::mail::Message;
//! let bytes = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\nContent-Type: text/html\n\n<p>Hi\n--b--\n";
//! let message = Message::parse(bytes);
//! let list: Vec<_> = message.parts().map(|part| (part.number(), part.essence().into_owned())).collect();
//! assert_eq!(list[1..], [("1".to_owned(), "text/plain".to_owned()), ("2".to_owned(), "text/html".to_owned())]);
//! let html = message.part("2").unwrap();
//! assert_eq!(html.raw_body(), b"<p>Hi");
//! let together: Vec<u8> = message.pieces().flat_map(|piece| bytes[piece.span.range()].to_vec()).collect();
//! assert_eq!(together, bytes);
//! ```

mod attach;
mod bare_cr;
mod base;
pub(crate) mod bytes;
mod canonical;
mod check;
mod content;
mod content_type;
mod counts;
pub(crate) mod date;
mod detach;
mod detached_form;
mod examples;
mod external;
mod external_url;
mod facts;
pub(crate) mod field_line;
mod id;
mod known;
mod lexer;
pub(crate) mod links;
mod location;
mod mailbox;
mod part;
mod pieces;
mod related;
mod relink;
mod rope;
mod splice;
mod transfer;
mod tree;
mod url_parameter;
mod words;

pub use self::attach::{AttachFailure, AttachNote, AttachOptions, Attached, AttachedBody, Outcome, Wanted};
pub use self::base::{BaseField, Bases, PartBase, Profile};
pub use self::content_type::{ContentType, Parameter};
pub use self::detach::{DetachError, DetachOptions, Detached, DetachedObject, LeftPart, WhyLeft};
pub use self::examples::{example_findings, example_mailbox_findings};
pub use self::external::{AccessType, Expiration, ExternalBody, Hash, NoUrl, parse_md5};
pub use self::id::{IdUrl, cid_url, content_id};
pub use self::mailbox::{
    EntryKind, Mailbox, MailboxEntry, MailboxFormat, NotHeld, Quoting, UnknownMailboxFormat, WhyNotHeld, is_mailbox,
    maildir_name, maildir_order, maildir_unique,
};
pub(crate) use self::mailbox::{empty_lines, has_date, is_separator};
pub use self::part::{Children, Field, Part, PartKind, Parts};
pub use self::pieces::{Piece, PieceKind, Pieces};
pub use self::related::{Matched, Related, Target};
pub use self::relink::{LeftBody, RelinkOptions, Relinked, RelinkedBody, WhyNotRelinked};
pub use self::transfer::{BodyReader, Decoded, Encoding};
pub use self::url_parameter::{Spaces, Wrap, write_url};
pub use self::words::decode_words;

use self::tree::Tree;
use crate::rules;
use napkin::map::{Level, SourceSink};
use napkin::{Finding, Sink, Span, Standard};
use std::borrow::Cow;
use std::sync::Arc;

/// How far a message is read. Each limit has a finding of its own; what lies beyond is content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep entities may stand in each other: `mail-too-deep`. Default: 100.
    pub depth: usize,
    /// How many entities there may be: `mail-too-many-parts`. Default: 100,000.
    pub parts: usize,
    /// How many bytes the header of one may have: `mail-header-too-large`. Default: 1 MiB.
    pub header: usize,
    /// How many bytes may be decoded to find parts in encoded messages: `mail-decoded-too-large`. Default: 256 MiB.
    pub decoded: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 100, parts: 100_000, header: 1 << 20, decoded: 256 << 20 }
    }
}

/// A text in which entities stand: the message, or the decoded body of one of them.
#[derive(Debug)]
struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    /// The way back to the message, where it is another text.
    level: Option<Arc<Level>>,
}

/// A message, or any other entity of MIME, taken apart.
#[derive(Debug)]
pub struct Message<'a> {
    text: Text<'a>,
    /// The original bytes of the message, if `text` has other line ends.
    source: Option<&'a [u8]>,
    /// What has been decoded to find parts in it.
    decoded: Vec<Text<'a>>,
    tree: Tree,
    limits: Limits,
}

impl<'a> Message<'a> {
    /// Takes a message apart, within [`Limits::default`]. Never fails.
    #[must_use]
    pub fn parse(bytes: &'a [u8]) -> Self {
        Self::read(bytes, &Limits::default(), &mut ())
    }

    /// The same, with what is wrong with its structure. Findings have their places in the message.
    pub fn read(bytes: &'a [u8], limits: &Limits, findings: &mut dyn Sink) -> Self {
        let with_line_feeds = bare_cr::with_line_feeds(bytes);
        let source = with_line_feeds.is_some().then_some(bytes);
        let text = match with_line_feeds {
            Some((text, cr)) => {
                findings.report(Finding::new(rules::MAIL_BARE_CR, Standard::Rfc3986, Span::new(cr, cr + 1), "", None));
                Text { bytes: text.into(), level: None }
            }
            None => Text { bytes: bytes.into(), level: None },
        };
        let mut message = Self { text, source, decoded: Vec::new(), tree: Tree::default(), limits: *limits };
        tree::read(&mut message.tree, &message.text.bytes, limits, findings);
        let mut left = limits.decoded;
        let mut next = 0;
        while let Some(encoded) = message.tree.encoded.get(next).cloned() {
            next += 1;
            message.read_encoded(&encoded, limits, &mut left, findings);
        }
        message
    }

    /// Reads the body of a composite entity that has a transfer encoding, which is illegal (RFC 2045 section 6.4) and common.
    fn read_encoded(&mut self, encoded: &tree::Encoded, limits: &Limits, left: &mut usize, findings: &mut dyn Sink) {
        let part = Part::new(self, encoded.node);
        if part.first_child().is_some() {
            // The parts stand there as they are, whatever the field says.
            return;
        }
        if self.tree.nodes.len() >= limits.parts {
            let span = part.source_span(part.body());
            findings.report(Finding::new(rules::MAIL_TOO_MANY_PARTS, Standard::Rfc3986, span, "", None));
            return;
        }
        if part.raw_body().len() > *left {
            let span = part.source_span(part.body());
            findings.report(Finding::new(rules::MAIL_DECODED_TOO_LARGE, Standard::Rfc3986, span, "", None));
            return;
        }
        let body = part.decoded();
        let level = body.level.clone();
        let mut bytes = body.bytes.into_owned();
        *left -= part.raw_body().len();
        let level = Arc::new(level);
        let number = self.decoded.len() + 1;
        let outward = &mut SourceSink::new(&level, findings);
        if let Some((text, cr)) = bare_cr::with_line_feeds(&bytes) {
            outward.report(Finding::new(rules::MAIL_BARE_CR, Standard::Rfc3986, Span::new(cr, cr + 1), "", None));
            bytes = text;
        }
        tree::read_encoded(&mut self.tree, encoded, &bytes, number, limits, outward);
        self.decoded.push(Text { bytes: bytes.into(), level: Some(level) });
    }

    /// Another message within the same limits, such as what has become of this one.
    fn like<'b>(&self, bytes: &'b [u8]) -> Message<'b> {
        Message::read(bytes, &self.limits, &mut ())
    }

    /// The bytes of the message.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.source.unwrap_or(&self.text.bytes)
    }

    /// Returns whether the lines end with CR alone. Such a message is read, but not changed.
    pub(crate) const fn has_bare_cr(&self) -> bool {
        self.source.is_some()
    }

    /// The message itself: its outermost entity.
    #[must_use]
    pub fn root(&self) -> Part<'_, 'a> {
        Part::new(self, 0)
    }

    /// The entity at this place: see [`Part::index`].
    #[must_use]
    pub fn part_at(&self, index: usize) -> Option<Part<'_, 'a>> {
        (index < self.tree.nodes.len()).then(|| Part::new(self, index))
    }

    /// All entities, each before those in it.
    #[must_use]
    pub fn parts(&self) -> Parts<'_, 'a> {
        Parts::new(self.root())
    }

    /// The entity with this [number](Part::number).
    #[must_use]
    pub fn part(&self, number: &str) -> Option<Part<'_, 'a>> {
        self.parts().find(|part| part.number() == number)
    }

    /// The pieces of the message in their order. Put together they are its bytes.
    #[must_use]
    pub fn pieces(&self) -> Pieces<'_, 'a> {
        Pieces::new(self)
    }

    /// Where a span of a text stands in the message.
    fn outward(&self, text: usize, span: Span) -> Span {
        self.text(text).level.as_ref().map_or(span, |level| level.source(span))
    }

    /// The text of this number: 0 is the message.
    fn text(&self, number: usize) -> &Text<'a> {
        number.checked_sub(1).map_or(&self.text, |number| &self.decoded[number])
    }
}
