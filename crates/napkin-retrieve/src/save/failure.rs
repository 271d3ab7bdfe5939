//! Failed downloads.

use std::fmt;
use std::path::PathBuf;

use crate::{Failure, Retrieved};

/// The part of an object that a failed download left.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartLeft {
    /// The path of the part file. [`SaveOptions::with_resume`](super::SaveOptions::with_resume) continues it.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
}

/// A failed download. Prints as its [`Failure`].
#[derive(Debug)]
pub struct SaveFailure(Box<Inner>);

#[derive(Debug)]
struct Inner {
    failure: Failure,
    retrieved: Option<Retrieved>,
    bytes: u64,
    left: Option<PartLeft>,
}

impl SaveFailure {
    pub(super) fn new(failure: Failure, retrieved: Option<Retrieved>, bytes: u64, left: Option<PartLeft>) -> Self {
        Self(Box::new(Inner { failure, retrieved, bytes, left }))
    }

    /// Returns the failure.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request, SaveOptions};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("menu");
    /// let client = Client::new(Policy::public_web());
    /// let failed = client.save(&Request::get("tel:110"), &path, SaveOptions::default()).await.unwrap_err();
    /// assert_eq!(failed.failure().error().rule().code(), "scheme-not-retrievable");
    /// # std::io::Result::Ok(())
    /// # })?;
    /// # std::io::Result::Ok(())
    /// ```
    #[must_use]
    pub fn failure(&self) -> &Failure {
        &self.0.failure
    }

    /// Returns the number of bytes that this run has stored.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request, SaveOptions};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("menu");
    /// let client = Client::new(Policy::public_web());
    /// let failed = client.save(&Request::get("tel:110"), &path, SaveOptions::default()).await.unwrap_err();
    /// assert_eq!(failed.bytes(), 0);
    /// # std::io::Result::Ok(())
    /// # })?;
    /// # std::io::Result::Ok(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Returns the part that can be resumed, if one is left.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request, SaveOptions};
    /// # use std::io::{Read, Write};
    /// # let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    /// # let address = listener.local_addr()?;
    /// # std::thread::spawn(move || {
    /// #     let mut stream = listener.accept().unwrap().0;
    /// #     let _ = stream.read(&mut [0; 4096]);
    /// #     let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 8\r\n\r\nbeer");
    /// # });
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("menu");
    /// # let client = Client::new(Policy::public_web().trust_host("127.0.0.1").allow_port(address.port()));
    /// // The server closes the connection after 4 of 8 bytes.
    /// let request = Request::get(format!("http://{address}/menu")).uncompressed();
    /// let failed = client.save(&request, &path, SaveOptions::default()).await.unwrap_err();
    /// assert_eq!(failed.left().map(|left| left.bytes), Some(4));
    /// # std::io::Result::Ok(())
    /// # })?;
    /// # std::io::Result::Ok(())
    /// ```
    #[must_use]
    pub fn left(&self) -> Option<&PartLeft> {
        self.0.left.as_ref()
    }

    /// Returns the failure, the object if an answer came, and the part that can be resumed.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request, SaveOptions};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("menu");
    /// let client = Client::new(Policy::public_web());
    /// let failed = client.save(&Request::get("tel:110"), &path, SaveOptions::default()).await.unwrap_err();
    /// let (failure, retrieved, left) = failed.into_parts();
    /// assert!(failure.error().is_refusal() && retrieved.is_none() && left.is_none());
    /// # std::io::Result::Ok(())
    /// # })?;
    /// # std::io::Result::Ok(())
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (Failure, Option<Retrieved>, Option<PartLeft>) {
        (self.0.failure, self.0.retrieved, self.0.left)
    }
}

impl fmt::Display for SaveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.failure, f)
    }
}

impl std::error::Error for SaveFailure {}

impl From<SaveFailure> for Failure {
    fn from(failure: SaveFailure) -> Self {
        failure.0.failure
    }
}
