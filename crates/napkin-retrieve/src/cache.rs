//! What has been retrieved by HTTP and may be used again (RFC 9111).
//!
//! Decides: where it is kept, and that it is kept whole. What may be kept, for how long, and how a server is asked whether it
//! is still good, is decided by `http-cache-semantics`. The cache is one user's own ("private" in the RFC).

mod entry;
mod keep;

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use http_cache_semantics::{AfterResponse, BeforeRequest, CachePolicy};
use sha2::{Digest, Sha256};

pub(crate) use self::entry::Entry;
use self::keep::Keeping;
use crate::{Body, Error};

/// Objects on disk, each in a file that is there whole or not at all.
///
/// It holds what came in answer to a `GET` without user and range, if the answer allows it. The folder may be deleted at any
/// time, and be shared by programs; nothing is removed from it but what a newer answer replaces.
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
        Ok(Self { folder: Arc::new(folder) })
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
            BeforeRequest::Fresh(parts) => Known::Fresh(parts, entry.file, entry.length),
            BeforeRequest::Stale { request, matches: true } => Known::Stale(Box::new(entry), request),
            BeforeRequest::Stale { .. } => Known::Nothing,
        }
    }

    /// The server has said that what was kept is still good: its new head is kept with the old body. `None` where the
    /// answer is about something else.
    pub(crate) fn confirmed<B>(
        &self,
        url: &str,
        entry: Entry,
        request: &http::Request<B>,
        response: &impl http_cache_semantics::ResponseLike,
    ) -> Option<(http::response::Parts, File, u64)> {
        let now = SystemTime::now();
        let AfterResponse::NotModified(_, parts) = entry.policy.after_response(request, response, now) else {
            return None;
        };
        // A head that cannot be kept is asked for again the next time.
        let _ = entry.rewritten(&self.folder, &self.path(url), request, &parts, now);
        Some((parts, entry.file, entry.length))
    }

    /// The body, which is kept while it is read, if the answer may be kept; and whether it is.
    pub(crate) fn keep<B>(
        &self,
        url: &str,
        request: &http::Request<B>,
        response: &http::response::Parts,
        body: Body,
    ) -> (Body, bool) {
        let now = SystemTime::now();
        let policy = CachePolicy::new_options(request, response, now, entry::OPTIONS);
        if response.status != http::StatusCode::OK || !policy.is_storable() {
            return (body, false);
        }
        match Keeping::begin(&self.folder, &self.path(url), request, response, now) {
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
