//! Permits: the permission to retrieve one URL once.
//!
//! Only a [`Policy`] makes a permit. The permit holds the addresses that the policy has checked, and connecting
//! consumes it. So there is no second lookup and no second parser between the check and the socket.

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
use crate::tls::{HTTP2, Offer};
use crate::{Error, Initiative, Limits, Policy, Target, Trail};

/// The time after which the next address is tried, too.
const HEAD_START: Duration = Duration::from_millis(250);

/// The permission to retrieve one URL once: the parsed URL, and the checked addresses of its host.
///
/// Only [`Policy::permit`](crate::Policy::permit) makes one. It cannot be copied, and connecting consumes it. `Debug`
/// shows no password.
pub struct Permit {
    policy: Arc<Policy>,
    admitted: Admitted,
}

impl Policy {
    /// Returns the permit for a target after one lookup of its host. `initiative` says on whose behalf.
    ///
    /// # Errors
    /// The first check that the URL fails.
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
    /// Returns the URL, its parts, and the user.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("http://8.8.8.8/menu")).await?;
    /// assert_eq!((permit.target().host(), permit.target().port()), (Some("8.8.8.8"), Some(80)));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.admitted.target
    }

    /// Returns the checked addresses, in the order in which they are tried. Empty if the scheme uses no network.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("https://8.8.8.8/")).await?;
    /// assert_eq!(permit.addresses(), ["8.8.8.8:443".parse().unwrap()]);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.admitted.addresses
    }

    /// The proxy that has these addresses, if the policy names one.
    pub(crate) fn proxy(&self) -> Option<&Proxy> {
        self.admitted.proxy.as_ref()
    }

    /// Returns the path of a checked file, with links resolved if the policy names folders; `None` for other schemes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::local_files()).permit(&Request::get("file:///srv/menu")).await?;
    /// assert_eq!(permit.path(), Some("/srv/menu".into()));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn path(self) -> Option<PathBuf> {
        self.admitted.path
    }

    /// Connects by TCP to the first address that answers. After a quarter of a second the next address is tried in
    /// parallel (RFC 8305), so that one that drops packets does not use up the time.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Limits, Policy, Request, Trail};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    /// let address = listener.local_addr().unwrap();
    /// let policy = Arc::new(Policy::public_web().trust_host("127.0.0.1").allow_port(address.port()));
    /// let permit = policy.permit(&Request::get(format!("http://{address}/"))).await?;
    /// let connection = permit.connect(&Limits::default(), &mut Trail::new()).await?;
    /// assert_eq!(connection.peer(), address);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// `connect-timeout`; `connection-failed`, with the reason of the last address; `address-mismatch` if the system
    /// reports another peer.
    pub async fn connect(self, limits: &Limits, trail: &mut Trail) -> Result<Connection, Error> {
        let deadline = end(Instant::now(), limits.connect_timeout);
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
                Err(_) => return Err(too_late(&url, limits.connect_timeout)),
                Ok(None) => return Err(last),
                Ok(Some(Ok((address, Ok(stream))))) => return self.connected(stream, address, trail),
                Ok(Some(Ok((address, Err(error))))) => last = failed(&url, address, &error),
                // Only when the runtime shuts down.
                Ok(Some(Err(_))) => {}
            }
        }
    }

    /// Connects like [`connect`](Self::connect), and starts TLS for the host of the URL, under the policy's
    /// [`Trust`](crate::Trust). Offers only HTTP/1.1 by ALPN.
    ///
    /// ```no_run
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Limits, Policy, Request, Trail};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("https://pub.example/")).await?;
    /// let connection = permit.connect_tls(&Limits::default(), &mut Trail::new()).await?;
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Like `connect`; `tls-failed`. Nothing of the request has been sent then.
    pub async fn connect_tls(self, limits: &Limits, trail: &mut Trail) -> Result<Connection, Error> {
        self.connect_tls_offering(Offer::Http1, limits, trail).await
    }

    pub(crate) async fn connect_tls_offering(
        self,
        offer: Offer,
        limits: &Limits,
        trail: &mut Trail,
    ) -> Result<Connection, Error> {
        let deadline = end(Instant::now(), limits.connect_timeout);
        let proxy = self.admitted.proxy.clone();
        let connection = self.connect(limits, trail).await?;
        let url = connection.target.url().as_str().to_owned();
        match timeout_at(deadline, connection.protected(proxy.as_ref(), offer)).await {
            Ok(done) => done,
            Err(_) => Err(too_late(&url, limits.connect_timeout)),
        }
    }

    fn connected(self, stream: TcpStream, address: SocketAddr, trail: &mut Trail) -> Result<Connection, Error> {
        let url = self.admitted.target.url().as_str();
        let peer = stream.peer_addr().map_err(|error| failed(url, address, &error))?;
        if peer != address {
            let message = format!("expected a connection to {address}, but found one to {peer}");
            return Err(Error::new(rules::ADDRESS_MISMATCH, url, message));
        }
        // Requests are small and written at once.
        let _ = stream.set_nodelay(true);
        trail.connected(peer, false);
        Ok(Connection { stream: Stream::Open(stream), peer, policy: self.policy, target: self.admitted.target })
    }

    /// Returns a UDP socket for the first address.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request, Trail};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let policy = Arc::new(Policy::public_web().allow_scheme("tftp").trust_host("127.0.0.1"));
    /// let permit = policy.permit(&Request::get("tftp://127.0.0.1/menu")).await?;
    /// let datagrams = permit.datagrams(&mut Trail::new()).await?;
    /// assert_eq!(datagrams.address().port(), 69);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
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

