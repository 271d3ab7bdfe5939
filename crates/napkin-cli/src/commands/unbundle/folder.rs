//! Files that are all there, or none of them.
//!
//! Decides that every file is written into a [`Workplace`] first, and then moved to its place; that an existing file stays, unless
//! it may be overwritten; that a failure leaves the folder unchanged. A name is never a path, so that nothing is written
//! anywhere else, and a link of the file system is not followed but replaced. A file that is there with the same bytes is
//! left alone: pages may share a folder.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::workplace::Workplace;
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
            Ok(()) => drop(steps),
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
    /// Holds the files that are not in their places yet.
    work: Option<Workplace>,
    /// What is in its place, and what was there before, if anything was.
    placed: Vec<(PathBuf, Option<PathBuf>)>,
}

impl Steps {
    fn all(&mut self, contents: &[(OsString, Vec<u8>)], folder: &Path, force: bool) -> Result<(), Trouble> {
        self.make(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
        Workplace::clear(folder);
        let work = Workplace::new(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
        let work = self.work.insert(work);
        let mut moves = Vec::new();
        for (number, (name, bytes)) in contents.iter().enumerate() {
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
            let is_last = number + 1 == contents.len();
            let beside = work.written(name, bytes, is_last).map_err(trouble)?;
            moves.push((beside, place, work.old(name)));
        }
        // The page comes last, so that whoever sees it sees its files.
        for (beside, place, old) in moves {
            self.place(&beside, &place, &old, force).map_err(|error| Trouble::io(place.to_string_lossy(), error))?;
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

    fn place(&mut self, beside: &Path, place: &Path, old: &Path, force: bool) -> io::Result<()> {
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
            Ok(_) => Some(fs::rename(place, old).map(|()| old.to_owned())?),
            Err(_) => None,
        };
        self.placed.push((place.to_owned(), old));
        fs::rename(beside, place)
    }

    /// The first error is the one to tell; others are not.
    fn undo(self) {
        for (place, old) in self.placed.iter().rev() {
            let _ = match old {
                Some(old) => fs::rename(old, place),
                None => fs::remove_file(place),
            };
        }
        drop(self.work);
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn is_name(name: &OsStr) -> bool {
    let mut components = Path::new(name).components();
    matches!(components.next(), Some(Component::Normal(_))) && components.next().is_none()
}
