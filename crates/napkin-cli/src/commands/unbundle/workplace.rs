//! A hidden folder for files that are not in their places yet.
//!
//! Decides what a killed run leaves behind, and that the next run into the same folder clears it up. A run holds a lock
//! while it lives, so a folder whose lock is free is abandoned.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::files;

/// The prefix of the folder's name, before the number of the process.
const NAME: &str = ".napkin-unbundle-";
const LOCK: &str = "lock";
/// The prefixes of files that are not in their places yet, and of the old files that they replace.
const NEW: &str = "new-";
const OLD: &str = "old-";

/// The folder of this run.
pub(super) struct Workplace {
    path: PathBuf,
    /// The lock; the system releases it even if the run is killed.
    _lock: File,
}

impl Workplace {
    /// Creates a workplace inside a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let mut number = 0;
        let path = loop {
            let path = folder.join(format!("{NAME}{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => number += 1,
                made => break made.map(|()| path)?,
            }
        };
        let lock = files::create(&path.join(LOCK))?;
        // On systems without locks, nothing is cleared up either.
        let _ = lock.try_lock();
        Ok(Self { path, _lock: lock })
    }

    /// Writes a new file. Only the last file is synced to disk: syncing each of sixty thousand files would take that
    /// many times as long.
    pub(super) fn written(&self, name: &OsStr, bytes: &[u8], is_last: bool) -> io::Result<PathBuf> {
        let path = self.path.join(prefixed(NEW, name));
        let mut file = files::create(&path)?;
        file.write_all(bytes)?;
        if is_last {
            file.sync_all()?;
        }
        Ok(path)
    }

    /// Returns the path to which a replaced file is moved.
    pub(super) fn old(&self, name: &OsStr) -> PathBuf {
        self.path.join(prefixed(OLD, name))
    }

    /// Removes the workplace.
    pub(super) fn end(self) {
        removed(&self.path);
    }

    /// Clears up after killed runs: puts back a file that was moved away and not replaced, and removes all others.
    pub(super) fn clear(folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(NAME));
            // A symbolic link is not followed.
            if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let path = entry.path();
            let Ok(lock) = files::open_to_write(&path.join(LOCK)) else { continue };
            if lock.try_lock().is_err() {
                continue;
            }
            for old in names(&path) {
                let place = old.to_str().and_then(|name| name.strip_prefix(OLD)).map(|name| folder.join(name));
                if let Some(place) = place.filter(|place| fs::symlink_metadata(place).is_err()) {
                    let _ = fs::rename(path.join(&old), place);
                }
            }
            removed(&path);
        }
    }
}

fn prefixed(prefix: &str, name: &OsStr) -> std::ffi::OsString {
    let mut prefixed = std::ffi::OsString::from(prefix);
    prefixed.push(name);
    prefixed
}

fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect()
}

/// Removes the folder and its files, the lock last, so that the next run can complete an interrupted removal. Files
/// that are gone already are no error.
fn removed(folder: &Path) {
    for name in names(folder).iter().filter(|name| *name != LOCK) {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_file(folder.join(LOCK));
    let _ = fs::remove_dir(folder);
}
