//! The common part of the commands that change messages. Start at `Changer::run`.
//!
//! Reads one message, or the messages of a mailbox, and writes the output whole or not at all. The quoting of a mailbox
//! is undone before a message changes and redone afterwards. Records about messages go to a separate place. A change is
//! refused if it would split a message in its mailbox, or if it must be reversible and would turn a message into a
//! mailbox. Objects are moved to their places once the output has been written, right before an output file replaces
//! the old one; on standard output, right before the command ends.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use napkin::{Finding, Span, Standard};
use napkin_mail::is_mailbox;

use super::object_folder::ObjectFolder;
use super::unchanged::Unchanged;
use crate::commands::rewrite::save;
use crate::entries::{self, Delivery, Document, Folder, FolderFile, Job, Jobs, MailboxMessage, Origin, Reading, Run};
use crate::options::{FormOptions, MailOutput, OutputPath};
use crate::output::{Answer, Page, Printer, Printing, Row, Session, Trouble, give_up};
use crate::parallel;
use napkin_answer::rules;

/// A message and its name for diagnostics. Messages of a mailbox are named by their numbers or by their files.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) path: Arc<Path>,
    pub(super) bytes: Vec<u8>,
}

/// Changes a message, and prints records about the change. Passes the new message to [`Keep`] before it does anything
/// else. Returns the names of the staged objects.
pub(super) type Change<'c> = dyn Fn(&Source, &mut Page<'_>, &mut Keep<'_>) -> Result<Vec<String>, Trouble> + Sync + 'c;

/// Accepts the new message. Returns whether the mailbox or file can hold it.
pub(super) type Keep<'k> = dyn FnMut(Cow<'_, [u8]>) -> bool + 'k;

/// How a command changes messages.
pub(super) struct Changer<'f> {
    pub(super) options: &'f MailOutput,
    pub(super) printing: &'f Printing<'f>,
    /// Prints that a message stays, as a row of the command.
    pub(super) stays: fn(Unchanged<'_>, &mut Page<'_>),
    pub(super) change: &'f Change<'f>,
    /// The folder for detached objects. If there is one, every change must be reversible.
    pub(super) store: Option<&'f ObjectFolder>,
    /// Whether the command may ask about a message, so that it processes them one by one.
    pub(super) asks: bool,
}

