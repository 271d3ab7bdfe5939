//! Collects the output of one piece of work, so that pieces can run in parallel and print in order.

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use napkin::{Finding, Rule, Severity, Standard, mask_passwords};

use super::diagnostic::{Quoted, worded};
use super::message::Guard;
use super::row::Unread;
use super::shown::{is_plain, shown};
use super::value::{Value, decimal, object_within};
use super::{Answer, Form, Message, Paint, Printing, Row, Session, Trouble};
use crate::bounds::Stop;
use crate::names::Standards;
use crate::record::{Place, Record};

/// Lines for standard output, diagnostics, and the number of records.
///
/// A page checks its limits with every record and every line; [`flow`](Self::flow) tells when the work must end.
pub struct Page<'s> {
    printing: &'s Printing<'s>,
    out: Vec<u8>,
    diagnostics: Vec<Message>,
    /// The number of suppressed diagnostics.
    hidden: usize,
    records: usize,
    /// Inputs that could not be read, reported even if diagnostics are not shown.
    troubles: Vec<Message>,
    answer: Answer,
    /// The gaps in the answer, for reports.
    pub lacking: Vec<Lacking>,
    /// The number of bytes that may still be printed.
    left: usize,
    /// The number of bytes that each record adds to `left`.
    each: usize,
    /// The length of `out` when it was last counted.
    counted: usize,
    /// The exceeded limit of the printing.
    stop: Option<Stop>,
    /// Whether the limit of [`within`](Self::within) was exceeded.
    is_cut: bool,
    tally: Tally,
    /// Whether the current document has an error.
    is_faulty: bool,
}

/// Counts for the summary at the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of errors, shown or not.
    pub errors: usize,
    /// The number of documents.
    pub documents: usize,
    /// The number of documents with an error.
    pub faulty: usize,
    /// The number of records that were left out because they are invalid.
    pub skipped: usize,
    /// The number of records that were answered while invalid ones are left out.
    pub kept: usize,
}

/// The bytes allowed per record beyond the limit of its document: its place, its names and an ordinary URL.
const EACH: usize = 1 << 10;

/// A gap in an answer, for a report.
#[derive(Clone, Debug)]
pub struct Lacking {
    /// The limit that was reached; `None` if something could not be read.
    pub rule: Option<Rule>,
    /// What is lacking.
    pub message: String,
    /// The document, the line and the column.
    pub place: Option<(String, usize, usize)>,
}

/// What a page held besides its output when it was [cleared](Page::clear).
#[derive(Debug)]
pub struct Cleared {
    /// Diagnostics that are shown.
    pub diagnostics: Vec<Message>,
    /// The number of suppressed diagnostics.
    pub hidden: usize,
    /// The number of records.
    pub records: usize,
    /// Inputs that could not be read, reported even if diagnostics are not shown.
    pub troubles: Vec<Message>,
    /// The answer so far.
    pub answer: Answer,
    /// The counts since the page was last cleared.
    pub tally: Tally,
}

/// How far a page has been written.
pub struct Mark {
    out: usize,
    diagnostics: usize,
    hidden: usize,
    records: usize,
    tally: Tally,
}

impl<'s> Page<'s> {
    /// Creates an empty page.
    #[must_use]
    pub fn new(printing: &'s Printing<'s>) -> Self {
        let (out, diagnostics, troubles, lacking) = Default::default();
        let (left, answer) = (usize::MAX, Answer::Yes);
        let (hidden, records, each, counted, stop, is_cut) = Default::default();
        let (tally, is_faulty) = Default::default();
        Self {
            printing,
            out,
            diagnostics,
            hidden,
            records,
            troubles,
            answer,
            lacking,
            left,
            each,
            counted,
            stop,
            is_cut,
            tally,
            is_faulty,
        }
    }

    /// Begins a document, for the summary of several.
    ///
    /// ```
    /// use napkin_answer::output::{Form, Page, Printing, Session};
    /// let session = Session::silent();
    /// let printing = Printing::new(Form::Plain, &session);
    /// let mut page = Page::new(&printing);
    /// page.begin_document();
    /// page.fault(2);
    /// page.begin_document();
    /// let tally = page.clear().tally;
    /// assert_eq!((tally.errors, tally.faulty, tally.documents), (2, 1, 2));
    /// ```
    pub fn begin_document(&mut self) {
        self.tally.documents += 1;
        self.is_faulty = false;
    }

