//! The one place that writes to standard output and standard error while a command runs.

use std::io::{self, Write};
use std::process;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Answer, Page, Session, Trouble};

/// A run shorter than this has no progress line.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a shell reports of a filter that SIGPIPE ended.
const CLOSED_PIPE: i32 = 141;

/// Prints pages in their order, and remembers what they say all together.
pub(crate) struct Printer<'s> {
    session: &'s Session,
    out: io::Stdout,
    begun: Instant,
    progress: Option<ProgressBar>,
    records: usize,
    shown: usize,
    hidden: usize,
    answer: Answer,
}

impl<'s> Printer<'s> {
    pub(crate) fn new(session: &'s Session) -> Self {
        Self {
            session,
            out: io::stdout(),
            begun: Instant::now(),
            progress: None,
            records: 0,
            shown: 0,
            hidden: 0,
            answer: Answer::Yes,
        }
    }

    /// Prints a page, and empties it. When nobody reads on, the process ends here as other filters do.
    pub(crate) fn print(&mut self, page: &mut Page<'_>) {
        if let Err(error) = self.out.write_all(&page.out).and_then(|()| self.out.flush()) {
            self.give_up(error);
        }
        page.out.clear();
        self.answer = self.answer.max(page.answer);
        self.records += std::mem::take(&mut page.records);
        self.hidden += std::mem::take(&mut page.hidden);
        for diagnostic in page.diagnostics.drain(..) {
            if self.shown < self.session.diagnostics {
                self.shown += 1;
                self.say(&diagnostic);
            } else {
                self.hidden += 1;
            }
        }
        page.troubles.drain(..).for_each(|trouble| self.say(&trouble));
        self.show_progress();
    }

    fn say(&self, text: &str) {
        // Where standard error is closed there is nobody to tell.
        let say = || drop(io::stderr().lock().write_all(text.as_bytes()));
        match &self.progress {
            Some(progress) => progress.suspend(say),
            None => say(),
        }
    }

    fn show_progress(&mut self) {
        if !self.session.progress || self.begun.elapsed() < PATIENCE {
            return;
        }
        let style = || ProgressStyle::with_template("{spinner} {human_pos} records in {elapsed}");
        let progress = self.progress.get_or_insert_with(|| {
            let style = style().unwrap_or_else(|_| ProgressStyle::default_spinner());
            ProgressBar::no_length().with_style(style).with_elapsed(self.begun.elapsed())
        });
        progress.set_position(self.records as u64);
    }

    /// The answer of the whole run. Says how many diagnostics were not shown.
    pub(crate) fn finish(self) -> Answer {
        if let Some(progress) = &self.progress {
            progress.finish_and_clear();
        }
        if self.hidden > 0 && self.session.diagnostics > 0 {
            let style = self.session.error_paint.note();
            self.say(&format!("{style}note:{style:#} {} more diagnostics; -v shows all\n", self.hidden));
        }
        self.answer
    }

    fn give_up(&self, error: io::Error) -> ! {
        if let Some(progress) = &self.progress {
            progress.finish_and_clear();
        }
        if error.kind() == io::ErrorKind::BrokenPipe {
            process::exit(CLOSED_PIPE);
        }
        Trouble::io("standard output", error).exit(self.session);
        process::exit(2)
    }
}
