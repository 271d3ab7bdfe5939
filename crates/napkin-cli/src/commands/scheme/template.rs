//! `napkin scheme template`: prints the skeleton of a definition.

use napkin_answer::scheme::template::skeleton;

use crate::options::SchemeTemplate;
use crate::output::{Answer, Form, Page, Printer, Printing, Session, Trouble};

pub(super) fn run(options: &SchemeTemplate, session: &Session) -> Result<Answer, Trouble> {
    let printing = Printing::new(Form::Plain, session);
    let mut page = Page::new(&printing);
    page.text(&skeleton(&options.name)?);
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}
