//! Finds the documents of a folder, in order.
//!
//! Names are sorted by their bytes, folders and files together. Hidden files (`.git`) are skipped, and links to folders are not
//! followed, which avoids cycles.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use datafusion_common::{DataFusionError, Result};

use super::how::shown;

/// Walks the files of a folder and its subfolders; keeps only the names of open folders.
pub(super) struct Walk {
    /// The remaining entries of each open folder, in reverse order.
    open: Vec<Vec<PathBuf>>,
}

impl Walk {
    /// Creates a walk of a folder, or of one file.
    pub(super) fn new(path: &Path) -> Self {
        Self { open: vec![vec![path.to_owned()]] }
    }

    fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
        let failed =
            |error: io::Error| DataFusionError::Execution(format!("{}: {error}", shown(&folder.to_string_lossy())));
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let is_linked = entry.file_type().map_err(failed)?.is_symlink();
            if !is_hidden && (!is_linked || entry.path().is_file()) {
                paths.push(entry.path());
            }
        }
        paths.sort_unstable_by(|a, b| b.cmp(a));
        Ok(paths)
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(path) = self.open.last_mut()?.pop() else {
                self.open.pop();
                continue;
            };
            if path.is_file() {
                return Some(Ok(path));
            }
            // Other entries, such as pipes and sockets, are skipped.
            if path.is_dir() {
                match Self::entries(&path) {
                    Ok(entries) => self.open.push(entries),
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }
}
