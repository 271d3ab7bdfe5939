//! Reports what the links of documents point at.
//!
//! [`napkin_check`] judges the links; this module prints them as rows, and the counts at the end.

use std::fmt::Write;

use napkin_check::{Checked, Summary, Verdict};
use sha2::{Digest, Sha256};

use crate::fields;
use crate::output::{self, Page, Value, shown};
use crate::report::{self, Names, Place, Severity, Suppression, Text, Tool};

/// A link with its verdict.
///
/// ```
/// use napkin_answer::check::Row;
/// use napkin_answer::output::{Form, Page, Printing, Session};
/// use napkin_check::{Checker, Document, Options};
/// let session = Session::silent();
/// let printing = Printing::new(Form::Plain, &session);
/// let mut page = Page::new(&printing);
/// let menu = Document::new("menu.html", "<a href=#beer>");
/// let _ = Checker::new(Options::default()).check(&menu, &mut (), &mut |checked| page.row(&Row::new(&checked)));
/// let expected = "menu.html:1:9\tfragment-missing\t#beer\tno place named `beer` in this document\n";
/// assert_eq!(page.into_out().unwrap(), expected.as_bytes());
/// ```
#[derive(Debug)]
pub struct Row<'r> {
    checked: &'r Checked,
    /// Whether it stands below the name of its target, so that it names its document.
    is_below_target: bool,
}

impl<'r> Row<'r> {
    /// Creates the row of a link.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let _ = Checker::new(Options::default()).check(&Document::new("a.html", "<a href=#x>"), &mut (), &mut |checked| {
    ///     println!("{:?}", napkin_answer::check::Row::new(&checked));
    /// });
    /// ```
    #[must_use]
    pub const fn new(checked: &'r Checked) -> Self {
        Self { checked, is_below_target: false }
    }

    /// Returns the row that stands below the name of its target.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let _ = Checker::new(Options::default()).check(&Document::new("a.html", "<a href=#x>"), &mut (), &mut |checked| {
    ///     println!("{:?}", napkin_answer::check::Row::new(&checked).below_target());
    /// });
    /// ```
    #[must_use]
    pub const fn below_target(self) -> Self {
        Self { is_below_target: true, ..self }
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        let checked = self.checked;
        let redirects = redirects(checked);
        "source" => &*checked.source,
        "part" => checked.part.as_deref(),
        "line" => checked.line,
        "column" => checked.column,
        "start" => checked.span.start,
        "end" => checked.span.end,
        "raw" => &*checked.raw,
        "context" => &*checked.context,
        "text" => checked.text.as_deref(),
        "absolute" => checked.absolute.as_deref(),
        "verdict" => checked.verdict.name(),
        "status" => checked.status,
        "final" => checked.final_url.as_deref(),
        "redirects" => &*redirects,
        "reason" => &*checked.reason,
        "suggestion" => checked.suggestion.as_deref(),
        "fixed" => checked.fixed,
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Self { checked, .. } = self;
        let place = format!("{}:{}:{}", shown(&checked.source), checked.line, checked.column);
        page.columns(&[&place, &checked.verdict, &shown(&checked.raw), &shown(&reason(checked))]);
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let Self { checked, is_below_target } = self;
        let (key, aside) = (page.paint().error(), page.paint().aside());
        let style = if checked.verdict.is_failure() { key } else { aside };
        let mut place = format!("{}:{}", checked.line, checked.column);
        if *is_below_target {
            place = format!("{}:{place}", shown(&checked.source));
        }
        page.line(format_args!("  {place:<8}{style}{:<19}{style:#}{}", checked.verdict, checked.raw));
        let text = checked.text.as_deref().filter(|text| *text != checked.raw);
        let text = text.map(|text| format!("\u{201c}{text}\u{201d} ")).unwrap_or_default();
        let why = reason(checked);
        if !why.is_empty() || !text.is_empty() {
            page.line(format_args!("          {aside}{text}{why}{aside:#}"));
        }
    }
}

/// Describes `napkin check` and its verdicts for reports.
///
/// ```
/// let tool = napkin_answer::check::tool();
/// assert_eq!(tool.rules.iter().find(|rule| rule.code == "gone").unwrap().sentence, "The server says that the target has been removed for good: 410");
/// ```
#[must_use]
pub fn tool() -> Tool {
    let rules = Verdict::ALL.into_iter().map(|verdict| report::Rule {
        code: verdict.name(),
        sentence: verdict.sentence(),
        why: format!("{}. Readers who follow the link do not arrive where its author meant.", verdict.sentence())
            .into(),
        see: "",
        help: None,
        severity: severity(verdict),
        tags: &["links"],
    });
    Tool { name: "napkin check", heading: "Links", rules: rules.collect() }
}

