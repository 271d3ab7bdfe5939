//! Copies of what is sent and received over HTTP, for archives. Start with `Recorder`.

use std::fmt;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION, TRANSFER_ENCODING};
use http::{HeaderMap, Request, Version};

use crate::{Body, Error, Target};

/// Receives a copy of each request over HTTP, and of its answer: those of redirects and errors, too. A client with a recorder does not use
/// its cache.
pub trait Recorder: Send + Sync {
    /// Receives what is known before the body of the answer, and returns the receiver of the body.
    fn begin(&self, exchange: RecordedExchange) -> Box<dyn RecordedBody>;
}

/// Receives the body of an answer, with its content codings, but without its transfer coding.
pub trait RecordedBody: Send {
    /// Receives the next bytes.
    fn chunk(&mut self, bytes: &[u8]);

    /// Receives the end; `is_whole` says that the body was read to its end.
    fn end(self: Box<Self>, is_whole: bool);
}

/// A request and the head of its answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordedExchange {
    /// The URL, without a user and a password.
    pub url: String,
    /// The request in HTTP/1.1, with its body, and without what authorizes it: cookies and credentials.
    pub request: Vec<u8>,
    /// The status line and the header fields in HTTP/1.1, and the empty line behind them.
    pub response: Vec<u8>,
    /// Whether HTTP/2 was spoken.
    pub is_http2: bool,
    /// The address of the server, or of the proxy.
    pub address: Option<SocketAddr>,
}

/// The recorder of a client, if it has one.
#[derive(Clone, Default)]
pub(crate) struct Recording(Option<Arc<dyn Recorder>>);

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_on() { "Recording" } else { "None" })
    }
}

impl Recording {
    pub(crate) fn of(recorder: Arc<dyn Recorder>) -> Self {
        Self(Some(recorder))
    }

    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the body, whose bytes the recorder receives as they are read.
    pub(crate) fn of_body<B>(
        &self,
        target: &Target,
        (request, sent): (&Request<B>, &[u8]),
        head: &http::response::Parts,
        address: Option<SocketAddr>,
        body: Body,
    ) -> Body {
        let Some(recorder) = &self.0 else { return body };
        let exchange = RecordedExchange {
            url: format!("{}://{}{}", target.scheme(), target.authority(), path_and_query(request)),
            request: [&request_head(request), sent].concat(),
            response: response_head(head),
            is_http2: head.version == Version::HTTP_2,
            address,
        };
        Body::new(Copied { body, copy: Some(recorder.begin(exchange)) })
    }
}

/// Returns the path and the query as they are sent.
fn path_and_query<B>(request: &Request<B>) -> &str {
    request.uri().path_and_query().map_or("/", |text| text.as_str())
}

fn request_head<B>(request: &Request<B>) -> Vec<u8> {
    let mut head = format!("{} {} HTTP/1.1\r\n", request.method(), path_and_query(request)).into_bytes();
    push_fields(&mut head, request.headers(), &[AUTHORIZATION, PROXY_AUTHORIZATION, COOKIE]);
    head
}

fn response_head(head: &http::response::Parts) -> Vec<u8> {
    let reason = head.status.canonical_reason().unwrap_or_default();
    let mut bytes = format!("HTTP/1.1 {} {reason}\r\n", head.status.as_u16()).into_bytes();
    // The chunks have been joined.
    push_fields(&mut bytes, &head.headers, &[TRANSFER_ENCODING]);
    bytes
}

fn push_fields(head: &mut Vec<u8>, fields: &HeaderMap, omitted: &[http::HeaderName]) {
    for (name, value) in fields.iter().filter(|(name, _)| !omitted.contains(name)) {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
}

/// A body that is copied as it is read.
struct Copied {
    body: Body,
    copy: Option<Box<dyn RecordedBody>>,
}

impl Copied {
    fn end(&mut self, is_whole: bool) {
        if let Some(copy) = self.copy.take() {
            copy.end(is_whole);
        }
    }
}

impl Stream for Copied {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = ready!(Pin::new(&mut self.body).poll_next(cx));
        match (&next, &mut self.copy) {
            (Some(Ok(chunk)), Some(copy)) => copy.chunk(chunk),
            (Some(Ok(_)), None) => {}
            (Some(Err(_)), _) => self.end(false),
            (None, _) => self.end(true),
        }
        Poll::Ready(next)
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        self.end(false);
    }
}
