//! Web archives (WARC 1.0 and 1.1, ISO 28500:2017), packed by gzip or not. Start with `Warc`.
//!
//! A record is an entity of its own, and `WARC-Target-URI` is the URL from which it was retrieved (draft-fielding-url-syntax-05 section 5.1.3).
//! Records are read one after the other, so the length of a file needs no memory. A damaged record is reported, and the reader goes on at the
//! next one.

mod capture;
mod source;
mod write;

use std::io::{self, BufRead, Read};

use self::source::Source;
use crate::archive::{ArchiveError, ArchiveLimits};

pub use self::capture::Capture;
pub use self::write::{NewRecord, WarcWriter, WrittenRecord, labelled_digest};

/// The most bytes of the fields of a record.
const MOST_FIELDS: u64 = 1 << 20;

/// The most bytes for which room is made because a record states them.
const ROOM: usize = 1 << 20;

/// Returns whether a file with these first bytes is a web archive. Some hundred bytes are enough for a packed one.
///
/// ```
/// assert!(napkin_document::warc::is_warc(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
/// assert!(!napkin_document::warc::is_warc(b"\x1f\x8b\x08 no gzip"));
/// ```
#[must_use]
pub fn is_warc(head: &[u8]) -> bool {
    let mut first = [0; SIGN.len()];
    match source::is_gzip(head) {
        true => flate2::bufread::GzDecoder::new(head).read_exact(&mut first).is_ok() && first == *SIGN,
        false => head.starts_with(SIGN),
    }
}

const SIGN: &[u8; 5] = b"WARC/";

/// A record of a web archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WarcRecord {
    /// Where the record begins in the file, in bytes. A packed record begins where its member of gzip does.
    pub offset: u64,
    /// The fields, in order.
    pub fields: Vec<(String, String)>,
    /// The number of bytes of the block that the record states.
    pub length: u64,
    /// The block: its first bytes, if it is longer than a limit.
    pub block: Vec<u8>,
}

impl WarcRecord {
    /// Returns the value of the first field with this name, whose case is ignored.
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/\r\nContent-Length: 4\r\n\r\nbeer\r\n\r\n";
    /// let record = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// assert_eq!(record.field("warc-type"), Some("resource"));
    /// ```
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// Returns what a server sent, if the record holds that: a response, a resource, or a conversion of one (sections 6.3, 6.4 and 6.8).
    ///
    /// ```
    /// # use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://pub.example/\r\n\
    ///     Content-Length: 42\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\nbeer\r\n\r\n";
    /// let record = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// let capture = record.capture().unwrap();
    /// assert_eq!((capture.url, capture.status, capture.media_type()), ("http://pub.example/", Some(200), Some("a/b")));
    /// assert_eq!(&*capture.body(ArchiveLimits::default()).unwrap(), b"beer");
    /// ```
    #[must_use]
    pub fn capture(&self) -> Option<Capture<'_>> {
        Capture::of(self)
    }
}

/// Iterates over the records of a web archive.
///
/// ```
/// use napkin_document::{archive::ArchiveLimits, warc::Warc};
/// let mut warc = Warc::new(&b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 9\r\n\r\nbeer"[..], ArchiveLimits::default());
/// assert!(warc.next().unwrap().is_err() && warc.next().is_none());
/// ```
#[derive(Debug)]
pub struct Warc<R> {
    source: Source<R>,
    most: u64,
    /// Where the next record begins, if its first line has been read.
    ahead: Option<u64>,
}

impl<R: BufRead> Warc<R> {
    /// Creates an iterator over the records of a file. Of a block, only as many bytes are kept as the limits admit for a member, and one more.
    ///
    /// ```
    /// use napkin_document::{archive::ArchiveLimits, warc::Warc};
    /// assert_eq!(Warc::new(&b""[..], ArchiveLimits::default()).count(), 0);
    /// ```
    pub fn new(file: R, limits: ArchiveLimits) -> Self {
        Self { source: Source::new(file), most: limits.member.saturating_add(1), ahead: None }
    }

