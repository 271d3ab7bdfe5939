//! `napkin scheme show`: prints a definition, as a record or as a card.

use napkin_answer::scheme::show::{answer, fields_of_all};

use crate::options::SchemeShow;
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(super) fn run(options: &SchemeShow, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing(session, &fields_of_all())?;
    let mut page = Page::new(&printing);
    answer(&options.definitions.book(session)?, &options.name, &mut page)?;
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}
