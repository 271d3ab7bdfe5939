//! Containers whose members are documents: EPUB, OpenDocument and Office Open XML, which are zip files. Start with `Archive`.
//!
//! A member is an entity of its own, as if the archive were a folder with its name: `book.epub/OPS/one.xhtml` (EPUB 3.3 section 4.1.5, ODF 1.3
//! part 2 section 3.3). Only members that can contain links are unpacked. The central directory decides what the members are; the bytes
//! between them are never read.

use crate::entity::Kind;
use crate::rules;
use napkin::Rule;
use std::fmt;
use std::io::{Read, Seek};

/// The limits of an archive, against files that unpack to more than they promise.
///
/// ```
/// use napkin_document::archive::ArchiveLimits;
/// assert_eq!(ArchiveLimits::default().members, 100_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArchiveLimits {
    /// The most members.
    pub members: usize,
    /// The most bytes of an unpacked member.
    pub member: u64,
    /// The most bytes of all unpacked members.
    pub total: u64,
    /// The most bytes to which a byte of a member above 1 MiB unpacks.
    pub ratio: u64,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { members: 100_000, member: 64 << 20, total: 4 << 30, ratio: 300 }
    }
}

impl ArchiveLimits {
    /// Sets the most members.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_members(9).members, 9);
    /// ```
    #[must_use]
    pub const fn with_members(self, members: usize) -> Self {
        Self { members, ..self }
    }

    /// Sets the most bytes of an unpacked member.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_member(9).member, 9);
    /// ```
    #[must_use]
    pub const fn with_member(self, member: u64) -> Self {
        Self { member, ..self }
    }

    /// Sets the most bytes of all unpacked members.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_total(9).total, 9);
    /// ```
    #[must_use]
    pub const fn with_total(self, total: u64) -> Self {
        Self { total, ..self }
    }

    /// Sets the most bytes to which a byte of a member above 1 MiB unpacks.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_ratio(9).ratio, 9);
    /// ```
    #[must_use]
    pub const fn with_ratio(self, ratio: u64) -> Self {
        Self { ratio, ..self }
    }
}

impl ArchiveLimits {
    /// Returns the most bytes to which so many packed ones may unpack.
    pub(crate) fn most(self, packed: u64) -> u64 {
        self.member.min(packed.saturating_mul(self.ratio).max(SMALL))
    }

    /// Returns the error for a member that unpacks to more than `most` bytes, which [`most`](Self::most) allows.
    pub(crate) fn exceeded(self, path: String, most: u64) -> ArchiveError {
        if most == self.member { ArchiveError::Member(path, most) } else { ArchiveError::Ratio(path, self.ratio) }
    }
}

/// A member up to this size may unpack by any ratio.
const SMALL: u64 = 1 << 20;

/// The file names of archives that are documents.
const ENDINGS: [&str; 18] = [
    "docm", "docx", "dotx", "epub", "odg", "odp", "ods", "odt", "otp", "ots", "ott", "potx", "pptm", "pptx", "xlsm",
    "xlsx", "xltx", "warc",
];

/// Returns whether the name is that of a document which is an archive, or of a web archive.
///
/// ```
/// use napkin_document::archive::is_document_name;
/// assert!(is_document_name("menu.ODT") && is_document_name("crawl.warc.gz") && !is_document_name("menu.zip"));
/// ```
#[must_use]
pub fn is_document_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".warc.gz").map_or(&*name, |_| "x.warc");
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// Returns whether a file with these first bytes is a zip file.
///
/// ```
/// assert!(napkin_document::archive::is_archive(b"PK\x03\x04\x14\0"));
/// ```
#[must_use]
pub fn is_archive(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// A member that can contain links.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The path in the archive, with slashes.
    pub path: String,
    /// The unpacked bytes.
    pub bytes: Vec<u8>,
}

impl Member {
    /// Returns the path in the archive against which the references of the member are resolved; `None` if that is the archive itself: targets
    /// of relationships of Office Open XML are relative to the package (ISO/IEC 29500-2 section 9.3.2.2).
    ///
    /// ```
    /// # use std::io::Cursor;
    /// # use napkin_document::archive::{Archive, ArchiveLimits};
    /// # let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    /// let mut archive = Archive::open(Cursor::new(zip), ArchiveLimits::default()).unwrap();
    /// assert!(archive.next().is_none());
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        (!self.path.ends_with(".rels")).then_some(&*self.path)
    }
}

/// Why an archive, or one of its members, is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file is no zip file, or its central directory is damaged.
    Damaged(String),
    /// There are more members than the limit.
    Members(usize),
    /// The unpacked members have more bytes than the limit.
    Total(u64),
    /// A member is larger than the limit.
    Member(String, u64),
    /// A member unpacks by more than the limit.
    Ratio(String, u64),
    /// The name of a member leads out of the archive.
    Outside(String),
    /// A member is encrypted, damaged, or packed by another method than DEFLATE.
    Unreadable(String, String),
    /// A member is an archive, too.
    Nested(String),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(why) => write!(f, "the archive cannot be read: {why}"),
            Self::Members(most) => write!(f, "the archive has more than {most} members, which --max-members allows"),
            Self::Total(most) => {
                write!(f, "the archive unpacks to more than {most} bytes, which --max-unpacked allows")
            }
            Self::Member(path, most) => write!(f, "{path}: is larger than {most} bytes, which --max-member allows"),
            Self::Ratio(path, most) => {
                write!(f, "{path}: unpacks to more than {most} times its size, which --max-ratio allows")
            }
            Self::Outside(path) => write!(f, "{path}: the name of the member leads out of the archive"),
            Self::Unreadable(path, why) => write!(f, "{path}: cannot be unpacked: {why}"),
            Self::Nested(path) => write!(f, "{path}: is an archive in an archive, which is not read"),
        }
    }
}

impl std::error::Error for ArchiveError {}

impl ArchiveError {
    /// Returns the rule that the archive violates: `archive-too-large` for a limit, or else `archive-unreadable`.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveError;
    /// assert_eq!(ArchiveError::Members(9).rule().code(), "archive-too-large");
    /// ```
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Members(_) | Self::Total(_) | Self::Member(..) | Self::Ratio(..) => rules::ARCHIVE_TOO_LARGE,
            Self::Damaged(_) | Self::Outside(_) | Self::Unreadable(..) | Self::Nested(_) => rules::ARCHIVE_UNREADABLE,
        }
    }
}

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
    left: u64,
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
    pub fn open(file: R, limits: ArchiveLimits) -> Result<Self, ArchiveError> {
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

    /// Unpacks a member; `None` if it can contain no links.
    fn member(&mut self, number: usize) -> Option<Result<Member, ArchiveError>> {
        let path = match self.zip.name_for_index(number)? {
            Ok(path) => path.replace('\\', "/"),
            Err(error) => return Some(Err(ArchiveError::Damaged(error.to_string()))),
        };
        if path.ends_with('/') {
            return None;
        }
        if is_document_name(&path) || path.ends_with(".zip") {
            return Some(Err(ArchiveError::Nested(path)));
        }
        Kind::of_name(&path)?;
        Some(self.unpacked(number, path))
    }

    fn unpacked(&mut self, number: usize, path: String) -> Result<Member, ArchiveError> {
        let is_outside = path.starts_with('/') || path.split('/').any(|name| name == "..") || path.contains('\0');
        if is_outside {
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
