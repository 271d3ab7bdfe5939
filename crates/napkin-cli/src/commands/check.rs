//! `napkin check`: checks what the links of documents point at. Start at `run`.

mod asking;
mod git;
mod moves;
#[cfg(feature = "retrieve")]
mod record;
mod since;

use std::collections::{BTreeMap, HashMap};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use napkin::whatwg;
use napkin_answer::check::{Row, fingerprint, reported, summary, tool};
use napkin_answer::document_findings::{self, DocumentFindings};
use napkin_answer::names::kind_of;
use napkin_answer::output::option_trouble;
use napkin_answer::report::{Names, Suppression, Text};
use napkin_check::{Checked, Checker, Document, Verdict};
use napkin_document::{Entity, Kind};

use self::since::Changed;
use super::baseline::Baseline;
use super::mend::{Change, Mending, Mode};
use super::reports::Reports;
use crate::entries::{self, Answerer, EarlyPrinter, JobOutput, MailboxMessage, Origin, Reading, Retrieved};
use crate::input;
use crate::options::{By, Check};
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(crate) fn run(options: &Check, session: &Session) -> Result<Answer, Trouble> {
    let has_fields = options.form.json || options.form.format.is_some();
    let reports = Reports::new(&options.report, None, has_fields)?;
    let printing = reports.printing(options.form.printing_of::<Row<'_>>(session)?);
    if let Some(base) = &options.base {
        whatwg::Url::parse(base, None).map_err(|error| option_trouble("base", base, error, session))?;
    }
    if let Some(root) = options.root.as_deref().filter(|root| !root.is_dir()) {
        return Err(Trouble::Usage(format!("--root {}: expected a folder", root.display())));
    }
    let report_good = has_fields || session.is_verbose();
    let (read, written) = (options.baseline.as_deref(), options.write_baseline.as_deref());
    let (baseline, names) = (Baseline::new(read, written)?, Baseline::names(read, written));
    let changed = options.since.as_deref().map(Changed::since).transpose()?;
    let checker = asking::checker(options, report_good)?;
    let state = State { checker, folder: None, shown: Shown::default() };
    let checking = Checking { options, changed, reports, baseline, names, state: Mutex::new(state) };
    let mut printer = Printer::new(session);
    let mut page = Page::new(&printing);
    checking.reports.begin(&tool(), &mut page);
    printer.print(&mut page);
    let inputs = options.list.with(&options.inputs)?;
    let inputs = &inputs[..];
    let is_mail = |name: &str, head: &[u8]| kind_of(options.reading.kind, name, head).is_message();
    let reading = Reading::documents(&options.reading.inputs, &is_mail);
    let mut answer = Answer::Yes;
    for input in inputs {
        checking.state().folder = input::file(input).filter(|path| path.is_dir()).map(Path::to_owned);
        // The checker remembers what it has looked at, so one thread judges all links.
        answer = answer.max(entries::walk(std::slice::from_ref(input), reading, 1, &printing, &checking));
    }
    let mut output = JobOutput::new(&printing, Some(&mut printer));
    #[cfg(feature = "retrieve")]
    checking.search(&mut output);
    checking.finish(&mut output);
    let mut page = output.page;
    #[cfg(feature = "retrieve")]
    record::keep(&checking.state().checker, &options.asking, &mut page);
    printer.print(&mut page);
    Ok(answer.max(printer.finish()))
}

struct Checking<'o> {
    options: &'o Check,
    /// The lines that changed, if only their links are checked.
    changed: Option<Changed>,
    reports: Reports,
    baseline: Baseline,
    /// How the baseline names documents.
    names: Names,
    state: Mutex<State>,
}

struct State {
    checker: Checker,
    /// The folder that is being checked.
    folder: Option<PathBuf>,
    shown: Shown,
}

/// What has come out of the checker.
#[derive(Default)]
struct Shown {
    /// The files of the documents that are held, if they may be read again.
    files: HashMap<String, PathBuf>,
    /// The links of the current document, if it is mended or reported as a whole.
    links: Vec<Checked>,
    /// The document, or the target, of the last link that was printed.
    last: Option<Arc<str>>,
    /// The links to each target, if they are printed by target.
    by_target: BTreeMap<String, Vec<Checked>>,
}