    /// Reads the first line of the next record, and returns where it begins. Anything else is an error, with its place.
    fn first_line(&mut self) -> Result<Option<u64>, (u64, String)> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(Some(ahead));
        }
        let mut line = Vec::new();
        loop {
            let at = self.source.offset();
            match self.line_between_records(&mut line) {
                Ok(false) => return Ok(None),
                Ok(true) if line.starts_with(SIGN) => return Ok(Some(at)),
                // Empty lines end a record.
                Ok(true) if line.trim_ascii().is_empty() => {}
                Ok(true) => {
                    self.pass_over();
                    return Err((at, "expected `WARC/`, but found something else".to_owned()));
                }
                Err(error) => {
                    self.pass_over();
                    return Err((at, error.to_string()));
                }
            }
        }
    }

    /// Goes on to the next line that begins a record.
    fn pass_over(&mut self) {
        let mut line = Vec::new();
        loop {
            let at = self.source.offset();
            match self.line_between_records(&mut line) {
                Ok(true) if line.starts_with(SIGN) => {
                    self.ahead = Some(at);
                    return;
                }
                Ok(true) => {}
                Ok(false) => return,
                // The source goes on behind its error, or ends.
                Err(_) => {}
            }
        }
    }

    /// Reads a line, or its first part. The line also ends where a member of gzip begins a record, so that garbage before the
    /// member does not hide the record.
    fn line_between_records(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        self.source.set_in_record(true);
        let read = self.line(line, MOST_FIELDS);
        self.source.set_in_record(false);
        read
    }

    /// Reads a line of at most `most` bytes, or else the first part of it. Returns whether there is one.
    fn line(&mut self, line: &mut Vec<u8>, most: u64) -> io::Result<bool> {
        line.clear();
        self.source.by_ref().take(most).read_until(b'\n', line)?;
        Ok(!line.is_empty())
    }

    /// Reads a record to its end.
    fn whole(&mut self, offset: u64) -> Result<WarcRecord, String> {
        self.source.set_in_record(true);
        let record = self.record(offset).and_then(|record| match self.source.check() {
            Ok(()) => Ok(record),
            Err(error) => Err(error.to_string()),
        });
        self.source.set_in_record(false);
        record
    }

    fn record(&mut self, offset: u64) -> Result<WarcRecord, String> {
        let fields = self.fields()?;
        let mut record = WarcRecord { offset, fields, length: 0, block: Vec::new() };
        let length = record.field("Content-Length").map(|length| length.trim().parse::<u64>());
        let Some(Ok(length)) = length else { return Err("expected a `Content-Length`, but found none".to_owned()) };
        record.length = length;
        let kept = length.min(self.most);
        self.block(kept, &mut record.block).map_err(|error| error.to_string())?;
        let rest = length - kept;
        let skipped =
            io::copy(&mut self.source.by_ref().take(rest), &mut io::sink()).map_err(|error| error.to_string())?;
        if (record.block.len() as u64) < kept || skipped < rest {
            return Err("expected as many bytes as `Content-Length` states, but found fewer".to_owned());
        }
        self.end()?;
        Ok(record)
    }

    /// Reads so many bytes, or fewer if the file ends. Room for more than `ROOM` is made only for bytes that are there.
    fn block(&mut self, length: u64, block: &mut Vec<u8>) -> io::Result<()> {
        block.reserve_exact(usize::try_from(length).unwrap_or(ROOM).min(ROOM));
        while block.len() as u64 != length {
            let found = match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                found => found?,
            };
            if found.is_empty() {
                break;
            }
            let left = length - block.len() as u64;
            let taken = found.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            block.extend_from_slice(&found[..taken]);
            self.source.consume(taken);
        }
        Ok(())
    }

    /// Section 4: two line ends follow the block. At the end of the file they may be missing.
    fn end(&mut self) -> Result<(), String> {
        let mut line = Vec::new();
        for _ in 0..2 {
            let at = self.source.offset();
            if !self.line(&mut line, MOST_FIELDS).map_err(|error| error.to_string())? {
                return Ok(());
            }
            if line.starts_with(SIGN) {
                self.ahead = Some(at);
                return Ok(());
            }
            if !line.trim_ascii().is_empty() {
                return Err("expected the end of the record where `Content-Length` says, but found more".to_owned());
            }
        }
        Ok(())
    }

    /// Section 4: named fields, with lines that continue others.
    fn fields(&mut self) -> Result<Vec<(String, String)>, String> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let (mut line, mut left) = (Vec::new(), MOST_FIELDS);
        loop {
            let is_there = self.line(&mut line, left).map_err(|error| error.to_string())?;
            left -= line.len() as u64;
            if !is_there || !line.ends_with(b"\n") {
                return Err("expected an empty line behind the fields, but found none".to_owned());
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\r', '\n']);
            if text.is_empty() {
                return Ok(fields);
            }
            if !push_field(&mut fields, text) {
                return Err("expected a field with a colon, but found none".to_owned());
            }
        }
    }
}

/// Appends a line of a header: a field, or the continuation of the last one. Returns `false` if it is neither.
fn push_field(fields: &mut Vec<(String, String)>, line: &str) -> bool {
    match (line.starts_with([' ', '\t']), fields.last_mut(), line.split_once(':')) {
        (true, Some((_, value)), _) => {
            value.push(' ');
            value.push_str(line.trim());
        }
        (_, _, Some((name, value))) => fields.push((name.trim().to_owned(), value.trim().to_owned())),
        _ => return false,
    }
    true
}

impl<R: BufRead> Iterator for Warc<R> {
    type Item = Result<WarcRecord, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let damaged = |at: u64, why: String| Err(ArchiveError::Unreadable(format!("the record at byte {at}"), why));
        match self.first_line() {
            Ok(None) => None,
            Err((at, why)) => Some(damaged(at, why)),
            Ok(Some(at)) => Some(self.whole(at).or_else(|why| {
                if self.ahead.is_none() {
                    self.pass_over();
                }
                damaged(at, why)
            })),
        }
    }
}
