//! `napkin relativize`: the shortest reference that resolves back to each URL.

use napkin::{Base, Finding, Standard};

use super::base::generic;
use super::put_standard;
use crate::options::{Relativize, StandardName};
#[cfg(feature = "serve")]
use crate::output::Printing;
use crate::output::{Answer, Page, Session, Trouble, Value};
use crate::record::Record;
use crate::stream::{self, Answers};

const FIELDS: [&str; 6] = ["input", "standard", "base", "ok", "relative", "error"];

pub(crate) fn run(options: &Relativize, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    stream::run(&relativizer(options, session)?, &options.references, &options.records, &printing)
}

/// The answers to the URLs of the options, on one page.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(options: &Relativize, printing: &'s Printing<'s>) -> Result<Page<'s>, Trouble> {
    let relativizer = relativizer(options, printing.session)?;
    Ok(stream::page(&relativizer, &options.references, &options.records, printing))
}

fn relativizer<'a>(options: &'a Relativize, session: &Session) -> Result<Relativizer<'a>, Trouble> {
    let name = options.records.standard;
    if name == StandardName::One(Standard::Whatwg) {
        let why = "--standard whatwg: the URL Standard has no inverse of its parser; the other standards have";
        return Err(Trouble::Usage(why.into()));
    }
    let standards = name.standards().iter().filter(|standard| Standard::GENERIC.contains(standard));
    let base = |&standard: &Standard| generic("base", &options.base, standard, session);
    let bases = standards.map(base).collect::<Result<_, _>>()?;
    Ok(Relativizer { name, bases })
}

struct Relativizer<'a> {
    name: StandardName,
    bases: Vec<Base<'a>>,
}

impl Answers for Relativizer<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for base in &self.bases {
            let standard = base.url().standard();
            put_standard(self.name, standard, page);
            let relative =
                record.read(standard).and_then(|url| base.relativize(url).map_err(|error| vec![Finding::from(error)]));
            match relative {
                Ok(relative) => {
                    if !page.fields(&fields(record, base, Some(relative.as_str()), None)) {
                        page.line(relative.as_str());
                    }
                }
                Err(findings) => {
                    page.refuse(record, &findings, |given, page| {
                        page.fields(&fields(record, base, None, given.first()));
                    });
                }
            }
        }
    }
}

fn fields<'a>(
    record: &Record<'a>,
    base: &Base<'a>,
    relative: Option<&'a str>,
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 6] {
    let values = [
        Value::Bytes(record.bytes),
        Value::Text(base.url().standard().name()),
        Value::Text(base.url().as_str()),
        Value::Bool(error.is_none()),
        relative.into(),
        error.map_or(Value::Null, Value::Finding),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