/// What of a document is checked.
#[derive(Clone, Copy)]
enum Scope<'c> {
    Whole,
    /// The links in these lines.
    Lines(&'c [RangeInclusive<usize>]),
}

impl<'s> Answerer<'s> for Checking<'_> {
    fn document(&self, document: entries::Document, output: &mut JobOutput<'_, 's>) {
        let (is_member, member) = (document.member.is_some(), document.in_archive());
        let has_place = document.member.as_ref().is_some_and(|member| member.place.is_some());
        let base = document.enclosing_base(None);
        let entries::Document { origin: Origin { path, name, .. }, input, member: about } = document;
        let Some(scope) = self.scope(input::file(&path)) else { return };
        #[cfg(feature = "retrieve")]
        if matches!(input, entries::Input::Url) {
            return self.retrieved(&name, output);
        }
        if let entries::Input::Retrieved(found) = input {
            return self.check_retrieved(*found, name, output);
        }
        // The lines of an archive are not those of its members.
        let scope = if is_member { Scope::Whole } else { scope };
        // Targets of a package are relative to it.
        let is_elsewhere = is_member && member.is_none() && has_place;
        let most = self.options.max_document;
        let Some(bytes) = input.read_document(&name, most, &mut output.page) else { return };
        let mut document = Document::new(name, bytes);
        document.path = input::file(&path).filter(|_| member.is_none() && !is_elsewhere).map(Path::to_owned);
        document.archive = member;
        document.url = base;
        document.fragments = about.and_then(|member| member.fragments);
        document.folder.clone_from(&self.state().folder);
        document.kind = self.options.reading.kind;
        if let Some(path) = document.path.as_ref().filter(|_| !is_member && self.is_of_documents()) {
            self.state().shown.files.insert(document.name.clone(), path.clone());
        }
        self.check(&document, scope, output);
    }

    fn message(&self, message: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        // A folder of messages has no lines.
        if self.scope(Some(&*message.path).filter(|path| path.is_file())).is_none() {
            return;
        }
        let document = Document::new(message.name.clone(), message.entry.content().into_owned());
        self.check(&document.with_kind(Kind::Mail), Scope::Whole, output);
    }

    fn finish(&self, page: &mut Page<'s>) {
        self.reports.gaps(page);
    }
}

