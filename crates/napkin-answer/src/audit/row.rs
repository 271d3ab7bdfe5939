//! Prints one finding of the audit.
//!
//! This module omits a fix that would print a secret, limits how much of a long reference a finding quotes, and names
//! findings in a mailbox so that a later run recognises them. Start reading at `Row`.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::path::Path;

use napkin::{Finding, Rule, Span};
use napkin_audit::{Level, Settings};
use napkin_mail::maildir_unique;
use sha2::{Digest, Sha256};

use super::mask::masked;
use crate::output::{self, Page, Value, shown, underlined, window};
use crate::report::{self, Place, Suppression, Text};
use crate::{fields, rules};

/// The most bytes of a reference that a finding quotes.
const QUOTED: usize = 200;

/// The names of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named<'r> {
    /// The name as the user writes it, or `stdin` or `argument`.
    pub source: &'r str,
    /// The place of the message, if it belongs to a mailbox.
    pub mailbox: Option<&'r InMailbox>,
    /// The name in fingerprints and baselines.
    pub lasting: &'r str,
}

/// A reference, with the data that its findings share, computed once however many they are.
#[derive(Debug)]
pub(super) struct Subject<'r> {
    /// The name of the document, or `stdin` or `argument`.
    source: &'r str,
    /// The place of the message, if it belongs to a mailbox.
    pub mailbox: Option<&'r InMailbox>,
    /// The name of the document in fingerprints and baselines; empty for lists and arguments.
    lasting: &'r str,
    text: &'r str,
    /// Settings that say which parts of a reference are secret.
    settings: &'r Settings,
    masked: OnceCell<Cow<'r, str>>,
    fingerprints: RefCell<Vec<(Rule, String)>>,
}

impl<'r> Subject<'r> {
    pub(super) fn new(document: Named<'r>, text: &'r str, settings: &'r Settings) -> Self {
        let Named { source, mailbox, lasting } = document;
        Self { source, mailbox, lasting, text, settings, masked: OnceCell::new(), fingerprints: RefCell::default() }
    }

    /// Returns the reference with its secrets masked, at equal length.
    fn masked(&self) -> &str {
        self.masked.get_or_init(|| masked(self.text, self.settings))
    }

    /// Returns the fingerprint that identifies the findings of a rule wherever the reference occurs in the document. The hash
    /// is SHA-256, because a reference forged to have the fingerprint of a known finding would not be reported.
    fn fingerprint(&self, rule: Rule) -> String {
        let mut known = self.fingerprints.borrow_mut();
        if let Some((_, fingerprint)) = known.iter().find(|(of, _)| *of == rule) {
            return fingerprint.clone();
        }
        let mut digest = Sha256::new();
        for piece in [rule.code(), "\0", self.lasting, "\0", self.text] {
            digest.update(piece);
        }
        let fingerprint = format!("{:x}", digest.finalize());
        known.push((rule, fingerprint.clone()));
        fingerprint
    }
}

/// A finding in a reference, and the place of the reference.
#[derive(Debug)]
pub struct Row<'r, 't> {
    pub(super) subject: &'r Subject<'t>,
    /// The line, from 1; for a list, the number of the record.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The column in bytes, from 1.
    pub byte_column: usize,
    /// The bytes of the document, or of the record.
    pub span: Span,
    /// The text of these bytes.
    pub region: &'r [u8],
    /// Whether a comment of the document excuses the finding.
    pub is_excused: bool,
    /// The part of a message.
    pub part: Option<&'r str>,
    /// Where in the document the reference is; `None` for a URL that is no link.
    pub context: Option<&'r str>,
    /// The finding; its span is in the reference.
    pub finding: &'r Finding,
    /// Its level.
    pub level: Level,
    /// The suggested replacement; its span is in bytes of the document or of the record.
    pub fix: Option<(Span, String)>,
    /// The beginning and the end of the replaced bytes.
    pub fix_places: Option<(Place, Place)>,
    /// The number and the rule of the omitted findings, if this record counts omitted findings.
    pub omitted: Option<(usize, Rule)>,
}

