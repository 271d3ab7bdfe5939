//! Schemes: what each one's definition states, and whether it is any good.
//!
//! Decides: what a scheme is, which is its [`Definition`], by the guidelines of RFC 2718; what the registry has, which is
//! all of IANA's and definitions in full of those that RFC 1738 and the web began with. The registry is data
//! (`data/schemes.toml`, `data/iana-schemes.tsv`), from which `cargo xtask gen` makes tables; an application adds
//! definitions of its own by [`source`]. Default ports are a smaller table of the same data ([`napkin::default_port`]). What is
//! retrieved by a scheme, and what a gateway does with it, its definition says too ([`Definition::retrieves_nothing`],
//! [`Gateway`]); who may retrieve it does not stand here.
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
    /// What it is, in a line: the name again where IANA has no more to say.
    pub description: &'static str,
    /// The documents or the people that define it. `prov/NAME` is the template of a provisional registration, under
    /// `https://www.iana.org/assignments/uri-schemes/`; empty where no published copy of the registry has one.
    pub reference: &'static str,
    /// The default port.
    pub port: Option<u16>,
}

impl Registered {
    /// Returns the full definition, if the registry has one.
    #[must_use]
    pub fn definition(&self) -> Option<&'static Definition> {
        find(self.name)
    }
}

/// Returns every known scheme, sorted by name: all schemes of IANA and those with a full definition.
#[must_use]
pub fn registry() -> &'static [Registered] {
    &generated::REGISTERED
}

/// Returns the registry entry of a scheme. The case of the name is ignored.
#[must_use]
pub fn registered(name: &str) -> Option<&'static Registered> {
    registry().iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

/// Returns the full definitions, sorted by name.
#[must_use]
pub fn definitions() -> &'static [Definition] {
    &generated::DEFINITIONS
}

/// Returns the full definition of a scheme; `None` if the registry has none. The case of the name is ignored.
#[must_use]
pub fn find(name: &str) -> Option<&'static Definition> {
    definitions().iter().find(|definition| definition.name.eq_ignore_ascii_case(name))
}

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
