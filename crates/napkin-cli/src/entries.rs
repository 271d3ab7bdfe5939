//! Walks the documents and mailboxes of a command, and splits mailboxes into messages. Start at `walk`.
//!
//! This module finds what there is to read and prints the answers in order; an [`Answerer`] answers for one document or
//! message.
//!
//! A mail file that begins like a mailbox ([`is_mailbox`]) is an mbox file, whatever its name. A folder with `cur` and
//! `new` is a Maildir, and a folder with numbered files an MH folder. The number of bytes of messages held at a time is
//! limited, so that memory does not grow with the mailbox.

mod delivery;
mod mail_folder;
mod message;
mod read_ahead;

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use napkin_mail::{EntryKind, Mailbox, is_mailbox};

pub(crate) use self::delivery::Delivery;
pub(crate) use self::mail_folder::{Folder, FolderFile};
pub(crate) use self::message::MailboxMessage;
use self::read_ahead::HeldBytes;
pub(crate) use self::read_ahead::ReadAhead;
use crate::input;
use crate::options::Mailboxes;
use crate::output::{Answer, Page, Printer, Printing, Session, Trouble};
use crate::parallel;

/// The size of a batch of small messages, in bytes.
const BATCH: usize = 128 << 10;

/// The number of bytes that determine whether a file is mail.
const HEAD: u64 = 64 << 10;

/// The input of an mbox file.
type Source = Box<dyn Read + Send>;

/// The input of a document.
pub(crate) enum Input {
    /// A file of known length, at its beginning.
    File(File),
    /// A pipe, from its first byte.
    Stream(Source),
    /// A URL to retrieve.
    #[cfg(feature = "retrieve")]
    Url,
}

impl Input {
    /// Reads all bytes of a document. If it is longer than `most`, returns the length as far as it is known.
    pub(crate) fn read_at_most(self, most: u64) -> io::Result<Result<Vec<u8>, u64>> {
        if let Self::File(file) = &self {
            let length = file.metadata()?.len();
            if length > most {
                return Ok(Err(length));
            }
        }
        let mut bytes = Vec::new();
        let _ = match self {
            Self::File(file) => file.take(most.saturating_add(1)).read_to_end(&mut bytes)?,
            Self::Stream(stream) => stream.take(most.saturating_add(1)).read_to_end(&mut bytes)?,
            #[cfg(feature = "retrieve")]
            Self::Url => 0,
        };
        let length = bytes.len() as u64;
        Ok(if length > most { Err(length) } else { Ok(bytes) })
    }

    /// Reads a message. A size above `limit` is an error.
    pub(crate) fn read_message(self, limit: usize) -> io::Result<Vec<u8>> {
        let too_large = |_| io::Error::other(format!("is larger than {limit} bytes, which --max-message allows"));
        self.read_at_most(limit as u64)?.map_err(too_large)
    }
}

/// A document that is not a mailbox.
pub(crate) struct Document {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) input: Input,
}

/// A piece of work.
pub(crate) enum Job {
    Document(Document),
    /// Some messages of an mbox file, in order.
    Messages(Vec<MailboxMessage>),
    /// A message of a folder, which is read when the job runs.
    File(FolderFile),
    Failed(Trouble),
}

/// A job and its cost.
pub(crate) struct Batch<'a> {
    pub(crate) job: Job,
    /// The number of input bytes that were read for the job.
    pub(crate) read: u64,
    permit: HeldBytes<'a>,
}

/// Iterates over the jobs of documents and mailboxes, in order.
pub(crate) struct Jobs<'o> {
    inputs: std::slice::Iter<'o, PathBuf>,
    options: &'o Mailboxes,
    /// Returns whether a file with this name and these first bytes is mail.
    is_mail: &'o (dyn Fn(&str, &[u8]) -> bool + Sync),
    ahead: &'o ReadAhead,
    current: Current,
    stop: &'o AtomicBool,
}

enum Current {
    Nothing,
    Mbox(Box<Mbox>),
    Folder(std::vec::IntoIter<FolderFile>),
}

/// An mbox file that is being read.
struct Mbox {
    path: Arc<Path>,
    name: String,
    messages: Mailbox<Source>,
    number: u64,
    /// The number of bytes that have been read.
    offset: u64,
    failed: Option<Trouble>,
}

impl<'o> Jobs<'o> {
    pub(crate) fn new(
        inputs: &'o [PathBuf],
        options: &'o Mailboxes,
        is_mail: &'o (dyn Fn(&str, &[u8]) -> bool + Sync),
        ahead: &'o ReadAhead,
        stop: &'o AtomicBool,
    ) -> Self {
        Self { inputs: inputs.iter(), options, is_mail, ahead, current: Current::Nothing, stop }
    }

