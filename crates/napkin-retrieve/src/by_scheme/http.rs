//! `http:` and `https:` URLs (RFC 9110) by HTTP/1.1 and HTTP/2 (RFC 9112, RFC 9113).
//!
//! Decides which request is sent for a URL and what an answer means. hyper frames messages. The server of an `https:` URL chooses
//! the version in the TLS handshake. The client follows redirects.

mod answer;
mod coding;
mod frames;
mod framing;
mod http2;
mod pool;
mod request;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use http::StatusCode;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http::response::Parts as Head;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use napkin::Rule;

use self::http2::Shared;
use self::pool::{Key, Opening, Place, Pool, Sender, Single};
use self::stream::Kept;
use crate::cache::{Entry, Known};
use crate::proxy::Proxy;
use crate::recording::Recording;
use crate::rules;
use crate::tls::Offer;
use crate::{
    Answer, Body, BoxFuture, Cache, Cached, Connection, Error, Hop, Limits, Operation, Permit, Request, Retriever,
    Target, Trail,
};

/// Retrieves by HTTP/1.1, or HTTP/2 if the server of an `https:` URL offers it. Keeps connections; one of HTTP/2 carries many
/// requests at a time.
#[derive(Clone, Debug, Default)]
pub struct Http {
    pool: Arc<Pool>,
    pub(crate) cache: Option<Cache>,
    /// Whether HTTP/2 is not offered.
    pub(crate) only_http1: bool,
    pub(crate) recording: Recording,
}

impl Retriever for Http {
    fn schemes(&self) -> &[&'static str] {
        &["http", "https"]
    }

    fn operations(&self) -> &[Operation] {
        use Operation::{Delete, Get, Head, Options, Patch, Post, Put};
        &[Get, Head, Post, Put, Patch, Delete, Options]
    }

    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>> {
        Box::pin(async move {
            let proxy = permit.proxy().cloned();
            let exchange = Exchange { target: permit.target().clone(), proxy, request, limits };
            self.exchange(&exchange, permit, trail).await
        })
    }
}

/// A request and the means to answer it.
struct Exchange<'a> {
    target: Target,
    proxy: Option<Proxy>,
    request: &'a Request,
    limits: &'a Limits,
}

/// A request as it is sent.
type Sent = http::Request<Full<bytes::Bytes>>;

impl Http {
    async fn exchange(&self, exchange: &Exchange<'_>, permit: Permit, trail: &mut Trail) -> Result<Answer, Error> {
        // An invalid request is refused before a connection is made.
        let request = exchange.request()?;
        match self.cache.as_ref().filter(|_| exchange.is_plain() && !self.recording.is_on()) {
            Some(cache) => self.through(cache, exchange, request, permit, trail).await,
            None => {
                let (response, kept) = self.send(exchange, request.clone(), permit, trail).await?;
                let (head, body) = response.into_parts();
                let kept = exchange.framed(&head, &body, kept, trail)?;
                let body = stream::body(body, kept, exchange.url(), exchange.limits);
                let address = trail.hops().last().and_then(Hop::address);
                let sent = exchange.request.body.as_ref().map_or(&[][..], |body| &body.0);
                let body = self.recording.of_body(&exchange.target, (&request, sent), &head, address, body);
                let body = match self.recording.is_on() {
                    true => exchange.recorded(&head, body).await,
                    false => without_page(&head, body).await,
                };
                exchange.answer(&head, body)
            }
        }
    }

