//! `napkin check`: checks what the links of documents point at. Start at `run`.

mod baseline;
mod mend;
#[cfg(feature = "retrieve")]
mod record;
mod report;
mod since;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use napkin::whatwg;
use napkin_answer::check::{Row, summary};
use napkin_answer::document_findings::{self, DocumentFindings};
use napkin_answer::names::kind_of;
use napkin_answer::output::option_trouble;
#[cfg(feature = "retrieve")]
use napkin_check::HostRules;
use napkin_check::{Checked, Checker, Document, Verdict};
use napkin_document::Kind;

use self::baseline::Baseline;
use self::mend::{Mode, mend};
use self::since::Changed;
use crate::entries::{self, Answerer, EarlyPrinter, Folders, JobOutput, MailboxMessage, Reading, Wants};
use crate::folders::Skipped;
use crate::input;
#[cfg(feature = "retrieve")]
use crate::options::Asking;
use crate::options::Check;
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(crate) fn run(options: &Check, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_>>(session)?;
    if let Some(base) = &options.base {
        whatwg::Url::parse(base, None).map_err(|error| option_trouble("base", base, error, session))?;
    }
    if let Some(root) = options.root.as_deref().filter(|root| !root.is_dir()) {
        return Err(Trouble::Usage(format!("--root {}: expected a folder", root.display())));
    }
    let report_good = options.form.json || options.form.format.is_some() || session.is_verbose();
    let baseline = Baseline::new(options.baseline.as_deref(), options.write_baseline.as_deref())?;
    let changed = options.since.as_deref().map(Changed::since).transpose()?;
    let state =
        State { baseline, files: HashMap::new(), checker: checker(options, report_good)?, folder: None, last: None };
    let checking = Checking { options, changed, state: Mutex::new(state) };
    let mut printer = Printer::new(session);
    if let Some(report) = options.report {
        let mut page = Page::new(&printing);
        report.begin(&mut page);
        printer.print(&mut page);
    }
    let standard_input = [PathBuf::from("-")];
    let inputs = if options.inputs.is_empty() { &standard_input[..] } else { &options.inputs };
    let is_mail = |name: &str, head: &[u8]| kind_of(options.kind, name, head).is_message();
    let mut answer = Answer::Yes;
    for input in inputs {
        checking.state().folder = input::file(input).filter(|path| path.is_dir()).map(Path::to_owned);
        let skipped = Skipped::default();
        let folders = Some(Folders { options: &options.folders, skipped: &skipped });
        let reading = Reading { mailboxes: &options.mailboxes, folders, is_mail: &is_mail, wants: Wants::Documents };
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

/// The longest retrieval, unless --timeout says otherwise.
#[cfg(feature = "retrieve")]
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(30);

fn checker(options: &Check, report_good: bool) -> Result<Checker, Trouble> {
    let library = options.options(report_good);
    #[cfg(feature = "retrieve")]
    if !options.offline {
        let library = library.with_hosts(hosts(&options.asking)?);
        let checker = Checker::new(library).with_client(client(options)?);
        return record::used(checker.map_err(|error| Trouble::io("runtime", error))?, &options.asking);
    }
    Ok(Checker::new(library))
}

/// Returns the rules for single hosts. The message about a login names the file, and never what it contains.
#[cfg(feature = "retrieve")]
fn hosts(options: &Asking) -> Result<HostRules, Trouble> {
    let mut rules = HostRules::default();
    for (host, statuses) in &options.accept {
        rules = statuses.iter().fold(rules, |rules, statuses| rules.accept(host.clone(), statuses.clone()));
    }
    for (host, field) in &options.host_header {
        let (name, value) = field
            .split_once(':')
            .ok_or_else(|| Trouble::Usage("--host-header: expected HOST=NAME: VALUE, found no colon".to_owned()))?;
        let request = napkin_retrieve::Request::get("http://pub.example/").field(name.trim(), value);
        request.map_err(|error| Trouble::Usage(format!("--host-header: {}", error.message())))?;
        rules = rules.field(host.clone(), name.trim(), value.trim());
    }
    for (host, file) in &options.host_login {
        let bytes = napkin_files::read(Path::new(file), 1 << 16).map_err(|error| Trouble::io(&**file, error))?;
        let text = String::from_utf8(bytes).ok();
        let login =
            text.as_deref().map(|text| text.trim_end_matches(['\n', '\r'])).and_then(|text| text.split_once(':'));
        let expected = || Trouble::Usage(format!("{file}: expected one line, USER:PASSWORD"));
        let (user, password) = login.filter(|(_, password)| !password.contains('\n')).ok_or_else(expected)?;
        rules = rules.login(host.clone(), user, password);
    }
    Ok(rules)
}

/// Returns the client. A redirect from https to http is followed, because nothing but the verdict depends on it.
#[cfg(feature = "retrieve")]
fn client(options: &Check) -> Result<napkin_retrieve::Client, Trouble> {
    let (private, retrieval) = (options.asking.allow_private, &options.asking.retrieval);
    let change = |policy: napkin_retrieve::Policy| if private { policy.allow_private() } else { policy };
    let client = retrieval.client_without_cache()?.with_policy(|policy| change(policy.allow_downgrade()));
    let is_default = retrieval.timeout.as_secs() == 3600;
    let limits = client.limits().clone();
    let limits = if is_default { limits.timeout(TIMEOUT).first_byte_timeout(TIMEOUT) } else { limits };
    Ok(client.with_limits(limits))
}

struct Checking<'o> {
    options: &'o Check,
    /// The lines that changed, if only their links are checked.
    changed: Option<Changed>,
    state: Mutex<State>,
}

struct State {
    baseline: Baseline,
    /// The files of the documents that are held, if they may be mended.
    files: HashMap<String, PathBuf>,
    checker: Checker,
    /// The folder that is being checked.
    folder: Option<PathBuf>,
    /// The document of the last link that was printed.
    last: Option<Arc<str>>,
}

impl<'s> Answerer<'s> for Checking<'_> {
    fn document(&self, document: entries::Document, output: &mut JobOutput<'_, 's>) {
        let entries::Document { path, name, input, .. } = document;
        #[cfg(feature = "retrieve")]
        if matches!(input, entries::Input::Url) {
            return self.retrieved(&name, output);
        }
        let is_unchanged = |changed: &Changed| input::file(&path).is_none_or(|path| changed.lines(path).is_none());
        if self.changed.as_ref().is_some_and(is_unchanged) {
            return;
        }
        match input.read_at_most(self.options.max_document) {
            Ok(Ok(bytes)) => {
                let mut document = Document::new(name, bytes);
                document.path = input::file(&path).map(Path::to_owned);
                document.folder.clone_from(&self.state().folder);
                document.kind = self.options.kind;
                if let Some(path) = document.path.as_ref().filter(|_| self.mode().is_some()) {
                    self.state().files.insert(document.name.clone(), path.clone());
                }
                self.check(&document, output);
            }
            Ok(Err(length)) => {
                document_findings::too_large(&name, length, self.options.max_document, &mut output.page);
            }
            Err(error) => output.page.trouble(&Trouble::reading(&name, error)),
        }
    }

    fn message(&self, message: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        let document = Document::new(message.name.clone(), message.entry.content().into_owned());
        self.check(&document.with_kind(Kind::Mail), output);
    }
}

