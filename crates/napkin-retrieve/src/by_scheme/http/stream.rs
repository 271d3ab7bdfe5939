//! Bodies of answers. After the body, the connection is reused.

use std::error::Error as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http_body::Body as _;
use hyper::body::Incoming;
use napkin::Rule;

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

    /// Ends the body. A server of HTTP/2 may reset a stream without an error, which hyper takes for an end of the body; but it is one
    /// only if the server says so (RFC 9113 section 8.1).
    fn end(&mut self) -> Option<Result<Bytes, Error>> {
        let Kept { pool, key, sender } = self.kept.take()?;
        match sender {
            Sender::Single(single) => pool.put(key, single),
            Sender::Stream(_) if self.incoming.is_end_stream() => {}
            Sender::Stream(_) => {
                let message = "expected the rest of the answer, but found that the server has reset the stream";
                return Some(Err(Error::new(rules::BODY_INCOMPLETE, &self.url, message)));
            }
        }
        None
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
                Some(Err(error)) => {
                    let is_flooded = this.kept.as_ref().is_some_and(|kept| kept.sender.is_flooded());
                    Some(Err(broken(&this.url, &error, is_flooded)))
                }
                None => this.end(),
            });
        }
    }
}

/// Converts an error of hyper. `is_flooded` says that a server of HTTP/2 has sent more than it may besides data.
pub(super) fn broken(url: &str, error: &hyper::Error, is_flooded: bool) -> Error {
    let http2 = error.source().and_then(|source| source.downcast_ref::<h2::Error>());
    let system = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
    let system = system.or_else(|| http2.and_then(h2::Error::get_io));
    // hyper has no predicate for a head that is too large, so its text is compared; a test covers it.
    let is_too_large = error.is_parse() && error.to_string().contains("too large");
    let (rule, message) = if is_flooded {
        let message =
            "expected an answer of HTTP/2, but found more frames without data than the limit on header fields allows";
        (rules::FIELDS_TOO_LARGE, message.to_owned())
    } else if is_too_large {
        (rules::FIELDS_TOO_LARGE, LARGE_FIELDS.to_owned())
    } else if let Some(error) = http2.filter(|_| system.is_none()) {
        broken_http2(error)
    } else if error.is_incomplete_message() || is_cut(system) {
        (rules::BODY_INCOMPLETE, "expected the rest of the answer, but found the end of the connection".to_owned())
    } else if let Some(system) = system.filter(|system| !error.is_parse() && !is_malformed(system)) {
        (rules::CONNECTION_FAILED, format!("expected an answer, but found {}", reason(system)))
    } else if error.is_parse() || error.is_body_write_aborted() || error.source().is_some() {
        (rules::PROTOCOL_ERROR, format!("expected an answer of HTTP, but found {}", innermost(error)))
    } else {
        (rules::CONNECTION_FAILED, format!("expected an answer, but found {error}"))
    };
    Error::new(rule, url, message)
}

/// The message for header fields above the limit.
pub(super) const LARGE_FIELDS: &str = "expected header fields within the limit, but found more";

/// Converts an error of HTTP/2. A server that refuses a request or goes away may answer the next one (RFC 9113 section 8.7).
fn broken_http2(error: &h2::Error) -> (Rule, String) {
    let code = error.reason().unwrap_or(h2::Reason::INTERNAL_ERROR);
    match code {
        // h2 asks for calm only for header fields and frames far above its limits.
        h2::Reason::ENHANCE_YOUR_CALM if error.is_library() => (rules::FIELDS_TOO_LARGE, LARGE_FIELDS.to_owned()),
        h2::Reason::HTTP_1_1_REQUIRED if error.is_remote() => {
            let message = "expected an answer of HTTP/2, but found that the server needs HTTP/1.1: use `--http1.1`";
            (rules::PROTOCOL_ERROR, message.to_owned())
        }
        code if error.is_remote() && (error.is_go_away() || code == h2::Reason::REFUSED_STREAM) => {
            (rules::CONNECTION_FAILED, format!("expected an answer, but found that the server refuses it ({code:?})"))
        }
        code if error.is_remote() => {
            let message = format!("expected the rest of the answer, but found that the server has ended it ({code:?})");
            (rules::BODY_INCOMPLETE, message)
        }
        code => {
            (rules::PROTOCOL_ERROR, format!("expected an answer of HTTP/2, but found a violation of it ({code:?})"))
        }
    }
}

/// TLS that ends without a closing alert, chunks without their end, and streams of HTTP/2 whose connection has ended.
fn is_cut(system: Option<&std::io::Error>) -> bool {
    use std::io::ErrorKind::{BrokenPipe, UnexpectedEof};
    system.is_some_and(|error| matches!(error.kind(), BrokenPipe | UnexpectedEof))
}

/// Invalid chunks: hyper reports them as errors of the system.
fn is_malformed(system: &std::io::Error) -> bool {
    matches!(system.kind(), std::io::ErrorKind::InvalidInput | std::io::ErrorKind::InvalidData)
}

fn innermost(error: &hyper::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}
