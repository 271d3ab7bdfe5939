//! Answers each record from arguments and standard input, and prints the answers.
//!
//! Determines the order of records; a command implements `Answers` to compute an answer.

use std::ffi::{OsStr, OsString};
use std::io;

use napkin_answer::answers::{self, Answers, Reading};

use crate::input::{Block, Blocks, Cut};
use crate::options::Records;
use crate::output::{Answer, Page, Printer, Printing, Trouble};
use crate::parallel;
use napkin_answer::record::{Place, Record};

/// Answers every record: the arguments, and standard input for `-` or if there are no arguments.
pub(crate) fn run(
    command: &impl Answers,
    references: &[OsString],
    options: &Records,
    printing: &Printing<'_>,
) -> Result<Answer, Trouble> {
    let stream = Stream { command, options, printing };
    let mut printer = Printer::new(printing.session);
    let standard_input = [OsString::from("-")];
    let references = if references.is_empty() { &standard_input[..] } else { references };
    for (number, reference) in (1..).zip(references) {
        if reference == "-" {
            stream.standard_input(&mut printer)?;
            continue;
        }
        let mut page = Page::new(printing);
        note_file(reference, number, &mut page);
        stream.answer(Record::new(reference.as_encoded_bytes(), Place::Argument(number)), &mut page);
        printer.print(&mut page);
    }
    Ok(printer.finish())
}

/// Notes that an argument, which is read as a reference, also names a file: the user may have meant its content.
pub(crate) fn note_file(reference: &OsStr, number: usize, page: &mut Page<'_>) {
    if std::path::Path::new(reference).is_file() {
        let (place, name) = (Place::Argument(number), reference.to_string_lossy());
        page.note(&format!("{place}: a file of this name exists; to read references from it, write `< {name}`"));
    }
}

struct Stream<'c, 's, C> {
    command: &'c C,
    options: &'c Records,
    printing: &'s Printing<'s>,
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
        let blocks = Blocks::new(io::stdin(), self.cut());
        let threads = parallel::threads(self.options.jobs);
        // For a person, answers and diagnostics appear together, record by record.
        let result = if self.printing.is_pretty() {
            self.one_by_one(blocks, printer)
        } else if threads == 1 {
            self.block_by_block(blocks, printer)
        } else {
            self.in_parallel(blocks, threads, printer)
        };
        result.map_err(|error| Trouble::io("standard input", error))
    }

    fn one_by_one(&self, blocks: Blocks<io::Stdin>, printer: &mut Printer<'_>) -> io::Result<()> {
        for block in blocks {
            for (number, bytes) in self.cut().records(&block?) {
                let mut page = Page::new(self.printing);
                self.answer(Record::new(bytes, Place::Record(number)), &mut page);
                printer.print(&mut page);
            }
        }
        Ok(())
    }

    fn block_by_block(&self, blocks: Blocks<io::Stdin>, printer: &mut Printer<'_>) -> io::Result<()> {
        for block in blocks {
            printer.print(&mut self.page(&block?));
        }
        Ok(())
    }

    fn in_parallel(&self, blocks: Blocks<io::Stdin>, threads: usize, printer: &mut Printer<'_>) -> io::Result<()> {
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
            self.answer(Record::new(bytes, Place::Record(number)), &mut page);
        }
        page
    }
}
