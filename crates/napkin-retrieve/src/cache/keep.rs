//! A body that is kept while it is read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_LENGTH;

use super::Cache;
use super::entry::{Stored, Writer};
use crate::body::Pieces;
use crate::{Body, Error};

/// A file that becomes an entry when the body has come whole, and goes away otherwise.
pub(super) struct Keeping {
    writer: Option<Writer>,
    cache: Cache,
    path: PathBuf,
    /// How long the server says that it is: whoever hands a body on by that length does not ask for what comes after it.
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
        Kept { keeping: self, pieces: body.into_pieces() }
    }

    /// Where the disk is full, the file goes.
    fn write(&mut self, piece: &[u8]) {
        if let Some(Err(_)) = self.writer.as_mut().map(|writer| writer.write_all(piece)) {
            self.writer = None;
        }
        if self.writer.as_ref().is_some_and(|writer| self.announced == Some(writer.length())) {
            self.finish();
        }
    }

    /// An entry that cannot be written is retrieved again.
    fn finish(&mut self) {
        if let Some(Ok(length)) = self.writer.take().map(|writer| writer.finish(&self.path)) {
            self.cache.added(length);
        }
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
            Some(Ok(piece)) => this.keeping.write(piece),
            Some(Err(_)) => this.keeping.writer = None,
            None => this.keeping.finish(),
        }
        Poll::Ready(piece)
    }
}
