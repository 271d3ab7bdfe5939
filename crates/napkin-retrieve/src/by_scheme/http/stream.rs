//! Bodies of answers. After the body, the connection is reused.

use std::error::Error as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http_body::Body as _;
use hyper::body::Incoming;

use super::pool::{Key, Pool, Sender};
use crate::error::reason;
use crate::rules;
use crate::{Body, Error, Limits};

/// A connection, and the pool that takes it back.
pub(super) struct Kept {
    pub(super) pool: Arc<Pool>,
    pub(super) key: Key,
    pub(super) sender: Sender,
}

/// Returns the body as sent, within its limit; without `kept`, its connection is not reused.
pub(super) fn body(incoming: Incoming, kept: Option<Kept>, url: &str, limits: &Limits) -> Body {
    Body::new(Pieces { incoming, kept, url: url.to_owned(), taken: 0, limit: limits.max_bytes })
}

struct Pieces {
    incoming: Incoming,
    kept: Option<Kept>,
    url: String,
    taken: u64,
    limit: u64,
}

impl Pieces {
    fn counted(&mut self, piece: Bytes) -> Result<Bytes, Error> {
        self.taken += piece.len() as u64;
        if self.taken <= self.limit {
            return Ok(piece);
        }
        let message = format!("expected at most {} bytes, but found more", self.limit);
        Err(Error::new(rules::BODY_TOO_LARGE, &self.url, message))
    }

    fn end(&mut self) {
        if let Some(Kept { pool, key, sender }) = self.kept.take() {
            pool.put(key, sender);
        }
    }
}

impl Stream for Pieces {
    type Item = Result<Bytes, Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            return Poll::Ready(match std::task::ready!(Pin::new(&mut this.incoming).poll_frame(cx)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(piece) => Some(this.counted(piece)),
                    // Ignores trailer fields.
                    Err(_) => continue,
                },
                Some(Err(error)) => Some(Err(broken(&this.url, &error))),
                None => {
                    this.end();
                    None
                }
            });
        }
    }
}

/// Converts an error of hyper.
pub(super) fn broken(url: &str, error: &hyper::Error) -> Error {
    let system = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
    // hyper has no predicate for a head that is too large, so its text is compared; a test covers it.
    let (rule, message) = if error.is_incomplete_message() || is_cut(system) {
        (rules::BODY_INCOMPLETE, "expected the rest of the answer, but found the end of the connection".to_owned())
    } else if error.is_parse() && error.to_string().contains("too large") {
        (rules::FIELDS_TOO_LARGE, "expected header fields within the limit, but found more".to_owned())
    } else if let Some(system) = system.filter(|system| !error.is_parse() && !is_malformed(system)) {
        (rules::CONNECTION_FAILED, format!("expected an answer, but found {}", reason(system)))
    } else if error.is_parse() || error.is_body_write_aborted() || error.source().is_some() {
        (rules::PROTOCOL_ERROR, format!("expected an answer of HTTP, but found {}", innermost(error)))
    } else {
        (rules::CONNECTION_FAILED, format!("expected an answer, but found {error}"))
    };
    Error::new(rule, url, message)
}

/// TLS that ends without a closing alert, and chunks without their end.
fn is_cut(system: Option<&std::io::Error>) -> bool {
    system.is_some_and(|error| error.kind() == std::io::ErrorKind::UnexpectedEof)
}

/// Invalid chunks: hyper reports them as errors of the system.
fn is_malformed(system: &std::io::Error) -> bool {
    matches!(system.kind(), std::io::ErrorKind::InvalidInput | std::io::ErrorKind::InvalidData)
}

fn innermost(error: &hyper::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}
