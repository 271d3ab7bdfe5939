//! Reports of findings for other programs: SARIF, JUnit, Markdown, GitHub, GitLab and reviewdog.
//!
//! Every command that finds something describes it as a [`Finding`], and a [`Printer`] writes findings one after the other, so
//! that a report of any length takes constant memory. Start reading at [`Printer`]; each form has its own file.

mod finding;
mod github;
mod gitlab;
mod junit;
mod line_hash;
mod markdown;
mod names;
mod place;
mod rdjson;
mod sarif;

use std::str::FromStr;

use self::finding::Print;
pub use self::finding::{Finding, Fix, Rule, Severity, Suppression, Tool};
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

impl Printer {
    /// Creates a printer.
    ///
    /// ```
    /// use napkin_answer::report::{Form, Printer, Tool};
    /// let tool = Tool { name: "napkin audit", heading: "URLs", rules: Vec::new() };
    /// let mut out = Vec::new();
    /// let mut printer = Printer::new(Form::Gitlab, tool);
    /// printer.begin(&mut out);
    /// printer.end(None, &mut out);
    /// assert_eq!(out, b"[\n]\n");
    /// ```
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
    ///
    /// ```
    /// use napkin_answer::report::{Form, Printer, Tool};
    /// let tool = Tool { name: "napkin audit", heading: "URLs", rules: Vec::new() };
    /// let printer = Printer::new(Form::Sarif, tool).without_suppressed();
    /// # drop(printer);
    /// ```
    #[must_use]
    pub fn without_suppressed(self) -> Self {
        Self { takes_suppressed: false, ..self }
    }

    /// Begins the report.
    ///
    /// ```
    /// use napkin_answer::report::{Form, Printer, Tool};
    /// let tool = Tool { name: "napkin audit", heading: "URLs", rules: Vec::new() };
    /// let mut out = Vec::new();
    /// Printer::new(Form::Markdown, tool).begin(&mut out);
    /// assert_eq!(out, b"# URLs\n");
    /// ```
    pub fn begin(&mut self, out: &mut Vec<u8>) {
        self.printer.begin(&self.tool, out);
    }

    /// Prints a finding; [`Printer`] has an example.
    ///
    /// ```
    /// use napkin_answer::report::{Finding, Printer};
    /// fn both(printer: &mut Printer, one: &Finding<'_>, other: &Finding<'_>, out: &mut Vec<u8>) {
    ///     printer.finding(one, out);
    ///     printer.finding(other, out);
    /// }
    /// ```
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
    ///
    /// ```
    /// use napkin_answer::output::Lacking;
    /// use napkin_answer::report::{Form, Printer, Tool};
    /// let tool = Tool { name: "napkin audit", heading: "URLs", rules: Vec::new() };
    /// let mut printer = Printer::new(Form::Github, tool);
    /// printer.gap(&Lacking { rule: None, message: "menu.html: no such file".into(), place: None });
    /// let mut out = Vec::new();
    /// printer.end(None, &mut out);
    /// assert_eq!(out, b"::error title=incomplete::menu.html: no such file\n");
    /// ```
    pub fn gap(&mut self, gap: &Lacking) {
        if self.gaps.len() < GAPS {
            self.gaps.push(gap.clone());
        } else {
            self.gaps_left_out += 1;
        }
    }

    /// Ends the report. `counts` says what was found; `None` counts the findings.
    ///
    /// ```
    /// use napkin_answer::report::{Form, Printer, Tool};
    /// let tool = Tool { name: "napkin audit", heading: "URLs", rules: Vec::new() };
    /// let mut out = Vec::new();
    /// Printer::new(Form::Markdown, tool).end(Some("no links"), &mut out);
    /// assert_eq!(out, b"\nno links\n");
    /// ```
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
