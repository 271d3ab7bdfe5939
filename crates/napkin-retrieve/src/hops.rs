//! The hops of a retrieval, for diagnostics.

use std::net::SocketAddr;

use napkin::mask_passwords;

use crate::{Error, Operation};

/// Every hop of a retrieval, in order. Shows no passwords.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
/// assert_eq!(got.trail().hops().len(), 1);
/// assert_eq!(got.trail().hops()[0].url(), "data:,beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trail {
    hops: Vec<Hop>,
}

impl Trail {
    /// Creates a trail without hops. Retrievers receive theirs; this is for their tests.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the hops, the first one first.
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// Begins a hop.
    pub fn begin(&mut self, url: &str, operation: Operation) {
        self.hops.push(Hop { url: mask_passwords(url).into_owned(), operation, ..Hop::default() });
    }

    /// Appends the hops of another trail.
    pub(crate) fn extend(&mut self, other: Self) {
        self.hops.extend(other.hops);
    }

    /// Sets the address of this hop's connection, and whether the connection was reused.
    pub fn connected(&mut self, address: SocketAddr, reused: bool) {
        if let Some(hop) = self.hops.last_mut() {
            (hop.address, hop.reused) = (Some(address), reused);
        }
    }

    /// Sets the status of this hop's answer, if the protocol has one.
    pub fn answered(&mut self, status: u16) {
        if let Some(hop) = self.hops.last_mut() {
            hop.status = Some(status);
        }
    }

    /// Sets how the cache took part in this hop.
    pub fn cached(&mut self, cached: Cached) {
        if let Some(hop) = self.hops.last_mut() {
            hop.cached = Some(cached);
        }
    }

    /// Adds a remark or an error to this hop.
    pub fn note(&mut self, finding: Error) {
        if let Some(hop) = self.hops.last_mut() {
            hop.findings.push(finding);
        }
    }
}

/// How a cache took part in a hop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cached {
    /// The answer came from the cache, without a request (RFC 9111 section 4).
    Hit,
    /// The answer came from the cache after the server confirmed it (section 4.3).
    Validated,
    /// The answer was stored in the cache.
    Stored,
}

impl Cached {
    /// Returns the name in records: `hit`, `validated`, `stored`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Validated => "validated",
            Self::Stored => "stored",
        }
    }
}

/// One request of a retrieval, and its outcome.
#[derive(Clone, Debug, Default)]
pub struct Hop {
    url: String,
    operation: Operation,
    address: Option<SocketAddr>,
    reused: bool,
    status: Option<u16>,
    cached: Option<Cached>,
    findings: Vec<Error>,
}

impl Hop {
    /// Returns the URL of this hop, with its password masked.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the operation.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Returns the address of the connection; `None` if the scheme has none or the policy refused.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Returns whether the connection was reused.
    #[must_use]
    pub fn is_reused(&self) -> bool {
        self.reused
    }

    /// Returns the status of the answer, if the protocol has one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Returns how the cache took part.
    #[must_use]
    pub fn cached(&self) -> Option<Cached> {
        self.cached
    }

    /// Returns the remarks of this hop, and last the error that ended the retrieval here.
    #[must_use]
    pub fn findings(&self) -> &[Error] {
        &self.findings
    }
}
