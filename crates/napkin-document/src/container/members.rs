//! The members of an archive by their paths. Start with `Members`.
//!
//! A [`Container`](super::Container) passes over what can contain no links, in order; here is all that links can lead to.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use super::{ContainerKind, ReadSeek};
use crate::archive::{Archive, ArchiveError, ArchiveLimits, Tar};

/// The members of a zip or tar file, or of one in another.
///
/// ```
/// use napkin_document::{archive::ArchiveLimits, container::Members};
/// let opened = Members::open("Cargo.toml".as_ref(), ArchiveLimits::default());
/// assert!(opened.is_err());
/// ```
pub struct Members {
    source: Source,
    limits: ArchiveLimits,
}

enum Source {
    Zip(Box<Archive<Box<dyn ReadSeek>>>),
    /// A tar file, and where the bytes of its members are: the first, and their number. Links, folders and sparse files have none.
    Tar {
        file: Box<dyn ReadSeek>,
        at: BTreeMap<String, Option<(u64, u64)>>,
    },
}

impl Members {
    /// Opens the archive at a path, which may lead through archives: `outer.zip/inner.tar`.
    ///
    /// A packed tar file is unpacked in memory, up to [`ArchiveLimits::member`] bytes.
    ///
    /// ```
    /// use napkin_document::{archive::ArchiveLimits, container::Members};
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("empty.zip");
    /// std::fs::write(&path, b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    /// assert_eq!(Members::open(&path, ArchiveLimits::default()).unwrap().paths().count(), 0);
    /// ```
    ///
    /// # Errors
    /// There is no such archive, it is damaged, or it is larger than a limit.
    pub fn open(path: &Path, limits: ArchiveLimits) -> Result<Self, ArchiveError> {
        let unknown = || ArchiveError::Damaged("expected an archive, but found none of this name".to_owned());
        let file = path.ancestors().find(|path| path.is_file()).ok_or_else(unknown)?;
        let mut members = Self::of(Box::new(File::open(file).map_err(damaged)?), limits)?;
        let inner = path.strip_prefix(file).map_err(|_| unknown())?.to_string_lossy();
        let inner = if cfg!(windows) { inner.replace('\\', "/") } else { inner.into_owned() };
        let mut rest = &*inner;
        while !rest.is_empty() {
            let mut ends = rest.match_indices('/').map(|(at, _)| at).chain([rest.len()]);
            let end = ends.find(|end| members.has(&rest[..*end])).ok_or_else(unknown)?;
            let bytes = members.read(&rest[..end]).ok_or_else(unknown)??;
            members = Self::of(Box::new(Cursor::new(bytes)), limits)?;
            rest = rest[end..].trim_start_matches('/');
        }
        Ok(members)
    }

    fn of(mut file: Box<dyn ReadSeek>, limits: ArchiveLimits) -> Result<Self, ArchiveError> {
        let mut head = Vec::new();
        (&mut file).take(ContainerKind::HEAD).read_to_end(&mut head).map_err(damaged)?;
        file.rewind().map_err(damaged)?;
        let source = match ContainerKind::of_content(&head) {
            Some(ContainerKind::Zip) => Source::Zip(Box::new(Archive::open(file, limits)?)),
            Some(ContainerKind::Tar) => tar(file, limits)?,
            Some(ContainerKind::PackedTar) => tar(unpacked(file, limits)?, limits)?,
            _ => return Err(ArchiveError::Damaged("expected a zip or tar file, but found something else".to_owned())),
        };
        Ok(Self { source, limits })
    }

    /// Returns the paths of all members, with slashes; those of folders end with one.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("empty.zip");
    /// # std::fs::write(&path, b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    /// use napkin_document::{archive::ArchiveLimits, container::Members};
    /// assert!(Members::open(&path, ArchiveLimits::default()).unwrap().paths().all(|path| path != "menu.html"));
    /// ```
    pub fn paths(&self) -> Box<dyn Iterator<Item = String> + '_> {
        match &self.source {
            Source::Zip(zip) => Box::new(zip.paths()),
            Source::Tar { at, .. } => Box::new(at.keys().cloned()),
        }
    }

    /// Reads the member with this path; `None` if there is none.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("empty.zip");
    /// # std::fs::write(&path, b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").unwrap();
    /// use napkin_document::{archive::ArchiveLimits, container::Members};
    /// assert!(Members::open(&path, ArchiveLimits::default()).unwrap().read("menu.html").is_none());
    /// ```
    ///
    /// # Errors
    /// The member cannot be read, or is larger than a limit.
    pub fn read(&mut self, path: &str) -> Option<Result<Vec<u8>, ArchiveError>> {
        let (file, place) = match &mut self.source {
            Source::Zip(zip) => return zip.read(path).map(|read| read.map(|member| member.bytes)),
            Source::Tar { file, at } => (file, *at.get(path)?),
        };
        let failed = |error: io::Error| ArchiveError::Unreadable(path.to_owned(), error.to_string());
        Some(match place {
            None => Err(ArchiveError::Unreadable(path.to_owned(), "it is no file with bytes".to_owned())),
            Some((_, length)) if length > self.limits.member => {
                Err(ArchiveError::Member(path.to_owned(), self.limits.member))
            }
            Some((start, length)) => bytes_at(file, start, length).map_err(failed),
        })
    }

    fn has(&self, path: &str) -> bool {
        match &self.source {
            Source::Zip(zip) => zip.has(path),
            Source::Tar { at, .. } => at.contains_key(path),
        }
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Members").field("limits", &self.limits).finish_non_exhaustive()
    }
}

fn damaged(error: io::Error) -> ArchiveError {
    ArchiveError::Damaged(error.to_string())
}

/// Finds the members of a tar file. Of two with one path the last one counts, as it would be unpacked.
fn tar(mut file: Box<dyn ReadSeek>, limits: ArchiveLimits) -> Result<Source, ArchiveError> {
    let mut at = BTreeMap::new();
    Tar::new(&mut file, limits).places(&mut |path, place| {
        at.insert(path, place);
    })?;
    Ok(Source::Tar { file, at })
}

fn unpacked(file: Box<dyn ReadSeek>, limits: ArchiveLimits) -> Result<Box<dyn ReadSeek>, ArchiveError> {
    let mut bytes = Vec::new();
    let decoder = flate2::bufread::MultiGzDecoder::new(io::BufReader::new(file));
    decoder.take(limits.member.saturating_add(1)).read_to_end(&mut bytes).map_err(damaged)?;
    match bytes.len() as u64 > limits.member {
        true => Err(ArchiveError::Total(limits.member)),
        false => Ok(Box::new(Cursor::new(bytes))),
    }
}

fn bytes_at(file: &mut Box<dyn ReadSeek>, start: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
