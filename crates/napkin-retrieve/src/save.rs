//! Saves objects in files that are complete or absent.
//!
//! The bytes are written to `FILE.part`, which is renamed when the body is complete ([`part_file`]). An interrupted download
//! can be resumed if the server identifies the version of the object ([`stored_part`]). A server that sends less than requested
//! is asked for the rest ([`remainder`]).

mod failure;
mod part_file;
mod remainder;
pub(crate) mod stored_part;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::failure::{PartLeft, SaveFailure};
use self::part_file::{PartFile, Resumable};
pub use self::remainder::Remainder;
use self::stored_part::{NextStep, StoredPart};
use crate::rules;
use crate::{Client, Error, Failure, Request, Retrieved, RetrievedBlocking};

/// What to do if something exists at the path of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overwrite {
    /// Replaces the file, or the target of a link, and waits until the bytes are on disk. For a file that the user named.
    #[default]
    FollowLinks,
    /// Replaces whatever exists, links too, and does not wait for the disk: for many small files waiting takes a hundred times
    /// as long as the retrieval.
    ReplaceLinks,
    /// Fails if anything exists, and does not wait for the disk.
    Never,
}

/// How far a download has come, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes that an earlier run stored.
    pub resumed: u64,
    /// Bytes that this run has stored.
    pub bytes: u64,
    /// The length of the object, if it is known.
    pub total: Option<u64>,
}

/// Options of [`Client::save`].
///
/// ```
/// use napkin_retrieve::{Overwrite, SaveOptions};
/// let options = SaveOptions::default().with_resume(true).with_overwrite(Overwrite::Never);
/// ```
#[derive(Default)]
#[non_exhaustive]
pub struct SaveOptions<'a> {
    overwrite: Overwrite,
    resume: bool,
    is_clean: bool,
    progress: Option<Box<dyn FnMut(Progress) + Send + 'a>>,
}

impl<'a> SaveOptions<'a> {
    /// Sets what to do if something exists at the path. Default: [`Overwrite::FollowLinks`].
    ///
    /// ```
    /// use napkin_retrieve::{Client, Overwrite, Policy, Request, SaveOptions};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("menu");
    /// std::fs::write(&path, "bread")?;
    /// let client = Client::new(Policy::public_web());
    /// let options = SaveOptions::default().with_overwrite(Overwrite::Never);
    /// assert!(client.save(&Request::get("data:,beer"), &path, options).await.is_err());
    /// assert_eq!(std::fs::read(&path)?, b"bread");
    /// # std::io::Result::Ok(())
    /// # })?;
    /// # std::io::Result::Ok(())
    /// ```
    #[must_use]
    pub fn with_overwrite(self, overwrite: Overwrite) -> Self {
        Self { overwrite, ..self }
    }

    /// Sets whether to resume the download that an earlier run left in `FILE.part`. Default: no.
    ///
    /// ```
    /// let options = napkin_retrieve::SaveOptions::default().with_resume(true);
    /// ```
    #[must_use]
    pub fn with_resume(self, resume: bool) -> Self {
        Self { resume, ..self }
    }

    /// States that no earlier run left a `FILE.part` or `FILE.part.from`, which saves a system call per file. Default: no.
    ///
    /// ```
    /// let options = napkin_retrieve::SaveOptions::default().with_no_part_left(true);
    /// ```
    #[must_use]
    pub fn with_no_part_left(self, is_clean: bool) -> Self {
        Self { is_clean, ..self }
    }

    /// Calls a function after each chunk.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request, SaveOptions};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let mut bytes = 0;
    /// let client = Client::new(Policy::public_web());
    /// let options = SaveOptions::default().with_progress(|progress| bytes = progress.bytes);
    /// client.save(&Request::get("data:,beer"), folder.path().join("menu"), options).await?;
    /// assert_eq!(bytes, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_progress(self, progress: impl FnMut(Progress) + Send + 'a) -> Self {
        Self { progress: Some(Box::new(progress)), ..self }
    }
}

impl fmt::Debug for SaveOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SaveOptions")
            .field("overwrite", &self.overwrite)
            .field("resume", &self.resume)
            .finish_non_exhaustive()
    }
}

/// A saved object.
#[derive(Debug)]
#[non_exhaustive]
pub struct Saved {
    /// The URL, the metadata and the hops. The body has been read.
    pub retrieved: Retrieved,
    /// The path of the file.
    pub path: PathBuf,
    /// The number of bytes that this run has stored.
    pub bytes: u64,
}

