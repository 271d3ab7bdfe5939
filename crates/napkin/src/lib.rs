//! A URL engine: parses references under the standard of your choice, reports exactly what is wrong with them and where,
//! resolves, normalises, compares and edits them.
//!
//! **Coming from the crate `url`?** Its `Url` is [`whatwg::Url`] here: the URL that browsers make of a text. [`napkin::Url`](Url)
//! keeps the text as it is and parses it under the standard that you name.
//!
//! ```
//! use napkin::{Reference, Standard, Url};
//!
//! let base = Url::parse("http://pub.example/menu/today", Standard::Rfc3986)?;
//! assert_eq!(base.join("../napkin")?, "http://pub.example/napkin");
//!
//! let error = Reference::parse("http://pub.example:8o/", Standard::Rfc3986).unwrap_err();
//! assert_eq!(error.span().of("http://pub.example:8o/"), "o");
//! assert_eq!(error.finding().see(), "RFC 3986 section 3.2.3");
//! # Ok::<(), napkin::Error>(())
//! ```
//!
//! # Which type
//!
//! | you have or want | type | owns its text | rewrites it | may be relative |
//! |---|---|---|---|---|
//! | URLs as browsers read them, with setters and origins; what the crate `url` does | [`whatwg::Url`] | yes | yes | no |
//! | an absolute URL under a [`Standard`], kept as it is written | [`Url`] | yes | only under `whatwg` | no |
//! | any reference, parsed without allocation | [`Reference`] | no | no | yes |
//! | the same, kept | [`ReferenceBuf`] | yes | no | yes |
//! | a base for many references | [`Base`], [`BaseBuf`], [`whatwg::BaseUrl`] | no, yes, yes | | |
//! | a constant | [`Reference::from_static`], [`whatwg::from_static`] | | | |
//!
//! `From` and `TryFrom` convert between them. All are equal to texts, and the owned types find `&str` keys in maps.
//!
//! # Where to find things
//!
//! - [`check`], [`Finding`], [`Rule`], [`Span`]: everything that is wrong with a text, each to the byte. [`Error::report`]
//!   draws it.
//! - [`Base`]: [resolve](Base::resolve) and its inverse, [relativize](Base::relativize).
//! - [`base`](mod@base): base URLs that documents declare.
//! - [`Mapping`]: replace a prefix of URLs.
//! - [`normalize`], [`compare()`]: the ladder of RFC 3986 section 6.2.
//! - [`Edit`], [`query`], [`percent`]: change, build, encode.
//! - [`whatwg`]: URLs as browsers read them.
//! - [`data`]: `data:` URLs, read and written.
//! - [`media`], [`base64`]: media types and base64, by the RFCs and as browsers read them.
//! - [`Host::ip`], [`Special`], [`Network`]: whether an address belongs to the public internet.
//! - [`template`]: make URLs from templates (RFC 6570), and read the values back.
//! - [`pattern`]: which URLs a pattern matches, and the texts of its groups (URL Pattern Standard).
//! - [`map`]: source maps, from spans of decoded texts back to the document.
//!
//! What a scheme's definition states is in the crate `napkin-scheme`, what is dangerous in a URL in `napkin-audit`.
//!
//! # Features
//!
//! - `std` (default): parsers and decoders that read 32 or 64 bytes at a time, chosen at run time. Without it, the crate needs
//!   only `core` and `alloc`, and is somewhat slower.
//! - `serde`: [`ReferenceBuf`], [`Url`] and [`whatwg::Url`] as strings.
//! - `idna`: domains beyond ASCII under [`whatwg`]; without it, they are the error `idna-missing`.
//! - `encoding`: queries in legacy encodings under [`whatwg`].
//! - `regress`, `regex`: engines for regular expressions in [patterns](pattern).
//!
//! Only the last five add dependencies. The crate has no global state and does no I/O.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod base;
pub mod base64;
mod bytes;
mod compare;
pub mod data;
mod finding;
mod host;
pub mod map;
mod mapping;
pub mod media;
mod normalize;
mod path;
pub mod pattern;
pub mod percent;
mod port;
pub mod query;
mod report;
mod resolve;
#[cfg(feature = "serde")]
pub mod serde;
mod shown;
mod span;
mod standard;
mod syntax;
pub mod template;
mod text;
mod url;
pub mod whatwg;

#[doc(hidden)]
pub use self::bytes::vectorized;
pub use self::compare::{Agreement, Comparison, Difference, compare};
pub use self::finding::{Error, Finding, Rule, Severity, Sink, rules};
pub use self::host::{Host, HostKind, Network, NotANetwork, Special, carried_ipv4, ends_in_number};
pub use self::mapping::{Mapping, MappingError};
pub use self::normalize::{Normalized, Rung, Rungs, mail_address_fault, normalize};
pub use self::path::remove_dot_segments;
pub use self::percent::{Encoded, EncodedBuf};
pub use self::port::{default_port, is_reserved_port};
pub use self::report::Report;
pub use self::resolve::{Base, BaseBuf, Resolution, ResolveOutcome};
pub use self::shown::{Shown, is_hidden, shown, shown_char};
pub use self::span::Span;
pub use self::standard::{Standard, UnknownStandard};
pub use self::syntax::{
    Component, Draft1997Verdict, MAX_LENGTH, Parts, Redacted, Reference, ReferenceBuf, ReferenceKind, Segment,
    Segments, UnknownComponent, check, draft1997_verdict, mask_passwords, password_span,
};
pub use self::url::{Edit, Url};

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
