//! The folder of `--to`, and objects on their way there.
//!
//! Decides: that an object is in the folder only when the message that points to it is certain. Until then it is in a private folder
//! inside, `.napkin-detach-…`, which is removed whatever happens: by the run itself, or by the next one where that was killed. A run
//! holds a lock on its own, so that others leave it alone. What is at the name of an object already is used only if it is a regular file
//! with the same bytes, and never written to.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use napkin_document::mail::DetachedObject;
use tempfile::TempDir;

use crate::files::{self, Over};
use crate::output::Trouble;

/// How the names of private folders begin.
const PREFIX: &str = ".napkin-detach-";

/// The folder of `--to`.
pub(super) struct Store {
    /// None where nothing is written.
    folder: Option<PathBuf>,
    staging: Mutex<Option<Staging>>,
}

/// What is written and not in its place yet.
struct Staging {
    /// The folder that it is in.
    folder: PathBuf,
    room: TempDir,
    /// Keeps other runs from removing it.
    _lock: Option<File>,
    /// Folders that have been made, the innermost first.
    made: Vec<PathBuf>,
}

impl Store {
    /// Opens a folder, which need not be there, and removes what killed runs left in it. Without one nothing is written.
    pub(super) fn new(folder: Option<&Path>) -> Self {
        folder.inspect(|folder| remove_abandoned(folder));
        Self { folder: folder.map(Path::to_owned), staging: Mutex::new(None) }
    }

    /// Writes objects to the private folder, but for those that are in their places already. Returns the names of the others.
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

    /// Puts objects that have been staged in their places.
    pub(super) fn publish(&self, names: &[String]) -> Result<(), Trouble> {
        let staging = self.lock();
        let Some(staging) = &*staging else { return Ok(()) };
        names.iter().try_for_each(|name| staging.put(name))
    }

    /// Puts all that have been staged in their places.
    pub(super) fn publish_all(&self) -> Result<(), Trouble> {
        let staging = self.lock();
        let Some(staging) = &*staging else { return Ok(()) };
        let failed = |error| Trouble::io(staging.folder.to_string_lossy(), error);
        // Again, until there are none: a list may be wrong of which something goes while it is read.
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

    /// Removes what is not in its place.
    pub(super) fn discard(&self) {
        drop(self.lock().take());
    }

    fn lock(&self) -> MutexGuard<'_, Option<Staging>> {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Staging {
    /// Makes a folder if it is not there, and a private one in it.
    fn new(folder: &Path) -> io::Result<Self> {
        let is_missing = |place: &&Path| !place.as_os_str().is_empty() && !place.exists();
        let made: Vec<PathBuf> = folder.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        fs::create_dir_all(folder)?;
        loop {
            let room = private(folder)?;
            let lock = match files::open_folder(room.path()) {
                Ok(lock) => Some(lock),
                // Another run was faster.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                // A system that opens no folders: no run removes anything then.
                Err(_) => None,
            };
            if lock.as_ref().is_none_or(|lock| lock.try_lock().is_ok() && is_folder_at(lock, room.path())) {
                return Ok(Self { folder: folder.to_owned(), room, _lock: lock, made });
            }
        }
    }

    /// Puts an object in its place.
    fn put(&self, name: &str) -> Result<(), Trouble> {
        let (from, place) = (self.room.path().join(name), self.folder.join(name));
        let failed = |error| Trouble::io(place.to_string_lossy(), error);
        let file = match files::open(&from) {
            Ok(file) => file,
            // With another message that has the same object.
            Err(error) if error.kind() == ErrorKind::NotFound && place.is_file() => return Ok(()),
            Err(error) => return Err(failed(error)),
        };
        match files::put(&file, &from, &place, Over::Nothing) {
            // Another run was faster.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && is_there(&place, || &file).map_err(failed)? => {
                fs::remove_file(&from).map_err(failed)
            }
            done => done.map_err(failed),
        }
    }
}

/// Makes a folder that nobody else can look into, where the system has such.
fn private(folder: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(PREFIX).tempdir_in(folder)
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.room.path());
        // One in which something is stays.
        self.made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

/// Whether an object is in its place: a regular file with the same bytes. Anything else there is an error.
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

/// Whether two readers have the same bytes.
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

/// Writes an object to a new file, unless another message has done so.
fn write(path: &Path, object: &DetachedObject<'_>) -> io::Result<()> {
    if is_there(path, || object.reader())? {
        return Ok(());
    }
    let mut file = BufWriter::with_capacity(64 << 10, files::create(path)?);
    io::copy(&mut object.reader(), &mut file)?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// Removes private folders of runs that are no more.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_private = |entry: &fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
    for entry in entries.flatten().filter(is_private) {
        let path = entry.path();
        let Ok(room) = files::open_folder(&path) else { continue };
        if room.try_lock().is_ok() && is_folder_at(&room, &path) {
            // What cannot be removed is not in anybody's way.
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Whether an open folder is what is at a name now.
fn is_folder_at(folder: &File, path: &Path) -> bool {
    let there = files::open_folder(path).and_then(|there| Ok((there.metadata()?, folder.metadata()?)));
    there.is_ok_and(|(there, here)| files::is_same(&there, &here))
}
