//! An archive that is being read.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};

use super::revisits::Revisits;
use super::section::Section;
use super::{ContainedDocument, ContainerKind, ReadSeek, hyperlink_base, hyperlinks, in_memory};
use crate::archive::{Archive, ArchiveError, ArchiveLimits, Member, Tar};
use crate::warc::{Warc, WarcRecord};

/// The number of bytes of a web archive that are read at a time.
const PIECE: usize = 256 << 10;

type Stream = Box<dyn Read + Send>;

/// An archive, and its path in the container.
pub(super) struct Level {
    pub(super) path: String,
    reader: Reader,
    limits: ArchiveLimits,
}

#[allow(clippy::large_enum_variant)]
enum Reader {
    Zip(Zip),
    Tar(Tar<Stream>),
    Warc(WebArchive),
    /// A packed file, and its name.
    Gzip(Option<(Stream, String, u64)>),
}

struct Zip {
    archive: Archive<Box<dyn ReadSeek>>,
    /// The file, if it is one.
    file: Option<File>,
    /// The web archives of WACZ that have not been read, the first last; `None` for other zip files.
    web_archives: Option<Vec<String>>,
    /// The base that the package declares.
    base: Option<String>,
    /// Whether it declares its media types by the Open Packaging Conventions (ISO/IEC 29500-2), as packages of Office Open XML do.
    is_office: bool,
}

/// What a level has next.
pub(super) enum Found {
    Member(ContainedDocument),
    Record(WarcRecord),
    Archive(Box<Level>),
}

impl Level {
    pub(super) fn of_file(
        kind: ContainerKind,
        file: File,
        name: &str,
        limits: ArchiveLimits,
    ) -> Result<Self, ArchiveError> {
        let failed = |error: std::io::Error| ArchiveError::Damaged(error.to_string());
        let length = file.metadata().map_err(failed)?.len();
        let reader = match kind {
            ContainerKind::Zip => {
                Reader::Zip(Zip::open(Box::new(file.try_clone().map_err(failed)?), Some(file), limits)?)
            }
            ContainerKind::Warc => {
                Reader::Warc(WebArchive::of(Section::new(&file, 0, length).map_err(failed)?, limits)?)
            }
            _ => return Ok(Self::new(kind, Box::new(file), length, name, limits)),
        };
        Ok(Self { path: String::new(), reader, limits })
    }

    pub(super) fn of_bytes(
        kind: ContainerKind,
        bytes: Vec<u8>,
        path: String,
        name: &str,
        limits: ArchiveLimits,
    ) -> Result<Self, ArchiveError> {
        let length = bytes.len() as u64;
        let level = match kind {
            ContainerKind::Zip => {
                let reader = Reader::Zip(Zip::open(in_memory(bytes), None, limits)?);
                Self { path: String::new(), reader, limits }
            }
            _ => Self::new(kind, Box::new(Cursor::new(bytes)), length, name, limits),
        };
        Ok(Self { path, ..level })
    }

    pub(super) fn of_stream(kind: ContainerKind, stream: Stream, name: &str, limits: ArchiveLimits) -> Option<Self> {
        // How much a stream has packed is not known before its end.
        (kind != ContainerKind::Zip).then(|| Self::new(kind, stream, u64::MAX, name, limits))
    }

