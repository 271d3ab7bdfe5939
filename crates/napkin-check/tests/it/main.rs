//! Tests of the checker against labelled sites.

#[cfg(feature = "retrieve")]
mod asking;
mod folder;
#[cfg(feature = "retrieve")]
mod polite;
#[cfg(feature = "retrieve")]
mod server;
