//! What is said of a fault in this program.
//!
//! Decides: that it is the place alone. What a panic says may quote what was asked about, and with it a password or a token.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::panic;

/// What is said of a fault, before its place.
pub(crate) const FAULT: &str = "a fault of napkin itself";

/// From here on a panic is told as `error: WHAT at PLACE`, with a backtrace where `RUST_BACKTRACE` asks for one.
pub(crate) fn only_places(what: &'static str) {
    panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        // Where nothing can be written nobody can be told.
        let _ = writeln!(io::stderr(), "error: {what} at {place}");
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            let _ = write!(io::stderr(), "{trace}");
        }
    }));
}
