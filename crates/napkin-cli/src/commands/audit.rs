//! `napkin audit`: what is dangerous in URLs, lists and documents.
//!
//! Decides: what an argument is, and which findings are reported: those that are not below `--min-level`, not in the baseline, and not
//! excused by a comment. What is dangerous, [`napkin_audit`] and [`napkin_document::audit`] decide.

mod baseline;
mod documents;
mod mask;
mod row;
mod sarif;
mod verdict;

use std::ffi::OsStr;
use std::path::Path;

use napkin::{Finding, Span, Standard, whatwg};
use napkin_audit::{Level, Omitted, Settings, audit};

use self::baseline::Baseline;
use self::row::{Row, Subject};
use super::links::{is_message, kind};
use super::mailbox::{self, AfterEach, Reader};
use super::option_trouble;
use crate::options::{Audit, KindName};
use crate::ordered;
use crate::output::{Answer, Form, Page, Printer, Printing, Session, Trouble};
use crate::record::{Place, Record};
use crate::rules;
use crate::stream::{self, Answers};

pub(crate) fn run(options: &Audit, session: &Session) -> Result<Answer, Trouble> {
    let fields: &[&str] = if options.verdict { &verdict::FIELDS } else { &row::FIELDS };
    let printing = match options.sarif {
        true => Printing { form: Form::Sarif, session },
        false => session.printing(&options.form, fields)?,
    };
    let auditor = Auditor::new(options, session)?;
    let mut answer = auditor.print(&printing, |page, _| sarif::begin(options.sarif, page));
    let standard_input = ["-".into()];
    let inputs = if options.inputs.is_empty() { &standard_input[..] } else { &options.inputs };
    for (number, input) in (1..).zip(inputs) {
        answer = answer.max(auditor.one(number, input, &printing)?);
    }
    let ended = auditor.print(&printing, |page, _| {
        sarif::end(auditor.sarif.as_ref(), &auditor.settings, page);
        auditor.baseline.finish(page);
    });
    Ok(answer.max(ended))
}

/// What is found in URLs, on one page; the first has this number. `after_each` may take what is there. None of them is taken for the
/// name of a file.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(
    options: &Audit,
    first: usize,
    printing: &'s Printing<'s>,
    after_each: &mut dyn FnMut(&mut Page<'s>),
) -> Result<Page<'s>, Trouble> {
    let auditor = Auditor::new(options, printing.session)?;
    let mut page = Page::new(printing);
    for (number, url) in (first..).zip(&options.inputs) {
        auditor.answer(&Record::new(url.as_encoded_bytes(), Place::Argument(number)), &mut page);
        after_each(&mut page);
    }
    Ok(page)
}

/// What is found in a document that is held, on one page. `after_each` may take what is there.
#[cfg(feature = "serve")]
pub(crate) fn page_of_document<'s>(
    options: &Audit,
    name: &str,
    bytes: &[u8],
    printing: &'s Printing<'s>,
    after_each: &mut dyn FnMut(&mut Page<'s>),
) -> Result<Page<'s>, Trouble> {
    let auditor = Auditor::new(options, printing.session)?;
    let mut page = Page::new(printing);
    let entity = auditor.entity(name, bytes, options.base.as_deref());
    auditor.held(name, &entity, None, &mut page, after_each);
    Ok(page)
}

/// Asks, and reports.
struct Auditor<'o> {
    options: &'o Audit,
    settings: Settings,
    baseline: Baseline,
    sarif: Option<sarif::Log>,
    /// Made for the first document that is retrieved.
    #[cfg(feature = "retrieve")]
    client: std::sync::OnceLock<Result<napkin_retrieve::Client, Trouble>>,
}

impl<'o> Auditor<'o> {
    fn new(options: &'o Audit, session: &Session) -> Result<Self, Trouble> {
        if let Some(base) = &options.base {
            whatwg::Url::parse(base, None).map_err(|error| option_trouble("base", base, error, session))?;
        }
        Ok(Self {
            options,
            settings: options.settings()?,
            baseline: Baseline::new(options)?,
            sarif: options.sarif.then(sarif::Log::default),
            #[cfg(feature = "retrieve")]
            client: std::sync::OnceLock::new(),
        })
    }

    fn one(&self, number: usize, input: &OsStr, printing: &Printing<'_>) -> Result<Answer, Trouble> {
        let is_list = input == "-" && self.options.kind == KindName::Auto;
        if is_list {
            return stream::run(self, &[input.to_owned()], &self.options.records(), printing);
        }
        let path = Path::new(input);
        #[cfg(feature = "retrieve")]
        if self.options.retrieve && input != "-" && !path.is_file() {
            let url = input.to_string_lossy();
            return Ok(self.print(printing, |page, each| self.retrieved(&url, printing.session, page, each)));
        }
        let is_document = input == "-" || path.is_file() || path.is_dir() || self.is_mistaken(input);
        if is_document {
            return Ok(self.documents(path, printing));
        }
        let record = Record::new(input.as_encoded_bytes(), Place::Argument(number));
        Ok(self.print(printing, |page, _| self.answer(&record, page)))
    }

