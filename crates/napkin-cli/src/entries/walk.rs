//! Answers a question about each document and message of the inputs. Start at `walk`.

use std::path::PathBuf;

use napkin_answer::document_findings;

use super::{Document, Folder, Job, Jobs, MailboxMessage, Reading, Run, run};
use crate::folders::{Found, Skipped, Walk};
use crate::input;
use crate::options::Mailboxes;
use crate::output::{Answer, Page, Printer, Printing, Session, Trouble};

/// The output of a job. The output for a single document is printed while the document is read.
pub(crate) struct JobOutput<'p, 's> {
    pub(crate) page: Page<'s>,
    pub(crate) early: EarlyPrinter<'p, 's>,
}

/// Prints a page before its job ends, unless other jobs run beside it.
pub(crate) struct EarlyPrinter<'p, 's>(Option<&'p mut Printer<'s>>);

impl<'p, 's> JobOutput<'p, 's> {
    pub(crate) fn new(printing: &'s Printing<'s>, printer: Option<&'p mut Printer<'s>>) -> Self {
        Self { page: Page::new(printing), early: EarlyPrinter(printer) }
    }
}

impl<'s> EarlyPrinter<'_, 's> {
    /// Prints the page if it is long.
    pub(crate) fn print_if_long(&mut self, page: &mut Page<'s>) {
        if let Some(printer) = &mut self.0 {
            printer.print_if_long(page);
        }
    }
}

/// Answers a question about documents and messages.
pub(crate) trait Answerer<'s> {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>);
    fn message(&self, message: &MailboxMessage, output: &mut JobOutput<'_, 's>);
    /// Returns the word for what the summary counts.
    fn faults(&self) -> &'static str {
        "error"
    }
    /// Ends a job.
    fn finish(&self, page: &mut Page<'s>) {
        let _ = page;
    }
}

/// Walks documents, mailboxes and folders on `threads` threads, and prints the answers in order. Reads standard input if there are no
/// inputs.
pub(crate) fn walk<'s>(
    inputs: &[PathBuf],
    reading: Reading<'_>,
    threads: usize,
    printing: &'s Printing<'s>,
    answerer: &(impl Answerer<'s> + Sync),
) -> Answer {
    let (inputs, state) = (&*input::given(inputs), Run::new(reading.mailboxes));
    let mut jobs = Jobs::new(inputs, reading, &state).peekable();
    let is_one = inputs.len() == 1
        && jobs.peek().is_some_and(|batch| matches!(batch.job, Job::Document(_)))
        && !inputs[0].is_dir();
    let session = printing.session;
    let total = if session.progress { count(inputs, reading) } else { None };
    let mut printer = total.map_or_else(|| printer(inputs, session), |total| Printer::of_documents(session, total));
    let progress = |(read, visited)| if total.is_some() { visited } else { read };
    if threads > 1 && !is_one {
        let work = |job| {
            let mut output = JobOutput::new(printing, None);
            answer(job, reading.mailboxes, answerer, &mut output);
            output.page
        };
        run(jobs, threads, work, |mut page, done| {
            printer.has_read(progress(done));
            printer.print(&mut page);
        });
    } else {
        let mut output = JobOutput::new(printing, Some(&mut printer));
        for batch in jobs {
            answer(batch.job, reading.mailboxes, answerer, &mut output);
            if let Some(printer) = &mut output.early.0 {
                printer.has_read(progress((batch.read, batch.visited)));
                printer.print(&mut output.page);
            }
        }
    }
    let mut page = Page::new(printing);
    if let Some(rest) = state.skipped.describe().filter(|_| session.is_verbose()) {
        page.note(&format!("not read in folders: {rest}"));
    }
    printer.print(&mut page);
    printer.count_documents(printing, answerer.faults());
    printer.finish()
}

fn answer<'s>(job: Job, options: &Mailboxes, answerer: &impl Answerer<'s>, output: &mut JobOutput<'_, 's>) {
    if !matches!(job, Job::Messages(_) | Job::Note(_)) {
        output.page.begin_document();
    }
    match job {
        Job::Document(document) => answerer.document(document, output),
        Job::Record(record) => match record.document() {
            Ok(document) => answerer.document(document, output),
            Err((name, error)) => document_findings::archive(&name, &error, &mut output.page),
        },
        Job::Failed(trouble) => output.page.trouble(&trouble),
        Job::Note(note) => output.page.note(&note),
        Job::Unread(name, error) => document_findings::archive(&name, &error, &mut output.page),
        Job::Messages(all) => {
            for message in &all {
                output.page.begin_document();
                if message.is_message(&mut output.page) {
                    answerer.message(message, output);
                }
            }
        }
        Job::File(file) => match file.read(options.max_message) {
            Ok(message) if message.is_message(&mut output.page) => answerer.message(&message, output),
            Ok(_) => {}
            Err(error) => output.page.trouble(&Trouble::reading(&file.name(), error)),
        },
    }
    answerer.finish(&mut output.page);
}

/// Creates a printer for these inputs. Progress is in bytes if all of them are files.
pub(crate) fn printer<'s>(inputs: &[PathBuf], session: &'s Session) -> Printer<'s> {
    let length = |path: &PathBuf| path.metadata().ok().filter(|about| about.is_file()).map(|about| about.len());
    match inputs.iter().map(length).sum() {
        Some(length) => Printer::of_bytes(session, length),
        None => Printer::new(session),
    }
}

/// Returns the number of files of the inputs if one of them is a folder.
fn count(inputs: &[PathBuf], reading: Reading<'_>) -> Option<u64> {
    let folders = reading.folders.filter(|_| inputs.iter().any(|path| path.is_dir()))?;
    let skipped = Skipped::default();
    let files = |path: &PathBuf| {
        if !path.is_dir() {
            return 1;
        }
        if let Ok(Some(folder)) = Folder::find(path, reading.mailboxes.subfolders, reading.wants) {
            return folder.files.len() as u64;
        }
        let found = Walk::new(path, folders, &skipped);
        found.map_or(0, |walk| walk.filter(|found| matches!(found, Found::File(_))).count() as u64)
    };
    Some(inputs.iter().map(files).sum())
}
