//! Reports a part, or a message, that remains unchanged.
//!
//! Each command makes a row of its own of it. For people, an error is shown at its place in the message, and
//! an expected case is a note.

use napkin::{Finding, Span};

use super::change::Source;
use crate::output::{Cursor, Page, Row, Value, shown};
use napkin_answer::record::Place;

/// The part or message that remains unchanged. Unknown values are null in its record.
#[derive(Clone, Copy)]
pub(super) struct Unchanged<'s> {
    /// The message that the span of the finding refers to.
    pub(super) source: &'s Source,
    /// The text for people, such as `part 2 stays`.
    pub(super) what: &'s str,
    /// The part, or `None` for the whole message.
    pub(super) part: Option<&'s str>,
    pub(super) media_type: Option<&'s str>,
    pub(super) size: Option<u64>,
    pub(super) url: Option<&'s str>,
    pub(super) finding: &'s Finding,
    pub(super) why: &'s str,
    /// Whether this is expected rather than an error.
    pub(super) is_right: bool,
}

impl<'s> Unchanged<'s> {
    /// Returns a report that a part or message wrongly remains unchanged.
    pub(super) const fn wrongly(source: &'s Source, what: &'s str, finding: &'s Finding, why: &'s str) -> Self {
        let (part, media_type, size, url) = (None, None, None, None);
        Self { source, what, part, media_type, size, url, finding, why, is_right: false }
    }

    /// Prints the report: as a row of the command, or as a diagnostic.
    pub(super) fn print<R: Row + From<Self>>(self, page: &mut Page<'_>) {
        if !self.is_right {
            page.say_no();
        }
        if page.has_fields() {
            page.row(&R::from(self));
        } else if self.is_right {
            let (name, what, why) = (&self.source.name, shown(self.what), shown(self.why));
            page.note(&format!("{name}: {what}: {why} ({})", self.reason()));
        } else {
            self.refuse(page);
        }
    }

    /// Returns the code of the reason.
    pub(super) const fn reason(&self) -> &'static str {
        self.finding.rule.code()
    }

    /// Returns the finding with the reason as its message.
    pub(super) const fn worded(&self) -> Value<'s> {
        Value::Worded(self.finding, self.why)
    }

    /// Prints an error that quotes the text at its place.
    fn refuse(&self, page: &mut Page<'_>) {
        let (bytes, span) = (&self.source.bytes, self.finding.span);
        let at = Cursor::new(bytes).advance(span.start.min(bytes.len()));
        let place = Place::At { source: &self.source.name, line: at.line, column: at.column };
        let text = String::from_utf8_lossy(bytes.get(span.range()).unwrap_or_default());
        let here = self.finding.with_span(Span::new(0, text.len()));
        page.refuse_in_words(&text, place, &here, &format!("{}: {}", self.what, self.why));
    }
}
