//! Where files have moved, by the history of git.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::git::{filters, git, path_of, root};
use crate::output::Trouble;

/// The most moves of one file that are followed.
const MOST: usize = 100;

/// The renames of the repositories in which files are missing. Git is asked once for each repository.
#[derive(Default)]
pub(super) struct Moves(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The root of the repository of each folder.
    roots: HashMap<PathBuf, Option<PathBuf>>,
    /// The new path of each file of a repository that was renamed.
    renames: HashMap<PathBuf, HashMap<PathBuf, PathBuf>>,
}

impl Moves {
    /// Returns where a missing file is now. Without a repository nothing has moved.
    pub(super) fn of(&self, missing: &Path) -> Option<PathBuf> {
        let folder = missing.ancestors().skip(1).find(|folder| folder.is_dir())?;
        let Known { roots, renames } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let root = roots.entry(folder.to_owned()).or_insert_with(|| {
            let root = root(folder).ok()?;
            Some(std::fs::canonicalize(&root).unwrap_or(root))
        });
        let root = root.as_ref()?;
        let renames = renames.entry(root.clone()).or_insert_with(|| read_renames(root).unwrap_or_default());
        let mut at = renames.get(missing)?;
        for _ in 0..MOST {
            if at.is_file() {
                return Some(at.clone());
            }
            at = renames.get(at)?;
        }
        None
    }
}

fn read_renames(root: &Path) -> Result<HashMap<PathBuf, PathBuf>, Trouble> {
    const FORM: [&str; 8] = [
        "--diff-filter=R", "--find-renames", "--name-status", "-z", "--no-color", "--no-ext-diff", "--no-textconv",
        "--ignore-submodules",
    ];
    let staged = git(root, ["diff", "--cached"].iter().chain(&FORM), &filters(root)?)?;
    // A repository without a commit has no history.
    let history = git(root, ["log", "--format=", "--no-show-signature"].iter().chain(&FORM), &[]).unwrap_or_default();
    let mut renames = HashMap::new();
    // The newest rename of a name counts.
    for (old, new) in [staged, history].iter().flat_map(|names| pairs(names)) {
        renames.entry(root.join(old)).or_insert_with(|| root.join(new));
    }
    Ok(renames)
}

/// Reads `R100`, the old name and the new name, each with a NUL behind.
fn pairs(names: &[u8]) -> Vec<(PathBuf, PathBuf)> {
    let mut words = names.split(|&byte| byte == 0);
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        if word.trim_ascii_start().starts_with(b"R")
            && let (Some(old), Some(new)) = (words.next(), words.next())
        {
            found.push((path_of(old.to_vec()), path_of(new.to_vec())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renames_are_pairs_of_names() {
        let names = b"R100\0old name\0new\nname\0\nR087\0R1\0b\0";
        let expected = [("old name", "new\nname"), ("R1", "b")].map(|(old, new)| (old.into(), new.into()));
        assert_eq!(pairs(names), expected);
        assert_eq!(pairs(b"R100\0a"), []);
        assert_eq!(pairs(b""), []);
    }
}
