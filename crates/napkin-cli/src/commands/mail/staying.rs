//! What is said of a part, or of a message, that stays as it is.
//!
//! Decides: that a record says so by the same fields whatever the command; and that for people an error has its place in the message, while
//! what stays rightly is a note.

use napkin::{Finding, Span};

use super::filter::Source;
use crate::output::{Cursor, Page, Value, shown};
use napkin_answer::record::Place;

/// What stays. What is not known of it is null in its record.
#[derive(Clone, Copy)]
pub(super) struct Staying<'s> {
    /// The message, in whose bytes the finding has its place.
    pub(super) source: &'s Source,
    /// The words for it: `part 2 stays`.
    pub(super) what: &'s str,
    /// The part; none for all of the message.
    pub(super) part: Option<&'s str>,
    pub(super) media_type: Option<&'s str>,
    pub(super) size: Option<u64>,
    pub(super) url: Option<&'s str>,
    pub(super) finding: &'s Finding,
    pub(super) why: &'s str,
    /// Whether it is as it should be.
    pub(super) is_right: bool,
}

impl<'s> Staying<'s> {
    /// That something stays that should not.
    pub(super) const fn wrongly(source: &'s Source, what: &'s str, finding: &'s Finding, why: &'s str) -> Self {
        let (part, media_type, size, url) = (None, None, None, None);
        Self { source, what, part, media_type, size, url, finding, why, is_right: false }
    }

    /// Says it: in a record of these fields where records have fields.
    pub(super) fn print(&self, fields: &[&'static str], page: &mut Page<'_>) {
        if !self.is_right {
            page.say_no();
        }
        if page.has_fields() {
            let fields: Vec<_> = fields.iter().map(|&field| (field, self.value(field))).collect();
            page.fields(&fields);
        } else if self.is_right {
            let (name, what, why) = (&self.source.name, shown(self.what), shown(self.why));
            page.note(&format!("{name}: {what}: {why} ({})", self.finding.rule.code()));
        } else {
            self.refuse(page);
        }
    }

    fn value(&self, field: &str) -> Value<'s> {
        match field {
            "ok" => Value::Bool(self.is_right),
            "part" => self.part.into(),
            "media_type" => self.media_type.into(),
            "size" => self.size.map_or(Value::Null, |size| Value::Number(usize::try_from(size).unwrap_or(usize::MAX))),
            "url" => self.url.into(),
            "source" => Value::Text(&self.source.name),
            "reason" => Value::Text(self.finding.rule.code()),
            "message" => Value::Text(self.why),
            "finding" => Value::Worded(self.finding, self.why),
            _ => Value::Null,
        }
    }

    /// An error, with what stands at its place.
    fn refuse(&self, page: &mut Page<'_>) {
        let (bytes, span) = (&self.source.bytes, self.finding.span);
        let at = Cursor::new(bytes).advance(span.start.min(bytes.len()));
        let place = Place::At { source: &self.source.name, line: at.line, column: at.column };
        let text = String::from_utf8_lossy(bytes.get(span.range()).unwrap_or_default());
        let here = Finding { span: Span::new(0, text.len()), ..*self.finding };
        page.refuse_in_words(&text, place, &here, &format!("{}: {}", self.what, self.why));
    }
}
