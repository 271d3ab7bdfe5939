//! Findings about a document itself, rather than about one of its references.
//!
//! `DocumentFindings` prints them after all references, in the order of their places, whether the document was in memory
//! or streamed. It quotes only the opening of an unclosed construct, because the following text may contain a password.

use napkin::{Finding, Rule, Severity, Sink, Span, Standard};
use napkin_document::archive::ArchiveError;
use napkin_document::{Entity, Kind, Options};

use crate::output::{Cursor, CursorPosition, Page, Trouble};
use crate::record::Place;
use crate::rules;

/// The most findings kept per document.
const KEPT: usize = 100;

/// Collects the findings of one document, window by window.
#[derive(Default)]
pub struct DocumentFindings {
    all: Vec<Wrong>,
    /// The construct that would be unclosed if the document ended with the last window.
    open: Option<Wrong>,
    /// Whether only findings that report a limit are kept.
    only_limits: bool,
    /// The limits that have been reported: the first finding of each is kept, however many others there are.
    limits: Vec<Rule>,
    /// The findings of the current window.
    fresh: Vec<Finding>,
    /// The beginning of the current window.
    start: CursorPosition,
}

struct Wrong {
    place: (usize, usize),
    text: String,
    finding: Finding,
}

/// Takes findings of the current window.
impl Sink for DocumentFindings {
    fn report(&mut self, finding: Finding) {
        let is_new = |rule| self.limits.iter().all(|&other| other != rule);
        if finding.rule.is_limit() && is_new(finding.rule) {
            self.limits.push(finding.rule);
            self.fresh.push(finding);
        } else if self.is_open() {
            self.fresh.push(finding);
        }
    }

    fn is_open(&self) -> bool {
        !self.only_limits && self.all.len() + self.fresh.len() < KEPT
    }
}

impl DocumentFindings {
    /// Keeps only findings that report a limit.
    pub fn of_limits() -> Self {
        Self { only_limits: true, ..Self::default() }
    }

    /// Converts the spans of the reported findings to lines and columns, and keeps them.
    pub fn place(&mut self, window: &[u8]) {
        self.fresh.sort_by_key(|finding| finding.span);
        let mut cursor = Cursor::resume(window, self.start);
        self.all.extend(self.fresh.drain(..).map(|finding| Wrong::new(finding, window, &mut cursor)));
    }

    /// Records a construct that begins in this window and is still open at its end.
    pub fn open(&mut self, finding: Finding, window: &[u8]) {
        self.open = Some(Wrong::new(finding, window, &mut Cursor::resume(window, self.start)));
    }

    /// Ends the document: a construct that is still open becomes a finding.
    pub fn end(&mut self) {
        self.all.extend(self.open.take());
    }

    /// Moves to the next window, which begins at `start`.
    pub fn pass(&mut self, start: CursorPosition) {
        self.start = start;
    }

    /// Prints all findings, as errors or as notes. A limit is always an error, and a separate record in JSON, because the
    /// answer lacks everything beyond the limit.
    pub fn print(mut self, name: &str, severity: Severity, page: &mut Page<'_>) {
        self.all.sort_by_key(|wrong| wrong.place);
        for wrong in self.all {
            let (line, column) = wrong.place;
            let place = Place::At { source: name, line, column };
            if wrong.finding.rule.is_limit() {
                page.diagnose(&wrong.text, place, &[wrong.finding]);
                page.lacks(name, (line, column), &wrong.finding, &wrong.finding.to_string());
                continue;
            }
            match severity {
                Severity::Error => page.diagnose(&wrong.text, place, &[wrong.finding]),
                Severity::Remark => page.remark(&wrong.text, place, &[wrong.finding]),
            }
        }
    }
}

impl Wrong {
    fn new(finding: Finding, window: &[u8], cursor: &mut Cursor<'_>) -> Self {
        let at = cursor.advance(finding.span.start);
        let text = String::from_utf8_lossy(&window[finding.span.range()]).replace('\0', "");
        let finding = finding.with_span(Span::new(0, text.len()));
        Self { place: (at.line, at.column), text, finding }
    }
}

/// Prints the findings of a document whose references are printed by other code.
pub fn say(name: &str, entity: &Entity<'_>, options: &Options, severity: Severity, page: &mut Page<'_>) {
    let mut wrongs = DocumentFindings::default();
    napkin_document::read_links(entity, options, &mut wrongs, &mut |_| {});
    if severity == Severity::Remark {
        // The command reports its own limits.
        wrongs.fresh.retain(|finding| !finding.rule.is_limit());
    }
    wrongs.place(entity.bytes);
    wrongs.print(name, severity, page);
}

