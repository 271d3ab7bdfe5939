//! Limits the work for one answer: its length, its time, and whether a client still waits for it.
//!
//! Code that produces an answer checks [`Bounds`] when it writes, and ends its loops at the first [`Stop`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of one piece of work.
///
/// ```
/// use std::time::Duration;
/// use napkin_answer::bounds::{Bounds, Stop};
/// let bounds = Bounds::new(10, Duration::from_secs(600));
/// assert_eq!(bounds.check(10), Ok(()));
/// assert_eq!(bounds.check(11), Err(Stop::TooLong));
/// ```
#[derive(Clone, Debug)]
pub struct Bounds {
    /// In bytes.
    length: usize,
    until: Instant,
    is_left: Arc<AtomicBool>,
}

/// Why work was stopped before it finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The answer exceeds its length limit.
    TooLong,
    /// The work took too long, or no client waits for it any more.
    TooLate,
}

/// Stops the associated work when dropped; the task that waits for the answer holds this guard.
#[derive(Debug)]
pub struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Bounds {
    /// Limits an answer to `length` bytes and to `time` from now.
    #[must_use]
    pub fn new(length: usize, time: Duration) -> Self {
        Self { length, until: Instant::now() + time, is_left: Arc::default() }
    }

    /// Returns a guard that stops the work when it is dropped.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        Waiting(Arc::clone(&self.is_left))
    }

    /// Returns the time that is left.
    ///
    /// ```
    /// use std::time::Duration;
    /// use napkin_answer::bounds::Bounds;
    /// assert!(Bounds::new(10, Duration::from_secs(600)).left() > Duration::from_secs(500));
    /// ```
    #[must_use]
    pub fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Checks an answer that is `length` bytes long so far.
    ///
    /// # Errors
    /// Returns the limit that is exceeded.
    pub fn check(&self, length: usize) -> Result<(), Stop> {
        if length > self.length {
            return Err(Stop::TooLong);
        }
        if self.is_left.load(Ordering::Relaxed) || Instant::now() > self.until {
            return Err(Stop::TooLate);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn work_ends_at_each_of_its_limits() {
        let bounds = Bounds::new(10, LONG);
        assert_eq!((0..=10).try_for_each(|length| bounds.check(length)), Ok(()));
        assert_eq!((0..=11).try_for_each(|length| bounds.check(length)), Err(Stop::TooLong));
        let soon = Bounds::new(10, Duration::from_millis(20));
        let stopped = std::iter::repeat(0).try_for_each(|length| soon.check(length));
        assert_eq!(stopped, Err(Stop::TooLate));
        let waiting = bounds.waiting();
        assert_eq!(bounds.check(0), Ok(()));
        drop(waiting);
        assert_eq!(bounds.check(0), Err(Stop::TooLate));
    }
}
