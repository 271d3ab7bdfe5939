//! Holds the files of a run in a hidden folder until they are moved to their places.
//!
//! A killed run leaves this folder behind. The next run into the same folder puts back the old files from it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::files::{self, HiddenFolder};

/// The prefix of the folder's name.
const NAME: &str = ".napkin-unbundle-";
/// The prefixes of files that are not in their places yet, and of the old files that they replace.
const NEW: &str = "new-";
const OLD: &str = "old-";

/// The hidden folder of this run. Dropping it removes it.
pub(super) struct Staging(HiddenFolder);

impl Staging {
    /// Creates a staging folder inside a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        HiddenFolder::new(folder, NAME).map(Self)
    }

    /// Writes a new file. Only the last file is synced to disk: syncing each of sixty thousand files would take that
    /// many times as long.
    pub(super) fn written(&self, name: &OsStr, bytes: &[u8], is_last: bool) -> io::Result<PathBuf> {
        let path = self.0.path().join(prefixed(NEW, name));
        let mut file = files::create(&path)?;
        file.write_all(bytes)?;
        if is_last {
            file.sync_all()?;
        }
        Ok(path)
    }

    /// Returns the path to which a replaced file is moved.
    pub(super) fn old(&self, name: &OsStr) -> PathBuf {
        self.0.path().join(prefixed(OLD, name))
    }

    /// Clears up after killed runs: puts back a file that was moved away and not replaced, and removes all others.
    pub(super) fn clear(folder: &Path) {
        HiddenFolder::clear(folder, NAME, |path| {
            let name = path.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_prefix(OLD));
            let place = name.map(|name| folder.join(name));
            if let Some(place) = place.filter(|place| fs::symlink_metadata(place).is_err()) {
                let _ = fs::rename(path, place);
            }
        });
    }
}

fn prefixed(prefix: &str, name: &OsStr) -> OsString {
    let mut prefixed = OsString::from(prefix);
    prefixed.push(name);
    prefixed
}
