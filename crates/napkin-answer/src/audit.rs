//! Reports dangerous URLs, alone or in documents.
//!
//! This module decides which findings become rows: findings at or above the smallest level, unless a comment excuses them.
//! [`napkin_audit`] and [`napkin_document::audit`] decide what is dangerous.

mod mask;
mod reported;
mod row;
mod verdict;

use std::borrow::Cow;
use std::ops::ControlFlow;

use napkin::pattern::UrlFilter;
use napkin::{Finding, Rule, Severity, Span, Standard, whatwg};
use napkin_audit::{AllowList, Level, Omitted, Settings, audit, fix, level, safe_fixes};
use napkin_document::audit::{Suppressions, audit as audit_links};
use napkin_document::{Entity, Kind, Limits, Options as Reading};
use napkin_mail::Limits as MailLimits;

pub use self::mask::masked;
pub use self::reported::tool;
pub use self::row::{InMailbox, Row};
use self::row::{Named, Subject};
pub use self::verdict::Row as VerdictRow;
use crate::document_findings::{self, DocumentFindings};
use crate::names::kind_of;
use crate::output::{Cursor, Page, Session, Trouble, option_trouble};
use crate::record::{Place, Record};
use crate::report::{self, Names};
use crate::rules;

/// Options of the question.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to print, for each URL, whether programs agree on it.
    pub verdict: bool,
    /// The base of relative references; the URL that a document comes from.
    pub base: Option<String>,
    /// Findings below this level are left out.
    pub min_level: Level,
    /// Only these rules are checked; if empty, the default rules.
    pub only: Vec<Rule>,
    /// Rules that are checked in addition.
    pub enable: Vec<Rule>,
    /// Rules that are not checked.
    pub disable: Vec<Rule>,
    /// Settings of rules, as `RULE.NAME=VALUE`.
    pub set: Vec<String>,
    /// Hosts that other hosts must not imitate.
    pub protect: Vec<String>,
    /// The only hosts that URLs may lead to; `None` for any host.
    pub allow_hosts: Option<AllowList>,
    /// The references that are judged.
    pub filter: UrlFilter,
    /// The most findings of a rule in one reference; one more row counts the rest.
    pub max_findings: usize,
    /// Whether comments `napkin-audit: allow RULE` excuse findings.
    pub suppressions: bool,
    /// Whether excused findings become rows, too; [`Row::is_excused`] marks them.
    pub shows_excused: bool,
    /// The kind of document; `None` to detect it by name or content.
    pub kind: Option<Kind>,
    /// Limits of messages.
    pub mail: MailLimits,
    /// Limits of the readers of documents.
    pub readers: Limits,
    /// The longest URL, in bytes; a longer URL is a finding.
    pub max_length: usize,
    /// How fingerprints name files; `None` to name files as they are given.
    pub names: Option<Names>,
}

impl Default for Options {
    fn default() -> Self {
        let (verdict, base, only, enable, disable, set, suppressions, kind, mail, readers) = Default::default();
        let (protect, allow_hosts, names, shows_excused, filter) = Default::default();
        let (min_level, max_findings, max_length) = (Level::Low, 20, 1 << 20);
        Self {
            verdict,
            base,
            min_level,
            only,
            enable,
            disable,
            set,
            protect,
            allow_hosts,
            filter,
            max_findings,
            suppressions,
            shows_excused,
            kind,
            mail,
            readers,
            max_length,
            names,
        }
    }
}

/// Returns the rule of the audit with this code.
///
/// # Errors
/// The audit has no such rule.
pub fn rule(code: &str) -> Result<Rule, String> {
    let found = rules::find(code).filter(|rule| level(*rule).is_some());
    found.ok_or_else(|| "expected a rule of the audit; `napkin explain` lists them".into())
}

