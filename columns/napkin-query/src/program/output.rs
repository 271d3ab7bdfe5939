//! Where an answer goes, and what is said where there is none.
//!
//! Decides: that a file is put in its place whole, or not at all; and what the messages of the engine become.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use datafusion::error::DataFusionError;
use tempfile::NamedTempFile;

use crate::options::Form;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The options make no sense.
    Usage(String),
    /// Reading or writing failed.
    Io { what: String, error: io::Error },
    /// The engine says no: of the statement, or of what its tables hold.
    Engine(Box<DataFusionError>),
}

impl Trouble {
    /// The exit status of all of them.
    pub(crate) const STATUS: u8 = 2;

    pub(crate) fn io(what: &Path, error: io::Error) -> Self {
        Self::Io { what: what.display().to_string(), error }
    }

    /// Whether nobody reads the answer any more.
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
            // The engine's own words, of which the last lines are for its authors.
            Self::Engine(error) => f.write_str(error.strip_backtrace().trim_end()),
        }
    }
}

/// A file that is being written, or standard output.
pub(crate) enum Output {
    Standard(BufWriter<io::Stdout>),
    File { file: BufWriter<NamedTempFile>, path: PathBuf },
}

impl Output {
    /// Beside its place, until it is whole.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Trouble> {
        let Some(path) = path else { return Ok(Self::Standard(BufWriter::new(io::stdout()))) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut temporary = tempfile::Builder::new();
        // As any new file: what the user's mask leaves, not a secret.
        #[cfg(unix)]
        temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = temporary.tempfile_in(folder).map_err(|error| Trouble::io(path, error))?;
        Ok(Self::File { file: BufWriter::with_capacity(1 << 20, file), path: path.to_owned() })
    }

    /// Puts it in its place.
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

/// The form of an answer that goes to a file, or nowhere in particular.
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
