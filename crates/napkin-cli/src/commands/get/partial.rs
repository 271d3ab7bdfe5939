//! A file that is not whole yet, and how an earlier one is resumed.
//!
//! Decides that a file is called `FILE.part` until it is whole, that no other process writes to that file, and that
//! `FILE.part.from` notes the object it belongs to. A part without a readable note is started anew. The library decides
//! how an answer relates to a part ([`Part`]).

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use napkin_retrieve::{Error, Part};

use crate::files::{self, Over};
use napkin_answer::rules;

/// From here on it is written down what the bytes are of, in case that the machine stops. Less is soon had again.
const WORTH_RESUMING: u64 = 1 << 20;

/// Limits the bytes of a note: a URL and a validator, each within the limit on fields.
const LONGEST_NOTE: u64 = 1 << 20;

pub(super) struct Partial {
    path: PathBuf,
    part: PathBuf,
    from: PathBuf,
    /// The requested URL.
    url: String,
    file: Option<File>,
    /// How many bytes are in the file.
    bytes: u64,
    /// The object that the file is part of; `None` if the part cannot be resumed.
    of: Option<Part>,
    /// Whether that has been written down.
    is_noted: bool,
    /// Whether what is there is of this run.
    is_ours: bool,
    /// Whether an earlier run may have left something.
    has_traces: bool,
}

/// What may be done to have the name.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The user has named the file: what is there goes, a link is followed, and the disk is waited for.
    Named,
    /// In a folder of many, whatever is there goes, links as such. To wait for the disk for each of many small files would take a
    /// hundred times as long as to retrieve them.
    Taken,
    /// The same, where nothing is there.
    Free,
}

/// What an earlier run has begun.
pub(super) struct Begun {
    pub(super) bytes: u64,
    pub(super) part: Part,
}

impl Partial {
    pub(super) fn new(path: &Path, url: &str, has_traces: bool) -> Self {
        let beside = |ending: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let (part, from) = (beside(".part"), beside(".part.from"));
        let (path, url) = (path.to_owned(), url.to_owned());
        let (file, bytes, of) = Default::default();
        Self { path, part, from, url, file, bytes, of, is_noted: false, is_ours: false, has_traces }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the part of the same URL that an earlier run left.
    pub(super) fn begun(&self) -> Option<Begun> {
        let part = Part::read(&String::from_utf8(files::read(&self.from, LONGEST_NOTE).ok()?).ok()?)?;
        let bytes = files::open_to_write(&self.part).and_then(|file| file.metadata()).ok()?.len();
        part.is_begun(&self.url, bytes).then_some(Begun { bytes, part })
    }

    /// What an earlier run has left.
    pub(super) fn left(&self) -> Option<(PathBuf, u64)> {
        self.begun().map(|begun| (self.part.clone(), begun.bytes))
    }

    /// Opens the part at its end, to append to it.
    pub(super) fn resume(&mut self, begun: &Begun) -> io::Result<()> {
        let mut file = self.locked(files::open_to_write(&self.part)?)?;
        if file.seek(SeekFrom::End(0))? != begun.bytes {
            return Err(busy());
        }
        (self.file, self.bytes, self.of) = (Some(file), begun.bytes, Some(begun.part.clone()));
        (self.is_noted, self.is_ours) = (true, true);
        Ok(())
    }

    /// Opens an empty file for a part of the object.
    pub(super) fn begin(&mut self, of: Option<Part>) -> io::Result<()> {
        (self.file, self.of, self.is_ours) = (Some(self.anew()?), of, true);
        Ok(())
    }

    /// Removes the files of an earlier run. A locked file is in use and an error; links and pipes are removed too.
    pub(super) fn forget(&self) -> io::Result<()> {
        let _old = files::open_to_write(&self.part).ok().map(|old| self.locked(old)).transpose()?;
        // The note goes first, so that it is never taken for the note of a new part.
        removed(&self.from)?;
        removed(&self.part)
    }

    /// Creates an empty file, which no run resumes. Anything else at its name is removed, unless another process writes
    /// to it.
    fn anew(&self) -> io::Result<File> {
        let there = match files::create(&self.part) {
            Ok(file) if !self.has_traces => return lock(file),
            Ok(file) => Some(lock(file)?),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
            Err(error) => return Err(error),
        };
        if let Some(file) = there {
            removed(&self.from)?;
            return Ok(file);
        }
        self.forget()?;
        lock(files::create(&self.part)?)
    }

    /// The file, if nobody else has it, nor has made a whole one of it since it was opened.
    fn locked(&self, file: File) -> io::Result<File> {
        let file = lock(file)?;
        if files::is_at(&file, &self.part)? { Ok(file) } else { Err(busy()) }
    }

    pub(super) fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(ErrorKind::NotConnected.into()) };
        file.write_all(piece)?;
        self.bytes += piece.len() as u64;
        if self.bytes >= WORTH_RESUMING { self.note() } else { Ok(()) }
    }

    fn note(&mut self) -> io::Result<()> {
        if let Some(part) = self.of.as_ref().filter(|_| !self.is_noted) {
            removed(&self.from)?;
            files::create(&self.from)?.write_all(part.to_string().as_bytes())?;
            self.is_noted = true;
        }
        Ok(())
    }

    /// All is there: it gets its name.
    pub(super) fn finish(&mut self, place: Place) -> io::Result<()> {
        // Locked until it has its name.
        let Some(file) = self.file.take() else { return Err(ErrorKind::NotConnected.into()) };
        match place {
            Place::Named => {
                file.sync_all()?;
                let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
                files::put(&file, &self.part, &path, Over::Anything)?;
            }
            Place::Taken => files::put(&file, &self.part, &self.path, Over::Anything)?,
            Place::Free => files::put(&file, &self.part, &self.path, Over::Nothing)?,
        }
        if self.is_noted {
            // What is left of it is of no use to anybody, and does no harm.
            let _ = fs::remove_file(&self.from);
        }
        Ok(())
    }

    /// What stays of a file that did not come whole: nothing where it cannot be resumed, or where there is no room. What somebody
    /// else writes to is left alone.
    pub(super) fn give_up(&mut self, error: &Error) -> Option<(PathBuf, u64)> {
        if !self.is_ours {
            return self.left();
        }
        self.file = None;
        let is_begun = self.of.as_ref().is_some_and(|part| part.is_begun(&self.url, self.bytes));
        if is_begun && error.rule() != rules::STORAGE_FAILED && self.note().is_ok() {
            return Some((self.part.clone(), self.bytes));
        }
        let _ = fs::remove_file(&self.part);
        let _ = fs::remove_file(&self.from);
        None
    }
}

/// Removes a file if it exists.
fn removed(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The file, if nobody else has it. Where there are no locks, nobody is known to have it.
fn lock(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(busy()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "that something else is writing to it")
}
