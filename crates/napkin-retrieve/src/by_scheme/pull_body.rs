//! Bodies that are produced chunk by chunk by an async function.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;

use crate::{Body, BoxFuture, Error, Limits, rules};

/// A producer of chunks.
pub(super) trait Source: Send + Sized + 'static {
    /// Returns the next chunk and the producer of the following ones; `None` at the end of a complete body.
    fn next(self) -> impl Future<Output = Result<Option<(Bytes, Self)>, Error>> + Send;
}

/// Returns the body that a source produces, within the limit on its bytes.
pub(super) fn body(source: impl Source, url: &str, limits: &Limits) -> Body {
    let next: Next<_> = Box::pin(source.next());
    Body::new(Steps { next: Some(next), url: url.to_owned(), limit: limits.max_bytes, taken: 0 })
}

type Next<S> = BoxFuture<'static, Result<Option<(Bytes, S)>, Error>>;

struct Steps<S> {
    /// `None` after the end.
    next: Option<Next<S>>,
    url: String,
    limit: u64,
    taken: u64,
}

impl<S: Source> Stream for Steps<S> {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let Some(next) = &mut this.next else { return Poll::Ready(None) };
        let step = std::task::ready!(next.as_mut().poll(cx));
        this.next = None;
        Poll::Ready(match step {
            Ok(Some((piece, source))) => {
                this.taken += piece.len() as u64;
                if this.taken > this.limit {
                    let message = format!("expected at most {} bytes, but found more", this.limit);
                    return Poll::Ready(Some(Err(Error::new(rules::BODY_TOO_LARGE, &this.url, message))));
                }
                this.next = Some(Box::pin(source.next()));
                Some(Ok(piece))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        })
    }
}
