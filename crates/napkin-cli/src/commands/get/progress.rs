//! The progress line: on a terminal, for what takes longer than a second.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::Session;

pub(super) struct Progress {
    is_shown: bool,
    begun: Instant,
    length: Option<u64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(session: &Session, length: Option<u64>) -> Self {
        Self { is_shown: session.progress, begun: Instant::now(), length, bar: None }
    }

    pub(super) fn at(&mut self, bytes: u64) {
        if !self.is_shown || self.begun.elapsed() < Duration::from_secs(1) {
            return;
        }
        let (begun, length) = (self.begun, self.length);
        let bar = self.bar.get_or_insert_with(|| {
            let template = match length {
                Some(_) => "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} to go",
                None => "{spinner} {bytes}, {bytes_per_sec}",
            };
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
            bar.with_style(style).with_elapsed(begun.elapsed())
        });
        bar.set_position(bytes);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}
