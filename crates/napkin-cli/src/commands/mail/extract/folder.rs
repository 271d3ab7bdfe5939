//! Writes files under names of their own into a folder.
//!
//! A file is written to a hidden folder inside, and moved to its place when it is complete. A link or another file at its
//! place is never followed or written to.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::commands::mail::object_folder::is_there;
use crate::files::{self, HiddenFolder, Names, Over};
use crate::output::Trouble;

/// The prefix of the names of hidden folders.
const PREFIX: &str = ".napkin-extract-";

/// A file in its place.
pub(super) struct Saved {
    pub(super) path: PathBuf,
    /// In hexadecimal digits.
    pub(super) sha256: String,
}

/// Why a file is not saved.
pub(super) enum NotSaved {
    /// A code and a sentence.
    Because(&'static str, String),
    /// An I/O error.
    Trouble(Trouble),
}

pub(super) struct Folder {
    path: PathBuf,
    /// Where files are written; created with the first file.
    hidden: Option<HiddenFolder>,
    names: Names,
    over: Over,
    count: usize,
    total: u64,
}

impl Folder {
    /// Opens a folder, which need not exist, and removes the hidden folders of killed runs.
    pub(super) fn new(path: &Path, force: bool) -> Self {
        HiddenFolder::clear(path, PREFIX, |_| {});
        let over = if force { Over::Anything } else { Over::Nothing };
        Self { path: path.to_owned(), hidden: None, names: Names::default(), over, count: 0, total: 0 }
    }

    /// Returns the number of saved files.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of bytes of the saved files.
    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// Saves `size` bytes under a name, or under this name with a number.
    pub(super) fn save(&mut self, name: &str, size: u64, content: &mut dyn Read) -> Result<Saved, NotSaved> {
        let path = self.path.join(self.names.take(name));
        let sha256 = self.write(&path, content).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                let text = format!("{} is there already, with other content; --force replaces it", path.display());
                NotSaved::Because("exists", text)
            }
            _ => NotSaved::Trouble(Trouble::io(path.to_string_lossy(), error)),
        })?;
        (self.count, self.total) = (self.count + 1, self.total + size);
        Ok(Saved { path, sha256 })
    }

    /// Writes a file, and returns its digest.
    fn write(&mut self, place: &Path, content: &mut dyn Read) -> io::Result<String> {
        let hidden = match &self.hidden {
            Some(hidden) => hidden,
            None => {
                fs::create_dir_all(&self.path)?;
                self.hidden.insert(HiddenFolder::new(&self.path, PREFIX)?)
            }
        };
        let from = hidden.path().join("file");
        let done =
            written(&from, content).and_then(|(file, digest)| match files::put(&file, &from, place, self.over) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && is_same(place, &from) => Ok(digest),
                done => done.map(|()| digest),
            });
        // It is gone if it was moved.
        let _ = fs::remove_file(&from);
        done
    }
}

/// Returns whether a regular file has the content of another one.
fn is_same(place: &Path, file: &Path) -> bool {
    files::open(file).and_then(|file| is_there(place, || file)).unwrap_or(false)
}

fn written(path: &Path, content: &mut dyn Read) -> io::Result<(fs::File, String)> {
    let mut file = BufWriter::with_capacity(64 << 10, files::create(path)?);
    let mut digest = Sha256::new();
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = content.read(&mut piece)?;
        if read == 0 {
            break;
        }
        digest.update(&piece[..read]);
        file.write_all(&piece[..read])?;
    }
    Ok((file.into_inner().map_err(io::IntoInnerError::into_error)?, format!("{:x}", digest.finalize())))
}
