//! A cache file: the request, the head of the answer, and its body.
//!
//! The file begins with lines: a magic string, the digest of everything after the third line, the length of the body,
//! the time of the answer, its URL, and whether a coding was decoded. Two heads follow, each ended by an empty line,
//! then the body.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::response::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_cache_semantics::{CacheOptions, CachePolicy};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::fields::judged;

/// A browser's defaults, for one user.
const OPTIONS: CacheOptions = CacheOptions {
    shared: false,
    cache_heuristic: 0.1,
    immutable_min_time_to_live: Duration::from_secs(24 * 3600),
    ignore_cargo_cult: false,
};

/// Returns the caching policy for an answer, from its fields in the form of [`judged`].
pub(super) fn policy<B>(request: &Request<B>, response: &Parts, at: SystemTime) -> CachePolicy {
    CachePolicy::new_options(request, &with_judged(response), at, OPTIONS)
}

fn with_judged(response: &Parts) -> Parts {
    let mut response = response.clone();
    response.headers = judged(&response.headers);
    response
}

const MAGIC: &str = "napkin cache 2";
/// Limits the bytes of each head. Heads respect the limit on fields when they are written, so a file with a longer
/// head was not written by this module.
const LONGEST_HEAD: u64 = 4 << 20;
/// Limits the number of fields of each head.
const MOST_FIELDS: usize = 1000;
/// The offset of the digest, in hexadecimal.
const DIGEST_AT: u64 = MAGIC.len() as u64 + 1;
/// The offset of the body's length, in twenty digits.
const LENGTH_AT: u64 = DIGEST_AT + 65;
/// The offset at which the digested bytes begin.
const COVERED_AT: u64 = LENGTH_AT + 21;

/// The part of a cache file before the body.
pub(super) struct Stored {
    digest: String,
    pub(super) length: u64,
    at: SystemTime,
    url: String,
    /// Whether the body was sent with a coding and is stored without it.
    pub(super) is_decoded: bool,
    request: HeaderMap,
    /// The head, with all of its fields as often as they came.
    pub(super) head: Parts,
}

impl Stored {
    pub(super) fn new(url: &str, at: SystemTime, request: &HeaderMap, head: &Parts, is_decoded: bool) -> Self {
        let (digest, length) = ("0".repeat(64), 0);
        Self { digest, length, at, url: url.to_owned(), is_decoded, request: request.clone(), head: head.clone() }
    }

    /// Reads the file up to the body; also returns the number of bytes read. `None` for any file that this module did
    /// not write.
    pub(super) fn read(reader: impl BufRead) -> Option<(Self, u64)> {
        let mut lines = Lines { reader: reader.take(LONGEST_HEAD), read: 0 };
        if lines.text()? != MAGIC {
            return None;
        }
        let digest = lines.text().filter(|digest| digest.len() == 64)?;
        let length: u64 = lines.text().filter(|length| length.len() == 20)?.parse().ok()?;
        let at = UNIX_EPOCH.checked_add(Duration::from_secs(lines.text()?.parse().ok()?))?;
        let url = lines.text()?;
        let is_decoded = match &*lines.text()? {
            "decoded" => true,
            "as sent" => false,
            _ => return None,
        };
        let request = fields(&mut lines)?;
        let mut response = Response::new(());
        *response.status_mut() = StatusCode::from_bytes(lines.text()?.as_bytes()).ok()?;
        *response.headers_mut() = fields(&mut lines)?;
        let stored = Self { digest, length, at, url, is_decoded, request, head: response.into_parts().0 };
        Some((stored, lines.read))
    }

    /// Returns whether the entry is for this URL and not from the future: a future entry would stay fresh for an
    /// unknown time.
    pub(super) fn is_of(&self, url: &str, now: SystemTime) -> bool {
        self.url == url && self.at <= now
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn policy(&self, uri: &Uri) -> CachePolicy {
        let mut request = Request::new(());
        *request.method_mut() = Method::GET;
        *request.uri_mut() = uri.clone();
        *request.headers_mut() = self.request.clone();
        policy(&request, &self.head, self.at)
    }

    /// Returns all bytes before the body.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let begin = format!("{MAGIC}\n{}\n{:020}\n", self.digest, self.length);
        [begin.into_bytes(), self.covered()].concat()
    }

    /// Returns the digested bytes, without the body.
    fn covered(&self) -> Vec<u8> {
        let seconds = self.at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let coding = if self.is_decoded { "decoded" } else { "as sent" };
        let mut head = format!("{seconds}\n{}\n{coding}\n", self.url).into_bytes();
        write_fields(&mut head, &self.request);
        head.extend_from_slice(format!("{}\n", self.head.status.as_str()).as_bytes());
        write_fields(&mut head, &self.head.headers);
        head
    }
}

