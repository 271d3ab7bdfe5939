//! `napkin parse`: prints the components of each reference.

use napkin_answer::parse::{FIELDS, Options, Parser};

use crate::options::Parse;
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Parse, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.form.printing(session, &FIELDS)?;
    let parser = Parser::new(&Options { standard: options.records.standard, base: options.base.clone() }, session)?;
    records::run(&parser, &options.references, &options.records, &printing)
}
