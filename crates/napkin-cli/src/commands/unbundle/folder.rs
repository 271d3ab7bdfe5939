//! Files that are all there, or none of them.
//!
//! Decides: that everything is written beside its place first, and then moved there; that what is there already stays, unless
//! it may be written over; that after a failure the folder is as it was. A name is never a path, so that nothing is written
//! anywhere else, and a link of the file system is not followed but replaced. A file that is there with the same bytes is
//! left alone: pages may share a folder.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use crate::files;
use crate::output::Trouble;

/// What is to be in a folder.
#[derive(Default)]
pub(super) struct Folder {
    files: Vec<(OsString, Vec<u8>)>,
}

impl Folder {
    pub(super) fn take(&mut self, name: OsString, bytes: Vec<u8>) {
        self.files.push((name, bytes));
    }

    /// Writes all of it.
    pub(super) fn write(&self, folder: &Path, force: bool) -> Result<(), Trouble> {
        let mut steps = Steps::default();
        let done = steps.all(&self.files, folder, force);
        match &done {
            Ok(()) => steps.keep(),
            Err(_) => steps.undo(),
        }
        done
    }
}

/// What has been done, and can be undone.
#[derive(Default)]
struct Steps {
    /// Folders that have been made, the outermost first.
    made: Vec<PathBuf>,
    /// What has been written and is not in its place yet.
    beside: Vec<PathBuf>,
    /// What is in its place, and what was there before, if anything was.
    placed: Vec<(PathBuf, Option<PathBuf>)>,
}

impl Steps {
    fn all(&mut self, contents: &[(OsString, Vec<u8>)], folder: &Path, force: bool) -> Result<(), Trouble> {
        self.make(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
        let mut moves = Vec::new();
        for (name, bytes) in contents {
            let place = folder.join(name);
            let trouble = |error: io::Error| Trouble::io(place.to_string_lossy(), error);
            if !is_name(name) {
                return Err(trouble(ErrorKind::InvalidInput.into()));
            }
            if files::holds(&place, bytes) {
                continue;
            }
            if !force && fs::symlink_metadata(&place).is_ok() {
                return Err(Trouble::Usage(format!("{}: there already; --force writes over it", place.display())));
            }
            let beside = self.written(&place, bytes).map_err(trouble)?;
            moves.push((beside, place));
        }
        // The page comes last, so that whoever sees it sees its files.
        for (beside, place) in moves {
            self.place(&beside, &place, force).map_err(|error| Trouble::io(place.to_string_lossy(), error))?;
        }
        Ok(())
    }

    /// Makes the folder, and those around it that are not there.
    fn make(&mut self, folder: &Path) -> io::Result<()> {
        let is_missing = |place: &&Path| !place.as_os_str().is_empty() && !place.exists();
        let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
        for place in missing.into_iter().rev() {
            match fs::create_dir(place) {
                Ok(()) => self.made.push(place.to_owned()),
                // `a/..` is there as soon as `a` is.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && place.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        if folder.is_dir() || folder.as_os_str().is_empty() { Ok(()) } else { Err(ErrorKind::NotADirectory.into()) }
    }

    /// Writes a file beside its place.
    fn written(&mut self, place: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        let (beside, mut file) = beside(place, "new")?;
        self.beside.push(beside.clone());
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(beside)
    }

    fn place(&mut self, beside: &Path, place: &Path, force: bool) -> io::Result<()> {
        if !force {
            // Fails if somebody has put something there since, as moving would not; where there are no such links, moving has
            // to do.
            match fs::hard_link(beside, place) {
                Ok(()) => self.placed.push((place.to_owned(), None)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
                Err(_) => {
                    fs::rename(beside, place)?;
                    self.placed.push((place.to_owned(), None));
                }
            }
            return Ok(());
        }
        let old = match fs::symlink_metadata(place) {
            Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(_) => Some(aside(place)?),
            Err(_) => None,
        };
        self.placed.push((place.to_owned(), old));
        fs::rename(beside, place)
    }

    fn keep(&self) {
        let old = self.placed.iter().filter_map(|(_, old)| old.as_ref());
        for path in self.beside.iter().chain(old) {
            let _ = fs::remove_file(path);
        }
    }

    /// The first error is the one to tell; others are not.
    fn undo(&self) {
        for (place, old) in self.placed.iter().rev() {
            let _ = match old {
                Some(old) => fs::rename(old, place),
                None => fs::remove_file(place),
            };
        }
        for path in &self.beside {
            let _ = fs::remove_file(path);
        }
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn is_name(name: &OsStr) -> bool {
    let mut components = Path::new(name).components();
    matches!(components.next(), Some(Component::Normal(_))) && components.next().is_none()
}

/// A new file in the same folder.
fn beside(place: &Path, what: &str) -> io::Result<(PathBuf, File)> {
    let name = place.file_name().ok_or(ErrorKind::InvalidInput)?.to_string_lossy();
    let mut number = 0;
    loop {
        let beside = place.with_file_name(format!(".{name}.{what}-{}-{number}", std::process::id()));
        match File::create_new(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => number += 1,
            file => return file.map(|file| (beside, file)),
        }
    }
}

/// Moves what is there out of the way.
fn aside(place: &Path) -> io::Result<PathBuf> {
    let (aside, _) = beside(place, "old")?;
    fs::rename(place, &aside)?;
    Ok(aside)
}
