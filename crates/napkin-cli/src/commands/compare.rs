//! `napkin compare`: tells whether two URLs are equivalent, and at which rung of normalization.

use napkin_answer::compare::{Row, answer};

use crate::options::Compare;
use crate::output::{Answer, Page, Printer, Session, Trouble};
use crate::records::note_file;

pub(crate) fn run(options: &Compare, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_>>(session)?;
    let mut printer = Printer::new(session);
    let mut page = Page::new(&printing);
    [&options.a, &options.b].into_iter().zip(1..).for_each(|(url, number)| note_file(url, number, &mut page));
    printer.print(&mut page);
    answer(options.a.as_encoded_bytes(), options.b.as_encoded_bytes(), options.standard, &mut page);
    printer.print(&mut page);
    Ok(printer.finish())
}
