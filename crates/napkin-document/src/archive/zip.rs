//! Zip files. Start with `Archive`.

use super::{ArchiveError, ArchiveLimits, Member, is_outside, may_be_read};
use std::io::{self, Read, Seek, SeekFrom};

/// The length of the record at the end of an archive without its comment, in bytes (APPNOTE 4.3.16).
const END: usize = 22;

/// The greatest length of the comment, in bytes.
const COMMENT: u64 = 0xffff;

/// The length of the locator before that record, if the archive is of the form zip64, in bytes (APPNOTE 4.3.15).
const LOCATOR: usize = 20;

/// Iterates over the members of an archive that can contain links, one at a time in memory.
///
/// ```
/// use napkin_document::archive::{Archive, ArchiveLimits};
/// assert!(Archive::open(std::io::Cursor::new(b"no archive"), ArchiveLimits::default()).is_err());
/// ```
#[derive(Debug)]
pub struct Archive<R> {
    zip: zip::ZipArchive<R>,
    limits: ArchiveLimits,
    next: usize,
    /// The number of bytes that may still be unpacked.
    pub(crate) left: u64,
}

impl<R: Read + Seek> Archive<R> {
    /// Reads the directory of an archive.
    ///
    /// ```
    /// use napkin_document::archive::{Archive, ArchiveError, ArchiveLimits};
    /// let opened = Archive::open(std::io::Cursor::new(b"PK\x03\x04"), ArchiveLimits::default());
    /// assert!(matches!(opened.unwrap_err(), ArchiveError::Damaged(_)));
    /// ```
    ///
    /// # Errors
    /// The file is no archive, is damaged, or has too many members.
    pub fn open(mut file: R, limits: ArchiveLimits) -> Result<Self, ArchiveError> {
        // The directory is held in memory. What cannot be found here is for its reader.
        if stated_members(&mut file).is_ok_and(|stated| stated > limits.members as u64) {
            return Err(ArchiveError::Members(limits.members));
        }
        let zip = zip::ZipArchive::new(file).map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        if zip.len() > limits.members {
            return Err(ArchiveError::Members(limits.members));
        }
        Ok(Self { zip, limits, next: 0, left: limits.total })
    }

    /// Returns the paths of all members, with slashes; those of folders end with one.
    ///
    /// ```
    /// # use napkin_document::archive::{Archive, ArchiveLimits};
    /// # let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    /// let archive = Archive::open(std::io::Cursor::new(zip), ArchiveLimits::default()).unwrap();
    /// assert_eq!(archive.paths().count(), 0);
    /// ```
    pub fn paths(&self) -> impl Iterator<Item = String> {
        (0..self.zip.len()).filter_map(|number| Some(self.zip.name_for_index(number)?.ok()?.replace('\\', "/")))
    }

    /// Returns the paths of the web archives in the file, in order, if it is a WACZ file (WACZ 1.1.1 section 5): what else it has describes them.
    ///
    /// ```
    /// # use napkin_document::archive::{Archive, ArchiveLimits};
    /// # let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    /// let archive = Archive::open(std::io::Cursor::new(zip), ArchiveLimits::default()).unwrap();
    /// assert_eq!(archive.web_archives(), None);
    /// ```
    #[must_use]
    pub fn web_archives(&self) -> Option<Vec<String>> {
        let is_web_archive = |path: &String| {
            let path = path.to_ascii_lowercase();
            path.starts_with("archive/") && (path.ends_with(".warc") || path.ends_with(".warc.gz"))
        };
        let found: Vec<String> = self.paths().filter(is_web_archive).collect();
        (!found.is_empty() && self.paths().any(|path| path == "datapackage.json")).then_some(found)
    }

    /// Returns the paths of all members, with the numbers of bytes when they are unpacked, and when they are packed.
    ///
    /// ```
    /// # use napkin_document::archive::{Archive, ArchiveLimits};
    /// # let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    /// let mut archive = Archive::open(std::io::Cursor::new(zip), ArchiveLimits::default()).unwrap();
    /// assert_eq!(archive.members().count(), 0);
    /// ```
    pub fn members(&mut self) -> impl Iterator<Item = (String, u64, u64)> {
        (0..self.zip.len()).filter_map(|number| {
            let member = self.zip.by_index_raw(number).ok()?;
            Some((member.name().ok()?.replace('\\', "/"), member.size(), member.compressed_size()))
        })
    }

