//! Compares definitions of schemes with the guidelines for new schemes.

use std::ops::ControlFlow;

use napkin::{Finding, Rule};
use napkin_scheme::lint::{self, Remark, Surroundings};
use napkin_scheme::source::{Limits, Node, read};

use super::book::Source;
use crate::fields;
use crate::output::{self, Page, Value};

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
    let surroundings = known.map_or_else(Surroundings::default, |names| Surroundings::default().with_retrievers(names));
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
        if !page.tells_errors() {
            self.diagnose(&open, page);
        }
        page.row(self);
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

    /// Returns the line in the source, from 1.
    fn line(&self) -> usize {
        self.source.number(self.start)
    }

    /// Counts findings and questions in words.
    fn summary(&self) -> String {
        let open = self.open();
        let asked = codes_of_questions(&open).count();
        match (open.len() - asked, asked) {
            (0, 0) => "ok".to_owned(),
            (found, 0) => count(found, "finding"),
            (0, asked) => count(asked, "question"),
            (found, asked) => format!("{}, {}", count(found, "finding"), count(asked, "question")),
        }
    }
}

impl output::Row for Linted<'_> {
    fields! { self;
        let open = self.open();
        let asked = codes_of_questions(&open).collect::<Vec<_>>();
        "source" => &self.source.name,
        "scheme" => self.scheme,
        "line" => self.line(),
        "ok" => open.is_empty(),
        "findings" => &open[..],
        "questions" => Value::Names(&asked),
        "accepted" => Value::Names(&self.accepted()),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let (name, scheme) = (&self.source.name, self.scheme.unwrap_or("-"));
        page.line(format_args!("{name}:{}\t{scheme}\t{}", self.line(), self.summary()));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let (heading, aside, name) = (page.paint().heading(), page.paint().aside(), page.paint().name());
        let (scheme, summary) = (self.scheme.unwrap_or("-"), self.summary());
        let place = format!("{}:{}", self.source.name, self.line());
        page.line(format_args!("{heading}{scheme}{heading:#}  {summary}  {aside}{place}{aside:#}"));
        for remark in &self.remarks {
            if let Some(reason) = &remark.accepted {
                page.line(format_args!("  accepted {name}{}{name:#}: {reason}", remark.rule.code()));
            }
        }
    }
}

/// Returns the codes of findings that are questions.
fn codes_of_questions(findings: &[Finding]) -> impl Iterator<Item = &'static str> {
    let rules = findings.iter().map(|finding| finding.rule);
    rules.filter(|&rule| lint::question(rule).is_some()).map(Rule::code)
}

fn count(number: usize, of: &str) -> String {
    format!("{number} {of}{}", if number == 1 { "" } else { "s" })
}
