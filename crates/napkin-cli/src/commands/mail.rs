//! `napkin mail`: lists and changes email messages and their parts.

mod attach;
mod change;
mod detach;
mod fetch_objects;
mod list;
mod object_folder;
mod part_row;
mod relink;
mod unchanged;

use napkin::Severity;
use napkin_answer::document_findings::DocumentFindings;
use napkin_mail::Message;

use crate::options::{Mail, MailCommand, MessageLimits};
use crate::output::{Answer, Page, Session, Trouble};

pub(crate) fn run(options: &Mail, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        MailCommand::List(options) => list::run(options, session),
        MailCommand::Detach(options) => detach::run(options, session),
        MailCommand::Attach(options) => attach::run(options, session),
        MailCommand::Relink(options) => relink::run(options, session),
    }
}

/// Parses a message within the limits of the command line. Reports the bytes beyond a limit, because the commands do not
/// look for them; the answer is then "no".
pub(super) fn parse_message<'a>(
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
