//! The one place that writes to standard output and standard error while a command runs.

use std::io::{self, Write};
use std::process;

use super::{Answer, Page, Progress, Session, Trouble};

/// What a shell reports of a filter that SIGPIPE ended.
const CLOSED_PIPE: i32 = 141;

/// Prints pages in their order, and remembers what they say all together.
pub(crate) struct Printer<'s> {
    session: &'s Session,
    out: io::Stdout,
    progress: Progress,
    /// Whether it is bytes that the progress line counts, and how many have been read.
    read: Option<u64>,
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
            progress: Progress::records(session),
            read: None,
            records: 0,
            shown: 0,
            hidden: 0,
            answer: Answer::Yes,
        }
    }

    /// The same, with a progress line that counts bytes, of so many.
    pub(crate) fn of_bytes(session: &'s Session, length: u64) -> Self {
        Self { progress: Progress::bytes(session, Some(length)), read: Some(0), ..Self::new(session) }
    }

    /// So many bytes more have been read.
    pub(crate) fn has_read(&mut self, bytes: u64) {
        self.read.iter_mut().for_each(|read| *read += bytes);
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
        self.progress.at(self.read.unwrap_or(self.records as u64));
    }

    fn say(&self, text: &str) {
        // Where standard error is closed there is nobody to tell.
        self.progress.suspend(|| drop(io::stderr().lock().write_all(text.as_bytes())));
    }

    /// The answer of the whole run. Says how many diagnostics were not shown.
    pub(crate) fn finish(self) -> Answer {
        self.progress.clear();
        if self.hidden > 0 && self.session.diagnostics > 0 {
            let style = self.session.error_paint.note();
            self.say(&format!("{style}note:{style:#} {} more diagnostics; -v shows all\n", self.hidden));
        }
        self.answer
    }

    fn give_up(&self, error: io::Error) -> ! {
        self.progress.clear();
        if error.kind() == io::ErrorKind::BrokenPipe {
            process::exit(CLOSED_PIPE);
        }
        Trouble::io("standard output", error).exit(self.session);
        process::exit(2)
    }
}
