//! Getting the object that a URL names, under a policy.
//!
//! ```
//! use napkin_retrieve::{Client, Policy, Request};
//!
//! let client = Client::new(Policy::public_web());
//! let refused = client.fetch(Request::get("http://169.254.169.254/latest/meta-data/")).unwrap_err();
//! assert_eq!(refused.error().rule().code(), "address-special");
//!
//! let got = client.fetch(Request::get("data:text/plain,beer"))?;
//! assert_eq!(got.bytes()?, "beer");
//! # Ok::<(), napkin_retrieve::Failure>(())
//! ```
//!
//! # From text to socket
//!
//! A URL is read once, and retrieved only if every standard reads the same host in it. A [`Policy`] judges the scheme, the
//! user, the port, the host and, after its name has been resolved, every address, and makes a [`Permit`]. Nothing else makes
//! one, and without one there is no connection: a [`Retriever`] consumes it to connect to the address that was judged. A
//! redirect begins anew. So there is one parser and one look-up between the text and the socket.
//!
//! # Where things are
//!
//! - [`Client`]: the driver. [`Request`], [`Retrieved`], [`Trail`]: what is asked for, what comes back, what happened.
//! - [`Policy`], [`Permit`], [`Limits`], [`MediaTypes`]: what may happen.
//! - [`Retriever`]: one scheme, or an application's own. [`Target`], [`Connection`], [`Datagrams`], [`Body`]: what it is
//!   made with.
//! - [`by_scheme`]: the retrievers that are built in.
//!
//! Every error is a rule of the engine ([`napkin::Rule`]) with the particulars, see [`Error`].

mod answer;
mod body;
pub mod by_scheme;
mod cache;
mod client;
mod condition;
mod error;
mod known;
mod limits;
pub mod line;
mod part;
mod permit;
mod policy;
#[doc(hidden)]
pub mod probe;
mod proxy;
mod request;
mod resolver;
mod retriever;
pub mod rules;
mod target;
mod tls;
mod trail;

pub use self::answer::{Answer, ContentRange, Entity, Redirect};
pub use self::body::{Body, Pieces};
pub use self::cache::Cache;
pub use self::client::{Client, Failure, Fetched, Retrieved, Step};
pub use self::error::{Error, ErrorKind};
pub use self::known::is_http;
pub use self::limits::Limits;
pub use self::part::{End, Part, Step as PartStep};
pub use self::permit::{Connection, Datagrams, Permit};
pub use self::policy::{MediaTypes, Policy, Question};
pub use self::request::{Credentials, Initiative, Operation, Request};
pub use self::resolver::{BoxFuture, Resolve, SystemResolver};
pub use self::retriever::Retriever;
pub use self::target::Target;
pub use self::tls::{NoCertificate, Trust};
pub use self::trail::{Cached, Hop, Trail};

/// The page of the guide, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/retrieval.md")]
struct Guide;

/// The page about schemes.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/retrieval-schemes.md")]
struct GuideToSchemes;

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
