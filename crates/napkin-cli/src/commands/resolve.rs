//! `napkin resolve`: the absolute form of each reference.

use napkin::{Base, Finding, ReferenceKind, Resolution, Url, whatwg};

use super::base::{AnyBase, bases};
use super::put_standard;
use crate::options::{Resolve, StandardName};
#[cfg(feature = "serve")]
use crate::output::Printing;
use crate::output::{Answer, Page, Session, Trouble, Value};
use crate::record::Record;
use crate::stream::{self, Answers};

const FIELDS: [&str; 8] = ["input", "standard", "base", "ok", "absolute", "same_document", "error", "findings"];

pub(crate) fn run(options: &Resolve, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    stream::run(&resolver(options, session)?, &options.references, &options.records, &printing)
}

/// The answers to the references of the options, on one page.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(options: &Resolve, printing: &'s Printing<'s>) -> Result<Page<'s>, Trouble> {
    let resolver = resolver(options, printing.session)?;
    Ok(stream::page(&resolver, &options.references, &options.records, printing))
}

fn resolver<'a>(options: &'a Resolve, session: &Session) -> Result<Resolver<'a>, Trouble> {
    let name = options.records.standard;
    let bases = bases(&options.base, name.standards(), session)?;
    Ok(Resolver { name, new_request: options.base.new_request, bases })
}

struct Resolver<'a> {
    name: StandardName,
    new_request: bool,
    bases: Vec<AnyBase<'a>>,
}

/// The absolute form of a reference, and what there is to say about it.
struct Completed {
    /// `None` for the current document.
    absolute: Option<Url>,
    same_document: bool,
    findings: Vec<Finding>,
}

impl Answers for Resolver<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for base in &self.bases {
            put_standard(self.name, base.standard(), page);
            let completed = match base {
                AnyBase::Generic(base) => self.resolve(record, base),
                AnyBase::Whatwg(base) => self.join(record, base, page),
            };
            match completed {
                Ok(completed) => print(record, base, &completed, page),
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
    fn resolve(&self, record: &Record<'_>, base: &Base<'_>) -> Result<Completed, Vec<Finding>> {
        let mut findings = Vec::new();
        let reference = record.read(base.url().standard())?;
        let resolution = base.resolve_with(reference, &mut findings).map_err(|error| vec![error.into()])?;
        let same_document = reference.kind() == ReferenceKind::SameDocument && !self.new_request;
        let absolute = match resolution {
            Resolution::Absolute(url) => Some(url),
            Resolution::SameDocument => None,
        };
        Ok(Completed { absolute, same_document, findings })
    }

    fn join(&self, record: &Record<'_>, base: &whatwg::Url, page: &Page<'_>) -> Result<Completed, Vec<Finding>> {
        let absolute = Some(record.url(Some(base))?.into());
        let is_shown = page.wants("findings") || page.shows_remarks();
        let findings = if is_shown { record.violations(Some(base)) } else { Vec::new() };
        Ok(Completed { absolute, same_document: !self.new_request && is_same_document(&record.text()), findings })
    }
}

/// Whether the parser of the URL Standard finds nothing in a text, or only a fragment.
fn is_same_document(text: &str) -> bool {
    let text = text.trim_start_matches(|c| c <= ' ');
    text.is_empty() || text.starts_with('#')
}

fn print(record: &Record<'_>, base: &AnyBase<'_>, completed: &Completed, page: &mut Page<'_>) {
    let Completed { absolute, same_document, findings } = completed;
    let absolute = absolute.as_ref().map(Url::as_str);
    if page.has_fields() {
        page.fields(&fields(record, base, absolute, *same_document, &record.given(findings), None));
        return;
    }
    // The reference to the current document says it all: nothing, or a fragment.
    page.text(absolute.unwrap_or(&record.text()));
    if absolute.is_none() && page.is_pretty() {
        let aside = page.paint().aside();
        page.put(format_args!("  {aside}the current document{aside:#}"));
    }
    page.line("");
    if page.shows_remarks() {
        page.remark(&record.text(), record.place, findings);
    }
}

fn fields<'a>(
    record: &Record<'a>,
    base: &'a AnyBase<'a>,
    absolute: Option<&'a str>,
    same_document: bool,
    findings: &'a [Finding],
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 8] {
    let values = [
        Value::Bytes(record.bytes),
        Value::Text(base.standard().name()),
        Value::Text(base.as_str()),
        Value::Bool(error.is_none()),
        absolute.into(),
        Value::Bool(same_document),
        error.map_or(Value::Null, Value::Finding),
        Value::Findings(findings),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
