//! Writes several files into a folder: all of them or none.
//!
//! Every file is written into a [`Staging`] first, and then moved to its place. An existing file is kept unless it
//! may be overwritten, and a failure leaves the folder unchanged. A name is never a path, so that nothing is written
//! elsewhere; a symbolic link is replaced instead of followed. An existing file with the same bytes is left alone,
//! since pages may share a folder.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::staging::Staging;
use crate::files;
use crate::output::Trouble;

/// The files to write.
#[derive(Default)]
pub(super) struct Folder {
    files: Vec<(OsString, Vec<u8>)>,
}

impl Folder {
    pub(super) fn take(&mut self, name: OsString, bytes: Vec<u8>) {
        self.files.push((name, bytes));
    }

    /// Writes all files, or none.
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

/// The completed steps, which can be undone.
#[derive(Default)]
struct Steps {
    /// The created folders, the outermost first.
    made: Vec<PathBuf>,
    /// Holds the files that are not in their places yet.
    work: Option<Staging>,
    /// The files in their places, and the paths of the old files that they replaced.
    placed: Vec<(PathBuf, Option<PathBuf>)>,
}

impl Steps {
    fn all(&mut self, contents: &[(OsString, Vec<u8>)], folder: &Path, force: bool) -> Result<(), Trouble> {
        self.make(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
        Staging::clear(folder);
        let work = Staging::new(folder).map_err(|error| Trouble::io(folder.to_string_lossy(), error))?;
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
        // The page is moved last, so that its files exist when it appears.
        for (beside, place, old) in moves {
            self.place(&beside, &place, &old, force).map_err(|error| Trouble::io(place.to_string_lossy(), error))?;
        }
        Ok(())
    }

    /// Creates the folder and its missing parents.
    fn make(&mut self, folder: &Path) -> io::Result<()> {
        let is_missing = |place: &&Path| !place.as_os_str().is_empty() && !place.exists();
        let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
        for place in missing.into_iter().rev() {
            match fs::create_dir(place) {
                Ok(()) => self.made.push(place.to_owned()),
                // `a/..` exists as soon as `a` does.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && place.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        if folder.is_dir() || folder.as_os_str().is_empty() { Ok(()) } else { Err(ErrorKind::NotADirectory.into()) }
    }

    fn place(&mut self, beside: &Path, place: &Path, old: &Path, force: bool) -> io::Result<()> {
        if !force {
            // A hard link fails if another program has created the file meanwhile; a rename would overwrite it. Rename
            // is the fallback on file systems without hard links.
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

    /// Undoes all steps. Further errors are ignored: the first one is reported.
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
