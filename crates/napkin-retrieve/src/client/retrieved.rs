//! Retrieved objects, for asynchronous and blocking callers.

use std::sync::Arc;

use bytes::Bytes;
use napkin::Url;
use tokio::runtime::Runtime;

use super::Failure;
use crate::{Body, Entity, Error, Trail};

/// A retrieved object: its URL, its metadata, and its body, which arrives while it is read.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let client = Client::new(Policy::public_web());
/// let got = client.retrieve(&Request::get("data:text/plain,beer")).await?;
/// assert_eq!((got.url(), got.media_type()), ("data:text/plain,beer", Some("text/plain")));
/// assert_eq!(got.bytes(1 << 20).await?, "beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct Retrieved {
    pub(super) url: Arc<Url>,
    pub(super) entity: Entity,
    trail: Trail,
}

impl Retrieved {
    pub(super) fn new(url: Arc<Url>, entity: Entity, trail: Trail) -> Self {
        Self { url, entity, trail }
    }

    /// Returns the final URL after redirects, which is the base URL of a document (draft-fielding-url-syntax-05 section 5.1.3).
    /// May contain a password if the policy admits one; the trail shows none.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.url(), "data:,beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the media type with its parameters, as the server sent it.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:text/html;charset=utf-8,x"))?;
    /// assert_eq!(got.media_type(), Some("text/html;charset=utf-8"));
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.entity.media_type.as_deref()
    }

    /// Returns the metadata: length, range, status, header fields.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.entity().length, Some(4));
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn entity(&self) -> &Entity {
        &self.entity
    }

    /// Returns every hop.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.trail().hops().len(), 1);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Returns the body, to read it chunk by chunk or as an `AsyncRead`.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// use tokio::io::AsyncReadExt;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let mut got = Client::new(Policy::public_web()).retrieve(&Request::get("data:,beer")).await?;
    /// let mut text = String::new();
    /// got.body().read_to_string(&mut text).await.expect("text");
    /// assert_eq!(text, "beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    pub fn body(&mut self) -> &mut Body {
        &mut self.entity.body
    }

    /// Returns the whole body, at most `limit` bytes.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let got = Client::new(Policy::public_web()).retrieve(&Request::get("data:,beer")).await?;
    /// assert_eq!(got.bytes(1 << 20).await?, "beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// The reason why the body ended early, and `body-too-large`.
    pub async fn bytes(mut self, limit: u64) -> Result<Bytes, Failure> {
        let body = std::mem::replace(&mut self.entity.body, Body::empty());
        body.bytes(limit).await.map_err(|error| self.failed(error.of_url(self.url())))
    }

    /// Returns the failure for an error that occurred after the answer, such as while the body was read, with all hops.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Error, Policy, Request, rules};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// let failure = got.failed(Error::new(rules::STORAGE_FAILED, got.url(), "expected to write to menu, but found no space"));
    /// assert_eq!(failure.trail().hops().len(), 1);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn failed(&self, error: Error) -> Failure {
        Failure::new(error, self.trail.clone())
    }

    /// Continues with the body of an answer to the request for the rest: appends its hops, and extends the range to the end
    /// of the new range.
    pub(crate) fn continue_with(&mut self, rest: Self) {
        let (_, entity, trail) = rest.into_parts();
        self.trail.extend(trail);
        if let (Some(range), Some(rest)) = (&mut self.entity.range, entity.range) {
            range.last = rest.last;
            self.entity.length = Some(range.last.saturating_sub(range.first).saturating_add(1));
        }
        self.entity.body = entity.body;
    }

    /// Returns the final URL, the entity and the trail.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// let (url, entity, trail) = got.into_retrieved().into_parts();
    /// assert_eq!((url.as_str(), entity.length, trail.hops().len()), ("data:,beer", Some(4), 1));
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (Arc<Url>, Entity, Trail) {
        (self.url, self.entity, self.trail)
    }
}

/// A [`Retrieved`] whose methods block the thread. Dereferences to it.
#[derive(Debug)]
pub struct RetrievedBlocking {
    retrieved: Retrieved,
    pub(crate) runtime: Arc<Runtime>,
}

impl RetrievedBlocking {
    pub(super) fn new(retrieved: Retrieved, runtime: Arc<Runtime>) -> Self {
        Self { retrieved, runtime }
    }

    /// Returns the next chunk of the body; `None` at its end.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let mut got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.chunk()?.as_deref(), Some(&b"beer"[..]));
    /// assert_eq!(got.chunk()?, None);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the body ended early.
    pub fn chunk(&mut self) -> Result<Option<Bytes>, Failure> {
        let chunk = self.runtime.block_on(self.retrieved.entity.body.chunk());
        chunk.map_err(|error| self.retrieved.failed(error))
    }

    /// Returns the whole body. The client's limits apply.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.bytes()?, "beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    ///
    /// # Errors
    /// Like [`chunk`](Self::chunk).
    pub fn bytes(self) -> Result<Bytes, Failure> {
        self.runtime.block_on(self.retrieved.bytes(u64::MAX))
    }

    /// Returns the object without the runtime.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.into_retrieved().url(), "data:,beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn into_retrieved(self) -> Retrieved {
        self.retrieved
    }
}

impl std::ops::Deref for RetrievedBlocking {
    type Target = Retrieved;

    fn deref(&self) -> &Retrieved {
        &self.retrieved
    }
}

impl std::ops::DerefMut for RetrievedBlocking {
    fn deref_mut(&mut self) -> &mut Retrieved {
        &mut self.retrieved
    }
}
