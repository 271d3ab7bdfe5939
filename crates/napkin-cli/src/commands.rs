//! The commands. Each one reads its input, calls the library and prints the answer.

pub(crate) mod archive;
pub(crate) mod audit;
mod baseline;
pub(crate) mod bundle;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod config;
#[cfg(feature = "retrieve")]
mod content_ids;
pub(crate) mod data;
pub(crate) mod edit;
pub(crate) mod explain;
#[cfg(feature = "retrieve")]
pub(crate) mod get;
pub(crate) mod links;
pub(crate) mod mail;
pub(crate) mod manual;
mod mend;
pub(crate) mod napkin_query;
pub(crate) mod pattern;
pub(crate) mod references;
mod reports;
#[cfg(feature = "retrieve")]
pub(crate) mod retrieval;
pub(crate) mod rewrite;
pub(crate) mod scheme;
pub(crate) mod screen;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod template;
pub(crate) mod unbundle;
#[cfg(feature = "retrieve")]
mod web_archive;
