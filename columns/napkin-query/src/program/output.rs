//! Opens the output of a result, and reports errors.
//!
//! An output file appears whole, or not at all.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use datafusion::error::DataFusionError;
use tempfile::NamedTempFile;

use crate::options::Form;

/// The reason why there is no result.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The options make no sense.
    Usage(String),
    /// Reading or writing failed.
    Io { what: String, error: io::Error },
    /// The engine failed, because of the statement or of the data.
    Engine(Box<DataFusionError>),
}

impl Trouble {
    /// The exit status of every error.
    pub(crate) const STATUS: u8 = 2;

    pub(crate) fn io(what: &Path, error: io::Error) -> Self {
        Self::Io { what: what.display().to_string(), error }
    }

    /// Returns whether the reader has closed the pipe.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<DataFusionError> for Trouble {
    fn from(error: DataFusionError) -> Self {
        Self::Engine(Box::new(error))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(why) => f.write_str(why),
            Self::Io { what, error } => write!(f, "{what}: {error}"),
            // The engine's message, without the backtrace for its authors.
            Self::Engine(error) => f.write_str(error.strip_backtrace().trim_end()),
        }
    }
}

/// An output file, or standard output.
pub(crate) enum Output {
    Standard(BufWriter<io::Stdout>),
    File { file: BufWriter<NamedTempFile>, path: PathBuf },
}

impl Output {
    /// Opens the output; a file is temporary, in the same folder, until it is complete.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Trouble> {
        let Some(path) = path else { return Ok(Self::Standard(BufWriter::new(io::stdout()))) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut temporary = tempfile::Builder::new();
        // The usual mode of new files, limited by the user's mask.
        #[cfg(unix)]
        temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = temporary.tempfile_in(folder).map_err(|error| Trouble::io(path, error))?;
        Ok(Self::File { file: BufWriter::with_capacity(1 << 20, file), path: path.to_owned() })
    }

    /// Moves the complete file to its place.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        match self {
            Self::Standard(mut out) => out.flush().map_err(|error| Trouble::io("stdout".as_ref(), error)),
            Self::File { file, path } => {
                let file = file.into_inner().map_err(|error| Trouble::io(&path, error.into_error()))?;
                file.persist(&path).map_err(|error| Trouble::io(&path, error.error))?;
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File { file, .. } => file.flush(),
        }
    }
}

/// Returns the form of the output: the requested form, else by the file's extension or the terminal.
pub(crate) fn form(asked: Option<Form>, path: Option<&Path>) -> Result<Form, Trouble> {
    if let Some(form) = asked {
        if form == Form::Parquet && path.is_none() && io::stdout().is_terminal() {
            return Err(Trouble::Usage("Parquet is not for a terminal; -o has a file for it".to_owned()));
        }
        return Ok(form);
    }
    let Some(path) = path else { return Ok(if io::stdout().is_terminal() { Form::Table } else { Form::Csv }) };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("parquet") => Ok(Form::Parquet),
        Some("csv") => Ok(Form::Csv),
        Some("json" | "jsonl" | "ndjson") => Ok(Form::Json),
        _ => Err(Trouble::Usage(format!("{}: its ending says no form; --to does", path.display()))),
    }
}
