//! Parses messages within the limits of the command line.

use napkin::Severity;
use napkin_answer::document_findings::DocumentFindings;
use napkin_mail::Message;

use crate::options::MessageLimits;
use crate::output::Page;

/// Parses a message within the limits of the command line. Reports the bytes beyond a limit, because the commands do not
/// look for them; the answer is then "no".
pub(in crate::commands) fn parse_message<'a>(
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
