//! Writes what is sent and received over HTTP to a web archive (WARC 1.1). Start with `WebArchive`.
//!
//! Each exchange is a response, the request that it answers, and metadata, in that order. The body is kept until its end, in memory or in a
//! temporary file, because a record begins with its length.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use jiff::Timestamp;
use napkin_document::warc::{NewRecord, WarcWriter, WrittenRecord, labelled_digest};
use napkin_retrieve::{RecordedBody, RecordedExchange, Recorder};
use sha2::{Digest, Sha256};
use tempfile::SpooledTempFile;

use crate::output::Trouble;

/// The number of bytes of a body that are kept in memory.
const IN_MEMORY: usize = 1 << 20;

/// A web archive that is being written; clones write to the same one.
#[derive(Clone)]
pub(crate) struct WebArchive(Arc<Mutex<State>>);

struct State {
    writer: WarcWriter<BufWriter<File>>,
    /// The first error; nothing is written after it.
    error: Option<io::Error>,
}

impl WebArchive {
    /// Creates a file, which must not exist. Its records are packed if its name ends in `.gz`.
    pub(crate) fn create(path: &Path) -> Result<Self, Trouble> {
        let failed = |error| Trouble::io(path.to_string_lossy(), error);
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
        let is_packed = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
        let archive =
            Self(Arc::new(Mutex::new(State { writer: WarcWriter::new(BufWriter::new(file), is_packed), error: None })));
        archive.with(|writer| writer.write_info(&now()).map(drop));
        Ok(archive)
    }

    /// Writes what is still kept, or returns the first error.
    pub(crate) fn finish(&self, path: &Path) -> Result<(), Trouble> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let State { writer, error } = &mut *state;
        let done = error.take().map_or_else(|| writer.get_mut().flush(), Err);
        done.map_err(|error| Trouble::io(path.to_string_lossy(), error))
    }

    fn with(&self, write: impl FnOnce(&mut WarcWriter<BufWriter<File>>) -> io::Result<()>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_none() {
            state.error = write(&mut state.writer).err();
        }
    }
}

impl Recorder for WebArchive {
    fn begin(&self, exchange: RecordedExchange) -> Box<dyn RecordedBody> {
        let mut block = Sha256::new();
        block.update(&exchange.response);
        Box::new(Recorded {
            archive: self.clone(),
            exchange,
            date: now(),
            begun: Instant::now(),
            body: SpooledTempFile::new(IN_MEMORY),
            length: 0,
            payload: Sha256::new(),
            block,
            error: None,
        })
    }
}

/// An exchange whose body has not ended.
struct Recorded {
    archive: WebArchive,
    exchange: RecordedExchange,
    date: String,
    begun: Instant,
    body: SpooledTempFile,
    length: u64,
    payload: Sha256,
    block: Sha256,
    error: Option<io::Error>,
}

impl RecordedBody for Recorded {
    fn chunk(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.payload.update(bytes);
        self.block.update(bytes);
        if self.error.is_none() {
            self.error = self.body.write_all(bytes).err();
        }
    }

    fn end(self: Box<Self>, is_whole: bool) {
        let archive = self.archive.clone();
        archive.with(|writer| self.write(writer, is_whole));
    }
}

impl Recorded {
    fn write(mut self: Box<Self>, writer: &mut WarcWriter<BufWriter<File>>, is_whole: bool) -> io::Result<()> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let response = self.response(writer, is_whole)?;
        let time = format!("fetchTimeMs: {}\r\n", self.begun.elapsed().as_millis());
        let others = [
            ("request", "application/http;msgtype=request", &self.exchange.request[..]),
            ("metadata", "application/warc-fields", time.as_bytes()),
        ];
        for (kind, content_type, block) in others {
            let digest = labelled_digest(&Sha256::digest(block).into());
            let record = NewRecord {
                kind,
                url: Some(&self.exchange.url),
                date: &self.date,
                content_type,
                fields: &[("WARC-Concurrent-To", &response.id), ("WARC-Block-Digest", &digest)],
                length: block.len() as u64,
            };
            writer.write(&record, &mut &*block)?;
        }
        Ok(())
    }

    fn response(&mut self, writer: &mut WarcWriter<BufWriter<File>>, is_whole: bool) -> io::Result<WrittenRecord> {
        let payload = labelled_digest(&std::mem::take(&mut self.payload).finalize().into());
        let block = labelled_digest(&std::mem::take(&mut self.block).finalize().into());
        let address = self.exchange.address.map(|address| address.ip().to_string());
        let fields = [
            ("WARC-IP-Address", address.as_deref()),
            ("WARC-Protocol", self.exchange.is_http2.then_some("h2")),
            ("WARC-Payload-Digest", Some(&*payload)),
            ("WARC-Block-Digest", Some(&*block)),
            ("WARC-Truncated", (!is_whole).then_some("unspecified")),
        ];
        let fields: Vec<_> = fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let record = NewRecord {
            kind: "response",
            url: Some(&self.exchange.url),
            date: &self.date,
            content_type: "application/http;msgtype=response",
            fields: &fields,
            length: self.exchange.response.len() as u64 + self.length,
        };
        self.body.seek(SeekFrom::Start(0))?;
        writer.write(&record, &mut io::Read::chain(&self.exchange.response[..], &mut self.body))
    }
}

/// Returns the time as WARC has it: RFC 3339, in UTC, to the second.
fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
