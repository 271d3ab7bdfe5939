//! Writes to standard output and standard error while a command runs; no other module does.

use std::io::{self, Write};
use std::process;

use super::{Answer, Form, Message, Page, Paint, Printing, Progress, Session, Tally, Trouble};

/// The exit status that a shell reports for a filter that SIGPIPE ended.
const CLOSED_PIPE: i32 = 141;

/// The size above which a page is printed before its record or document ends, in bytes.
const LONG: usize = 64 << 10;

/// Prints pages in order, and adds up their counts and answers.
pub(crate) struct Printer<'s> {
    session: &'s Session,
    out: io::Stdout,
    progress: Progress,
    /// The number of bytes or documents read, if the progress line counts them.
    read: Option<u64>,
    records: usize,
    shown: usize,
    hidden: usize,
    answer: Answer,
    tally: Tally,
}

impl<'s> Printer<'s> {
    pub(crate) fn new(session: &'s Session) -> Self {
        Self {
            session,
            out: io::stdout(),
            progress: Progress::records(session, None),
            read: None,
            records: 0,
            shown: 0,
            hidden: 0,
            answer: Answer::Yes,
            tally: Tally::default(),
        }
    }

    /// Creates a printer with a progress line about the objects of a list, whose number is `total` if it is known. Standard output
    /// may be the terminal, too, unless it gets the objects.
    #[cfg(feature = "retrieve")]
    pub(crate) fn of_objects(session: &'s Session, total: Option<u64>, gets_objects: bool) -> Self {
        let is_shown = if gets_objects { session.progress } else { session.progress_beside };
        Self { progress: Progress::of_objects(is_shown, total), ..Self::new(session) }
    }

    /// Sets the number of objects that have ended, and the text of the progress line.
    #[cfg(feature = "retrieve")]
    pub(crate) fn show_objects(&mut self, count: u64, text: impl FnOnce() -> String) {
        self.progress.objects(count, text);
    }

    /// Creates a printer with a progress line that counts bytes up to `length`.
    pub(crate) fn of_bytes(session: &'s Session, length: u64) -> Self {
        Self { progress: Progress::bytes(session, Some(length)), read: Some(0), ..Self::new(session) }
    }

    /// Creates a printer with a progress line that counts documents up to `total`.
    pub(crate) fn of_documents(session: &'s Session, total: u64) -> Self {
        Self { progress: Progress::documents(session, total), read: Some(0), ..Self::new(session) }
    }

    /// Adds to the number of bytes or documents read.
    pub(crate) fn has_read(&mut self, count: u64) {
        self.read.iter_mut().for_each(|read| *read += count);
    }

    /// Writes bytes to standard output as a stream. Ends the process if the reader has closed the pipe.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let mut out = io::BufWriter::with_capacity(1 << 16, &mut self.out);
        if let Err(error) = write(&mut out).and_then(|()| out.flush()) {
            drop(out);
            self.give_up(error);
        }
    }

    /// Prints a page if it is long, so that output appears while the rest is computed.
    pub(crate) fn print_if_long(&mut self, page: &mut Page<'_>) {
        if page.out_len() > LONG {
            self.print(page);
        }
    }

    /// Prints a page, and empties it. Ends the process like other filters if the reader has closed the pipe.
    pub(crate) fn print(&mut self, page: &mut Page<'_>) {
        let out = &mut self.out;
        if let Err(error) = self.progress.suspend(|| out.write_all(page.out()).and_then(|()| out.flush())) {
            self.give_up(error);
        }
        let page = page.clear();
        self.answer = self.answer.max(page.answer);
        self.tally = sum(self.tally, page.tally);
        self.records += page.records;
        self.hidden += page.hidden;
        for diagnostic in page.diagnostics {
            if self.shown < self.session.diagnostics {
                self.shown += 1;
                self.say(&diagnostic);
            } else {
                self.hidden += 1;
            }
        }
        page.troubles.into_iter().for_each(|trouble| self.say(&trouble));
        self.progress.at(self.read.unwrap_or(self.records as u64));
    }

    fn say(&self, message: &Message) {
        self.progress.suspend(|| message.tell());
    }

    /// Returns the answer of the whole run. Reports how many diagnostics were not shown.
    pub(crate) fn finish(self) -> Answer {
        self.progress.clear();
        if self.hidden > 0 && self.session.diagnostics > 0 {
            let more = format_args!("{} more diagnostics; -v shows all", self.hidden);
            self.say(&Message::note(self.session.error_paint, more));
        }
        let Tally { skipped, kept, .. } = self.tally;
        if skipped > 0 {
            let all = skipped + kept;
            self.note(format_args!("skipped {skipped} invalid {} of {all}", plural(skipped, "record")));
        }
        // A list without a single valid record is not what anybody meant.
        if skipped > 0 && kept == 0 { self.answer.max(Answer::No) } else { self.answer }
    }

    /// Prints how many of several documents have errors, for people: programs count the records.
    pub(crate) fn count_documents(&self, printing: &Printing<'_>, what: &str) {
        let Tally { errors, documents, faulty, .. } = self.tally;
        if documents > 1 && errors > 0 && matches!(printing.form, Form::Plain | Form::Pretty) {
            self.note(format_args!("{errors} {} in {faulty} of {documents} documents", plural(errors, what)));
        }
    }

    /// Prints a note, unless diagnostics are suppressed.
    pub(crate) fn note(&self, text: impl std::fmt::Display) {
        if self.session.diagnostics > 0 {
            self.say(&Message::note(self.session.error_paint, text));
        }
    }

    fn give_up(&self, error: io::Error) -> ! {
        self.progress.clear();
        give_up(error, self.session.error_paint)
    }
}

fn sum(one: Tally, other: Tally) -> Tally {
    Tally {
        errors: one.errors + other.errors,
        documents: one.documents + other.documents,
        faulty: one.faulty + other.faulty,
        skipped: one.skipped + other.skipped,
        kept: one.kept + other.kept,
    }
}

fn plural(count: usize, what: &str) -> String {
    format!("{what}{}", if count == 1 { "" } else { "s" })
}

/// Prints the answer to one question.
pub(crate) fn print_answer(
    printing: &Printing<'_>,
    answer: impl FnOnce(&mut Page<'_>) -> Result<(), Trouble>,
) -> Result<Answer, Trouble> {
    let mut page = Page::new(printing);
    answer(&mut page)?;
    let mut printer = Printer::new(printing.session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// Prints a text that is not a record, such as the help of the option parser.
pub(crate) fn print_whole(text: &str) {
    let mut out = io::stdout();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        give_up(error, Paint::new(false));
    }
}

/// Ends the process after a write error. If the reader has closed the pipe, ends like a filter that SIGPIPE ended.
pub(crate) fn give_up(error: io::Error, paint: Paint) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        process::exit(CLOSED_PIPE);
    }
    Trouble::io("standard output", error).message(paint).tell();
    process::exit(Answer::Incomplete as i32)
}
