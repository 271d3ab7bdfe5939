//! The tests of this crate, in one program, which links once.

mod scheme_values;
mod schemes;
