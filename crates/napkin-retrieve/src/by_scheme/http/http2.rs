//! Connections of HTTP/2, each of which carries many requests at a time (RFC 9113).
//!
//! hyper frames messages and compresses header fields. This module decides the limits of a connection, and how long it is kept.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};

use super::frames::{Allowance, Counted};
use crate::{Connection, Limits};

/// How long a connection is kept. Servers close theirs after some time, many after 60 s or 75 s, some after 5 s.
pub(super) const IDLE: Duration = Duration::from_secs(20);
/// Requests at a time over one connection. More get another connection.
const STREAMS: usize = 64;
/// Bytes of a body that may arrive before they are read. So this much arrives in a round trip at most.
const WINDOW: u32 = 1 << 20;
/// The same for a connection: that of all its bodies, so that a body which nobody reads yet does not block the others.
const ALL_WINDOWS: u32 = WINDOW * STREAMS as u32;

/// How many times the limit on header fields h2 may decode. An answer above the limit gets its own error here; h2 would call it
/// malformed.
const DECODED: usize = 4;

/// A connection of HTTP/2.
#[derive(Clone)]
pub(super) struct Shared {
    sender: SendRequest<Full<Bytes>>,
    peer: SocketAddr,
    state: Arc<State>,
}

/// What the users of a connection share.
struct State {
    allowance: Arc<Allowance>,
    streams: AtomicUsize,
    /// When the last stream ended.
    since: Mutex<Instant>,
}

impl State {
    fn is_idle(&self) -> bool {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        self.streams.load(Ordering::Relaxed) == 0 && since.elapsed() >= IDLE
    }

    /// Returns when nothing has used the connection for some time.
    async fn idle(&self) {
        while !self.is_idle() {
            tokio::time::sleep(IDLE).await;
        }
    }
}

impl Shared {
    /// Starts HTTP/2 on a connection, with the place for its first request.
    pub(super) async fn begin(connection: Connection, limits: &Limits) -> Result<(Self, Stream), hyper::Error> {
        let peer = connection.peer();
        let allowance = Arc::new(Allowance::new(limits.max_fields, STREAMS));
        let counted = Counted::new(connection, Arc::clone(&allowance));
        let started = Builder::new(TokioExecutor::new())
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(ALL_WINDOWS)
            .max_header_list_size(u32::try_from(limits.max_fields.saturating_mul(DECODED)).unwrap_or(u32::MAX))
            // Until the server has stated its limit, more would be refused by a server with a lower one.
            .initial_max_send_streams(1)
            .handshake::<_, Full<Bytes>>(TokioIo::new(counted));
        let (sender, connection) = started.await?;
        let state = Arc::new(State { allowance, streams: AtomicUsize::new(1), since: Mutex::new(Instant::now()) });
        let watched = Arc::clone(&state);
        tokio::spawn(async move {
            let (mut connection, mut idle) = (pin!(connection), pin!(watched.idle()));
            // An error of the connection reaches the code that waits for an answer.
            poll_fn(|context| match connection.as_mut().poll(context) {
                Poll::Ready(_) => Poll::Ready(()),
                Poll::Pending => idle.as_mut().poll(context),
            })
            .await;
        });
        let shared = Self { sender, peer, state };
        Ok((shared.clone(), Stream(shared)))
    }

    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// Returns whether the connection takes no more requests, now or later.
    pub(super) fn is_over(&self) -> bool {
        self.sender.is_closed() || self.state.is_idle()
    }

    /// Returns the place for a request, unless the connection has no more places.
    pub(super) fn stream(&self) -> Option<Stream> {
        let one_more = |streams| (streams < STREAMS).then_some(streams + 1);
        let got = self.state.streams.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        got.is_ok().then(|| Stream(self.clone()))
    }
}

/// The place of one request in a connection, until its answer has been read.
pub(super) struct Stream(Shared);

impl Drop for Stream {
    fn drop(&mut self) {
        *self.0.state.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.state.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Stream {
    pub(super) fn peer(&self) -> SocketAddr {
        self.0.peer
    }

    pub(super) async fn send(
        &mut self,
        request: http::Request<Full<Bytes>>,
    ) -> Result<http::Response<Incoming>, hyper::Error> {
        self.0.state.allowance.request();
        self.0.sender.send_request(request).await
    }

    /// Returns whether the server has sent more than it may besides data.
    pub(super) fn is_flooded(&self) -> bool {
        self.0.state.allowance.is_exceeded()
    }
}
