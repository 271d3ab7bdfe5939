//! `napkin relativize`: prints the shortest reference that resolves back to each URL.

use napkin_answer::relativize::{FIELDS, Relativizer};

use crate::options::Relativize;
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Relativize, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.form.printing(session, &FIELDS)?;
    let relativizer = Relativizer::new(options.records.standard, &options.base, session)?;
    records::run(&relativizer, &options.references, &options.records, &printing)
}