    /// Counts errors of the current document, for the summary.
    ///
    /// ```
    /// use napkin_answer::output::{Form, Page, Printing, Session};
    /// let session = Session::silent();
    /// let printing = Printing::new(Form::Plain, &session);
    /// let mut page = Page::new(&printing);
    /// page.fault(2);
    /// assert_eq!(page.clear().tally.errors, 2);
    /// ```
    pub fn fault(&mut self, errors: usize) {
        self.tally.errors += errors;
        if errors > 0 && !std::mem::replace(&mut self.is_faulty, true) {
            self.tally.faulty += 1;
        }
    }

    /// Runs the work for one record. If the printing leaves out invalid records, the output for a record whose answer is "no"
    /// is removed and counted, and the answer of the page stays as it was.
    ///
    /// ```
    /// use napkin_answer::output::{Answer, Form, Page, Printing, Session};
    /// let session = Session::silent();
    /// let printing = Printing::new(Form::Plain, &session).without_invalid(true);
    /// let mut page = Page::new(&printing);
    /// page.record(|page| page.line("good"));
    /// page.record(|page| {
    ///     page.line("bad");
    ///     page.say_no();
    /// });
    /// assert_eq!(page.out(), b"good\n");
    /// let cleared = page.clear();
    /// assert_eq!((cleared.answer, cleared.tally.skipped, cleared.tally.kept), (Answer::Yes, 1, 1));
    /// ```
    pub fn record(&mut self, work: impl FnOnce(&mut Self)) {
        if !self.printing.without_invalid {
            return work(self);
        }
        let (out, answer) = (self.out.len(), std::mem::replace(&mut self.answer, Answer::Yes));
        work(self);
        if self.answer == Answer::No {
            self.out.truncate(out);
            self.tally.skipped += 1;
            self.answer = answer;
        } else {
            self.tally.kept += 1;
            self.answer = self.answer.max(answer);
        }
    }

    /// Runs work whose output is limited to `most` bytes, and 1 KiB more per record. Returns `false` if the output exceeded
    /// the limit.
    pub fn within(&mut self, most: usize, work: impl FnOnce(&mut Self)) -> bool {
        let before = (self.left, self.each, self.is_cut);
        (self.left, self.each, self.counted, self.is_cut) = (most.min(self.left), EACH, self.out.len(), false);
        work(self);
        let is_whole = !self.is_cut;
        (self.left, self.each, self.is_cut) = before;
        is_whole
    }

    /// Returns [`Break`](ControlFlow::Break) once the output is too long or too late. Work for the page must then end; further
    /// records and lines are not added.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_cut || self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Compares the output with its limits.
    fn check(&mut self) {
        if let Some(bounds) = &self.printing.bounds {
            self.stop = self.stop.or(bounds.check(self.out.len()).err());
        }
        let grown = self.out.len().saturating_sub(self.counted);
        self.counted = self.out.len();
        match self.left.checked_sub(grown) {
            Some(left) => self.left = left,
            None => self.is_cut = true,
        }
    }

    /// Returns how far the page has been written.
    pub fn mark(&self) -> Mark {
        let (out, diagnostics) = (self.out.len(), self.diagnostics.len());
        Mark { out, diagnostics, hidden: self.hidden, records: self.records, tally: self.tally }
    }

    /// Removes what was written since a mark. The answer remains, and so do inputs that could not be read.
    pub fn back_to(&mut self, mark: &Mark) {
        self.out.truncate(mark.out);
        self.diagnostics.truncate(mark.diagnostics);
        (self.hidden, self.records, self.tally) = (mark.hidden, mark.records, mark.tally);
    }

    /// Counts one record, for the progress line.
    pub fn count(&mut self) {
        self.records += 1;
        self.left = self.left.saturating_add(self.each);
        self.check();
    }

    /// Makes the answer "no", unless it is already worse.
    pub fn say_no(&mut self) {
        self.answer = self.answer.max(Answer::No);
    }

