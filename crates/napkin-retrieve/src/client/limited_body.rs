//! A body that enforces the limits on bytes and time.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use napkin::Url;
use tokio::time::{Instant, Sleep, sleep_until};

use super::out_of_time;
use crate::body::Chunks;
use crate::limits::end;
use crate::rules;
use crate::{Body, Error, Limits};

/// Returns the body with limits. It ends with an error if a limit is reached, or if it is shorter or longer than
/// announced.
pub(super) fn limited(body: Body, length: Option<u64>, url: Arc<Url>, limits: &Limits, deadline: Instant) -> Body {
    Body::new(Limited {
        pieces: body.into_chunks(),
        url,
        limits: limits.clone(),
        deadline,
        length,
        alarm: None,
        began: None,
        pause: None,
        taken: 0,
        done: false,
    })
}

struct Limited {
    pieces: Chunks,
    url: Arc<Url>,
    limits: Limits,
    deadline: Instant,
    /// The announced length.
    length: Option<u64>,
    /// Runs while the next chunk is awaited.
    alarm: Option<Pin<Box<Sleep>>>,
    /// When the first chunk came.
    began: Option<Instant>,
    /// Runs while the body is faster than its limit.
    pause: Option<Pin<Box<Sleep>>>,
    taken: u64,
    done: bool,
}

impl Limited {
    /// Drops a chunk beyond the announced length, because it may belong to another answer.
    fn count(&mut self, piece: &Bytes) -> Result<(), Error> {
        self.taken += piece.len() as u64;
        if let Some(length) = self.length.filter(|length| self.taken > *length) {
            let message = format!("expected {length} bytes, but found more");
            return Err(Error::new(rules::BODY_INCOMPLETE, self.url.as_str(), message));
        }
        if self.taken <= self.limits.max_decoded {
            return Ok(());
        }
        let message = format!("expected at most {} bytes, but found more", self.limits.max_decoded);
        Err(Error::new(rules::DECODED_TOO_LARGE, self.url.as_str(), message))
    }

    /// Checks that the announced length has arrived.
    fn end(&self) -> Option<Result<Bytes, Error>> {
        let length = self.length.filter(|length| *length != self.taken)?;
        let message = format!("expected {length} bytes, but found {}", self.taken);
        Some(Err(Error::new(rules::BODY_INCOMPLETE, self.url.as_str(), message)))
    }

    /// Returns the time limit that was reached.
    fn late(&self) -> Error {
        if Instant::now() >= self.deadline {
            return out_of_time(self.url.as_str(), &self.limits);
        }
        let message = format!("expected more within {:?}, but found nothing", self.limits.read_timeout);
        Error::new(rules::READ_TIMEOUT, self.url.as_str(), message)
    }

    /// Pauses until as much time has passed as the bytes so far may take.
    fn slow_down(&mut self) {
        let Some(rate) = self.limits.rate else { return };
        let due = Duration::try_from_secs_f64(self.taken as f64 / rate.max(1) as f64).unwrap_or(Duration::MAX);
        let until = end(*self.began.get_or_insert_with(Instant::now), due).min(self.deadline);
        self.pause = Some(Box::pin(sleep_until(until)));
    }

    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Error> {
        if self.alarm.is_none() {
            let until = end(Instant::now(), self.limits.read_timeout).min(self.deadline);
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
        if let Some(pause) = &mut this.pause {
            std::task::ready!(pause.as_mut().poll(cx));
            this.pause = None;
        }
        let next = match this.pieces.as_mut().poll_next(cx) {
            Poll::Pending => std::task::ready!(this.wait(cx).map(|late| Some(Err(late)))),
            Poll::Ready(Some(Ok(piece))) => {
                this.alarm = None;
                // A server that always sends one more byte never makes the client wait.
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
        if !this.done {
            this.slow_down();
        }
        Poll::Ready(next)
    }
}
