//! Writes web archives (WARC 1.1, ISO 28500:2017). Start with `WarcWriter`.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A record to be written.
#[derive(Clone, Copy, Debug)]
pub struct NewRecord<'r> {
    /// `WARC-Type`: `response`, `request`, `metadata`, `resource`, `warcinfo`.
    pub kind: &'r str,
    /// `WARC-Target-URI`.
    pub url: Option<&'r str>,
    /// `WARC-Date`, as in RFC 3339, in UTC.
    pub date: &'r str,
    /// `Content-Type`.
    pub content_type: &'r str,
    /// Further fields.
    pub fields: &'r [(&'r str, &'r str)],
    /// The number of bytes of the block.
    pub length: u64,
}

/// Where a record is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenRecord {
    /// `WARC-Record-ID`, with its angle brackets.
    pub id: String,
    /// The place of its first byte in the file.
    pub offset: u64,
    /// The number of bytes that it takes in the file.
    pub length: u64,
}

/// Writes records, each in a member of gzip of its own if the archive is packed (annex D).
///
/// ```
/// use napkin_document::archive::ArchiveLimits;
/// use napkin_document::warc::{NewRecord, Warc, WarcWriter};
/// let mut file = Vec::new();
/// let mut writer = WarcWriter::new(&mut file, true);
/// let record = NewRecord {
///     kind: "resource",
///     url: Some("http://pub.example/menu"),
///     date: "2026-01-01T00:00:00Z",
///     content_type: "text/plain",
///     fields: &[],
///     length: 4,
/// };
/// let written = writer.write(&record, &mut &b"beer"[..])?;
/// assert_eq!((written.offset, written.length), (0, file.len() as u64));
/// let read = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
/// assert_eq!((read.block.as_slice(), read.field("WARC-Record-ID")), (&b"beer"[..], Some(&*written.id)));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WarcWriter<W> {
    out: W,
    is_packed: bool,
    /// The number of bytes that have been written.
    at: u64,
    /// The number of records.
    count: u64,
}

impl<W: Write> WarcWriter<W> {
    /// Creates a writer; `is_packed` says whether records are packed by gzip.
    ///
    /// ```
    /// let writer = napkin_document::warc::WarcWriter::new(Vec::new(), false);
    /// assert!(writer.into_inner().is_empty());
    /// ```
    pub const fn new(out: W, is_packed: bool) -> Self {
        Self { out, is_packed, at: 0, count: 0 }
    }

    /// Returns what is written to, which may have to be flushed.
    ///
    /// ```
    /// assert!(napkin_document::warc::WarcWriter::new(Vec::new(), true).get_mut().is_empty());
    /// ```
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Returns what was written to.
    ///
    /// ```
    /// assert!(napkin_document::warc::WarcWriter::new(Vec::new(), true).into_inner().is_empty());
    /// ```
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes a record whose block is read from `block`.
    ///
    /// ```
    /// use napkin_document::warc::{NewRecord, WarcWriter};
    /// let about = NewRecord { kind: "warcinfo", url: None, date: "", content_type: "text/plain", fields: &[], length: 9 };
    /// assert!(WarcWriter::new(Vec::new(), false).write(&about, &mut &b"beer"[..]).is_err());
    /// ```
    ///
    /// # Errors
    /// Writing or reading fails; or the block has another number of bytes than the record says. Then the file is damaged.
    pub fn write(&mut self, record: &NewRecord<'_>, block: &mut dyn Read) -> io::Result<WrittenRecord> {
        let (id, offset) = (self.id(record), self.at);
        let head = head(record, &id);
        let counted = Counted { out: &mut self.out, count: 0 };
        let counted = if self.is_packed {
            let mut member = GzEncoder::new(counted, Compression::default());
            body(&mut member, &head, record.length, block)?;
            member.finish()?
        } else {
            let mut counted = counted;
            body(&mut counted, &head, record.length, block)?;
            counted
        };
        let length = counted.count;
        self.at += length;
        self.count += 1;
        Ok(WrittenRecord { id, offset, length })
    }

