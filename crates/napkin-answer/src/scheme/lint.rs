//! Compares definitions of schemes with the guidelines for new schemes.

use std::ops::ControlFlow;

use napkin::{Finding, Rule};
use napkin_scheme::lint::{self, Remark, Surroundings};
use napkin_scheme::source::{Limits, Node, read};

use super::book::Source;
use crate::output::{Page, Value};

/// The names of the fields, in their order.
pub const FIELDS: [&str; 7] = ["source", "scheme", "line", "ok", "findings", "questions", "accepted"];

/// The most diagnostics of one definition: each quotes its line, which may be the whole file.
const DIAGNOSTICS: usize = 1000;

/// Prints the lint's findings on each definition of a file; findings outside of all definitions come first.
pub fn answer(source: &Source, limits: &Limits, page: &mut Page<'_>) {
    linted(source, limits, &mut |one| {
        one.print(page);
        page.flow()
    });
}

/// Returns the schemes that `napkin get` retrieves. A build without retrieval returns `None`, and the lint then trusts the
/// definitions.
#[cfg(feature = "retrieve")]
fn retrievers() -> Option<Vec<&'static str>> {
    Some(napkin_retrieve::Client::new(napkin_retrieve::Policy::everything()).schemes().collect())
}

#[cfg(not(feature = "retrieve"))]
fn retrievers() -> Option<Vec<&'static str>> {
    None
}

/// Passes the lint's findings on each definition of a file to `each`; findings outside of all definitions come first.
///
/// Ends when `each` breaks.
pub fn linted(source: &Source, limits: &Limits, each: &mut dyn FnMut(&Linted<'_>) -> ControlFlow<()>) {
    let (node, mut unread) = match Node::parse_toml(&source.text, limits) {
        Ok(node) => (Some(node), Vec::new()),
        Err(finding) => (None, vec![finding]),
    };
    let definitions = node.as_ref().map(|node| read(node, limits, &mut unread)).unwrap_or_default();
    // A syntax finding belongs to the definition around it, or else to the file.
    let mut of_each = vec![Vec::new(); definitions.len()];
    let mut rest = Vec::new();
    for finding in unread {
        let next = definitions.partition_point(|(node, _)| node.span.start <= finding.span.start);
        match next.checked_sub(1).filter(|&at| finding.span.end <= definitions[at].0.span.end) {
            Some(at) => of_each[at].push(finding),
            None => rest.push(finding),
        }
    }
    if let Some(start) = rest.first().map(|finding| finding.span.start) {
        let lost = Linted { source, scheme: None, start, findings: rest, remarks: Vec::new(), node: None };
        if each(&lost).is_break() {
            return;
        }
    }
    let retrievers = retrievers();
    let known = retrievers.as_deref();
    let surroundings = known.map_or_else(Surroundings::default, |names| Surroundings::default().retrievers(names));
    for ((node, definition), findings) in definitions.iter().zip(of_each) {
        let linted = Linted {
            source,
            scheme: Some(&definition.name),
            start: node.get("name").unwrap_or(node).span.start,
            findings,
            remarks: lint::lint(definition, &surroundings),
            node: Some(node),
        };
        if each(&linted).is_break() {
            return;
        }
    }
}

/// A definition, or the text outside of all definitions, and the lint's findings on it.
#[derive(Debug)]
pub struct Linted<'l> {
    source: &'l Source,
    /// The name of the scheme; `None` for text outside of all definitions.
    pub scheme: Option<&'l str>,
    start: usize,
    /// Syntax findings.
    findings: Vec<Finding>,
    /// Broken rules and open questions, accepted or not.
    pub remarks: Vec<Remark>,
    node: Option<&'l Node>,
}

impl Linted<'_> {
    /// Returns the findings that are not accepted, in the order of their places.
    #[must_use]
    pub fn open(&self) -> Vec<Finding> {
        let remarks = self.remarks.iter().filter(|remark| remark.accepted.is_none());
        let of_lint = remarks.filter_map(|remark| Some(remark.finding(self.node?)));
        let mut open: Vec<Finding> = self.findings.iter().copied().chain(of_lint).collect();
        open.sort_by_key(|finding| finding.span.start);
        open
    }

    fn print(&self, page: &mut Page<'_>) {
        page.count();
        let open = self.open();
        if !open.is_empty() {
            page.say_no();
        }
        let line = self.source.number(self.start);
        if !page.has_fields() || !page.tells_errors() {
            self.diagnose(&open, page);
        }
        if !self.fields(&open, line, page) {
            self.line(&open, line, page);
        }
    }

    fn diagnose(&self, open: &[Finding], page: &mut Page<'_>) {
        for finding in open.iter().take(DIAGNOSTICS) {
            let (line, place, finding) = self.source.line(finding);
            page.diagnose(line, place, &[finding]);
        }
        if open.len() > DIAGNOSTICS {
            page.note(&format!("{}: {} more findings; --json has them", self.source.name, open.len() - DIAGNOSTICS));
        }
    }

    /// Returns the codes of accepted rules, each once.
    fn accepted(&self) -> Vec<&'static str> {
        let accepted = self.remarks.iter().filter(|remark| remark.accepted.is_some());
        let mut codes: Vec<_> = accepted.map(|remark| remark.rule.code()).collect();
        codes.dedup();
        codes
    }

    fn fields(&self, open: &[Finding], line: usize, page: &mut Page<'_>) -> bool {
        let is_question = |rule: Rule| lint::question(rule).is_some();
        let asked: Vec<&str> =
            open.iter().filter(|finding| is_question(finding.rule)).map(|finding| finding.rule.code()).collect();
        let accepted = self.accepted();
        let values = [
            Value::Text(&self.source.name),
            self.scheme.into(),
            Value::Number(line),
            Value::Bool(open.is_empty()),
            Value::Findings(open),
            Value::Names(&asked),
            Value::Names(&accepted),
        ];
        let fields: Vec<_> = FIELDS.into_iter().zip(values).collect();
        page.fields(&fields)
    }

    fn line(&self, open: &[Finding], line: usize, page: &mut Page<'_>) {
        let asked = open.iter().filter(|finding| lint::question(finding.rule).is_some()).count();
        let said = match (open.len() - asked, asked) {
            (0, 0) => "ok".to_owned(),
            (found, 0) => count(found, "finding"),
            (0, asked) => count(asked, "question"),
            (found, asked) => format!("{}, {}", count(found, "finding"), count(asked, "question")),
        };
        let place = format!("{}:{line}", self.source.name);
        let scheme = self.scheme.unwrap_or("-");
        if !page.is_pretty() {
            return page.line(format_args!("{place}\t{scheme}\t{said}"));
        }
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        page.line(format_args!("{heading}{scheme}{heading:#}  {said}  {aside}{place}{aside:#}"));
        for remark in &self.remarks {
            if let Some(reason) = &remark.accepted {
                let (code, name) = (remark.rule.code(), page.paint().name());
                page.line(format_args!("  accepted {name}{code}{name:#}: {reason}"));
            }
        }
    }
}

fn count(number: usize, of: &str) -> String {
    format!("{number} {of}{}", if number == 1 { "" } else { "s" })
}