impl Changer<'_> {
    /// Changes a message, or each message of a mailbox.
    pub(super) fn run(&self) -> Result<Answer, Trouble> {
        let paths = [self.options.message.clone().unwrap_or_else(|| PathBuf::from("-"))];
        let run = Run::new(&self.options.mailboxes);
        if paths[0].is_dir() {
            return self.folder(&paths[0], &run);
        }
        let before = state(&paths[0]);
        let mut jobs = Jobs::new(&paths, self.reading(), &run).peekable();
        let is_mailbox = jobs.peek().is_some_and(|batch| matches!(batch.job, Job::Messages(_)));
        if is_mailbox {
            return self.mbox(&paths, before, jobs, &run.stop);
        }
        match jobs.next().map(|batch| batch.job) {
            Some(Job::Document(document)) => self.document(document),
            Some(Job::Failed(trouble)) => Err(trouble),
            _ => Ok(Answer::Yes),
        }
    }

    /// Reads messages and mailboxes, and walks no folder.
    fn reading(&self) -> Reading<'_> {
        Reading::messages(&self.options.mailboxes, None)
    }

    /// Changes a single message outside of a mailbox, and writes it.
    fn document(&self, document: Document) -> Result<Answer, Trouble> {
        let Document { origin: Origin { path, name, .. }, input, .. } = document;
        let bytes =
            input.read_message(self.options.mailboxes.max_message).map_err(|error| Trouble::reading(&name, error))?;
        let source = Source { name, path: path.into(), bytes };
        let mut page = Page::new(self.printing);
        let (changed, staged) = self.alone(&source, &mut page)?;
        let bytes = changed.as_deref().unwrap_or(&source.bytes);
        if !self.options.dry_run {
            self.put(bytes, &source.path, &staged)?;
        }
        let mut printer = Printer::new(self.printing.session);
        printer.print(&mut page);
        Ok(printer.finish())
    }

    /// Changes a message outside of a mailbox. Returns the new message if it differs, and the names of the staged
    /// objects.
    fn alone(&self, source: &Source, page: &mut Page<'_>) -> Result<(Option<Vec<u8>>, Vec<String>), Trouble> {
        let (mut changed, mut is_refused) = (None, false);
        let staged = (self.change)(source, page, &mut |bytes| {
            let is_changed = *bytes != source.bytes;
            // The command that reverses the change would read a mailbox.
            is_refused = is_changed && self.store.is_some() && is_mailbox(&bytes);
            changed = (is_changed && !is_refused).then(|| bytes.into_owned());
            !is_refused
        })?;
        if is_refused {
            let finding =
                Finding::new(rules::MAIL_NOT_REVERSIBLE, Standard::Rfc3986, first_line(&source.bytes), "", None);
            let why = "in a file of its own it is read as a mailbox, and could not be put back byte for byte";
            (self.stays)(Unchanged::wrongly(source, "the message stays", &finding, why), page);
        }
        Ok((changed, staged))
    }

    /// Writes a message to its output, and moves the staged objects to their places.
    fn put(&self, bytes: &[u8], from: &Path, staged: &[String]) -> Result<(), Trouble> {
        let Some(path) = OutputPath::file(self.options.output.as_ref()) else {
            self.to_stdout(bytes);
            return self.publish(staged);
        };
        let failed = |error| Trouble::io(path.to_string_lossy(), error);
        let mut writer = save::Writer::new(path, from).map_err(failed)?;
        writer.write_all(bytes).map_err(failed)?;
        writer.prepare().map_err(failed)?;
        self.publish(staged)?;
        writer.finish().map_err(failed)
    }

    /// Writes to standard output. Ends the process if that fails.
    fn to_stdout(&self, bytes: &[u8]) {
        let mut out = io::stdout().lock();
        if let Err(error) = out.write_all(bytes).and_then(|()| out.flush()) {
            self.store.inspect(|store| store.discard());
            give_up(error, self.printing.session.error_paint);
        }
    }

    fn publish(&self, staged: &[String]) -> Result<(), Trouble> {
        self.store.map_or(Ok(()), |store| store.publish(staged))
    }

    /// Changes the messages of an mbox file. `before` is the state of the file before it was opened.
    fn mbox<'a>(
        &self,
        paths: &[PathBuf],
        before: Option<State>,
        jobs: impl Iterator<Item = entries::Batch<'a>> + Send,
        stop: &AtomicBool,
    ) -> Result<Answer, Trouble> {
        let path = &paths[0];
        let output = OutputPath::file(self.options.output.as_ref()).filter(|_| !self.options.dry_run);
        let failed = |error| Trouble::io(output.unwrap_or(path).to_string_lossy(), error);
        let is_in_place = output.is_some_and(|output| is_same(output, path));
        let mut writer = output.map(|output| save::Writer::new(output, path)).transpose().map_err(failed)?;
        let work = |job| {
            let mut page = Page::new(self.printing);
            let (mut written, mut staged) = (Vec::new(), Vec::new());
            match job {
                Job::Messages(all) => {
                    for held in &all {
                        written.extend_from_slice(&self.message(held, &mut page, &mut staged)?);
                    }
                }
                Job::Failed(trouble) => page.trouble(&trouble),
                Job::Document(_) | Job::Record(_) | Job::File(_) | Job::Note(_) | Job::Unread(..) => {}
            }
            Ok((page, (written, staged)))
        };
        let answer = self.each(paths, jobs, stop, work, |(written, staged): (Vec<u8>, Vec<String>)| {
            match &mut writer {
                Some(writer) if writer.is_hidden() => return writer.write_all(&written).map_err(failed),
                Some(writer) => writer.write_all(&written).and_then(|()| writer.flush()).map_err(failed)?,
                None if !self.options.dry_run => self.to_stdout(&written),
                None => {}
            }
            self.publish(&staged)
        })?;
        let Some(mut writer) = writer else { return Ok(answer) };
        if answer == Answer::Incomplete {
            return Err(not_written(output.unwrap_or(path)));
        }
        writer.prepare().map_err(failed)?;
        if is_in_place && before != state(path) {
            let name = path.to_string_lossy();
            return Err(Trouble::Usage(format!("{name}: stays: something else has changed it meanwhile")));
        }
        self.store.map_or(Ok(()), ObjectFolder::publish_all)?;
        writer.finish().map_err(failed)?;
        Ok(answer)
    }

    /// Changes the messages of a folder.
    fn folder(&self, root: &Path, run: &Run) -> Result<Answer, Trouble> {
        let failed = |error| Trouble::reading(&root.to_string_lossy(), error);
        let folder = Folder::open(root, self.options.mailboxes.subfolders).map_err(failed)?;
        let delivery = match OutputPath::file(self.options.output.as_ref()) {
            _ if self.options.dry_run => None,
            Some(to) => {
                let made = Delivery::new(&folder, root, to);
                Some((made.map_err(|error| Trouble::io(to.to_string_lossy(), error))?, to))
            }
            None => {
                let name = root.to_string_lossy();
                return Err(Trouble::Usage(format!(
                    "{name}: the messages of a folder go to a folder: --output, to a new one or to the same"
                )));
            }
        };
        let to = delivery.as_ref().map(|(delivery, _)| delivery);
        let jobs = Jobs::of_files(folder.files, self.reading(), run);
        let work = |job| {
            let mut page = Page::new(self.printing);
            if let Job::File(file) = job {
                self.file(&file, to, &mut page)?;
            }
            Ok((page, ()))
        };
        let answer = self.each(&[root.to_owned()], jobs, &run.stop, work, |()| Ok(()))?;
        let Some((delivery, to)) = delivery else { return Ok(answer) };
        if answer == Answer::Incomplete && delivery.is_made() {
            return Err(not_written(to));
        }
        self.store.map_or(Ok(()), ObjectFolder::publish_all)?;
        delivery.finish().map_err(|error| Trouble::io(to.to_string_lossy(), error))?;
        Ok(answer)
    }

    /// Runs all jobs. Prints and delivers the results in order. The first error ends the run.
    fn each<'s, 'a, R: Send>(
        &'s self,
        paths: &[PathBuf],
        jobs: impl Iterator<Item = entries::Batch<'a>> + Send,
        stop: &AtomicBool,
        work: impl Fn(Job) -> Result<(Page<'s>, R), Trouble> + Sync,
        mut put: impl FnMut(R) -> Result<(), Trouble>,
    ) -> Result<Answer, Trouble> {
        let mut printer = entries::printer(paths, self.printing.session);
        let mut troubles = None;
        let threads = if self.asks { 1 } else { parallel::threads(self.options.mailboxes.jobs) };
        entries::run(jobs, threads, work, |done, (read, _)| {
            if troubles.is_some() {
                return;
            }
            printer.has_read(read);
            let done = done.and_then(|(mut page, result)| {
                printer.print(&mut page);
                put(result)
            });
            if let Err(trouble) = done {
                stop.store(true, Ordering::Relaxed);
                troubles = Some(trouble);
            }
        });
        let answer = printer.finish();
        troubles.map_or(Ok(answer), Err)
    }

    /// Returns the text of a message as the mailbox holds it after the change. Adds the names of the staged objects.
    fn message(
        &self,
        held: &MailboxMessage,
        page: &mut Page<'_>,
        staged: &mut Vec<String>,
    ) -> Result<Vec<u8>, Trouble> {
        if !held.is_message(page) {
            return Ok(held.entry.bytes());
        }
        let entry = &held.entry;
        let bytes = entry.content().into_owned();
        let source = Source { name: held.name.clone(), path: Arc::clone(&held.path), bytes };
        let before = page.mark();
        let mut done = None;
        staged.extend((self.change)(&source, page, &mut |changed| {
            let kept = match self.store {
                Some(_) => entry.with_reversible_content(&changed),
                None => entry.with_content(&changed),
            };
            done.insert(kept).is_ok()
        })?);
        match done {
            Some(Ok(bytes)) => Ok(bytes),
            None => Ok(entry.bytes()),
            Some(Err(not_held)) => {
                // The records about the change are no longer true.
                page.back_to(&before);
                let source = Source { bytes: entry.message.clone(), ..source };
                let (finding, why) = (not_held.finding(), not_held.to_string());
                (self.stays)(Unchanged::wrongly(&source, "the message stays", &finding, &why), page);
                Ok(entry.bytes())
            }
        }
    }

    /// Changes a message of a folder. Reports a file that cannot be read or no longer exists.
    fn file(&self, file: &FolderFile, delivery: Option<&Delivery>, page: &mut Page<'_>) -> Result<(), Trouble> {
        let held = match file.read(self.options.mailboxes.max_message) {
            Ok(held) => held,
            Err(error) => {
                page.trouble(&Trouble::reading(&file.name(), error));
                return Ok(());
            }
        };
        let is_message = held.is_message(page);
        let source = Source { name: held.name, path: held.path, bytes: held.entry.message };
        let (changed, staged) = if is_message { self.alone(&source, page)? } else { Default::default() };
        let Some(delivery) = delivery else { return Ok(()) };
        let done = match changed {
            Some(changed) => {
                if !delivery.is_made() {
                    self.publish(&staged)?;
                }
                delivery.change(file, &source.bytes, &changed)
            }
            None => delivery.keep(file),
        };
        match done {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                page.trouble(&Trouble::reading(&source.name, error))
            }
            done => done.map_err(|error| Trouble::io(source.name, error))?,
        }
        Ok(())
    }
}

