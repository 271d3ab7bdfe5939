//! A file of the cache: the request, the head of the answer, and its body.
//!
//! Lines of text up to an empty one for each of the two heads, then the body. The first lines say what it is, how long the
//! body is and when the answer came.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::response::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_cache_semantics::{CacheOptions, CachePolicy};
use tempfile::NamedTempFile;

/// A browser's defaults, for one user.
pub(super) const OPTIONS: CacheOptions = CacheOptions {
    shared: false,
    cache_heuristic: 0.1,
    immutable_min_time_to_live: Duration::from_secs(24 * 3600),
    ignore_cargo_cult: false,
};

const MAGIC: &str = "napkin cache 1";
/// Heads are within the limit on fields when they are written; a file with a longer one is none of ours.
const LONGEST_HEAD: u64 = 4 << 20;
/// Where the length of the body stands, in twenty digits.
pub(super) const LENGTH_AT: u64 = MAGIC.len() as u64 + 1;

/// What is kept for a URL.
pub(crate) struct Entry {
    pub(super) policy: CachePolicy,
    /// The head, with all of its fields as often as they came.
    pub(super) head: Parts,
    /// At the beginning of the body.
    pub(super) file: File,
    pub(super) length: u64,
}

impl Entry {
    /// `None` where there is none, or what is there is not whole.
    pub(super) fn read(path: &Path, uri: &Uri) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let size = file.metadata().ok()?.len();
        let mut reader = BufReader::new((&mut file).take(LONGEST_HEAD));
        let mut line = || {
            let mut line = String::new();
            reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
            Some(line.trim_end_matches('\n').to_owned())
        };
        let mut head = 0;
        let mut next = || line().inspect(|line| head += line.len() as u64 + 1);
        if next()? != MAGIC {
            return None;
        }
        let length: u64 = next()?.parse().ok()?;
        let time = UNIX_EPOCH + Duration::from_secs(next()?.parse().ok()?);
        let mut request = Request::new(());
        *request.method_mut() = Method::GET;
        *request.uri_mut() = uri.clone();
        *request.headers_mut() = fields(&mut next)?;
        let mut response = Response::new(());
        *response.status_mut() = StatusCode::from_bytes(next()?.as_bytes()).ok()?;
        *response.headers_mut() = fields(&mut next)?;
        if size != head + length {
            return None;
        }
        file.seek(SeekFrom::Start(head)).ok()?;
        let policy = CachePolicy::new_options(&request, &response, time, OPTIONS);
        Some(Self { policy, head: response.into_parts().0, file, length })
    }

    /// The same body with a new head, in the place of the old one.
    pub(super) fn rewritten<B>(
        &self,
        folder: &Path,
        path: &Path,
        request: &Request<B>,
        response: &Parts,
        now: SystemTime,
    ) -> io::Result<()> {
        let mut new = unfinished(folder)?;
        head(new.as_file_mut(), request.headers(), response, self.length, now)?;
        let mut old = self.file.try_clone()?;
        let start = old.stream_position()?;
        io::copy(&mut (&mut old).take(self.length), new.as_file_mut())?;
        old.seek(SeekFrom::Start(start))?;
        new.persist(path).map(drop).map_err(|error| error.error)
    }
}

/// How files begin that are not entries yet.
pub(super) const UNFINISHED: &str = ".napkin-";

pub(super) fn unfinished(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)
}

fn fields(next: &mut impl FnMut() -> Option<String>) -> Option<HeaderMap> {
    let mut fields = HeaderMap::new();
    loop {
        let line = next()?;
        if line.is_empty() {
            return Some(fields);
        }
        let (name, value) = line.split_once(": ")?;
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        fields.append(name, HeaderValue::from_str(value).ok()?);
    }
}

/// Writes everything but the body.
pub(super) fn head(
    file: &mut File,
    request: &HeaderMap,
    response: &Parts,
    length: u64,
    now: SystemTime,
) -> io::Result<()> {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut head = format!("{MAGIC}\n{length:020}\n{seconds}\n");
    write_fields(&mut head, request);
    head.push_str(response.status.as_str());
    head.push('\n');
    write_fields(&mut head, &response.headers);
    file.write_all(head.as_bytes())
}

/// Fields that are not text are left out: none of them says anything about keeping.
fn write_fields(head: &mut String, fields: &HeaderMap) {
    for (name, value) in fields {
        if let Ok(value) = value.to_str() {
            head.push_str(&format!("{name}: {value}\n"));
        }
    }
    head.push('\n');
}
