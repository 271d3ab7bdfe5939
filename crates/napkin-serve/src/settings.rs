//! The settings of a server.

use std::net::SocketAddr;
use std::time::Duration;

use napkin_answer::bounds::Bounds;
use napkin_document::screen::TypePattern;
use napkin_retrieve::Client;

/// The settings of a server: [`new`](Self::new) has the defaults, and each `with_` method sets a field.
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
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_deny(["image/svg+xml".parse()?]);
    /// assert!(settings.listen.ip().is_loopback());
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn new(client: Client) -> Self {
        let (own_hosts, token, log, deny, allow) = Default::default();
        let listen = SocketAddr::from(([127, 0, 0, 1], 8640));
        Self { listen, own_hosts, token, log, limits: Limits::default(), client, deny, allow }
    }

    /// Returns the settings with this address to listen at; port 0 means any free port.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_listen(([127, 0, 0, 1], 0));
    /// assert_eq!(settings.listen.port(), 0);
    /// ```
    #[must_use]
    pub fn with_listen(self, address: impl Into<SocketAddr>) -> Self {
        Self { listen: address.into(), ..self }
    }

    /// Returns the settings with further names of this server, with the port if it differs from the listening port.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_own_hosts(["pub.example"]);
    /// assert_eq!(settings.own_hosts, ["pub.example"]);
    /// ```
    #[must_use]
    pub fn with_own_hosts<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        Self { own_hosts: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Returns the settings with the token that requests must carry, or without one.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_token(Some("0123456789abcdef".into()));
    /// assert!(settings.token.is_some());
    /// ```
    #[must_use]
    pub fn with_token(self, token: Option<Vec<u8>>) -> Self {
        Self { token, ..self }
    }

    /// Returns the settings that log requests or do not.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_log(true);
    /// assert!(settings.log);
    /// ```
    #[must_use]
    pub fn with_log(self, log: bool) -> Self {
        Self { log, ..self }
    }

    /// Returns the settings with these limits.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// use napkin_serve::{Limits, Settings};
    /// let limits = Limits::default().with_body(1 << 20);
    /// let settings = Settings::new(Client::new(Policy::public_web())).with_limits(limits);
    /// assert_eq!(settings.limits.body, 1 << 20);
    /// ```
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the settings with the media types that the gateway refuses, also in `data:` URLs at any depth.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_deny(["active".parse()?]);
    /// assert_eq!(settings.deny.len(), 1);
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn with_deny(self, types: impl IntoIterator<Item = TypePattern>) -> Self {
        Self { deny: types.into_iter().collect(), ..self }
    }

    /// Returns the settings with the only media types that the gateway admits, also in `data:` URLs.
    ///
    /// ```
    /// # use napkin_retrieve::{Client, Policy};
    /// let settings = napkin_serve::Settings::new(Client::new(Policy::public_web())).with_allow(["image/*".parse()?]);
    /// assert_eq!(settings.allow.len(), 1);
    /// # Ok::<(), napkin_document::screen::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn with_allow(self, types: impl IntoIterator<Item = TypePattern>) -> Self {
        Self { allow: types.into_iter().collect(), ..self }
    }
}

