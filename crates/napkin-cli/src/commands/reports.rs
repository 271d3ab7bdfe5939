//! The reports of a run, on standard output and in files. Start at `Reports`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use napkin_answer::report::{Finding, Form, Names, Printer, Tool};

use crate::commands::rewrite::save;
use crate::options::{OutputPath, Report, ReportOptions};
use crate::output::{self, Page, Printing, Trouble};

/// The reports of a run, which receive each finding as it is found.
pub(super) struct Reports {
    outputs: Mutex<Vec<Output>>,
    /// How reports name files: from the working directory.
    names: Names,
    /// Whether standard output is for a report.
    takes_output: bool,
    is_wanted: bool,
    hides_suppressed: bool,
}

struct Output {
    form: Form,
    printer: Option<Printer>,
    /// `None` for standard output.
    file: Option<(PathBuf, Option<save::Writer>)>,
    /// A piece of the report that is not written yet.
    piece: Vec<u8>,
}

impl Reports {
    /// Opens the files of reports. `has_fields` says whether the command prints records by their fields.
    pub(super) fn new(options: &ReportOptions, also: Option<Form>, has_fields: bool) -> Result<Self, Trouble> {
        let mut wanted = options.report.clone();
        wanted.extend(also.map(|form| Report { form, file: None }));
        let usage = |text: &str| Err(Trouble::Usage(text.to_owned()));
        let without_file = wanted.iter().filter(|report| report.file.is_none()).count();
        if without_file > 1 {
            return usage("--report: expected at most one report without a file; write `--report FORM=FILE`");
        }
        if OutputPath::file(options.output.as_ref()).is_some() && without_file == 0 {
            return usage("--output: expected a `--report FORM` to write to the file");
        }
        if has_fields && without_file > 0 {
            return usage("--report: --json and --format take standard output; write `--report FORM=FILE`");
        }
        let (takes_output, is_wanted) = (without_file > 0, !wanted.is_empty());
        let opened = wanted.into_iter().map(|Report { form, file }| {
            let path = file.or_else(|| OutputPath::file(options.output.as_ref()).map(Path::to_owned));
            let open = |path: PathBuf| match save::Writer::new(&path, &path) {
                Ok(writer) => Ok((path, Some(writer))),
                Err(error) => Err(Trouble::io(path.to_string_lossy(), error)),
            };
            let file = path.map(open).transpose()?;
            Ok(Output { form, printer: None, file, piece: Vec::new() })
        });
        let outputs = Mutex::new(opened.collect::<Result<_, Trouble>>()?);
        let hides_suppressed = options.hide_suppressed;
        Ok(Self { outputs, names: Names::from_folder(""), takes_output, is_wanted, hides_suppressed })
    }

    /// Returns whether there is a report.
    pub(super) const fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Returns whether rows are printed beside the reports.
    pub(super) const fn has_rows(&self) -> bool {
        !self.takes_output
    }

    /// Returns the printing of a run with these reports; `rows` is that of its rows.
    pub(super) fn printing<'s>(&self, rows: Printing<'s>) -> Printing<'s> {
        let rows = rows.with_gaps(self.is_wanted);
        if self.takes_output { Printing { form: output::Form::Report, ..rows } } else { rows }
    }

    /// Returns the name of a file in reports.
    pub(super) fn name(&self, source: &str) -> String {
        self.names.below(source)
    }

    fn outputs(&self) -> MutexGuard<'_, Vec<Output>> {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the reports.
    pub(super) fn begin(&self, tool: &Tool, page: &mut Page<'_>) {
        for output in &mut *self.outputs() {
            let printer = Printer::new(output.form, tool.clone());
            let printer = if self.hides_suppressed { printer.without_suppressed() } else { printer };
            output.printer.insert(printer).begin(&mut output.piece);
            output.write(page);
        }
    }

    /// Adds a finding to every report.
    pub(super) fn finding(&self, finding: &Finding<'_>, page: &mut Page<'_>) {
        for output in &mut *self.outputs() {
            if let Some(printer) = &mut output.printer {
                printer.finding(finding, &mut output.piece);
            }
            output.write(page);
        }
    }

    /// Takes the gaps of a page.
    pub(super) fn gaps(&self, page: &mut Page<'_>) {
        for mut gap in page.lacking.drain(..) {
            if let Some((file, ..)) = &mut gap.place {
                *file = self.name(file);
            }
            let mut outputs = self.outputs();
            outputs.iter_mut().filter_map(|output| output.printer.as_mut()).for_each(|printer| printer.gap(&gap));
        }
    }

    /// Ends the reports, and moves their files to their places.
    pub(super) fn end(&self, counts: Option<&str>, page: &mut Page<'_>) {
        self.gaps(page);
        for output in &mut *self.outputs() {
            if let Some(printer) = &mut output.printer {
                printer.end(counts, &mut output.piece);
            }
            output.write(page);
            let Some((path, writer)) = &mut output.file else { continue };
            if let Some(Err(error)) = writer.take().map(save::Writer::finish) {
                page.trouble(&Trouble::io(path.to_string_lossy(), error));
            }
        }
    }
}

impl Output {
    /// Writes the piece. After an error, nothing more is written to the file, and the old file stays.
    fn write(&mut self, page: &mut Page<'_>) {
        match &mut self.file {
            None => page.bytes(&self.piece),
            Some((path, writer)) => {
                if let Some(Err(error)) = writer.as_mut().map(|writer| writer.write_all(&self.piece)) {
                    *writer = None;
                    page.trouble(&Trouble::io(path.to_string_lossy(), error));
                }
            }
        }
        self.piece.clear();
    }
}
