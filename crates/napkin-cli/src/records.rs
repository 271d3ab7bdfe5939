//! Answers each record from arguments and standard input, and prints the answers.
//!
//! Determines the order of records; a command implements `Answers` to compute an answer.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use napkin_answer::answers::{self, Answers, Reading};

use crate::input::{self, Block, Blocks, Cut};
use crate::options::Records;
use crate::output::{Answer, Page, Printer, Printing, Trouble};
use crate::parallel;
use napkin_answer::record::{Place, Record};

/// Answers every record: the arguments, then the files of `--from`. `-` is standard input, and so is an empty list.
pub(crate) fn run(
    command: &impl Answers,
    references: &[OsString],
    options: &Records,
    printing: &Printing<'_>,
) -> Result<Answer, Trouble> {
    let stream = Stream { command, options, printing, name: None };
    let mut printer = Printer::new(printing.session);
    let references = if options.from.is_empty() { input::given(references) } else { references.into() };
    for (number, reference) in (1..).zip(&*references) {
        if reference == "-" {
            stream.standard_input(&mut printer)?;
            continue;
        }
        let mut page = Page::new(printing);
        note_file(reference, number, &mut page);
        stream.answer(Record::new(reference.as_encoded_bytes(), Place::Argument(number)), &mut page);
        printer.print(&mut page);
    }
    stream.files(&options.from, printer)
}

/// Answers every record of these files. `-` is standard input.
pub(crate) fn run_files(
    command: &impl Answers,
    files: &[PathBuf],
    options: &Records,
    printing: &Printing<'_>,
) -> Result<Answer, Trouble> {
    Stream { command, options, printing, name: None }.files(files, Printer::new(printing.session))
}

/// Notes that an argument, which is read as a reference, also names a file: the user may have meant its content.
pub(crate) fn note_file(reference: &OsStr, number: usize, page: &mut Page<'_>) {
    if Path::new(reference).is_file() {
        let (place, name) = (Place::Argument(number), reference.to_string_lossy());
        page.note(&format!("{place}: a file of this name exists; to read references from it, write `< {name}`"));
    }
}

struct Stream<'c, 's, C> {
    command: &'c C,
    options: &'c Records,
    printing: &'s Printing<'s>,
    /// The name of the file; `None` for standard input.
    name: Option<&'s str>,
}

impl<'s, C: Answers> Stream<'_, 's, C> {
    fn answer(&self, record: Record<'_>, page: &mut Page<'s>) {
        let reading = Reading { max_length: self.options.max_length, typed: self.options.typed };
        answers::answer(self.command, record, reading, page);
    }

    fn cut(&self) -> Cut {
        Cut { null: self.options.null, max_length: self.options.max_length }
    }

    fn standard_input(&self, printer: &mut Printer<'_>) -> Result<(), Trouble> {
        self.blocks(io::stdin(), printer).map_err(|error| Trouble::io("standard input", error))
    }

    fn files(&self, files: &[PathBuf], mut printer: Printer<'_>) -> Result<Answer, Trouble> {
        files.iter().try_for_each(|path| self.file(path, &mut printer))?;
        Ok(printer.finish())
    }

    fn file(&self, path: &Path, printer: &mut Printer<'_>) -> Result<(), Trouble> {
        let Some(path) = input::file(path) else { return self.standard_input(printer) };
        let name = path.to_string_lossy();
        let failed = |error| Trouble::io(&*name, error);
        let file = File::open(path).map_err(failed)?;
        Stream { name: Some(&name), ..*self }.blocks(file, printer).map_err(failed)
    }

    fn place(&self, number: u64) -> Place<'_> {
        self.name.map_or(Place::Record(number), |source| Place::Line { source, number })
    }

    fn blocks(&self, input: impl Read + Send, printer: &mut Printer<'_>) -> io::Result<()> {
        let blocks = Blocks::new(input, self.cut());
        let threads = parallel::threads(self.options.jobs);
        // For a person, answers and diagnostics appear together, record by record.
        if self.printing.is_pretty() {
            self.one_by_one(blocks, printer)
        } else if threads == 1 {
            self.block_by_block(blocks, printer)
        } else {
            self.in_parallel(blocks, threads, printer)
        }
    }

    fn one_by_one(&self, blocks: Blocks<impl Read>, printer: &mut Printer<'_>) -> io::Result<()> {
        for block in blocks {
            for (number, bytes) in self.cut().records(&block?) {
                let mut page = Page::new(self.printing);
                self.answer(Record::new(bytes, self.place(number)), &mut page);
                printer.print(&mut page);
            }
        }
        Ok(())
    }

    fn block_by_block(&self, blocks: Blocks<impl Read>, printer: &mut Printer<'_>) -> io::Result<()> {
        for block in blocks {
            printer.print(&mut self.page(&block?));
        }
        Ok(())
    }

    fn in_parallel(
        &self,
        blocks: Blocks<impl Read + Send>,
        threads: usize,
        printer: &mut Printer<'_>,
    ) -> io::Result<()> {
        let mut result = Ok(());
        parallel::run(
            blocks,
            threads,
            |block| block.map(|block| self.page(&block)),
            |page| match page {
                Ok(mut page) => printer.print(&mut page),
                Err(error) => result = Err(error),
            },
        );
        result
    }

    fn page(&self, block: &Block) -> Page<'s> {
        let mut page = Page::new(self.printing);
        for (number, bytes) in self.cut().records(block) {
            self.answer(Record::new(bytes, self.place(number)), &mut page);
        }
        page
    }
}
