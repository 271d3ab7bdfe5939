//! Accepts connections, and shuts the server down.
//!
//! Start reading here. `connection` serves each connection within its time, `guard` checks who may send requests, `dispatch`
//! answers them, and `gateway` retrieves.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Semaphore;

use crate::guard::Guard;
use crate::settings::Settings;
use crate::state::State;
use crate::{connection, log};

/// How long to wait if the system has no descriptor left for a connection.
const OUT_OF_DESCRIPTORS: Duration = Duration::from_millis(50);

/// How long connections may wait for their first request at shutdown; otherwise they would be closed unread.
const FIRST: Duration = Duration::from_secs(1);

/// How often the shutdown checks for unread connections.
const LOOK: Duration = Duration::from_millis(10);

/// The most reads of 4 KiB from a rejected request.
const UNREAD: usize = 16;

/// The reason why a server could not run.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// Listening at the address failed.
    Listen(io::Error),
    /// The runtime or the signal handlers failed; the text names which.
    Io(&'static str, io::Error),
    /// Other machines can reach the address, and there is no token.
    TokenMissing,
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(_) => f.write_str("cannot listen at the address"),
            Self::Io(what, _) => write!(f, "cannot start {what}"),
            Self::TokenMissing => f.write_str("expected a token, as other machines can reach the address"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Listen(error) | Self::Io(_, error) => Some(error),
            Self::TokenMissing => None,
        }
    }
}

/// Serves until SIGINT or SIGTERM, on its own runtime. `listening` gets the address once connections are accepted; a signal
/// after that shuts the server down gracefully.
///
/// # Errors
/// Returns the reason why the server could not start.
///
/// ```
/// use napkin_retrieve::{Client, Policy};
/// use napkin_serve::{ServeError, Settings, run};
/// let settings = Settings::new(Client::new(Policy::public_web())).with_listen(([0, 0, 0, 0], 0));
/// // Other machines can reach this address, so a token is required.
/// let refused = run(settings, &mut |address| println!("http://{address}/"));
/// assert!(matches!(refused, Err(ServeError::TokenMissing)));
/// ```
pub fn run(settings: Settings, listening: &mut dyn FnMut(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| ServeError::Io("the runtime", error))?;
    let served = runtime.block_on(serve(settings, listening));
    // Unfinished answers end with the process.
    runtime.shutdown_background();
    served
}

async fn serve(settings: Settings, listening: &mut dyn FnMut(SocketAddr)) -> Result<(), ServeError> {
    // Handles signals before the address is known: a signal after that must shut the server down gracefully.
    let mut signals = Signals::new().map_err(|error| ServeError::Io("the handlers of signals", error))?;
    if settings.token.is_none() && !settings.listen.ip().is_loopback() {
        return Err(ServeError::TokenMissing);
    }
    let listener = TcpListener::bind(settings.listen).await.map_err(ServeError::Listen)?;
    let address = listener.local_addr().map_err(ServeError::Listen)?;
    let guard = Guard::new(address, &settings.own_hosts, settings.token.clone());
    let limits = settings.limits;
    let state = Arc::new(State::new(settings, guard));
    listening(address);
    let connections = Arc::new(Semaphore::new(limits.connections));
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
    for _ in 0..limits.connections {
        let Some(Ok((stream, peer))) = accept_now(&listener).await else { break };
        take(stream, peer);
    }
    drop(listener);
    read_first(&state).await;
    // Connections that take longer are closed.
    let _ = tokio::time::timeout(limits.grace, graceful.shutdown()).await;
    Ok(())
}

/// Rejects a connection, because there are too many. The answer fits into the socket's buffer; a client that does not read
/// loses it.
fn turn_away(stream: TcpStream, peer: SocketAddr, state: &State) {
    state.metrics.turned_away();
    if state.logs {
        log::turned_away(peer);
    }
    // The runtime does not yet know that the stream is writable, so the standard library writes.
    let Ok(mut stream) = stream.into_std() else { return };
    let _ = stream
        .write(b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    // If received bytes stay unread, the system resets the connection, and the answer may be lost.
    let _ = stream.shutdown(Shutdown::Write);
    let mut request = [0; 4096];
    let _ = (0..UNREAD).find(|_| !matches!(stream.read(&mut request), Ok(1..)));
}

/// Waits until every connection has been read from, but no longer than [`FIRST`].
async fn read_first(state: &State) {
    let begun = Instant::now();
    while state.metrics.has_unread() && begun.elapsed() < FIRST {
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
