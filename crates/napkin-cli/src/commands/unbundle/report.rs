//! Reports on an unbundled document: the written files, and the URLs that stay.

use std::ffi::OsStr;
use std::path::Path;

use napkin::{Span, mask_passwords};
use napkin_answer::fields;
use napkin_document::Kind;
use napkin_document::bundle;
use napkin_document::unbundle::{ExtractionFailure, ExtractionRemark, Unbundled};

use crate::output::{Page, Row, Session, shown};

/// The maximum number of characters shown of a URL.
const SHOWN: usize = 60;

pub(super) struct Report<'r> {
    pub(super) done: &'r Unbundled,
    /// The resources that the message does not contain.
    pub(super) missing: &'r [bundle::Failure],
    /// The number of the part that is the page.
    pub(super) part: &'r str,
    /// The name of the document for diagnostics.
    pub(super) source: &'r str,
    pub(super) folder: &'r Path,
    /// The name of the page in the folder.
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
        self.missing(session, page);
        self.failures(session, page);
        self.notes(page);
    }

    fn file(&self, path: &Path, used: Option<&str>, media_type: &str, size: usize, times: usize, page: &mut Page<'_>) {
        page.count();
        let path = path.to_string_lossy();
        page.row(&Outcome { source: self.source, used, of: Ok(Written { path: &path, media_type, size, times }) });
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
                let ExtractionFailure { line, column, context, reason, .. } = failure;
                let text = shortened(&failure.text);
                page.complain(&format!("{}:{line}:{column}: {context} `{text}` stays: {reason}", self.source));
            }
        }
        let hidden = failures.len().saturating_sub(session.diagnostics);
        if hidden > 0 && session.diagnostics > 0 && !page.tells_errors() {
            page.note(&format!("{hidden} more stay; -v lists them"));
        }
    }

    /// Reports the resources that the page needs and no part of the message contains.
    fn missing(&self, session: &Session, page: &mut Page<'_>) {
        let part = self.part;
        for (number, failure) in self.missing.iter().enumerate() {
            page.say_no();
            page.count();
            let bundle::Failure { place, text, used, reason, .. } = failure;
            let text = shortened(&mask_passwords(text));
            let message = reason.to_string();
            let bundle::Place { span, line, column, context, .. } = place;
            let place = (*span, *line, *column, context.as_str());
            if page.has_fields() {
                self.record(used.name(), place, &text, (reason.code(), &message), page);
            }
            if !page.tells_errors() && number < session.diagnostics {
                page.complain(&format!(
                    "{} part {part}:{line}:{column}: {context} `{text}` is left as a link: {message}",
                    self.source
                ));
            }
        }
    }

    fn left(&self, failure: &ExtractionFailure, page: &mut Page<'_>) {
        let text = shortened(&failure.text);
        let message = failure.reason.to_string();
        let ExtractionFailure { span, line, column, context, .. } = failure;
        let place = (*span, *line, *column, context.as_str());
        self.record(failure.used.name(), place, &text, (failure.reason.code(), &message), page);
    }

    /// Prints a record of a URL that stays: its use, place, text and reason.
    fn record(
        &self,
        used: &str,
        (span, line, column, context): (Span, usize, usize, &str),
        text: &str,
        (reason, message): (&str, &str),
        page: &mut Page<'_>,
    ) {
        let left = LeftUrl { span, line, column, context, text, reason, message };
        page.row(&Outcome { source: self.source, used: Some(used), of: Err(left) });
    }

    /// Always prints remarks about possible harm; prints the others only if remarks are asked for.
    fn notes(&self, page: &mut Page<'_>) {
        let all = page.shows_remarks() && !page.has_fields();
        for note in self.done.notes.iter().filter(|note| all || note.remark == ExtractionRemark::Origin) {
            page.note(&format!("{}:{}:{}: {}", self.source, note.line, note.column, note.remark));
        }
    }
}

/// A written file, or a URL that stays.
pub(super) struct Outcome<'r> {
    source: &'r str,
    used: Option<&'r str>,
    of: Result<Written<'r>, LeftUrl<'r>>,
}

#[derive(Clone, Copy)]
struct Written<'r> {
    path: &'r str,
    media_type: &'r str,
    size: usize,
    times: usize,
}

#[derive(Clone, Copy)]
struct LeftUrl<'r> {
    span: Span,
    line: usize,
    column: usize,
    context: &'r str,
    text: &'r str,
    reason: &'r str,
    message: &'r str,
}

impl Row for Outcome<'_> {
    fields! { self;
        let (file, left) = (self.of.ok(), self.of.err());
        "ok" => self.of.is_ok(),
        "file" => file.map(|file| file.path),
        "use" => self.used,
        "media_type" => file.map(|file| file.media_type),
        "size" => file.map(|file| file.size),
        "times" => file.map(|file| file.times),
        "source" => self.source,
        "start" => left.map(|left| left.span.start),
        "end" => left.map(|left| left.span.end),
        "line" => left.map(|left| left.line),
        "column" => left.map(|left| left.column),
        "context" => left.map(|left| left.context),
        "text" => left.map(|left| left.text),
        "reason" => left.map(|left| left.reason),
        "message" => left.map(|left| left.message),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.of.iter().for_each(|file| page.line(shown(file.path)));
    }
}

/// Returns the beginning of a URL, which may be megabytes long.
fn shortened(url: &str) -> String {
    match url.char_indices().nth(SHOWN) {
        Some((end, _)) => shown(&format!("{}…", &url[..end])),
        None => shown(url),
    }
}
