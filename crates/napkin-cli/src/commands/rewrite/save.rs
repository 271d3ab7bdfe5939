//! A file that is there whole or not at all.
//!
//! Decides: that a document is written beside its place and then moved there, so that nobody ever reads half of it, and that
//! it keeps the permissions of what was there, or of what it was made from. What is no file, such as a pipe, is written to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(in crate::commands) fn whole(path: &Path, made_from: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed, and what it names is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = fs::metadata(&path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let permissions = there.or_else(|| fs::metadata(made_from).ok()).map(|there| there.permissions());
    let (beside, mut file) = beside(&path)?;
    let done = file
        .write_all(bytes)
        .and_then(|()| permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions)))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    done
}

/// A new file in the same folder.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let mut number = 0;
    loop {
        let beside = path.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
        match File::create_new(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
            file => return file.map(|file| (beside, file)),
        }
    }
}