/// Returns the span of the first line, without its line break.
fn first_line(bytes: &[u8]) -> Span {
    Span::new(0, bytes.iter().position(|&byte| matches!(byte, b'\r' | b'\n')).unwrap_or(bytes.len()))
}

fn not_written(path: &Path) -> Trouble {
    Trouble::Usage(format!("{}: not written, since not everything could be read", path.to_string_lossy()))
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The length of a file and the time of its last change, to detect a concurrent change.
type State = (u64, SystemTime);

fn state(path: &Path) -> Option<State> {
    let about = fs::metadata(path).ok()?;
    Some((about.len(), about.modified().ok()?))
}

/// Returns the form of the records. They go to standard output only if the message does not.
pub(super) fn printing<'s, R: Row>(
    form: &FormOptions,
    options: &MailOutput,
    session: &'s Session,
) -> Result<Printing<'s>, Trouble> {
    let has_fields = form.json || form.format.is_some();
    if has_fields && !lists(options) {
        return Err(Trouble::Usage("--json and --format say what changes: they need --dry-run, or --output".into()));
    }
    form.printing_of::<R>(session)
}

/// Returns whether standard output is free for records.
pub(super) fn lists(options: &MailOutput) -> bool {
    options.dry_run || OutputPath::file(options.output.as_ref()).is_some()
}
