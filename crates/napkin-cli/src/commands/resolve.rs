//! `napkin resolve`: the absolute form of each reference.

use napkin::{Base, Finding, Kind, Reference, Resolution};

use super::{bases, put_standard};
use crate::options::{Resolve, StandardName};
use crate::output::{Answer, Page, Session, Trouble, Value};
use crate::stream::{self, Answers, Record};

const FIELDS: [&str; 8] = ["input", "standard", "base", "ok", "absolute", "same_document", "error", "findings"];

pub(crate) fn run(options: &Resolve, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    let name = options.records.standard;
    let bases = bases(&options.base, name.standards(), session)?;
    let resolver = Resolver { name, new_request: options.base.new_request, bases };
    stream::run(&resolver, &options.references, &options.records, &printing)
}

struct Resolver<'a> {
    name: StandardName,
    new_request: bool,
    bases: Vec<Base<'a>>,
}

impl Answers for Resolver<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for base in &self.bases {
            let standard = base.url().standard();
            put_standard(self.name, standard, page);
            let mut findings = Vec::new();
            let resolution = record.read(standard).and_then(|reference| {
                let resolution = base.resolve_with(reference, &mut findings).map_err(|error| vec![error.into()])?;
                Ok((reference, resolution))
            });
            match resolution {
                Ok((reference, resolution)) => self.print(record, base, reference, &resolution, &findings, page),
                Err(findings) => {
                    page.refuse(record, &findings, |given, page| {
                        page.fields(&fields(record, base, None, false, given, given.first()));
                    });
                }
            }
        }
    }
}

impl Resolver<'_> {
    fn print(
        &self,
        record: &Record<'_>,
        base: &Base<'_>,
        reference: Reference<'_>,
        resolution: &Resolution,
        findings: &[Finding],
        page: &mut Page<'_>,
    ) {
        let absolute = match resolution {
            Resolution::Absolute(url) => Some(url.as_str()),
            Resolution::SameDocument => None,
        };
        if page.has_fields() {
            let same_document = reference.kind() == Kind::SameDocument && !self.new_request;
            page.fields(&fields(record, base, absolute, same_document, &record.given(findings), None));
            return;
        }
        match absolute {
            Some(absolute) => page.text(absolute),
            // The reference says it all: nothing, or a fragment.
            None => page.text(reference.as_str()),
        }
        if absolute.is_none() && page.is_pretty() {
            let aside = page.paint().aside();
            page.put(format_args!("  {aside}the current document{aside:#}"));
        }
        page.line("");
        // The answer stands; what is remarkable about it interests people, and those who ask for everything.
        if page.is_pretty() || page.is_verbose() {
            page.remark(&record.text(), record.place, findings);
        }
    }
}

fn fields<'a>(
    record: &Record<'a>,
    base: &Base<'a>,
    absolute: Option<&'a str>,
    same_document: bool,
    findings: &'a [Finding],
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 8] {
    let values = [
        Value::Bytes(record.bytes),
        Value::Text(base.url().standard().name()),
        Value::Text(base.url().as_str()),
        Value::Bool(error.is_none()),
        absolute.into(),
        Value::Bool(same_document),
        error.map_or(Value::Null, Value::Finding),
        Value::Findings(findings),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
