//! Reads messages within the limits of the command line.
//!
//! Bytes beyond a limit, and bytes that other programs read differently, are reported, because the commands do not look
//! for them.

use napkin::Severity;
use napkin_mail::Message;

use crate::options::MessageLimits;
use crate::output::Page;
use napkin_answer::document_findings::DocumentFindings;

/// Parses a message. If a limit is reached, the answer is "no".
pub(in crate::commands) fn message<'a>(
    bytes: &'a [u8],
    name: &str,
    limits: MessageLimits,
    page: &mut Page<'_>,
) -> Message<'a> {
    let mut beyond = DocumentFindings::of_limits();
    let message = Message::read(bytes, &limits.limits(), &mut beyond);
    beyond.place(bytes);
    beyond.print(name, Severity::Error, page);
    message
}
