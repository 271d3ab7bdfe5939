//! Prints the changes of a document in order, one record per link.

use std::borrow::Cow;

use napkin::{Span, Standard, password_span};
use napkin_document::rewrite::{Change, Left, LeftReason, Pieces, Unresolved};

use crate::output::{self, Cursor, Page, shown};
use napkin_answer::fields;
use napkin_answer::record::Place;
use napkin_answer::rules;

/// Prints the changed and the unchanged links.
pub(super) struct Rows<'d> {
    pub(super) name: &'d str,
    pub(super) bytes: &'d [u8],
    pub(super) standard: Standard,
    /// Whether the document has a base URL.
    pub(super) has_base: bool,
    /// Whether standard output is for the report instead of the document.
    pub(super) is_listed: bool,
}

/// A link and its outcome.
enum Row<'r> {
    Change(&'r Change),
    Left(&'r Left),
    Unresolved(&'r Unresolved),
}

impl Row<'_> {
    fn span(&self) -> Span {
        match self {
            Row::Change(change) => change.span,
            Row::Left(left) => left.span,
            Row::Unresolved(unresolved) => unresolved.span,
        }
    }
}

impl Rows<'_> {
    pub(super) fn print(&self, done: &Pieces<'_>, unresolved: &[Unresolved], page: &mut Page<'_>) {
        let changes = done.changes.iter().map(Row::Change);
        let left = done.left.iter().map(Row::Left);
        let mut rows: Vec<Row<'_>> = changes.chain(left).chain(unresolved.iter().map(Row::Unresolved)).collect();
        rows.sort_by_key(|row| row.span().start);
        let mut cursor = Cursor::new(self.bytes);
        let mut without_base = 0;
        for row in &rows {
            let at = cursor.advance(row.span().start);
            page.count();
            if self.is_listed && page.has_fields() {
                page.row(&Fields { rows: self, row, line: at.line, column: at.column });
            }
            match row {
                Row::Change(change) => self.change(change, (at.line, at.column), page),
                Row::Left(left) => self.left(left, (at.line, at.column), page),
                Row::Unresolved(one) if self.lacks_base(one) => {
                    page.say_no();
                    without_base += 1;
                }
                Row::Unresolved(one) => self.unresolved(one, cursor, page),
            }
        }
        if without_base > 0 {
            let references = if without_base == 1 { "reference" } else { "references" };
            let name = self.name;
            page.note(&format!("{name}: no base URL for {without_base} relative {references}; --base gives one"));
        }
    }

    /// Returns whether the only problem is a missing base; a single remark covers all such references.
    fn lacks_base(&self, one: &Unresolved) -> bool {
        !self.has_base && rules::lacks_base(one.finding.rule)
    }

    fn change(&self, change: &Change, (line, column): (usize, usize), page: &mut Page<'_>) {
        let (name, old, new) = (self.name, shown(&change.old), shown(&change.new));
        if self.is_listed && page.is_pretty() && !page.has_fields() {
            let (aside, answer) = (page.paint().aside(), page.paint().answer());
            let place = format!("{line}:{column}");
            page.line(format_args!(
                "{aside}{place:>8}  {}{aside:#}  {answer}{new}{answer:#}  {aside}<- {old}{aside:#}",
                change.context
            ));
        } else if self.is_listed && !page.has_fields() {
            page.line(format_args!("{name}:{line}:{column}\t{old}\t{new}\t{}", change.context));
        } else if page.shows_remarks() && !self.is_listed {
            page.note(&format!("{name}:{line}:{column}: `{old}` becomes `{new}`"));
        }
    }

    fn left(&self, left: &Left, (line, column): (usize, usize), page: &mut Page<'_>) {
        page.say_no();
        let (name, old, new) = (self.name, shown(&left.old), shown(&left.new));
        let why = match left.reason {
            LeftReason::Misread => "would change how the text reads",
            _ => "cannot be written there",
        };
        page.complain(&format!("{name}:{line}:{column}: `{old}` stays: `{new}` {why}"));
    }

    /// Prints a diagnostic. It quotes the bytes of the document if they include the place of the error, otherwise the
    /// decoded text.
    fn unresolved(&self, one: &Unresolved, mut cursor: Cursor<'_>, page: &mut Page<'_>) {
        page.say_no();
        let at = cursor.advance(one.place.start.max(one.span.start));
        let place = Place::At { source: self.name, line: at.line, column: at.column };
        let raw = String::from_utf8_lossy(&self.bytes[one.span.range()]);
        let is_inside = one.span.start <= one.place.start && one.place.end <= one.span.end;
        let (text, finding) = match raw {
            Cow::Borrowed(raw) if is_inside => {
                let span = Span::new(one.place.start - one.span.start, one.place.end - one.span.start);
                (raw, one.finding.with_span(span))
            }
            _ => (one.text.as_str(), one.finding),
        };
        page.diagnose(text, place, &[finding]);
    }
}

/// A link, its outcome and its place.
pub(super) struct Fields<'r> {
    rows: &'r Rows<'r>,
    row: &'r Row<'r>,
    line: usize,
    column: usize,
}

impl output::Row for Fields<'_> {
    fields! { self;
        let row = self.row;
        let (context, old) = match row {
            Row::Change(Change { context, old, .. }) | Row::Left(Left { context, old, .. }) => (context, old),
            Row::Unresolved(Unresolved { context, text, .. }) => (context, text),
        };
        let (new, reason) = match row {
            Row::Change(change) => (Some(&*change.new), None),
            Row::Left(left) => (Some(&*left.new), Some(left.reason.name())),
            Row::Unresolved(one) if self.rows.lacks_base(one) => (None, Some("no-base")),
            Row::Unresolved(_) => (None, Some("unresolved")),
        };
        let error = match row {
            Row::Unresolved(one) => Some(one.finding.redacted(password_span(old)).with_span(one.place)),
            _ => None,
        };
        "source" => self.rows.name,
        "start" => row.span().start,
        "end" => row.span().end,
        "line" => self.line,
        "column" => self.column,
        "context" => &context.to_string(),
        "standard" => self.rows.standard.name(),
        "ok" => reason.is_none(),
        "old" => old,
        "new" => new,
        "reason" => reason,
        "error" => error.as_ref(),
    }

    /// Changes, links that stay and errors have different lines.
    fn plain(&self, _: &mut Page<'_>) {}
}
