//! A body that is stored while it is read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_LENGTH;

use super::Cache;
use super::entry::{Stored, Writer};
use crate::body::Chunks;
use crate::{Body, Error};

/// A file that becomes an entry when the body is complete, and is removed otherwise.
pub(super) struct Keeping {
    writer: Option<Writer>,
    cache: Cache,
    path: PathBuf,
    /// The announced length: a reader that knows it may not poll for the end.
    announced: Option<u64>,
}

impl Keeping {
    pub(super) fn begin(cache: &Cache, path: &Path, stored: &Stored) -> io::Result<Self> {
        let announced = stored.head.headers.get(CONTENT_LENGTH);
        let announced = announced.and_then(|length| length.to_str().ok()?.parse().ok());
        let writer = Some(Writer::begin(&cache.folder, stored)?);
        Ok(Self { writer, cache: cache.clone(), path: path.to_owned(), announced })
    }

    pub(super) fn with(self, body: Body) -> impl Stream<Item = Result<Bytes, Error>> + Send + 'static {
        Kept { keeping: self, pieces: body.into_chunks() }
    }

    /// Drops the file if the disk is full.
    fn write(&mut self, piece: &[u8]) {
        if let Some(Err(_)) = self.writer.as_mut().map(|writer| writer.write_all(piece)) {
            self.writer = None;
        }
        if self.writer.as_ref().is_some_and(|writer| self.announced == Some(writer.length())) {
            self.finish();
        }
    }

    /// If the entry cannot be written, the object is retrieved again next time.
    fn finish(&mut self) {
        if let Some(Ok(length)) = self.writer.take().map(|writer| writer.finish(&self.path)) {
            self.cache.added(length);
        }
    }
}

struct Kept {
    keeping: Keeping,
    pieces: Chunks,
}

impl Stream for Kept {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let piece = std::task::ready!(this.pieces.as_mut().poll_next(cx));
        match &piece {
            Some(Ok(piece)) => this.keeping.write(piece),
            Some(Err(_)) => this.keeping.writer = None,
            None => this.keeping.finish(),
        }
        Poll::Ready(piece)
    }
}
