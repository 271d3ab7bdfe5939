//! `napkin parse`, `resolve`, `relativize` and `normalize`: answer each reference by itself.

use napkin_answer::normalize::{self, Normalizer};
use napkin_answer::parse::{self, Parser};
use napkin_answer::relativize::{self, Relativizer};
use napkin_answer::resolve::{self, Resolver};

use crate::options::{Normalize, Parse, Relativize, Resolve};
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn parse(options: &Parse, session: &Session) -> Result<Answer, Trouble> {
    let Parse { records, base, references } = options;
    let printing = records.printing_of::<parse::Row<'_>>(session)?;
    let parser = Parser::new(&parse::Options { standard: records.standard, base: base.clone() }, session)?;
    records::run(&parser, references, records, &printing)
}

pub(crate) fn resolve(options: &Resolve, session: &Session) -> Result<Answer, Trouble> {
    let Resolve { records, base, references } = options;
    let (printing, base) = (records.printing_of::<resolve::Row<'_>>(session)?, base.base());
    records::run(&Resolver::new(records.standard, &base, session)?, references, records, &printing)
}

pub(crate) fn relativize(options: &Relativize, session: &Session) -> Result<Answer, Trouble> {
    let Relativize { records, base, references } = options;
    let printing = records.printing_of::<relativize::Row<'_>>(session)?;
    records::run(&Relativizer::new(records.standard, base, session)?, references, records, &printing)
}

pub(crate) fn normalize(options: &Normalize, session: &Session) -> Result<Answer, Trouble> {
    let Normalize { records, level, references } = options;
    let printing = records.printing_of::<normalize::Row<'_>>(session)?;
    records::run(&Normalizer::new(records.standard, level)?, references, records, &printing)
}
