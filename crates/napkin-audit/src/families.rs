//! The rules of the audit, one file per family.

pub(super) mod addresses;
pub(super) mod credentials;
pub(super) mod disguises;
pub(super) mod escapes;
pub(super) mod hosts;
pub(super) mod invisible;
pub(super) mod parameters;
pub(super) mod paths;
pub(super) mod ports;
pub(super) mod readers;
pub(super) mod schemes;
pub(super) mod scripts;
#[cfg(feature = "tables")]
pub(super) mod spoofs;
pub(super) mod suffixes;
pub(super) mod text;
#[rustfmt::skip]
pub(super) mod words;
