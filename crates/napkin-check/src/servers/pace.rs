//! When a host may be asked next.

use std::time::Duration;

use tokio::time::Instant;

/// The pace of requests to one host.
#[derive(Debug)]
pub(super) struct Pace {
    interval: Duration,
    next: Option<Instant>,
    /// The end of the last pause.
    pause: Option<Instant>,
    /// Whether the host has refused so often that it is left alone.
    has_ended: bool,
}

/// The longest interval to which a host that limits requests is slowed down.
const SLOWEST: Duration = Duration::from_secs(5);

impl Pace {
    pub(super) const fn new(interval: Duration) -> Self {
        Self { interval, next: None, pause: None, has_ended: false }
    }

    /// Returns when the next request may be sent, and reserves that time.
    pub(super) fn turn(&mut self) -> Option<Instant> {
        if self.has_ended {
            return None;
        }
        let now = Instant::now();
        let turn = self.next.map_or(now, |next| next.max(now));
        self.next = Some(turn + self.interval);
        Some(turn)
    }

    /// Stops requests for a time, and makes them slower afterwards.
    pub(super) fn slow_down(&mut self, wait: Duration) {
        let pause = Instant::now() + wait;
        self.pause = Some(self.pause.map_or(pause, |last| last.max(pause)));
        // Requests that waited for their turn take a new one after the pause.
        self.next = self.pause;
        self.interval = (self.interval * 2).clamp(Duration::from_millis(50), SLOWEST);
    }

    /// Returns whether the host has a pause now.
    pub(super) fn is_paused(&self) -> bool {
        self.pause.is_some_and(|pause| pause > Instant::now())
    }

    pub(super) const fn give_up(&mut self) {
        self.has_ended = true;
    }
}

/// Returns the pause after a try, counted from 1: 0.25 s, 0.5 s, 1 s and so on, at most 16 s.
pub(super) fn back_off(number: u32) -> Duration {
    Duration::from_millis(250 << number.saturating_sub(1).min(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit() {
        assert_eq!([1, 2, 3, 7, 100].map(|number| back_off(number).as_millis()), [250, 500, 1000, 16_000, 16_000]);
    }

    #[test]
    fn a_host_gets_its_interval_and_its_pause() {
        let mut pace = Pace::new(Duration::from_secs(1));
        let first = pace.turn().unwrap();
        assert_eq!(pace.turn().unwrap() - first, Duration::from_secs(1));
        pace.slow_down(Duration::from_secs(60));
        assert!(pace.turn().unwrap() - first >= Duration::from_secs(60));
        pace.give_up();
        assert!(pace.turn().is_none());
    }
}