impl Options {
    /// Returns the rules to check and their settings.
    ///
    /// # Errors
    /// Returns an error for a setting that cannot be used.
    pub fn settings(&self) -> Result<Settings, Trouble> {
        let mut settings = if self.only.is_empty() { Settings::default() } else { Settings::none() };
        for &rule in self.only.iter().chain(&self.enable) {
            settings.enable(rule);
        }
        for &rule in &self.disable {
            settings.disable(rule);
        }
        for set in &self.set {
            let wrong = |why: &dyn std::fmt::Display| Trouble::Usage(format!("--set {set}: {why}"));
            let (name, value) = set.split_once('=').ok_or_else(|| wrong(&"expected RULE.NAME=VALUE"))?;
            let (code, name) = name.split_once('.').ok_or_else(|| wrong(&"expected RULE.NAME=VALUE"))?;
            let rule = rule(code).map_err(|why| wrong(&why))?;
            settings.set(rule, name, value).map_err(|why| wrong(&why))?;
        }
        for host in &self.protect {
            settings.protect(host);
        }
        if let Some(list) = &self.allow_hosts {
            settings.allow_only(list.clone());
        }
        settings.choose(self.filter.clone()).limit_findings(self.max_findings);
        Ok(settings)
    }
}

/// Receives each row, until it ends the work.
pub type Each<'a, 's> = &'a mut dyn FnMut(&Row<'_, '_>, &mut Page<'s>) -> ControlFlow<()>;

/// Audits URLs and documents.
#[derive(Debug)]
pub struct Auditor<'o> {
    options: &'o Options,
    /// The rules to check and their settings.
    pub settings: Settings,
}

impl<'o> Auditor<'o> {
    /// Creates an auditor.
    ///
    /// # Errors
    /// Returns an error for an invalid base URL or a setting that cannot be used.
    pub fn new(options: &'o Options, session: &Session) -> Result<Self, Trouble> {
        if let Some(base) = &options.base {
            whatwg::Url::parse(base, None).map_err(|error| option_trouble("base", base, error, session))?;
        }
        Ok(Self { options, settings: options.settings()? })
    }

    /// Returns a document whose kind comes from the options, its name or its content; `retrieval` is its URL.
    #[must_use]
    pub fn entity<'e>(&self, name: &str, bytes: &'e [u8], retrieval: Option<&'e str>) -> Entity<'e> {
        let mut entity = Entity::new(bytes).with_kind(kind_of(self.options.kind, name, bytes));
        // The path of a mail file is not the URL that the message was retrieved from.
        let is_mail = entity.kind.is_message() && self.options.base.is_none();
        entity.retrieval = retrieval.filter(|_| !is_mail);
        entity
    }