    /// Writes the record about the archive (section 6.2), which comes first: that this program has made it.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// use napkin_document::warc::{Warc, WarcWriter};
    /// let mut file = Vec::new();
    /// WarcWriter::new(&mut file, false).write_info("2026-01-01T00:00:00Z")?;
    /// let info = Warc::new(&file[..], ArchiveLimits::default()).next().unwrap().unwrap();
    /// assert_eq!(info.field("WARC-Type"), Some("warcinfo"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Writing fails.
    pub fn write_info(&mut self, date: &str) -> io::Result<WrittenRecord> {
        const ABOUT: &str =
            concat!("software: napkin/", env!("CARGO_PKG_VERSION"), "\r\nformat: WARC File Format 1.1\r\n");
        let (kind, content_type, length) = ("warcinfo", "application/warc-fields", ABOUT.len() as u64);
        let record = NewRecord { kind, url: None, date, content_type, fields: &[], length };
        self.write(&record, &mut ABOUT.as_bytes())
    }

    /// Returns a name that no other record has: a UUID of version 8 (RFC 9562 section 5.8), from a digest of the record and its number.
    fn id(&self, record: &NewRecord<'_>) -> String {
        let mut digest = Sha256::new();
        for part in [record.kind, record.url.unwrap_or_default(), record.date, &self.count.to_string()] {
            digest.update(part.as_bytes());
            digest.update([0]);
        }
        for (name, value) in record.fields {
            digest.update(format!("{name}\0{value}\0").as_bytes());
        }
        let mut bytes: [u8; 32] = digest.finalize().into();
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let mut id = String::from("<urn:uuid:");
        for (number, byte) in bytes[..16].iter().enumerate() {
            id.push_str(if matches!(number, 4 | 6 | 8 | 10) { "-" } else { "" });
            let _ = write!(id, "{byte:02x}");
        }
        id + ">"
    }
}

/// Returns the version and the fields, with the empty line behind them. A field value has no line end.
fn head(record: &NewRecord<'_>, id: &str) -> Vec<u8> {
    let mut head = String::from("WARC/1.1\r\n");
    let length = record.length.to_string();
    let own = [
        ("WARC-Type", Some(record.kind)),
        ("WARC-Record-ID", Some(id)),
        ("WARC-Date", Some(record.date)),
        ("WARC-Target-URI", record.url),
        ("Content-Type", Some(record.content_type)),
        ("Content-Length", Some(&*length)),
    ];
    let own = own.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for (name, value) in own.chain(record.fields.iter().copied()) {
        let value: String = value.chars().filter(|character| !character.is_control()).collect();
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head.push_str("\r\n");
    head.into_bytes()
}

fn body(out: &mut dyn Write, head: &[u8], length: u64, block: &mut dyn Read) -> io::Result<()> {
    out.write_all(head)?;
    let copied = io::copy(&mut block.take(length), out)?;
    if copied != length {
        return Err(io::Error::other(format!("expected a block of {length} bytes, but found {copied}")));
    }
    out.write_all(b"\r\n\r\n")
}

/// Counts what is written.
struct Counted<W> {
    out: W,
    count: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.count += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns a digest as web archives write it: `sha256:` and Base32 (RFC 4648 section 6).
///
/// ```
/// use sha2::Digest;
/// let digest = napkin_document::warc::labelled_digest(&sha2::Sha256::digest(b"").into());
/// assert_eq!(digest, "sha256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====");
/// ```
#[must_use]
pub fn labelled_digest(digest: &[u8; 32]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::from("sha256:");
    let (mut bits, mut count) = (0_u16, 0);
    for &byte in digest {
        (bits, count) = (bits << 8 | u16::from(byte), count + 8);
        while count >= 5 {
            count -= 5;
            text.push(char::from(LETTERS[usize::from(bits >> count & 31)]));
        }
    }
    // 256 bits are 51 letters and one bit, and 56 letters are whole bytes.
    text.push(char::from(LETTERS[usize::from(bits << (5 - count) & 31)]));
    text.push_str("====");
    text
}