    /// Audits a document, or the messages of a mailbox.
    fn documents(&self, path: &Path, printing: &Printing<'_>) -> Answer {
        let is_mail = |name: &str, head: &[u8]| is_message(kind(self.options.kind, name, head));
        let threads = ordered::threads(self.options.jobs());
        mailbox::read(&[path.to_owned()], &self.options.mailboxes, threads, &is_mail, printing, self)
    }

    /// A name of a file that is not there, which must not pass for a reference without findings: it has no scheme, no base to complete it, and
    /// nothing in it that a rule could find.
    fn is_mistaken(&self, input: &OsStr) -> bool {
        let bytes = input.as_encoded_bytes();
        let is_of_names = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/');
        let is_asked_about = self.options.verdict || self.options.base.is_some();
        !is_asked_about && !bytes.starts_with(b"//") && bytes.iter().all(is_of_names)
    }

    /// Prints the output of `fill` while it is being produced.
    fn print<'s>(&self, printing: &'s Printing<'s>, fill: impl FnOnce(&mut Page<'s>, AfterEach<'_, 's>)) -> Answer {
        let mut printer = Printer::new(printing.session);
        let mut page = Page::new(printing);
        fill(&mut page, &mut |page| printer.print_if_long(page));
        self.finish(&mut page);
        printer.print(&mut page);
        printer.finish()
    }

    /// Prints a finding, if it is news.
    fn report(&self, row: &Row<'_, '_>, page: &mut Page<'_>) {
        if row.level < self.options.min_level || self.baseline.knows(row) {
            return;
        }
        if row.level >= self.options.fail_on && self.options.write_baseline.is_none() {
            page.say_no();
        }
        match &self.sarif {
            Some(log) => log.result(row, page),
            None => row.print(page),
        }
    }
}

impl Answers for Auditor<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        if self.options.verdict {
            return verdict::answer(
                record,
                self.options.base.as_deref(),
                self.options.max_findings,
                &self.settings,
                page,
            );
        }
        let (source, line) = match record.place {
            Place::Record(number) => ("stdin", usize::try_from(number).unwrap_or(usize::MAX)),
            Place::Argument(number) => ("argument", number),
            _ => ("", 0),
        };
        let text = record.text();
        let (mut findings, mut omitted) = (Vec::new(), Vec::new());
        let whole = Span::new(0, text.len());
        let cannot = |rule| Finding::new(rule, Standard::Rfc3986, whole, "", None);
        if record.bytes.len() > self.options.max_length {
            findings.push(cannot(rules::TOO_LONG));
        } else if std::str::from_utf8(record.bytes).is_err() {
            findings.push(cannot(rules::UTF8));
        } else {
            omitted = audit(&text, self.options.base.as_deref(), &self.settings, &mut findings);
        }
        let subject = Subject::new(source, None, &text, &self.settings);
        let mut columns = Columns { text: &text, at: 0, column: 1 };
        let fix = |finding: &Finding| napkin_audit::fix(&text, finding);
        let mut report = |finding: &Finding, level, fix, omitted| {
            let (column, span) = (columns.of(finding.span.start), finding.span);
            let (part, context) = (None, None);
            let row = Row { subject: &subject, line, column, span, part, context, finding, level, fix, omitted };
            self.report(&row, page);
        };
        for finding in &findings {
            // What cannot be read has not been asked.
            let level = napkin_audit::level(finding.rule).map_or(Level::Medium, |_| self.settings.level(finding.rule));
            report(finding, level, fix(finding), None);
        }
        for omitted in &omitted {
            report(&rest(omitted), self.settings.level(omitted.rule), None, Some((omitted.count, omitted.rule)));
        }
    }
}

/// Returns one finding for all findings that are counted but not listed.
fn rest(omitted: &Omitted) -> Finding {
    Finding::new(rules::FINDINGS_OMITTED, Standard::Rfc3986, omitted.span, "", None)
}

/// Finds columns in a text; ascending positions cost a single pass.
struct Columns<'t> {
    text: &'t str,
    at: usize,
    column: usize,
}

impl Columns<'_> {
    fn of(&mut self, at: usize) -> usize {
        if at < self.at {
            (self.at, self.column) = (0, 1);
        }
        self.column += self.text[self.at..at].chars().count();
        self.at = at;
        self.column
    }
}