impl<'r, 't> Row<'r, 't> {
    /// Creates the row of a finding in these bytes, without a fix, a part or a context.
    pub(super) fn new(
        subject: &'r Subject<'t>,
        (finding, level): (&'r Finding, Level),
        at: Place,
        (span, region): (Span, &'r [u8]),
    ) -> Self {
        let Place { line, column, byte_column } = at;
        Self {
            subject,
            line,
            column,
            byte_column,
            span,
            region,
            is_excused: false,
            part: None,
            context: None,
            finding,
            level,
            fix: None,
            fix_places: None,
            omitted: None,
        }
    }
}

/// The place of a message in a mailbox.
#[derive(Debug)]
pub struct InMailbox {
    /// The file: the message's own file, or the mbox file.
    pub file: String,
    /// A name that does not change when flags change or other messages come and go: the name of the mbox file, or the
    /// file name in a Maildir without its flags.
    pub(super) lasting: String,
    /// The offset of the message in the mbox file.
    offset: Option<u64>,
    /// The positions in the message where a `>` that quotes a line in the mbox file was removed.
    quotes: Vec<usize>,
}

impl InMailbox {
    /// Describes a message: the path of its mbox file, with its offset there and the positions of removed quotes, or else its
    /// own file.
    #[must_use]
    pub fn new(path: &Path, offset: Option<u64>, quotes: Vec<usize>) -> Self {
        let file = path.to_string_lossy().into_owned();
        let folder = path.parent().filter(|place| place.ends_with("cur") || place.ends_with("new"));
        let name = path.file_name().map_or("".into(), |name| name.to_string_lossy());
        let lasting = match folder.and_then(Path::parent).filter(|_| offset.is_none()) {
            Some(root) => root.join(maildir_unique(&name)).to_string_lossy().into_owned(),
            None => file.clone(),
        };
        Self { file, lasting, offset, quotes }
    }

    /// Converts a span of the message to a span of the mbox file.
    pub fn in_mbox(&self, span: Span) -> Option<Span> {
        let offset = usize::try_from(self.offset?).ok()?;
        let place = |at: usize| offset + at + self.quotes.partition_point(|&quote| quote <= at);
        Some(Span::new(place(span.start), place(span.end)))
    }
}

impl Row<'_, '_> {
    /// Returns the place of the message, if the reference is in a mailbox.
    #[must_use]
    pub fn mailbox(&self) -> Option<&InMailbox> {
        self.subject.mailbox
    }

    /// Returns the name of the document, or `stdin` or `argument`.
    #[must_use]
    pub fn source(&self) -> &str {
        self.subject.source
    }

    /// Returns the quoted part of the masked reference, and where in the reference it begins.
    pub fn quoted(&self) -> (&str, usize) {
        let masked = self.subject.masked();
        let window = window(masked, self.finding.span, QUOTED);
        (window.of(masked), window.start)
    }

    /// Returns the suggested replacement, unless it contains a secret.
    pub fn fix(&self) -> Option<(Span, &str)> {
        let (span, text) = self.fix.as_ref()?;
        let is_shown = matches!(masked(text, self.subject.settings), Cow::Borrowed(_));
        is_shown.then_some((*span, text))
    }

    /// Returns the fingerprint of the findings that this row reports.
    pub fn fingerprint(&self) -> String {
        self.subject.fingerprint(self.rule())
    }

    /// Returns the violated rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.omitted.map_or(self.finding.rule, |(_, rule)| rule)
    }

    /// Returns the name of the document in a baseline.
    #[must_use]
    pub fn source_of_baseline(&self) -> &str {
        self.subject.lasting
    }

    /// Returns the message.
    #[must_use]
    pub fn message(&self) -> String {
        match self.omitted {
            None => self.finding.to_string(),
            Some((count, rule)) => {
                let findings = if count == 1 { "finding" } else { "findings" };
                format!(
                    "{count} more {findings} of `{}` in this reference; raise --max-findings to list them",
                    rule.code()
                )
            }
        }
    }

    /// Describes the finding for reports. `file` names the file, `fails` says whether the run fails because of the finding,
    /// and `text` is the document.
    ///
    /// ```
    /// use napkin_answer::audit::{Auditor, Options};
    /// use napkin_answer::output::{Form, Page, Printing, Session};
    /// let (options, session) = (Options::default(), Session::silent());
    /// let auditor = Auditor::new(&options, &session).unwrap();
    /// let page = auditor.entity("a.html", b"<a href=https://127.1/>", None);
    /// let printing = Printing::new(Form::Report, &session);
    /// let mut found = Vec::new();
    /// auditor.document("a.html", &page, None, &mut Page::new(&printing), &mut |row, page| {
    ///     found.push(row.reported("a.html", true, None).text.map(|text| text.into_owned()));
    ///     page.flow()
    /// });
    /// assert_eq!(found[0].as_deref(), Some("127.1"));
    /// ```
    pub fn reported<'f>(&'f self, file: &'f str, fails: bool, text: Option<&Text<'_>>) -> report::Finding<'f> {
        let in_mbox = |span| self.mailbox().and_then(|mailbox| mailbox.in_mbox(span));
        let is_in_mbox = in_mbox(self.span).is_some();
        // For a list of URLs, offsets are relative to the record instead of a file.
        let is_in_file = self.context.is_some() || self.finding.rule == rules::SUPPRESSION_UNUSED;
        // Lines are counted in the message, byte offsets in its mbox file.
        let start = Place { line: self.line, column: self.column, byte_column: self.byte_column };
        let places = (!is_in_mbox).then(|| (start, start.after(self.region)));
        let fix = self.fix().filter(|_| is_in_file).map(|(span, new)| report::Fix {
            span: in_mbox(span).unwrap_or(span),
            places: self.fix_places.filter(|_| !is_in_mbox),
            text: new.into(),
        });
        report::Finding {
            rule: self.rule().code(),
            severity: severity(self.level),
            fails,
            file,
            inside: is_in_mbox.then(|| self.source()),
            places,
            span: is_in_file.then(|| in_mbox(self.span).unwrap_or(self.span)),
            text: self.region_text(),
            reference: self.quoted().0.into(),
            message: self.message().into(),
            position: (self.line, self.column),
            fingerprint: self.fingerprint(),
            line_hash: text.filter(|_| is_in_file && !is_in_mbox).and_then(|text| text.line_hash(self.line)),
            fix,
            suppression: self.is_excused.then_some(Suppression::InSource),
        }
    }

    /// Returns the text of the region, unless it may contain a secret or is not text.
    fn region_text(&self) -> Option<Cow<'_, str>> {
        let masked = self.subject.masked();
        let own = self.finding.span.range();
        if self.subject.text.get(own.clone()).is_some_and(|text| text.as_bytes() == self.region) {
            return masked.get(own).map(Cow::Borrowed);
        }
        // Escapes and encodings hide where in the region a secret is.
        let has_secret = masked != self.subject.text;
        std::str::from_utf8(self.region).ok().filter(|_| !has_secret).map(Cow::Borrowed)
    }

    /// Returns the bytes that violate the rule, with a mark where they are cut.
    fn meant(&self) -> String {
        let meant = self.subject.masked().get(self.finding.span.range()).unwrap_or_default();
        let window = window(meant, Span::new(0, 0), QUOTED);
        shown(window.of(meant)) + if window.end < meant.len() { "…" } else { "" }
    }
}

