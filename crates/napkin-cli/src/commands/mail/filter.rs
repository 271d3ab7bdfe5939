//! What the commands share that change messages.
//!
//! Decides: where messages come from and go to: one, or the many of a mailbox, whose quoting is undone before a message changes and done
//! again behind it; that what goes to a file is there whole or not at all; and that records about messages need a place of their own. A
//! change that would make two messages of one in its mailbox is not made.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use napkin_document::mail::EntryKind;

use super::staying::Staying;
use crate::commands::links::trouble;
use crate::commands::mailbox::{self, Ahead, Delivery, Document, Folder, FolderFile, Held, Job, Jobs};
use crate::commands::rewrite::save;
use crate::options::{FormOptions, MailOutput};
use crate::ordered;
use crate::output::{Answer, Page, Printer, Printing, Session, Trouble};

/// A message, and what the user calls it: those of a mailbox by their numbers, or by their files.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) path: Arc<Path>,
    pub(super) bytes: Vec<u8>,
}

/// What becomes of a message, and what is said about that.
pub(super) type Change<'c> = dyn Fn(&Source, &mut Page<'_>) -> Result<Vec<u8>, Trouble> + Sync + 'c;

/// How a command changes messages.
pub(super) struct Filter<'f> {
    options: &'f MailOutput,
    printing: &'f Printing<'f>,
    /// The fields of its records.
    fields: &'f [&'static str],
    session: &'f Session,
    change: &'f Change<'f>,
    /// Whether what a message of a mailbox becomes has to lead back to what stands there.
    is_undone: bool,
    /// Whether it may ask about a message, and so takes them one by one.
    asks: bool,
}

