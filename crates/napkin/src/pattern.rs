//! URL patterns (the URL Pattern Standard): which URLs a pattern matches, and the texts of its groups. Start at `Pattern`.
//!
//! A pattern is compiled once. [`Pattern::test`] and [`Pattern::exec`] match parsed URLs. Without regular expressions in the
//! pattern, no regular expression is used at all: the time grows with the length of the pattern times the length of the URL,
//! whatever the pattern is, and the results are those of the standard.
//!
//! ```
//! use napkin::pattern::{Component, Pattern};
//! use napkin::whatwg::Url;
//!
//! let pattern = Pattern::parse("https://*.pub.example/menu/:drink{/:size}?", None)?;
//! let url = Url::parse("https://cork.pub.example/menu/stout/pint", None)?;
//! let found = pattern.exec(&url).unwrap();
//! assert_eq!(found.get(Component::Pathname, "drink"), Some("stout"));
//! assert_eq!(found.get(Component::Hostname, "0"), Some("cork"));
//!
//! let error = Pattern::parse("https://pub.example/{menu", None).unwrap_err();
//! assert_eq!(error.to_string(), "expected `}`, but found the end at byte 25");
//! # Ok::<(), napkin::Error>(())
//! ```
//!
//! # Deviations from the standard
//!
//! - *Canonicalize a port* uses a dummy URL whose scheme is `https`, so that the pattern `443*` would be the same as `*`. Here,
//!   `443` stays. The Web Platform Tests expect the same.

mod canonical;
mod component;
mod constructor;
#[cfg(feature = "regress")]
mod ecmascript;
mod engine;
mod expression;
mod filter;
mod identifier;
mod init;
mod init_error;
mod input;
#[cfg(feature = "regex")]
mod linear;
mod matched;
mod names;
mod options;
mod parse;
mod part;
mod program;
mod proposals;
mod set;
mod straight;
#[cfg(any(feature = "regress", feature = "regex"))]
mod syntax;
mod token;
mod url_pattern;
mod write;

#[cfg(feature = "regress")]
pub use self::ecmascript::Regress;
pub use self::engine::{Regexp, RegexpEngine, RegexpError};
pub use self::filter::UrlFilter;
pub use self::init::Init;
pub use self::init_error::InitError;
pub use self::input::{Input, InputBuf};
#[cfg(feature = "regex")]
pub use self::linear::Regex;
pub use self::matched::Match;
pub use self::names::Component;
pub use self::options::{MAX_LENGTH, PatternOptions};
pub use self::proposals::GenerateError;
pub use self::set::{PatternSet, list_lines};
pub use self::url_pattern::Pattern;
