//! Content codings (RFC 9110 section 8.4), decoded chunk by chunk in constant memory.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use async_compression::tokio::bufread::{BrotliDecoder, GzipDecoder, ZlibDecoder};
use bytes::Bytes;
use futures_core::Stream;
use tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};
use tokio_util::io::StreamReader;

use crate::body::Chunks;
use crate::rules;
use crate::{Body, Error};

/// Limits the number of codings: more than one is rare, and each multiplies the size of the output.
const MOST: usize = 3;

/// Returns the body with its codings decoded, the last one first.
pub(super) fn undone(mut body: Body, codings: &[String], url: &str) -> Result<Body, Error> {
    let refuse = |found: String| {
        Error::new(rules::CONTENT_CODING, url, format!("expected gzip, deflate or br, but found {found}"))
    };
    if codings.len() > MOST {
        return Err(refuse(format!("{} codings", codings.len())));
    }
    for coding in codings.iter().rev() {
        let reader = StreamReader::new(Outer(body.into_chunks()));
        let decoder = decoder(coding, reader).ok_or_else(|| refuse(coding.clone()))?;
        let (url, coding) = (url.to_owned(), coding.clone());
        body = Body::from_reader(decoder, move |error| inner(error, &url, &coding));
    }
    Ok(body)
}

type Decoder = Box<dyn AsyncRead + Send + Unpin>;

fn decoder(coding: &str, reader: impl AsyncBufRead + Send + Unpin + 'static) -> Option<Decoder> {
    Some(match coding {
        // A file of gzip may have several members (RFC 1952 section 2.2).
        "gzip" | "x-gzip" => {
            let mut decoder = GzipDecoder::new(reader);
            decoder.multiple_members(true);
            Box::new(decoder)
        }
        "deflate" => Box::new(Only { decoder: ZlibDecoder::new(reader), encoded: ZlibDecoder::get_mut }),
        "br" => Box::new(Only { decoder: BrotliDecoder::new(reader), encoded: BrotliDecoder::get_mut }),
        _ => return None,
    })
}

/// A decoder that rejects data after its end: such data has no meaning, and ignoring it would hide an error. The gzip
/// decoder needs no such check, because it reads further data as another member.
struct Only<D, R> {
    decoder: D,
    encoded: fn(&mut D) -> &mut R,
}

impl<D: AsyncRead + Unpin, R: AsyncBufRead + Unpin> AsyncRead for Only<D, R> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        std::task::ready!(Pin::new(&mut this.decoder).poll_read(cx, buffer))?;
        if buffer.filled().len() > before || buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        let rest = std::task::ready!(Pin::new((this.encoded)(&mut this.decoder)).poll_fill_buf(cx))?;
        Poll::Ready(if rest.is_empty() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) })
    }
}

/// Carries our errors through readers as inner errors.
struct Outer(Chunks);

impl Stream for Outer {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx).map(|piece| piece.map(|piece| piece.map_err(io::Error::other)))
    }
}

fn inner(error: io::Error, url: &str, coding: &str) -> Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(error) => error.clone(),
        None => {
            let found = if error.kind() == io::ErrorKind::UnexpectedEof { "its end too soon" } else { "damaged data" };
            Error::new(rules::CONTENT_CODING, url, format!("expected {coding}, but found {found}"))
        }
    }
}