fn severity(verdict: Verdict) -> Severity {
    match verdict {
        _ if verdict.is_failure() => Severity::Error,
        Verdict::RedirectPermanent => Severity::Warning,
        _ => Severity::Note,
    }
}

/// Returns the fingerprint of a link, which is the same wherever the link is in its document. `source` names the document.
///
/// ```
/// use napkin_check::{Checker, Document, Options};
/// let mut prints = Vec::new();
/// let page = Document::new("a.html", "<a href=#x>\n<a href=#x><a href=#y>");
/// Checker::new(Options::default()).check(&page, &mut (), &mut |link| {
///     prints.push(napkin_answer::check::fingerprint(&link, "a.html"));
/// });
/// assert!(prints[0] == prints[1] && prints[1] != prints[2]);
/// ```
#[must_use]
pub fn fingerprint(link: &Checked, source: &str) -> String {
    let mut digest = Sha256::new();
    for piece in [link.verdict.name(), "\0", source, "\0", &link.raw] {
        digest.update(piece);
    }
    format!("{:x}", digest.finalize())
}

/// Describes a link for reports. `names` names the document, and `text` is the document if it is a file.
///
/// ```
/// use napkin_answer::report::Names;
/// use napkin_check::{Checker, Document, Options};
/// let page = Document::new("./a.html", "é <a href=#x>");
/// Checker::new(Options::default()).check(&page, &mut (), &mut |link| {
///     let names = Names::from_folder("");
///     let file = names.of("./a.html");
///     let finding = napkin_answer::check::reported(&link, &file, &names, None, None);
///     let (start, end) = finding.places.unwrap();
///     assert_eq!((finding.file, start.column, start.byte_column, end.column), ("a.html", 11, 12, 13));
/// });
/// ```
#[must_use]
pub fn reported<'f>(
    link: &'f Checked,
    file: &'f str,
    names: &Names,
    text: Option<&Text<'_>>,
    suppression: Option<Suppression>,
) -> report::Finding<'f> {
    let (line, column, byte_column) = link.end;
    let end = Place { line, column, byte_column };
    let start = Place { line: link.line, column: link.column, byte_column: link.byte_column };
    report::Finding {
        rule: link.verdict.name(),
        severity: severity(link.verdict),
        fails: link.verdict.is_failure(),
        file,
        inside: link.part.as_deref(),
        places: Some((start, end)),
        span: Some(link.span),
        text: link.is_exact.then(|| (&*link.raw).into()),
        reference: (&*link.raw).into(),
        message: reason(link).into(),
        position: (link.line, link.column),
        fingerprint: fingerprint(link, &names.of(&link.source)),
        line_hash: text.and_then(|text| text.line_hash(link.line)),
        fix: None,
        suppression,
    }
}

/// Returns the reason, and what the link should be instead.
fn reason(checked: &Checked) -> String {
    match &checked.suggestion {
        Some(suggestion) => format!("{}; write {suggestion}", checked.reason),
        None => checked.reason.to_string(),
    }
}

fn redirects(checked: &Checked) -> Vec<Vec<(&'static str, Value<'_>)>> {
    checked
        .redirects
        .iter()
        .map(|(url, status)| vec![("url", Value::from(url)), ("status", Value::from(*status))])
        .collect()
}

/// Returns the counts in a sentence: `3 links in 1 document: 2 ok, 1 broken`.
///
/// ```
/// use napkin_check::{Checker, Document, Options};
/// let mut checker = Checker::new(Options::default());
/// let _ = checker.check(&Document::new("menu.html", "<a href=#beer><a href=tel:+1>"), &mut (), &mut |_| {});
/// let summary = napkin_answer::check::summary(&checker.summary());
/// assert_eq!(summary, "2 links in 1 document: 1 ok, 1 fragment-missing");
/// ```
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let plural = |count: usize, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
    let mut text = format!("{} in {}", plural(summary.links(), "link"), plural(summary.documents(), "document"));
    let counted = Verdict::ALL.into_iter().map(|verdict| (verdict, summary.count(verdict)));
    for (number, (verdict, count)) in counted.filter(|(_, count)| *count > 0).enumerate() {
        let _ = write!(text, "{} {count} {verdict}", if number == 0 { ":" } else { "," });
    }
    if summary.unseen() > 0 {
        let _ = write!(text, "; {} could not be looked at", summary.unseen());
    }
    text
}
