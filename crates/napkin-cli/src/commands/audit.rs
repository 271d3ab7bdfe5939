//! `napkin audit`: finds dangerous URLs in arguments, lists, documents and mailboxes.
//!
//! This module decides whether an argument is a URL, a list or a document, and reports the findings that the baseline
//! does not have. The rules themselves are in [`napkin_answer::audit`]. Start at `run`.

mod documents;

use std::ffi::OsStr;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use napkin_answer::answers::Answers;
use napkin_answer::audit::{Auditor, Options, Row, VerdictRow, tool};
use napkin_answer::names::kind_of;
use napkin_answer::record::{Place, Record};
use napkin_answer::report::{Form, Suppression, Text};
use napkin_audit::AllowList;

use super::baseline::Baseline;
use super::mend::Mode;
use super::reports::Reports;
use crate::entries::{self, Answerer, JobOutput, Reading};
use crate::input;
use crate::options::{Audit, Records};
use crate::output::{Answer, Page, Printer, Printing, Session, Trouble};
use crate::parallel;
use crate::records;

pub(crate) fn run(options: &Audit, session: &Session) -> Result<Answer, Trouble> {
    let has_fields = options.form.json || options.form.format.is_some();
    let reports = Reports::new(&options.report, options.sarif.then_some(Form::Sarif), has_fields)?;
    let rows = match options.verdict {
        true => options.form.printing_of::<VerdictRow<'_>>(session)?,
        false => options.form.printing_of::<Row<'_, '_>>(session)?,
    };
    let printing = reports.printing(rows);
    let (read, written) = (options.baseline.as_deref(), options.write_baseline.as_deref());
    let mut question = options.question();
    question.allow_hosts = options.allow_hosts.as_deref().map(allow_list).transpose()?;
    question.filter = options.patterns.filter()?;
    question.names = Some(Baseline::names(read, written));
    let audit = Auditing {
        options,
        question: &question,
        auditor: Auditor::new(&question, session)?,
        baseline: Baseline::new(read, written)?,
        reports,
        #[cfg(feature = "retrieve")]
        client: std::sync::OnceLock::new(),
    };
    let mut answer =
        audit.print(&printing, |output| audit.reports.begin(&tool(&audit.auditor.settings), &mut output.page));
    let inputs = if options.from.is_empty() { input::given(&options.inputs) } else { (&options.inputs).into() };
    let mut documents = Vec::new();
    for (number, input) in (1..).zip(&*inputs) {
        if audit.is_document(input) {
            documents.push(PathBuf::from(input));
            continue;
        }
        answer = answer.max(audit.documents(&mut documents, &printing));
        answer = answer.max(audit.one(number, input, &printing)?);
    }
    answer = answer.max(audit.documents(&mut documents, &printing));
    if !options.from.is_empty() {
        let lists = Records { from: options.from.clone(), ..options.records() };
        answer = answer.max(records::run(&audit, &[], &lists, &printing)?);
    }
    let ended = audit.print(&printing, |output| {
        audit.reports.end(None, &mut output.page);
        audit.baseline.finish("audit", &mut output.page);
    });
    Ok(answer.max(ended))
}

/// Reads the hosts that URLs may lead to.
fn allow_list(path: &Path) -> Result<AllowList, Trouble> {
    let text = fs::read_to_string(path).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
    AllowList::parse(&text).map_err(|error| Trouble::Usage(format!("{}: {error}", path.display())))
}

/// Audits each input and reports the findings.
struct Auditing<'o> {
    options: &'o Audit,
    question: &'o Options,
    auditor: Auditor<'o>,
    baseline: Baseline,
    reports: Reports,
    /// Created when the first document is retrieved.
    #[cfg(feature = "retrieve")]
    client: std::sync::OnceLock<Result<napkin_retrieve::Client, Trouble>>,
}

