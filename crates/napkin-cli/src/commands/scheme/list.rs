//! `napkin scheme list`: lists schemes.

use napkin_answer::scheme::list::{FIELDS, Options, answer};

use crate::options::SchemeList;
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(super) fn run(options: &SchemeList, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing(session, &FIELDS)?;
    let mut page = Page::new(&printing);
    let wanted = Options {
        defined: options.defined,
        status: options.status.clone(),
        retrievable: options.retrievable,
        words: options.words.clone(),
    };
    answer(&options.definitions.book(session)?, &wanted, &mut page);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}