/// Returns how grave findings of a level are.
pub(super) const fn severity(level: Level) -> report::Severity {
    match level {
        Level::High => report::Severity::Error,
        Level::Medium => report::Severity::Warning,
        Level::Low => report::Severity::Note,
    }
}

impl output::Row for Row<'_, '_> {
    fields! { self;
        let (quoted, url_start) = self.quoted();
        let replacement = |(span, text): (Span, _)| {
            [("start", span.start.into()), ("end", span.end.into()), ("text", Value::Text(text))]
        };
        let fix = self.fix().map(replacement);
        "source" => self.source(),
        "line" => self.line,
        "column" => self.column,
        "start" => self.span.start,
        "end" => self.span.end,
        "part" => self.part,
        "context" => self.context,
        "url" => quoted,
        "rule" => self.finding.rule.code(),
        "level" => self.level.name(),
        "message" => &self.message(),
        "see" => self.finding.see(),
        "fix" => fix.as_ref().map(|fields| Value::Object(fields)),
        "fingerprint" => &self.fingerprint(),
        "url_start" => url_start,
        "url_cut" => quoted.len() < self.subject.text.len(),
        "omitted_rule" => self.omitted.map(|(_, rule)| rule.code()),
        "omitted" => self.omitted.map(|(count, _)| count),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let (code, level, message) = (self.finding.rule.code(), self.level, self.message());
        page.line(format_args!(
            "{}:{}:{}\t{level}\t{code}\t{}\t{message}",
            self.source(),
            self.line,
            self.column,
            self.meant()
        ));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let paint = page.paint();
        let (heading, aside) = (paint.heading(), paint.aside());
        let style = if self.level == Level::Low { paint.note() } else { paint.error() };
        let masked = self.subject.masked();
        let (line, underline) = underlined(masked, self.finding.span, page.width().saturating_sub(4).clamp(20, 120));
        let (code, see) = (self.finding.rule.code(), self.finding.see());
        page.line(format_args!(
            "{style}{}:{style:#} {heading}{}:{}:{}:{heading:#} {}",
            self.level,
            self.source(),
            self.line,
            self.column,
            self.message()
        ));
        page.line(format_args!("  {line}"));
        page.line(format_args!("  {style}{underline}{style:#} {aside}{code}, {see}{aside:#}"));
        if let Some((_, instead)) = self.fix() {
            page.line(format_args!(
                "  {aside}instead:{aside:#} {}",
                if instead.is_empty() { "nothing".into() } else { shown(instead) }
            ));
        }
    }
}
