//! The verdicts on links.

use std::fmt;
use std::str::FromStr;

/// The verdict on a link.
///
/// ```
/// use napkin_check::Verdict;
/// assert_eq!(Verdict::FragmentMissing.to_string(), "fragment-missing");
/// assert_eq!("gone".parse(), Ok(Verdict::Gone));
/// assert!(Verdict::Broken.is_failure() && !Verdict::RedirectTemporary.is_failure());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The target exists, and so does the place that the fragment names.
    Ok,
    /// The target does not exist.
    Broken,
    /// The server says that the target has been removed for good: 410.
    Gone,
    /// The target exists, but not the place that the fragment names.
    FragmentMissing,
    /// The target has moved for good: 301 or 308.
    RedirectPermanent,
    /// The server answers with another URL for now: 302, 303 or 307.
    RedirectTemporary,
    /// The redirects do not end.
    RedirectLoop,
    /// No answer in time.
    Timeout,
    /// No connection: the port is closed, or the host has no address.
    Refused,
    /// TLS failed: a certificate that has expired or is of another name.
    TlsError,
    /// The server wants to know who asks: 401, 403, 407. Whether the target exists is unknown.
    Auth,
    /// The server wants fewer requests: 429.
    RateLimited,
    /// The server failed: 500 and above.
    ServerError,
    /// The body is shorter than announced, or its coding is damaged.
    BodyBroken,
    /// The reference is not a URL, or does not follow the definition of its scheme.
    Malformed,
    /// Not looked at.
    Skipped,
}

impl Verdict {
    /// All verdicts, in the order of summaries.
    pub const ALL: [Self; 16] = [
        Self::Ok,
        Self::Broken,
        Self::Gone,
        Self::FragmentMissing,
        Self::RedirectPermanent,
        Self::RedirectTemporary,
        Self::RedirectLoop,
        Self::Timeout,
        Self::Refused,
        Self::TlsError,
        Self::Auth,
        Self::RateLimited,
        Self::ServerError,
        Self::BodyBroken,
        Self::Malformed,
        Self::Skipped,
    ];

    /// Returns the name in output and options.
    ///
    /// ```
    /// assert_eq!(napkin_check::Verdict::RedirectPermanent.name(), "redirect-permanent");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Broken => "broken",
            Self::Gone => "gone",
            Self::FragmentMissing => "fragment-missing",
            Self::RedirectPermanent => "redirect-permanent",
            Self::RedirectTemporary => "redirect-temporary",
            Self::RedirectLoop => "redirect-loop",
            Self::Timeout => "timeout",
            Self::Refused => "refused",
            Self::TlsError => "tls-error",
            Self::Auth => "auth",
            Self::RateLimited => "rate-limited",
            Self::ServerError => "server-error",
            Self::BodyBroken => "body-broken",
            Self::Malformed => "malformed",
            Self::Skipped => "skipped",
        }
    }

    /// Returns what the verdict means, in a sentence without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin_check::Verdict::Broken.sentence(), "The target does not exist");
    /// ```
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Ok => "The target exists, and so does the place that the fragment names",
            Self::Broken => "The target does not exist",
            Self::Gone => "The server says that the target has been removed for good: 410",
            Self::FragmentMissing => "The target exists, but not the place that the fragment names",
            Self::RedirectPermanent => "The target has moved for good: 301 or 308",
            Self::RedirectTemporary => "The server answers with another URL for now: 302, 303 or 307",
            Self::RedirectLoop => "The redirects do not end",
            Self::Timeout => "No answer in time",
            Self::Refused => "No connection: the port is closed, or the host has no address",
            Self::TlsError => "TLS failed: a certificate that has expired or is of another name",
            Self::Auth => "The server wants to know who asks: 401, 403, 407. Whether the target exists is unknown",
            Self::RateLimited => "The server wants fewer requests: 429",
            Self::ServerError => "The server failed: 500 and above",
            Self::BodyBroken => "The body is shorter than announced, or its coding is damaged",
            Self::Malformed => "The reference is not a URL, or does not follow the definition of its scheme",
            Self::Skipped => "Not looked at",
        }
    }

    /// Returns whether a check with this verdict fails. Redirects lead to the target, and skipped links are not judged.
    ///
    /// ```
    /// use napkin_check::Verdict;
    /// assert!(Verdict::Auth.is_failure() && !Verdict::Skipped.is_failure());
    /// ```
    #[must_use]
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::Ok | Self::RedirectPermanent | Self::RedirectTemporary | Self::Skipped)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|verdict| verdict.name() == name);
        found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}
