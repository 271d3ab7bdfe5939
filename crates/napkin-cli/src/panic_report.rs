//! Reports a bug in this program: a panic.
//!
//! A panic ends the process, whether the program was built to unwind or to abort. Only the server goes on if it can. The report
//! has only the place of the panic, because its message may quote the input, and with it a password or a token.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, PanicHookInfo};
use std::process;

use crate::output::{Answer, Message};

/// Installs a panic hook that reports the fault and ends the process. Threads that wait for input end with it.
pub(crate) fn end_process() {
    panic::set_hook(Box::new(|panic| {
        report("a fault of napkin itself", panic);
        process::exit(Answer::Incomplete as i32);
    }));
}

/// Installs a panic hook that only reports the fault. The process ends if the program was built with `panic = "abort"`.
#[cfg(feature = "serve")]
pub(crate) fn end_connection() {
    panic::set_hook(Box::new(|panic| report("the server has made an error", panic)));
}

/// Prints `error: WHAT at PLACE`, with a backtrace if `RUST_BACKTRACE` asks for one.
fn report(what: &str, panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let mut message = Message::line(format_args!("error: {what} at {place}"));
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        message = trace.to_string().lines().fold(message, Message::and);
    }
    message.tell();
}
