//! The tests of this crate, in one program, which links once.

mod ends;
mod windows;
