//! `napkin mail`: lists, saves and changes email messages and their parts.

mod attach;
mod change;
mod detach;
mod extract;
mod fetch_objects;
mod list;
mod object_folder;
pub(super) mod parse_message;
mod part_row;
mod relink;
mod unchanged;

use crate::options::{Mail, MailCommand};
use crate::output::{Answer, Session, Trouble};

pub(crate) fn run(options: &Mail, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        MailCommand::List(options) => list::run(options, session),
        MailCommand::Extract(options) => extract::run(options, session),
        MailCommand::Detach(options) => detach::run(options, session),
        MailCommand::Attach(options) => attach::run(options, session),
        MailCommand::Relink(options) => relink::run(options, session),
    }
}
