//! Walks the documents and mailboxes of a command, and splits mailboxes into messages. Start at `walk`.
//!
//! This module finds what there is to read and prints the answers in order; an [`Answerer`] answers for one document or
//! message.
//!
//! A mail file that begins like a mailbox ([`is_mailbox`]) is an mbox file, whatever its name. A folder is a Maildir, an
//! MH folder, or is walked: [`mail_folder`] decides. The number of bytes of messages held at a time is limited, so that
//! memory does not grow with the mailbox.

mod contained;
mod delivery;
mod documents;
mod job;
mod mail_folder;
mod mbox;
mod message;
mod read_ahead;
mod retrieved;
mod walk;

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::container::{Container, ContainerKind};
use napkin_mail::{Mailbox, is_mailbox};

use self::contained::Contained;
pub(crate) use self::contained::Origin;
pub(crate) use self::delivery::Delivery;
use self::documents::{Documents, HEAD, Wants};
pub(crate) use self::job::{Document, Input, Job, url_below};
pub(crate) use self::mail_folder::{Folder, FolderFile};
use self::mbox::{Mbox, Source};
pub(crate) use self::message::MailboxMessage;
use self::read_ahead::{HeldBytes, ReadAhead};
pub(crate) use self::retrieved::Retrieved;
pub(crate) use self::walk::{Answerer, EarlyPrinter, JobOutput, printer, walk};
use crate::folders::Skipped;
use crate::input;
use crate::options::{FolderOptions, InputOptions, Mailboxes};
use crate::output::Trouble;
use crate::parallel;

/// Returns whether a file with this name and these first bytes is mail.
type IsMail<'o> = dyn Fn(&str, &[u8]) -> bool + Sync + 'o;

/// How inputs are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'o> {
    mailboxes: &'o Mailboxes,
    /// How folders are walked; `None` if a folder must be a mailbox.
    folders: Option<&'o FolderOptions>,
    /// The limits of archives; `None` if they are not read.
    archives: Option<ArchiveLimits>,
    is_mail: &'o IsMail<'o>,
    wants: Wants,
}

impl<'o> Reading<'o> {
    /// Reads documents and messages.
    pub(crate) fn documents(options: &'o InputOptions, is_mail: &'o IsMail<'o>) -> Self {
        let InputOptions { mailboxes, folders, archives } = options;
        let archives = Some(archives.limits());
        Self { mailboxes, folders: Some(folders), archives, is_mail, wants: Wants::Documents }
    }

    /// Reads documents and messages whose data is screened.
    pub(crate) fn screened(options: &'o InputOptions, is_mail: &'o IsMail<'o>) -> Self {
        Self { wants: Wants::Screened, ..Self::documents(options, is_mail) }
    }

    /// Reads documents that are not messages.
    pub(crate) const fn pages(mailboxes: &'o Mailboxes, folders: &'o FolderOptions) -> Self {
        Self { mailboxes, folders: Some(folders), archives: None, is_mail: &|_, _| false, wants: Wants::Pages }
    }

    /// Reads pages in HTML.
    pub(crate) const fn html(mailboxes: &'o Mailboxes, folders: &'o FolderOptions) -> Self {
        Self { mailboxes, folders: Some(folders), archives: None, is_mail: &|_, _| false, wants: Wants::Html }
    }

    /// Reads archives, as they are.
    pub(crate) const fn archives(mailboxes: &'o Mailboxes, folders: &'o FolderOptions) -> Self {
        Self { mailboxes, folders: Some(folders), archives: None, is_mail: &|_, _| false, wants: Wants::Archives }
    }

    /// Reads messages. Without `folders`, a folder must be a mailbox.
    pub(crate) const fn messages(mailboxes: &'o Mailboxes, folders: Option<&'o FolderOptions>) -> Self {
        Self { mailboxes, folders, archives: None, is_mail: &|_, _| true, wants: Wants::Messages }
    }
}

/// What the jobs of a command share.
pub(crate) struct Run {
    ahead: ReadAhead,
    /// Whether no further job begins.
    pub(crate) stop: AtomicBool,
    skipped: Skipped,
}

impl Run {
    pub(crate) fn new(mailboxes: &Mailboxes) -> Self {
        let (stop, skipped) = Default::default();
        Self { ahead: ReadAhead::new(mailboxes.max_ahead), stop, skipped }
    }
}

/// A job and its cost.
pub(crate) struct Batch<'a> {
    pub(crate) job: Job,
    /// The number of input bytes that were read for the job.
    pub(crate) read: u64,
    /// The number of files that the job ends, with those before it that are not read.
    visited: u64,
    permit: HeldBytes<'a>,
}

/// Iterates over the jobs of documents and mailboxes, in order.
pub(crate) struct Jobs<'o> {
    inputs: std::slice::Iter<'o, PathBuf>,
    reading: Reading<'o>,
    run: &'o Run,
    current: Current,
    /// The folder that is being walked.
    walk: Option<Documents<'o>>,
    visited: u64,
}

