//! Finds the documents in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use napkin_document::Kind;

use crate::output::Trouble;

/// Returns the documents below a folder in the order of their names, and the folders that cannot be read. Hidden files are left
/// out, and symbolic links are not followed.
pub(super) fn files(folder: &Path) -> Vec<Result<PathBuf, Trouble>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        if path != folder && !path.is_dir() {
            found.push(Ok(path));
            continue;
        }
        let names = fs::read_dir(&path).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
        let mut names = match names {
            Ok(names) => names,
            Err(error) => {
                found.push(Err(Trouble::reading(&path.to_string_lossy(), error)));
                continue;
            }
        };
        // The last is opened first.
        names.sort_by_key(|entry| std::cmp::Reverse(entry.file_name()));
        for entry in names {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let about = entry.file_type();
            let is_document = |is_file| is_file && Kind::of_name(&name).is_some();
            let is_wanted = about.is_ok_and(|about| about.is_dir() || is_document(about.is_file()));
            if is_wanted && !name.starts_with('.') {
                open.push(entry.path());
            }
        }
    }
    found
}
