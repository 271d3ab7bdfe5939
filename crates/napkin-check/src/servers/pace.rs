//! When a host may be asked next, and how many requests it gets at a time.
//!
//! A host that limits requests gets a pause, a longer interval, and half of the requests at a time. Good answers in a row bring it back,
//! step by step, never beyond what the options allow.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

/// The pace of requests to one host.
#[derive(Debug)]
pub(super) struct Pace {
    /// The shortest interval, and the present one.
    least: Duration,
    interval: Duration,
    next: Option<Instant>,
    /// The most requests at a time, how many of them are admitted now, and how many are on their way.
    most: usize,
    admitted: usize,
    active: usize,
    /// Good answers since the host was slowed down, or brought back a step.
    good: u32,
    /// Whether the host has refused so often that it is left alone.
    has_ended: bool,
}

/// Whether a request may be sent now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The turn is taken; `Pace::done` gives it back.
    Now,
    At(Instant),
    /// As many requests as admitted are on their way.
    Full,
    Never,
}

/// The longest interval to which a host that limits requests is slowed down.
const SLOWEST: Duration = Duration::from_secs(5);

/// The shortest interval of a host that has limited requests.
const SLOWED: Duration = Duration::from_millis(50);

/// The good answers in a row after which a host is brought back a step.
const STEP: u32 = 16;

impl Pace {
    pub(super) const fn new(interval: Duration, most: usize) -> Self {
        let most = if most == 0 { 1 } else { most };
        Self { least: interval, interval, next: None, most, admitted: most, active: 0, good: 0, has_ended: false }
    }

    /// Takes the turn if a request may be sent now.
    pub(super) fn turn(&mut self) -> Turn {
        let now = Instant::now();
        match self.next {
            _ if self.has_ended => Turn::Never,
            _ if self.active >= self.admitted => Turn::Full,
            Some(next) if next > now => Turn::At(next),
            _ => {
                self.next = Some(now + self.interval);
                self.active += 1;
                Turn::Now
            }
        }
    }

    /// Gives a turn back after an answer.
    pub(super) fn done(&mut self, is_good: bool) {
        self.active = self.active.saturating_sub(1);
        self.good = if is_good { self.good + 1 } else { 0 };
        if self.good >= STEP {
            self.good = 0;
            self.admitted = (self.admitted + 1).min(self.most);
            let shorter = if self.interval <= SLOWED { Duration::ZERO } else { self.interval / 2 };
            self.interval = shorter.max(self.least);
        }
    }

    /// Stops requests for a time, and makes them fewer and slower afterwards.
    pub(super) fn slow_down(&mut self, wait: Duration) {
        let pause = Instant::now() + wait;
        self.next = Some(self.next.map_or(pause, |next| next.max(pause)));
        self.interval = (self.interval * 2).clamp(SLOWED, SLOWEST.max(self.least));
        self.admitted = (self.admitted / 2).max(1);
        self.good = 0;
    }

    pub(super) const fn give_up(&mut self) {
        self.has_ended = true;
    }
}

/// Returns the pause after a try, counted from 1: 0.25 s, 0.5 s, 1 s and so on, at most 16 s, and up to half of it in addition, so
/// that the tries of many programs do not arrive together.
pub(super) fn back_off(number: u32) -> Duration {
    let pause = Duration::from_millis(250 << number.saturating_sub(1).min(6));
    let jitter = RandomState::new().hash_one(number) % 1024;
    pause + pause.mul_f64(jitter as f64 / 2048.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit() {
        for (number, least) in [(1, 250), (2, 500), (3, 1000), (7, 16_000), (100, 16_000)] {
            let least = Duration::from_millis(least);
            assert!((least..=least * 3 / 2).contains(&back_off(number)), "{number}");
        }
        let pauses: std::collections::BTreeSet<_> = (0..20).map(|_| back_off(1)).collect();
        assert!(pauses.len() > 1, "pauses have no jitter");
    }

    #[test]
    fn a_host_gets_its_interval_and_its_pause() {
        let mut pace = Pace::new(Duration::from_secs(1), 4);
        let before = Instant::now();
        assert_eq!(pace.turn(), Turn::Now);
        let Turn::At(next) = pace.turn() else { panic!() };
        assert!(next - before >= Duration::from_secs(1));
        pace.slow_down(Duration::from_secs(60));
        let Turn::At(next) = pace.turn() else { panic!() };
        assert!(next - before >= Duration::from_secs(60));
        pace.give_up();
        assert_eq!(pace.turn(), Turn::Never);
    }

    #[test]
    fn a_host_that_limits_requests_gets_fewer_until_good_answers_follow() {
        let mut pace = Pace::new(Duration::ZERO, 4);
        pace.slow_down(Duration::ZERO);
        assert_eq!((pace.admitted, pace.interval), (2, SLOWED));
        pace.slow_down(Duration::ZERO);
        pace.slow_down(Duration::ZERO);
        assert_eq!((pace.admitted, pace.interval), (1, SLOWED * 4));
        for _ in 0..STEP * 5 {
            pace.next = None;
            assert_eq!(pace.turn(), Turn::Now);
            pace.done(true);
        }
        assert_eq!((pace.admitted, pace.interval), (4, Duration::ZERO));
        for _ in 0..4 {
            assert_eq!(pace.turn(), Turn::Now);
        }
        assert_eq!(pace.turn(), Turn::Full);
    }
}
