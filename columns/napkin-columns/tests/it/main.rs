//! The tests of this crate, in one program, which links once.

mod common;
mod data;
mod kernels;
mod parts;
mod surt;
mod values;
