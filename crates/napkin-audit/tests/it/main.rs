//! The tests of this crate, in one program, which links once.

mod allow;
mod audit;
mod audit_corpus;
mod unwrap;