/// A TCP connection to a checked address, with or without TLS. Implements `AsyncRead` and `AsyncWrite`.
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

/// Makes the same call on either stream.
macro_rules! either {
    ($connection:ident, $stream:ident => $call:expr) => {
        match &mut $connection.stream {
            Stream::Open($stream) => $call,
            Stream::Protected($stream) => $call,
        }
    };
}

impl Connection {
    /// Returns whether the server has chosen HTTP/2.
    pub(crate) fn is_http2(&self) -> bool {
        matches!(&self.stream, Stream::Protected(stream) if stream.get_ref().1.alpn_protocol() == Some(HTTP2))
    }

    async fn protected(self, proxy: Option<&Proxy>, offer: Offer) -> Result<Self, Error> {
        let Stream::Open(mut stream) = self.stream else { return Ok(self) };
        let host = self.target.host().unwrap_or_default();
        if let Some(proxy) = proxy {
            let made = proxy.tunnel(&mut stream, &self.target).await;
            made.map_err(|found| {
                let message = format!("expected a tunnel through the proxy, but found {found}");
                Error::new(rules::CONNECTION_FAILED, self.target.url().as_str(), message)
            })?;
        }
        match self.policy.trusted().protect(stream, host, offer).await {
            Ok(stream) => Ok(Self { stream: Stream::Protected(Box::new(stream)), ..self }),
            Err(why) => {
                let message = format!("expected a connection that is protected, but found {why}");
                Err(Error::new(rules::TLS_FAILED, self.target.url().as_str(), message))
            }
        }
    }

    /// Starts TLS for the host of the URL on a connection without it. The protocol has agreed on TLS before.
    pub(crate) async fn protect(self, limits: &Limits) -> Result<Self, Error> {
        let deadline = end(Instant::now(), limits.connect_timeout);
        let url = self.target.url().as_str().to_owned();
        match timeout_at(deadline, self.protected(None, Offer::Nothing)).await {
            Ok(done) => done,
            Err(_) => Err(too_late(&url, limits.connect_timeout)),
        }
    }

