//! What has been retrieved by HTTP and may be used again (RFC 9111).
//!
//! Decides: where it is kept, and that it is kept whole. What may be kept, for how long, and how a server is asked whether it
//! is still good, is decided by `http-cache-semantics`. The cache is one user's own ("private" in the RFC).

mod entry;
mod fields;
mod keep;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use http_cache_semantics::{AfterResponse, BeforeRequest, CachePolicy};
use sha2::{Digest, Sha256};

pub(crate) use self::entry::Entry;
use self::keep::Keeping;
use crate::{Body, Error};

/// Objects on disk, each in a file that is there whole or not at all.
///
/// It holds what came in answer to a `GET` without user and range, if the answer allows it. The folder may be deleted at any
/// time, and be shared by programs. Where it has more bytes than the limit, what was kept first goes, until a tenth is free.
///
/// ```
/// use napkin_retrieve::{Cache, Client, Policy};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("napkin");
/// let client = Client::new(Policy::public_web()).cache(Cache::at(folder)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Arc<PathBuf>,
    limit: u64,
    /// What has been kept since the folder was last looked at.
    added: Arc<AtomicU64>,
}

/// Bytes of a cache unless a program says otherwise: 1 GiB.
const LIMIT: u64 = 1 << 30;

/// Whether a file is one of the cache's: nothing else in its folder is touched.
fn is_entry(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a file was begun so long ago that whoever began it has ended without a chance to remove it.
fn is_abandoned(path: &Path, since: SystemTime) -> bool {
    const LONG: Duration = Duration::from_secs(24 * 3600);
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with(entry::UNFINISHED) && since.elapsed().is_ok_and(|age| age > LONG)
}

/// What the cache knows about a request.
pub(crate) enum Known {
    /// Nothing, or nothing that is of use.
    Nothing,
    /// The answer.
    Fresh(http::response::Parts, File, u64),
    /// An answer that the server must confirm, and the request that asks so.
    Stale(Box<Entry>, http::request::Parts),
}

impl Cache {
    /// In this folder, which is made if there is none, for this user alone.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn at(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&folder)?;
        Ok(Self { folder: Arc::new(folder), limit: LIMIT, added: Arc::default() })
    }

    /// The most bytes of all files together. Default: 1 GiB. What has just come may exceed it by a tenth until the folder is
    /// looked at again.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self.trim();
        self
    }

    /// Counts what has been kept, and makes room now and then: looking at a folder takes time for each of its files.
    fn added(&self, bytes: u64) {
        if self.added.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limit / 10 {
            self.added.store(0, Ordering::Relaxed);
            self.trim();
        }
    }

    /// Removes what was kept first. What another program has removed in the meantime is gone as well.
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
        let url = url.split('#').next().unwrap_or_default();
        let digest = Sha256::digest(url.as_bytes());
        self.folder.join(digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }

    /// What there is for a request. A file that is not one of this cache's is nothing.
    pub(crate) fn known<B>(&self, url: &str, request: &http::Request<B>) -> Known {
        let Some(entry) = Entry::read(&self.path(url), request.uri()) else { return Known::Nothing };
        match entry.policy.before_request(request, SystemTime::now()) {
            BeforeRequest::Fresh(_) => {
                // Section 4: with how old it is, and otherwise as it came.
                let mut head = entry.head;
                fields::set_age(&mut head.headers, entry.policy.age(SystemTime::now()));
                Known::Fresh(head, entry.file, entry.length)
            }
            BeforeRequest::Stale { request, matches: true } => Known::Stale(Box::new(entry), request),
            BeforeRequest::Stale { .. } => Known::Nothing,
        }
    }

    /// The server has said that what was kept is still good: its new head is kept with the old body. `None` where the
    /// answer is about something else; then what was kept is of no use.
    pub(crate) fn confirmed<B>(
        &self,
        url: &str,
        entry: Entry,
        request: &http::Request<B>,
        asked: SystemTime,
        response: &http::Response<()>,
    ) -> Option<(http::response::Parts, File, u64)> {
        let now = SystemTime::now();
        let path = self.path(url);
        if !matches!(entry.policy.after_response(request, response, now), AfterResponse::NotModified(..)) {
            let _ = fs::remove_file(path);
            return None;
        }
        let mut head = entry.head.clone();
        fields::confirm(&mut head.headers, &fields::kept(response.headers(), asked, now));
        if CachePolicy::new_options(request, &head, now, entry::OPTIONS).is_storable() {
            // A head that cannot be kept is asked for again the next time.
            let _ = entry.rewritten(&self.folder, &path, request, &head, now);
        } else {
            let _ = fs::remove_file(path);
        }
        Some((head, entry.file, entry.length))
    }

    /// The body, which is kept while it is read, if the answer may be kept; and whether it is. `asked` is when it was asked for.
    pub(crate) fn keep<B>(
        &self,
        url: &str,
        request: &http::Request<B>,
        asked: SystemTime,
        response: &http::response::Parts,
        body: Body,
    ) -> (Body, bool) {
        let now = SystemTime::now();
        let mut head = response.clone();
        head.headers = fields::kept(&response.headers, asked, now);
        let policy = CachePolicy::new_options(request, &head, now, entry::OPTIONS);
        if head.status != http::StatusCode::OK || !policy.is_storable() {
            return (body, false);
        }
        match Keeping::begin(self, &self.path(url), request, &head, now) {
            Ok(keeping) => (Body::new(keeping.with(body)), true),
            // A cache that cannot be written to is none; the object is what counts.
            Err(_) => (body, false),
        }
    }

    /// The body of what is kept.
    pub(crate) fn body(file: File, length: u64, url: &str) -> Body {
        let url = url.to_owned();
        let reader = tokio::io::AsyncReadExt::take(tokio::fs::File::from_std(file), length);
        Body::from_reader(reader, move |error| {
            Error::new(
                napkin::Rule::StorageFailed,
                &url,
                format!("expected what the cache has kept, but found {error}"),
            )
        })
    }
}
