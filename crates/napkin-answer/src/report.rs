//! Reports of findings for other programs: SARIF, JUnit, Markdown, GitHub, GitLab and reviewdog.
//!
//! Every command that finds something describes it as a [`Finding`], and a [`Printer`] writes findings one after the other, so
//! that a report of any length takes constant memory. Start reading at [`Printer`]; each form has its own file.

mod github;
mod gitlab;
mod junit;
mod line_hash;
mod markdown;
mod names;
mod place;
mod rdjson;
mod sarif;

use std::borrow::Cow;
use std::str::FromStr;

use napkin::Span;

pub use self::line_hash::LineHashes;
pub use self::names::Names;
pub use self::place::{Place, Text};
use crate::output::Lacking;

/// The most gaps that a report lists. One more entry gives the number of those left out.
pub const GAPS: usize = 1000;

/// A form of reports.
///
/// ```
/// use napkin_answer::report::Form;
/// assert_eq!("gitlab".parse(), Ok(Form::Gitlab));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A log in SARIF 2.1.0.
    Sarif,
    /// Test cases of JUnit.
    Junit,
    /// Lists in Markdown.
    Markdown,
    /// Annotations of GitHub Actions.
    Github,
    /// A Code Quality report of GitLab.
    Gitlab,
    /// Diagnostics of reviewdog.
    Rdjson,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 6] = [Self::Sarif, Self::Junit, Self::Markdown, Self::Github, Self::Gitlab, Self::Rdjson];

    /// Returns the name in options.
    ///
    /// ```
    /// assert_eq!(napkin_answer::report::Form::Sarif.name(), "sarif");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Rdjson => "rdjson",
        }
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|form| form.name() == name);
        found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}

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

/// Prints findings in one form, as they are found.
///
/// ```
/// use napkin_answer::report::{Finding, Form, Place, Printer, Severity, Tool};
/// let tool = Tool { name: "napkin check", heading: "Links", rules: Vec::new() };
/// let mut printer = Printer::new(Form::Github, tool);
/// let place = Place::new(3, 1, 1);
/// let finding = Finding {
///     rule: "broken",
///     severity: Severity::Error,
///     fails: true,
///     file: "menu.html",
///     inside: None,
///     places: Some((place, place.after(b"beer"))),
///     span: None,
///     text: Some("beer".into()),
///     reference: "beer".into(),
///     message: "no file `beer`".into(),
///     position: (3, 1),
///     fingerprint: String::new(),
///     line_hash: None,
///     fix: None,
///     suppression: None,
/// };
/// let mut out = Vec::new();
/// printer.begin(&mut out);
/// printer.finding(&finding, &mut out);
/// printer.end(None, &mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "::error file=menu.html,line=3,endLine=3,col=1,endColumn=5,title=broken::beer: no file `beer`\n"
/// );
/// ```
pub struct Printer {
    tool: Tool,
    printer: Box<dyn Print + Send>,
    gaps: Vec<Lacking>,
    gaps_left_out: usize,
    takes_suppressed: bool,
    /// The number of findings, and the number that fail.
    counts: (usize, usize),
}

/// The form of a report. Every function appends to the report.
trait Print {
    /// Begins the report.
    fn begin(&mut self, tool: &Tool, out: &mut Vec<u8>);
    /// Prints a finding.
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>);
    /// Ends the report. `counts` is a sentence.
    fn end(&mut self, tool: &Tool, gaps: &[Lacking], counts: &str, out: &mut Vec<u8>);
}

impl Printer {
    /// Creates a printer.
    #[must_use]
    pub fn new(form: Form, tool: Tool) -> Self {
        let printer: Box<dyn Print + Send> = match form {
            Form::Sarif => Box::<sarif::Sarif>::default(),
            Form::Junit => Box::<junit::Junit>::default(),
            Form::Markdown => Box::<markdown::Markdown>::default(),
            Form::Github => Box::new(github::Github),
            Form::Gitlab => Box::<gitlab::Gitlab>::default(),
            Form::Rdjson => Box::<rdjson::Rdjson>::default(),
        };
        let takes_suppressed = form == Form::Sarif;
        Self { tool, printer, gaps: Vec::new(), gaps_left_out: 0, takes_suppressed, counts: (0, 0) }
    }

    /// Leaves out findings that are suppressed. Only SARIF has a place for them.
    #[must_use]
    pub fn without_suppressed(self) -> Self {
        Self { takes_suppressed: false, ..self }
    }

    /// Begins the report.
    pub fn begin(&mut self, out: &mut Vec<u8>) {
        self.printer.begin(&self.tool, out);
    }

    /// Prints a finding.
    pub fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        if finding.suppression.is_none() || self.takes_suppressed {
            self.printer.finding(finding, out);
        }
        if finding.suppression.is_none() {
            self.counts.0 += 1;
            self.counts.1 += usize::from(finding.fails);
        }
    }

    /// Keeps a reason why the report is incomplete, for its end.
    pub fn gap(&mut self, gap: &Lacking) {
        if self.gaps.len() < GAPS {
            self.gaps.push(gap.clone());
        } else {
            self.gaps_left_out += 1;
        }
    }

    /// Ends the report. `counts` says what was found; `None` counts the findings.
    pub fn end(&mut self, counts: Option<&str>, out: &mut Vec<u8>) {
        if self.gaps_left_out > 0 {
            let message = format!("{} more notifications are not listed", self.gaps_left_out);
            self.gaps.push(Lacking { rule: None, message, place: None });
        }
        let (all, failing) = self.counts;
        let own = format!("{all} {}, {failing} failing", if all == 1 { "finding" } else { "findings" });
        self.printer.end(&self.tool, &self.gaps, counts.unwrap_or(&own), out);
    }
}

/// Returns where a finding is, for people.
fn position(finding: &Finding<'_>) -> String {
    let (line, column) = finding.position;
    match finding.inside.and_then(|inside| inside.strip_prefix(finding.file)) {
        Some(part) => format!("{}:{line}:{column}", part.trim_start_matches(':')),
        None => format!("{line}:{column}"),
    }
}

/// Returns what is lacking, with its place.
fn gap_text(gap: &Lacking) -> String {
    match &gap.place {
        Some((file, line, column)) => format!("{file}:{line}:{column}: {}", gap.message),
        None => gap.message.clone(),
    }
}
