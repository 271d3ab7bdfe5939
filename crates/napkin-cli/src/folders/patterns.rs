//! Patterns of `.gitignore` files and of options.
//!
//! The crate `ignore` implements the patterns. Its own walk is not used: it waits for ever at a pipe of the name
//! `.gitignore`, and does not tell how much it leaves out.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::output::Trouble;

/// The name of the files with patterns.
pub(super) const NAME: &str = ".gitignore";

/// The most bytes of a `.gitignore` file. git's own lists have at most some hundred lines.
const LONGEST: u64 = 1 << 20;

/// The patterns of an option.
pub(super) struct Patterns(Gitignore);

impl Patterns {
    /// Parses the values of an option.
    pub(super) fn of_option(option: &str, globs: &[String]) -> Result<Self, Trouble> {
        let wrong =
            |glob: &str, error| Trouble::Usage(format!("--{option}: expected a pattern, found `{glob}`: {error}"));
        let mut builder = GitignoreBuilder::new("");
        builder.allow_unclosed_class(false);
        for glob in globs {
            // In a file, the line would be a comment.
            let line = if glob.starts_with('#') { format!("\\{glob}") } else { glob.clone() };
            builder.add_line(None, &line).map_err(|error| wrong(glob, error))?;
        }
        builder.build().map(Self).map_err(|error| wrong(&globs.join(" "), error))
    }

    /// Returns whether a path below the root matches.
    pub(super) fn matches(&self, below: &Path, is_folder: bool) -> bool {
        self.0.matched(below, is_folder).is_ignore()
    }

    /// Returns whether a file, or a folder that contains it, matches.
    pub(super) fn matches_with_folders(&self, below: &Path) -> bool {
        self.0.matched_path_or_any_parents(below, false).is_ignore()
    }
}

/// The `.gitignore` files that apply, the outermost first.
#[derive(Default)]
pub(super) struct Ignored(Vec<Gitignore>);

impl Ignored {
    /// Reads the files above a folder, up to the repository that contains it. Without a repository there are none: a file
    /// in a home folder says nothing about the folders of other programs.
    pub(super) fn above(root: &Path) -> Self {
        let Some(repository) = root.ancestors().find(|folder| folder.join(".git").exists()) else {
            return Self::default();
        };
        let mut folders: Vec<PathBuf> = root.ancestors().skip(1).map(Path::to_owned).collect();
        folders.retain(|folder| folder.starts_with(repository));
        folders.reverse();
        let exclude = patterns(repository, &repository.join(".git/info/exclude"));
        let files = folders.iter().map(|folder| patterns(folder, &folder.join(NAME)));
        // Such a file cannot be read by git either. It can only make the walk find more.
        Self([exclude].into_iter().chain(files).filter_map(Result::ok).collect())
    }

    /// Reads the file of a folder, if it has one. [`leave`](Self::leave) removes it.
    pub(super) fn enter(&mut self, folder: &Path, has_file: bool) -> io::Result<()> {
        let read = if has_file { patterns(folder, &folder.join(NAME)) } else { Ok(Gitignore::empty()) };
        let (file, result) = read.map_or_else(|error| (Gitignore::empty(), Err(error)), |file| (file, Ok(())));
        self.0.push(file);
        result
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// Returns whether an entry is ignored: the innermost file with a pattern for it decides.
    pub(super) fn matches(&self, path: &Path, is_folder: bool) -> bool {
        let decided = self.0.iter().rev().map(|file| file.matched(path, is_folder)).find(|found| !found.is_none());
        decided.is_some_and(|found| found.is_ignore())
    }
}

/// Reads a file of patterns. A line that is no pattern, or not UTF-8, is skipped, as in git.
fn patterns(folder: &Path, file: &Path) -> io::Result<Gitignore> {
    if fs::symlink_metadata(file).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(Gitignore::empty());
    }
    let bytes = napkin_files::read(file, LONGEST)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut builder = GitignoreBuilder::new(folder);
    for line in bytes.split(|&byte| byte == b'\n') {
        if let Ok(line) = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)) {
            let _ = builder.add_line(None, line);
        }
    }
    builder.build().map_err(io::Error::other)
}