    fn new(kind: ContainerKind, stream: Stream, length: u64, name: &str, limits: ArchiveLimits) -> Self {
        let unpacked = |stream: Stream| -> Stream {
            Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(PIECE, stream)))
        };
        let reader = match kind {
            ContainerKind::Tar => Reader::Tar(Tar::new(Box::new(BufReader::with_capacity(PIECE, stream)), limits)),
            ContainerKind::PackedTar => Reader::Tar(Tar::new(unpacked(stream), limits)),
            ContainerKind::Gzip => {
                let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
                let name = name.strip_suffix(".gz").unwrap_or(name).to_owned();
                Reader::Gzip(Some((unpacked(stream), name, length)))
            }
            _ => Reader::Warc(WebArchive::new(Warc::new(BufReader::with_capacity(PIECE, stream), limits), None)),
        };
        Self { path: String::new(), reader, limits }
    }

    /// Returns what is next; `left` is the number of bytes that may be unpacked, and `as_stored` says whether revisits are not resolved.
    pub(super) fn next(&mut self, left: &mut u64, as_stored: bool) -> Option<Result<Found, ArchiveError>> {
        let found = match &mut self.reader {
            Reader::Zip(zip) => return zip.next(&self.path, self.limits, left),
            Reader::Warc(warc) => return warc.next(self.limits, as_stored).map(|read| read.map(Found::Record)),
            Reader::Tar(tar) => {
                tar.left = *left;
                let member = tar.next();
                *left = tar.left;
                member?
            }
            Reader::Gzip(packed) => unpack(packed.take()?, self.limits, left),
        };
        // What is packed alone is where its file is.
        let is_of_archive =
            |member: &Member| matches!(self.reader, Reader::Gzip(_)) || is_of_package(&member.path, false);
        Some(found.map(|member| {
            let place = if is_of_archive(&member) { Place::Archive(None) } else { Place::Path };
            Found::Member(document(&self.path, place, member))
        }))
    }

    /// Returns whether its members can be found by their paths.
    pub(super) const fn has_members(&self) -> bool {
        matches!(self.reader, Reader::Zip(_) | Reader::Tar(_))
    }

    /// Returns whether this is one packed file.
    pub(super) const fn is_packed_file(&self) -> bool {
        matches!(self.reader, Reader::Gzip(_))
    }

    /// Returns the number of revisits whose document has not been found.
    pub(super) fn unresolved(&self) -> u64 {
        match &self.reader {
            Reader::Warc(warc) => warc.revisits.unresolved(),
            _ => 0,
        }
    }
}

/// Against what the references of a member are resolved.
enum Place<'b> {
    /// Its path, as if the archive were a folder.
    Path,
    /// The archive, or the base that it declares.
    Archive(Option<&'b String>),
}

/// Returns a member as a document of the container.
fn document(archive: &str, place: Place<'_>, member: Member) -> ContainedDocument {
    let join = |path: &str| match (archive, path) {
        ("", path) => path.to_owned(),
        (archive, path) => format!("{archive}/{path}"),
    };
    let path = join(&member.path);
    let (place, base) = match place {
        Place::Path => (Some(path.clone()), None),
        Place::Archive(base) => ((!archive.is_empty()).then(|| archive.to_owned()), base.cloned()),
    };
    ContainedDocument { path, bytes: member.bytes, place, base, archive: None, fragments: None }
}

/// Returns whether the references of a member are relative to the package of Office Open XML around it: targets of relationships (ISO/IEC 29500-2
/// section 9.3.2.2), fields, formulas.
fn is_of_package(path: &str, is_office: bool) -> bool {
    let has_instructions = || path.ends_with(".xml") && ["word/", "xl/"].iter().any(|folder| path.starts_with(folder));
    path.ends_with(".rels") || (is_office && has_instructions())
}

/// Unpacks a packed file.
fn unpack(
    (stream, name, packed): (Stream, String, u64),
    limits: ArchiveLimits,
    left: &mut u64,
) -> Result<Member, ArchiveError> {
    let of_member = limits.most(packed);
    let most = of_member.min(*left);
    let mut bytes = Vec::new();
    let read = stream.take(most.saturating_add(1)).read_to_end(&mut bytes);
    *left = left.saturating_sub(bytes.len() as u64);
    match read {
        Err(error) => Err(ArchiveError::Unreadable(name, error.to_string())),
        Ok(_) if bytes.len() as u64 <= most => Ok(Member { path: name, bytes }),
        Ok(_) if most == of_member => Err(limits.exceeded(name, most)),
        Ok(_) => Err(ArchiveError::Total(limits.total)),
    }
}

