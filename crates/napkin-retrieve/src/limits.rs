//! How much, and how long.

use std::time::Duration;

use tokio::time::Instant;

/// Returns the end of a time limit that begins at `start`; at most thirty years later, so that clocks do not overflow.
pub(crate) fn end(start: Instant, limit: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(30 * 365 * 24 * 3600);
    start.checked_add(limit.min(FAR)).unwrap_or(start)
}

/// The limits of one retrieval. Each has a finding of its own, which is the error when it is reached.
///
/// ```
/// use napkin_retrieve::Limits;
/// let limits = Limits { body: 1 << 20, ..Limits::default() };
/// assert_eq!(limits.redirects, 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a body as it is sent (`body-too-large`). Default: 16 GiB.
    pub body: u64,
    /// Bytes of a body once it is decompressed (`decoded-too-large`). Default: 16 GiB.
    pub decoded: u64,
    /// Bytes of all header fields together, or of the longest line of a protocol of lines (`fields-too-large`). Default:
    /// 256 KiB. No smaller than 8 KiB.
    pub fields: usize,
    /// Time to the addresses of a name, and again to a connection with all of its addresses and TLS (`connect-timeout`).
    /// Default: 15 s.
    pub connect: Duration,
    /// Time from the beginning of a hop to the first byte of its answer (`first-byte-timeout`). Default: 60 s.
    pub first_byte: Duration,
    /// Time between two pieces of a body (`read-timeout`). Default: 30 s.
    pub read: Duration,
    /// Time for everything, all hops and the body (`total-timeout`). Default: one hour.
    pub total: Duration,
    /// Limits the answers for one object, if a server sends less than requested (`too-many-ranges`). Default: 1000.
    pub ranges: u32,
    /// Redirects (`too-many-redirects`). Default: 20, which is Fetch's.
    pub redirects: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 16 << 30,
            decoded: 16 << 30,
            fields: 256 << 10,
            connect: Duration::from_secs(15),
            first_byte: Duration::from_secs(60),
            read: Duration::from_secs(30),
            total: Duration::from_secs(3600),
            ranges: 1000,
            redirects: 20,
        }
    }
}
