//! The tests of this crate, in one program, which links once.

mod audit;
mod audit_corpus;
