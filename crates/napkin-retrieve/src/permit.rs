//! The permission to retrieve one URL, once.
//!
//! Decides: that only what was judged is connected to. A permit is made by a [`Policy`] alone, carries the addresses that
//! it has judged, and is consumed by the connection: there is no second look-up and no second parser between the judgement
//! and the socket.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UdpSocket};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_rustls::client::TlsStream;

use crate::error::reason;
use crate::limits::end;
use crate::policy::Admitted;
use crate::proxy::Proxy;
use crate::rules;
use crate::{Error, Initiative, Limits, Policy, Target, Trail};

/// How long an address is tried before the next one is too.
const HEAD_START: Duration = Duration::from_millis(250);

/// The permission to retrieve one URL, once: the URL as it was read, and the addresses that its host has been judged by.
///
/// Cannot be made but by [`Policy::permit`](crate::Policy::permit), nor copied; what connects consumes it. What shows it
/// shows no password.
pub struct Permit {
    policy: Arc<Policy>,
    admitted: Admitted,
}

impl Policy {
    /// The permit for a target, whose name is resolved, once. `initiative` says who wants it.
    ///
    /// # Errors
    /// The first check that the URL does not pass.
    pub(crate) async fn permit_target(
        self: &Arc<Self>,
        target: Target,
        initiative: Initiative,
    ) -> Result<Permit, Error> {
        let admitted = self.admit(target, initiative).await?;
        Ok(Permit { policy: Arc::clone(self), admitted })
    }
}

impl Permit {
    /// The URL, its parts, and the user.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.admitted.target
    }

    /// The addresses that were judged, in the order in which they are tried. None for what is not on a network.
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.admitted.addresses
    }

    /// The proxy whose addresses these are, if the policy names one.
    pub(crate) fn proxy(&self) -> Option<&Proxy> {
        self.admitted.proxy.as_ref()
    }

    /// The file that was judged, links resolved where the policy names folders; `None` for other schemes.
    #[must_use]
    pub fn path(self) -> Option<PathBuf> {
        self.admitted.path
    }

    /// Connects by TCP to the first of the addresses that answers. Each is given a head start of a quarter of a second before
    /// the next is tried beside it (RFC 8305), so that one that swallows everything does not take all of the time.
    ///
    /// # Errors
    /// `connect-timeout`; `connection-failed`, with the reason of the last one; `address-mismatch` where the system says
    /// that the other end is another address.
    pub async fn connect(self, limits: &Limits, trail: &mut Trail) -> Result<Connection, Error> {
        let deadline = end(Instant::now(), limits.connect);
        let url = self.admitted.target.url().as_str().to_owned();
        let mut attempts = JoinSet::new();
        for (place, address) in (0..).zip(self.admitted.addresses.clone()) {
            attempts.spawn(async move {
                sleep(HEAD_START * place).await;
                (address, TcpStream::connect(address).await)
            });
        }
        let mut last = Error::new(rules::CONNECTION_FAILED, &url, "expected an address to connect to, but found none");
        loop {
            match timeout_at(deadline, attempts.join_next()).await {
                Err(_) => return Err(too_late(&url, limits.connect)),
                Ok(None) => return Err(last),
                Ok(Some(Ok((address, Ok(stream))))) => return self.connected(stream, address, trail),
                Ok(Some(Ok((address, Err(error))))) => last = failed(&url, address, &error),
                // Only where the runtime ends.
                Ok(Some(Err(_))) => {}
            }
        }
    }

    /// Connects as [`connect`](Self::connect) does, and protects the connection by TLS, for the host of the URL and under the
    /// policy's [`Trust`](crate::Trust). By ALPN it offers HTTP/1.1 alone.
    ///
    /// # Errors
    /// As there, and `tls-failed`. Nothing of the request has been sent then.
    pub async fn connect_tls(self, limits: &Limits, trail: &mut Trail) -> Result<Connection, Error> {
        let deadline = end(Instant::now(), limits.connect);
        let proxy = self.admitted.proxy.clone();
        let connection = self.connect(limits, trail).await?;
        let url = connection.target.url().as_str().to_owned();
        match timeout_at(deadline, connection.protected(proxy.as_ref())).await {
            Ok(done) => done,
            Err(_) => Err(too_late(&url, limits.connect)),
        }
    }

    fn connected(self, stream: TcpStream, address: SocketAddr, trail: &mut Trail) -> Result<Connection, Error> {
        let url = self.admitted.target.url().as_str();
        let peer = stream.peer_addr().map_err(|error| failed(url, address, &error))?;
        if peer != address {
            let message = format!("expected a connection to {address}, but found one to {peer}");
            return Err(Error::new(rules::ADDRESS_MISMATCH, url, message));
        }
        // Requests are small, and written at once.
        let _ = stream.set_nodelay(true);
        trail.connected(peer, false);
        Ok(Connection { stream: Stream::Open(stream), peer, policy: self.policy, target: self.admitted.target })
    }

    /// A socket for datagrams (UDP) with the first of the addresses, and no other.
    ///
    /// # Errors
    /// `connection-failed`.
    pub async fn datagrams(self, trail: &mut Trail) -> Result<Datagrams, Error> {
        let url = self.admitted.target.url().as_str();
        let none = || Error::new(rules::CONNECTION_FAILED, url, "expected an address to send to, but found none");
        let address = *self.admitted.addresses.first().ok_or_else(none)?;
        let any: IpAddr = if address.is_ipv4() { [0, 0, 0, 0].into() } else { [0u16; 8].into() };
        let socket = UdpSocket::bind((any, 0)).await.map_err(|error| failed(url, address, &error))?;
        trail.connected(address, false);
        Ok(Datagrams { socket, address })
    }
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit")
            .field("target", &self.admitted.target)
            .field("addresses", &self.admitted.addresses)
            .field("path", &self.admitted.path)
            .finish_non_exhaustive()
    }
}

