//! The folder of `--to`, and the objects that are staged for it.
//!
//! An object appears in the folder only when the message that points to it is certain. Until then the object is in a
//! [`HiddenFolder`] inside, `.napkin-detach-…`. An existing file at the name of an object is used only if it is a
//! regular file with the same bytes, and is never written to.

use std::fs;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use napkin_mail::DetachedObject;

use crate::files::{self, HiddenFolder, Over};
use crate::output::Trouble;

/// The prefix of the names of hidden folders.
const PREFIX: &str = ".napkin-detach-";

/// The folder of `--to`.
pub(super) struct ObjectFolder {
    /// The path; `None` if nothing is written.
    folder: Option<PathBuf>,
    staging: Mutex<Option<Staging>>,
}

/// Objects that are written but not in their places yet.
struct Staging {
    /// The folder of `--to`.
    folder: PathBuf,
    room: HiddenFolder,
    /// The folders that this run has created, the innermost first.
    made: Vec<PathBuf>,
}

impl ObjectFolder {
    /// Opens a folder, which need not exist, and removes the hidden folders of killed runs. Without a folder, nothing
    /// is written.
    pub(super) fn new(folder: Option<&Path>) -> Self {
        folder.inspect(|folder| HiddenFolder::clear(folder, PREFIX, |_| {}));
        Self { folder: folder.map(Path::to_owned), staging: Mutex::new(None) }
    }

    /// Writes objects to the hidden folder, except those already in their places. Returns the names of the written
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
        let names = staging.room.names().map_err(|error| Trouble::io(staging.folder.to_string_lossy(), error))?;
        names.iter().try_for_each(|name| staging.put(&name.to_string_lossy()))
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
    /// Creates a folder if it does not exist, and a hidden folder in it.
    fn new(folder: &Path) -> io::Result<Self> {
        let is_missing = |place: &&Path| !place.as_os_str().is_empty() && !place.exists();
        let made: Vec<PathBuf> = folder.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), room: HiddenFolder::new(folder, PREFIX)?, made })
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

impl Drop for Staging {
    fn drop(&mut self) {
        self.room.remove();
        // A folder that is not empty stays.
        self.made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

/// Returns whether an object is in its place: a regular file with the same bytes. Anything else there is an error.
pub(super) fn is_there<R: Read>(place: &Path, object: impl FnOnce() -> R) -> io::Result<bool> {
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
