//! `napkin mail`: messages and their parts.

mod list;
mod row;

use crate::options::{Mail, MailCommand};
use crate::output::{Answer, Session, Trouble};

pub(crate) fn run(options: &Mail, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        MailCommand::List(options) => list::run(options, session),
    }
}
