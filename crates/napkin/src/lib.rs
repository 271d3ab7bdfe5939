//! A URL engine: reads any reference under the standard of one's choice, says exactly what is wrong with it,
//! completes it, compares it and changes it.
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
//! # Where things are
//!
//! - [`Reference`], [`ReferenceBuf`], [`Url`]: a text and where its components stand, borrowed, owned, and owned with
//!   a scheme. [`Standard`] says by whose rules.
//! - [`check`], [`Finding`], [`Rule`], [`Span`]: everything that is wrong with a text, each to the byte.
//! - [`Base`]: [resolve](Base::resolve) and its inverse, [relativize](Base::relativize).
//! - [`base`](mod@base): base URLs that documents declare.
//! - [`Mapping`]: replace a prefix of URLs.
//! - [`normalize`], [`compare()`]: the ladder of RFC 3986 section 6.2.
//! - [`Edit`], [`query`], [`percent`]: change, build, encode.
//! - [`whatwg`]: URLs as browsers read them.
//! - [`data`]: `data:` URLs, read and written.
//! - [`media`], [`base64`]: media types and base64, by the RFCs and as browsers read them.
//! - [`Host::ip`], [`Special`], [`Network`]: whether an address belongs to the public internet.
//! - [`map`]: source maps, from spans of decoded texts back to the document.
//!
//! What a scheme's definition states is in the crate `napkin-scheme`, what is dangerous in a URL in `napkin-audit`.
//!
//! # Features
//!
//! - `std` (default): readers and decoders that take 32 or 64 bytes at a time, chosen at run time. Without it everything is there,
//!   somewhat slower, on `core` and `alloc`.
//! - `serde`: [`ReferenceBuf`], [`Url`] and [`whatwg::Url`] as strings.
//! - `idna`: domains beyond ASCII under [`whatwg`], which are a failure of their own without it.
//! - `encoding`: queries in legacy encodings under [`whatwg`].
//!
//! Without the last three nothing is depended upon. Nothing is global, and nothing here does I/O.
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
mod text;
mod url;
pub mod whatwg;

pub use self::compare::{Agreement, Comparison, Difference, compare};
pub use self::finding::{Error, Example, Finding, Record, Rule, Severity, Sink, rules};
pub use self::host::{Host, HostKind, Network, NotANetwork, Special, carried_ipv4};
pub use self::mapping::{Mapping, MappingError};
pub use self::normalize::{Normal, Rung, Rungs, address_fault, normalize};
pub use self::path::remove_dot_segments;
pub use self::percent::{Encoded, EncodedBuf};
pub use self::port::{default_port, is_reserved_port};
pub use self::report::Report;
pub use self::resolve::{Base, BaseBuf, Resolution, ResolveOutcome};
pub use self::shown::{Shown, is_hidden, shown, stand_in};
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
