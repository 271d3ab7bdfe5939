//! Where `--output` writes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The value of `--output`: a file, or a folder where the command writes one; `-` is standard output.
#[derive(Clone, Debug)]
pub(crate) struct OutputPath(PathBuf);

impl From<OsString> for OutputPath {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl OutputPath {
    /// Returns the file; `None` for standard output, which is also the output without the option.
    pub(crate) fn file(option: Option<&Self>) -> Option<&Path> {
        option.map(|path| &*path.0).filter(|path| path.as_os_str() != "-")
    }
}
