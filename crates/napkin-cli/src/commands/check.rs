//! `napkin check`: checks what the links of documents point at. Start at `run`.

mod files;

use std::io;
use std::path::{Path, PathBuf};

use napkin::whatwg;
use napkin_answer::check::{Row, summary};
use napkin_answer::document_findings::{self, DocumentFindings};
use napkin_answer::output::option_trouble;
use napkin_check::{Checked, Checker, Document, Verdict};
use napkin_document::Kind;

use self::files::files;
use crate::entries::Input;
use crate::input;
use crate::options::Check;
use crate::output::{Answer, Page, Printer, Printing, Session, Trouble};

pub(crate) fn run(options: &Check, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_>>(session)?;
    if let Some(base) = &options.base {
        whatwg::Url::parse(base, None).map_err(|error| option_trouble("base", base, error, session))?;
    }
    if let Some(root) = options.root.as_deref().filter(|root| !root.is_dir()) {
        return Err(Trouble::Usage(format!("--root {}: expected a folder", root.display())));
    }
    let page = Page::new(&printing);
    // All diagnostics are asked for with -v, and so are good links.
    let report_good = options.form.json || options.form.format.is_some() || session.diagnostics == usize::MAX;
    let mut checking = Checking {
        options,
        checker: Checker::new(options.options(report_good)),
        printer: Printer::new(session),
        page,
        printing: &printing,
    };
    let standard_input = [PathBuf::from("-")];
    let inputs = if options.inputs.is_empty() { &standard_input[..] } else { &options.inputs };
    inputs.iter().for_each(|input| checking.input(input));
    Ok(checking.finish())
}

struct Checking<'o, 's> {
    options: &'o Check,
    checker: Checker,
    printer: Printer<'s>,
    page: Page<'s>,
    printing: &'s Printing<'s>,
}

impl Checking<'_, '_> {
    fn input(&mut self, path: &Path) {
        if !path.is_dir() || input::file(path).is_none() {
            return self.file(path, None);
        }
        for file in files(path) {
            match file {
                Ok(file) => self.file(&file, Some(path)),
                Err(trouble) => self.page.trouble(&trouble),
            }
        }
    }

    /// Checks the links of a file, or of standard input.
    fn file(&mut self, path: &Path, folder: Option<&Path>) {
        let file = input::file(path);
        let name = file.map_or_else(|| "stdin".to_owned(), |path| path.to_string_lossy().into_owned());
        match read(file, self.options.max_document) {
            Ok(Ok(bytes)) => {
                let mut document = Document::new(name, bytes);
                (document.path, document.folder) = (file.map(Path::to_owned), folder.map(Path::to_owned));
                document.kind = self.options.kind;
                self.document(&document);
            }
            Ok(Err(length)) => {
                document_findings::too_large(&name, length, self.options.max_document, &mut self.page);
            }
            Err(error) => self.page.trouble(&Trouble::reading(&name, error)),
        }
        self.printer.print(&mut self.page);
    }

    fn document(&mut self, document: &Document) {
        let page = &mut self.page;
        let is_asked = document.kind.is_none() && Kind::of_name(&document.name).is_none();
        if is_asked && document_findings::is_unreadable(&document.name, &document.bytes, None, "--type text", page) {
            return;
        }
        let (mut limits, mut is_first) = (DocumentFindings::of_limits(), true);
        let allow = &self.options.allow;
        let _ = self.checker.check(document, &mut limits, &mut |checked| {
            print(&checked, allow, &mut is_first, page);
            self.printer.print_if_long(page);
            page.flow()
        });
        limits.place(&document.bytes);
        limits.print(&document.name, napkin::Severity::Error, page);
    }

    fn finish(mut self) -> Answer {
        let counts = summary(&self.checker.summary());
        match self.page.is_pretty() {
            true => self.page.line(counts),
            false if self.printing.session.diagnostics > 0 => self.page.note(&counts),
            false => {}
        }
        self.printer.print(&mut self.page);
        self.printer.finish()
    }
}

/// Prints a link, and lets its verdict decide the answer.
fn print(checked: &Checked, allow: &[Verdict], is_first: &mut bool, page: &mut Page<'_>) {
    let is_allowed = allow.contains(&checked.verdict);
    if checked.is_unseen && !is_allowed {
        page.leave_out();
    } else if checked.verdict.is_failure() && !is_allowed {
        page.say_no();
    }
    // Links that are skipped on purpose are news only to those who ask for all.
    let is_news = checked.verdict != Verdict::Skipped || checked.is_unseen;
    let shows_all = page.has_fields() || page.session().diagnostics == usize::MAX;
    if !shows_all && (is_allowed || !is_news) {
        return;
    }
    if page.is_pretty() && !page.has_fields() && std::mem::take(is_first) {
        let heading = page.paint().heading();
        page.line(format_args!("{heading}{}{heading:#}", checked.source));
    }
    page.row(&Row::new(checked));
}

fn read(file: Option<&Path>, most: u64) -> io::Result<Result<Vec<u8>, u64>> {
    match file {
        None => Input::Stream(Box::new(io::stdin())).read_at_most(most),
        Some(path) => Input::File(std::fs::File::open(path)?).read_at_most(most),
    }
}
