//! The members of archives, and the records of web archives, as documents.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::container::{ContainedDocument, Container, ContainerItem};
use napkin_document::warc::WarcRecord;

use super::job::{Document, Input, Job, Member};
use super::retrieved::Retrieved;

/// Where a document comes from.
#[derive(Clone)]
pub(crate) struct Origin {
    /// The file.
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    /// The path below the folder that was walked.
    pub(crate) below: Option<PathBuf>,
}

impl Origin {
    pub(super) fn new(path: &Path, name: String, below: Option<PathBuf>) -> Self {
        Self { path: path.to_owned(), name, below }
    }

    /// Returns the origin of a member.
    fn member(&self, path: &str) -> Self {
        let name = if path.is_empty() { self.name.clone() } else { format!("{}/{path}", self.name) };
        Self { name, ..self.clone() }
    }
}

/// An archive that is being read.
pub(super) struct Contained {
    origin: Origin,
    container: Container,
    limits: ArchiveLimits,
    /// The number of documents that the archive says are cut off (ISO 28500:2017 section 5.11).
    cut: u64,
    is_over: bool,
}

/// A record that holds a document.
pub(crate) struct Record {
    origin: Origin,
    record: WarcRecord,
    limits: ArchiveLimits,
}

impl Contained {
    pub(super) const fn new(origin: Origin, container: Container, limits: ArchiveLimits) -> Self {
        Self { origin, container, limits, cut: 0, is_over: false }
    }

    /// Returns the job for the next member that is a document, and its length.
    pub(super) fn job(&mut self) -> Option<(Job, u64)> {
        loop {
            return match self.container.next() {
                Some(Ok(ContainerItem::Document(member))) => {
                    let length = member.bytes.len() as u64;
                    Some((Job::Document(self.document(member)), length))
                }
                Some(Ok(ContainerItem::Record(path, record))) => match self.record(&path, record) {
                    None => continue,
                    job => job,
                },
                Some(Ok(_)) => continue,
                Some(Err(error)) => Some((Job::Unread(self.origin.name.clone(), error), 0)),
                None => self.end().map(|note| (Job::Note(note), 0)),
            };
        }
    }

    fn document(&self, member: ContainedDocument) -> Document {
        let ContainedDocument { path, bytes, place, base, archive, fragments, .. } = member;
        Document {
            origin: self.origin.member(&path),
            input: Input::Stream(Box::new(Cursor::new(bytes))),
            member: Some(Member { place, base, archive, fragments }),
        }
    }

    fn record(&mut self, path: &str, record: WarcRecord) -> Option<(Job, u64)> {
        record.capture().filter(|capture| capture.is_document() || capture.head().is_some())?;
        self.cut += u64::from(record.field("WARC-Truncated").is_some());
        let length = record.block.len() as u64;
        Some((Job::Record(Box::new(Record { origin: self.origin.member(path), record, limits: self.limits })), length))
    }

    /// Returns what is to be said about the archive, once.
    fn end(&mut self) -> Option<String> {
        if std::mem::replace(&mut self.is_over, true) {
            return None;
        }
        let said = |count: u64, what: &str| (count > 0).then(|| format!("records {what}: {count}"));
        let told = [
            said(self.container.unresolved_revisits(), "not read because the document is in another archive (revisit)"),
            said(self.cut, "cut off when they were archived (WARC-Truncated)"),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        (!told.is_empty()).then(|| format!("{}: {}", self.origin.name, told.join("; ")))
    }
}

impl Record {
    /// Returns the document without its codings; or else the name of the archive, and the error.
    pub(super) fn document(self) -> Result<Document, (String, ArchiveError)> {
        let Self { origin, record, limits } = self;
        let Some(capture) = record.capture() else {
            return Err((origin.name, ArchiveError::Damaged("a record holds no document".to_owned())));
        };
        let bytes = match capture.is_document() {
            true => capture.body(limits).map_err(|error| (origin.name.clone(), error))?.into_owned(),
            false => Vec::new(),
        };
        let found = Retrieved {
            bytes,
            url: capture.url.to_owned(),
            media_type: capture.media_type().map(str::to_owned),
            fields: capture.fields,
        };
        let origin = origin.member(&napkin::mask_passwords(&found.url));
        Ok(Document { origin, input: Input::Retrieved(Box::new(found)), member: Some(Member::default()) })
    }
}