/// Prints the findings of a message: errors first, then remarks if they are enabled.
pub fn say_of_mail(name: &str, bytes: &[u8], findings: &[Finding], page: &mut Page<'_>) {
    if findings.is_empty() {
        return;
    }
    for severity in [Severity::Error, Severity::Remark] {
        if severity == Severity::Remark && !page.shows_remarks() {
            continue;
        }
        let mut wrongs = DocumentFindings::default();
        let so_severe = findings.iter().filter(|finding| finding.rule.severity() == severity);
        so_severe.for_each(|&finding| wrongs.report(finding));
        wrongs.place(bytes);
        wrongs.print(name, severity, page);
    }
}

/// Reports a document that was not read because of its size.
pub fn too_large(name: &str, bytes: u64, limit: u64, page: &mut Page<'_>) {
    let size = format!("{bytes} bytes");
    left_out(name, rules::DOCUMENT_TOO_LARGE, size.len(), &format!("{size}; --max-document {limit}"), None, page);
}

/// Rejects a document of an unreadable kind. `done` names the operation in the message, such as `rewritten`.
pub fn check_readable(name: &str, bytes: &[u8], done: &str) -> Result<(), Trouble> {
    match napkin_document::unreadable(bytes, None) {
        None => Ok(()),
        Some(found) => {
            let rule = rules::DOCUMENT_UNREADABLE;
            Err(Trouble::Usage(format!("{name}: {}: {found} cannot be {done} ({})", rule.sentence(), rule.code())))
        }
    }
}

/// Reports a document of an unreadable kind, and returns whether it is one. `option` names the option that reads it
/// anyway, or is empty.
pub fn is_unreadable(name: &str, bytes: &[u8], charset: Option<&str>, option: &str, page: &mut Page<'_>) -> bool {
    let Some(found) = napkin_document::unreadable(bytes, charset) else { return false };
    let text = if option.is_empty() { found.to_owned() } else { format!("{found}; {option} reads it all the same") };
    left_out(name, rules::DOCUMENT_UNREADABLE, found.len(), &text, Some(found), page);
    true
}

/// Reports a document whose links cannot be read, and returns whether it is one. PDF is no text, but its links are read.
///
/// ```
/// use napkin_answer::document_findings::has_unreadable_links;
/// use napkin_answer::output::{Form, Page, Printing, Session};
/// use napkin_document::Entity;
/// let session = Session::silent();
/// let printing = Printing::new(Form::Json, &session);
/// let mut page = Page::new(&printing);
/// assert!(has_unreadable_links("a.gif", &Entity::new(b"GIF89a\x01\0"), &mut page));
/// assert!(!has_unreadable_links("a.pdf", &Entity::new(b"%PDF-1.7\n"), &mut page));
/// ```
pub fn has_unreadable_links(name: &str, entity: &Entity<'_>, page: &mut Page<'_>) -> bool {
    entity.kind != Kind::Pdf && is_unreadable(name, entity.bytes, entity.charset, "--type text", page)
}

/// Reports an archive, or a member of one, that is not read.
///
/// ```
/// use napkin_answer::document_findings::archive;
/// use napkin_answer::output::{Form, Page, Printing, Session};
/// use napkin_document::archive::ArchiveError;
/// let session = Session::silent();
/// let printing = Printing::new(Form::Json, &session);
/// let mut page = Page::new(&printing);
/// archive("book.epub", &ArchiveError::Members(9), &mut page);
/// assert!(String::from_utf8(page.into_out().unwrap()).unwrap().contains("\"rule\":\"archive-too-large\""));
/// ```
pub fn archive(name: &str, error: &ArchiveError, page: &mut Page<'_>) {
    let text = error.to_string();
    left_out(name, error.rule(), text.len(), &text, Some(&text), page);
}

/// Reports that the output for a document was cut at its limit.
pub fn output_too_long(name: &str, limit: usize, page: &mut Page<'_>) {
    let size = format!("more than {limit} bytes");
    let text = format!("{size}; raise --max-output");
    left_out(name, rules::OUTPUT_TOO_LONG, size.len(), &text, Some(&text), page);
}

/// Reports that a document, or the rest of it, is left out. `marked` is the number of bytes of `text` that are underlined, and `why` adds to
/// the message of the record.
fn left_out(name: &str, rule: Rule, marked: usize, text: &str, why: Option<&str>, page: &mut Page<'_>) {
    let finding = Finding::new(rule, Standard::Whatwg, Span::new(0, marked), "", None);
    page.diagnose(text, Place::At { source: name, line: 1, column: 1 }, &[finding]);
    let message = why.map_or_else(|| finding.to_string(), |why| format!("{finding}: {why}"));
    page.lacks(name, (1, 1), &finding, &message);
    page.leave_out();
}
