//! Questions that are answered for each reference by itself.
//!
//! A question implements `Answers`; `answer_all` prints the answers to a list of references.

use napkin::{Finding, Standard};

use crate::output::Page;
use crate::record::{Place, Record};

/// A question that is answered for each record by itself.
pub trait Answers: Sync {
    /// Prints the answer to one record.
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>);
}

/// How records are read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The longest record, in bytes; a longer record is an error.
    pub max_length: usize,
    /// Whether quotes, `<>`, `URL:` and white space around a record are removed, with a remark.
    pub typed: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self { max_length: usize::MAX, typed: false }
    }
}

/// Prints the answer to one record, and remarks on what was removed around it.
pub fn answer(question: &impl Answers, record: Record<'_>, reading: Reading, page: &mut Page<'_>) {
    let record = record.with(reading.max_length, reading.typed);
    page.count();
    let remarks: Vec<Finding> = record.remarks(Standard::Draft1997).collect();
    if !remarks.is_empty() {
        page.remark(&String::from_utf8_lossy(record.bytes), record.place, &remarks);
    }
    page.record(|page| question.answer(&record, page));
}

/// Prints the answers to texts, numbered from 1, until the page [stops](Page::flow).
///
/// ```
/// use napkin_answer::answers::{Reading, answer_all};
/// use napkin_answer::output::{Form, Page, Printing, Session};
/// use napkin_answer::parse::{self, Parser};
/// let session = Session::silent();
/// let printing = Printing::new(Form::Plain, &session);
/// let parser = Parser::new(&parse::Options::default(), &session).ok().unwrap();
/// let mut page = Page::new(&printing);
/// answer_all(&parser, ["http://pub.example/menu?size=2"].into_iter(), Reading::default(), &mut page);
/// assert_eq!(page.into_out().unwrap(), b"http:\t//pub.example\t/menu\t?size=2\t\n");
/// ```
pub fn answer_all<'t>(
    question: &impl Answers,
    texts: impl Iterator<Item = &'t str>,
    reading: Reading,
    page: &mut Page<'_>,
) {
    for (number, text) in (1..).zip(texts) {
        answer(question, Record::new(text.as_bytes(), Place::Argument(number)), reading, page);
        if page.flow().is_break() {
            return;
        }
    }
}
