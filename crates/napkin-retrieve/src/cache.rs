//! The HTTP cache (RFC 9111).
//!
//! Stores complete answers in files. `http-cache-semantics` decides what may be stored, for how long, and how to
//! revalidate it. The cache belongs to one user ("private" in the RFC).

mod entry;
mod fields;
mod stored_body;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use http_cache_semantics::{AfterResponse, BeforeRequest};
use sha2::{Digest, Sha256};

pub(crate) use self::entry::Entry;
use self::entry::Stored;
use self::stored_body::Keeping;
use crate::{Body, Error};

/// A cache on disk, with one file per object that is complete or absent.
///
/// It stores answers to `GET` requests without a user or a range, if the answer allows it. The folder can be deleted at
/// any time, and shared by programs. When it exceeds the limit, the oldest entries are removed until a tenth is free.
///
/// ```
/// use napkin_retrieve::{Cache, Client, Policy};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("napkin");
/// let client = Client::new(Policy::public_web()).with_cache(Cache::at(folder)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Arc<PathBuf>,
    limit: u64,
    /// Bytes stored since the folder was last scanned.
    added: Arc<AtomicU64>,
}

/// The default limit: 1 GiB.
const LIMIT: u64 = 1 << 30;

/// Returns whether a file is an entry by its name. Nothing else in the folder is touched.
fn is_entry(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether an unfinished file is so old that its process must have been killed.
fn is_abandoned(path: &Path, since: SystemTime) -> bool {
    const LONG: Duration = Duration::from_secs(24 * 3600);
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with(entry::UNFINISHED) && since.elapsed().is_ok_and(|age| age > LONG)
}

/// The result of a lookup.
pub(crate) enum Known {
    /// No usable entry.
    Nothing,
    /// A fresh answer.
    Fresh(Box<Entry>),
    /// A stale answer that the server must confirm, and the conditional request.
    Stale(Box<Entry>, Box<http::request::Parts>),
}

/// Returns a URL without its fragment.
fn object(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

impl Cache {
    /// Opens the cache in this folder. Creates the folder, for this user only, if it is missing.
    ///
    /// ```
    /// use napkin_retrieve::Cache;
    /// # let folder = tempfile::tempdir()?;
    /// let folder = folder.path().join("napkin");
    /// let cache = Cache::at(&folder)?;
    /// assert!(folder.is_dir());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn at(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&folder)?;
        Ok(Self { folder: Arc::new(folder), limit: LIMIT, added: Arc::default() })
    }

    /// Limits the bytes of all files together. Default: 1 GiB. The cache may exceed the limit by a tenth until the
    /// folder is scanned again.
    ///
    /// ```
    /// use napkin_retrieve::Cache;
    /// # let folder = tempfile::tempdir()?;
    /// let cache = Cache::at(folder.path())?.with_limit(64 << 20);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self.trim();
        self
    }

    /// Counts stored bytes, and scans the folder now and then: a scan takes time for each file.
    fn added(&self, bytes: u64) {
        if self.added.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limit / 10 {
            self.added.store(0, Ordering::Relaxed);
            self.trim();
        }
    }

    /// Removes the oldest entries. Another program may have removed some in the meantime.
    fn trim(&self) {
        let entries = fs::read_dir(&*self.folder).into_iter().flatten().flatten();
        let file = |entry: fs::DirEntry| {
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((metadata.modified().ok()?, entry.path(), metadata.len()))
        };
        let (mut files, others): (Vec<_>, Vec<_>) = entries.filter_map(file).partition(|(_, path, _)| is_entry(path));
        others.iter().filter(|(since, path, _)| is_abandoned(path, *since)).for_each(|(_, path, _)| {
            let _ = fs::remove_file(path);
        });
        let mut total: u64 = files.iter().map(|(.., bytes)| bytes).sum();
        if total <= self.limit {
            return;
        }
        files.sort();
        for (_, path, bytes) in files {
            if total <= self.limit - self.limit / 10 {
                return;
            }
            if fs::remove_file(path).is_ok() {
                total -= bytes;
            }
        }
    }

    fn path(&self, url: &str) -> PathBuf {
        self.folder.join(format!("{:x}", Sha256::digest(object(url))))
    }

    /// Looks up a request. A file that is not one of this cache's files counts as nothing, and a damaged entry is
    /// removed.
    pub(crate) async fn known<B>(&self, url: &str, request: &http::Request<B>) -> Known {
        let (path, now) = (self.path(url), SystemTime::now());
        let Some(mut entry) = Entry::read(&path, object(url), request.uri(), now) else { return Known::Nothing };
        let conditional = match entry.policy.before_request(request, now) {
            BeforeRequest::Fresh(_) => None,
            BeforeRequest::Stale { request, matches: true } => Some(request),
            BeforeRequest::Stale { .. } => return Known::Nothing,
        };
        // Reads the whole entry before any use. A damaged entry is not an error: the object is retrieved again.
        let read = tokio::task::spawn_blocking(move || entry.is_intact().then_some(Box::new(entry)));
        let Some(mut entry) = read.await.ok().flatten() else {
            let _ = fs::remove_file(path);
            return Known::Nothing;
        };
        match conditional {
            Some(request) => Known::Stale(entry, Box::new(request)),
            None => {
                // Section 4: with its age, and otherwise as it came.
                let age = entry.policy.age(now);
                fields::set_age(&mut entry.stored.head.headers, age);
                Known::Fresh(entry)
            }
        }
    }

    /// Updates an entry that the server has confirmed: the new head with the old body. `None` if the answer is about
    /// something else; the entry is then removed.
    pub(crate) fn confirmed<B>(
        &self,
        url: &str,
        mut entry: Box<Entry>,
        request: &http::Request<B>,
        asked: SystemTime,
        response: &http::Response<()>,
    ) -> Option<Box<Entry>> {
        let now = SystemTime::now();
        let path = self.path(url);
        let mut judged = http::Response::new(());
        (*judged.status_mut(), *judged.headers_mut()) = (response.status(), fields::judged(response.headers()));
        if !matches!(entry.policy.after_response(request, &judged, now), AfterResponse::NotModified(..)) {
            let _ = fs::remove_file(path);
            return None;
        }
        let mut head = entry.stored.head.clone();
        fields::confirm(&mut head.headers, &fields::kept(response.headers(), asked, now));
        if entry::policy(request, &head, now).is_storable() {
            let new = Stored::new(object(url), now, request.headers(), &head, entry.stored.is_decoded);
            // If the head cannot be stored, the next request revalidates again.
            let _ = entry.rewritten(&self.folder, &path, &new);
        } else {
            let _ = fs::remove_file(path);
        }
        entry.stored.head = head;
        Some(entry)
    }

    /// Returns the body, which is stored while it is read if the answer is cacheable, and whether it is stored. `asked`
    /// is the time of the request; `is_decoded` says whether a coding of the body was decoded.
    pub(crate) fn keep<B>(
        &self,
        url: &str,
        request: &http::Request<B>,
        asked: SystemTime,
        response: &http::response::Parts,
        is_decoded: bool,
        body: Body,
    ) -> (Body, bool) {
        let now = SystemTime::now();
        let mut head = response.clone();
        head.headers = fields::kept(&response.headers, asked, now);
        if head.status != http::StatusCode::OK || !entry::policy(request, &head, now).is_storable() {
            return (body, false);
        }
        let stored = Stored::new(object(url), now, request.headers(), &head, is_decoded);
        match Keeping::begin(self, &self.path(url), &stored) {
            Ok(keeping) => (Body::new(keeping.with(body)), true),
            // A cache that cannot be written to is ignored.
            Err(_) => (body, false),
        }
    }

    /// Returns the body of an entry.
    pub(crate) fn body(file: File, length: u64, url: &str) -> Body {
        let url = url.to_owned();
        let reader = tokio::io::AsyncReadExt::take(tokio::fs::File::from_std(file), length);
        Body::from_reader(reader, move |error| {
            Error::new(
                crate::rules::STORAGE_FAILED,
                &url,
                format!("expected what the cache has kept, but found {error}"),
            )
        })
    }
}

