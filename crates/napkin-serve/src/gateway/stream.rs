//! Streams a body from a retriever to a client, in constant memory.
//!
//! A body that is truncated on the server's side also ends with an error on the client's side, so that no client takes it for
//! complete.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body as _, Frame, SizeHint};
use napkin_retrieve::{Body, Error};
use tokio::sync::OwnedSemaphorePermit;

use super::listing::ListingPage;
use crate::state::State;
use napkin_answer::rules;

/// How a body is transformed while it is streamed.
pub(super) enum Transform {
    /// The whole body, unchanged; its length, if known.
    Whole(Option<u64>),
    /// A listing, rendered as a page.
    Listing(Box<ListingPage>),
}

/// A body that is being streamed.
pub(super) struct Stream {
    /// Pieces that have already been read, before the rest of the body.
    ahead: VecDeque<Bytes>,
    /// `None` once it has ended.
    body: Option<Body>,
    transform: Transform,
    /// The error that ends the stream, until it is returned; and whether earlier pieces had a chance to be sent.
    broken: Option<(Error, bool)>,
    state: Arc<State>,
    _permit: OwnedSemaphorePermit,
}

impl Stream {
    pub(super) fn new(
        ahead: impl IntoIterator<Item = Bytes>,
        body: Body,
        transform: Transform,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Self {
        let (ahead, body, state) = (ahead.into_iter().collect(), Some(body), Arc::clone(state));
        Self { ahead, body, transform, broken: None, state, _permit: permit }
    }

    /// Returns the next piece.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        loop {
            match &mut self.broken {
                // The connection flushes its buffer on `Pending`; an immediate error would drop the buffered bytes.
                Some((_, has_waited @ false)) => {
                    *has_waited = true;
                    context.waker().wake_by_ref();
                    return Poll::Pending;
                }
                Some(_) => return Poll::Ready(self.broken.take().map(|(error, _)| Err(error))),
                None => {}
            }
            let piece = match ready!(self.next(context)) {
                Some(Ok(piece)) => piece,
                None => match &mut self.transform {
                    Transform::Listing(page) => page.finish(),
                    _ => return Poll::Ready(None),
                },
                Some(Err(error)) => {
                    self.state.metrics.broken_off();
                    let said = match &mut self.transform {
                        Transform::Listing(page) => page.broken(&error),
                        _ => Bytes::new(),
                    };
                    self.broken = Some((error, false));
                    said
                }
            };
            if !piece.is_empty() {
                self.state.metrics.sent(piece.len());
                return Poll::Ready(Some(Ok(piece)));
            }
            if self.body.is_none() && self.ahead.is_empty() && self.broken.is_none() {
                return Poll::Ready(None);
            }
        }
    }

    /// Returns the next piece as it is sent; an empty piece if more of the body is needed first.
    fn next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        let Transform::Listing(page) = &mut self.transform else { return self.read(context) };
        if page.length() > self.state.limits.answer {
            self.body = None;
            self.ahead.clear();
            let why = "expected a listing whose page is within --max-answer, but found a longer one";
            return Poll::Ready(Some(Err(Error::new(rules::BODY_TOO_LARGE, page.url(), why))));
        }
        if let Some(piece) = page.piece() {
            return Poll::Ready(Some(Ok(piece)));
        }
        let read = ready!(self.read(context));
        let Transform::Listing(page) = &mut self.transform else { return Poll::Ready(read) };
        Poll::Ready(read.map(|read| {
            read.map(|lines| {
                page.put(&lines);
                page.piece().unwrap_or_default()
            })
        }))
    }

    /// Returns the next piece as it is received.
    fn read(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        if let Some(piece) = self.ahead.pop_front() {
            return Poll::Ready(Some(Ok(piece)));
        }
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.into_data().unwrap_or_default())))
    }
}

impl hyper::body::Body for Stream {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        self.get_mut().poll(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }

    fn size_hint(&self) -> SizeHint {
        match self.transform {
            Transform::Whole(length) => length.map_or_else(SizeHint::default, SizeHint::with_exact),
            Transform::Listing(_) => SizeHint::default(),
        }
    }
}
