//! What one piece of work prints: it is collected here and printed in its turn.

use std::fmt;
use std::io::Write;

use napkin::{Finding, Rule, Severity};

use super::diagnostic::{Quoted, worded};
use super::limits::TooLong;
use super::message::Guard;
use super::shown::{is_plain, shown};
use super::value::{Value, decimal, object};
use super::{Answer, Form, Message, Paint, Printing, Trouble};
use crate::record::{Place, Record};

/// Lines for standard output, diagnostics, and what has been counted.
pub(crate) struct Page<'s> {
    printing: &'s Printing<'s>,
    pub(super) out: Vec<u8>,
    pub(super) diagnostics: Vec<Message>,
    /// Diagnostics that nobody will be shown.
    pub(super) hidden: usize,
    pub(super) records: usize,
    /// What could not be read, which is said whatever `-q` says.
    pub(super) troubles: Vec<Message>,
    pub(super) answer: Answer,
    /// What the answer lacks, in a log.
    pub(crate) lacking: Vec<Lacking>,
    /// The number of bytes that may still be printed.
    left: usize,
    /// The number of bytes that each record adds to that.
    each: usize,
    /// The length of `out` when it was last counted.
    pub(super) counted: usize,
}

/// The bytes that a record may have beyond the limit of its document: its place, its names and an ordinary URL.
const EACH: usize = 1 << 10;

/// Something that an answer lacks, for a log.
pub(crate) struct Lacking {
    /// The limit that was reached; `None` if something could not be read.
    pub(crate) rule: Option<Rule>,
    pub(crate) message: String,
    /// The document, the line and the column.
    pub(crate) place: Option<(String, usize, usize)>,
}

/// How far a page has been written.
pub(crate) struct Mark {
    out: usize,
    diagnostics: usize,
    hidden: usize,
    records: usize,
}

impl<'s> Page<'s> {
    pub(crate) fn new(printing: &'s Printing<'s>) -> Self {
        let (out, diagnostics, troubles, lacking) = Default::default();
        let (left, answer) = (usize::MAX, Answer::Yes);
        Self { printing, out, diagnostics, hidden: 0, records: 0, troubles, answer, lacking, left, each: 0, counted: 0 }
    }

    /// Limits all further output to `bytes`, and `each` more per record.
    fn limit(&mut self, bytes: usize, each: usize) {
        (self.left, self.each, self.counted) = (bytes, each, self.out.len());
    }

    /// Runs work whose output is limited to `most` bytes, and [`EACH`] more per record. Returns `false` if the work was
    /// stopped at the limit.
    pub(crate) fn within(&mut self, most: usize, work: impl FnOnce(&mut Self)) -> bool {
        let before = (self.left, self.each);
        self.limit(most.min(self.left), EACH);
        let done = TooLong::caught(|| work(self));
        (self.left, self.each) = before;
        done.is_ok()
    }

    /// Stops the work if the output of the document or the answer of the server is too long, or if the answer is too
    /// late.
    fn check(&mut self) {
        #[cfg(feature = "serve")]
        crate::bounds::check(self.out.len());
        let grown = self.out.len().saturating_sub(self.counted);
        self.counted = self.out.len();
        match self.left.checked_sub(grown) {
            Some(left) => self.left = left,
            None => TooLong.unwind(),
        }
    }

    /// How far it has been written.
    pub(crate) fn mark(&self) -> Mark {
        let (out, diagnostics) = (self.out.len(), self.diagnostics.len());
        Mark { out, diagnostics, hidden: self.hidden, records: self.records }
    }

    /// Takes back what has been written since. The answer stays, and so does what could not be read.
    pub(crate) fn back_to(&mut self, mark: &Mark) {
        self.out.truncate(mark.out);
        self.diagnostics.truncate(mark.diagnostics);
        (self.hidden, self.records) = (mark.hidden, mark.records);
    }

    /// Counts one record, for the progress line.
    pub(crate) fn count(&mut self) {
        self.records += 1;
        self.left = self.left.saturating_add(self.each);
        self.check();
    }

    /// The answer, to a record or to everything, is "no".
    pub(crate) fn say_no(&mut self) {
        self.answer = self.answer.max(Answer::No);
    }

    /// Something has not been read, as a diagnostic says; the run goes on.
    pub(crate) fn leave_out(&mut self) {
        self.answer = Answer::Incomplete;
    }

    /// Something could not be read; the run goes on.
    pub(crate) fn trouble(&mut self, trouble: &Trouble) {
        self.answer = self.answer.max(trouble.answer());
        if matches!(self.printing.form, Form::Sarif) {
            let message = trouble.message(Paint::new(false)).into_text();
            self.lacking.push(Lacking { rule: None, message, place: None });
        }
        self.troubles.push(trouble.message(self.printing.session.error_paint));
    }

