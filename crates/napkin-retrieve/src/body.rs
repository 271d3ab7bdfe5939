//! Bodies of answers: streams of bytes.

use std::fmt;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes, BytesMut};
use futures_core::Stream;
use http_body::Frame;
use tokio::io::{AsyncRead, ReadBuf};

use crate::Error;

/// The chunks of a body, or the error that ends it. A body that ends without an error is complete.
pub type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>;

/// The bytes of an object, chunk by chunk, in constant memory.
///
/// Read it by [`chunk`](Self::chunk), [`bytes`](Self::bytes), as [`AsyncRead`], as a [`Stream`], or pass it to an HTTP server as
/// an `http_body::Body`.
///
/// ```
/// use napkin_retrieve::Body;
/// use tokio::io::AsyncReadExt;
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let mut text = String::new();
/// Body::from("beer").read_to_string(&mut text).await?;
/// assert_eq!(text, "beer");
/// # Ok::<(), std::io::Error>(())
/// # })?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Body {
    chunks: Chunks,
    /// The unread bytes of the last chunk that [`AsyncRead`] took.
    unread: Bytes,
}

impl Body {
    /// Takes a stream of chunks. A stream that is cut short must end with an error.
    ///
    /// ```
    /// use napkin_retrieve::Body;
    /// let body = Body::new(Body::from("beer").into_chunks());
    /// ```
    #[must_use]
    pub fn new(chunks: impl Stream<Item = Result<Bytes, Error>> + Send + 'static) -> Self {
        Self { chunks: Box::pin(chunks), unread: Bytes::new() }
    }

    /// Returns a body without bytes.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// assert_eq!(napkin_retrieve::Body::empty().chunk().await?, None);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn empty() -> Self {
        Self::from(Bytes::new())
    }

    /// Reads a reader to its end, in chunks of at most 64 KiB. `error` converts the reader's errors.
    ///
    /// ```
    /// use napkin_retrieve::{Body, Error, rules};
    /// let body = Body::from_reader(&b"beer"[..], |error| Error::new(rules::STORAGE_FAILED, "x:menu", error.to_string()));
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// assert_eq!(body.bytes(4).await?, "beer");
    /// # Ok::<(), Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn from_reader(
        reader: impl AsyncRead + Send + Unpin + 'static,
        error: impl Fn(io::Error) -> Error + Send + Unpin + 'static,
    ) -> Self {
        Self::new(Reader { reader, error, buffer: BytesMut::new(), done: false })
    }

    /// Returns the next chunk, which is never empty; `None` at the end.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let mut body = napkin_retrieve::Body::from("beer");
    /// assert_eq!(body.chunk().await?.as_deref(), Some(&b"beer"[..]));
    /// assert_eq!(body.chunk().await?, None);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// The reason why the body ended early. No chunk follows.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await.transpose()
    }

    /// Returns all bytes, at most `limit`.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// use napkin_retrieve::Body;
    /// assert_eq!(Body::from("beer").bytes(4).await?, "beer");
    /// assert_eq!(Body::from("beer").bytes(3).await.unwrap_err().rule().code(), "body-too-large");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Like [`chunk`](Self::chunk); and `body-too-large`.
    pub async fn bytes(mut self, limit: u64) -> Result<Bytes, Error> {
        let mut all = BytesMut::new();
        while let Some(chunk) = self.chunk().await? {
            if (all.len() + chunk.len()) as u64 > limit {
                let message = format!("expected at most {limit} bytes, but found more");
                return Err(Error::new(crate::rules::BODY_TOO_LARGE, "", message));
            }
            all.extend_from_slice(&chunk);
        }
        Ok(all.freeze())
    }

    /// Returns the chunks as a stream.
    ///
    /// ```
    /// let chunks: napkin_retrieve::Chunks = napkin_retrieve::Body::from("beer").into_chunks();
    /// ```
    #[must_use]
    pub fn into_chunks(self) -> Chunks {
        if self.unread.is_empty() { self.chunks } else { Box::pin(self) }
    }
}

/// Yields chunks that are never empty.
impl Stream for Body {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self.unread.is_empty() {
            return Poll::Ready(Some(Ok(std::mem::take(&mut self.unread))));
        }
        loop {
            match ready!(self.chunks.as_mut().poll_next(cx)) {
                Some(Ok(chunk)) if chunk.is_empty() => {}
                next => return Poll::Ready(next),
            }
        }
    }
}

/// Reads the bytes; an [`Error`] is the inner error of the `io::Error`.
impl AsyncRead for Body {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Some(mut chunk) = ready!(self.as_mut().poll_next(cx)).transpose().map_err(io::Error::other)? else {
            return Poll::Ready(Ok(()));
        };
        let length = chunk.len().min(buffer.remaining());
        buffer.put_slice(&chunk[..length]);
        chunk.advance(length);
        self.unread = chunk;
        Poll::Ready(Ok(()))
    }
}

/// Sends the bytes on as they come. The length is that of the [`Entity`](crate::Entity).
impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.poll_next(cx).map_ok(Frame::data)
    }
}

impl<T: Into<Bytes>> From<T> for Body {
    fn from(bytes: T) -> Self {
        Self::new(Once(Some(bytes.into())))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Body")
    }
}

/// A stream of one chunk.
struct Once(Option<Bytes>);

impl Stream for Once {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}

/// Bytes per read of a reader.
const CHUNK: usize = 64 << 10;

struct Reader<R, F> {
    reader: R,
    error: F,
    buffer: BytesMut,
    done: bool,
}

impl<R: AsyncRead + Unpin, F: Fn(io::Error) -> Error + Unpin> Stream for Reader<R, F> {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if this.done {
            return Poll::Ready(None);
        }
        this.buffer.resize(CHUNK, 0);
        let mut buffer = ReadBuf::new(&mut this.buffer);
        let read = ready!(Pin::new(&mut this.reader).poll_read(cx, &mut buffer));
        let filled = buffer.filled().len();
        this.done = read.is_err() || filled == 0;
        Poll::Ready(match read {
            Err(error) => Some(Err((this.error)(error))),
            Ok(()) if filled == 0 => None,
            Ok(()) => Some(Ok(this.buffer.split_to(filled).freeze())),
        })
    }
}
