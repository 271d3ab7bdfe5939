//! A hidden folder for files that are not in their places yet.
//!
//! Decides: what a run leaves behind when it is killed, and that the next run into the same folder clears it up. A run holds a lock as long as
//! it lives, so that a folder whose lock is free belongs to nobody.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::files;

/// How the name of the folder begins; the number of the process follows.
const NAME: &str = ".napkin-unbundle-";
const LOCK: &str = "lock";
/// How the names of files begin that are not in their places yet, and of those that were there before.
const NEW: &str = "new-";
const OLD: &str = "old-";

/// The folder of this run.
pub(super) struct Workplace {
    path: PathBuf,
    /// Held until the run ends, however it does.
    _lock: File,
}

impl Workplace {
    /// Makes it inside a folder.
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
        // Where there are no locks, nothing is cleared up either.
        let _ = lock.try_lock();
        Ok(Self { path, _lock: lock })
    }

    /// Writes a new file. Only the last one is waited for until the disk has it: sixty thousand would take as many times as long.
    pub(super) fn written(&self, name: &OsStr, bytes: &[u8], is_last: bool) -> io::Result<PathBuf> {
        let path = self.path.join(prefixed(NEW, name));
        let mut file = files::create(&path)?;
        file.write_all(bytes)?;
        if is_last {
            file.sync_all()?;
        }
        Ok(path)
    }

    /// Where a file goes that another one replaces.
    pub(super) fn old(&self, name: &OsStr) -> PathBuf {
        self.path.join(prefixed(OLD, name))
    }

    /// Removes it.
    pub(super) fn end(self) {
        removed(&self.path);
    }

    /// Clears up after runs that were killed: a file that was moved out of the way and not replaced goes back, all others are removed.
    pub(super) fn clear(folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(NAME));
            // A link is no folder here.
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

/// Removes the folder and the files in it; the lock is the last, so that a removal that is killed can be ended. What is not there any more is
/// no error.
fn removed(folder: &Path) {
    for name in names(folder).iter().filter(|name| *name != LOCK) {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_file(folder.join(LOCK));
    let _ = fs::remove_dir(folder);
}