    /// Unpacks the member with this path; `None` if there is none.
    ///
    /// ```
    /// # use napkin_document::archive::{Archive, ArchiveLimits};
    /// # let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    /// let mut archive = Archive::open(std::io::Cursor::new(zip), ArchiveLimits::default()).unwrap();
    /// assert!(archive.read("menu.html").is_none());
    /// ```
    ///
    /// # Errors
    /// The member cannot be unpacked, or is larger than a limit.
    pub fn read(&mut self, path: &str) -> Option<Result<Member, ArchiveError>> {
        let number = self.zip.index_for_name(path)?;
        Some(self.unpacked(number, path.to_owned()))
    }

    /// Returns whether there is a member with this path.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.zip.index_for_name(path).is_some()
    }

    /// Unpacks a member; `None` if it can contain no links.
    fn member(&mut self, number: usize) -> Option<Result<Member, ArchiveError>> {
        let path = match self.zip.name_for_index(number)? {
            Ok(path) => path.replace('\\', "/"),
            Err(error) => return Some(Err(ArchiveError::Damaged(error.to_string()))),
        };
        if path.ends_with('/') {
            return None;
        }
        if !may_be_read(&path) {
            return None;
        }
        Some(self.unpacked(number, path))
    }

    /// Returns where the bytes of the member with this path are in the file, if they are not packed: the first, and their number.
    pub(crate) fn stored(&mut self, path: &str) -> Option<(u64, u64)> {
        let member = self.zip.by_name(path).ok()?;
        let is_stored = member.compression() == zip::CompressionMethod::Stored && !member.encrypted();
        is_stored.then_some((member.data_start()?, member.size()))
    }

    fn unpacked(&mut self, number: usize, path: String) -> Result<Member, ArchiveError> {
        if is_outside(&path) {
            return Err(ArchiveError::Outside(path));
        }
        let file = match self.zip.by_index(number) {
            Ok(file) => file,
            Err(error) => return Err(ArchiveError::Unreadable(path, error.to_string())),
        };
        let of_member = self.limits.most(file.compressed_size());
        let most = of_member.min(self.left);
        let mut bytes = Vec::new();
        let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
        self.left = self.left.saturating_sub(bytes.len() as u64);
        if let Err(error) = read {
            return Err(ArchiveError::Unreadable(path, error.to_string()));
        }
        if bytes.len() as u64 <= most {
            return Ok(Member { path, bytes });
        }
        if most == of_member {
            return Err(self.limits.exceeded(path, most));
        }
        // Nothing behind this member may be unpacked.
        self.next = self.zip.len();
        Err(ArchiveError::Total(self.limits.total))
    }
}

impl<R: Read + Seek> Iterator for Archive<R> {
    type Item = Result<Member, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.next < self.zip.len() {
            self.next += 1;
            let found = self.member(self.next - 1);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Returns the number of members that the end of an archive states.
fn stated_members(file: &mut (impl Read + Seek)) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(COMMENT + (END + LOCATOR) as u64);
    let tail = read_at(file, start, length - start)?;
    let end = memchr::memmem::rfind(&tail, b"PK\x05\x06").filter(|end| end + END <= tail.len());
    let end = end.ok_or(io::ErrorKind::InvalidData)?;
    let stated = u16::from_le_bytes([tail[end + 10], tail[end + 11]]);
    let locator =
        end.checked_sub(LOCATOR).map(|at| &tail[at..end]).filter(|locator| locator.starts_with(b"PK\x06\x07"));
    let Some(locator) = locator.filter(|_| stated == u16::MAX) else { return Ok(stated.into()) };
    let record = read_at(file, number_at(locator, 8)?, 40)?;
    number_at(&record, 32)
}

/// Reads up to so many bytes from an offset on.
fn read_at(file: &mut (impl Read + Seek), start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the number of eight bytes at an offset.
fn number_at(bytes: &[u8], at: usize) -> io::Result<u64> {
    let number = bytes.get(at..).and_then(|bytes| bytes.first_chunk());
    Ok(u64::from_le_bytes(*number.ok_or(io::ErrorKind::UnexpectedEof)?))
}