fn too_late(url: &str, limit: Duration) -> Error {
    Error::new(rules::CONNECT_TIMEOUT, url, format!("expected a connection within {limit:?}, but found none"))
}

fn failed(url: &str, address: SocketAddr, error: &io::Error) -> Error {
    let message = format!("expected a connection to {address}, but found {}", reason(error));
    Error::new(rules::CONNECTION_FAILED, url, message)
}

/// A connection by TCP to an address that was judged, protected by TLS or not. Reads and writes as any other.
pub struct Connection {
    stream: Stream,
    peer: SocketAddr,
    policy: Arc<Policy>,
    target: Target,
}

enum Stream {
    Open(TcpStream),
    Protected(Box<TlsStream<TcpStream>>),
}

/// The same call on whichever of the two it is.
macro_rules! either {
    ($connection:ident, $stream:ident => $call:expr) => {
        match &mut $connection.stream {
            Stream::Open($stream) => $call,
            Stream::Protected($stream) => $call,
        }
    };
}

impl Connection {
    async fn protected(self, proxy: Option<&Proxy>) -> Result<Self, Error> {
        let Stream::Open(mut stream) = self.stream else { return Ok(self) };
        let host = self.target.host().unwrap_or_default();
        if let Some(proxy) = proxy {
            let made = proxy.tunnel(&mut stream, &self.target).await;
            made.map_err(|found| {
                let message = format!("expected a tunnel through the proxy, but found {found}");
                Error::new(rules::CONNECTION_FAILED, self.target.url().as_str(), message)
            })?;
        }
        match self.policy.trusted().protect(stream, host).await {
            Ok(stream) => Ok(Self { stream: Stream::Protected(Box::new(stream)), ..self }),
            Err(why) => {
                let message = format!("expected a connection that is protected, but found {why}");
                Err(Error::new(rules::TLS_FAILED, self.target.url().as_str(), message))
            }
        }
    }

    /// The address at the other end.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// What the permit was for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// A permit for the data connection that the server asks for, as FTP's does in its answer to `PASV` and `EPSV`. By
    /// default data comes from the address of the server itself and from a port above 1023 that is not reserved.
    ///
    /// # Errors
    /// `address-mismatch`, `port-reserved`, and where the policy admits other addresses, `address-special`.
    pub fn permit_data(&self, address: SocketAddr) -> Result<Permit, Error> {
        self.policy.judge_data(address, self.peer.ip(), &self.target)?;
        let target = self.target.clone();
        let admitted = Admitted { target, addresses: vec![address], path: None, proxy: None };
        Ok(Permit { policy: Arc::clone(&self.policy), admitted })
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({})", self.peer)
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_read(cx, buffer))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        either!(self, stream => Pin::new(stream).poll_write(cx, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_shutdown(cx))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(self, stream => Pin::new(stream).poll_write_vectored(cx, pieces))
    }

    fn is_write_vectored(&self) -> bool {
        match &self.stream {
            Stream::Open(stream) => stream.is_write_vectored(),
            Stream::Protected(stream) => stream.is_write_vectored(),
        }
    }
}

/// A socket for datagrams with one address that was judged, on any of its ports: a server of TFTP answers from another
/// port than that which it was asked at (RFC 1350 section 4).
#[derive(Debug)]
pub struct Datagrams {
    socket: UdpSocket,
    address: SocketAddr,
}

impl Datagrams {
    /// The address and the port of the URL.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends to a port of the address.
    ///
    /// # Errors
    /// Those of the system.
    pub async fn send(&self, datagram: &[u8], port: u16) -> io::Result<()> {
        self.socket.send_to(datagram, (self.address.ip(), port)).await.map(drop)
    }

    /// The next datagram that comes from the address: its length and the port that it comes from. Those from elsewhere are
    /// dropped.
    ///
    /// # Errors
    /// Those of the system.
    pub async fn receive(&self, buffer: &mut [u8]) -> io::Result<(usize, u16)> {
        loop {
            let (length, from) = self.socket.recv_from(buffer).await?;
            if from.ip() == self.address.ip() {
                return Ok((length, from.port()));
            }
        }
    }
}