impl Checking<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the part of a document to check; `None` if the file has not changed. Documents that are not files are checked whole,
    /// because git knows nothing about them.
    fn scope(&self, file: Option<&Path>) -> Option<Scope<'_>> {
        match self.changed.as_ref().zip(file) {
            None => Some(Scope::Whole),
            Some((changed, file)) => changed.lines(file).map(Scope::Lines),
        }
    }

    fn check(&self, document: &Document, scope: Scope<'_>, output: &mut JobOutput<'_, '_>) {
        let JobOutput { page, early } = output;
        let is_asked = document.kind.is_none() && Kind::of_name(&document.name).is_none();
        let entity = Entity::new(&document.bytes);
        if is_asked && document_findings::has_unreadable_links(&document.name, &entity, page) {
            return;
        }
        let mut limits = DocumentFindings::of_limits();
        let is_ready = {
            let State { checker, shown, .. } = &mut *self.state();
            let mut sink = |checked: Checked| self.take(checked, shown, page, early);
            let flow = match scope {
                Scope::Whole => checker.hold(document, &mut limits, &mut sink),
                Scope::Lines(lines) => checker.hold_lines(document, lines, &mut limits, &mut sink),
            };
            flow.is_continue() && (checker.waiting() == 0 || checker.held() >= self.options.asking.max_held)
        };
        limits.place(&document.bytes);
        limits.print(&document.name, napkin::Severity::Error, page);
        if is_ready {
            self.flush(page, early);
        }
    }

    /// Prints the links that are held, after their servers have answered.
    fn flush<'s>(&self, page: &mut Page<'s>, early: &mut EarlyPrinter<'_, 's>) {
        let State { checker, shown, .. } = &mut *self.state();
        let _ = checker.finish(&mut |checked| self.take(checked, shown, page, early));
        self.end(shown, page);
    }

    /// Takes a link from the checker: prints it, or keeps it until its document ends.
    fn take<'s>(
        &self,
        checked: Checked,
        shown: &mut Shown,
        page: &mut Page<'s>,
        early: &mut EarlyPrinter<'_, 's>,
    ) -> ControlFlow<()> {
        if !self.is_of_documents() {
            let suppression = self.judge(&checked, page);
            self.show(checked, suppression, shown, page);
        } else {
            if shown.links.last().is_some_and(|last| last.source != checked.source) {
                self.end(shown, page);
            }
            shown.links.push(checked);
        }
        early.print_if_long(page);
        page.flow()
    }

    /// Mends, reports and prints the links that were kept of a document.
    fn end(&self, shown: &mut Shown, page: &mut Page<'_>) {
        let Some(first) = shown.links.first() else { return };
        let (file, name) = (shown.files.remove(&*first.source), self.reports.name(&first.source));
        // Hashes of lines are those of the file as it was checked.
        let bytes = file.as_ref().filter(|_| self.reports.is_wanted()).and_then(|path| std::fs::read(path).ok());
        let text = bytes.as_deref().map(Text::new);
        if let Some((path, mode)) = file.zip(self.mode()) {
            self.mend(&path, &mut shown.links, mode, page);
        }
        for link in std::mem::take(&mut shown.links) {
            let suppression = self.judge(&link, page);
            self.report(&link, &name, text.as_ref(), suppression, page);
            self.show(link, suppression, shown, page);
        }
    }

    /// Prints a link, if it is to be printed, or keeps it for its target.
    fn show(&self, link: Checked, suppression: Option<Suppression>, shown: &mut Shown, page: &mut Page<'_>) {
        if !self.reports.has_rows() || self.options.diff || !self.is_row(&link, suppression, page) {
            return;
        }
        match self.options.by {
            By::Document => print(&link, None, &mut shown.last, page),
            By::Target => {
                let target = link.absolute.as_ref().unwrap_or(&link.raw).clone();
                shown.by_target.entry(target).or_default().push(link);
            }
        }
    }

    /// Prints the links to each target.
    fn show_targets<'s>(&self, page: &mut Page<'s>, early: &mut EarlyPrinter<'_, 's>) {
        let State { shown, .. } = &mut *self.state();
        for (target, links) in std::mem::take(&mut shown.by_target) {
            let target: Arc<str> = target.into();
            links.iter().for_each(|link| print(link, Some(&target), &mut shown.last, page));
            early.print_if_long(page);
        }
    }

    /// Returns whether the links of a document are needed together.
    fn is_of_documents(&self) -> bool {
        self.mode().is_some() || self.reports.is_wanted()
    }

    fn mode(&self) -> Option<Mode> {
        Mode::of(self.options.fix, self.options.diff)
    }

    /// Mends the links of a document that have a certain suggestion, and marks them as mended.
    fn mend(&self, path: &Path, links: &mut [Checked], mode: Mode, page: &mut Page<'_>) {
        let certain = links.iter().filter(|link| link.is_certain && link.part.is_none());
        let changes = certain.filter_map(|link| {
            let change = Change::Whole(link.suggestion.clone()?);
            Some((link.span, (Some(&*link.raw), change)))
        });
        let mending = Mending { path, kind: self.options.reading.kind, bytes: None, changes: changes.collect() };
        let done = mending.run(mode, page);
        for link in links.iter_mut().filter(|link| mode == Mode::Write && done.contains(&link.span)) {
            link.fixed = true;
        }
    }

    /// Checks the pages that links lead to, level by level.
    #[cfg(feature = "retrieve")]
    fn search(&self, output: &mut JobOutput<'_, '_>) {
        for _ in 0..if self.options.recurse { self.options.depth } else { 0 } {
            self.flush(&mut output.page, &mut output.early);
            let pages = self.state().checker.take_pages();
            if pages.is_empty() {
                return;
            }
            pages.iter().for_each(|page| self.check(page, Scope::Whole, output));
        }
    }

    /// Checks the links of a document that a server has.
    #[cfg(feature = "retrieve")]
    fn retrieved(&self, url: &str, output: &mut JobOutput<'_, '_>) {
        use crate::commands::retrieval::{document, trouble};
        if self.options.offline {
            let text = format!("{url}: expected a file, because of --offline");
            return output.page.trouble(&Trouble::Usage(text));
        }
        let request = napkin_retrieve::Request::get(url);
        match asking::client(self.options).map(|client| document(&client, request, self.options.max_document)) {
            Ok(Ok(found)) => {
                let name = napkin::mask_passwords(&found.url).into_owned();
                self.check_retrieved(found, name, output);
            }
            Ok(Err(failure)) => output.page.trouble(&trouble(&failure, output.page.session())),
            Err(why) => output.page.trouble(&why),
        }
    }

    /// Checks the links of a retrieved document and, unless one kind is asked for, of its header.
    fn check_retrieved(&self, found: Retrieved, name: String, output: &mut JobOutput<'_, '_>) {
        if let Some(head) = found.head(self.options.reading.kind) {
            self.check_retrieved(head, name.clone(), output);
        }
        let (charset, kind) = (found.charset(), found.kind());
        let mut document = Document::new(name, found.bytes);
        document.kind = self.options.reading.kind.or(kind);
        (document.url, document.charset) = (Some(found.url), charset);
        self.check(&document, Scope::Whole, output);
    }

    /// Lets the verdict on a link decide the answer. Returns why the link does not count, if it does not.
    fn judge(&self, checked: &Checked, page: &mut Page<'_>) -> Option<Suppression> {
        let suppression = self.suppression(checked);
        if (checked.is_unseen || checked.verdict.is_unknown()) && suppression.is_none() {
            page.leave_out();
        } else if checked.verdict.is_failure() && suppression.is_none() && !checked.fixed {
            page.say_no();
        }
        suppression
    }

    fn suppression(&self, checked: &Checked) -> Option<Suppression> {
        if self.options.allow.contains(&checked.verdict) {
            return Some(Suppression::External("--allow"));
        }
        // A baseline is written of failures only.
        if self.baseline.is_empty() || (self.baseline.is_written() && !checked.verdict.is_failure()) {
            return None;
        }
        let document = self.names.of(&checked.source);
        let is_known = self.baseline.knows(&fingerprint(checked, &document), checked.verdict.name(), &document);
        is_known.then_some(Suppression::External("baseline"))
    }

    /// Adds a link to the reports. Good links, and those that are skipped on purpose, are no findings.
    fn report(
        &self,
        checked: &Checked,
        file: &str,
        text: Option<&Text<'_>>,
        suppression: Option<Suppression>,
        page: &mut Page<'_>,
    ) {
        let is_finding = match checked.verdict {
            Verdict::Ok => false,
            Verdict::Skipped => checked.is_unseen,
            _ => !checked.fixed,
        };
        if self.reports.is_wanted() && is_finding && !self.baseline.is_written() {
            self.reports.finding(&reported(checked, file, &self.names, text, suppression), page);
        }
    }

    /// Returns whether a link is printed. Links that are skipped on purpose are news only to those who ask for all.
    fn is_row(&self, checked: &Checked, suppression: Option<Suppression>, page: &Page<'_>) -> bool {
        let is_news = suppression.is_none() && (checked.verdict != Verdict::Skipped || checked.is_unseen);
        is_news || page.has_fields() || page.session().is_verbose()
    }

    /// Prints the counts.
    fn finish(&self, output: &mut JobOutput<'_, '_>) {
        let JobOutput { page, early } = output;
        self.flush(page, early);
        self.show_targets(page, early);
        let unread = self.state().checker.summary().unread();
        if unread > 0 {
            page.note(&format!("{unread} pages were not read; raise --max-pages"));
            page.leave_out();
        }
        let counts = summary(&self.state().checker.summary());
        self.baseline.finish("check", page);
        self.reports.end(Some(&counts), page);
        if !self.reports.has_rows() {
            return;
        }
        if page.is_pretty() && !page.has_fields() && !self.options.diff {
            page.line(counts);
        } else {
            page.note(&counts);
        }
    }
}

/// Prints a link; for people, below the name of its document, or of its target.
fn print(checked: &Checked, target: Option<&Arc<str>>, last: &mut Option<Arc<str>>, page: &mut Page<'_>) {
    let heading = target.unwrap_or(&checked.source);
    if page.is_pretty() && !page.has_fields() && last.as_ref() != Some(heading) {
        *last = Some(Arc::clone(heading));
        let style = page.paint().heading();
        page.line(format_args!("{style}{heading}{style:#}"));
    }
    let row = Row::new(checked);
    page.row(&if target.is_some() { row.below_target() } else { row });
}
