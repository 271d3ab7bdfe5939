//! The C interface of napkin: see `include/napkin.h`, which the build of a program in C needs, and the [functions](mod@abi) in it.
//!
//! A text is a pointer and a length in bytes, UTF-8, and need not end in NUL. Results go to a buffer of the caller: each
//! function returns the length of the result, without the NUL behind it, and writes the result only if it fits. Nothing is held
//! but by [`napkin_base`](types::napkin_base) and [`napkin_allow_list`](types::napkin_allow_list), which have functions to free them. Functions may be
//! called in several threads at a time.

pub mod abi;
mod memory;
pub mod types;