    /// Returns the jobs for the messages of a folder.
    pub(crate) fn of_files(
        files: Vec<FolderFile>,
        options: &'o Mailboxes,
        ahead: &'o ReadAhead,
        stop: &'o AtomicBool,
    ) -> Self {
        Self { current: Current::Folder(files.into_iter()), ..Self::new(&[], options, &|_, _| true, ahead, stop) }
    }

    /// Opens a document or a mailbox. Returns the job if it is a document.
    fn open(&mut self, path: &Path) -> Result<Option<Job>, Trouble> {
        let name = input::file(path).map_or("stdin".into(), Path::to_string_lossy).into_owned();
        let document = |input| Ok(Some(Job::Document(Document { path: path.to_owned(), name: name.clone(), input })));
        #[cfg(feature = "retrieve")]
        if input::is_url(&name) {
            return document(Input::Url);
        }
        let failed = |error| Trouble::reading(&name, error);
        let opened = match input::file(path) {
            None => self.peek(&name, Box::new(io::stdin())).map_err(failed)?,
            Some(file) if file.is_dir() => {
                let folder = Folder::open(file, self.options.subfolders).map_err(failed)?;
                self.current = Current::Folder(folder.files.into_iter());
                return Ok(None);
            }
            Some(path) => self.peek_file(&name, File::open(path).map_err(failed)?).map_err(failed)?,
        };
        match opened {
            Opened::Document(input) => document(input),
            Opened::Mbox(source) => {
                let messages =
                    Mailbox::new(source).with_format(self.options.mbox_format).with_limit(self.options.max_message);
                self.current = Current::Mbox(Box::new(Mbox {
                    path: path.into(),
                    name,
                    messages,
                    number: 0,
                    offset: 0,
                    failed: None,
                }));
                Ok(None)
            }
        }
    }

    fn peek_file(&self, name: &str, mut file: File) -> io::Result<Opened> {
        if !file.metadata()?.is_file() {
            return self.peek(name, Box::new(file));
        }
        let is_mbox = self.is_mbox(name, &mut file)?.0;
        file.rewind()?;
        Ok(if is_mbox { Opened::Mbox(Box::new(file)) } else { Opened::Document(Input::File(file)) })
    }

    fn peek(&self, name: &str, mut source: Source) -> io::Result<Opened> {
        let (is_mbox, head) = self.is_mbox(name, &mut source)?;
        let source: Source = Box::new(Cursor::new(head).chain(source));
        Ok(if is_mbox { Opened::Mbox(source) } else { Opened::Document(Input::Stream(source)) })
    }

    /// Returns whether an mbox file begins here, and the bytes that were read to tell.
    fn is_mbox(&self, name: &str, source: &mut dyn Read) -> io::Result<(bool, Vec<u8>)> {
        const SIGN: &[u8] = b"From ";
        let mut head = Vec::new();
        (&mut *source).take(SIGN.len() as u64).read_to_end(&mut head)?;
        // An envelope line may follow empty lines.
        if head == SIGN || matches!(head.first(), Some(b'\r' | b'\n')) {
            source.take(HEAD).read_to_end(&mut head)?;
        }
        Ok((is_mailbox(&head) && (self.is_mail)(name, &head), head))
    }

    fn job(&mut self) -> Option<(Job, u64)> {
        loop {
            let next = match &mut self.current {
                Current::Nothing => None,
                Current::Mbox(mbox) => mbox.batch(),
                Current::Folder(files) => files.next().map(|file| (Job::File(file), 0)),
            };
            if next.is_some() {
                return next;
            }
            self.current = Current::Nothing;
            let path = self.inputs.next()?;
            match self.open(path) {
                Ok(None) => {}
                Ok(Some(job)) => {
                    let length = match &job {
                        Job::Document(Document { input: Input::File(file), .. }) => file.metadata().ok(),
                        _ => None,
                    };
                    return Some((job, length.map_or(0, |about| about.len())));
                }
                Err(trouble) => return Some((Job::Failed(trouble), 0)),
            }
        }
    }
}

impl Mbox {
    fn name_of_message(&self) -> String {
        // The capacity avoids a second allocation: there can be millions of names.
        let mut name = String::with_capacity(self.name.len() + 21);
        name.push_str(&self.name);
        // Writing to memory does not fail.
        let _ = write!(name, ":{}", self.number);
        name
    }

