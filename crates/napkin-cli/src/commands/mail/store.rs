//! The folder of `--to`, and the objects that are staged for it.
//!
//! Decides that an object appears in the folder only when the message that points to it is certain. Until then the
//! object is in a private folder inside, `.napkin-detach-…`, which is always removed: by the run itself, or, if that
//! was killed, by the next run. A run holds a lock on its private folder, so that other runs leave it alone. An
//! existing file at the name of an object is used only if it is a regular file with the same bytes, and is never
//! written to.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use napkin_document::mail::DetachedObject;
use tempfile::TempDir;

use crate::files::{self, Over};
use crate::output::Trouble;

/// The prefix of the names of private folders.
const PREFIX: &str = ".napkin-detach-";

/// The folder of `--to`.
pub(super) struct Store {
    /// The path; `None` if nothing is written.
    folder: Option<PathBuf>,
    staging: Mutex<Option<Staging>>,
}

/// Objects that are written but not in their places yet.
struct Staging {
    /// The private folder.
    folder: PathBuf,
    room: TempDir,
    /// The lock that keeps other runs from removing the private folder.
    _lock: Option<File>,
    /// The folders that this run has created, the innermost first.
    made: Vec<PathBuf>,
}

impl Store {
    /// Opens a folder, which need not exist, and removes the private folders of killed runs. Without a folder, nothing
    /// is written.
    pub(super) fn new(folder: Option<&Path>) -> Self {
        folder.inspect(|folder| remove_abandoned(folder));
        Self { folder: folder.map(Path::to_owned), staging: Mutex::new(None) }
    }

    /// Writes objects to the private folder, except those already in their places. Returns the names of the written
    /// ones.
    pub(super) fn stage(&self, objects: &[DetachedObject<'_>]) -> Result<Vec<String>, Trouble> {
        let mut staged = Vec::new();
        let Some(folder) = &self.folder else { return Ok(staged) };
        let mut staging = self.lock();
        for object in objects {
            let place = folder.join(&object.name);
            let is_there = is_there(&place, || object.reader());
            if is_there.map_err(|error| Trouble::io(place.to_string_lossy(), error))? {
                continue;
            }
            let staging = match &mut *staging {
                Some(staging) => staging,
                none => {
                    none.insert(Staging::new(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?)
                }
            };
            let path = staging.room.path().join(&object.name);
            let written = write(&path, object).map_err(|error| Trouble::io(place.to_string_lossy(), error));
            written.inspect_err(|_| drop(fs::remove_file(&path)))?;
            staged.push(object.name.clone());
        }
        Ok(staged)
    }

    /// Moves the named objects to their places.
    pub(super) fn publish(&self, names: &[String]) -> Result<(), Trouble> {
        let staging = self.lock();
        let Some(staging) = &*staging else { return Ok(()) };
        names.iter().try_for_each(|name| staging.put(name))
    }

    /// Moves all staged objects to their places.
    pub(super) fn publish_all(&self) -> Result<(), Trouble> {
        let staging = self.lock();
        let Some(staging) = &*staging else { return Ok(()) };
        let failed = |error| Trouble::io(staging.folder.to_string_lossy(), error);
        // Repeats until no file is left: listing a folder while files leave it can skip some.
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for entry in fs::read_dir(staging.room.path()).map_err(failed)? {
                staging.put(&entry.map_err(failed)?.file_name().to_string_lossy())?;
                goes_on = true;
            }
        }
        Ok(())
    }

    /// Removes the objects that are not in their places.
    pub(super) fn discard(&self) {
        drop(self.lock().take());
    }

    fn lock(&self) -> MutexGuard<'_, Option<Staging>> {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Staging {
    /// Creates a folder if it does not exist, and a private folder in it.
    fn new(folder: &Path) -> io::Result<Self> {
        let is_missing = |place: &&Path| !place.as_os_str().is_empty() && !place.exists();
        let made: Vec<PathBuf> = folder.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        fs::create_dir_all(folder)?;
        loop {
            let room = private(folder)?;
            let lock = match files::open_folder(room.path()) {
                Ok(lock) => Some(lock),
                // Another run has removed the folder.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                // Some systems open no folders; there no run removes private folders.
                Err(_) => None,
            };
            if lock.as_ref().is_none_or(|lock| lock.try_lock().is_ok() && is_folder_at(lock, room.path())) {
                return Ok(Self { folder: folder.to_owned(), room, _lock: lock, made });
            }
        }
    }

    /// Moves an object to its place.
    fn put(&self, name: &str) -> Result<(), Trouble> {
        let (from, place) = (self.room.path().join(name), self.folder.join(name));
        let failed = |error| Trouble::io(place.to_string_lossy(), error);
        let file = match files::open(&from) {
            Ok(file) => file,
            // The object was moved with another message that has the same object.
            Err(error) if error.kind() == ErrorKind::NotFound && place.is_file() => return Ok(()),
            Err(error) => return Err(failed(error)),
        };
        match files::put(&file, &from, &place, Over::Nothing) {
            // Another run has put the object there.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && is_there(&place, || &file).map_err(failed)? => {
                fs::remove_file(&from).map_err(failed)
            }
            done => done.map_err(failed),
        }
    }
}

/// Creates a folder that other users cannot read, on systems with such permissions.
fn private(folder: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(PREFIX).tempdir_in(folder)
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.room.path());
        // A folder that is not empty stays.
        self.made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

/// Returns whether an object is in its place: a regular file with the same bytes. Anything else there is an error.
fn is_there<R: Read>(place: &Path, object: impl FnOnce() -> R) -> io::Result<bool> {
    let there = match files::open(place) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) if error.kind() == ErrorKind::InvalidInput => {
            return Err(io::Error::new(error.kind(), format!("expected no file or a regular one, but found {error}")));
        }
        Err(error) => return Err(error),
    };
    if has_same_bytes(there, object())? {
        return Ok(true);
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "there already, and not what its name says"))
}

/// Returns whether two readers yield the same bytes.
fn has_same_bytes(one: impl Read, other: impl Read) -> io::Result<bool> {
    const PIECE: usize = 64 << 10;
    let (mut one, mut other) = (BufReader::with_capacity(PIECE, one), BufReader::with_capacity(PIECE, other));
    let (mut left, mut right) = (Vec::with_capacity(PIECE), Vec::with_capacity(PIECE));
    loop {
        left.clear();
        right.clear();
        one.by_ref().take(PIECE as u64).read_to_end(&mut left)?;
        other.by_ref().take(PIECE as u64).read_to_end(&mut right)?;
        if left != right {
            return Ok(false);
        }
        if left.is_empty() {
            return Ok(true);
        }
    }
}

/// Writes an object to a new file, unless it was written for another message.
fn write(path: &Path, object: &DetachedObject<'_>) -> io::Result<()> {
    if is_there(path, || object.reader())? {
        return Ok(());
    }
    let mut file = BufWriter::with_capacity(64 << 10, files::create(path)?);
    io::copy(&mut object.reader(), &mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// Removes the private folders of runs that have ended.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_private = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
    for entry in entries.flatten().filter(is_private) {
        let path = entry.path();
        let Ok(room) = files::open_folder(&path) else { continue };
        if room.try_lock().is_ok() && is_folder_at(&room, &path) {
            // A folder that cannot be removed is harmless.
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Returns whether a path still names an open folder.
fn is_folder_at(folder: &File, path: &Path) -> bool {
    let there = files::open_folder(path).and_then(|there| Ok((there.metadata()?, folder.metadata()?)));
    there.is_ok_and(|(there, here)| files::is_same(&there, &here))
}
