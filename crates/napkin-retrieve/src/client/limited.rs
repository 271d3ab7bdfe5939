//! A body that keeps the limits on bytes and time.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use napkin::Url;
use tokio::time::{Instant, Sleep, sleep_until};

use super::out_of_time;
use crate::body::Pieces;
use crate::limits::end;
use crate::rules;
use crate::{Body, Error, Limits};

/// The same body, which ends with an error where a limit is reached, and where it is shorter or longer than was announced.
pub(super) fn limited(body: Body, length: Option<u64>, url: Arc<Url>, limits: &Limits, deadline: Instant) -> Body {
    Body::new(Limited {
        pieces: body.into_pieces(),
        url,
        limits: limits.clone(),
        deadline,
        length,
        alarm: None,
        taken: 0,
        done: false,
    })
}

struct Limited {
    pieces: Pieces,
    url: Arc<Url>,
    limits: Limits,
    deadline: Instant,
    /// What was announced.
    length: Option<u64>,
    /// Runs while a piece is waited for.
    alarm: Option<Pin<Box<Sleep>>>,
    taken: u64,
    done: bool,
}

impl Limited {
    /// Drops a piece beyond the announced length: it may belong to another answer.
    fn count(&mut self, piece: &Bytes) -> Result<(), Error> {
        self.taken += piece.len() as u64;
        if let Some(length) = self.length.filter(|length| self.taken > *length) {
            let message = format!("expected {length} bytes, but found more");
            return Err(Error::new(rules::BODY_INCOMPLETE, self.url.as_str(), message));
        }
        if self.taken <= self.limits.decoded {
            return Ok(());
        }
        let message = format!("expected at most {} bytes, but found more", self.limits.decoded);
        Err(Error::new(rules::DECODED_TOO_LARGE, self.url.as_str(), message))
    }

    /// Whether all has come that was announced.
    fn end(&self) -> Option<Result<Bytes, Error>> {
        let length = self.length.filter(|length| *length != self.taken)?;
        let message = format!("expected {length} bytes, but found {}", self.taken);
        Some(Err(Error::new(rules::BODY_INCOMPLETE, self.url.as_str(), message)))
    }

    /// Why the time is over.
    fn late(&self) -> Error {
        if Instant::now() >= self.deadline {
            return out_of_time(self.url.as_str(), &self.limits);
        }
        let message = format!("expected more within {:?}, but found nothing", self.limits.read);
        Error::new(rules::READ_TIMEOUT, self.url.as_str(), message)
    }

    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        if self.alarm.is_none() {
            let until = end(Instant::now(), self.limits.read).min(self.deadline);
            self.alarm = Some(Box::pin(sleep_until(until)));
        }
        let rung = self.alarm.as_mut().map(|alarm| alarm.as_mut().poll(cx));
        if rung.is_some_and(|rung| rung.is_ready()) { Poll::Ready(self.late()) } else { Poll::Pending }
    }
}

impl Stream for Limited {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if this.done {
            return Poll::Ready(None);
        }
        let next = match this.pieces.as_mut().poll_next(cx) {
            Poll::Pending => std::task::ready!(this.wait(cx).map(|late| Some(Err(late)))),
            Poll::Ready(Some(Ok(piece))) => {
                this.alarm = None;
                // A server that always has one more byte never has to be waited for.
                if Instant::now() >= this.deadline {
                    Some(Err(this.late()))
                } else {
                    Some(this.count(&piece).map(|()| piece))
                }
            }
            Poll::Ready(None) => this.end(),
            Poll::Ready(failed) => failed,
        };
        this.done = !matches!(next, Some(Ok(_)));
        Poll::Ready(next)
    }
}
