//! One answer a record: the way from arguments and standard input to the printed page.
//!
//! Decides: in what order records are taken, and what a record is read as. It does not decide the answer.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;

use napkin::{Error, Finding, Reference, Sink, Span, Standard, password_span, whatwg};
use napkin_document::Typed;

use crate::input::{Block, Blocks, Cut};
use crate::options::Records;
use crate::ordered;
use crate::output::{Answer, Page, Printer, Printing, Trouble};
use crate::rules;

/// The most findings that are reported of one record.
const FINDINGS: usize = 100;

/// A command that answers each record by itself.
pub(crate) trait Answers: Sync {
    /// Prints the answer to one record.
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>);
}

/// Where a record, or a reference in a document, stands.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    Argument(usize),
    Option(&'static str),
    Record(u64),
    At { source: &'a str, line: usize, column: usize },
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "argument {number}"),
            Self::Option(name) => write!(f, "--{name}"),
            Self::Record(number) => write!(f, "stdin:{number}"),
            Self::At { source, line, column } => write!(f, "{source}:{line}:{column}"),
        }
    }
}

/// One reference as it was given.
pub(crate) struct Record<'a> {
    /// As given; what is printed as `input`.
    pub(crate) bytes: &'a [u8],
    pub(crate) place: Place<'a>,
    max_length: usize,
    typed: Option<Typed<'a>>,
}

impl<'a> Record<'a> {
    pub(crate) fn new(bytes: &'a [u8], place: Place<'a>) -> Self {
        Self { bytes, place, max_length: usize::MAX, typed: None }
    }

    fn with_options(mut self, options: &Records) -> Self {
        self.max_length = options.max_length;
        if options.typed {
            self.typed = std::str::from_utf8(self.bytes).ok().map(napkin_document::typed);
        }
        self
    }

    /// The text that is read; ill-formed UTF-8 replaced.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match &self.typed {
            Some(typed) => Cow::Borrowed(&typed.text),
            None => String::from_utf8_lossy(self.bytes),
        }
    }

    /// Reads the reference by a standard of the generic syntax.
    ///
    /// # Errors
    /// What is wrong with it: at least one finding in the text that is read, at most as many as [`First`] keeps.
    pub(crate) fn read(&self, standard: Standard) -> Result<Reference<'_>, Vec<Finding>> {
        self.check_length(standard)?;
        let read = match &self.typed {
            Some(typed) => Reference::parse(&typed.text, standard),
            None => Reference::parse_bytes(self.bytes, standard),
        };
        read.map_err(|error| match [rules::UTF8, rules::TOO_LONG].contains(&error.rule()) {
            true => vec![error.into()],
            false => self.findings(standard),
        })
    }

    /// The URL that the text makes under `whatwg`, against a base if there is one.
    ///
    /// # Errors
    /// As [`read`](Self::read). First the error that ends the parser, then what else there is, in order.
    pub(crate) fn url(&self, base: Option<&whatwg::Url>) -> Result<whatwg::Url, Vec<Finding>> {
        self.check_length(Standard::Whatwg)?;
        let parse = |text| whatwg::Url::parse(text, base);
        let url = match (&self.typed, std::str::from_utf8(self.bytes)) {
            (Some(typed), _) => parse(&typed.text),
            (None, Ok(text)) => parse(text),
            (None, Err(_)) => {
                let error = Reference::parse_bytes(self.bytes, Standard::Whatwg).err();
                return Err(error.into_iter().map(Finding::from).collect());
            }
        };
        url.map_err(|error| {
            let mut findings = self.violations(base);
            findings.retain(|finding| finding != error.finding());
            findings.insert(0, error.into());
            findings
        })
    }

    /// What the text violates of `whatwg`, whether or not it makes a URL: in order, at most as many as [`First`] keeps.
    pub(crate) fn violations(&self, base: Option<&whatwg::Url>) -> Vec<Finding> {
        violations(&self.text(), base).0
    }

    fn check_length(&self, standard: Standard) -> Result<(), Vec<Finding>> {
        if self.bytes.len() <= self.max_length {
            return Ok(());
        }
        let span = Span::new(self.max_length, self.bytes.len());
        Err(vec![Finding::new(rules::TOO_LONG, standard, span, "the end within --max-length", None)])
    }

    fn findings(&self, standard: Standard) -> Vec<Finding> {
        let mut first = First::default();
        napkin::check(&self.text(), standard, &mut first);
        first.0
    }

    /// Findings in the text that is read as they are printed in fields: with spans in the input as given, and without
    /// characters of its password.
    pub(crate) fn given(&self, findings: &[Finding]) -> Vec<Finding> {
        if findings.is_empty() {
            return Vec::new();
        }
        let password = password_span(&self.text());
        let source = |span: Span| self.typed.as_ref().map_or(span, |typed| typed.source_span(span));
        let given =
            |finding: Finding| Finding { span: source(finding.span), also: finding.also.map(source), ..finding };
        findings.iter().map(|finding| given(finding.redacted(password))).collect()
    }

    /// Remarks on what was taken off; their spans are in the input as given.
    fn remarks(&self, standard: Standard) -> impl Iterator<Item = Finding> {
        let removed = self.typed.iter().flat_map(|typed| &typed.removed);
        removed.map(move |&span| Finding::new(rules::TYPED, standard, span, "", None))
    }
}

