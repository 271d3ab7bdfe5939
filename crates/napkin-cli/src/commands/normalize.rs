//! `napkin normalize`: prints the normal form of each reference.

use napkin_answer::normalize::{FIELDS, Normalizer};

use crate::options::Normalize;
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Normalize, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.form.printing(session, &FIELDS)?;
    let normalizer = Normalizer::new(options.records.standard, &options.level)?;
    records::run(&normalizer, &options.references, &options.records, &printing)
}
