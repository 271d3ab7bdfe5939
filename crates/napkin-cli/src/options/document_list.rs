//! The documents of a command: its arguments, a list in a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::INPUT;
use crate::output::Trouble;

/// A list of documents in a file.
#[derive(Args, Clone, Default)]
pub(crate) struct DocumentList {
    /// Read the names of documents from this file, one per line, too; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT, hide_short_help = true)]
    pub(crate) from: Option<PathBuf>,
    /// End the names of --from with NUL instead of a line end, as `find -print0` does
    #[arg(short = '0', long, requires = "from", help_heading = INPUT, hide_short_help = true)]
    pub(crate) null: bool,
}

impl DocumentList {
    /// Returns the documents that were given, and those of the list. Without either, standard input is the only document.
    pub(crate) fn with(&self, given: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
        let mut documents = given.to_vec();
        match &self.from {
            Some(list) => documents.extend(self.names(list)?),
            None if given.is_empty() => documents.push("-".into()),
            None => {}
        }
        Ok(documents)
    }

    /// Reads the names. Empty lines name nothing.
    fn names(&self, list: &Path) -> Result<Vec<PathBuf>, Trouble> {
        let shown = list.to_string_lossy();
        let mut bytes = Vec::new();
        let read = match list.as_os_str() == "-" {
            true => io::stdin().read_to_end(&mut bytes),
            false => File::open(list).and_then(|mut file| file.read_to_end(&mut bytes)),
        };
        read.map_err(|error| Trouble::io(&*shown, error))?;
        let end = if self.null { 0 } else { b'\n' };
        let names = bytes.split(|&byte| byte == end);
        let names = names.map(|name| if self.null { name } else { name.strip_suffix(b"\r").unwrap_or(name) });
        let names: Vec<PathBuf> = names.filter(|name| !name.is_empty()).map(path).collect::<Result<_, _>>()?;
        match names.is_empty() {
            true => Err(Trouble::Usage(format!("--from {shown}: expected names of documents, but found none"))),
            false => Ok(names),
        }
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "names of files are text on other systems")]
fn path(name: &[u8]) -> Result<PathBuf, Trouble> {
    use std::os::unix::ffi::OsStrExt;
    Ok(std::ffi::OsStr::from_bytes(name).into())
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> Result<PathBuf, Trouble> {
    let wrong = || Trouble::Usage("--from: expected names in UTF-8, but found other bytes".to_owned());
    std::str::from_utf8(name).map(PathBuf::from).map_err(|_| wrong())
}
