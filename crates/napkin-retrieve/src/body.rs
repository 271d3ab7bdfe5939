//! Bodies: bytes as they come.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use http_body::Frame;
use tokio::io::{AsyncRead, ReadBuf};

use crate::Error;

/// What a body is made of: pieces, or the error that ends it. A body that ends without an error is whole.
pub type Pieces = Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>;

/// The bytes of an object, piece by piece, in constant memory.
///
/// ```
/// use napkin_retrieve::Body;
/// let body = Body::from("beer");
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// assert_eq!(body.bytes(1 << 20).await?, "beer");
/// # Ok::<(), napkin_retrieve::Error>(())
/// # }).unwrap();
/// ```
pub struct Body(Pieces);

impl Body {
    /// Of a stream of pieces. Whoever makes one says by an error that it is not whole.
    #[must_use]
    pub fn new(pieces: impl Stream<Item = Result<Bytes, Error>> + Send + 'static) -> Self {
        Self(Box::pin(pieces))
    }

    /// Nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self::from(Bytes::new())
    }

    /// Of everything that a reader yields up to its end, in pieces of at most 64 KiB; `error` makes of its errors ours.
    #[must_use]
    pub fn from_reader(
        reader: impl AsyncRead + Send + Unpin + 'static,
        error: impl Fn(std::io::Error) -> Error + Send + Unpin + 'static,
    ) -> Self {
        Self::new(Reader { reader, error, buffer: BytesMut::new(), done: false })
    }

    /// The next piece, which is never empty; `None` at the end.
    ///
    /// # Errors
    /// What ended the body before its end. Nothing comes after it.
    pub async fn piece(&mut self) -> Result<Option<Bytes>, Error> {
        loop {
            match poll_fn(|cx| self.0.as_mut().poll_next(cx)).await {
                Some(Ok(piece)) if piece.is_empty() => {}
                Some(Ok(piece)) => return Ok(Some(piece)),
                Some(Err(error)) => return Err(error),
                None => return Ok(None),
            }
        }
    }

    /// All of it, up to `limit` bytes.
    ///
    /// # Errors
    /// As [`piece`](Self::piece), and `body-too-large`.
    pub async fn bytes(mut self, limit: u64) -> Result<Bytes, Error> {
        let mut all = BytesMut::new();
        while let Some(piece) = self.piece().await? {
            if (all.len() + piece.len()) as u64 > limit {
                let message = format!("expected at most {limit} bytes, but found more");
                return Err(Error::new(crate::rules::BODY_TOO_LARGE, "", message));
            }
            all.extend_from_slice(&piece);
        }
        Ok(all.freeze())
    }

    /// The stream.
    #[must_use]
    pub fn into_pieces(self) -> Pieces {
        self.0
    }
}

/// So that a server can send it on as it comes. Its length is that of the [`Entity`](crate::Entity).
impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.get_mut().0.as_mut().poll_next(cx).map_ok(Frame::data)
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

/// One piece.
struct Once(Option<Bytes>);

impl Stream for Once {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}

/// How much is read at once.
const PIECE: usize = 64 << 10;

struct Reader<R, F> {
    reader: R,
    error: F,
    buffer: BytesMut,
    done: bool,
}

impl<R: AsyncRead + Unpin, F: Fn(std::io::Error) -> Error + Unpin> Stream for Reader<R, F> {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if this.done {
            return Poll::Ready(None);
        }
        this.buffer.resize(PIECE, 0);
        let mut buffer = ReadBuf::new(&mut this.buffer);
        let read = std::task::ready!(Pin::new(&mut this.reader).poll_read(cx, &mut buffer));
        let filled = buffer.filled().len();
        this.done = read.is_err() || filled == 0;
        Poll::Ready(match read {
            Err(error) => Some(Err((this.error)(error))),
            Ok(()) if filled == 0 => None,
            Ok(()) => Some(Ok(this.buffer.split_to(filled).freeze())),
        })
    }
}
