//! A piece of work: a document with its origin, a record of a web archive, or messages.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use napkin_answer::document_findings;
use napkin_document::archive::ArchiveError;
use napkin_document::container::absolute_base;
use napkin_document::{TargetFragments, file_url};

use super::contained::{Origin, Record};
use super::mail_folder::FolderFile;
use super::mbox::Source;
use super::message::MailboxMessage;
use super::retrieved::Retrieved;
use crate::input;
use crate::output::{Page, Trouble};

/// The input of a document.
pub(crate) enum Input {
    /// A file of known length, at its beginning.
    File(File),
    /// A pipe, from its first byte.
    Stream(Source),
    /// A document of a web archive.
    Retrieved(Box<Retrieved>),
    /// A URL to retrieve.
    #[cfg(feature = "retrieve")]
    Url,
}

impl Input {
    /// Reads all bytes of a document. If it is longer than `most`, returns the length as far as it is known.
    fn read_at_most(self, most: u64) -> io::Result<Result<Vec<u8>, u64>> {
        let mut bytes = Vec::new();
        if let Self::File(file) = &self {
            let length = file.metadata()?.len();
            if length > most {
                return Ok(Err(length));
            }
            // A buffer that grows would be up to twice as long. The last byte is room to notice the end.
            bytes.reserve_exact(usize::try_from(length).unwrap_or_default().saturating_add(1));
        }
        let _ = match self {
            Self::File(file) => file.take(most.saturating_add(1)).read_to_end(&mut bytes)?,
            Self::Stream(stream) => stream.take(most.saturating_add(1)).read_to_end(&mut bytes)?,
            Self::Retrieved(found) => {
                bytes = found.bytes;
                0
            }
            #[cfg(feature = "retrieve")]
            Self::Url => 0,
        };
        let length = bytes.len() as u64;
        Ok(if length > most { Err(length) } else { Ok(bytes) })
    }

    /// Reads a document. Reports a document that is longer than `most`, or cannot be read.
    pub(crate) fn read_document(self, name: &str, most: u64, page: &mut Page<'_>) -> Option<Vec<u8>> {
        match self.read_at_most(most) {
            Ok(Ok(bytes)) => return Some(bytes),
            Ok(Err(length)) => document_findings::too_large(name, length, most, page),
            Err(error) => page.trouble(&Trouble::reading(name, error)),
        }
        None
    }

    /// Reads a message. A size above `limit` is an error.
    pub(crate) fn read_message(self, limit: usize) -> io::Result<Vec<u8>> {
        let too_large = |_| io::Error::other(format!("is larger than {limit} bytes, which --max-message allows"));
        self.read_at_most(limit as u64)?.map_err(too_large)
    }
}

/// A document that is not a mailbox.
pub(crate) struct Document {
    pub(crate) origin: Origin,
    pub(crate) input: Input,
    /// What is to know about a member of an archive, which cannot be changed there.
    pub(crate) member: Option<Member>,
}

/// A member of an archive.
#[derive(Default)]
pub(crate) struct Member {
    /// The path in the archive to which the URL of the archive is extended.
    pub(crate) place: Option<String>,
    /// The base that the archive declares for it.
    pub(crate) base: Option<String>,
    /// The path in the file of the archive that has it, if it can be looked up there.
    pub(crate) archive: Option<String>,
    /// What hyperlinks in another member add to the targets in this one.
    pub(crate) fragments: Option<TargetFragments>,
}

impl Document {
    /// Returns the URL of the document: that of the options, which is the URL of the folder if one was walked; else that of
    /// the file.
    pub(crate) fn url(&self, given: Option<&str>) -> Option<String> {
        let url = match given {
            Some(given) => url_below(given, self.origin.below.as_deref()),
            None => file_url(input::file(&self.origin.path)?)?,
        };
        // A member has the URL that it would have if the archive were a folder.
        let place = self.member.as_ref().and_then(|member| member.place.as_ref());
        Some(place.map_or_else(|| url.clone(), |place| napkin_document::url_below(&url, place)))
    }

    /// Returns the path of the archive and the path in it of a member that can be looked up there.
    pub(crate) fn in_archive(&self) -> Option<(PathBuf, String)> {
        let (file, member) = (input::file(&self.origin.path)?, self.member.as_ref()?);
        let (archive, place) = (member.archive.as_ref()?, member.place.as_ref()?);
        match &**archive {
            "" => Some((file.to_owned(), place.clone())),
            archive => Some((file.join(archive), place.strip_prefix(archive)?.strip_prefix('/')?.to_owned())),
        }
    }

    /// Returns the base that the archive around the document declares for it, with the URL of the options.
    pub(crate) fn enclosing_base(&self, given: Option<&str>) -> Option<String> {
        absolute_base(self.member.as_ref()?.base.as_ref()?, self.url(given).as_deref())
    }

    /// Returns the file that has the bytes of the document.
    pub(crate) fn file(&self) -> Option<&Path> {
        input::file(&self.origin.path).filter(|_| self.member.is_none())
    }
}

/// Returns the URL of a file of a folder with this URL; without a path below it, the URL itself.
pub(crate) fn url_below(folder: &str, below: Option<&Path>) -> String {
    let Some(below) = below else { return folder.to_owned() };
    let path = below.to_string_lossy();
    let path = if cfg!(windows) { path.replace('\\', "/").into() } else { path };
    napkin_document::url_below(folder, &path)
}

/// A piece of work.
pub(crate) enum Job {
    Document(Document),
    /// A record of a web archive, which is decoded when the job runs.
    Record(Box<Record>),
    /// Some messages of an mbox file, in order.
    Messages(Vec<MailboxMessage>),
    /// A message of a folder, which is read when the job runs.
    File(FolderFile),
    /// A remark about a folder.
    Note(String),
    /// An archive, or a member of one, that is not read.
    Unread(String, ArchiveError),
    Failed(Trouble),
}

impl Job {
    /// Returns the number of bytes of the file that the job reads.
    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Document(Document { input: Input::File(file), .. }) => file.metadata().map_or(0, |about| about.len()),
            _ => 0,
        }
    }
}
