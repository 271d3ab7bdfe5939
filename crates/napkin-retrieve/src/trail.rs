//! What happened on the way: every hop, and what was found at each.

use std::net::SocketAddr;

use napkin::mask_passwords;

use crate::{Error, Operation};

/// Every hop of a retrieval in order. Shows no passwords.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// let got = Client::new(Policy::public_web()).fetch(Request::get("data:,beer"))?;
/// assert_eq!(got.trail().hops().len(), 1);
/// assert_eq!(got.trail().hops()[0].url(), "data:,beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trail {
    hops: Vec<Hop>,
}

impl Trail {
    /// No hop yet: of no use to retrievers, but to their tests.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The hops, the first one first.
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

    /// Where this hop is connected to.
    pub fn connected(&mut self, address: SocketAddr, reused: bool) {
        if let Some(hop) = self.hops.last_mut() {
            (hop.address, hop.reused) = (Some(address), reused);
        }
    }

    /// The status of this hop's answer, where the protocol has one.
    pub fn answered(&mut self, status: u16) {
        if let Some(hop) = self.hops.last_mut() {
            hop.status = Some(status);
        }
    }

    /// How the cache took part in this hop.
    pub fn cached(&mut self, cached: Cached) {
        if let Some(hop) = self.hops.last_mut() {
            hop.cached = Some(cached);
        }
    }

    /// Something worth knowing about this hop.
    pub fn note(&mut self, finding: Error) {
        if let Some(hop) = self.hops.last_mut() {
            hop.findings.push(finding);
        }
    }
}

/// What a cache has done for a hop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cached {
    /// The answer came out of it, without a request (RFC 9111 section 4).
    Hit,
    /// The answer came out of it after the server had confirmed it (section 4.3).
    Validated,
    /// The answer went into it.
    Stored,
}

impl Cached {
    /// The name in records: `hit`, `validated`, `stored`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Validated => "validated",
            Self::Stored => "stored",
        }
    }
}

/// One request of a retrieval, and what came of it.
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
    /// The URL of this hop, passwords masked.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What was asked for.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The address that was connected to; none for what has none, and where the policy refused.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Whether the connection was one that had served before.
    #[must_use]
    pub fn is_reused(&self) -> bool {
        self.reused
    }

    /// The status of the answer, where the protocol has one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// What a cache has done.
    #[must_use]
    pub fn cached(&self) -> Option<Cached> {
        self.cached
    }

    /// What was found at this hop: remarks, and last the error that ended the retrieval here.
    #[must_use]
    pub fn findings(&self) -> &[Error] {
        &self.findings
    }
}
