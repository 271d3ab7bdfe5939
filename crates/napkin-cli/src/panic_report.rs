//! Reports a bug in this program: a panic.
//!
//! Only the place of the panic is printed. Its message may quote the input, and with it a password or a token.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic;

use crate::output::Message;

/// The text before the place of a fault.
pub(crate) const FAULT: &str = "a fault of napkin itself";

/// Installs a panic hook that prints `error: WHAT at PLACE`, with a backtrace if `RUST_BACKTRACE` asks for one.
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
