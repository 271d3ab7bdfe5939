//! Serves the requests of one connection in turn, and limits the time that its client may take.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep};

use crate::absolute_form::AbsoluteForm;
use crate::dispatch;
use crate::metrics::Counted;
use crate::state::State;

/// The least rate at which a client must read an answer, in bytes per second.
const RATE: usize = 16 << 10;

/// Serves a connection in its own task, which holds the permit.
///
/// A panic in the task closes this connection, and no other. A program that is built with `panic = "abort"` ends instead.
pub(crate) fn start(
    stream: TcpStream,
    peer: SocketAddr,
    permit: OwnedSemaphorePermit,
    state: &Arc<State>,
    graceful: &GracefulShutdown,
) {
    // Answers are written whole, so Nagle's algorithm would only add delay.
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(state.limits.header_time).max_buf_size(state.limits.header);
    let answered = Arc::clone(state);
    let opaque = Arc::new(AtomicBool::new(false));
    let stream = Patient::new(stream, AbsoluteForm::new(Arc::clone(&opaque)), state);
    let service = service_fn(move |request| {
        let state = Arc::clone(&answered);
        // Only the first request of a connection can be opaque.
        let is_opaque = opaque.swap(false, Ordering::AcqRel);
        async move { Ok::<_, Infallible>(dispatch::answer(&state, peer, request, is_opaque).await) }
    });
    let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
    let open = (state.metrics.connected(), permit);
    tokio::spawn(async move {
        // Errors of the client or the network are not logged.
        let _ = connection.await;
        drop(open);
    });
}

/// A stream that limits how long a write may wait for the client.
struct Patient {
    stream: TcpStream,
    first_line: AbsoluteForm,
    time: Duration,
    /// Present until the first read.
    unread: Option<Counted>,
    /// Runs while an answer waits for its reader.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, first_line: AbsoluteForm, state: &Arc<State>) -> Self {
        let unread = Some(state.metrics.unread());
        Self { stream, first_line, time: state.limits.write_time, unread, deadline: None }
    }

    /// Handles the result of a write: each byte that the client takes extends its deadline.
    fn watched(&mut self, tried: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match (tried, &mut self.deadline) {
            (Poll::Ready(Ok(written)), Some(deadline)) => {
                let more = Duration::from_secs_f64(written as f64 / RATE as f64);
                let later = deadline.deadline() + more;
                deadline.as_mut().reset(later);
                Poll::Ready(Ok(written))
            }
            (Poll::Pending, deadline) => {
                let until = Instant::now() + self.time;
                let deadline = deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
                match deadline.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                    Poll::Pending => Poll::Pending,
                }
            }
            (done, _) => done,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let (this, before) = (&mut *self, buffer.filled().len());
        let read = this.first_line.poll_read(Pin::new(&mut this.stream), context, buffer);
        if read.is_ready() && buffer.filled().len() > before {
            // The next request has arrived, so the client has taken the last answer.
            self.deadline = None;
            self.unread = None;
        }
        read
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(tried, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watched(tried, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