    /// Returns the address of the peer.
    ///
    /// ```
    /// use napkin_retrieve::{Limits, Request, Trail};
    /// # use napkin_retrieve::Policy;
    /// # use std::sync::Arc;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    /// # let address = server.local_addr().unwrap();
    /// # let policy = Arc::new(Policy::public_web().trust_host("127.0.0.1").allow_port(address.port()));
    /// let permit = policy.permit(&Request::get(format!("http://{address}/"))).await?;
    /// let connection = permit.connect(&Limits::default(), &mut Trail::new()).await?;
    /// assert_eq!(connection.peer(), address);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// Returns the target of the permit.
    ///
    /// ```
    /// use napkin_retrieve::{Limits, Request, Trail};
    /// # use napkin_retrieve::Policy;
    /// # use std::sync::Arc;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    /// # let address = server.local_addr().unwrap();
    /// # let policy = Arc::new(Policy::public_web().trust_host("127.0.0.1").allow_port(address.port()));
    /// let permit = policy.permit(&Request::get(format!("http://{address}/"))).await?;
    /// let connection = permit.connect(&Limits::default(), &mut Trail::new()).await?;
    /// assert_eq!(connection.target().host(), Some("127.0.0.1"));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Returns a permit for a data connection that the server names, as in FTP's replies to `PASV` and `EPSV`. By
    /// default the address must be that of the server, and the port above 1023 and not reserved.
    ///
    /// ```
    /// use napkin_retrieve::{Limits, Request, Trail};
    /// # use napkin_retrieve::Policy;
    /// # use std::sync::Arc;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    /// # let address = server.local_addr().unwrap();
    /// # let policy = Arc::new(Policy::public_web().trust_host("127.0.0.1").allow_port(address.port()));
    /// let permit = policy.permit(&Request::get(format!("http://{address}/"))).await?;
    /// let connection = permit.connect(&Limits::default(), &mut Trail::new()).await?;
    /// assert!(connection.permit_data("127.0.0.1:50000".parse().unwrap()).is_ok());
    /// let elsewhere = connection.permit_data("127.0.0.2:50000".parse().unwrap());
    /// assert_eq!(elsewhere.unwrap_err().rule().code(), "address-mismatch");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// `address-mismatch`; `port-reserved`; if the policy admits other addresses, `address-special`.
    pub fn permit_data(&self, address: SocketAddr) -> Result<Permit, Error> {
        self.policy.check_data(address, self.peer.ip(), &self.target)?;
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

/// A UDP socket for one checked address and any of its ports: a TFTP server answers from another port than the one it
/// was asked at (RFC 1350 section 4).
#[derive(Debug)]
pub struct Datagrams {
    socket: UdpSocket,
    address: SocketAddr,
}

impl Datagrams {
    /// Returns the address and the port of the URL.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request, Trail};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let policy = Arc::new(Policy::public_web().allow_scheme("tftp").trust_host("127.0.0.1"));
    /// let permit = policy.permit(&Request::get("tftp://127.0.0.1/menu")).await?;
    /// let datagrams = permit.datagrams(&mut Trail::new()).await?;
    /// assert_eq!(datagrams.address(), "127.0.0.1:69".parse().unwrap());
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends a datagram to a port of the address.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request, Trail};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let server = tokio::net::UdpSocket::bind("127.0.0.1:0").await?;
    /// let address = server.local_addr()?;
    /// let policy = Arc::new(Policy::public_web().allow_scheme("tftp").trust_host("127.0.0.1"));
    /// let permit = policy.permit(&Request::get("tftp://127.0.0.1/menu")).await?;
    /// let datagrams = permit.datagrams(&mut Trail::new()).await?;
    /// datagrams.send(b"beer", address.port()).await?;
    /// assert_eq!(server.recv(&mut [0; 16]).await?, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Errors of the system.
    pub async fn send(&self, datagram: &[u8], port: u16) -> io::Result<()> {
        self.socket.send_to(datagram, (self.address.ip(), port)).await.map(drop)
    }

    /// Returns the length of the next datagram from the address, and its source port. Drops datagrams from other
    /// addresses.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request, Trail};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let server = tokio::net::UdpSocket::bind("127.0.0.1:0").await?;
    /// let address = server.local_addr()?;
    /// let policy = Arc::new(Policy::public_web().allow_scheme("tftp").trust_host("127.0.0.1"));
    /// let permit = policy.permit(&Request::get("tftp://127.0.0.1/menu")).await?;
    /// let datagrams = permit.datagrams(&mut Trail::new()).await?;
    /// datagrams.send(b"beer", address.port()).await?;
    /// let (_, from) = server.recv_from(&mut [0; 16]).await?;
    /// server.send_to(b"bread", from).await?;
    /// assert_eq!(datagrams.receive(&mut [0; 16]).await?, (5, address.port()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Errors of the system.
    pub async fn receive(&self, buffer: &mut [u8]) -> io::Result<(usize, u16)> {
        loop {
            let (length, from) = self.socket.recv_from(buffer).await?;
            if from.ip() == self.address.ip() {
                return Ok((length, from.port()));
            }
        }
    }
}