impl Zip {
    fn open(bytes: Box<dyn ReadSeek>, file: Option<File>, limits: ArchiveLimits) -> Result<Self, ArchiveError> {
        let mut archive = Archive::open(bytes, limits)?;
        let base = hyperlink_base::of(&mut archive);
        let web_archives = archive.web_archives().map(|mut paths| {
            paths.reverse();
            paths
        });
        let is_office = archive.has("[Content_Types].xml");
        Ok(Self { archive, file, web_archives, base, is_office })
    }

    fn next(&mut self, path: &str, limits: ArchiveLimits, left: &mut u64) -> Option<Result<Found, ArchiveError>> {
        self.archive.left = *left;
        let found = match &mut self.web_archives {
            Some(names) => {
                let name = names.pop()?;
                self.web_archive(path, name, limits)
            }
            None => self.archive.next()?.and_then(|member| {
                let fragments = hyperlinks::fragments_for(&member, &mut self.archive)?;
                let is_of_package = is_of_package(&member.path, self.is_office);
                let place = if is_of_package { Place::Archive(self.base.as_ref()) } else { Place::Path };
                Ok(Found::Member(ContainedDocument { fragments, ..document(path, place, member) }))
            }),
        };
        *left = self.archive.left;
        Some(found)
    }

    /// Begins to read a web archive: in the file, if it is not packed.
    fn web_archive(&mut self, path: &str, name: String, limits: ArchiveLimits) -> Result<Found, ArchiveError> {
        let place = self.file.as_ref().zip(self.archive.stored(&name));
        let Some((file, (start, length))) = place else {
            let member =
                self.archive.read(&name).unwrap_or(Err(ArchiveError::Damaged("a member is missing".to_owned())))?;
            return Ok(Found::Member(document(path, Place::Path, member)));
        };
        let failed = |error: std::io::Error| ArchiveError::Unreadable(name.clone(), error.to_string());
        let section = Section::new(file, start, start.saturating_add(length)).map_err(failed)?;
        let reader = Reader::Warc(WebArchive::of(section, limits)?);
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        Ok(Found::Archive(Box::new(Level { path, reader, limits })))
    }
}

/// A web archive that is being read: its records, then the documents of its revisits.
struct WebArchive {
    warc: Warc<BufReader<Stream>>,
    /// The part of the file, to read it again; `None` for a stream, or while it is read again.
    again: Option<Section>,
    is_second: bool,
    revisits: Revisits,
}

impl WebArchive {
    fn new(warc: Warc<BufReader<Stream>>, again: Option<Section>) -> Self {
        Self { warc, again, is_second: false, revisits: Revisits::default() }
    }

    fn of(section: Section, limits: ArchiveLimits) -> Result<Self, ArchiveError> {
        let again = section.again().map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        Ok(Self::new(Self::reader(section, limits), Some(again)))
    }

    fn reader(section: Section, limits: ArchiveLimits) -> Warc<BufReader<Stream>> {
        Warc::new(BufReader::with_capacity(PIECE, Box::new(section)), limits)
    }

    fn next(&mut self, limits: ArchiveLimits, as_stored: bool) -> Option<Result<WarcRecord, ArchiveError>> {
        if as_stored {
            return self.warc.next();
        }
        loop {
            if let Some(record) = self.revisits.next() {
                return Some(Ok(record));
            }
            if self.is_second && self.revisits.is_empty() {
                return None;
            }
            match (self.warc.next(), self.is_second) {
                (Some(Ok(record)), false) if self.revisits.keep(&record, limits.members) => {}
                (Some(read), false) => return Some(read),
                (Some(Ok(record)), true) => self.revisits.find(&record),
                // It has been told before.
                (Some(Err(_)), true) => {}
                (None, true) => return None,
                (None, false) => {
                    let section = self.again.take().filter(|_| !self.revisits.is_empty())?;
                    self.warc = Self::reader(section, limits);
                    self.is_second = true;
                }
            }
        }
    }
}
