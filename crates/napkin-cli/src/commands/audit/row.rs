//! One finding, printed.
//!
//! Decides: that a fix that would print a secret is not printed, and by what name a finding in a message of a mailbox is known again.

use std::borrow::Cow;
use std::path::Path;

use napkin::audit::{Level, Settings};
use napkin::{Finding, Span};
use napkin_document::mail::maildir_unique;
use sha2::{Digest, Sha256};

use super::mask::masked;
use crate::commands::mailbox::Held;
use crate::output::{Page, Value, shown, underlined};

/// The names of the fields, in their order.
pub(super) const FIELDS: [&str; 14] = [
    "source",
    "line",
    "column",
    "start",
    "end",
    "part",
    "context",
    "url",
    "rule",
    "level",
    "message",
    "see",
    "fix",
    "fingerprint",
];

/// A finding in a reference, and where that stands.
pub(super) struct Row<'r> {
    pub(super) source: &'r str,
    /// Of a list the number of the record.
    pub(super) line: usize,
    pub(super) column: usize,
    /// The bytes of the document, or of the record.
    pub(super) span: Span,
    pub(super) part: Option<&'r str>,
    pub(super) context: Option<&'r str>,
    /// The reference.
    pub(super) text: &'r str,
    /// Of a message of a mailbox, where that is.
    pub(super) mailbox: Option<&'r InMailbox>,
    /// By which secrets are told.
    pub(super) settings: &'r Settings,
    /// With its span in the reference.
    pub(super) finding: &'r Finding,
    pub(super) level: Level,
    /// What may stand instead, in bytes of the document or of the record.
    pub(super) fix: Option<(Span, String)>,
}

/// Where a message of a mailbox is.
pub(super) struct InMailbox {
    /// Its file: its own, or the mbox file.
    pub(super) file: String,
    /// A name that it keeps when flags change and other messages come and go: that of the mbox file, or the file in a Maildir without its
    /// flags.
    lasting: String,
    /// Where in an mbox file it begins.
    offset: Option<u64>,
    /// Where `>` has been taken away that quotes a line in the mbox file.
    quotes: Vec<usize>,
}

impl InMailbox {
    pub(super) fn of(held: &Held) -> Self {
        let file = held.path.to_string_lossy().into_owned();
        let folder = held.path.parent().filter(|place| place.ends_with("cur") || place.ends_with("new"));
        let name = held.path.file_name().map_or("".into(), |name| name.to_string_lossy());
        let lasting = match folder.and_then(Path::parent).filter(|_| held.offset.is_none()) {
            Some(root) => root.join(maildir_unique(&name)).to_string_lossy().into_owned(),
            None => file.clone(),
        };
        Self { file, lasting, offset: held.offset, quotes: held.entry.quotes() }
    }

    /// A span of the message as one of the mbox file.
    pub(super) fn in_mbox(&self, span: Span) -> Option<Span> {
        let offset = usize::try_from(self.offset?).ok()?;
        let place = |at: usize| offset + at + self.quotes.partition_point(|&quote| quote <= at);
        Some(Span::new(place(span.start), place(span.end)))
    }
}

impl Row<'_> {
    /// The reference without its secrets, at equal length.
    pub(super) fn masked(&self) -> Cow<'_, str> {
        masked(self.text, self.settings)
    }

    /// What may stand instead, unless there is a secret in it.
    pub(super) fn fix(&self) -> Option<(Span, &str)> {
        let (span, text) = self.fix.as_ref()?;
        let is_shown = matches!(masked(text, self.settings), Cow::Borrowed(_));
        is_shown.then_some((*span, text))
    }

    /// Returns the digest by which the finding is known again, wherever it stands in the document: SHA-256, since a
    /// reference that is made to have the fingerprint of a known one would not be reported.
    pub(super) fn fingerprint(&self) -> String {
        let mut digest = Sha256::new();
        for piece in [self.finding.rule.code(), "\0", self.source_of_baseline(), "\0", self.text] {
            digest.update(piece);
        }
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Lists and arguments have no name that lasts.
    pub(super) fn source_of_baseline(&self) -> &str {
        match self.mailbox {
            Some(mailbox) => &mailbox.lasting,
            None if matches!(self.source, "stdin" | "argument") => "",
            None => self.source,
        }
    }

    pub(super) fn message(&self) -> String {
        self.finding.to_string()
    }

    pub(super) fn print(&self, page: &mut Page<'_>) {
        if page.has_fields() {
            self.fields(page);
        } else if page.is_pretty() {
            self.pretty(page);
        } else {
            let (code, level, message) = (self.finding.rule.code(), self.level, self.message());
            let masked = self.masked();
            let meant = shown(masked.get(self.finding.span.range()).unwrap_or_default());
            page.line(format_args!(
                "{}:{}:{}\t{level}\t{code}\t{meant}\t{message}",
                self.source, self.line, self.column
            ));
        }
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let paint = page.paint();
        let (heading, aside) = (paint.heading(), paint.aside());
        let style = if self.level == Level::Low { paint.note() } else { paint.error() };
        let masked = self.masked();
        let (line, underline) = underlined(&masked, self.finding.span, page.width().saturating_sub(4).clamp(20, 120));
        let (code, see) = (self.finding.rule.code(), self.finding.see());
        page.line(format_args!(
            "{heading}{}:{}:{}:{heading:#} {style}{}:{style:#} {}",
            self.source,
            self.line,
            self.column,
            self.level,
            self.message()
        ));
        page.line(format_args!("  {line}"));
        page.line(format_args!("  {style}{underline}{style:#} {aside}{code}, {see}{aside:#}"));
        if let Some((_, instead)) = self.fix() {
            page.line(format_args!(
                "  {aside}instead:{aside:#} {}",
                if instead.is_empty() { "nothing".into() } else { shown(instead) }
            ));
        }
    }

    fn fields(&self, page: &mut Page<'_>) {
        let (masked, message, fingerprint) = (self.masked(), self.message(), self.fingerprint());
        let fix = self.fix().map(|(span, text)| {
            [("start", Value::Number(span.start)), ("end", Value::Number(span.end)), ("text", Value::Text(text))]
        });
        let values = [
            Value::Text(self.source),
            Value::Number(self.line),
            Value::Number(self.column),
            Value::Number(self.span.start),
            Value::Number(self.span.end),
            self.part.into(),
            self.context.into(),
            Value::Text(&masked),
            Value::Text(self.finding.rule.code()),
            Value::Text(self.level.name()),
            Value::Text(&message),
            Value::Text(self.finding.see()),
            fix.as_ref().map_or(Value::Null, |fields| Value::Object(fields)),
            Value::Text(&fingerprint),
        ];
        let fields: [_; 14] = std::array::from_fn(|number| (FIELDS[number], values[number]));
        page.fields(&fields);
    }
}
