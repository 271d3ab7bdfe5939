//! Prints the shortest reference that resolves back to each URL.

use napkin::{Base, Finding, ReferenceBuf, Standard};

use crate::answers::Answers;
use crate::base::generic;
use crate::fields;
use crate::names::Standards;
use crate::output::{self, Page, Session, Trouble};
use crate::record::Record;

/// Makes URLs relative to a base.
#[derive(Debug)]
pub struct Relativizer<'a> {
    name: Standards,
    bases: Vec<Base<'a>>,
}

impl<'a> Relativizer<'a> {
    /// Creates a relativizer. [`Standards::All`] means all standards but `whatwg`, whose parser has no inverse.
    ///
    /// # Errors
    /// Returns an error for `whatwg` alone, and for an invalid base URL.
    pub fn new(standard: Standards, base: &'a str, session: &Session) -> Result<Self, Trouble> {
        if standard == Standards::One(Standard::Whatwg) {
            let why = "--standard whatwg: the URL Standard has no inverse of its parser; the other standards have";
            return Err(Trouble::Usage(why.into()));
        }
        let standards = standard.list().iter().filter(|standard| Standard::GENERIC.contains(standard));
        let bases = standards.map(|&standard| generic("base", base, standard, session)).collect::<Result<_, _>>()?;
        Ok(Self { name: standard, bases })
    }
}

impl Answers for Relativizer<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for base in &self.bases {
            let standard = base.url().standard();
            page.put_standard(self.name, standard);
            let relative =
                record.read(standard).and_then(|url| base.relativize(url).map_err(|error| vec![Finding::from(error)]));
            match relative {
                Ok(relative) => page.row(&Row { record, base, relative: Ok(&relative) }),
                Err(findings) => page.refuse(record, &findings, |given, page| {
                    page.row(&Row { record, base, relative: Err(given.first()) });
                }),
            }
        }
    }
}

/// The shortest reference to a URL, or the error in the URL.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    record: &'r Record<'r>,
    base: &'r Base<'r>,
    relative: Result<&'r ReferenceBuf, Option<&'r Finding>>,
}

impl output::Row for Row<'_> {
    fields! { self;
        "input" => self.record.bytes,
        "standard" => self.base.url().standard().name(),
        "base" => self.base.url().as_str(),
        "ok" => self.relative.is_ok(),
        "relative" => self.relative.ok().map(ReferenceBuf::as_str),
        "error" => self.relative.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.relative.iter().for_each(|relative| page.line(relative.as_str()));
    }
}
