//! Tests of the checker against labelled sites.

mod folder;
#[cfg(feature = "retrieve")]
mod server;
