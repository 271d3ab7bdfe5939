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
    ///
    /// ```
    /// assert!(napkin_retrieve::Trail::new().hops().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the hops, the first one first.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Trail};
    /// let mut trail = Trail::new();
    /// trail.begin("http://pub.example/", Operation::Get);
    /// trail.begin("https://pub.example/", Operation::Get);
    /// assert_eq!(trail.hops().len(), 2);
    /// ```
    #[must_use]
    pub fn hops(&self) -> &[Hop] {
        &self.hops
    }

    /// Begins a hop.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Trail};
    /// let mut trail = Trail::new();
    /// trail.begin("http://sam:secret@pub.example/", Operation::Get);
    /// assert_eq!(trail.hops()[0].url(), "http://sam:******@pub.example/");
    /// ```
    pub fn begin(&mut self, url: &str, operation: Operation) {
        self.hops.push(Hop { url: mask_passwords(url).into_owned(), operation, ..Hop::default() });
    }

    /// Appends the hops of another trail.
    pub(crate) fn extend(&mut self, other: Self) {
        self.hops.extend(other.hops);
    }

    /// Sets the address of this hop's connection, and whether the connection was reused.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Trail};
    /// let mut trail = Trail::new();
    /// trail.begin("http://pub.example/", Operation::Get);
    /// trail.connected("192.0.2.1:80".parse()?, false);
    /// assert_eq!(trail.hops()[0].address(), Some("192.0.2.1:80".parse()?));
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    pub fn connected(&mut self, address: SocketAddr, reused: bool) {
        if let Some(hop) = self.hops.last_mut() {
            (hop.address, hop.reused) = (Some(address), reused);
        }
    }

    pub(crate) fn spoke(&mut self, version: http::Version) {
        let version = match version {
            http::Version::HTTP_2 => "2",
            http::Version::HTTP_10 => "1.0",
            _ => "1.1",
        };
        if let Some(hop) = self.hops.last_mut() {
            hop.http_version = Some(version);
        }
    }

    /// Sets the status of this hop's answer, if the protocol has one.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Trail};
    /// let mut trail = Trail::new();
    /// trail.begin("http://pub.example/", Operation::Get);
    /// trail.answered(404);
    /// assert_eq!(trail.hops()[0].status(), Some(404));
    /// ```
    pub fn answered(&mut self, status: u16) {
        if let Some(hop) = self.hops.last_mut() {
            hop.status = Some(status);
        }
    }

    /// Sets how the cache took part in this hop.
    ///
    /// ```
    /// use napkin_retrieve::{Cached, Operation, Trail};
    /// let mut trail = Trail::new();
    /// trail.begin("http://pub.example/", Operation::Get);
    /// trail.cached(Cached::Hit);
    /// assert_eq!(trail.hops()[0].cached(), Some(Cached::Hit));
    /// ```
    pub fn cached(&mut self, cached: Cached) {
        if let Some(hop) = self.hops.last_mut() {
            hop.cached = Some(cached);
        }
    }

    /// Adds a remark or an error to this hop.
    ///
    /// ```
    /// use napkin_retrieve::{Error, Operation, Trail, rules};
    /// let mut trail = Trail::new();
    /// trail.begin("http://pub.example/", Operation::Get);
    /// trail.note(Error::new(rules::BODY_UNFRAMED, "http://pub.example/", "expected a length, but found none"));
    /// assert_eq!(trail.hops()[0].findings()[0].rule().code(), "body-unframed");
    /// ```
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
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Cached::Hit.name(), "hit");
    /// ```
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
    http_version: Option<&'static str>,
    status: Option<u16>,
    cached: Option<Cached>,
    findings: Vec<Error>,
}

impl Hop {
    /// Returns the URL of this hop, with its password masked.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.trail().hops()[0].url(), "data:,beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the operation.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Operation, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::head("data:,beer"))?;
    /// assert_eq!(got.trail().hops()[0].operation(), Operation::Head);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Returns the address of the connection; `None` if the scheme has none or the policy refused.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://10.0.0.1/")).unwrap_err();
    /// assert_eq!(failure.trail().hops()[0].address(), None);
    /// ```
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Returns whether the connection was reused.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Trail};
    /// let mut trail = Trail::new();
    /// trail.begin("http://pub.example/", Operation::Get);
    /// trail.connected("192.0.2.1:80".parse()?, true);
    /// assert!(trail.hops()[0].is_reused());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn is_reused(&self) -> bool {
        self.reused
    }

    /// Returns the version of HTTP that the server has answered in: `1.0`, `1.1` or `2`.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.trail().hops()[0].http_version(), None);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn http_version(&self) -> Option<&'static str> {
        self.http_version
    }

    /// Returns the status of the answer, if the protocol has one.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.trail().hops()[0].status(), None);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Returns how the cache took part.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.trail().hops()[0].cached(), None);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    #[must_use]
    pub fn cached(&self) -> Option<Cached> {
        self.cached
    }

    /// Returns the remarks of this hop, and last the error that ended the retrieval here.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://10.0.0.1/")).unwrap_err();
    /// assert_eq!(failure.trail().hops()[0].findings()[0].rule().code(), "address-special");
    /// ```
    #[must_use]
    pub fn findings(&self) -> &[Error] {
        &self.findings
    }
}