/// Runs the cache's decisions on an answer with this head, and later on its entry (`fuzzing`).
pub(crate) fn probe(url: &str, head: &http::response::Parts, [asked, at, later]: [SystemTime; 3]) {
    let request = http::Request::get("/menu").header("accept", "*/*").body(()).unwrap_or_default();
    let mut kept = head.clone();
    kept.headers = fields::kept(&head.headers, asked, at);
    let stored = Stored::new(url, at, request.headers(), &kept, false);
    let bytes = stored.bytes();
    let read = Stored::read(&*bytes).filter(|(_, length)| *length == bytes.len() as u64);
    assert!(read.is_some_and(|(read, _)| read.is_of(url, at) && read.bytes() == bytes));
    let policy = entry::policy(&request, &kept, at);
    let _ = policy.is_storable();
    asked_of(&stored, &policy, &request, later);
    let mut judged = http::Response::new(());
    (*judged.status_mut(), *judged.headers_mut()) = (head.status, fields::judged(&head.headers));
    let _ = policy.after_response(&request, &judged, later);
    fields::confirm(&mut kept.headers, &fields::kept(&head.headers, asked, at));
}

/// Runs the cache's decisions on a file of these bytes (`fuzzing`).
pub(crate) fn probe_entry(bytes: &[u8], later: SystemTime) {
    let Some((stored, _)) = Stored::read(bytes) else { return };
    let request = http::Request::get("/menu").body(()).unwrap_or_default();
    asked_of(&stored, &stored.policy(request.uri()), &request, later);
}

fn asked_of(
    stored: &Stored,
    policy: &http_cache_semantics::CachePolicy,
    request: &http::Request<()>,
    later: SystemTime,
) {
    if stored.is_of(stored.url(), later) {
        let _ = policy.before_request(request, later);
        let mut fields = stored.head.headers.clone();
        fields::set_age(&mut fields, policy.age(later));
    }
}