impl<'f> Filter<'f> {
    /// Changes messages without a question, and with no need for a way back.
    pub(super) fn new(
        options: &'f MailOutput,
        printing: &'f Printing<'f>,
        fields: &'f [&'static str],
        session: &'f Session,
        change: &'f Change<'f>,
    ) -> Self {
        Self { options, printing, fields, session, change, is_undone: false, asks: false }
    }

    /// The same, for changes that can be undone.
    pub(super) fn undone(self) -> Self {
        Self { is_undone: true, ..self }
    }

    /// The same, perhaps with a question.
    pub(super) fn asking(self, asks: bool) -> Self {
        Self { asks, ..self }
    }

    /// Changes a message, or each one of a mailbox.
    pub(super) fn run(&self) -> Result<Answer, Trouble> {
        let mailboxes = &self.options.mailboxes;
        let paths = [self.options.message.clone().unwrap_or_else(|| PathBuf::from("-"))];
        let (ahead, stop) = (Ahead::new(mailboxes.max_ahead), AtomicBool::new(false));
        if paths[0].is_dir() {
            return self.folder(&paths[0], &ahead, &stop);
        }
        let before = state(&paths[0]);
        let mut jobs = Jobs::new(&paths, mailboxes, &|_, _| true, &ahead, &stop).peekable();
        let is_mailbox = jobs.peek().is_some_and(|batch| matches!(batch.job, Job::Messages(_)));
        if is_mailbox {
            return self.mbox(&paths, before, jobs, &stop);
        }
        match jobs.next().map(|batch| batch.job) {
            Some(Job::Document(document)) => self.document(document),
            Some(Job::Failed(trouble)) => Err(trouble),
            _ => Ok(Answer::Yes),
        }
    }

    /// A message by itself.
    fn document(&self, document: Document) -> Result<Answer, Trouble> {
        let Document { path, name, input } = document;
        let bytes = input.read_message(self.options.mailboxes.max_message).map_err(|error| trouble(&name, error))?;
        let source = Source { name, path: path.into(), bytes };
        let mut page = Page::new(self.printing);
        let bytes = (self.change)(&source, &mut page)?;
        match &self.options.output {
            _ if self.options.dry_run => {}
            Some(path) => {
                save::whole(path, &source.path, &bytes).map_err(|error| Trouble::io(path.to_string_lossy(), error))?;
            }
            None => page.bytes(&bytes),
        }
        let mut printer = Printer::new(self.session);
        printer.print(&mut page);
        Ok(printer.finish())
    }

    /// The messages of an mbox file, whose state before it was opened is given.
    fn mbox<'a>(
        &self,
        paths: &[PathBuf],
        before: Option<State>,
        jobs: impl Iterator<Item = mailbox::Batch<'a>> + Send,
        stop: &AtomicBool,
    ) -> Result<Answer, Trouble> {
        let path = &paths[0];
        let output = self.options.output.as_deref().filter(|_| !self.options.dry_run);
        let failed = |error| Trouble::io(output.unwrap_or(path).to_string_lossy(), error);
        let is_in_place = output.is_some_and(|output| is_same(output, path));
        let mut writer = output.map(|output| save::Writer::new(output, path)).transpose().map_err(failed)?;
        let work = |job| {
            let mut page = Page::new(self.printing);
            let mut written = Vec::new();
            match job {
                Job::Messages(all) => {
                    for held in &all {
                        written.extend_from_slice(&self.message(held, &mut page)?);
                    }
                }
                Job::Failed(trouble) => page.trouble(&trouble),
                Job::Document(_) | Job::File(_) => {}
            }
            if self.options.output.is_none() && !self.options.dry_run {
                page.bytes(&written);
            }
            Ok((page, written))
        };
        let answer = self.each(paths, jobs, stop, work, |written| {
            writer.as_mut().map_or(Ok(()), |writer| writer.write_all(&written)).map_err(failed)
        })?;
        let Some(writer) = writer else { return Ok(answer) };
        if answer == Answer::Incomplete {
            return Err(not_written(output.unwrap_or(path)));
        }
        if is_in_place && before != state(path) {
            let name = path.to_string_lossy();
            return Err(Trouble::Usage(format!("{name}: stays: something else has changed it meanwhile")));
        }
        writer.finish().map_err(failed)?;
        Ok(answer)
    }

    /// The messages of a folder.
    fn folder(&self, root: &Path, ahead: &Ahead, stop: &AtomicBool) -> Result<Answer, Trouble> {
        let failed = |error| trouble(&root.to_string_lossy(), error);
        let folder = Folder::open(root, self.options.mailboxes.subfolders).map_err(failed)?;
        let delivery = match &self.options.output {
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
        let jobs = Jobs::of_files(folder.files, &self.options.mailboxes, ahead, stop);
        let work = |job| {
            let mut page = Page::new(self.printing);
            if let Job::File(file) = job {
                self.file(&file, to, &mut page)?;
            }
            Ok((page, ()))
        };
        let answer = self.each(&[root.to_owned()], jobs, stop, work, |()| Ok(()))?;
        let Some((delivery, to)) = delivery else { return Ok(answer) };
        if answer == Answer::Incomplete && delivery.is_made() {
            return Err(not_written(to));
        }
        delivery.finish().map_err(|error| Trouble::io(to.to_string_lossy(), error))?;
        Ok(answer)
    }

    /// Works on all jobs; what comes of them is printed and put where it belongs in their order. The first trouble ends it.
    fn each<'s, 'a, R: Send>(
        &'s self,
        paths: &[PathBuf],
        jobs: impl Iterator<Item = mailbox::Batch<'a>> + Send,
        stop: &AtomicBool,
        work: impl Fn(Job) -> Result<(Page<'s>, R), Trouble> + Sync,
        mut put: impl FnMut(R) -> Result<(), Trouble>,
    ) -> Result<Answer, Trouble> {
        let mut printer = mailbox::printer(paths, self.session);
        let mut troubles = None;
        let threads = if self.asks { 1 } else { ordered::threads(self.options.mailboxes.jobs) };
        mailbox::run(jobs, threads, work, |done, read| {
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

    /// What stands in the mailbox for a message of it.
    fn message(&self, held: &Held, page: &mut Page<'_>) -> Result<Vec<u8>, Trouble> {
        if !held.is_message(page) {
            return Ok(held.entry.bytes());
        }
        let bytes = held.entry.content().into_owned();
        let source = Source { name: held.name.clone(), path: Arc::clone(&held.path), bytes };
        let before = page.mark();
        let changed = (self.change)(&source, page)?;
        let entry = &held.entry;
        let done = if self.is_undone { entry.with_reversible_content(&changed) } else { entry.with_content(&changed) };
        Ok(done.unwrap_or_else(|not_held| {
            // What has been said of the change is not true.
            page.back_to(&before);
            let source = Source { bytes: held.entry.message.clone(), ..source };
            let (finding, why) = (not_held.finding(), not_held.to_string());
            Staying::wrongly(&source, "the message stays", &finding, &why).print(self.fields, page);
            held.entry.bytes()
        }))
    }

    /// A message of a folder. What cannot be read, or is no longer there, is said.
    fn file(&self, file: &FolderFile, delivery: Option<&Delivery>, page: &mut Page<'_>) -> Result<(), Trouble> {
        let held = match file.read(self.options.mailboxes.max_message) {
            Ok(held) => held,
            Err(error) => {
                page.trouble(&trouble(&file.name(), error));
                return Ok(());
            }
        };
        let is_message = held.is_message(page) && held.entry.kind == EntryKind::Message;
        let source = Source { name: held.name, path: held.path, bytes: held.entry.message };
        let changed = if is_message { Some((self.change)(&source, page)?) } else { None };
        let Some(delivery) = delivery else { return Ok(()) };
        let done = match changed.filter(|changed| *changed != source.bytes) {
            Some(changed) => delivery.change(file, &source.bytes, &changed),
            None => delivery.keep(file),
        };
        match done {
            Err(error) if error.kind() == io::ErrorKind::NotFound => page.trouble(&trouble(&source.name, error)),
            done => done.map_err(|error| Trouble::io(source.name, error))?,
        }
        Ok(())
    }
}

fn not_written(path: &Path) -> Trouble {
    Trouble::Usage(format!("{}: not written, since not everything could be read", path.to_string_lossy()))
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The length of a file, and when it was changed: by these it shows that it has been written to.
type State = (u64, SystemTime);

fn state(path: &Path) -> Option<State> {
    let about = fs::metadata(path).ok()?;
    Some((about.len(), about.modified().ok()?))
}

/// The form of the records, which go to standard output only where the message does not.
pub(super) fn printing<'s>(
    form: &FormOptions,
    options: &MailOutput,
    fields: &[&str],
    session: &'s Session,
) -> Result<Printing<'s>, Trouble> {
    let has_fields = form.json || form.format.is_some();
    if has_fields && !lists(options) {
        return Err(Trouble::Usage("--json and --format say what changes: they need --dry-run, or --output".into()));
    }
    session.printing(form, fields)
}

/// Whether standard output is free for records.
pub(super) const fn lists(options: &MailOutput) -> bool {
    options.dry_run || options.output.is_some()
}
