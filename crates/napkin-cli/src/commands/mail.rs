//! `napkin mail`: lists and changes email messages and their parts.

mod attach;
mod detach;
mod filter;
mod list;
mod objects;
pub(super) mod reading;
mod relink;
mod row;
mod staying;
mod store;

use crate::options::{Mail, MailCommand};
use crate::output::{Answer, Session, Trouble};

pub(crate) fn run(options: &Mail, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        MailCommand::List(options) => list::run(options, session),
        MailCommand::Detach(options) => detach::run(options, session),
        MailCommand::Attach(options) => attach::run(options, session),
        MailCommand::Relink(options) => relink::run(options, session),
    }
}