impl Auditing<'_> {
    fn one(&self, number: usize, input: &OsStr, printing: &Printing<'_>) -> Result<Answer, Trouble> {
        let is_list = input == "-" && self.options.reading.kind.is_none();
        if is_list {
            return records::run(self, &[input.to_owned()], &self.options.records(), printing);
        }
        #[cfg(feature = "retrieve")]
        if self.options.retrieve && input != "-" {
            let url = input.to_string_lossy();
            return Ok(self.print(printing, |output| self.retrieved(&url, output)));
        }
        let record = Record::new(input.as_encoded_bytes(), Place::Argument(number));
        Ok(self.print(printing, |output| self.answer(&record, &mut output.page)))
    }

    fn mode(&self) -> Option<Mode> {
        Mode::of(self.options.fix, self.options.diff)
    }

    /// Returns whether an argument names a document, a mailbox or a folder.
    fn is_document(&self, input: &OsStr) -> bool {
        let path = Path::new(input);
        if input == "-" {
            return self.options.reading.kind.is_some();
        }
        #[cfg(feature = "retrieve")]
        if self.options.retrieve && !path.exists() {
            return false;
        }
        path.is_file() || path.is_dir() || self.is_mistaken(input)
    }

    /// Audits documents, the messages of mailboxes, and the documents of folders. Empties the list.
    fn documents(&self, paths: &mut Vec<PathBuf>, printing: &Printing<'_>) -> Answer {
        if paths.is_empty() {
            return Answer::Yes;
        }
        let is_mail = |name: &str, head: &[u8]| kind_of(self.options.reading.kind, name, head).is_message();
        let threads = parallel::threads(self.options.jobs());
        let reading = Reading::documents(&self.options.reading.inputs, &is_mail);
        let answer = entries::walk(paths, reading, threads, printing, self);
        paths.clear();
        answer
    }

    /// Returns whether an argument is probably the name of a missing file: it has no scheme, no base resolves it, and
    /// it consists only of characters of file names. No rule could find anything in such a reference, so it would pass
    /// as clean.
    fn is_mistaken(&self, input: &OsStr) -> bool {
        let bytes = input.as_encoded_bytes();
        let is_of_names = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/');
        let is_asked_about = self.options.verdict || self.options.base.is_some();
        !is_asked_about && !bytes.starts_with(b"//") && bytes.iter().all(is_of_names)
    }

    /// Prints the output of `fill` while it is being produced.
    fn print<'s>(&self, printing: &'s Printing<'s>, fill: impl FnOnce(&mut JobOutput<'_, 's>)) -> Answer {
        let mut printer = Printer::new(printing.session);
        let mut output = JobOutput::new(printing, Some(&mut printer));
        fill(&mut output);
        let mut page = output.page;
        self.finish(&mut page);
        printer.print(&mut page);
        printer.finish()
    }

    /// Prints a finding unless it is suppressed. `text` is its document.
    fn report(&self, row: &Row<'_, '_>, text: Option<&Text<'_>>, page: &mut Page<'_>) -> ControlFlow<()> {
        let is_known = !row.is_excused
            && !self.baseline.is_empty()
            && self.baseline.knows(&row.fingerprint(), row.rule().code(), row.source_of_baseline());
        let is_suppressed = row.is_excused || is_known;
        let fails = !is_suppressed && self.options.fail_on.0.is_some_and(|level| row.level >= level);
        if fails {
            page.say_no();
            page.fault(1);
        }
        if self.reports.is_wanted() && !self.baseline.is_written() {
            let file = self.reports.name(row.mailbox().map_or(row.source(), |mailbox| &mailbox.file));
            let mut finding = row.reported(&file, fails, text);
            finding.suppression = finding.suppression.or(is_known.then_some(Suppression::External("baseline")));
            self.reports.finding(&finding, page);
        }
        if !is_suppressed && self.reports.has_rows() && !self.options.diff {
            page.row(row);
        }
        page.flow()
    }
}

impl Answers for Auditing<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        self.auditor.url(record, page, &mut |row, page| self.report(row, None, page));
    }
}