    /// Returns the next messages, or `None` at the end.
    fn batch(&mut self) -> Option<(Job, u64)> {
        let mut held = Vec::new();
        let mut bytes = 0;
        while bytes < BATCH && self.failed.is_none() {
            let entry = match self.messages.next() {
                None => break,
                Some(Ok(entry)) => entry,
                Some(Err(error)) => {
                    self.failed = Some(Trouble::reading(&self.name, error));
                    break;
                }
            };
            self.number += u64::from(entry.kind != EntryKind::Continued);
            let length = entry.envelope.len() + entry.message.len() + entry.end.len();
            let offset = Some(self.offset + entry.envelope.len() as u64);
            bytes += length;
            self.offset += length as u64;
            held.push(MailboxMessage { name: self.name_of_message(), path: Arc::clone(&self.path), offset, entry });
        }
        match self.failed.take() {
            Some(failed) if held.is_empty() => {
                // Reading ends after an error.
                self.messages = Mailbox::new(Box::new(io::empty()));
                Some((Job::Failed(failed), 0))
            }
            failed => {
                self.failed = failed;
                (!held.is_empty()).then_some((Job::Messages(held), bytes as u64))
            }
        }
    }
}

enum Opened {
    Document(Input),
    Mbox(Source),
}

impl<'o> Iterator for Jobs<'o> {
    type Item = Batch<'o>;

    fn next(&mut self) -> Option<Batch<'o>> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (job, read) = self.job()?;
        // Other jobs read when they run, so at most one per thread is held.
        let held = if matches!(job, Job::Messages(_)) { usize::try_from(read).unwrap_or(usize::MAX) } else { 0 };
        let permit = self.ahead.permit(held);
        Some(Batch { job, read, permit })
    }
}

/// Runs the jobs on `threads` threads. Passes the results to `sink` in order, each with the number of bytes read for
/// it.
pub(crate) fn run<'a, R: Send>(
    jobs: impl Iterator<Item = Batch<'a>> + Send,
    threads: usize,
    work: impl Fn(Job) -> R + Sync,
    mut sink: impl FnMut(R, u64),
) {
    if threads == 1 {
        for Batch { job, read, permit } in jobs {
            sink(work(job), read);
            drop(permit);
        }
        return;
    }
    parallel::run(
        jobs,
        threads,
        |batch| (work(batch.job), batch.read, batch.permit),
        |(result, read, permit)| {
            sink(result, read);
            drop(permit);
        },
    );
}

/// Creates a printer for these inputs. Progress is in bytes if all of them are files.
pub(crate) fn printer<'s>(inputs: &[PathBuf], session: &'s Session) -> Printer<'s> {
    let length = |path: &PathBuf| path.metadata().ok().filter(|about| about.is_file()).map(|about| about.len());
    match inputs.iter().map(length).sum() {
        Some(length) => Printer::of_bytes(session, length),
        None => Printer::new(session),
    }
}

/// Refuses a mailbox of several messages, for a command that reads a single one.
pub(crate) fn expect_one(name: &str, bytes: &[u8]) -> Result<(), Trouble> {
    // Reading from memory does not fail.
    if is_mailbox(bytes) && Mailbox::new(bytes).with_limit(usize::MAX).nth(1).is_some() {
        return Err(Trouble::Usage(format!(
            "{name}: expected one message, found a mailbox of several; give each message as a file"
        )));
    }
    Ok(())
}

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
    /// Ends a job.
    fn finish(&self, page: &mut Page<'s>) {
        let _ = page;
    }
}

/// Walks documents and mailboxes on `threads` threads, and prints the answers in order.
pub(crate) fn walk<'s>(
    inputs: &[PathBuf],
    options: &Mailboxes,
    threads: usize,
    is_mail: &(dyn Fn(&str, &[u8]) -> bool + Sync),
    printing: &'s Printing<'s>,
    answerer: &(impl Answerer<'s> + Sync),
) -> Answer {
    let (ahead, stop) = (ReadAhead::new(options.max_ahead), AtomicBool::new(false));
    let mut jobs = Jobs::new(inputs, options, is_mail, &ahead, &stop).peekable();
    let is_one = inputs.len() == 1 && jobs.peek().is_some_and(|batch| matches!(batch.job, Job::Document(_)));
    let mut printer = printer(inputs, printing.session);
    if threads > 1 && !is_one {
        let work = |job| {
            let mut output = JobOutput::new(printing, None);
            answer(job, options, answerer, &mut output);
            output.page
        };
        run(jobs, threads, work, |mut page, read| {
            printer.has_read(read);
            printer.print(&mut page);
        });
        return printer.finish();
    }
    let mut output = JobOutput::new(printing, Some(&mut printer));
    for batch in jobs {
        answer(batch.job, options, answerer, &mut output);
        if let Some(printer) = &mut output.early.0 {
            printer.has_read(batch.read);
            printer.print(&mut output.page);
        }
    }
    printer.finish()
}

fn answer<'s>(job: Job, options: &Mailboxes, answerer: &impl Answerer<'s>, output: &mut JobOutput<'_, 's>) {
    match job {
        Job::Document(document) => answerer.document(document, output),
        Job::Failed(trouble) => output.page.trouble(&trouble),
        Job::Messages(all) => {
            for message in &all {
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
