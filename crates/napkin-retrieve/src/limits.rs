//! Limits on bytes, time, and requests.

use std::time::Duration;

use tokio::time::Instant;

/// Returns the end of a time limit that begins at `start`; at most thirty years later, so that clocks do not overflow.
pub(crate) fn end(start: Instant, limit: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(30 * 365 * 24 * 3600);
    start.checked_add(limit.min(FAR)).unwrap_or(start)
}

/// The limits of one retrieval. Each has a rule of its own, which is the error when the limit is reached.
///
/// The defaults suit a server that keeps objects in memory: 32 MiB and two minutes. A program that downloads files sets larger
/// ones, as the `napkin` command does (16 GiB and one hour).
///
/// ```
/// use std::time::Duration;
/// use napkin_retrieve::{Client, Limits, Policy, Request};
/// let limits = Limits::default().with_max_bytes(1 << 20).with_timeout(Duration::from_secs(10));
/// let client = Client::new(Policy::public_web()).with_limits(limits.with_max_bytes(3));
/// let failure = client.retrieve_blocking(&Request::get("data:,beer")).unwrap_err();
/// assert_eq!(failure.error().rule().code(), "body-too-large");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a body as it is sent (`body-too-large`). Default: 32 MiB.
    pub max_bytes: u64,
    /// Bytes of a body after decompression (`decoded-too-large`). Default: 32 MiB.
    pub max_decoded: u64,
    /// Bytes of all header fields together, or of one line in a protocol of lines (`fields-too-large`). At least 8 KiB.
    /// Default: 256 KiB.
    pub max_fields: usize,
    /// Time to resolve a name, and again to connect to its addresses, including TLS (`connect-timeout`). Default: 15 s.
    pub connect_timeout: Duration,
    /// Time from the start of a hop to the first byte of its answer (`first-byte-timeout`). Default: 60 s.
    pub first_byte_timeout: Duration,
    /// Time between two chunks of a body (`read-timeout`). Default: 30 s.
    pub read_timeout: Duration,
    /// Time for everything: all hops and the body (`total-timeout`). Default: two minutes.
    pub timeout: Duration,
    /// Answers for one object, if a server sends less than requested (`too-many-ranges`). Default: 1000.
    pub max_ranges: u32,
    /// Redirects (`too-many-redirects`). Default: 20, as in the Fetch Standard.
    pub max_redirects: u32,
    /// Bytes of a body per second, after decompression; `None` as fast as they come. Default: `None`.
    pub rate: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 32 << 20,
            max_decoded: 32 << 20,
            max_fields: 256 << 10,
            connect_timeout: Duration::from_secs(15),
            first_byte_timeout: Duration::from_secs(60),
            read_timeout: Duration::from_secs(30),
            timeout: Duration::from_secs(120),
            max_ranges: 1000,
            max_redirects: 20,
            rate: None,
        }
    }
}

impl Limits {
    /// Limits the speed of a body to this number of bytes per second.
    ///
    /// ```
    /// use napkin_retrieve::Limits;
    /// assert_eq!(Limits::default().with_rate(1 << 20).rate, Some(1 << 20));
    /// ```
    #[must_use]
    pub fn with_rate(self, bytes: u64) -> Self {
        Self { rate: Some(bytes), ..self }
    }

    /// Limits the bytes of a body, both as it is sent and after decompression.
    ///
    /// ```
    /// use napkin_retrieve::Limits;
    /// let limits = Limits::default().with_max_bytes(1 << 20);
    /// assert_eq!((limits.max_bytes, limits.max_decoded), (1 << 20, 1 << 20));
    /// ```
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: u64) -> Self {
        (self.max_bytes, self.max_decoded) = (bytes, bytes);
        self
    }

    /// Limits the bytes after decompression separately. Call it after [`max_bytes`](Self::with_max_bytes), which sets both.
    ///
    /// ```
    /// use napkin_retrieve::Limits;
    /// let limits = Limits::default().with_max_bytes(1 << 20).with_max_decoded(8 << 20);
    /// assert_eq!((limits.max_bytes, limits.max_decoded), (1 << 20, 8 << 20));
    /// ```
    #[must_use]
    pub fn with_max_decoded(self, bytes: u64) -> Self {
        Self { max_decoded: bytes, ..self }
    }

    /// Limits the bytes of all header fields, or of one line in a protocol of lines.
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Limits::default().with_max_fields(16 << 10).max_fields, 16 << 10);
    /// ```
    #[must_use]
    pub fn with_max_fields(self, bytes: usize) -> Self {
        Self { max_fields: bytes, ..self }
    }

    /// Limits the time to resolve a name, and again to connect, including TLS.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_retrieve::Limits::default().with_connect_timeout(Duration::from_secs(5));
    /// ```
    #[must_use]
    pub fn with_connect_timeout(self, time: Duration) -> Self {
        Self { connect_timeout: time, ..self }
    }

    /// Limits the time from the start of a hop to the first byte of its answer.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_retrieve::Limits::default().with_first_byte_timeout(Duration::from_secs(5));
    /// ```
    #[must_use]
    pub fn with_first_byte_timeout(self, time: Duration) -> Self {
        Self { first_byte_timeout: time, ..self }
    }

    /// Limits the time between two chunks of a body.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_retrieve::Limits::default().with_read_timeout(Duration::from_secs(5));
    /// ```
    #[must_use]
    pub fn with_read_timeout(self, time: Duration) -> Self {
        Self { read_timeout: time, ..self }
    }

    /// Limits the time for everything: all hops and the body.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = napkin_retrieve::Limits::default().with_timeout(Duration::from_secs(30));
    /// ```
    #[must_use]
    pub fn with_timeout(self, time: Duration) -> Self {
        Self { timeout: time, ..self }
    }

    /// Limits the answers for one object, if a server sends less than requested.
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Limits::default().with_max_ranges(10).max_ranges, 10);
    /// ```
    #[must_use]
    pub fn with_max_ranges(self, answers: u32) -> Self {
        Self { max_ranges: answers, ..self }
    }

    /// Limits the redirects.
    ///
    /// ```
    /// assert_eq!(napkin_retrieve::Limits::default().with_max_redirects(0).max_redirects, 0);
    /// ```
    #[must_use]
    pub fn with_max_redirects(self, redirects: u32) -> Self {
        Self { max_redirects: redirects, ..self }
    }
}