enum Current {
    Nothing,
    Mbox(Box<Mbox>),
    Contained(Box<Contained>),
    Folder(std::vec::IntoIter<FolderFile>),
}

impl<'o> Jobs<'o> {
    pub(crate) fn new(inputs: &'o [PathBuf], reading: Reading<'o>, run: &'o Run) -> Self {
        Self { inputs: inputs.iter(), reading, run, current: Current::Nothing, walk: None, visited: 0 }
    }

    /// Returns the jobs for the messages of a folder.
    pub(crate) fn of_files(files: Vec<FolderFile>, reading: Reading<'o>, run: &'o Run) -> Self {
        Self { current: Current::Folder(files.into_iter()), ..Self::new(&[], reading, run) }
    }

    /// Opens a document, a mailbox or a folder. Returns the job if it is a document.
    fn open(&mut self, path: &Path) -> Result<Option<Job>, Trouble> {
        let name = input::file(path).map_or("stdin".into(), Path::to_string_lossy).into_owned();
        #[cfg(feature = "retrieve")]
        if input::is_url(&name) {
            let origin = Origin::new(path, name, None);
            return Ok(Some(Job::Document(Document { origin, input: Input::Url, member: None })));
        }
        let failed = |error| Trouble::reading(&name, error);
        let opened = match input::file(path) {
            None => self.peek(&name, Box::new(io::stdin())).map_err(failed)?,
            Some(folder) if folder.is_dir() => return self.open_folder(folder).map(|()| None),
            Some(path) => self.peek_file(&name, File::open(path).map_err(failed)?).map_err(failed)?,
        };
        Ok(self.begin(path, name, opened, None))
    }

    /// Begins to read a mailbox, or else walks the folder.
    fn open_folder(&mut self, path: &Path) -> Result<(), Trouble> {
        let failed = |error| Trouble::reading(&path.to_string_lossy(), error);
        let Reading { mailboxes, folders, wants, .. } = self.reading;
        match (Folder::find(path, mailboxes.subfolders, wants).map_err(failed)?, folders) {
            (Some(folder), _) => self.current = Current::Folder(folder.files.into_iter()),
            (None, Some(folders)) => self.walk = Some(Documents::new(path, wants, folders, &self.run.skipped)?),
            (None, None) => return Err(failed(io::ErrorKind::IsADirectory.into())),
        }
        Ok(())
    }

    /// Returns the job for an opened document, or begins to read an mbox file.
    fn begin(&mut self, path: &Path, name: String, opened: Opened, below: Option<PathBuf>) -> Option<Job> {
        match opened {
            Opened::Document(input) => {
                Some(Job::Document(Document { origin: Origin::new(path, name, below), input, member: None }))
            }
            Opened::Container(Ok(container), limits) => {
                let origin = Origin::new(path, name, below);
                self.current = Current::Contained(Box::new(Contained::new(origin, *container, limits)));
                None
            }
            Opened::Container(Err(error), _) => Some(Job::Unread(name, error)),
            Opened::Mbox(source) => {
                self.current = Current::Mbox(Box::new(Mbox::new(path, name, source, self.reading.mailboxes)));
                None
            }
        }
    }

    /// Returns the job for an entry of a folder; `None` for an mbox file, which is read next.
    fn begin_entry(&mut self, entry: documents::Entry) -> Option<Job> {
        match entry {
            documents::Entry::Note(note) => Some(Job::Note(note)),
            documents::Entry::Failed(trouble) => Some(Job::Failed(trouble)),
            documents::Entry::Document(found, file) => {
                let name = found.path.to_string_lossy().into_owned();
                match self.peek_file(&name, file) {
                    Ok(opened) => self.begin(&found.path, name, opened, Some(found.below)),
                    Err(error) => Some(Job::Failed(Trouble::io(name, error))),
                }
            }
        }
    }

    fn peek_file(&self, name: &str, mut file: File) -> io::Result<Opened> {
        if !file.metadata()?.is_file() {
            return self.peek(name, Box::new(file));
        }
        let (is_mbox, mut head) = self.is_mbox(name, &mut file)?;
        let limits = self.reading.archives.filter(|_| !is_mbox);
        if limits.is_some() {
            (&mut file).take(ContainerKind::HEAD.saturating_sub(head.len() as u64)).read_to_end(&mut head)?;
        }
        file.rewind()?;
        if let Some(limits) = limits.filter(|_| ContainerKind::of_content(&head).is_some())
            && let Some(container) = Container::of_file(file.try_clone()?, name, limits)?
        {
            return Ok(Opened::Container(container.map(Box::new), limits));
        }
        Ok(if is_mbox { Opened::Mbox(Box::new(file)) } else { Opened::Document(Input::File(file)) })
    }

