//! `napkin scheme lint`: definitions held against the guidelines.

use std::path::{Path, PathBuf};

use napkin::scheme::lint::{self, Remark, Surroundings};
use napkin::scheme::source::{Limits, Node, read};
use napkin::{Finding, Rule};

use super::Source;
use crate::options::SchemeLint;
use crate::output::{Answer, Page, Printer, Session, Trouble, Value};

const FIELDS: [&str; 7] = ["source", "scheme", "line", "ok", "findings", "questions", "accepted"];

/// The most diagnostics of one definition: each quotes its line, which may be the whole file.
const DIAGNOSTICS: usize = 1000;

pub(super) fn run(options: &SchemeLint, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &FIELDS)?;
    let standard_input = [PathBuf::from("-")];
    let files = if options.files.is_empty() { &standard_input[..] } else { &options.files };
    let retrievers = retrievers();
    let mut printer = Printer::new(session);
    for path in files {
        let mut page = Page::new(&printing);
        file(path, &options.limits.limits(), retrievers.as_deref(), &mut page);
        printer.print(&mut page);
    }
    Ok(printer.finish())
}

/// The schemes that `napkin get` retrieves. A command that was built without it speaks for the one that has it, and believes
/// what definitions say.
#[cfg(feature = "retrieve")]
fn retrievers() -> Option<Vec<&'static str>> {
    Some(napkin_retrieve::Client::new(napkin_retrieve::Policy::everything()).schemes().collect())
}

#[cfg(not(feature = "retrieve"))]
fn retrievers() -> Option<Vec<&'static str>> {
    None
}

fn file(path: &Path, limits: &Limits, retrievers: Option<&[&str]>, page: &mut Page<'_>) {
    let source = match Source::read(path) {
        Ok(source) => source,
        Err(trouble) => return page.trouble(&trouble),
    };
    let (node, mut unread) = match Node::parse_toml(&source.text, limits) {
        Ok(node) => (Some(node), Vec::new()),
        Err(finding) => (None, vec![finding]),
    };
    let definitions = node.as_ref().map(|node| read(node, limits, &mut unread)).unwrap_or_default();
    let surroundings = retrievers.map_or_else(Surroundings::default, |names| Surroundings::default().retrievers(names));
    let mut linted: Vec<Linted> = definitions
        .iter()
        .map(|(node, definition)| Linted {
            source: &source,
            scheme: Some(&definition.name),
            start: node.get("name").unwrap_or(node).span.start,
            findings: Vec::new(),
            remarks: lint::lint(definition, &surroundings),
            node: Some(node),
        })
        .collect();
    // What could not be read belongs to the definition it stands in; what stands in none, to the file.
    let mut rest = Vec::new();
    for finding in unread {
        let holds = |one: &&mut Linted<'_>| {
            one.node.is_some_and(|node| node.span.start <= finding.span.start && finding.span.end <= node.span.end)
        };
        match linted.iter_mut().find(holds) {
            Some(one) => one.findings.push(finding),
            None => rest.push(finding),
        }
    }
    if !rest.is_empty() {
        let start = rest[0].span.start;
        let file = Linted { source: &source, scheme: None, start, findings: rest, remarks: Vec::new(), node: None };
        file.print(page);
    }
    linted.iter().for_each(|one| one.print(page));
}

/// A definition, or what is no definition, and what is said of it.
struct Linted<'l> {
    source: &'l Source,
    scheme: Option<&'l str>,
    start: usize,
    /// What could not be read.
    findings: Vec<Finding>,
    remarks: Vec<Remark>,
    node: Option<&'l Node>,
}

impl Linted<'_> {
    /// What is open, in the order of the places.
    fn open(&self) -> Vec<Finding> {
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

    /// The codes of what is accepted, each once.
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
