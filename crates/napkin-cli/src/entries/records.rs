//! The records of a web archive, as documents.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use napkin_document::archive::{ArchiveError, ArchiveLimits};
use napkin_document::warc::{Warc, WarcRecord};

use super::job::{Document, Input, Job};
use super::mbox::Source;
use super::retrieved::Retrieved;

/// The number of bytes that are read at a time.
const PIECE: usize = 256 << 10;

/// A web archive that is being read.
pub(super) struct Records {
    path: PathBuf,
    name: String,
    below: Option<PathBuf>,
    warc: Warc<BufReader<Source>>,
    limits: ArchiveLimits,
    /// The number of records whose body is in another record (section 6.7).
    revisits: u64,
    /// The number of documents that the archive says are cut off (section 5.11).
    cut: u64,
}

/// A record that holds a document.
pub(crate) struct Record {
    path: PathBuf,
    name: String,
    below: Option<PathBuf>,
    record: WarcRecord,
    limits: ArchiveLimits,
}

impl Records {
    pub(super) fn new(
        path: &Path,
        name: String,
        source: Source,
        below: Option<PathBuf>,
        limits: ArchiveLimits,
    ) -> Self {
        let warc = Warc::new(BufReader::with_capacity(PIECE, source), limits);
        Self { path: path.to_owned(), name, below, warc, limits, revisits: 0, cut: 0 }
    }

    /// Returns the job for the next record that holds a document, and its length.
    pub(super) fn job(&mut self) -> Option<(Job, u64)> {
        loop {
            let record = match self.warc.next() {
                Some(Ok(record)) => record,
                Some(Err(error)) => return Some((Job::Unread(self.name.clone(), error), 0)),
                None => return self.end().map(|note| (Job::Note(note), 0)),
            };
            self.revisits +=
                u64::from(record.field("WARC-Type").is_some_and(|kind| kind.eq_ignore_ascii_case("revisit")));
            if record.capture().is_some_and(|capture| capture.is_document()) {
                self.cut += u64::from(record.field("WARC-Truncated").is_some());
                let length = record.block.len() as u64;
                let (path, name, below) = (self.path.clone(), self.name.clone(), self.below.clone());
                return Some((
                    Job::Record(Box::new(Record { path, name, below, record, limits: self.limits })),
                    length,
                ));
            }
        }
    }

    /// Returns what is to be said about the archive, once.
    fn end(&mut self) -> Option<String> {
        let said = |count: u64, what: &str| (count > 0).then(|| format!("records {what}: {count}"));
        let told = [
            said(std::mem::take(&mut self.revisits), "not read because the document is in another record (revisit)"),
            said(std::mem::take(&mut self.cut), "cut off when they were archived (WARC-Truncated)"),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        (!told.is_empty()).then(|| format!("{}: {}", self.name, told.join("; ")))
    }
}

impl Record {
    /// Returns the document without its codings; or else the name of the archive, and the error.
    pub(super) fn document(self) -> Result<Document, (String, ArchiveError)> {
        let Self { path, name, below, record, limits } = self;
        let Some(capture) = record.capture() else {
            return Err((name, ArchiveError::Damaged("a record holds no document".to_owned())));
        };
        let bytes = capture.body(limits).map_err(|error| (name.clone(), error))?.into_owned();
        let found = Retrieved {
            bytes,
            url: capture.url.to_owned(),
            media_type: capture.media_type().map(str::to_owned),
            fields: capture.fields,
        };
        let name = format!("{name}/{}", napkin::mask_passwords(&found.url));
        Ok(Document { path, name, below, is_member: true, place: None, input: Input::Retrieved(Box::new(found)) })
    }
}
