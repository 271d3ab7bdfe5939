//! The progress line: on a terminal, for what takes longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

pub(super) struct Progress {
    is_shown: bool,
    begun: Instant,
    /// Where it begins: what is resumed has begun earlier.
    first: u64,
    total: Option<u64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For bytes from `first` up to a total, if that is known.
    pub(super) fn new(is_shown: bool, first: u64, total: Option<u64>) -> Self {
        Self { is_shown, begun: Instant::now(), first, total, bar: None }
    }

    pub(super) fn at(&mut self, bytes: u64) {
        if !self.is_shown || self.begun.elapsed() < Duration::from_secs(1) {
            return;
        }
        let (begun, first, total) = (self.begun, self.first, self.total);
        let bar = self.bar.get_or_insert_with(|| {
            let template = match total {
                Some(_) => "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} to go",
                None => "{spinner} {bytes}, {bytes_per_sec}",
            };
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
            bar.with_style(style).with_elapsed(begun.elapsed()).with_position(first)
        });
        bar.set_position(first + bytes);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}
