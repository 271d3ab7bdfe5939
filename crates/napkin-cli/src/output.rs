//! Output to the terminal: global options, the order of output, and the progress line.
//!
//! The content of the output is in [`napkin_answer::output`].

mod options;
mod printer;
mod progress;

pub(crate) use self::options::{FormOptions, Global, INPUT, LIMITS, OUTPUT};
pub(crate) use self::printer::{Printer, give_up, print_answer, print_whole};
pub(crate) use self::progress::Progress;
#[cfg(feature = "retrieve")]
pub(crate) use self::progress::{in_bytes, speed};
pub(crate) use napkin_answer::output::*;