impl Checking<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, document: &Document, output: &mut JobOutput<'_, '_>) {
        let JobOutput { page, early } = output;
        let is_asked = document.kind.is_none() && Kind::of_name(&document.name).is_none();
        if is_asked && document_findings::is_unreadable(&document.name, &document.bytes, None, "--type text", page) {
            return;
        }
        let mut limits = DocumentFindings::of_limits();
        let lines = match (&self.changed, &document.path) {
            (Some(changed), Some(path)) => changed.lines(path),
            _ => None,
        };
        let is_ready = {
            let checker = &mut self.state().checker;
            match (&self.changed, lines) {
                (None, _) => checker.hold(document, &mut limits),
                (Some(_), Some(lines)) => checker.hold_lines(document, lines, &mut limits),
                (Some(_), None) => return,
            }
            checker.waiting() == 0 || checker.held() >= self.options.asking.max_held
        };
        limits.place(&document.bytes);
        limits.print(&document.name, napkin::Severity::Error, page);
        if is_ready {
            self.flush(page, early);
        }
    }

    /// Prints the links that are held, after their servers have answered.
    fn flush<'s>(&self, page: &mut Page<'s>, early: &mut EarlyPrinter<'_, 's>) {
        let State { checker, last, baseline, files, .. } = &mut *self.state();
        let mut links: Vec<Checked> = Vec::new();
        let mut end = |links: &mut Vec<Checked>, page: &mut Page<'s>| {
            let Some(first) = links.first() else { return };
            let file = files.remove(&*first.source);
            if let Some((path, mode)) = file.zip(self.mode()) {
                mend(&path, self.options.kind, links, mode, page);
            }
            links.retain(|link| self.is_news(link, baseline, page));
            match self.options.report {
                Some(report) => report.document(&links.iter().collect::<Vec<_>>(), page),
                None if self.options.diff => {}
                None => links.iter().for_each(|link| print(link, last, page)),
            }
            links.clear();
            early.print_if_long(page);
        };
        let _ = checker.finish(&mut |checked| {
            if links.last().is_some_and(|last| last.source != checked.source) {
                end(&mut links, page);
            }
            links.push(checked);
            page.flow()
        });
        end(&mut links, page);
    }

    fn mode(&self) -> Option<Mode> {
        match (self.options.fix, self.options.diff) {
            (true, _) => Some(Mode::Write),
            (_, true) => Some(Mode::Show),
            _ => None,
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
            pages.iter().for_each(|page| self.check(page, output));
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
        match client(self.options).map(|client| document(&client, request, self.options.max_document)) {
            Ok(Ok(found)) => {
                let charset = found.charset();
                let mut document = Document::new(napkin::mask_passwords(&found.url), found.bytes);
                document.kind = self.options.kind.or_else(|| Kind::of_media_type(found.media_type.as_deref()?));
                (document.url, document.charset) = (Some(found.url), charset);
                self.check(&document, output);
            }
            Ok(Err(failure)) => output.page.trouble(&trouble(&failure, output.page.session())),
            Err(why) => output.page.trouble(&why),
        }
    }

    /// Returns whether a link is to be printed, and lets its verdict decide the answer.
    fn is_news(&self, checked: &Checked, baseline: &mut Baseline, page: &mut Page<'_>) -> bool {
        let is_allowed = self.options.allow.contains(&checked.verdict) || baseline.knows(checked);
        if (checked.is_unseen || checked.verdict.is_unknown()) && !is_allowed {
            page.leave_out();
        } else if checked.verdict.is_failure() && !is_allowed && !checked.fixed {
            page.say_no();
        }
        // Links that are skipped on purpose are news only to those who ask for all.
        let is_news = !is_allowed && (checked.verdict != Verdict::Skipped || checked.is_unseen);
        is_news || page.has_fields() || page.session().is_verbose()
    }

    /// Prints the counts.
    fn finish(&self, output: &mut JobOutput<'_, '_>) {
        let JobOutput { page, early } = output;
        self.flush(page, early);
        let unread = self.state().checker.summary().unread();
        if unread > 0 {
            page.note(&format!("{unread} pages were not read; raise --max-pages"));
            page.leave_out();
        }
        let counts = summary(&self.state().checker.summary());
        self.state().baseline.finish(page);
        if let Some(report) = self.options.report {
            report.end(&counts, page);
        } else if page.is_pretty() && !page.has_fields() && !self.options.diff {
            page.line(counts);
        } else {
            page.note(&counts);
        }
    }
}

/// Prints a link; for people, below the name of its document.
fn print(checked: &Checked, last: &mut Option<Arc<str>>, page: &mut Page<'_>) {
    if page.is_pretty() && !page.has_fields() && last.as_ref() != Some(&checked.source) {
        *last = Some(Arc::clone(&checked.source));
        let heading = page.paint().heading();
        page.line(format_args!("{heading}{}{heading:#}", checked.source));
    }
    page.row(&Row::new(checked));
}
