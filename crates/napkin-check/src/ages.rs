//! How long verdicts may be used again.

use std::time::Duration;

use crate::Verdict;

/// How long an answer of a server may be used again, by its verdict. By default, a day for targets that exist, have moved or are gone;
/// an hour for those that are missing or unknown; and not at all for failures that may pass.
///
/// ```
/// use napkin_check::{Ages, Verdict};
/// use std::time::Duration;
/// let ages = Ages::default().with(Verdict::Broken, Duration::from_secs(60));
/// assert_eq!(ages.of(Verdict::Broken).as_secs(), 60);
/// assert_eq!((ages.of(Verdict::Ok).as_secs(), ages.of(Verdict::Timeout).as_secs()), (86_400, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ages([Duration; Verdict::ALL.len()]);

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

impl Ages {
    /// Returns the ages with one for a verdict.
    ///
    /// ```
    /// use napkin_check::{Ages, Verdict};
    /// assert!(Ages::default().with(Verdict::Ok, Default::default()).of(Verdict::Ok).is_zero());
    /// ```
    #[must_use]
    pub fn with(mut self, verdict: Verdict, age: Duration) -> Self {
        self.0[verdict as usize] = age;
        self
    }

    /// Returns the ages with one for all verdicts that are kept for a day by default.
    ///
    /// ```
    /// use napkin_check::{Ages, Verdict};
    /// use std::time::Duration;
    /// let ages = Ages::default().with_longest(Duration::from_secs(60));
    /// assert_eq!([Verdict::Ok, Verdict::Broken, Verdict::Timeout].map(|verdict| ages.of(verdict).as_secs()), [60, 60, 0]);
    /// ```
    #[must_use]
    pub fn with_longest(self, longest: Duration) -> Self {
        let default = Self::default().0;
        Self(default.map(|age| if age == DAY { longest } else { age.min(longest) }))
    }

    /// Returns the age for a verdict.
    ///
    /// ```
    /// use napkin_check::{Ages, Verdict};
    /// assert!(Ages::default().of(Verdict::ServerError).is_zero());
    /// ```
    #[must_use]
    pub fn of(&self, verdict: Verdict) -> Duration {
        self.0[verdict as usize]
    }
}

impl Default for Ages {
    fn default() -> Self {
        Self(Verdict::ALL.map(|verdict| match verdict {
            Verdict::Ok | Verdict::Gone | Verdict::RedirectPermanent | Verdict::RedirectTemporary => DAY,
            Verdict::Broken | Verdict::FragmentMissing | Verdict::RedirectLoop | Verdict::Auth | Verdict::TlsError => {
                HOUR
            }
            Verdict::Timeout
            | Verdict::Refused
            | Verdict::RateLimited
            | Verdict::ServerError
            | Verdict::BodyBroken
            | Verdict::Malformed
            | Verdict::Skipped => Duration::ZERO,
        }))
    }
}