    /// Answers from the cache, or asks the server and updates the cache.
    async fn through(
        &self,
        cache: &Cache,
        exchange: &Exchange<'_>,
        request: Sent,
        permit: Permit,
        trail: &mut Trail,
    ) -> Result<Answer, Error> {
        let url = exchange.url();
        let (asked, entry) = match cache.known(url, &request).await {
            Known::Fresh(entry) => {
                trail.cached(Cached::Hit);
                return exchange.kept(*entry);
            }
            Known::Stale(entry, parts) => (http::Request::from_parts(*parts, Full::default()), Some(entry)),
            Known::Nothing => (request.clone(), None),
        };
        let since = SystemTime::now();
        let (response, kept) = self.send(exchange, asked, permit, trail).await?;
        let (mut head, body) = response.into_parts();
        let kept = exchange.framed(&head, &body, kept, trail)?;
        let body = stream::body(body, kept, url, exchange.limits);
        if let (Some(entry), StatusCode::NOT_MODIFIED) = (entry, head.status) {
            // Reads the empty body to its end, so that the connection can be reused.
            drop(body.bytes(exchange.limits.max_bytes).await);
            let confirmed = cache.confirmed(url, entry, &request, since, &http::Response::from_parts(head, ()));
            let entry = confirmed.ok_or_else(|| {
                exchange
                    .error(rules::PROTOCOL_ERROR, "expected an answer about what is in the cache, but found another")
            })?;
            trail.cached(Cached::Validated);
            return exchange.kept(*entry);
        }
        let codings = exchange.codings(&head);
        let body = coding::undone(body, &codings, url)?;
        if !codings.is_empty() {
            // The cache stores the decoded object.
            head.headers.remove(CONTENT_ENCODING);
            head.headers.remove(CONTENT_LENGTH);
        }
        let is_decoded = !codings.is_empty();
        let (body, is_kept) = cache.keep(url, &request, since, &head, is_decoded, body);
        if is_kept {
            trail.cached(Cached::Stored);
        }
        let mut answer = exchange.answer(&head, without_page(&head, body).await)?;
        if let Answer::Entity(entity) = &mut answer {
            entity.is_decoded |= is_decoded;
        }
        Ok(answer)
    }

    /// Returns the head of the answer, over a kept connection or a new one.
    async fn send(
        &self,
        exchange: &Exchange<'_>,
        request: Sent,
        permit: Permit,
        trail: &mut Trail,
    ) -> Result<(http::Response<Incoming>, Kept), Error> {
        let key = Key::of(&exchange.target);
        let mut opening = None;
        // A request with consequences must not be sent twice, so it gets a connection of its own.
        if exchange.target.operation().is_safe() {
            match self.over_kept(exchange, &key, &request, permit.addresses()).await {
                Ok((response, sender)) => {
                    trail.connected(sender.peer(), true);
                    return Ok(self.sent(exchange, response, sender, &key, trail));
                }
                Err(place) => opening = place,
            }
        }
        let mut sender = self.connect(exchange, &key, permit, trail).await?;
        // Whoever has waited for the connection goes on.
        drop(opening);
        let response = exchange.over(&mut sender, request).await?;
        Ok(self.sent(exchange, response, sender, &key, trail))
    }

    /// Sends a request over a kept connection. If it turns out to be closed, the server has read nothing of the request
    /// (RFC 9112 section 9.3.1, RFC 9113 section 6.8), and another one is used. The error is the right to make a new one.
    async fn over_kept<'p>(
        &'p self,
        exchange: &Exchange<'_>,
        key: &'p Key,
        request: &Sent,
        addresses: &[SocketAddr],
    ) -> Result<(http::Response<Incoming>, Sender), Option<Opening<'p>>> {
        let may_be_shared = !self.only_http1 && exchange.target.scheme() == "https";
        loop {
            let mut sender = match self.pool.place(key, addresses, may_be_shared).await {
                Place::Kept(sender) => sender,
                Place::New(opening) => return Err(opening),
            };
            match exchange.over(&mut sender, request.clone()).await {
                Ok(response) => return Ok((response, sender)),
                // The same connection would be found again.
                Err(_) if matches!(sender, Sender::Stream(_)) => return Err(None),
                Err(_) => {}
            }
        }
    }

    fn sent(
        &self,
        exchange: &Exchange<'_>,
        response: http::Response<Incoming>,
        sender: Sender,
        key: &Key,
        trail: &mut Trail,
    ) -> (http::Response<Incoming>, Kept) {
        trail.spoke(response.version());
        trail.answered(response.status().as_u16());
        exchange.keep_cookies(response.headers());
        (response, Kept { pool: Arc::clone(&self.pool), key: key.clone(), sender })
    }

    /// Connects, and starts the version that the server has chosen.
    async fn connect(
        &self,
        exchange: &Exchange<'_>,
        key: &Key,
        permit: Permit,
        trail: &mut Trail,
    ) -> Result<Sender, Error> {
        let limits = exchange.limits;
        let connection = match exchange.target.scheme() {
            "https" if self.only_http1 => permit.connect_tls(limits, trail).await?,
            "https" => permit.connect_tls_offering(Offer::Http, limits, trail).await?,
            _ => permit.connect(limits, trail).await?,
        };
        if connection.is_http2() {
            let begun = Shared::begin(connection, limits).await;
            let (shared, stream) = begun.map_err(|error| exchange.broken(&error))?;
            self.pool.share(key, shared);
            return Ok(Sender::Stream(stream));
        }
        self.pool.is_single(key);
        single(connection, limits).await.map(Sender::Single).map_err(|error| exchange.broken(&error))
    }
}

