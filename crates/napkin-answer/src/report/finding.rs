//! Findings and rules, as every form of report receives them.

use std::borrow::Cow;

use napkin::Span;

use super::place::Place;
use crate::output::Lacking;

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Something to know.
    Note,
    /// Something to look at.
    Warning,
    /// Something to mend.
    Error,
}

/// Who decided that a finding does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suppression {
    /// A comment in the document.
    InSource,
    /// A baseline, or an option.
    External(&'static str),
}

/// A rule, as reports describe it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The code of the rule.
    pub code: &'static str,
    /// What the rule finds, in a sentence.
    pub sentence: &'static str,
    /// Why that matters.
    pub why: Cow<'static, str>,
    /// The standard that the rule cites; may be empty.
    pub see: &'static str,
    /// The address of an explanation.
    pub help: Option<String>,
    /// How grave its findings are.
    pub severity: Severity,
    /// The words by which code hosts group rules.
    pub tags: &'static [&'static str],
}

/// The command that reports.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name of the command, such as `napkin check`.
    pub name: &'static str,
    /// The heading of a report for people.
    pub heading: &'static str,
    /// The rules of the command.
    pub rules: Vec<Rule>,
}

/// A replacement that would end a finding.
#[derive(Clone, Debug)]
pub struct Fix<'f> {
    /// The bytes of the file to replace.
    pub span: Span,
    /// The beginning and the end of these bytes; `None` if lines are not counted in the file.
    pub places: Option<(Place, Place)>,
    /// The new text.
    pub text: Cow<'f, str>,
}

/// A finding of a command. All texts are free of secrets.
#[derive(Clone, Debug)]
pub struct Finding<'f> {
    /// The code of the rule.
    pub rule: &'f str,
    /// How grave it is.
    pub severity: Severity,
    /// Whether the run fails because of it.
    pub fails: bool,
    /// The file, or the URL of the document.
    pub file: &'f str,
    /// The part of the file that the lines belong to, such as a message of a mailbox.
    pub inside: Option<&'f str>,
    /// The beginning and the end of the bytes; `None` if lines are not counted in the file.
    pub places: Option<(Place, Place)>,
    /// The bytes of the file; `None` if the file is a list that is read as a stream.
    pub span: Option<Span>,
    /// The text of these bytes, as the file has it; `None` if it contains a secret or is not text.
    pub text: Option<Cow<'f, str>>,
    /// The reference that the finding is about.
    pub reference: Cow<'f, str>,
    /// What is wrong.
    pub message: Cow<'f, str>,
    /// The line and the column for people, if they are not those of `places`.
    pub position: (usize, usize),
    /// The name of the finding, wherever it occurs in its document.
    pub fingerprint: String,
    /// The hash of the line by which GitHub recognises a finding.
    pub line_hash: Option<String>,
    /// What would end the finding.
    pub fix: Option<Fix<'f>>,
    /// Why the finding does not count.
    pub suppression: Option<Suppression>,
}

/// The form of a report. Every function appends to the report.
pub(super) trait Print {
    /// Begins the report.
    fn begin(&mut self, tool: &Tool, out: &mut Vec<u8>);
    /// Prints a finding.
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>);
    /// Ends the report. `counts` is a sentence.
    fn end(&mut self, tool: &Tool, gaps: &[Lacking], counts: &str, out: &mut Vec<u8>);
}

/// Returns where a finding is, for people.
pub(super) fn position(finding: &Finding<'_>) -> String {
    let (line, column) = finding.position;
    match finding.inside.and_then(|inside| inside.strip_prefix(finding.file)) {
        Some(part) => format!("{}:{line}:{column}", part.trim_start_matches(':')),
        None => format!("{line}:{column}"),
    }
}

/// Returns what is lacking, with its place.
pub(super) fn gap_text(gap: &Lacking) -> String {
    match &gap.place {
        Some((file, line, column)) => format!("{file}:{line}:{column}: {}", gap.message),
        None => gap.message.clone(),
    }
}
