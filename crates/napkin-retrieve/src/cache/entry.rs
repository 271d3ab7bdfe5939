//! A file of the cache: the request, the head of the answer, and its body.
//!
//! Lines up to an empty one for each of the two heads, then the body. The first lines say what it is, the digest of everything behind
//! the third line, how long the body is, when the answer came, which URL it is of, and whether a coding was undone.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
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

/// What may be done with an answer, by what its fields say of that ([`judged`]).
pub(super) fn policy<B>(request: &Request<B>, response: &Parts, at: SystemTime) -> CachePolicy {
    CachePolicy::new_options(request, &with_judged(response), at, OPTIONS)
}

fn with_judged(response: &Parts) -> Parts {
    let mut response = response.clone();
    response.headers = judged(&response.headers);
    response
}

const MAGIC: &str = "napkin cache 2";
/// Heads are within the limit on fields when they are written; a file with a longer one is none of ours.
const LONGEST_HEAD: u64 = 4 << 20;
/// The same of the number of fields.
const MOST_FIELDS: usize = 1000;
/// Where the digest is, in hexadecimal.
const DIGEST_AT: u64 = MAGIC.len() as u64 + 1;
/// Where the length of the body is, in twenty digits.
const LENGTH_AT: u64 = DIGEST_AT + 65;
/// Where begins what the digest is of.
const COVERED_AT: u64 = LENGTH_AT + 21;

/// What is written before the body.
pub(super) struct Stored {
    digest: String,
    pub(super) length: u64,
    at: SystemTime,
    url: String,
    /// Whether the body is without a coding that it was sent with.
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

    /// Reads it up to the body, and says how many bytes that are. `None` for everything that was not written by [`write`](Self::write).
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

    /// Whether it is of this URL, and came before now: what comes from the future would be fresh for who knows how long.
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

    /// Everything but the body.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let begin = format!("{MAGIC}\n{}\n{:020}\n", self.digest, self.length);
        [begin.into_bytes(), self.covered()].concat()
    }

    /// What the digest is of, without the body.
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

/// What is kept for a URL.
pub(crate) struct Entry {
    pub(super) policy: CachePolicy,
    pub(super) stored: Stored,
    /// At the beginning of the body.
    pub(super) file: File,
    /// Where that is.
    body_at: u64,
}

impl Entry {
    /// `None` where there is none, or what is there is not whole. Whether it is as it was written is another question, for which all of
    /// it is read ([`is_intact`](Self::is_intact)).
    pub(super) fn read(path: &Path, url: &str, uri: &Uri, now: SystemTime) -> Option<Self> {
        let mut file = opened(path).ok()?;
        let (stored, body_at) = Stored::read(BufReader::new(&file))?;
        let is_whole = file.metadata().is_ok_and(|there| body_at.checked_add(stored.length) == Some(there.len()));
        if !is_whole || !stored.is_of(url, now) {
            return None;
        }
        file.seek(SeekFrom::Start(body_at)).ok()?;
        Some(Self { policy: stored.policy(uri), stored, file, body_at })
    }

    /// Returns whether everything is as it was written. Reads all of it.
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

    /// The same body with a new head, in the place of the old one.
    pub(super) fn rewritten(&self, folder: &Path, path: &Path, new: &Stored) -> io::Result<()> {
        let mut writer = Writer::begin(folder, new)?;
        let mut old = self.file.try_clone()?;
        io::copy(&mut (&mut old).take(self.stored.length), &mut writer)?;
        old.seek(SeekFrom::Start(self.body_at))?;
        writer.finish(path).map(drop)
    }
}

impl Entry {
    /// The head, the file at the beginning of the body, the length of that, and whether a coding of it was undone.
    pub(crate) fn into_parts(self) -> (Parts, File, u64, bool) {
        (self.stored.head, self.file, self.stored.length, self.stored.is_decoded)
    }
}

/// A regular file, which is not waited for: whoever may write to the folder may have made a pipe, or a link to one.
fn opened(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    #[cfg(not(unix))]
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let file = options.read(true).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(ErrorKind::InvalidInput.into()) }
}

/// An entry that is being written, under another name until it is whole.
pub(super) struct Writer {
    file: NamedTempFile,
    digest: Sha256,
    length: u64,
}

/// How files begin that are not entries yet.
pub(super) const UNFINISHED: &str = ".napkin-";

impl Writer {
    /// Writes everything but the body.
    pub(super) fn begin(folder: &Path, stored: &Stored) -> io::Result<Self> {
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
        let bytes = stored.bytes();
        file.write_all(&bytes)?;
        let digest = Sha256::new_with_prefix(&bytes[COVERED_AT as usize..]);
        Ok(Self { file, digest, length: 0 })
    }

    /// How many bytes of the body have been written.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The body is whole: puts the file in its place.
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
    digest.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Lines of a head, and how many bytes they are.
struct Lines<R> {
    reader: io::Take<R>,
    read: u64,
}

impl<R: BufRead> Lines<R> {
    /// A whole line without its end.
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
