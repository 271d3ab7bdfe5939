//! Prints the absolute form of each reference.

use napkin::{Base, Finding, ReferenceKind, Resolution, Url, whatwg};

use crate::answers::Answers;
use crate::base::{AnyBase, BaseOptions, bases};
use crate::names::Standards;
use crate::output::{Page, Session, Trouble, Value};
use crate::record::Record;

/// The names of the fields, in their order.
pub const FIELDS: [&str; 8] = ["input", "standard", "base", "ok", "absolute", "same_document", "error", "findings"];

/// Resolves references against a base, under one standard or several.
#[derive(Debug)]
pub struct Resolver<'a> {
    name: Standards,
    new_request: bool,
    bases: Vec<AnyBase<'a>>,
}

impl<'a> Resolver<'a> {
    /// Creates a resolver.
    ///
    /// # Errors
    /// Returns an error for a base that is invalid under one of the standards.
    pub fn new(standard: Standards, options: &'a BaseOptions, session: &Session) -> Result<Self, Trouble> {
        let bases = bases(options, standard.list(), session)?;
        Ok(Self { name: standard, new_request: options.new_request, bases })
    }
}

/// The absolute form of a reference, and the findings about it.
struct Completed {
    /// `None` for the current document.
    absolute: Option<Url>,
    same_document: bool,
    findings: Vec<Finding>,
}

impl Answers for Resolver<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for base in &self.bases {
            page.put_standard(self.name, base.standard());
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

/// Returns whether the URL Standard treats a text as empty or as a fragment alone.
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
    // A reference to the current document is printed as given: empty, or a fragment.
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
