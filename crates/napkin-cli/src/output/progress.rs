//! The progress line, on a terminal, for runs longer than a second.

use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, HumanDuration, ProgressBar, ProgressStyle};

use super::Session;

/// The minimum duration of a run with a progress line.
const PATIENCE: Duration = Duration::from_secs(1);

/// The unit of progress.
#[derive(Clone, Copy)]
enum Unit {
    /// Bytes, and their total if it is known.
    Bytes(Option<u64>),
    /// Records, and their total if it is known.
    Records(Option<u64>),
    /// Documents, and their total.
    Documents(u64),
    /// Objects, and their total if it is known. The caller words the line.
    #[cfg(feature = "retrieve")]
    Objects(Option<u64>),
}

pub(crate) struct Progress {
    is_shown: bool,
    begun: Instant,
    unit: Unit,
    /// The position at which counting begins; above 0 if a transfer is resumed.
    first: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Counts bytes, up to `length` if it is known.
    pub(crate) fn bytes(session: &Session, length: Option<u64>) -> Self {
        Self::from(session.progress, 0, length)
    }

    /// Counts bytes from `first` up to `total`, if it is known. Shows nothing if `is_shown` is false.
    pub(crate) fn from(is_shown: bool, first: u64, total: Option<u64>) -> Self {
        Self::new(is_shown, Unit::Bytes(total), first)
    }

    pub(super) fn documents(session: &Session, total: u64) -> Self {
        Self::new(session.progress, Unit::Documents(total), 0)
    }

    pub(super) fn records(session: &Session, total: Option<u64>) -> Self {
        Self::new(session.progress, Unit::Records(total), 0)
    }

    #[cfg(feature = "retrieve")]
    pub(super) fn of_objects(is_shown: bool, total: Option<u64>) -> Self {
        Self::new(is_shown, Unit::Objects(total), 0)
    }

    /// Sets the number of objects that have ended, and the text of the line.
    #[cfg(feature = "retrieve")]
    pub(super) fn objects(&mut self, count: u64, text: impl FnOnce() -> String) {
        self.at(count);
        if let Some(bar) = &self.bar {
            bar.set_message(text());
        }
    }

    fn new(is_shown: bool, unit: Unit, first: u64) -> Self {
        Self { is_shown, begun: Instant::now(), unit, first, bar: None }
    }

    /// Sets the count, relative to the first position.
    pub(crate) fn at(&mut self, count: u64) {
        if !self.is_shown || self.begun.elapsed() < PATIENCE {
            return;
        }
        let (begun, unit, first) = (self.begun, self.unit, self.first);
        let bar = self.bar.get_or_insert_with(|| {
            let (template, length) = match unit {
                Unit::Bytes(Some(length)) => ("{bar:20} {bytes} of {total_bytes}, {msg}", Some(length)),
                Unit::Bytes(None) => ("{spinner} {bytes}, {msg}", None),
                Unit::Records(Some(total)) => {
                    ("{bar:20} {human_pos} of {human_len} records in {elapsed}{msg}", Some(total))
                }
                Unit::Documents(total) => ("{bar:20} {human_pos}/{human_len} documents in {elapsed}", Some(total)),
                Unit::Records(None) => ("{spinner} {human_pos} records in {elapsed}", None),
                #[cfg(feature = "retrieve")]
                Unit::Objects(total) => (if total.is_some() { "{bar:20} {msg}" } else { "{spinner} {msg}" }, total),
            };
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
            bar.with_style(style).with_elapsed(begun.elapsed()).with_position(first)
        });
        if let Unit::Bytes(length) = unit {
            let left = length.map(|length| length.saturating_sub(first + count));
            bar.set_message(speed(count, left, begun.elapsed()));
        }
        if let Unit::Records(Some(total)) = unit
            && let Some(left) = remaining(count, total, begun.elapsed())
        {
            bar.set_message(format!(", {:#} to go", HumanDuration(left)));
        }
        bar.set_position(first + count);
    }

    /// Hides the line while `say` prints.
    pub(super) fn suspend<R>(&self, say: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// Returns the transfer rate since the beginning, and the remaining time at that rate. The bar's own estimate begins
/// when the bar is shown, and counts all earlier bytes as if they had come at that moment.
pub(crate) fn speed(count: u64, left: Option<u64>, elapsed: Duration) -> String {
    let rate = count as f64 / elapsed.as_secs_f64().max(f64::EPSILON);
    let speed = format!("{}/s", BinaryBytes(rate as u64));
    match left {
        Some(left) if rate >= 1.0 => {
            let seconds = (left as f64 / rate).ceil() as u64;
            format!("{speed}, {:#} to go", HumanDuration(Duration::from_secs(seconds)))
        }
        _ => speed,
    }
}

/// Returns a number of bytes in a unit for people.
#[cfg(feature = "retrieve")]
pub(crate) fn in_bytes(bytes: u64) -> String {
    BinaryBytes(bytes).to_string()
}

/// Returns the remaining time for `total` records at the speed so far.
fn remaining(count: u64, total: u64, elapsed: Duration) -> Option<Duration> {
    let left = total.checked_sub(count).filter(|_| count > 0)?;
    Duration::try_from_secs_f64((elapsed.as_secs_f64() * left as f64 / count as f64).ceil()).ok()
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_of_a_list_has_the_remaining_time() {
        let seconds = |count, total| remaining(count, total, Duration::from_secs(10)).map(|left| left.as_secs());
        assert_eq!([seconds(1, 4), seconds(4, 4), seconds(0, 4), seconds(5, 4)], [Some(30), Some(0), None, None]);
    }

    #[test]
    fn progress_rate_counts_from_the_beginning() {
        // (bytes received, bytes left, seconds, expected text)
        let cases = [
            (1 << 20, Some(3 << 20), 1, "1.00 MiB/s, 3s to go"),
            (1 << 20, Some(3 << 20), 2, "512.00 KiB/s, 6s to go"),
            (3 << 10, None, 3, "1.00 KiB/s"),
            (0, Some(10), 5, "0 B/s"),
        ];
        for (count, left, seconds, expected) in cases {
            assert_eq!(speed(count, left, Duration::from_secs(seconds)), expected);
        }
    }
}
