//! What is wrong with a document itself, rather than with one of its references.
//!
//! Decides: that it is said when all references have been printed, in the order of the places, whether the document was held
//! or not, and that only what opens it is quoted: what follows may hold a password.

use napkin::{Finding, Rule, Severity, Sink, Span, Standard};
use napkin_document::{Entity, Options};

use crate::output::{Cursor, Page, Spot};
use crate::stream::Place;

/// The most findings that are kept of one document.
const KEPT: usize = 100;

/// What has been found.
#[derive(Default)]
pub(in crate::commands) struct Wrongs {
    all: Vec<Wrong>,
    /// What the document would lack if it ended where the last window does.
    open: Option<Wrong>,
    /// Those of the window that is being read.
    fresh: Vec<Finding>,
    /// Where that begins.
    start: Spot,
}

struct Wrong {
    place: (usize, usize),
    text: String,
    finding: Finding,
}

/// Takes findings of the window that is being read.
impl Sink for Wrongs {
    fn report(&mut self, finding: Finding) {
        if self.is_open() {
            self.fresh.push(finding);
        }
    }

    fn is_open(&self) -> bool {
        self.all.len() + self.fresh.len() < KEPT
    }
}

impl Wrongs {
    /// Finds the places in a window of what has been reported.
    pub(in crate::commands) fn place(&mut self, window: &[u8]) {
        self.fresh.sort_by_key(|finding| finding.span);
        let mut cursor = Cursor::resume(window, self.start);
        self.all.extend(self.fresh.drain(..).map(|finding| Wrong::new(finding, window, &mut cursor)));
    }

    /// What stands open at the end of a window, in which it begins.
    pub(super) fn open(&mut self, finding: Finding, window: &[u8]) {
        self.open = Some(Wrong::new(finding, window, &mut Cursor::resume(window, self.start)));
    }

    /// What stands open is the document's.
    pub(super) fn end(&mut self) {
        self.all.extend(self.open.take());
    }

    /// The next window begins here.
    pub(super) fn pass(&mut self, start: Spot) {
        self.start = start;
    }

    /// Prints all of it, as errors or as what is worth knowing.
    pub(in crate::commands) fn print(mut self, name: &str, severity: Severity, page: &mut Page<'_>) {
        self.all.sort_by_key(|wrong| wrong.place);
        for wrong in self.all {
            let (line, column) = wrong.place;
            let place = Place::At { source: name, line, column };
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
        let finding = Finding { span: Span::new(0, text.len()), ..finding };
        Self { place: (at.line, at.column), text, finding }
    }
}

/// Says what is wrong with a document whose references are printed in another way.
pub(in crate::commands) fn say(name: &str, entity: &Entity<'_>, severity: Severity, page: &mut Page<'_>) {
    let mut wrongs = Wrongs::default();
    napkin_document::read(entity, &Options::default(), &mut wrongs, &mut |_| {});
    wrongs.place(entity.bytes);
    wrongs.print(name, severity, page);
}

/// Says what is wrong with a message: errors first, then what is worth a remark, to those who want to know.
pub(in crate::commands) fn say_of_mail(name: &str, bytes: &[u8], findings: &[Finding], page: &mut Page<'_>) {
    if findings.is_empty() {
        return;
    }
    for severity in [Severity::Error, Severity::Remark] {
        if severity == Severity::Remark && !page.shows_remarks() {
            continue;
        }
        let mut wrongs = Wrongs::default();
        let so_severe = findings.iter().filter(|finding| finding.rule.severity() == severity);
        so_severe.for_each(|&finding| wrongs.report(finding));
        wrongs.place(bytes);
        wrongs.print(name, severity, page);
    }
}

/// Says that a document is not held, and so not read, because of its size.
pub(in crate::commands) fn too_large(name: &str, bytes: u64, limit: u64, page: &mut Page<'_>) {
    let size = format!("{bytes} bytes");
    let finding = Finding::new(Rule::DocumentTooLarge, Standard::Whatwg, Span::new(0, size.len()), "", None);
    page.diagnose(
        &format!("{size}; --max-document {limit}"),
        Place::At { source: name, line: 1, column: 1 },
        &[finding],
    );
    page.leave_out();
}
