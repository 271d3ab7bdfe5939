//! What is said of a fault in this program.
//!
//! Decides: that it is the place alone. What a panic says may quote what was asked about, and with it a password or a token.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic;

use crate::output::Message;

/// What is said of a fault, before its place.
pub(crate) const FAULT: &str = "a fault of napkin itself";

/// From here on a panic is told as `error: WHAT at PLACE`, with a backtrace where `RUST_BACKTRACE` asks for one.
pub(crate) fn only_places(what: &'static str) {
    panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let mut message = Message::line(format_args!("error: {what} at {place}"));
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            message = trace.to_string().lines().fold(message, Message::and);
        }
        message.tell();
    }));
}
