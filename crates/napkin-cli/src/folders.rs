//! Walks folders, and finds the files that a command reads. Start at `Walk`.
//!
//! Files come in the order of their names, so the order does not depend on the file system or on the number of threads.
//! The walk opens no pipe and follows no symbolic link out of the folder. It does not enter `.git`. It reports everything
//! that it cannot read.

mod patterns;
mod skipped;

use std::ffi::{OsStr, OsString};
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use self::patterns::{Ignored, Patterns};
pub(crate) use self::skipped::{Skip, Skipped};
use crate::options::FolderOptions;
use crate::output::Trouble;

/// A file of a folder, or the reason why something is not read.
pub(crate) enum Found {
    File(FoundFile),
    /// A symbolic link that leads out of the folder, and is not followed.
    Outside(PathBuf),
    Failed(Trouble),
}

/// A file of a folder.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    /// The path for people: the folder as the user named it, and the path below.
    pub(crate) path: PathBuf,
    /// The path to open, which has no symbolic link at its end.
    pub(crate) real: PathBuf,
    /// The path below the folder.
    pub(crate) below: PathBuf,
    /// Whether a symbolic link leads to the file.
    pub(crate) is_link: bool,
}

/// Iterates over the files of a folder, in the order of their names. Takes memory for one list of names per level.
pub(crate) struct Walk<'o> {
    root: PathBuf,
    /// The root without symbolic links.
    real: PathBuf,
    options: &'o FolderOptions,
    include: Patterns,
    exclude: Patterns,
    ignored: Ignored,
    skipped: &'o Skipped,
    levels: Vec<Level>,
    first: Option<Trouble>,
}

/// The entries of a folder that are still to be visited.
struct Level {
    /// The path below the root.
    below: PathBuf,
    entries: std::vec::IntoIter<(OsString, io::Result<FileType>)>,
}

impl<'o> Walk<'o> {
    /// Begins a walk of the folder at `root`. Counts what it leaves out in `skipped`.
    ///
    /// # Errors
    /// Returns an error for a pattern that is none, and for a folder that cannot be read.
    pub(crate) fn new(root: &Path, options: &'o FolderOptions, skipped: &'o Skipped) -> Result<Self, Trouble> {
        let real = fs::canonicalize(root).map_err(|error| failed(root, error))?;
        let mut walk = Self {
            root: root.to_owned(),
            include: Patterns::of_option("include", &options.include)?,
            exclude: Patterns::of_option("exclude", &options.exclude)?,
            ignored: if options.no_ignore { Ignored::default() } else { Ignored::above(&real) },
            real,
            options,
            skipped,
            levels: Vec::new(),
            first: None,
        };
        walk.first = walk.enter(PathBuf::new());
        Ok(walk)
    }

    /// Lists a folder, whose entries are visited next. Returns the trouble if it cannot be listed completely.
    fn enter(&mut self, below: PathBuf) -> Option<Trouble> {
        let folder = self.real.join(&below);
        let (mut entries, mut trouble) = (Vec::new(), None);
        let listed = fs::read_dir(&folder).and_then(|list| {
            for entry in list {
                let entry = entry?;
                entries.push((entry.file_name(), entry.file_type()));
            }
            Ok(())
        });
        if let Err(error) = listed {
            trouble = Some(failed(&self.shown(&below), error));
        }
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        if !self.options.no_ignore
            && let Err(error) = self.ignored.enter(&folder, entries.iter().any(|(name, _)| name == patterns::NAME))
        {
            trouble = trouble.or(Some(failed(&self.shown(&below.join(patterns::NAME)), error)));
        }
        self.levels.push(Level { below, entries: entries.into_iter() });
        trouble
    }

    /// Returns a path for people. Names in the current folder have no `./` before them, unless the name is `-`.
    fn shown(&self, below: &Path) -> PathBuf {
        if self.root == Path::new(".") && below != Path::new("-") && below != Path::new("") {
            return below.to_owned();
        }
        if below == Path::new("") { self.root.clone() } else { self.root.join(below) }
    }

    /// Visits an entry of the innermost folder. Returns what there is to read or to report.
    fn visit(&mut self, below: PathBuf, name: &OsStr, kind: io::Result<FileType>) -> Option<Found> {
        let kind = match kind {
            Ok(kind) => kind,
            Err(error) => return Some(Found::Failed(failed(&self.shown(&below), error))),
        };
        if let Some(why) = self.leaves_out(&below, name, kind.is_dir()) {
            self.skipped.add(why);
            return None;
        }
        let real = self.real.join(&below);
        if kind.is_dir() {
            return self.enter(below).map(Found::Failed);
        }
        if kind.is_symlink() {
            return self.link(below, &real);
        }
        self.file(below, real, kind.is_file(), false)
    }

    /// Returns why an entry is not read by its name.
    fn leaves_out(&self, below: &Path, name: &OsStr, is_folder: bool) -> Option<Skip> {
        if name == ".git" || (!self.options.hidden && name.as_encoded_bytes().starts_with(b".")) {
            return Some(Skip::Hidden);
        }
        if self.exclude.matches(below, is_folder) || (!is_folder && self.is_not_included(below)) {
            return Some(Skip::Excluded);
        }
        self.ignored.matches(&self.real.join(below), is_folder).then_some(Skip::Ignored)
    }

    fn is_not_included(&self, below: &Path) -> bool {
        !self.options.include.is_empty() && !self.include.matches_with_folders(below)
    }

    fn file(&self, below: PathBuf, real: PathBuf, is_file: bool, is_link: bool) -> Option<Found> {
        if is_file {
            return Some(Found::File(FoundFile { path: self.shown(&below), real, below, is_link }));
        }
        // A pipe, a socket or a device.
        self.skipped.add(Skip::Other);
        None
    }

    /// Visits a symbolic link. A link to a folder inside is not followed, since the walk visits the folder anyway.
    fn link(&self, below: PathBuf, link: &Path) -> Option<Found> {
        let target = fs::canonicalize(link).and_then(|target| Ok((fs::metadata(&target)?, target)));
        let (about, target) = match target {
            Ok(found) => found,
            Err(error) => return Some(Found::Failed(failed(&self.shown(&below), error))),
        };
        let is_git = |inside: &Path| inside.iter().any(|name| name == ".git");
        match target.strip_prefix(&self.real) {
            Err(_) => {
                self.skipped.add(Skip::Link);
                Some(Found::Outside(self.shown(&below)))
            }
            Ok(inside) if about.is_dir() || is_git(inside) => {
                self.skipped.add(Skip::Link);
                None
            }
            Ok(_) => self.file(below, target, about.is_file(), true),
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if let Some(trouble) = self.first.take() {
            return Some(Found::Failed(trouble));
        }
        loop {
            let level = self.levels.last_mut()?;
            let Some((name, kind)) = level.entries.next() else {
                self.levels.pop();
                self.ignored.leave();
                continue;
            };
            let below = level.below.join(&name);
            if let Some(found) = self.visit(below, &name, kind) {
                return Some(found);
            }
        }
    }
}

fn failed(path: &Path, error: io::Error) -> Trouble {
    Trouble::io(path.to_string_lossy(), error)
}
