//! The tests of this crate, in one program, which links once.

mod cluster;
mod common;
mod ends;
