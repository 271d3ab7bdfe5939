//! Prints the absolute form of each reference.

use napkin::{Base, Finding, ReferenceKind, Resolution, Url, whatwg};

use crate::answers::Answers;
use crate::base::{AnyBase, BaseOptions, bases};
use crate::fields;
use crate::names::Standards;
use crate::output::{self, Page, Session, Trouble};
use crate::record::Record;

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
            let with_findings = page.wants("findings") || page.shows_remarks();
            match self.completed(record, base, with_findings) {
                Ok(Completed { absolute, same_document, findings }) => {
                    let (absolute, given) = (absolute.as_ref().map(Url::as_str), record.given(&findings));
                    page.row(&Row { record, base, absolute, same_document, error: None, findings: &given });
                    if page.shows_remarks() && !page.has_fields() {
                        page.remark(&record.text(), record.place, &findings);
                    }
                }
                Err(findings) => page.refuse(record, &findings, |findings, page| {
                    let error = findings.first();
                    page.row(&Row { record, base, absolute: None, same_document: false, error, findings });
                }),
            }
        }
    }
}

impl Resolver<'_> {
    /// Passes the row under each standard to `print`, without remarks.
    ///
    /// ```
    /// use napkin_answer::base::BaseOptions;
    /// use napkin_answer::names::Standards;
    /// use napkin_answer::output::Session;
    /// use napkin_answer::record::{Place, Record};
    /// use napkin_answer::resolve::Resolver;
    /// let options = BaseOptions { base: "http://pub.example/menu/".into(), ..BaseOptions::default() };
    /// let resolver = Resolver::new(Standards::default(), &options, &Session::silent()).ok().unwrap();
    /// let record = Record::new(b"beer", Place::Argument(1));
    /// resolver.rows(&record, &mut |row| assert_eq!(row.absolute, Some("http://pub.example/menu/beer")));
    /// ```
    pub fn rows(&self, record: &Record<'_>, print: &mut dyn FnMut(&Row<'_>)) {
        for base in &self.bases {
            match self.completed(record, base, false) {
                Ok(Completed { absolute, same_document, .. }) => {
                    let absolute = absolute.as_ref().map(Url::as_str);
                    print(&Row { record, base, absolute, same_document, error: None, findings: &[] });
                }
                Err(findings) => {
                    let findings = &record.given(&findings);
                    let error = findings.first();
                    print(&Row { record, base, absolute: None, same_document: false, error, findings });
                }
            }
        }
    }

    fn completed(
        &self,
        record: &Record<'_>,
        base: &AnyBase<'_>,
        with_findings: bool,
    ) -> Result<Completed, Vec<Finding>> {
        match base {
            AnyBase::Generic(base) => self.resolve(record, base),
            AnyBase::Whatwg(base) => self.join(record, base, with_findings),
        }
    }

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

    fn join(&self, record: &Record<'_>, base: &whatwg::Url, with_findings: bool) -> Result<Completed, Vec<Finding>> {
        let absolute = Some(record.url(Some(base))?.into());
        let findings = if with_findings { record.violations(Some(base)) } else { Vec::new() };
        Ok(Completed { absolute, same_document: !self.new_request && is_same_document(&record.text()), findings })
    }
}

/// Returns whether the URL Standard treats a text as empty or as a fragment alone.
fn is_same_document(text: &str) -> bool {
    let text = text.trim_start_matches(|c| c <= ' ');
    text.is_empty() || text.starts_with('#')
}

/// The absolute form of a reference, or the error in it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    record: &'r Record<'r>,
    base: &'r AnyBase<'r>,
    /// The absolute form; `None` for the current document, and for an invalid reference.
    pub absolute: Option<&'r str>,
    same_document: bool,
    /// The error of an invalid reference. Its span is in the input as given.
    pub error: Option<&'r Finding>,
    /// Spans are in the input as given.
    findings: &'r [Finding],
}

impl output::Row for Row<'_> {
    fields! { self;
        "input" => self.record.bytes,
        "standard" => self.base.standard().name(),
        "base" => self.base.as_str(),
        "ok" => self.error.is_none(),
        "absolute" => self.absolute,
        "same_document" => self.same_document,
        "error" => self.error,
        "findings" => self.findings,
    }

    /// A reference to the current document is printed as given: empty, or a fragment.
    fn plain(&self, page: &mut Page<'_>) {
        page.text(self.absolute.unwrap_or(&self.record.text()));
        if self.absolute.is_none() && page.is_pretty() {
            let aside = page.paint().aside();
            page.put(format_args!("  {aside}the current document{aside:#}"));
        }
        page.line("");
    }
}
