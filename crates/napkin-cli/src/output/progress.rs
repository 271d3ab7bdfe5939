//! The progress line: on a terminal, for what takes longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::Session;

/// A run shorter than this has no progress line.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is counted.
#[derive(Clone, Copy)]
enum Unit {
    /// Of so many, if that is known.
    Bytes(Option<u64>),
    Records,
}

pub(crate) struct Progress {
    is_shown: bool,
    begun: Instant,
    unit: Unit,
    /// Where counting begins: what is resumed has begun earlier.
    first: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Counts bytes, of so many if that is known.
    pub(crate) fn bytes(session: &Session, length: Option<u64>) -> Self {
        Self::from(session.progress, 0, length)
    }

    /// Counts the bytes from `first` up to a total, if that is known, where `is_shown`.
    pub(crate) fn from(is_shown: bool, first: u64, total: Option<u64>) -> Self {
        Self::new(is_shown, Unit::Bytes(total), first)
    }

    pub(super) fn records(session: &Session) -> Self {
        Self::new(session.progress, Unit::Records, 0)
    }

    fn new(is_shown: bool, unit: Unit, first: u64) -> Self {
        Self { is_shown, begun: Instant::now(), unit, first, bar: None }
    }

    /// So many have been read, from where counting begins.
    pub(crate) fn at(&mut self, count: u64) {
        if !self.is_shown || self.begun.elapsed() < PATIENCE {
            return;
        }
        let (begun, unit, first) = (self.begun, self.unit, self.first);
        let bar = self.bar.get_or_insert_with(|| {
            let (template, length) = match unit {
                Unit::Bytes(Some(length)) => {
                    ("{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} to go", Some(length))
                }
                Unit::Bytes(None) => ("{spinner} {bytes}, {bytes_per_sec}", None),
                Unit::Records => ("{spinner} {human_pos} records in {elapsed}", None),
            };
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
            bar.with_style(style).with_elapsed(begun.elapsed()).with_position(first)
        });
        bar.set_position(first + count);
    }

    /// Says something above the line.
    pub(super) fn suspend(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
