//! `napkin serve`: the workbench page, the API and the gateway over HTTP.
//!
//! Decides: when connections are taken and how the server ends. Who may ask is `guard`'s, what is answered `routes`', how
//! long a connection may take `connection`'s, what is retrieved `gateway`'s. What the answers are is decided by the commands, whose records the API gives.

mod answer;
mod api;
mod connection;
mod gateway;
mod guard;
mod log;
mod metrics;
mod page;
mod parameters;
mod routes;

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};

use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Semaphore;

use self::gateway::Gateway;
use self::guard::Guard;
use self::metrics::Metrics;
use crate::bounds::Bounds;
use crate::options::Serve;
use crate::output::{Answer, Message, Trouble};

/// The limits of a server, all of which are options.
#[derive(Clone, Copy)]
struct Limits {
    header: usize,
    body: usize,
    answer: usize,
    definition: usize,
    header_time: Duration,
    body_time: Duration,
    answer_time: Duration,
    write_time: Duration,
}

/// What all connections share.
struct State {
    guard: Guard,
    gateway: Gateway,
    limits: Limits,
    /// Permits for requests that need much memory.
    large: Arc<Semaphore>,
    metrics: Metrics,
    /// The number of connections without a single read yet.
    unread: AtomicUsize,
    logs: bool,
}

/// How long to wait when the system has no descriptor left for a connection.
const OUT_OF_DESCRIPTORS: Duration = Duration::from_millis(50);

/// How long connections may wait for their first request at shutdown; otherwise they would be closed unread.
const FIRST: Duration = Duration::from_secs(1);

/// How often the shutdown checks for unread connections.
const LOOK: Duration = Duration::from_millis(10);

/// How often 4 KiB are read of a request that is turned away.
const UNREAD: usize = 16;

pub(crate) fn run(options: &Serve) -> Result<Answer, Trouble> {
    crate::fault::only_places("the server has made an error");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::io("the runtime", error))?;
    let served = runtime.block_on(serve(options));
    // An answer that is still being worked at ends with the process.
    runtime.shutdown_background();
    served
}

async fn serve(options: &Serve) -> Result<Answer, Trouble> {
    let trouble = |error| Trouble::io(format!("--listen {}", options.listen), error);
    // Handles signals before the address is printed: a signal after that must shut the server down gracefully.
    let mut signals = Signals::new().map_err(|error| Trouble::io("the handlers of signals", error))?;
    let token = guard::token(options)?;
    let listener = TcpListener::bind(options.listen).await.map_err(trouble)?;
    let address = listener.local_addr().map_err(trouble)?;
    let guard = Guard::new(address, &options.own_host, token);
    let state = Arc::new(State {
        gateway: Gateway::new(options, &guard)?,
        guard,
        limits: Limits::of(options),
        large: Arc::new(Semaphore::new(options.max_large)),
        metrics: Metrics::default(),
        unread: AtomicUsize::new(0),
        logs: options.log,
    });
    Message::line(format_args!("listening on http://{address}/")).tell();
    let connections = Arc::new(Semaphore::new(options.max_connections));
    let graceful = GracefulShutdown::new();
    let take = |stream, peer| match Arc::clone(&connections).try_acquire_owned() {
        Ok(permit) => connection::start(stream, peer, permit, &state, &graceful),
        Err(_) => turn_away(stream, peer, &state),
    };
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(_) => { tokio::time::sleep(OUT_OF_DESCRIPTORS).await; continue; }
            },
            () = signals.received() => break,
        };
        take(stream, peer);
    }
    // Connections that the system accepted before the shutdown are answered too.
    for _ in 0..options.max_connections {
        let Some(Ok((stream, peer))) = accept_now(&listener).await else { break };
        take(stream, peer);
    }
    drop(listener);
    read_first(&state).await;
    // Whoever takes longer is cut off.
    let _ = tokio::time::timeout(Duration::from_secs(options.grace), graceful.shutdown()).await;
    Ok(Answer::Yes)
}

/// There are too many connections. What fits into the socket's buffer is said; a client that does not read loses it.
fn turn_away(stream: TcpStream, peer: SocketAddr, state: &State) {
    state.metrics.turned_away();
    log::turned_away(state, peer);
    // The runtime has yet to hear that one can write here; until then it says that one cannot.
    let Ok(mut stream) = stream.into_std() else { return };
    let _ = stream
        .write(b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    // Where something that has come is not read, the system resets the connection, and the answer may be lost.
    let _ = stream.shutdown(Shutdown::Write);
    let mut request = [0; 4096];
    let _ = (0..UNREAD).find(|_| !matches!(stream.read(&mut request), Ok(1..)));
}

impl Limits {
    /// Returns the limits of an answer that starts now.
    fn bounds(&self) -> Bounds {
        Bounds::new(self.answer, self.answer_time)
    }

    fn of(options: &Serve) -> Self {
        Self {
            header: options.max_header as usize,
            body: options.max_body,
            answer: options.max_answer,
            definition: options.max_definition,
            header_time: Duration::from_secs(options.header_timeout),
            body_time: Duration::from_secs(options.body_timeout),
            answer_time: Duration::from_secs(options.answer_timeout),
            write_time: Duration::from_secs(options.write_timeout),
        }
    }
}

/// Waits until every connection has been read from, but no longer than [`FIRST`].
async fn read_first(state: &State) {
    let begun = Instant::now();
    while state.unread.load(Relaxed) > 0 && begun.elapsed() < FIRST {
        tokio::time::sleep(LOOK).await;
    }
}

/// Accepts a connection that is already waiting; `None` if there is none.
async fn accept_now(listener: &TcpListener) -> Option<io::Result<(TcpStream, SocketAddr)>> {
    std::future::poll_fn(|context| {
        Poll::Ready(match listener.poll_accept(context) {
            Poll::Ready(accepted) => Some(accepted),
            Poll::Pending => None,
        })
    })
    .await
}

/// Receives SIGINT and SIGTERM. Once this exists, neither ends the process by itself.
#[cfg(unix)]
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for either signal.
    async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Receives the interrupt of a terminal.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    async fn received(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