    fn peek(&self, name: &str, mut source: Source) -> io::Result<Opened> {
        let (is_mbox, head) = self.is_mbox(name, &mut source)?;
        let kind = ContainerKind::of_content(&head).filter(|_| !is_mbox);
        let source: Source = Box::new(Cursor::new(head).chain(source));
        if let Some((limits, kind)) = self.reading.archives.zip(kind) {
            if kind == ContainerKind::Zip {
                let none = || Err(ArchiveError::Damaged("it is no archive".to_owned()));
                let opened = whole_archive(name, source, limits)?
                    .and_then(|bytes| Container::of_bytes(bytes, name, limits).unwrap_or_else(none));
                return Ok(Opened::Container(opened.map(Box::new), limits));
            }
            if let Some(container) = Container::of_stream(kind, source, name, limits) {
                return Ok(Opened::Container(Ok(Box::new(container)), limits));
            }
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(if is_mbox { Opened::Mbox(source) } else { Opened::Document(Input::Stream(source)) })
    }

    /// Returns whether an mbox file begins here, and the bytes that were read to tell.
    fn is_mbox(&self, name: &str, source: &mut dyn Read) -> io::Result<(bool, Vec<u8>)> {
        const SIGN: &[u8] = b"From ";
        let mut head = Vec::new();
        (&mut *source).take(SIGN.len() as u64).read_to_end(&mut head)?;
        // An envelope line may follow empty lines, and a packed web archive shows what it is only behind the header of gzip.
        if head == SIGN || matches!(head.first(), Some(b'\r' | b'\n' | b'\x1f')) {
            source.take(HEAD).read_to_end(&mut head)?;
        }
        Ok((is_mailbox(&head) && (self.reading.is_mail)(name, &head), head))
    }

    fn job(&mut self) -> Option<(Job, u64)> {
        loop {
            let next = match &mut self.current {
                Current::Nothing => None,
                Current::Mbox(mbox) => {
                    mbox.batch().map(|(read, bytes)| (read.map_or_else(Job::Failed, Job::Messages), bytes))
                }
                Current::Contained(members) => members.job(),
                Current::Folder(files) => files.next().map(|file| {
                    self.visited += 1;
                    (Job::File(file), 0)
                }),
            };
            if next.is_some() {
                return next;
            }
            self.current = Current::Nothing;
            let job = match self.walk.as_mut().map(|walk| (walk.next(), walk.take_visited())) {
                Some((Some(entry), visited)) => {
                    self.visited += visited;
                    self.begin_entry(entry)
                }
                Some((None, visited)) => {
                    self.visited += visited;
                    self.walk = None;
                    None
                }
                None => {
                    let path = self.inputs.next()?;
                    self.visited += u64::from(!path.is_dir());
                    self.open(path).unwrap_or_else(|trouble| Some(Job::Failed(trouble)))
                }
            };
            if let Some(job) = job {
                let length = job.length();
                return Some((job, length));
            }
        }
    }
}

enum Opened {
    Document(Input),
    Mbox(Source),
    Container(Result<Box<Container>, ArchiveError>, ArchiveLimits),
}

/// Reads a zip file from a stream, whose end has the directory, to memory.
pub(crate) fn whole_archive(
    name: &str,
    stream: impl Read,
    limits: ArchiveLimits,
) -> io::Result<Result<Vec<u8>, ArchiveError>> {
    let mut bytes = Vec::new();
    stream.take(limits.member.saturating_add(1)).read_to_end(&mut bytes)?;
    let is_large = bytes.len() as u64 > limits.member;
    Ok(if is_large { Err(ArchiveError::Member(name.to_owned(), limits.member)) } else { Ok(bytes) })
}

impl<'o> Iterator for Jobs<'o> {
    type Item = Batch<'o>;

    fn next(&mut self) -> Option<Batch<'o>> {
        if self.run.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (job, read) = self.job()?;
        // Other jobs read when they run, so at most one per thread is held.
        let is_held = matches!(job, Job::Messages(_) | Job::Record(_))
            || matches!(&job, Job::Document(document) if document.member.is_some());
        let held = if is_held { usize::try_from(read).unwrap_or(usize::MAX) } else { 0 };
        let permit = self.run.ahead.permit(held);
        let visited = std::mem::take(&mut self.visited);
        Some(Batch { job, read, visited, permit })
    }
}

/// Runs the jobs on `threads` threads. Passes the results to `sink` in order, each with its progress: the number of bytes
/// read for it, and the number of files.
pub(crate) fn run<'a, R: Send>(
    jobs: impl Iterator<Item = Batch<'a>> + Send,
    threads: usize,
    work: impl Fn(Job) -> R + Sync,
    mut sink: impl FnMut(R, (u64, u64)),
) {
    if threads == 1 {
        for Batch { job, read, visited, permit } in jobs {
            sink(work(job), (read, visited));
            drop(permit);
        }
        return;
    }
    parallel::run(
        jobs,
        threads,
        |batch| (work(batch.job), (batch.read, batch.visited), batch.permit),
        |(result, progress, permit)| {
            sink(result, progress);
            drop(permit);
        },
    );
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
