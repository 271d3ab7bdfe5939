//! Archives whose members are documents: EPUB, OpenDocument, Office Open XML and other zip files, and tar files. Start with `Archive`;
//! [`Container`](crate::container::Container) also reads archives in archives.
//!
//! A member is an entity of its own, as if the archive were a folder with its name: `book.epub/OPS/one.xhtml` (EPUB 3.3 section 4.1.5, ODF 1.3
//! part 2 section 3.3). Only members that can contain links are unpacked. The central directory decides what the members of a zip file are;
//! the bytes between them are never read.

mod error;
mod limits;
mod tar;
mod zip;

use crate::entity::Kind;

pub use self::error::ArchiveError;
pub use self::limits::ArchiveLimits;
pub use self::tar::Tar;
pub use self::zip::Archive;

/// The file names of archives that are documents.
const ENDINGS: [&str; 19] = [
    "docm", "docx", "dotx", "epub", "odg", "odp", "ods", "odt", "otp", "ots", "ott", "potx", "pptm", "pptx", "xlsm",
    "xlsx", "xltx", "wacz", "warc",
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

/// The file names of other archives.
const OTHERS: [&str; 4] = ["gz", "tar", "tgz", "zip"];

/// Returns whether a member with this name is read: a document, or an archive.
pub(crate) fn may_be_read(path: &str) -> bool {
    let is_other = || path.rsplit_once('.').is_some_and(|(_, ending)| OTHERS.contains(&&*ending.to_ascii_lowercase()));
    Kind::of_name(path).is_some() || is_document_name(path) || is_other()
}

/// Returns whether the name of a member leads out of the archive.
fn is_outside(path: &str) -> bool {
    path.starts_with('/') || path.split('/').any(|name| name == "..") || path.contains('\0')
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