/// Starts HTTP/1.1 on a connection.
async fn single(connection: Connection, limits: &Limits) -> Result<Single, hyper::Error> {
    let peer = connection.peer();
    let builder = hyper::client::conn::http1::Builder::new()
        // hyper's minimum.
        .max_buf_size(limits.max_fields.max(8192))
        .handshake::<_, Full<bytes::Bytes>>(TokioIo::new(connection));
    let (sender, connection) = builder.await?;
    // The task ends with the connection. Its error reaches the code that waits for the answer.
    tokio::spawn(async move { drop(connection.await) });
    Ok(Single { sender, peer })
}

/// Interprets an answer without a connection, for the fuzz target.
pub(crate) fn meant(request: &Request, head: &Head, body: Body) -> Result<Answer, Error> {
    let (target, _) = Target::read(request.url(), request.operation())?;
    let exchange = Exchange { target, proxy: None, request, limits: &Limits::default() };
    exchange.framing(head)?;
    exchange.answer(head, body)
}

/// Reads the body of a redirect if it is short and arrives at once, so that the connection can be reused.
async fn without_page(head: &Head, body: Body) -> Body {
    const SHORT: u64 = 64 << 10;
    if !answer::leads_elsewhere(head) {
        return body;
    }
    drop(tokio::time::timeout(Duration::from_millis(250), body.bytes(SHORT)).await);
    Body::empty()
}

/// Returns the size of header fields as HTTP/2 counts it (RFC 9113 section 6.5.2).
fn size(fields: &http::HeaderMap) -> usize {
    const EACH: usize = 32;
    fields.iter().map(|(name, value)| name.as_str().len() + value.len() + EACH).sum()
}

impl Exchange<'_> {
    fn url(&self) -> &str {
        self.target.url().as_str()
    }

    /// Sends a request, and waits for the head of the answer.
    async fn over(&self, sender: &mut Sender, request: Sent) -> Result<http::Response<Incoming>, Error> {
        let sent = match sender {
            Sender::Single(single) => single.sender.send_request(request).await,
            Sender::Stream(stream) => stream.send(self.in_http2(request)?).await,
        };
        let response = sent.map_err(|error| stream::broken(self.url(), &error, sender.is_flooded()))?;
        match sender {
            Sender::Stream(_) if size(response.headers()) > self.limits.max_fields => {
                Err(self.error(rules::FIELDS_TOO_LARGE, stream::LARGE_FIELDS))
            }
            _ => Ok(response),
        }
    }

    /// Reads the body of an answer that is not the object, so that its record is whole.
    async fn recorded(&self, head: &Head, body: Body) -> Body {
        const MOST: u64 = 1 << 20;
        if !answer::leads_elsewhere(head) && (head.status.is_success() || self.request.any_status) {
            return body;
        }
        drop(tokio::time::timeout(Duration::from_secs(5), body.bytes(MOST)).await);
        Body::empty()
    }

    /// Converts an error of hyper about a new connection.
    fn broken(&self, error: &hyper::Error) -> Error {
        stream::broken(self.url(), error, false)
    }

    /// Returns whether a cache may answer the request: for a whole object, without a user or conditions.
    fn is_plain(&self) -> bool {
        let request = self.request;
        let is_whole = request.range.is_none() && self.target.operation() == Operation::Get;
        let is_bare = request.if_none_match.is_none() && request.if_modified_since.is_none();
        is_whole && is_bare && self.target.credentials().is_none() && !request.needs_http() && request.cookies.is_none()
    }

    /// Returns the answer of a cache entry.
    fn kept(&self, entry: Entry) -> Result<Answer, Error> {
        let (head, file, length, is_decoded) = entry.into_parts();
        let mut entity = self.entity(&head, Cache::body(file, length, self.url()))?;
        (entity.length, entity.is_decoded) = (Some(length), is_decoded);
        Ok(Answer::Entity(entity))
    }

    /// Returns the codings of the body, in the order in which they were applied (RFC 9110 section 8.4).
    fn codings(&self, head: &Head) -> Vec<String> {
        if self.target.operation() == Operation::Head {
            return Vec::new();
        }
        let values = head.headers.get_all(CONTENT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let names = values.flat_map(|value| value.split(',')).map(|name| name.trim().to_ascii_lowercase());
        names.filter(|name| !name.is_empty() && name != "identity").collect()
    }

    fn error(&self, rule: Rule, message: impl Into<String>) -> Error {
        Error::new(rule, self.url(), message)
    }
}
