//! Email messages: header fields, bodies and parts, each with its exact bytes.
//!
//! Use this crate to read messages ([`Message`]) and mailboxes ([`Mailbox`]), to find the URLs that they name, and to move large parts out
//! of a message and back. Start with [`Message::parse`], [`Message::parts`] and [`Part`].
//!
//! - **Structure**: fields, bodies, parts (RFC 5322, RFC 2045 to 2047, RFC 2231). The [pieces](Message::pieces) of a message concatenate
//!   to its bytes, whatever these are, so one piece can be replaced safely. Text is never kept decoded: a field, a parameter and a body
//!   are decoded when you ask, with a [map](napkin::map) back to the message.
//! - **URLs**: those of header fields ([`Part::header_urls`]), the base URL of each part ([`Bases`], RFC 2557), and the parts that
//!   `cid:` and `mid:` URLs refer to ([`Related`], RFC 2392).
//! - **External bodies** (`message/external-body`, RFC 2046 section 5.2.3, RFC 2017, RFC 4483): [`Part::external_body`],
//!   [`Message::detach`], [`Message::attach`], [`Message::relink`]. The crate retrieves nothing: the caller does.
//! - **Errors in messages** are [findings](napkin::Finding) with their places: [`Message::read`], [`Message::check`]. Their
//!   [`rules`] have reasons, sections and examples.
//!
//! ```
//! use napkin_mail::Message;
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
mod body_counts;
mod canonical_form;
mod content_id;
mod date;
mod delimiter_collision;
mod detach;
mod detached_form;
mod encoded_words;
mod external;
mod fetched;
mod field_checks;
mod field_url;
mod from_line;
mod header_edit;
mod header_line;
mod header_urls;
mod lexer;
mod limits;
mod mailbox;
mod mapped_bytes;
mod message;
mod message_detection;
mod object_bytes;
mod parameters;
mod part_bases;
mod protection;
mod related;
mod relink;
mod rope;
mod rule_examples;
pub mod rules;
mod splice;
mod transfer;
mod tree;
mod url_parameter;

pub use self::attach::{AttachFailure, AttachNote, AttachOptions, AttachOutcome, Attached, AttachedBody, WantedObject};
pub use self::content_id::{IdUrl, cid_url, content_id};
pub use self::date::write_date;
pub use self::detach::{DetachError, DetachOptions, Detached, DetachedObject, LeftPart, WhyLeft, extension};
pub use self::encoded_words::decode_words;
pub use self::external::{AccessType, Expiration, ExternalBody, Hash, NoUrl, parse_md5};
pub use self::fetched::{Fetched, NotFetched};
pub use self::from_line::is_mailbox;
pub use self::header_urls::HeaderUrl;
pub use self::limits::Limits;
pub use self::mailbox::{
    EntryKind, Mailbox, MailboxEntry, MailboxFormat, NotHeld, Quoting, UnknownMailboxFormat, WhyNotHeld, maildir_name,
    maildir_order, maildir_unique,
};
pub use self::message::{Children, Field, Message, Part, PartKind, Parts, Piece, PieceKind, Pieces};
pub use self::message_detection::is_message;
pub use self::parameters::{ContentType, Parameter};
pub use self::part_bases::{BaseField, Bases, PartBase, Profile, THIS_MESSAGE, UnknownProfile};
pub use self::related::{MatchedBy, Related, RelatedTarget};
pub use self::relink::{LeftBody, RelinkOptions, Relinked, RelinkedBody, WhyNotRelinked};
pub use self::rule_examples::{example_findings, example_mailbox_findings};
pub use self::transfer::{BodyReader, Decoded, Encoding};
pub use self::url_parameter::{Spaces, Wrap, write_url};

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
