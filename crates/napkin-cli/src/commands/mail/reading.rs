//! Messages, read within the limits of the command line.
//!
//! Decides: that what lies beyond a limit is said, since the command knows nothing of it.

use napkin::{Finding, Rule, Severity, Sink};
use napkin_document::mail::Message;

use crate::commands::links::wrong::Wrongs;
use crate::options::MessageLimits;
use crate::output::Page;

/// Takes a message apart. What a limit keeps from being read makes the answer "no".
pub(in crate::commands) fn message<'a>(
    bytes: &'a [u8],
    name: &str,
    limits: MessageLimits,
    page: &mut Page<'_>,
) -> Message<'a> {
    let mut beyond = Beyond::default();
    let message = Message::read(bytes, &limits.limits(), &mut beyond);
    beyond.0.place(bytes);
    beyond.0.print(name, Severity::Error, page);
    message
}

/// Keeps what lies beyond a limit.
#[derive(Default)]
struct Beyond(Wrongs);

impl Sink for Beyond {
    fn report(&mut self, finding: Finding) {
        let is_limit = matches!(
            finding.rule,
            Rule::MailHeaderTooLarge | Rule::MailTooDeep | Rule::MailTooManyParts | Rule::MailDecodedTooLarge
        );
        if is_limit {
            self.0.report(finding);
        }
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
    }
}
