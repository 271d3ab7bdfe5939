//! The members of an archive, as documents.

use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use napkin_document::archive::{Archive, ArchiveError, ArchiveLimits, Member};

use super::job::{Document, Input, Job};

/// An archive that is being read.
pub(super) struct Members {
    path: PathBuf,
    name: String,
    below: Option<PathBuf>,
    archive: Archive<File>,
}

impl Members {
    /// Opens an archive.
    pub(super) fn new(
        path: &Path,
        name: String,
        file: File,
        below: Option<PathBuf>,
        limits: ArchiveLimits,
    ) -> Result<Self, ArchiveError> {
        Ok(Self { path: path.to_owned(), name, below, archive: Archive::open(file, limits)? })
    }

    /// Returns the job for the next member, and its length.
    pub(super) fn job(&mut self) -> Option<(Job, u64)> {
        Some(match self.archive.next()? {
            Ok(member) => {
                let length = member.bytes.len() as u64;
                (Job::Document(self.document(member)), length)
            }
            Err(error) => (Job::Unread(self.name.clone(), error), 0),
        })
    }

    fn document(&self, member: Member) -> Document {
        Document {
            path: self.path.clone(),
            name: format!("{}/{}", self.name, member.path),
            below: self.below.clone(),
            place: member.place().map(str::to_owned),
            is_member: true,
            input: Input::Stream(Box::new(Cursor::new(member.bytes))),
        }
    }
}
