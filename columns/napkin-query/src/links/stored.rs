//! Reads a file or an object: a document, or an archive of documents.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use arrow_array::RecordBatch;
use datafusion_common::{DataFusionError, Result, exec_err};
use napkin_document::archive::{ArchiveError, ArchiveLimits, is_document_name};
use napkin_document::container::{Container, ContainerKind};
use napkin_document::{Kind, file_url};

use super::archive;
use super::document::Document;
use super::how::{How, shown};
use super::rows::Rows;

/// A file or an object.
pub(super) struct Stored {
    /// Its path, or the URL of the object.
    pub(super) name: String,
    /// The URL from which a document in it counts as retrieved.
    pub(super) url: Option<String>,
    /// The number of its bytes.
    pub(super) length: u64,
    pub(super) bytes: Bytes,
}

/// Its bytes, from the first one.
pub(super) enum Bytes {
    File(File),
    Object(Box<dyn Read + Send>),
}

/// What it is.
enum Opened {
    Archive(Result<Container, ArchiveError>),
    Document(Box<dyn Read>),
}

impl Stored {
    /// Opens a file.
    pub(super) fn of_file(path: &Path) -> Result<Self> {
        let name = path.to_string_lossy().into_owned();
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = opened.map_err(|error| failed(&name, &error))?;
        Ok(Self { name, url: file_url(path), length, bytes: Bytes::File(file) })
    }

    /// Sends the rows of the document, or of the documents of the archive. Returns `false` if the receiver is closed. `is_asked` says whether the
    /// query names it: other zip files of a folder are no documents.
    pub(super) fn rows(
        self,
        is_asked: bool,
        how: How,
        rows: &mut Rows,
        send: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<bool> {
        let Self { name, url, length, bytes } = self;
        let limits = ArchiveLimits::default().with_member(how.limit);
        let opened = match is_asked || is_document_name(&name) {
            true => bytes.opened(&name, limits),
            false => Ok(Opened::Document(bytes.into_reader())),
        };
        let mut bytes = match opened.map_err(|error| failed(&name, &error))? {
            Opened::Archive(opened) => {
                let container = opened.map_err(|error| archive::failed(&name, &error))?;
                return archive::read((&name, url), container, limits, how, rows, send);
            }
            Opened::Document(bytes) => bytes,
        };
        let (kind, limit) = (Kind::of_name(&name), how.limit);
        // A binary file is no document, however long it is.
        let most = if length > limit { Document::HEAD } else { limit };
        let mut read = Vec::new();
        (&mut bytes).take(most).read_to_end(&mut read).map_err(|error| failed(&name, &error))?;
        let document = Document::of(&read, kind, url);
        if length > limit && document.is_some() {
            return exec_err!(
                "{}: expected at most {limit} bytes, but found {length}; argument 3 of napkin_links is the limit",
                shown(&name)
            );
        }
        document.map_or(Ok(true), |document| document.rows(&name, how, rows, send))
    }
}

impl Bytes {
    fn into_reader(self) -> Box<dyn Read> {
        match self {
            Self::File(file) => Box::new(file),
            Self::Object(object) => object,
        }
    }

    /// Opens an archive, or gives the bytes back.
    fn opened(self, name: &str, limits: ArchiveLimits) -> io::Result<Opened> {
        let mut object = match self {
            Self::File(file) => return of_file(file, name, limits),
            Self::Object(object) => object,
        };
        let mut head = Vec::new();
        (&mut object).take(ContainerKind::HEAD).read_to_end(&mut head)?;
        let kind = ContainerKind::of_content(&head);
        let mut bytes = io::Cursor::new(head).chain(object);
        Ok(match kind {
            None => Opened::Document(Box::new(bytes)),
            Some(ContainerKind::Zip) => {
                // Its directory is at its end.
                let mut file = tempfile::tempfile()?;
                io::copy(&mut bytes, &mut file)?;
                file.rewind()?;
                return of_file(file, name, limits);
            }
            Some(kind) => match Container::of_stream(kind, Box::new(bytes), name, limits) {
                Some(container) => Opened::Archive(Ok(container)),
                None => return Err(io::Error::other("an archive of this kind cannot be read as it arrives")),
            },
        })
    }
}

fn of_file(mut file: File, name: &str, limits: ArchiveLimits) -> io::Result<Opened> {
    if let Some(opened) = Container::of_file(file.try_clone()?, name, limits)? {
        return Ok(Opened::Archive(opened));
    }
    file.rewind()?;
    Ok(Opened::Document(Box::new(file)))
}

/// Returns the error for a file or an object that cannot be read.
fn failed(name: &str, error: &io::Error) -> DataFusionError {
    DataFusionError::Execution(format!("{}: {error}", shown(name)))
}
