//! The tests of this crate, in one program, which links once.

mod common;
mod functions;
#[cfg(feature = "links")]
mod links;
#[cfg(feature = "program")]
mod program;
mod sql;
