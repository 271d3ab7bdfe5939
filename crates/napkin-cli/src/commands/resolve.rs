//! `napkin resolve`: prints the absolute form of each reference.

use napkin_answer::resolve::{FIELDS, Resolver};

use crate::options::Resolve;
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Resolve, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.form.printing(session, &FIELDS)?;
    let base = options.base.base();
    let resolver = Resolver::new(options.records.standard, &base, session)?;
    records::run(&resolver, &options.references, &options.records, &printing)
}
