//! Bodies that are made step by step.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;

use crate::{Body, BoxFuture, Error, Limits, rules};

/// What yields one piece after the other.
pub(super) trait Source: Send + Sized + 'static {
    /// The next piece, and what yields those behind it; `None` at an end that is the whole's.
    fn next(self) -> impl Future<Output = Result<Option<(Bytes, Self)>, Error>> + Send;
}

/// The body that a source yields, up to the limit on its bytes.
pub(super) fn body(source: impl Source, url: &str, limits: &Limits) -> Body {
    let next: Next<_> = Box::pin(source.next());
    Body::new(Steps { next: Some(next), url: url.to_owned(), limit: limits.body, taken: 0 })
}

type Next<S> = BoxFuture<'static, Result<Option<(Bytes, S)>, Error>>;

struct Steps<S> {
    /// `None` behind the end.
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
