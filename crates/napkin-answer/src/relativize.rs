//! Prints the shortest reference that resolves back to each URL.

use napkin::{Base, Finding, Standard};

use crate::answers::Answers;
use crate::base::generic;
use crate::names::Standards;
use crate::output::{Page, Session, Trouble, Value};
use crate::record::Record;

/// The names of the fields, in their order.
pub const FIELDS: [&str; 6] = ["input", "standard", "base", "ok", "relative", "error"];

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
