//! Scans HTML for start tags, with the place of each attribute to the byte.
//!
//! The scanner follows the tokenizer of the HTML standard (13.2.5) and its tree construction (13.2.6) without building a tree. So it
//! knows which start tags become elements, in which namespace, and where the texts of `style` and `noscript` are. It decodes nothing
//! unless asked to: a name is in upper or lower case, a value has its character references.
//!
//! Start with [`scan`], which reads a whole page, and with [`Sink`], which receives what is in it. [`Scanner::scan`] and [`read`] read a page
//! of any length in windows, in bounded memory. Text is skipped, and nothing is allocated for a tag.
//!
//! The answers differ from a browser's only beyond [`Limits`]. A page reaches them only if it was made for the purpose, and each is reported
//! as a [`Problem`].

#![deny(unsafe_code, missing_docs)]

mod formatting;
mod limits;
mod long_names;
mod names;
mod problem;
mod raw;
mod references;
mod scanner;
mod sink;
mod span;
mod stack;
mod tag;
mod tokens;
mod tree;
mod window;

pub use limits::Limits;
pub use problem::{Problem, ProblemKind};
pub use raw::script_text_end;
pub use references::{Replacement, Replacements, decode, is_reference, replacements};
pub use scanner::{Scanner, scan, scan_within};
pub use sink::{Sink, Text, TextKind};
pub use span::Span;
pub use tag::{Attribute, Fate, Quote, Space, Tag, find};
pub use window::{Windows, read};

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