/// The limits of a server: [`default`](Self::default) has the defaults, and each `with_` method sets a field.
///
/// ```
/// let limits = napkin_serve::Limits::default().with_body(1 << 20);
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
    /// How long a request waits while the most large requests, or retrievals, are under way; then it is an error 503. Default: 5 s.
    pub queue_time: Duration,
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
            queue_time: Duration::from_secs(5),
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(30),
            answer_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            grace: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Returns the limits with the most bytes of a request's line and header fields. The server admits at least 8192.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_header(16 << 10).header, 16 << 10);
    /// ```
    #[must_use]
    pub const fn with_header(self, bytes: usize) -> Self {
        Self { header: bytes, ..self }
    }

    /// Returns the limits with the most bytes of a request's body.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_body(1 << 20).body, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_body(self, bytes: usize) -> Self {
        Self { body: bytes, ..self }
    }

    /// Returns the limits with the most bytes of an answer.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_answer(1 << 20).answer, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_answer(self, bytes: usize) -> Self {
        Self { answer: bytes, ..self }
    }

    /// Returns the limits with the most bytes of a definition of a scheme that is linted.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_definition(1 << 16).definition, 1 << 16);
    /// ```
    #[must_use]
    pub const fn with_definition(self, bytes: usize) -> Self {
        Self { definition: bytes, ..self }
    }

    /// Returns the limits with the most connections at the same time.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_connections(16).connections, 16);
    /// ```
    #[must_use]
    pub const fn with_connections(self, connections: usize) -> Self {
        Self { connections, ..self }
    }

    /// Returns the limits with the most requests with large bodies that are read or answered at the same time.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_large(2).large, 2);
    /// ```
    #[must_use]
    pub const fn with_large(self, requests: usize) -> Self {
        Self { large: requests, ..self }
    }

    /// Returns the limits with the most bytes of a document that the gateway rewrites or screens.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_document(1 << 20).document, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_document(self, bytes: usize) -> Self {
        Self { document: bytes, ..self }
    }

    /// Returns the limits with the most objects that are retrieved at the same time.
    ///
    /// ```
    /// assert_eq!(napkin_serve::Limits::default().with_retrievals(8).retrievals, 8);
    /// ```
    #[must_use]
    pub const fn with_retrievals(self, objects: usize) -> Self {
        Self { retrievals: objects, ..self }
    }

    /// Returns the limits with the time that a request waits while the most large requests, or retrievals, are under way.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_serve::Limits::default().with_queue_time(Duration::from_secs(1));
    /// assert_eq!(limits.queue_time.as_secs(), 1);
    /// ```
    #[must_use]
    pub const fn with_queue_time(self, time: Duration) -> Self {
        Self { queue_time: time, ..self }
    }

    /// Returns the limits with the time that a connection may be idle, or take to send the header of a request.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_serve::Limits::default().with_header_time(Duration::from_secs(5));
    /// assert_eq!(limits.header_time.as_secs(), 5);
    /// ```
    #[must_use]
    pub const fn with_header_time(self, time: Duration) -> Self {
        Self { header_time: time, ..self }
    }

    /// Returns the limits with the time that a request's body may take.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_serve::Limits::default().with_body_time(Duration::from_secs(5));
    /// assert_eq!(limits.body_time.as_secs(), 5);
    /// ```
    #[must_use]
    pub const fn with_body_time(self, time: Duration) -> Self {
        Self { body_time: time, ..self }
    }

    /// Returns the limits with the time that work on an answer may take.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_serve::Limits::default().with_answer_time(Duration::from_secs(5));
    /// assert_eq!(limits.answer_time.as_secs(), 5);
    /// ```
    #[must_use]
    pub const fn with_answer_time(self, time: Duration) -> Self {
        Self { answer_time: time, ..self }
    }

    /// Returns the limits with the time that a client may pause while it reads its answer.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_serve::Limits::default().with_write_time(Duration::from_secs(5));
    /// assert_eq!(limits.write_time.as_secs(), 5);
    /// ```
    #[must_use]
    pub const fn with_write_time(self, time: Duration) -> Self {
        Self { write_time: time, ..self }
    }

    /// Returns the limits with the time that running requests may take after SIGINT or SIGTERM.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_serve::Limits::default().with_grace(Duration::from_secs(5));
    /// assert_eq!(limits.grace.as_secs(), 5);
    /// ```
    #[must_use]
    pub const fn with_grace(self, time: Duration) -> Self {
        Self { grace: time, ..self }
    }

    /// Returns the limits of an answer that starts now.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::new(self.answer, self.answer_time)
    }
}
