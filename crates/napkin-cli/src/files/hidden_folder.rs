//! Hidden folders for files that are not in their places yet.
//!
//! A run holds a lock on its folder while it lives, so a folder whose lock is free was left by a killed run. The next run
//! clears it up.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The name of the file that is locked.
const LOCK: &str = "lock";

/// A hidden folder of this run. Dropping it removes it with its files. It contains no folders.
pub(crate) struct HiddenFolder {
    path: PathBuf,
    /// The system releases it even if the run is killed.
    _lock: File,
}

impl HiddenFolder {
    /// Creates a hidden folder inside a folder. Other users cannot read it, on systems with such permissions.
    pub(crate) fn new(folder: &Path, prefix: &str) -> io::Result<Self> {
        loop {
            let made = private(folder, prefix)?;
            let place = made.path().join(LOCK);
            let lock = match super::create(&place) {
                // Another run has removed the folder, which had no lock yet.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                lock => lock?,
            };
            // On systems without locks, no run clears up.
            let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && napkin_files::is_at(&lock, &place).unwrap_or(false) {
                return Ok(Self { path: made.keep(), _lock: lock });
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the names of the files in it.
    pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
        names(&self.path)
    }

    /// Removes the folder and its files.
    pub(crate) fn remove(&self) {
        remove(&self.path);
    }

    /// Clears up the hidden folders of killed runs. Calls `recover` with the path of each file, then removes the files
    /// and the folder.
    pub(crate) fn clear(folder: &Path, prefix: &str, recover: impl Fn(&Path)) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_ours = entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes());
            // A symbolic link is not followed.
            if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let path = entry.path();
            let place = path.join(LOCK);
            match napkin_files::open_to_write(&place) {
                Ok(lock) if lock.try_lock().is_ok() && napkin_files::is_at(&lock, &place).unwrap_or(false) => {
                    names(&path).into_iter().flatten().for_each(|name| recover(&path.join(name)));
                    remove(&path);
                }
                // The run was killed before it made the lock. Only an empty folder is removed.
                Err(error) if error.kind() == ErrorKind::NotFound => drop(fs::remove_dir(&path)),
                _ => {}
            }
        }
    }
}

impl Drop for HiddenFolder {
    fn drop(&mut self) {
        // A panic ends the process: the next run recovers the files, as after a kill.
        self.remove();
    }
}

fn private(folder: &Path, prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(prefix).tempdir_in(folder)
}

fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
    names.filter(|name| !name.as_ref().is_ok_and(|name| name == LOCK)).collect()
}

/// Removes a folder and its files, the lock last, so that the next run can complete an interrupted removal. Files that
/// are gone already are no error.
fn remove(folder: &Path) {
    for name in names(folder).unwrap_or_default() {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_file(folder.join(LOCK));
    let _ = fs::remove_dir(folder);
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREFIX: &str = ".napkin-test-";

    #[test]
    fn hidden_folders_of_killed_runs_are_cleared_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, mut recovered) = (folder.path(), std::cell::RefCell::new(Vec::new()));
        let clear = |recovered: &std::cell::RefCell<Vec<OsString>>| {
            let recover = |path: &Path| recovered.borrow_mut().extend(path.file_name().map(OsString::from));
            HiddenFolder::clear(folder, PREFIX, recover);
        };
        let hidden = HiddenFolder::new(folder, PREFIX).unwrap();
        fs::write(hidden.path().join("file"), "beer").unwrap();
        assert_eq!(hidden.names().unwrap(), ["file"]);
        clear(&recovered);
        assert!(hidden.path().join("file").exists() && recovered.get_mut().is_empty());
        // A run killed late leaves a free lock and files. A run killed before it made the lock leaves an empty folder.
        let (killed, early) = (folder.join(".napkin-test-1"), folder.join(".napkin-test-2"));
        for path in [&killed, &early] {
            fs::create_dir(path).unwrap();
        }
        for name in [LOCK, "file"] {
            fs::write(killed.join(name), "soup").unwrap();
        }
        // A folder of another program has files and no lock.
        let other = folder.join(".napkin-test-3");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("file"), "kept").unwrap();
        clear(&recovered);
        assert!(!killed.exists() && !early.exists() && other.join("file").exists());
        assert_eq!(*recovered.get_mut(), ["file"]);
        let path = hidden.path().to_owned();
        drop(hidden);
        assert!(!path.exists());
    }
}