    /// Makes the answer incomplete: a diagnostic says what was not read.
    pub fn leave_out(&mut self) {
        self.answer = Answer::Incomplete;
    }

    /// Reports an input that could not be read; the run goes on.
    pub fn trouble(&mut self, trouble: &Trouble) {
        self.fault(1);
        self.answer = self.answer.max(trouble.answer());
        if self.printing.keeps_gaps {
            let message = trouble.message(Paint::new(false)).into_text();
            self.lacking.push(Lacking { rule: None, message, place: None });
        }
        self.troubles.push(trouble.message(self.printing.session.error_paint));
    }

    /// Puts the name of the standard before a line if all standards are asked.
    pub fn put_standard(&mut self, of: Standards, standard: Standard) {
        if of == Standards::All && !self.has_fields() {
            let style = self.paint().aside();
            self.put(format_args!("{style}{standard}{style:#}"));
            self.tab();
        }
    }

    /// Returns whether the page is for people.
    pub fn is_pretty(&self) -> bool {
        self.printing.is_pretty()
    }

    /// Returns the colours.
    pub fn paint(&self) -> Paint {
        self.printing.session.paint
    }

    /// Returns the width for people, in columns.
    pub fn width(&self) -> usize {
        self.printing.session.width
    }

    /// Returns colours, width and the number of diagnostics.
    pub fn session(&self) -> &'s Session {
        self.printing.session
    }

    /// Returns the number of bytes of the output.
    pub fn out_len(&self) -> usize {
        self.out.len()
    }

    /// Prints a row in the form of the page.
    pub fn row(&mut self, row: &impl Row) {
        if self.has_fields() {
            row.fields(|fields| _ = self.fields(fields));
        } else if self.is_pretty() {
            row.pretty(self);
        } else {
            row.plain(self);
        }
    }

    /// Prints a record by its fields, as JSON or by a template. Returns `false` in other forms, which the caller prints.
    fn fields(&mut self, fields: &[(&str, Value<'_>)]) -> bool {
        if self.flow().is_break() {
            return true;
        }
        let printing = self.printing;
        match &printing.form {
            Form::Json => object_within(fields, self.printing.bounds.as_ref(), &mut self.out),
            Form::Template(template) => {
                if let Some(name) = template.print(fields, &mut self.out) {
                    self.lacks_field(name, fields);
                }
            }
            Form::Plain | Form::Pretty | Form::Report => return false,
        }
        self.out.push(b'\n');
        self.check();
        true
    }

    /// Reports that a valid record lacks a field that the template requires.
    fn lacks_field(&mut self, name: &str, fields: &[(&str, Value<'_>)]) {
        let value = |name| fields.iter().find(|(field, _)| *field == name).map(|&(_, value)| value);
        if matches!(value("ok"), Some(Value::Bool(false))) {
            return;
        }
        self.say_no();
        self.fault(1);
        let mut input = Vec::new();
        value("input").iter().for_each(|value| value.text(&mut input));
        let input = String::from_utf8_lossy(&input);
        let text = format!("expected a value for `{name}`, but found none in `{}`", shown(&mask_passwords(&input)));
        self.say(vec![Message::error(self.printing.session.error_paint, &text)]);
    }

    /// Returns whether records are printed by their fields.
    pub fn has_fields(&self) -> bool {
        matches!(self.printing.form, Form::Json | Form::Template(_))
    }

    /// Returns whether a field of this name is printed, and therefore worth computing.
    pub fn wants(&self, field: &str) -> bool {
        match &self.printing.form {
            Form::Json => true,
            Form::Template(template) => template.has(field),
            Form::Plain | Form::Pretty | Form::Report => false,
        }
    }

    /// Returns whether no diagnostics are shown.
    pub fn is_silent(&self) -> bool {
        self.printing.session.diagnostics == 0
    }

    /// Returns whether remarks are shown: to people, and with all diagnostics.
    pub fn shows_remarks(&self) -> bool {
        let diagnostics = self.printing.session.diagnostics;
        diagnostics > 0 && (self.is_pretty() || diagnostics == usize::MAX)
    }

    /// Returns whether the form itself shows that a record is bad.
    pub fn tells_errors(&self) -> bool {
        if self.printing.without_invalid {
            return false;
        }
        match &self.printing.form {
            Form::Json => true,
            Form::Template(template) => template.tells_errors(),
            Form::Plain | Form::Pretty | Form::Report => false,
        }
    }

    /// Returns the output.
    ///
    /// # Errors
    /// Returns the limit of the printing that was exceeded.
    pub fn into_out(self) -> Result<Vec<u8>, Stop> {
        self.stop.map_or(Ok(self.out), Err)
    }

    /// Returns the output so far.
    pub fn out(&self) -> &[u8] {
        &self.out
    }

    /// Empties the page, and returns what it held besides its output.
    pub fn clear(&mut self) -> Cleared {
        self.out.clear();
        self.counted = 0;
        Cleared {
            diagnostics: std::mem::take(&mut self.diagnostics),
            hidden: std::mem::take(&mut self.hidden),
            records: std::mem::take(&mut self.records),
            troubles: std::mem::take(&mut self.troubles),
            answer: self.answer,
            tally: std::mem::take(&mut self.tally),
        }
    }

    /// Adds a piece of a line. In output for people, characters that act on a terminal get visible stand-ins; a `Style`
    /// inside `text` passes.
    pub fn put(&mut self, text: impl fmt::Display) {
        if self.is_pretty() {
            return Guard::write(&text, |piece| self.out.extend_from_slice(piece.as_bytes()));
        }
        // Writing to memory does not fail.
        let _ = write!(self.out, "{text}");
    }

    /// Adds bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Adds bytes as they are; moves them instead of copying if they are the first.
    pub fn whole(&mut self, bytes: Vec<u8>) {
        if self.out.is_empty() { self.out = bytes } else { self.bytes(&bytes) }
    }

    /// Adds a number.
    pub fn number(&mut self, number: usize) {
        decimal(number, &mut self.out);
    }

    /// Adds the output of `write` as it is.
    pub fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.out);
    }

    /// Adds a text: as it is for programs, like [`put`](Self::put) for people.
    pub fn text(&mut self, text: &str) {
        if self.is_pretty() && !is_plain(text) { self.put(text) } else { self.bytes(text.as_bytes()) }
    }

    /// Adds a line of columns.
    pub fn columns(&mut self, columns: &[&dyn fmt::Display]) {
        for (number, column) in columns.iter().enumerate() {
            if number > 0 {
                self.tab();
            }
            self.put(column);
        }
        self.out.push(b'\n');
    }

    /// Adds lines; the last may lack its line end.
    pub fn lines(&mut self, text: impl AsRef<str>) {
        text.as_ref().lines().for_each(|line| self.line(line));
    }

    /// Ends a column: with a tab, or on a terminal with two spaces.
    pub fn tab(&mut self) {
        self.bytes(if self.printing.session.on_terminal { b"  " } else { b"\t" });
    }

    /// Adds an ASCII character, several times faster than as a text.
    pub fn byte(&mut self, byte: u8) {
        self.out.push(byte);
    }

    /// Adds a text with a visible stand-in for each character that acts on a terminal.
    pub fn shown(&mut self, text: &str) {
        if is_plain(text) { self.text(text) } else { self.text(&shown(text)) }
    }

    /// Adds a line.
    pub fn line(&mut self, text: impl fmt::Display) {
        if self.flow().is_break() {
            return;
        }
        self.put(text);
        self.out.push(b'\n');
        self.check();
    }

    /// Ends an unfinished line, such as a line with the name of a standard. Returns whether there was one.
    pub fn end_line(&mut self) -> bool {
        let has_begun = self.out.last().is_some_and(|&byte| byte != b'\n');
        if has_begun {
            self.out.push(b'\n');
        }
        has_begun
    }

    /// Prints a bad record: by its fields, or else as an empty line and diagnostics, so that output lines still match input
    /// lines. A template without a field for errors prints an empty line too.
    ///
    /// `print` prints the fields; it receives the findings with spans in the input as given.
    pub fn refuse(&mut self, record: &Record<'_>, findings: &[Finding], print: impl FnOnce(&[Finding], &mut Self)) {
        self.say_no();
        if self.tells_errors() {
            return print(&record.given(findings), self);
        }
        if !self.end_line() && !self.is_pretty() {
            self.out.push(b'\n');
        }
        self.diagnose(&record.text(), record.place, findings);
    }

    /// Adds diagnostics; an error makes the answer "no".
    pub fn diagnose(&mut self, text: &str, place: Place<'_>, findings: &[Finding]) {
        if findings.iter().any(|finding| finding.rule.severity() == Severity::Error) {
            self.say_no();
        }
        self.show(text, place, findings, |finding| finding.rule.severity());
    }

    /// Adds diagnostics that do not change the answer: `whatwg` continues after many errors.
    pub fn remark(&mut self, text: &str, place: Place<'_>, findings: &[Finding]) {
        self.show(text, place, findings, |_| Severity::Remark);
    }

    fn show(&mut self, text: &str, place: Place<'_>, findings: &[Finding], severity: fn(&Finding) -> Severity) {
        let findings = joined(findings);
        self.fault(findings.iter().filter(|finding| severity(finding) == Severity::Error).count());
        let room = self.printing.session.diagnostics.saturating_sub(self.diagnostics.len()).min(findings.len());
        self.hidden += findings.len() - room;
        if room > 0 {
            let quoted = Quoted::new(text);
            let session = self.printing.session;
            let one = |finding| quoted.diagnostic(place, finding, severity(finding), session);
            let shown = findings[..room].iter().map(one);
            self.diagnostics.extend(shown);
        }
    }

    /// Adds diagnostics of one record.
    pub fn say(&mut self, diagnostics: Vec<Message>) {
        let room = self.printing.session.diagnostics.saturating_sub(self.diagnostics.len()).min(diagnostics.len());
        self.hidden += diagnostics.len() - room;
        self.diagnostics.extend(diagnostics.into_iter().take(room));
    }

    /// Adds a diagnostic with its own message, and makes the answer "no". `text` is the text at the place.
    pub fn refuse_in_words(&mut self, text: &str, place: Place<'_>, finding: &Finding, message: &str) {
        self.fault(1);
        self.say_no();
        if self.diagnostics.len() < self.printing.session.diagnostics {
            let text = napkin::mask_passwords(text);
            self.diagnostics.push(worded(&text, &place.to_string(), finding, message, self.printing.session));
        } else {
            self.hidden += 1;
        }
    }

    /// Prints a JSON record which states that the answer is incomplete; other forms print nothing. Keeps the gap for reports. The
    /// caller prints the diagnostic.
    pub fn lacks(&mut self, source: &str, (line, column): (usize, usize), finding: &Finding, message: &str) {
        if self.printing.keeps_gaps {
            let place = Some((source.to_owned(), line, column));
            self.lacking.push(Lacking { rule: Some(finding.rule), message: message.to_owned(), place });
        }
        if matches!(self.printing.form, Form::Json) {
            self.row(&Unread { source, line, column, finding, message });
        }
    }

    /// Adds an error about a whole file, without a place.
    pub fn complain(&mut self, text: &str) {
        self.fault(1);
        if self.printing.session.diagnostics > 0 {
            self.diagnostics.push(Message::error(self.printing.session.error_paint, text));
        }
    }

    /// Adds a note that belongs to no record.
    pub fn note(&mut self, text: &str) {
        if self.printing.session.diagnostics > 0 {
            self.diagnostics.push(Message::note(self.printing.session.error_paint, text));
        }
    }
}

/// Joins adjacent findings of one rule with the same message. The URL Standard has an error for each backslash of
/// `http:\\h`, and one more for the missing slashes.
pub fn joined(findings: &[Finding]) -> Vec<Finding> {
    let mut joined: Vec<Finding> = Vec::with_capacity(findings.len());
    for &finding in findings {
        let says_the_same = |last: &Finding| {
            last.rule == finding.rule && last.expected.is_empty() && finding.expected.is_empty() && last.also.is_none()
        };
        match joined.last_mut().filter(|last| says_the_same(last) && finding.span.start <= last.span.end) {
            Some(last) => last.span.end = last.span.end.max(finding.span.end),
            None => joined.push(finding),
        }
    }
    joined
}
