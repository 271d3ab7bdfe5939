//! `napkin scheme lint`: definitions held against the guidelines.

use std::path::PathBuf;

use napkin::{Finding, Rule};
use napkin_scheme::lint::{self, Remark, Surroundings};
use napkin_scheme::source::{Limits, Node, read};

use super::book::Source;
use crate::options::SchemeLint;
#[cfg(feature = "serve")]
use crate::output::Printing;
use crate::output::{Answer, Page, Printer, Session, Trouble, Value};

const FIELDS: [&str; 7] = ["source", "scheme", "line", "ok", "findings", "questions", "accepted"];

/// The most diagnostics of one definition: each quotes its line, which may be the whole file.
const DIAGNOSTICS: usize = 1000;

pub(super) fn run(options: &SchemeLint, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &FIELDS)?;
    let standard_input = [PathBuf::from("-")];
    let files = if options.files.is_empty() { &standard_input[..] } else { &options.files };
    let mut printer = Printer::new(session);
    for path in files {
        let mut page = Page::new(&printing);
        match Source::read(path) {
            Ok(source) => linted(&source, &options.limits.limits(), &mut |one| one.print(&mut page)),
            Err(trouble) => page.trouble(&trouble),
        }
        printer.print(&mut page);
    }
    Ok(printer.finish())
}

/// What is said of definitions that are held, on one page. `after_each` may take what is there.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(
    options: &SchemeLint,
    name: &str,
    bytes: &[u8],
    printing: &'s Printing<'s>,
    after_each: &mut dyn FnMut(&mut Page<'s>),
) -> Result<Page<'s>, Trouble> {
    let source = Source::held(name.to_owned(), bytes.to_vec())?;
    let mut page = Page::new(printing);
    linted(&source, &options.limits.limits(), &mut |one| {
        one.print(&mut page);
        after_each(&mut page);
    });
    Ok(page)
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

/// Hands out what is said of each definition of a file, and first of what is none.
pub(crate) fn linted(source: &Source, limits: &Limits, each: &mut dyn FnMut(&Linted<'_>)) {
    let (node, mut unread) = match Node::parse_toml(&source.text, limits) {
        Ok(node) => (Some(node), Vec::new()),
        Err(finding) => (None, vec![finding]),
    };
    let definitions = node.as_ref().map(|node| read(node, limits, &mut unread)).unwrap_or_default();
    // What could not be read belongs to the definition it stands in; what stands in none, to the file.
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
        each(&Linted { source, scheme: None, start, findings: rest, remarks: Vec::new(), node: None });
    }
    let retrievers = retrievers();
    let known = retrievers.as_deref();
    let surroundings = known.map_or_else(Surroundings::default, |names| Surroundings::default().retrievers(names));
    for ((node, definition), findings) in definitions.iter().zip(of_each) {
        each(&Linted {
            source,
            scheme: Some(&definition.name),
            start: node.get("name").unwrap_or(node).span.start,
            findings,
            remarks: lint::lint(definition, &surroundings),
            node: Some(node),
        });
    }
}

/// A definition, or what is no definition, and what is said of it.
pub(crate) struct Linted<'l> {
    source: &'l Source,
    /// `None` for what is no definition.
    pub(crate) scheme: Option<&'l str>,
    start: usize,
    /// What could not be read.
    findings: Vec<Finding>,
    pub(crate) remarks: Vec<Remark>,
    node: Option<&'l Node>,
}

impl Linted<'_> {
    /// What is open, in the order of the places.
    pub(crate) fn open(&self) -> Vec<Finding> {
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
