//! Part files: `FILE.part` until the file is complete.
//!
//! The file is locked, so no other process writes to it. `FILE.part.from` notes the object that the bytes belong to. A part
//! without a readable note is not resumed. [`StoredPart`] decides whether an answer continues a part.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use napkin_files::{self as files, Over};

use super::stored_part::StoredPart;
use super::{Overwrite, PartLeft};
use crate::{Error, rules};

/// The length from which the note is written while the download runs, in case the machine stops. Smaller parts are quickly
/// downloaded again.
const WORTH_RESUMING: u64 = 1 << 20;

/// Limits the bytes of a note: a URL and a validator, each within the limit on fields.
const LONGEST_NOTE: u64 = 1 << 20;

/// A file that is being downloaded.
pub(super) struct PartFile {
    path: PathBuf,
    part: PathBuf,
    from: PathBuf,
    /// The requested URL.
    url: String,
    file: Option<File>,
    /// The length of the file.
    bytes: u64,
    /// The object that the file is part of; `None` if the part cannot be resumed.
    of: Option<StoredPart>,
    /// Whether the note has been written.
    is_noted: bool,
    /// Whether this run has opened the part file.
    is_ours: bool,
    /// Whether an earlier run may have left files.
    may_exist: bool,
}

/// A part that an earlier run left and that can be resumed.
pub(super) struct Resumable {
    pub(super) bytes: u64,
    pub(super) part: StoredPart,
}

impl PartFile {
    pub(super) fn new(path: &Path, url: &str, may_exist: bool) -> Self {
        let beside = |ending: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let (part, from) = (beside(".part"), beside(".part.from"));
        let (path, url) = (path.to_owned(), url.to_owned());
        let (file, bytes, of) = Default::default();
        Self { path, part, from, url, file, bytes, of, is_noted: false, is_ours: false, may_exist }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the part of the same URL that an earlier run left.
    pub(super) fn resumable(&self) -> Option<Resumable> {
        let part = StoredPart::read(&String::from_utf8(files::read(&self.from, LONGEST_NOTE).ok()?).ok()?)?;
        let bytes = files::open_to_write(&self.part).and_then(|file| file.metadata()).ok()?.len();
        part.is_begun(&self.url, bytes).then_some(Resumable { bytes, part })
    }

    /// Returns the part that an earlier run left.
    pub(super) fn left(&self) -> Option<PartLeft> {
        self.resumable().map(|resumable| PartLeft { path: self.part.clone(), bytes: resumable.bytes })
    }

    /// Opens the part at its end, to append to it.
    pub(super) fn open(&mut self, resumable: &Resumable) -> io::Result<()> {
        let mut file = self.locked(files::open_to_write(&self.part)?)?;
        if file.seek(SeekFrom::End(0))? != resumable.bytes {
            return Err(busy());
        }
        (self.file, self.bytes, self.of) = (Some(file), resumable.bytes, Some(resumable.part.clone()));
        (self.is_noted, self.is_ours) = (true, true);
        Ok(())
    }

    /// Opens an empty file for a part of the object.
    pub(super) fn create(&mut self, of: Option<StoredPart>) -> io::Result<()> {
        (self.file, self.of, self.is_ours) = (Some(self.create_empty()?), of, true);
        Ok(())
    }

    /// Removes the files of an earlier run. A locked file is in use and an error; links and pipes are removed too.
    pub(super) fn discard(&self) -> io::Result<()> {
        let _old = files::open_to_write(&self.part).ok().map(|old| self.locked(old)).transpose()?;
        // The note goes first, so that it is never taken for the note of a new part.
        removed(&self.from)?;
        removed(&self.part)
    }

    /// Creates an empty file without a note. Anything else at its name is removed, unless another process writes to it.
    fn create_empty(&self) -> io::Result<File> {
        let there = match files::create(&self.part) {
            Ok(file) if !self.may_exist => return lock(file),
            Ok(file) => Some(lock(file)?),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
            Err(error) => return Err(error),
        };
        if let Some(file) = there {
            removed(&self.from)?;
            return Ok(file);
        }
        self.discard()?;
        lock(files::create(&self.part)?)
    }

    /// Locks the file. Fails if another process has it, or has renamed it since it was opened.
    fn locked(&self, file: File) -> io::Result<File> {
        let file = lock(file)?;
        if files::is_at(&file, &self.part)? { Ok(file) } else { Err(busy()) }
    }

    pub(super) fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(ErrorKind::NotConnected.into()) };
        file.write_all(piece)?;
        self.bytes += piece.len() as u64;
        if self.bytes >= WORTH_RESUMING { self.write_note() } else { Ok(()) }
    }

    fn write_note(&mut self) -> io::Result<()> {
        if let Some(part) = self.of.as_ref().filter(|_| !self.is_noted) {
            removed(&self.from)?;
            files::create(&self.from)?.write_all(part.to_string().as_bytes())?;
            self.is_noted = true;
        }
        Ok(())
    }

    /// Renames the complete file to its path.
    pub(super) fn finish(&mut self, overwrite: Overwrite) -> io::Result<()> {
        // The lock is held until the file has its name.
        let Some(file) = self.file.take() else { return Err(ErrorKind::NotConnected.into()) };
        match overwrite {
            Overwrite::FollowLinks => {
                file.sync_all()?;
                let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
                files::put(&file, &self.part, &path, Over::Anything)?;
            }
            Overwrite::ReplaceLinks => files::put(&file, &self.part, &self.path, Over::Anything)?,
            Overwrite::Never => files::put(&file, &self.part, &self.path, Over::Nothing)?,
        }
        if self.is_noted {
            // A note without a part is useless and harmless.
            let _ = fs::remove_file(&self.from);
        }
        Ok(())
    }

    /// Keeps a part that can be resumed, and removes it otherwise or if the disk is full. A file of another process stays.
    pub(super) fn give_up(&mut self, error: &Error) -> Option<PartLeft> {
        if !self.is_ours {
            return self.left();
        }
        self.file = None;
        let is_begun = self.of.as_ref().is_some_and(|part| part.is_begun(&self.url, self.bytes));
        if is_begun && error.rule() != rules::STORAGE_FAILED && self.write_note().is_ok() {
            return Some(PartLeft { path: self.part.clone(), bytes: self.bytes });
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

/// Locks the file. Systems without locks treat it as free.
fn lock(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(busy()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "that something else is writing to it")
}
