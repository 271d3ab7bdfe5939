//! Retrieves the object that a URL names, under a policy.
//!
//! ```
//! use napkin_retrieve::{Client, Policy, Request};
//!
//! let client = Client::new(Policy::public_web());
//! let refused = client.retrieve_blocking(&Request::get("http://169.254.169.254/latest/meta-data/")).unwrap_err();
//! assert_eq!(refused.error().rule().code(), "address-special");
//!
//! let got = client.retrieve_blocking(&Request::get("data:text/plain,beer"))?;
//! assert_eq!(got.bytes()?, "beer");
//! # Ok::<(), napkin_retrieve::Failure>(())
//! ```
//!
//! # From text to socket
//!
//! A URL is parsed once, and retrieved only if every standard reads the same host in it. A [`Policy`] checks the scheme, the
//! user, the port, the host and, after resolving its name, every address, and makes a [`Permit`]. Only a policy makes permits,
//! and no connection is made without one: a [`Retriever`] consumes the permit to connect to the address that was checked. A
//! redirect starts again. So there is one parser and one lookup between the text and the socket.
//!
//! # Where to start
//!
//! - [`Client`] retrieves a [`Request`]; the result is [`Retrieved`] or a [`Failure`], each with a [`Trail`] of all hops.
//! - [`Policy`], [`MediaTypes`] and [`Limits`] decide what may happen.
//! - [`by_scheme`] has the built-in retrievers. An application adds its own by [`Retriever`], with [`Permit`],
//!   [`Connection`], [`Datagrams`] and [`Body`].
//!
//! Every error is a rule of the engine ([`napkin::Rule`]) with details, see [`Error`].

mod answer;
mod body;
pub mod by_scheme;
mod cache;
mod client;
mod condition;
mod cookies;
mod error;
#[doc(hidden)]
pub mod fuzzing;
mod hops;
mod limits;
mod permit;
mod policy;
mod proxy;
mod recording;
mod request;
mod resolver;
mod retriever;
pub mod rules;
mod save;
mod scheme_registry;
mod target;
pub mod text_protocol;
mod tls;

pub use self::answer::{Answer, ContentRange, Entity, Redirect};
pub use self::body::{Body, Chunks};
pub use self::cache::Cache;
pub use self::client::{Client, Failure, HopResult, Retrieved, RetrievedBlocking};
pub use self::cookies::{CookieLineError, Cookies};
pub use self::error::{Error, ErrorKind};
pub use self::hops::{Cached, Hop, Trail};
pub use self::limits::Limits;
pub use self::permit::{Connection, Datagrams, Permit};
pub use self::policy::{MediaTypes, Policy, Question};
pub use self::recording::{RecordedBody, RecordedExchange, Recorder};
pub use self::request::{Credentials, Initiative, Operation, Request};
pub use self::resolver::{BoxFuture, Resolve, SystemResolver};
pub use self::retriever::Retriever;
pub use self::save::{Overwrite, PartLeft, Progress, Remainder, SaveFailure, SaveOptions, Saved};
pub use self::scheme_registry::is_http;
pub use self::target::Target;
pub use self::tls::{NoCertificate, Trust, UNKNOWN_AUTHORITY};

/// The page of the guide; its examples are doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/retrieval.md")]
struct Guide;

/// The page about schemes; its examples are doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/retrieval-schemes.md")]
struct GuideToSchemes;

/// The README of the crate; its examples are doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