/// What a text violates of `whatwg`, at most as many as [`First`] keeps, and the error that ends the parser, which is among them if
/// it is not too late.
pub(crate) fn violations(text: &str, base: Option<&whatwg::Url>) -> (Vec<Finding>, Option<Error>) {
    let mut first = First::default();
    let fatal = whatwg::violations(text, base, &mut first).err();
    (first.0, fatal)
}

/// Keeps the first [`FINDINGS`] findings, and one more that represents all others.
#[derive(Default)]
pub(crate) struct First(pub(crate) Vec<Finding>);

impl First {
    /// Returns whether further findings are not kept.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() > FINDINGS
    }
}

impl Sink for First {
    fn report(&mut self, finding: Finding) {
        if let Some(Finding { span, .. }) = self.0.get_mut(FINDINGS) {
            *span = Span::new(span.start.min(finding.span.start), span.end.max(finding.span.end));
        } else if self.0.len() == FINDINGS {
            self.0.push(Finding::new(rules::FINDINGS_OMITTED, finding.standard, finding.span, "", None));
        } else {
            self.0.push(finding);
        }
    }
}

/// Answers every record: those given as arguments, and where one is `-`, or with none, standard input.
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

/// The answers to references that are held, on one page.
#[cfg(feature = "serve")]
pub(crate) fn page<'s>(
    command: &impl Answers,
    references: &[OsString],
    options: &Records,
    printing: &'s Printing<'s>,
) -> Page<'s> {
    let stream = Stream { command, options, printing };
    let mut page = Page::new(printing);
    for (number, reference) in (1..).zip(references) {
        stream.answer(Record::new(reference.as_encoded_bytes(), Place::Argument(number)), &mut page);
    }
    page
}

struct Stream<'c, 's, C> {
    command: &'c C,
    options: &'c Records,
    printing: &'s Printing<'s>,
}

impl<'s, C: Answers> Stream<'_, 's, C> {
    fn answer(&self, record: Record<'_>, page: &mut Page<'s>) {
        let record = record.with_options(self.options);
        page.count();
        let remarks: Vec<Finding> = record.remarks(Standard::Draft1997).collect();
        if !remarks.is_empty() {
            page.remark(&String::from_utf8_lossy(record.bytes), record.place, &remarks);
        }
        self.command.answer(&record, page);
    }

    fn cut(&self) -> Cut {
        Cut { null: self.options.null, max_length: self.options.max_length }
    }

    fn standard_input(&self, printer: &mut Printer<'_>) -> Result<(), Trouble> {
        let blocks = Blocks::new(io::stdin(), self.cut());
        let threads = ordered::threads(self.options.jobs);
        // For a person, answers and diagnostics stand together, record by record.
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
        ordered::run(
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
