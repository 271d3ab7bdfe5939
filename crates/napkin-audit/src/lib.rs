//! Finds dangers in a URL: differences between the standards and between widely used parsers, and tricks that have deceived
//! people and programs.
//!
//! The program that checks a URL and the program that uses it may parse it differently: `http://example.com\\@evil.example/`
//! has the host `example.com` for one and `evil.example` for the other. [`safe_host`] returns the host on which all parsers
//! agree, which is safe to compare with an allow list. [`audit()`] applies the rules; [`disagreement`](disagreement()) and
//! [`against`] return the result of every parser.
//!
//! ```
//! use napkin_audit::{Settings, audit, safe_host};
//! assert_eq!(safe_host("https://sam@PUB.example:8080/menu").unwrap().as_str(), "pub.example");
//! assert!(safe_host(r"http://pub.example\@evil.example/").is_err());
//!
//! let mut findings = Vec::new();
//! audit("http://0x7f.1:25/?next=//evil.example", None, &Settings::default(), &mut findings);
//! assert_eq!(findings[0].rule, napkin_audit::rules::IP_SPELLING);
//! ```
//!
//! # Features
//!
//! - `tables` (default): mixed scripts and look-alikes by UTS 39, public suffixes, domains beyond ASCII. Without it, the rules
//!   about these find less, and `napkin` is the only dependency.
//! - `std` (default): passed on to `napkin`.
#![no_std]

extern crate alloc;

mod allow;
mod auditor;
mod bytes;
mod disagreement;
mod families;
mod fix;
mod host;
mod level;
mod models;
mod plain;
pub mod rules;
mod secrets;
mod settings;
mod unwrap;
mod view;

pub use self::allow::{AllowList, NotAllowed, WrongEntry};
pub use self::auditor::{audit, fix};
pub use self::disagreement::{Disagreement, Reader, Reading, Verdict, against, disagreement};
pub use self::families::suffixes::{is_host_name, registered};
#[cfg(feature = "tables")]
pub use self::families::suffixes::{public_suffix, registrable_domain};
pub use self::fix::safe_fixes;
pub use self::host::{SafeHost, UnsafeHost, safe_host, standard_host};
pub use self::level::{Level, UnknownLevel, level};
pub use self::models::{Model, Refused, Seen};
pub use self::secrets::secrets;
pub use self::settings::{Settings, UnknownSetting};
pub use self::unwrap::{MAX_WRAPPERS, Wrapped, unwrap, unwrap_all};
pub use self::view::Omitted;

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The page of the guide for users of the crate `url`.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/from/url-crate.md")]
struct FromUrl;

/// The page of the guide about the engine and this crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/library.md")]
struct Guide;