    /// Audits a URL, or prints the verdict on it if the options ask for that.
    pub fn url<'s>(&self, record: &Record<'_>, page: &mut Page<'s>, each: Each<'_, 's>) {
        if self.options.verdict {
            let base = self.options.base.as_deref();
            return verdict::answer(record, base, self.options.max_findings, &self.settings, page);
        }
        let (source, line) = match record.place {
            Place::Record(number) => ("stdin", usize::try_from(number).unwrap_or(usize::MAX)),
            Place::Line { source, number } => (source, usize::try_from(number).unwrap_or(usize::MAX)),
            Place::Argument(number) => ("argument", number),
            _ => ("", 0),
        };
        let text = record.text();
        let (mut findings, mut omitted) = (Vec::new(), Vec::new());
        let whole = Span::new(0, text.len());
        let cannot = |rule| Finding::new(rule, Standard::Rfc3986, whole, "", None);
        if record.bytes.len() > self.options.max_length {
            findings.push(cannot(rules::TOO_LONG));
        } else if std::str::from_utf8(record.bytes).is_err() {
            findings.push(cannot(rules::UTF8));
        } else {
            omitted = audit(&text, self.options.base.as_deref(), &self.settings, &mut findings);
        }
        let lasting = self.lasting(if matches!(source, "stdin" | "argument") { "" } else { source });
        let subject = Subject::new(Named { source, mailbox: None, lasting: &lasting }, &text, &self.settings);
        let mut columns = Columns { text: &text, at: 0, column: 1 };
        let mut report = |finding: &Finding, level, fix, omitted| {
            let (column, span) = (columns.of(finding.span.start), finding.span);
            let at = report::Place::new(line, column, span.start + 1);
            let row = Row::new(&subject, (finding, level), at, (span, &text.as_bytes()[span.range()]));
            let row = Row { fix, omitted, ..row };
            self.report(&row, page, each)
        };
        for finding in &findings {
            // A syntax error has no level in the audit.
            let level = level(finding.rule).map_or(Level::Medium, |_| self.settings.level(finding.rule));
            if report(finding, level, fix(&text, finding), None).is_break() {
                return;
            }
        }
        for omitted in &omitted {
            let (finding, level) = (rest(omitted), self.settings.level(omitted.rule));
            if report(&finding, level, None, Some((omitted.count, omitted.rule))).is_break() {
                return;
            }
        }
    }

    /// Returns the name of a document in fingerprints and baselines.
    fn lasting<'n>(&self, name: &'n str) -> Cow<'n, str> {
        self.options.names.as_ref().map_or(name.into(), |names| names.of(name).into())
    }

    fn report<'s>(&self, row: &Row<'_, '_>, page: &mut Page<'s>, each: Each<'_, 's>) -> ControlFlow<()> {
        let is_hidden = row.level < self.options.min_level || (row.is_excused && !self.options.shows_excused);
        if is_hidden { ControlFlow::Continue(()) } else { each(row, page) }
    }

    /// Audits the links of a document in memory. `mailbox` is the place of a message in a mailbox.
    pub fn document<'s>(
        &self,
        name: &str,
        entity: &Entity<'_>,
        mailbox: Option<&InMailbox>,
        page: &mut Page<'s>,
        each: Each<'_, 's>,
    ) {
        let bytes = entity.bytes;
        if self.options.kind.is_none() && document_findings::has_unreadable_links(name, entity, page) {
            return;
        }
        let known = self.suppressions(entity);
        let lasting = self.lasting(mailbox.map_or(name, |mailbox| &mailbox.lasting));
        let document = Named { source: name, mailbox, lasting: &lasting };
        let mut cursor = Cursor::new(bytes);
        let mut limits = DocumentFindings::of_limits();
        let options = Reading::default().with_mail(self.options.mail).with_limits(self.options.readers);
        let mut flow = ControlFlow::Continue(());
        audit_links(entity, &options, &self.settings, &mut limits, &mut |link, found| {
            let mut place = PlaceInLink { bytes, start: cursor.advance(link.span.start), last: cursor };
            let (context, subject) = (link.context.to_string(), Subject::new(document, &link.text, &self.settings));
            let part = link.part.as_ref().map(|part| &*part.number);
            // A fix can edit bytes only if the document contains the reference verbatim.
            let is_verbatim = link.raw == link.text.as_bytes() && link.span.len() == link.raw.len();
            let mut report =
                |finding: &Finding, span: Span, level, fix: Option<(Span, String)>, omitted, is_excused| {
                    let at = place.of(span.start.max(link.span.start)).into();
                    let fix_places = fix.as_ref().map(|(span, _)| {
                        let start = report::Place::from(place.of(span.start));
                        (start, start.after(&bytes[span.range()]))
                    });
                    let region = bytes.get(span.range()).unwrap_or_default();
                    let row = Row::new(&subject, (finding, level), at, (span, region));
                    let row = Row { is_excused, part, context: Some(&*context), fix, fix_places, omitted, ..row };
                    if flow.is_continue() {
                        flow = self.report(&row, page, each);
                    }
                };
            for finding in &found.findings {
                let span = link.source_span(finding.span);
                let fix = if is_verbatim { fix(&link.text, finding) } else { None };
                let fix = fix.map(|(span, text)| (span.shift(link.span.start), text));
                let is_excused = known.cover(finding.rule, span.start);
                report(finding, span, self.settings.level(finding.rule), fix, None, is_excused);
            }
            for omitted in &found.omitted {
                let (rule, span) = (omitted.rule, link.source_span(omitted.span));
                // All omitted findings are excused only if the first and the last are.
                let is_excused = known.cover(rule, span.start) && known.cover(rule, span.end.max(span.start + 1) - 1);
                report(&rest(omitted), span, self.settings.level(rule), None, Some((omitted.count, rule)), is_excused);
            }
            flow
        });
        if flow.is_break() || self.unused(document, bytes, &known, page, each).is_break() {
            return;
        }
        limits.place(bytes);
        limits.print(name, Severity::Error, page);
    }

    /// Returns the [safe fixes](safe_fixes) of a document that is not a message: for the bytes of each link, replacements in its
    /// text. Excused findings, and those below the smallest level, are not fixed.
    ///
    /// ```
    /// use napkin_answer::audit::{Auditor, Options};
    /// use napkin_answer::output::Session;
    /// let options = Options::default();
    /// let auditor = Auditor::new(&options, &Session::silent()).unwrap();
    /// let page = auditor.entity("menu.html", br"<a href=http:\\pub.example>", None);
    /// let (link, fixes) = &auditor.fixes(&page)[0];
    /// assert!(link.start == 8 && !fixes.is_empty());
    /// ```
    #[must_use]
    pub fn fixes(&self, entity: &Entity<'_>) -> Vec<(Span, Vec<(Span, String)>)> {
        let known = self.suppressions(entity);
        let options = Reading::default().with_limits(self.options.readers);
        let mut fixes = Vec::new();
        audit_links(entity, &options, &self.settings, &mut (), &mut |link, found| {
            let mut findings = found.findings.clone();
            findings.retain(|finding| {
                let is_excused = known.cover(finding.rule, link.source_span(finding.span).start);
                !is_excused && self.settings.level(finding.rule) >= self.options.min_level
            });
            let of_link = safe_fixes(&link.text, &findings);
            if link.part.is_none() && !of_link.is_empty() {
                fixes.push((link.span, of_link));
            }
        });
        fixes
    }

    /// Returns the comments of a document that excuse findings, if the options allow them.
    fn suppressions(&self, entity: &Entity<'_>) -> Suppressions {
        match self.options.suppressions {
            true => Suppressions::of(entity.bytes, entity.kind),
            false => Suppressions::default(),
        }
    }

    /// Reports comments that excuse nothing.
    fn unused<'s>(
        &self,
        document: Named<'_>,
        bytes: &[u8],
        known: &Suppressions,
        page: &mut Page<'s>,
        each: Each<'_, 's>,
    ) -> ControlFlow<()> {
        let mut cursor = Cursor::new(bytes);
        for span in known.unused().filter(|_| self.settings.is_enabled(rules::SUPPRESSION_UNUSED)) {
            let at = cursor.advance(span.start);
            let text = String::from_utf8_lossy(&bytes[span.range()]);
            let finding =
                Finding::new(rules::SUPPRESSION_UNUSED, Standard::Rfc3986, Span::new(0, text.len()), "", None);
            let subject = Subject::new(document, &text, &self.settings);
            let level = self.settings.level(finding.rule);
            let row = Row::new(&subject, (&finding, level), at.into(), (span, &bytes[span.range()]));
            self.report(&row, page, each)?;
        }
        ControlFlow::Continue(())
    }
}

/// Finds places in a link; ascending positions cost a single pass.
struct PlaceInLink<'b> {
    bytes: &'b [u8],
    /// The beginning of the link.
    start: Cursor<'b>,
    /// The place that was found last.
    last: Cursor<'b>,
}

impl<'b> PlaceInLink<'b> {
    fn of(&mut self, at: usize) -> Cursor<'b> {
        if at < self.last.at() {
            self.last = Cursor::resume(self.bytes, self.start.spot());
        }
        self.last.advance(at)
    }
}

/// Returns one finding for all findings that are counted but not listed.
fn rest(omitted: &Omitted) -> Finding {
    Finding::new(rules::FINDINGS_OMITTED, Standard::Rfc3986, omitted.span, "", None)
}

/// Finds columns in a text; ascending positions cost a single pass.
struct Columns<'t> {
    text: &'t str,
    at: usize,
    column: usize,
}

impl Columns<'_> {
    fn of(&mut self, at: usize) -> usize {
        if at < self.at {
            (self.at, self.column) = (0, 1);
        }
        self.column += self.text[self.at..at].chars().count();
        self.at = at;
        self.column
    }
}
