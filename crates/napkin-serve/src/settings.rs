//! The settings of a server.

use std::net::SocketAddr;
use std::time::Duration;

use napkin_answer::bounds::Bounds;
use napkin_document::screen::TypePattern;
use napkin_retrieve::Client;

/// The settings of a server: [`new`](Self::new) has the defaults, and each field can be set.
#[derive(Clone)]
#[non_exhaustive]
pub struct Settings {
    /// The address to listen at; port 0 means any free port. Default: `127.0.0.1:8640`.
    pub listen: SocketAddr,
    /// Further names of this server, with the port if it differs from the listening port.
    pub own_hosts: Vec<String>,
    /// The token that requests must carry, as bearer token or as the password of any user. An address that other machines can
    /// reach requires one.
    pub token: Option<Vec<u8>>,
    /// Whether to log one JSON object per request on standard error, without the subject of the request.
    pub log: bool,
    /// The limits.
    pub limits: Limits,
    /// The client that retrieves objects, with its policy; the server's own addresses are always denied.
    pub client: Client,
    /// Media types that the gateway refuses, also in `data:` URLs at any depth.
    pub deny: Vec<TypePattern>,
    /// If not empty, the only media types that the gateway admits, also in `data:` URLs.
    pub allow: Vec<TypePattern>,
}

impl Settings {
    /// Returns the default settings, with this client.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy};
    /// let mut settings = napkin_serve::Settings::new(Client::new(Policy::public_web()));
    /// settings.listen.set_port(0);
    /// settings.deny.push("image/svg+xml".parse()?);
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn new(client: Client) -> Self {
        let (own_hosts, token, log, deny, allow) = Default::default();
        let listen = SocketAddr::from(([127, 0, 0, 1], 8640));
        Self { listen, own_hosts, token, log, limits: Limits::default(), client, deny, allow }
    }
}

/// The limits of a server: [`default`](Self::default) has the defaults, and each field can be set.
///
/// ```
/// let mut limits = napkin_serve::Limits::default();
/// limits.body = 1 << 20;
/// assert_eq!(limits.connections, 1024);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes of a request's line and header fields; more is an error 431. At least 8192. Default: 64 KiB.
    pub header: usize,
    /// The most bytes of a request's body; more is an error 413. Default: 16 MiB.
    pub body: usize,
    /// The most bytes of an answer; more is an error 413, or 502 for a document that the gateway rewrites. Default: 64 MiB.
    pub answer: usize,
    /// The most bytes of a definition of a scheme that is linted; more is an error 413. Default: 1 MiB.
    pub definition: usize,
    /// The most connections at the same time; further ones get an error 503. Default: 1024.
    pub connections: usize,
    /// The most requests with large bodies that are read or answered at the same time; others wait, or get an error 503.
    /// Default: 16.
    pub large: usize,
    /// The most bytes of a document that the gateway rewrites or screens. Default: 8 MiB.
    pub document: usize,
    /// The most objects that are retrieved at the same time; others wait, or get an error 503. Default: 256.
    pub retrievals: usize,
    /// How long a connection may be idle, or take to send the header of a request. Default: 15 s.
    pub header_time: Duration,
    /// How long a request's body may take; then it is an error 408. Default: 30 s.
    pub body_time: Duration,
    /// How long work on an answer may take; then it is an error 503. Default: 30 s.
    pub answer_time: Duration,
    /// How long a client may pause while it reads its answer; it must also read 16 KiB per second. Default: 30 s.
    pub write_time: Duration,
    /// How long running requests may take after SIGINT or SIGTERM. Default: 10 s.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            header: 64 << 10,
            body: 16 << 20,
            answer: 64 << 20,
            definition: 1 << 20,
            connections: 1024,
            large: 16,
            document: 8 << 20,
            retrievals: 256,
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(30),
            answer_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            grace: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Returns the limits of an answer that starts now.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::new(self.answer, self.answer_time)
    }
}
