//! Decides whether a failed request is repeated, and when.

use std::time::Duration;

use napkin_retrieve::Operation;

use super::outcome::Outcome;
use crate::options::HttpOptions;
use crate::output::{Message, Paint, Session};

pub(super) struct Retry {
    /// How often a request is repeated.
    times: u32,
    /// The longest delay.
    longest: Duration,
    /// The style of notes, if they are shown.
    paint: Option<Paint>,
}

impl Retry {
    pub(super) fn new(options: &HttpOptions, operation: Operation, session: &Session) -> Self {
        let times = if operation.is_safe() { options.retry } else { 0 };
        let paint = (session.diagnostics > 0).then_some(session.error_paint);
        Self { times, longest: options.max_retry_delay, paint }
    }

    /// Returns how long to wait before the next attempt, after `before` repeated ones; `None` if the outcome is final. Bytes
    /// that have been written to a stream cannot be taken back; a file can begin again.
    pub(super) fn delay(&self, done: &Outcome, before: u32, is_file: bool) -> Option<Duration> {
        let error = done.error().filter(|error| error.is_transient() && before < self.times)?;
        if done.bytes > 0 && !is_file {
            return None;
        }
        let delay = error.retry_after().unwrap_or_else(|| backoff(before).min(self.longest));
        let delay = Some(delay).filter(|delay| *delay <= self.longest)?;
        if let Some(paint) = self.paint {
            let (place, why) = (done.place(), error.message());
            Message::note(paint, format_args!("{place}: {why}; the next attempt is in {} s", delay.as_secs())).tell();
        }
        Some(delay)
    }
}

/// Returns the delay after `before` repeated attempts: 1, 2, 4 seconds and so on.
fn backoff(before: u32) -> Duration {
    Duration::from_secs(1_u64.checked_shl(before).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles() {
        assert_eq!([0, 1, 2, 10, 200].map(|before| backoff(before).as_secs()), [1, 2, 4, 1024, u64::MAX]);
    }
}
