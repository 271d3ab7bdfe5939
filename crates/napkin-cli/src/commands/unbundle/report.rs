//! What is said about a document that has been unbundled: the files, and what stays.

use std::ffi::OsStr;
use std::path::Path;

use napkin_document::Kind;
use napkin_document::unbundle::{Failure, Remark, Unbundled};

use crate::output::{Page, Session, Value, shown};

/// The names of the fields, in their order.
pub(super) const FIELDS: [&str; 15] = [
    "ok",
    "file",
    "use",
    "media_type",
    "size",
    "times",
    "source",
    "start",
    "end",
    "line",
    "column",
    "context",
    "text",
    "reason",
    "message",
];

/// How much of a URL is shown.
const SHOWN: usize = 60;

pub(super) struct Report<'r> {
    pub(super) done: &'r Unbundled,
    /// What the user calls the document.
    pub(super) source: &'r str,
    pub(super) folder: &'r Path,
    /// What it is called in the folder.
    pub(super) name: &'r OsStr,
    pub(super) kind: Kind,
}

impl Report<'_> {
    pub(super) fn print(&self, session: &Session, page: &mut Page<'_>) {
        let media_type = match self.kind {
            Kind::Html => "text/html",
            Kind::Css => "text/css",
            Kind::Svg => "image/svg+xml",
            _ => "application/xml",
        };
        for object in &self.done.objects {
            let path = self.folder.join(&object.name);
            self.file(&path, Some(object.used.name()), &object.media_type, object.size, object.times, page);
        }
        self.file(&self.folder.join(self.name), None, media_type, self.done.bytes.len(), 0, page);
        self.failures(session, page);
        self.notes(page);
    }

    fn file(&self, path: &Path, used: Option<&str>, media_type: &str, size: usize, times: usize, page: &mut Page<'_>) {
        page.count();
        let path = path.to_string_lossy();
        let values = [
            Value::Bool(true),
            Value::Text(&path),
            used.into(),
            Value::Text(media_type),
            Value::Number(size),
            Value::Number(times),
            Value::Text(self.source),
        ];
        let rest = std::iter::repeat_n(Value::Null, FIELDS.len() - values.len());
        let fields: Vec<_> = FIELDS.into_iter().zip(values.into_iter().chain(rest)).collect();
        if !page.fields(&fields) {
            page.line(shown(&path));
        }
    }

    fn failures(&self, session: &Session, page: &mut Page<'_>) {
        let failures = &self.done.failures;
        for (number, failure) in failures.iter().enumerate() {
            page.say_no();
            page.count();
            if page.has_fields() {
                self.left(failure, page);
            }
            if !page.tells_errors() && number < session.diagnostics {
                let Failure { line, column, context, reason, .. } = failure;
                let text = shortened(&failure.text);
                page.complain(&format!("{}:{line}:{column}: {context} `{text}` stays: {reason}", self.source));
            }
        }
        let hidden = failures.len().saturating_sub(session.diagnostics);
        if hidden > 0 && session.diagnostics > 0 && !page.tells_errors() {
            page.note(&format!("{hidden} more stay; -v lists them"));
        }
    }

    fn left(&self, failure: &Failure, page: &mut Page<'_>) {
        let text = shortened(&failure.text);
        let message = failure.reason.to_string();
        let values = [
            Value::Bool(false),
            Value::Null,
            Value::Text(failure.used.name()),
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Text(self.source),
            Value::Number(failure.span.start),
            Value::Number(failure.span.end),
            Value::Number(failure.line),
            Value::Number(failure.column),
            Value::Text(&failure.context),
            Value::Text(&text),
            Value::Text(failure.reason.code()),
            Value::Text(&message),
        ];
        let fields: Vec<_> = FIELDS.into_iter().zip(values).collect();
        page.fields(&fields);
    }

    /// What may do harm is always said, the rest to those who ask.
    fn notes(&self, page: &mut Page<'_>) {
        let all = page.shows_remarks() && !page.has_fields();
        for note in self.done.notes.iter().filter(|note| all || note.remark == Remark::Origin) {
            page.note(&format!("{}:{}:{}: {}", self.source, note.line, note.column, note.remark));
        }
    }
}

/// The beginning of a URL, which may be megabytes long.
fn shortened(url: &str) -> String {
    match url.char_indices().nth(SHOWN) {
        Some((end, _)) => shown(&format!("{}…", &url[..end])),
        None => shown(url),
    }
}