impl Client {
    /// Retrieves an object and saves it at `path`. The file is complete or absent.
    ///
    /// The bytes go to `PATH.part`, which no other process can use meanwhile, and `PATH.part.from` notes which object they belong
    /// to. If the retrieval fails and the server has a strong validator for the object, both are left, and a later call with
    /// [`SaveOptions::with_resume`] requests only the rest. If the server sends less than requested, the rest is requested, within
    /// [`Limits::max_ranges`](crate::Limits::max_ranges). Request the object
    /// [`uncompressed`](Request::uncompressed), because a compressed body cannot be resumed.
    ///
    /// Writes to the file block the thread.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request, SaveOptions};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("menu");
    /// let client = Client::new(Policy::public_web());
    /// let saved = client.save(&Request::get("data:,beer").uncompressed(), &path, SaveOptions::default()).await?;
    /// assert_eq!((saved.bytes, std::fs::read(&path)?), (4, b"beer".to_vec()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`retrieve`](Self::retrieve); `storage-failed`; `body-incomplete` if the rest of a part cannot be retrieved.
    pub async fn save(
        &self,
        request: &Request,
        path: impl AsRef<Path>,
        options: SaveOptions<'_>,
    ) -> Result<Saved, SaveFailure> {
        let part_file = PartFile::new(path.as_ref(), request.url(), !options.is_clean);
        let resumable = options.resume.then(|| part_file.resumable()).flatten();
        let (retrieved, resumable) = match self.begin(request, &part_file, resumable).await {
            Ok(begun) => begun,
            Err(failure) => {
                let left = part_file.left();
                return Err(SaveFailure::new(failure, None, 0, left));
            }
        };
        let remainder = Remainder::continuing(self, request, &retrieved, resumable.as_ref());
        let can_resume = !request.wants_part();
        Download { part_file, retrieved, remainder: Some(remainder), bytes: 0 }
            .run(request.url(), resumable.as_ref(), can_resume, options)
            .await
    }

    /// Returns the answer, and the part that it continues, if any.
    async fn begin(
        &self,
        whole: &Request,
        part_file: &PartFile,
        resumable: Option<Resumable>,
    ) -> Result<(Retrieved, Option<Resumable>), Failure> {
        let Some(resumable) = resumable else { return Ok((self.retrieve_exact(whole).await?, None)) };
        let rest = resumable.part.rest(whole.clone(), resumable.bytes);
        let found = match self.retrieve(&rest).await {
            // The object is shorter than the part, so it is another version.
            Err(failure) if failure.error().rule() == rules::RANGE_MISMATCH => None,
            found => Some(found?),
        };
        let step = found.as_ref().map(|found| resumable.part.next_step(resumable.bytes, found.url(), found.entity()));
        match (step, found) {
            (Some(NextStep::Append), Some(found)) => Ok((found, Some(resumable))),
            (Some(NextStep::Begin), Some(found)) => Ok((found, None)),
            (Some(NextStep::Refuse), Some(found)) => Err(no_object(&found)),
            _ => {
                let discarded = part_file.discard();
                discarded.map_err(|error| not_stored(whole.url(), part_file.path(), &error))?;
                Ok((self.retrieve(whole).await?, None))
            }
        }
    }

    /// Retrieves exactly the requested range, even from a server without ranges.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let client = Client::new(Policy::public_web());
    /// let got = client.retrieve_exact(&Request::get("data:,beer%20and%20bread").with_range(5..=7)).await?;
    /// assert_eq!(got.bytes(1 << 20).await?, "and");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Like [`retrieve`](Self::retrieve); `range-mismatch` if the object has no such bytes.
    pub async fn retrieve_exact(&self, request: &Request) -> Result<Retrieved, Failure> {
        let mut found = self.retrieve(request).await?;
        let is_object = found.entity().status.is_none_or(|status| status < 300);
        if let Some((first, last)) = request.wanted_range().filter(|_| is_object) {
            found.cut_to_range(first, last)?;
        }
        Ok(found)
    }
}

