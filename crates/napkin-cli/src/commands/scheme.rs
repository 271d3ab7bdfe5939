//! `napkin scheme`: shows the registry of schemes, and checks URLs and definitions.

mod check;
mod definitions;
mod lint;
mod list;
mod show;
mod template;

use crate::options::{Scheme, SchemeCommand};
use crate::output::{Answer, Session, Trouble};

pub(crate) fn run(options: &Scheme, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        SchemeCommand::List(options) => list::run(options, session),
        SchemeCommand::Show(options) => show::run(options, session),
        SchemeCommand::Check(options) => check::run(options, session),
        SchemeCommand::Lint(options) => lint::run(options, session),
        SchemeCommand::Template(options) => template::run(options, session),
    }
}
