//! Files whose members are documents: zip files and the formats made of them, tar files, web archives (WARC and WACZ), what gzip has packed,
//! and all of these in each other. Start with `Container`.
//!
//! Archives in archives are read in memory, within the limits; a web archive in a file is read record by record, whatever its length.

mod document;
mod hyperlink_base;
mod hyperlinks;
mod kind;
mod level;
mod members;
mod revisits;
mod section;

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};

use self::level::{Found, Level};
use crate::archive::{ArchiveError, ArchiveLimits};
use crate::target_fragments::TargetFragments;
use crate::warc::WarcRecord;

pub use self::document::{OwnedDocument, absolute_base};
pub use self::kind::ContainerKind;
pub use self::members::Members;

/// A member of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerItem {
    /// A document.
    Document(ContainedDocument),
    /// A record of a web archive, with the path of the archive in the container; the path is empty if the container is the web archive.
    Record(String, WarcRecord),
}

/// A document in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContainedDocument {
    /// The path in the container, with slashes: that of the archive around it, then that in this archive.
    pub path: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The path in the container against which the references are resolved; `None` if that is the container itself: targets of relationships
    /// of Office Open XML are relative to the package (ISO/IEC 29500-2 section 9.3.2.2), and so are its fields and formulas.
    pub place: Option<String>,
    /// The base that the package declares for its hyperlinks (ISO/IEC 29500-1 section 22.2.2.11, `HyperlinkBase`).
    pub base: Option<String>,
    /// The path in the container of the zip or tar file that has the document, so that [`Members`] finds it; empty if that is
    /// the container itself.
    pub archive: Option<String>,
    /// What hyperlinks in another member of the same package add to the targets in this one.
    pub fragments: Option<TargetFragments>,
}

/// Bytes with a place.
trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// Iterates over the members of a container that can contain links, one at a time in memory.
///
/// ```
/// use napkin_document::archive::ArchiveLimits;
/// use napkin_document::container::{Container, ContainerItem};
/// let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 4\r\n\r\nbeer\r\n\r\n";
/// let mut container = Container::of_bytes(file.to_vec(), "crawl.warc", ArchiveLimits::default()).unwrap().unwrap();
/// let Some(Ok(ContainerItem::Record(_, record))) = container.next() else { panic!("expected a record") };
/// assert_eq!(record.block, b"beer");
/// ```
pub struct Container {
    /// The archives that are being read, the innermost last.
    open: Vec<Level>,
    limits: ArchiveLimits,
    /// The number of bytes that may still be unpacked.
    left: u64,
    /// The number of members so far.
    members: usize,
    /// The number of revisits whose document is not in the same web archive.
    unresolved: u64,
    /// Whether revisits are passed on as they are.
    as_stored: bool,
}

impl Container {
    /// Opens a file at its beginning; `None` if it is no container. `name` is that of the file.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// use napkin_document::container::Container;
    /// let file = std::fs::File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    /// assert!(Container::of_file(file, "Cargo.toml", ArchiveLimits::default()).unwrap().is_none());
    /// ```
    ///
    /// # Errors
    /// The file cannot be read; or else, it is a damaged archive.
    pub fn of_file(
        mut file: File,
        name: &str,
        limits: ArchiveLimits,
    ) -> io::Result<Option<Result<Self, ArchiveError>>> {
        let mut head = Vec::new();
        file.by_ref().take(ContainerKind::HEAD).read_to_end(&mut head)?;
        file.rewind()?;
        let Some(kind) = ContainerKind::of_content(&head) else { return Ok(None) };
        Ok(Some(Level::of_file(kind, file, name, limits).map(|level| Self::new(level, limits))))
    }

    /// Opens bytes; `None` if they are no container. `name` is that of the file which had them.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// use napkin_document::container::Container;
    /// assert!(Container::of_bytes(b"<a href=x>".to_vec(), "menu.html", ArchiveLimits::default()).is_none());
    /// ```
    ///
    /// # Errors
    /// The archive is damaged.
    #[must_use]
    pub fn of_bytes(bytes: Vec<u8>, name: &str, limits: ArchiveLimits) -> Option<Result<Self, ArchiveError>> {
        let kind = ContainerKind::of_content(&bytes)?;
        Some(Level::of_bytes(kind, bytes, String::new(), name, limits).map(|level| Self::new(level, limits)))
    }