impl Retrieved {
    /// Saves the body at `path`, in the same way as [`Client::save`]: the file is complete or absent. An existing file is
    /// replaced. Saves only this answer; `Client::save` also requests the rest if the server sends less than requested.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("menu");
    /// let got = Client::new(Policy::public_web()).retrieve(&Request::get("data:,beer")).await?;
    /// assert_eq!(got.save(&path).await?.bytes, 4);
    /// assert_eq!(std::fs::read(&path)?, b"beer");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the body ended early; `storage-failed`.
    pub async fn save(self, path: impl AsRef<Path>) -> Result<Saved, SaveFailure> {
        let first = self.trail().hops().first().map(|hop| hop.url().to_owned());
        let url = first.unwrap_or_else(|| self.url().to_owned());
        let part_file = PartFile::new(path.as_ref(), &url, true);
        let can_resume = self.entity().range.is_none();
        Download { part_file, retrieved: self, remainder: None, bytes: 0 }
            .run(&url, None, can_resume, SaveOptions::default())
            .await
    }
}

impl RetrievedBlocking {
    /// Saves the body at `path` like [`Retrieved::save`].
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// # let folder = tempfile::tempdir()?;
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.save(folder.path().join("menu"))?.bytes, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Retrieved::save`].
    pub fn save(self, path: impl AsRef<Path>) -> Result<Saved, SaveFailure> {
        let runtime = Arc::clone(&self.runtime);
        runtime.block_on(self.into_retrieved().save(path))
    }
}

/// A download that has an answer.
struct Download<'c> {
    part_file: PartFile,
    retrieved: Retrieved,
    /// `None` if only this answer is saved.
    remainder: Option<Remainder<'c>>,
    /// Bytes that this run has stored.
    bytes: u64,
}

impl Download<'_> {
    async fn run(
        mut self,
        url: &str,
        resumable: Option<&Resumable>,
        can_resume: bool,
        mut options: SaveOptions<'_>,
    ) -> Result<Saved, SaveFailure> {
        let mut result = self.fill(url, resumable, can_resume, &mut options).await;
        if result.is_ok() {
            result = self.part_file.finish(options.overwrite).map_err(|error| self.not_stored(&error));
        }
        match result {
            Ok(()) => {
                Ok(Saved { retrieved: self.retrieved, path: self.part_file.path().to_owned(), bytes: self.bytes })
            }
            Err(failure) => {
                let left = self.part_file.give_up(failure.error());
                Err(SaveFailure::new(failure, Some(self.retrieved), self.bytes, left))
            }
        }
    }

    async fn fill(
        &mut self,
        url: &str,
        resumable: Option<&Resumable>,
        can_resume: bool,
        options: &mut SaveOptions<'_>,
    ) -> Result<(), Failure> {
        // A later run resumes an object only from its beginning, never a requested range.
        let part = StoredPart::of(url, self.retrieved.url(), self.retrieved.entity()).filter(|_| can_resume);
        let opened = match resumable {
            Some(resumable) => self.part_file.open(resumable),
            None => self.part_file.create(part),
        };
        opened.map_err(|error| self.not_stored(&error))?;
        let resumed = resumable.map_or(0, |resumable| resumable.bytes);
        let total = self.retrieved.entity().length.map(|length| resumed.saturating_add(length));
        loop {
            let before = self.bytes;
            while let Some(chunk) = self.retrieved.next_chunk().await? {
                self.part_file.write(&chunk).map_err(|error| self.not_stored(&error))?;
                self.bytes += chunk.len() as u64;
                if let Some(progress) = &mut options.progress {
                    progress(Progress { resumed, bytes: self.bytes, total });
                }
            }
            let Some(remainder) = &mut self.remainder else { return Ok(()) };
            if !remainder.request(&mut self.retrieved, self.bytes - before).await? {
                return Ok(());
            }
        }
    }

    fn not_stored(&self, error: &io::Error) -> Failure {
        self.retrieved.failed(not_stored(self.retrieved.url(), self.part_file.path(), error))
    }
}

impl Retrieved {
    async fn next_chunk(&mut self) -> Result<Option<bytes::Bytes>, Failure> {
        let chunk = self.body().chunk().await;
        chunk.map_err(|error| self.failed(error))
    }
}

/// Returns the failure for an answer to the request for the rest that is not the object; the part stays.
fn no_object(found: &Retrieved) -> Failure {
    let status = found.entity().status.unwrap_or_default();
    let message = format!("expected the rest of the object, but found status {status}");
    found.failed(Error::new(rules::STATUS_NOT_SUCCESS, found.url(), message))
}

fn not_stored(url: &str, path: &Path, error: &io::Error) -> Error {
    Error::storage_failed(url, &path.to_string_lossy(), error)
}
