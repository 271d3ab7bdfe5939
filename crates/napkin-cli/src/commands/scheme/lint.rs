//! `napkin scheme lint`: checks scheme definitions by the guidelines.

use napkin_answer::scheme::lint::{Linted, answer};

use super::definitions;
use crate::input;
use crate::options::SchemeLint;
use crate::output::{Answer, Page, Printer, Session, Trouble};

pub(super) fn run(options: &SchemeLint, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Linted<'_>>(session)?;
    let files = &*input::given(&options.files);
    let mut printer = Printer::new(session);
    for path in files {
        let mut page = Page::new(&printing);
        match definitions::read(path) {
            Ok(source) => answer(&source, &options.limits.limits(), &mut page),
            Err(trouble) => page.trouble(&trouble),
        }
        printer.print(&mut page);
    }
    Ok(printer.finish())
}