/// An entry for a URL.
pub(crate) struct Entry {
    pub(super) policy: CachePolicy,
    pub(super) stored: Stored,
    /// The file, positioned at the beginning of the body.
    pub(super) file: File,
    /// The offset of the body.
    body_at: u64,
}

impl Entry {
    /// Opens the entry at a path; `None` if there is none or it is incomplete. Does not verify the digest, which takes
    /// reading the whole entry ([`is_intact`](Self::is_intact)).
    pub(super) fn read(path: &Path, url: &str, uri: &Uri, now: SystemTime) -> Option<Self> {
        // Whoever may write to the folder could put a pipe or a link there.
        let mut file = napkin_files::open(path).ok()?;
        let (stored, body_at) = Stored::read(BufReader::new(&file))?;
        let is_whole = file.metadata().is_ok_and(|there| body_at.checked_add(stored.length) == Some(there.len()));
        if !is_whole || !stored.is_of(url, now) {
            return None;
        }
        file.seek(SeekFrom::Start(body_at)).ok()?;
        Some(Self { policy: stored.policy(uri), stored, file, body_at })
    }

    /// Returns whether the digest is correct. Reads the whole entry.
    pub(super) fn is_intact(&mut self) -> bool {
        self.digest().is_ok_and(|digest| hex(&digest) == self.stored.digest)
    }

    fn digest(&mut self) -> io::Result<Sha256> {
        self.file.seek(SeekFrom::Start(COVERED_AT))?;
        let mut digest = Sha256::new();
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = self.file.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            digest.update(&buffer[..read]);
        }
        self.file.seek(SeekFrom::Start(self.body_at))?;
        Ok(digest)
    }

    /// Returns an entry with the same body and a new head, to replace the old entry.
    pub(super) fn rewritten(&self, folder: &Path, path: &Path, new: &Stored) -> io::Result<()> {
        let mut writer = Writer::begin(folder, new)?;
        let mut old = self.file.try_clone()?;
        io::copy(&mut (&mut old).take(self.stored.length), &mut writer)?;
        old.seek(SeekFrom::Start(self.body_at))?;
        writer.finish(path).map(drop)
    }
}

impl Entry {
    /// Returns the head, the file positioned at the body, the body's length, and whether a coding was decoded.
    pub(crate) fn into_parts(self) -> (Parts, File, u64, bool) {
        (self.stored.head, self.file, self.stored.length, self.stored.is_decoded)
    }
}

/// An entry that is being written, under a temporary name until it is complete.
pub(super) struct Writer {
    file: NamedTempFile,
    digest: Sha256,
    length: u64,
}

/// The prefix of the names of incomplete files.
pub(super) const UNFINISHED: &str = ".napkin-";

impl Writer {
    /// Writes all bytes before the body.
    pub(super) fn begin(folder: &Path, stored: &Stored) -> io::Result<Self> {
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
        let bytes = stored.bytes();
        file.write_all(&bytes)?;
        let digest = Sha256::new_with_prefix(&bytes[COVERED_AT as usize..]);
        Ok(Self { file, digest, length: 0 })
    }

    /// Returns the number of body bytes written so far.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Completes the entry, and moves the file to its place.
    pub(super) fn finish(mut self, path: &Path) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(DIGEST_AT))?;
        write!(self.file, "{}\n{:020}", hex(&self.digest), self.length)?;
        self.file.flush()?;
        self.file.persist(path).map(drop).map_err(|error| error.error)?;
        Ok(self.length)
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn hex(digest: &Sha256) -> String {
    format!("{:x}", digest.clone().finalize())
}

/// Reads the lines of a head, and counts their bytes.
struct Lines<R> {
    reader: io::Take<R>,
    read: u64,
}

impl<R: BufRead> Lines<R> {
    /// Returns a complete line without its line end.
    fn line(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        self.read += self.reader.read_until(b'\n', &mut line).ok()? as u64;
        line.pop().filter(|&end| end == b'\n').map(|_| line)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.line()?).ok()
    }
}

fn fields(lines: &mut Lines<impl BufRead>) -> Option<HeaderMap> {
    let mut fields = HeaderMap::new();
    for _ in 0..=MOST_FIELDS {
        let line = lines.line()?;
        if line.is_empty() {
            return Some(fields);
        }
        let colon = line.iter().position(|&byte| byte == b':')?;
        let name = HeaderName::from_bytes(&line[..colon]).ok()?;
        let value = line[colon..].strip_prefix(b": ")?;
        fields.try_append(name, HeaderValue::from_bytes(value).ok()?).ok()?;
    }
    None
}

fn write_fields(head: &mut Vec<u8>, fields: &HeaderMap) {
    for (name, value) in fields {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.push(b'\n');
    }
    head.push(b'\n');
}