    pub(crate) fn is_pretty(&self) -> bool {
        self.printing.is_pretty()
    }

    pub(crate) fn paint(&self) -> Paint {
        self.printing.session.paint
    }

    pub(crate) fn width(&self) -> usize {
        self.printing.session.width
    }

    /// How many bytes wait to be printed.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// Prints a record by its fields if that is the form asked for; otherwise the caller prints it.
    pub(crate) fn fields(&mut self, fields: &[(&str, Value<'_>)]) -> bool {
        match &self.printing.form {
            Form::Json => object(fields, &mut self.out),
            Form::Template(template) => template.print(fields, &mut self.out),
            Form::Plain | Form::Pretty | Form::Sarif => return false,
        }
        self.out.push(b'\n');
        self.check();
        true
    }

    /// Whether records are printed by their fields.
    pub(crate) fn has_fields(&self) -> bool {
        matches!(self.printing.form, Form::Json | Form::Template(_))
    }

    /// Whether a field of this name is printed, and so worth computing.
    pub(crate) fn wants(&self, field: &str) -> bool {
        match &self.printing.form {
            Form::Json => true,
            Form::Template(template) => template.has(field),
            Form::Plain | Form::Pretty | Form::Sarif => false,
        }
    }

    /// Whether no diagnostic is said.
    pub(crate) fn is_silent(&self) -> bool {
        self.printing.session.diagnostics == 0
    }

    /// Whether what leaves an answer as it is gets said: to people, and to those who ask for everything.
    pub(crate) fn shows_remarks(&self) -> bool {
        let diagnostics = self.printing.session.diagnostics;
        diagnostics > 0 && (self.is_pretty() || diagnostics == usize::MAX)
    }

    /// Whether the records themselves show that they are bad.
    pub(crate) fn tells_errors(&self) -> bool {
        match &self.printing.form {
            Form::Json => true,
            Form::Template(template) => template.tells_errors(),
            Form::Plain | Form::Pretty | Form::Sarif => false,
        }
    }

    /// What has been printed.
    #[cfg(feature = "serve")]
    pub(crate) fn into_out(self) -> Vec<u8> {
        self.out
    }

    /// Takes what has been printed so far.
    #[cfg(feature = "serve")]
    pub(crate) fn take_out(&mut self) -> Vec<u8> {
        self.check();
        self.counted = 0;
        std::mem::take(&mut self.out)
    }

    /// Adds a piece of a line. In output for people, characters that act on a terminal get visible stand-ins; a `Style`
    /// inside `text` passes.
    pub(crate) fn put(&mut self, text: impl fmt::Display) {
        if self.is_pretty() {
            return Guard::write(&text, |piece| self.out.extend_from_slice(piece.as_bytes()));
        }
        // Writing to memory does not fail.
        let _ = write!(self.out, "{text}");
    }

    /// Bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Adds bytes as they are; moves them instead of copying if they are the first.
    pub(crate) fn whole(&mut self, bytes: Vec<u8>) {
        if self.out.is_empty() { self.out = bytes } else { self.bytes(&bytes) }
    }

    /// A number.
    pub(crate) fn number(&mut self, number: usize) {
        decimal(number, &mut self.out);
    }

    /// Adds the output of `write` as it is.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.out);
    }

    /// Adds a text: as it is for programs, like [`put`](Self::put) for people.
    pub(crate) fn text(&mut self, text: &str) {
        if self.is_pretty() && !is_plain(text) { self.put(text) } else { self.bytes(text.as_bytes()) }
    }

    /// Adds a line of columns.
    pub(crate) fn columns(&mut self, columns: &[&dyn fmt::Display]) {
        for (number, column) in columns.iter().enumerate() {
            if number > 0 {
                self.tab();
            }
            self.put(column);
        }
        self.out.push(b'\n');
    }

    /// Adds lines; the last may lack its line end.
    pub(crate) fn lines(&mut self, text: impl AsRef<str>) {
        text.as_ref().lines().for_each(|line| self.line(line));
    }

    /// Ends a column: with a tab, or on a terminal with two spaces.
    pub(crate) fn tab(&mut self) {
        self.bytes(if self.printing.session.on_terminal { b"  " } else { b"\t" });
    }

    /// A character of ASCII, which as a text would take several times as long.
    pub(crate) fn byte(&mut self, byte: u8) {
        self.out.push(byte);
    }

    /// A text as people may be shown it.
    pub(crate) fn shown(&mut self, text: &str) {
        if is_plain(text) { self.text(text) } else { self.text(&shown(text)) }
    }

    /// A line.
    pub(crate) fn line(&mut self, text: impl fmt::Display) {
        self.put(text);
        self.out.push(b'\n');
        self.check();
    }

    /// Ends the line that has begun, as with the standard's name under `--standard all`; whether one had.
    pub(crate) fn end_line(&mut self) -> bool {
        let has_begun = self.out.last().is_some_and(|&byte| byte != b'\n');
        if has_begun {
            self.out.push(b'\n');
        }
        has_begun
    }

    /// Prints a record that is no good: by its fields where records have fields, else as an empty line, so that lines
    /// still match the input's, and diagnostics. A template that says nothing about errors counts as the latter.
    ///
    /// `print` prints the fields; it is given the findings with spans in the input as given.
    pub(crate) fn refuse(
        &mut self,
        record: &Record<'_>,
        findings: &[Finding],
        print: impl FnOnce(&[Finding], &mut Self),
    ) {
        self.say_no();
        if self.tells_errors() {
            return print(&record.given(findings), self);
        }
        if !self.end_line() && !self.is_pretty() {
            self.out.push(b'\n');
        }
        self.diagnose(&record.text(), record.place, findings);
    }

    /// Diagnostics; one that says that something is wrong makes the answer "no".
    pub(crate) fn diagnose(&mut self, text: &str, place: Place<'_>, findings: &[Finding]) {
        if findings.iter().any(|finding| finding.rule.severity() == Severity::Error) {
            self.say_no();
        }
        self.show(text, place, findings, |finding| finding.rule.severity());
    }

    /// Diagnostics that leave the answer as it is: `whatwg` reads on after many an error.
    pub(crate) fn remark(&mut self, text: &str, place: Place<'_>, findings: &[Finding]) {
        self.show(text, place, findings, |_| Severity::Remark);
    }

    fn show(&mut self, text: &str, place: Place<'_>, findings: &[Finding], severity: fn(&Finding) -> Severity) {
        let findings = joined(findings);
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

    /// Diagnostics that are ready, of one record.
    #[cfg(feature = "retrieve")]
    pub(crate) fn say(&mut self, diagnostics: Vec<Message>) {
        let room = self.printing.session.diagnostics.saturating_sub(self.diagnostics.len()).min(diagnostics.len());
        self.hidden += diagnostics.len() - room;
        self.diagnostics.extend(diagnostics.into_iter().take(room));
    }

    /// A diagnostic with words of its own, that an answer is "no". The text is what stands at the place.
    pub(crate) fn refuse_in_words(&mut self, text: &str, place: Place<'_>, finding: &Finding, message: &str) {
        self.say_no();
        if self.diagnostics.len() < self.printing.session.diagnostics {
            let text = napkin::mask_passwords(text);
            self.diagnostics.push(worded(&text, &place.to_string(), finding, message, self.printing.session));
        } else {
            self.hidden += 1;
        }
    }

    /// Prints a JSON record which states that the answer is incomplete; a log in SARIF takes it later; other formats have none.
    /// The caller prints the diagnostic.
    pub(crate) fn lacks(&mut self, source: &str, (line, column): (usize, usize), finding: &Finding, message: &str) {
        match self.printing.form {
            Form::Json => {}
            Form::Sarif => {
                let (source, message) = (source.to_owned(), message.to_owned());
                let place = Some((source, line, column));
                return self.lacking.push(Lacking { rule: Some(finding.rule), message, place });
            }
            _ => return,
        }
        let fields = [
            ("source", Value::Text(source)),
            ("line", Value::Number(line)),
            ("column", Value::Number(column)),
            ("ok", Value::Bool(false)),
            ("rule", Value::Text(finding.rule.code())),
            ("message", Value::Text(message)),
            ("see", Value::Text(finding.see())),
        ];
        self.fields(&fields);
    }

    /// One line that says what is wrong with a whole file: there is no place in it to show.
    pub(crate) fn complain(&mut self, text: &str) {
        if self.printing.session.diagnostics > 0 {
            self.diagnostics.push(Message::error(self.printing.session.error_paint, text));
        }
    }

    /// One line that is no diagnostic of a record.
    pub(crate) fn note(&mut self, text: &str) {
        if self.printing.session.diagnostics > 0 {
            self.diagnostics.push(Message::note(self.printing.session.error_paint, text));
        }
    }
}

/// The findings that are shown: those of one rule that touch, and of which the same is said, are one. The URL Standard has
/// an error for each backslash of `http:\\h`, and one more for the slashes that are missing.
pub(crate) fn joined(findings: &[Finding]) -> Vec<Finding> {
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
