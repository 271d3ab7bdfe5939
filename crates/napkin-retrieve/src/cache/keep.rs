//! A body that is kept while it is read.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::SystemTime;

use bytes::Bytes;
use futures_core::Stream;
use http::Request;
use http::header::CONTENT_LENGTH;
use tempfile::NamedTempFile;

use super::Cache;
use super::entry::{LENGTH_AT, head, unfinished};
use crate::body::Pieces;
use crate::{Body, Error};

/// A file that becomes an entry when the body has come whole, and goes away otherwise.
pub(super) struct Keeping {
    file: Option<NamedTempFile>,
    cache: Cache,
    path: PathBuf,
    length: u64,
    /// How long the server says that it is: whoever hands a body on by that length does not ask for what comes after it.
    announced: Option<u64>,
}

impl Keeping {
    pub(super) fn begin<B>(
        cache: &Cache,
        path: &Path,
        request: &Request<B>,
        response: &http::response::Parts,
        now: SystemTime,
    ) -> io::Result<Self> {
        let mut file = unfinished(&cache.folder)?;
        head(file.as_file_mut(), request.headers(), response, 0, now)?;
        let announced = response.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        Ok(Self { file: Some(file), cache: cache.clone(), path: path.to_owned(), length: 0, announced })
    }

    pub(super) fn with(self, body: Body) -> impl Stream<Item = Result<Bytes, Error>> + Send + 'static {
        Kept { keeping: self, pieces: body.into_pieces() }
    }

    /// Where the disk is full, the file goes.
    fn write(&mut self, piece: &[u8]) {
        self.length += piece.len() as u64;
        let written = self.file.as_mut().map(|file| file.write_all(piece));
        if written.is_some_and(|written| written.is_err()) {
            self.file = None;
        }
    }

    fn finish(&mut self) {
        if let Some(file) = self.file.take() {
            // What cannot be kept is retrieved again.
            if self.persisted(file).is_ok() {
                self.cache.added(self.length);
            }
        }
    }

    fn persisted(&self, mut file: NamedTempFile) -> io::Result<()> {
        file.seek(SeekFrom::Start(LENGTH_AT))?;
        write!(file, "{:020}", self.length)?;
        file.flush()?;
        file.persist(&self.path).map(drop).map_err(|error| error.error)
    }
}

struct Kept {
    keeping: Keeping,
    pieces: Pieces,
}

impl Stream for Kept {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let piece = std::task::ready!(this.pieces.as_mut().poll_next(cx));
        match &piece {
            Some(Ok(piece)) => {
                this.keeping.write(piece);
                if this.keeping.announced == Some(this.keeping.length) {
                    this.keeping.finish();
                }
            }
            Some(Err(_)) => this.keeping.file = None,
            None => this.keeping.finish(),
        }
        Poll::Ready(piece)
    }
}
