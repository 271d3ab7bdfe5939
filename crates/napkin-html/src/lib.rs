//! Scans HTML for start tags and reports the byte range of each attribute.
//!
//! The scanner follows the tokenizer (13.2.5) and the tree construction (13.2.6) of the HTML standard without building
//! a tree. It therefore knows which start tags become elements, in which namespace, and where the text of `style` and
//! `noscript` is. Names and values are reported as the page writes them: names in upper or lower case, values with
//! their character references.
//!
//! Start with [`scan`], which reads a whole page, and with [`Sink`], which receives its tags and texts.
//! [`Scanner::scan`] and [`scan_reader`] read a page of any length in windows, in bounded memory. Text is skipped, and a tag
//! needs no allocation.
//!
//! The results differ from a browser's only beyond [`Limits`]. Only pages made for the purpose reach a limit; each case
//! is reported as a [`Problem`].

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
pub use references::{Replacement, Replacements, decode_attribute_value, is_reference, replacements};
pub use scanner::{Scanner, scan, scan_within};
pub use sink::{Sink, Text, TextKind};
pub use span::Span;
pub use tag::{Attribute, Fate, Namespace, Quote, Tag, find_attribute};
pub use window::{WindowSizes, scan_reader};

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