    /// Reads a stream of a kind that [`ContainerKind::of_content`] told from its first bytes; `None` for zip files, whose directory is at their
    /// end. `name` is that of the file that the stream would be.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// use napkin_document::container::{Container, ContainerKind};
    /// let container = Container::of_stream(ContainerKind::Warc, Box::new(std::io::empty()), "stdin", ArchiveLimits::default());
    /// assert_eq!(container.unwrap().count(), 0);
    /// ```
    #[must_use]
    pub fn of_stream(
        kind: ContainerKind,
        stream: Box<dyn Read + Send>,
        name: &str,
        limits: ArchiveLimits,
    ) -> Option<Self> {
        Level::of_stream(kind, stream, name, limits).map(|level| Self::new(level, limits))
    }

    fn new(level: Level, limits: ArchiveLimits) -> Self {
        Self { open: vec![level], limits, left: limits.total, members: 0, unresolved: 0, as_stored: false }
    }

    /// Passes on every record as it is stored: revisits, too, which otherwise get the document of the record to which they refer.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, container::Container};
    /// let file = b"WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 0\r\n\r\n\r\n\r\n".to_vec();
    /// let container = Container::of_bytes(file, "crawl.warc", ArchiveLimits::default()).unwrap().unwrap();
    /// assert_eq!(container.as_stored().count(), 1);
    /// ```
    #[must_use]
    pub fn as_stored(self) -> Self {
        Self { as_stored: true, ..self }
    }

    /// Returns the number of records so far that say that their document is in another record (revisits, ISO 28500:2017 section 6.7), and whose
    /// document is not in the same web archive, or cannot be read again.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, container::Container};
    /// let file = b"WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 0\r\n\r\n\r\n\r\n".to_vec();
    /// let mut container = Container::of_bytes(file, "crawl.warc", ArchiveLimits::default()).unwrap().unwrap();
    /// assert_eq!((container.by_ref().count(), container.unresolved_revisits()), (0, 1));
    /// ```
    #[must_use]
    pub const fn unresolved_revisits(&self) -> u64 {
        self.unresolved
    }

    /// Stops, because nothing more may be read.
    fn stop(&mut self, error: ArchiveError) -> ArchiveError {
        self.open.clear();
        error
    }

    /// Reads a member that is an archive, or else returns it as a document.
    fn member(&mut self, mut document: ContainedDocument) -> Option<Result<ContainerItem, ArchiveError>> {
        self.members += 1;
        if self.members > self.limits.members {
            return Some(Err(self.stop(ArchiveError::Members(self.limits.members))));
        }
        let Some(kind) = ContainerKind::of_content(&document.bytes) else {
            // A packed file is read whatever its name is, as one that is not packed.
            let is_only = matches!(&self.open[..], [level] if level.is_packed_file());
            let archive = self.open.last().filter(|_| self.open.iter().all(Level::has_members));
            document.archive = archive.map(|level| level.path.clone());
            if is_only || crate::Kind::of_name(&document.path).is_some() {
                return Some(Ok(ContainerItem::Document(document)));
            }
            let why = "expected an archive, as its name says, but found none";
            return Some(Err(ArchiveError::Unreadable(document.path, why.to_owned())));
        };
        if self.open.len() >= self.limits.depth {
            return Some(Err(ArchiveError::Depth(document.path, self.limits.depth)));
        }
        let ContainedDocument { path, bytes, .. } = document;
        match Level::of_bytes(kind, bytes, path.clone(), &path, self.limits) {
            Ok(level) => self.open.push(level),
            Err(error) => return Some(Err(error.within(&path))),
        }
        None
    }
}

impl Iterator for Container {
    type Item = Result<ContainerItem, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let level = self.open.last_mut()?;
            let item = match level.next(&mut self.left, self.as_stored) {
                None => {
                    self.unresolved += level.unresolved();
                    self.open.pop();
                    None
                }
                Some(Err(error @ ArchiveError::Total(_))) => Some(Err(self.stop(error))),
                Some(Err(error)) => Some(Err(error.within(&level.path))),
                Some(Ok(Found::Record(record))) => Some(Ok(ContainerItem::Record(level.path.clone(), record))),
                Some(Ok(Found::Archive(level))) => {
                    self.open.push(*level);
                    None
                }
                Some(Ok(Found::Member(document))) => self.member(document),
            };
            if item.is_some() {
                return item;
            }
        }
    }
}

impl fmt::Debug for Container {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Container")
            .field("depth", &self.open.len())
            .field("members", &self.members)
            .finish_non_exhaustive()
    }
}

/// Bytes in memory, as a file.
fn in_memory(bytes: Vec<u8>) -> Box<dyn ReadSeek> {
    Box::new(Cursor::new(bytes))
}
