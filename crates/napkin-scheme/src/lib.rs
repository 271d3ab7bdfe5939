//! Definitions of URL schemes: the registry, checks of URLs by their scheme, and a lint for new definitions.
//!
//! A scheme's [`Definition`] follows the guidelines of RFC 2718. The registry lists all schemes of IANA, and
//! has full definitions of the schemes of RFC 1738 and the early web. `cargo xtask gen` makes it from
//! `data/schemes.toml` and `data/iana-schemes.tsv`; an application adds its own definitions by [`source`].
//! [`napkin::default_port`] is a smaller table of the same data. A definition says whether objects can be retrieved
//! ([`Definition::retrieves_nothing`]) and what a gateway does ([`Gateway`]); this crate retrieves nothing. Start with
//! [`find`], [`check()`] and [`lint::lint`].
//!
//! ```
//! assert_eq!(napkin_scheme::registered("SIP").unwrap().reference, "RFC 3261");
//! assert!(napkin_scheme::find("sip").is_none(), "registered, but not defined here");
//! assert_eq!(napkin_scheme::find("Gopher").unwrap().port, Some(70));
//! ```
//!
//! # Features
//!
//! - `toml`: reads definitions from TOML ([`source::Node::parse_toml`]).
//! - `std` (default): passed on to `napkin`.
#![no_std]

extern crate alloc;

mod check;
mod definition;
#[rustfmt::skip]
mod generated;
pub mod lint;
mod octets;
pub mod rules;
pub mod source;
mod statement;
mod template;
pub mod values;

use self::check::Grammar;
pub use self::check::{by_definition, check, check_relative};
pub use self::definition::{
    Authority, Component, Definition, Gateway, List, Locates, Mapping, Operation, Resolution, Status, Text, Transport,
};
pub use self::octets::Octets;
pub use self::statement::Statement;
pub use self::template::Unmapped;

/// A row of IANA's registry of schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Registered {
    /// The name as registered; one name is not in lower case.
    pub name: &'static str,
    /// The status in the registry.
    pub status: Status,
    /// The description in one line; the name again if IANA has none.
    pub description: &'static str,
    /// The documents or persons that define the scheme. `prov/NAME` is the template of a provisional registration
    /// below `https://www.iana.org/assignments/uri-schemes/`. Empty if no published copy of the registry has a
    /// reference.
    pub reference: &'static str,
    /// The default port.
    pub port: Option<u16>,
}

impl Registered {
    /// Returns the full definition, if the registry has one.
    ///
    /// ```
    /// assert_eq!(napkin_scheme::registered("gopher").unwrap().definition().unwrap().port, Some(70));
    /// assert!(napkin_scheme::registered("sip").unwrap().definition().is_none());
    /// ```
    #[must_use]
    pub fn definition(&self) -> Option<&'static Definition> {
        find(self.name)
    }
}

/// Returns every known scheme, sorted by name: all schemes of IANA and those with a full definition.
///
/// ```
/// assert!(napkin_scheme::registry().iter().any(|row| row.name == "sip"));
/// ```
#[must_use]
pub fn registry() -> &'static [Registered] {
    &generated::REGISTERED
}

/// Returns the registry entry of a scheme. The case of the name is ignored.
///
/// ```
/// assert_eq!(napkin_scheme::registered("SIP").unwrap().reference, "RFC 3261");
/// ```
#[must_use]
pub fn registered(name: &str) -> Option<&'static Registered> {
    registry().iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

/// Returns the full definitions, sorted by name.
///
/// ```
/// assert!(napkin_scheme::definitions().iter().any(|definition| definition.name == "gopher"));
/// ```
#[must_use]
pub fn definitions() -> &'static [Definition] {
    &generated::DEFINITIONS
}

/// Returns the full definition of a scheme; `None` if the registry has none. The case of the name is ignored.
///
/// ```
/// assert_eq!(napkin_scheme::find("Gopher").unwrap().port, Some(70));
/// assert!(napkin_scheme::find("sip").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static Definition> {
    definitions().iter().find(|definition| definition.name.eq_ignore_ascii_case(name))
}

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
