//! `napkin scheme check`: checks URLs by the definitions of their schemes.

use napkin::{Finding, Reference, Severity, Standard};
use napkin_answer::answers::Answers;
use napkin_answer::fields;
use napkin_answer::names::Standards;
use napkin_answer::record::Record;
use napkin_answer::scheme::book::Book;
use napkin_scheme as scheme;

use crate::options::SchemeCheck;
use crate::output::{Answer, Page, Row, Session, Trouble};
use crate::records;

pub(super) fn run(options: &SchemeCheck, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Checked<'_>>(session)?;
    let book = options.definitions.book(session)?;
    records::run(&Checker { name: options.records.standard, book }, &options.references, &options.records, &printing)
}

struct Checker {
    name: Standards,
    book: Book,
}

/// The values of the field `known`: whether the scheme has a definition, is only registered, or neither.
const DEFINED: &str = "defined";
const REGISTERED: &str = "registered";
const UNKNOWN: &str = "unknown";

impl Checker {
    /// Checks a URL. Returns whether its scheme is known, and the findings by its definition.
    fn check(&self, url: Reference<'_>) -> (&'static str, Vec<Finding>) {
        let mut findings = Vec::new();
        let name = url.scheme().unwrap_or_default();
        let known = if let Some(own) = self.book.own(name) {
            scheme::by_definition(own, url, &mut findings);
            DEFINED
        } else if scheme::check(url, &mut findings) {
            DEFINED
        } else if scheme::registered(name).is_some() {
            REGISTERED
        } else {
            UNKNOWN
        };
        (known, findings)
    }

    fn url<'r>(&self, record: &'r Record<'_>, standard: Standard) -> Result<Reference<'r>, Vec<Finding>> {
        let url = record.read(standard)?;
        if url.is_absolute() {
            return Ok(url);
        }
        let found = url.as_str().chars().next();
        Err(vec![Finding::new(napkin_answer::rules::SCHEME, standard, napkin::Span::default(), "a scheme", found)])
    }

    fn one(&self, record: &Record<'_>, standard: Standard, page: &mut Page<'_>) {
        // By the URL Standard, the parsed URL is checked instead of the input text.
        let whatwg = (standard == Standard::Whatwg).then(|| record.url(None));
        let read = match &whatwg {
            Some(Ok(url)) => Ok(url.reference()),
            Some(Err(findings)) => Err(findings.clone()),
            None => self.url(record, standard),
        };
        let url = match read {
            Ok(url) => url,
            Err(findings) => {
                return page.refuse(record, &findings, |findings, page| {
                    page.row(&Checked { record, standard, url: None, known: UNKNOWN, findings });
                });
            }
        };
        let (known, findings) = self.check(url);
        if has_errors(&findings) {
            page.say_no();
        }
        if !page.tells_errors() {
            page.diagnose(url.as_str(), record.place, &findings);
        }
        let findings = &record.given(&findings);
        page.row(&Checked { record, standard, url: Some(url), known, findings });
    }
}

impl Answers for Checker {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for &standard in self.name.list() {
            page.put_standard(self.name, standard);
            self.one(record, standard, page);
        }
    }
}

fn has_errors(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.rule.severity() == Severity::Error)
}

/// The findings about a URL by the definition of its scheme.
struct Checked<'r> {
    record: &'r Record<'r>,
    standard: Standard,
    /// `None` for an invalid URL.
    url: Option<Reference<'r>>,
    known: &'static str,
    /// Spans are in the input as given.
    findings: &'r [Finding],
}

impl Row for Checked<'_> {
    fields! { self;
        let scheme = self.url.and_then(|url| url.scheme()).map(str::to_ascii_lowercase);
        "input" => self.record.bytes,
        "standard" => self.standard.name(),
        "ok" => !has_errors(self.findings),
        "scheme" => scheme.as_deref(),
        "known" => self.known,
        "findings" => self.findings,
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Some(url) = self.url else { return };
        let mut codes: Vec<&str> = self.findings.iter().map(|finding| finding.rule.code()).collect();
        codes.dedup();
        let said = match self.known {
            DEFINED if codes.is_empty() => "ok".to_owned(),
            DEFINED => codes.join(","),
            known => known.to_owned(),
        };
        page.columns(&[&url.redacted(), &said]);
    }
}
