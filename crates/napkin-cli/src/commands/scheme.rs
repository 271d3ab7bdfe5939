//! `napkin scheme`: shows the registry of schemes, and checks URLs and definitions.

mod check;
mod definitions;
mod lint;

use napkin_answer::scheme::template::skeleton;
use napkin_answer::scheme::{list, show};

use crate::options::{Scheme, SchemeCommand, SchemeList, SchemeShow};
use crate::output::{Answer, Form, Printing, Session, Trouble, print_answer};

pub(crate) fn run(options: &Scheme, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        SchemeCommand::List(options) => list(options, session),
        SchemeCommand::Show(options) => show(options, session),
        SchemeCommand::Check(options) => check::run(options, session),
        SchemeCommand::Lint(options) => lint::run(options, session),
        SchemeCommand::Template(options) => print_answer(&Printing::new(Form::Plain, session), |page| {
            page.text(&skeleton(&options.name)?);
            Ok(())
        }),
    }
}

fn list(options: &SchemeList, session: &Session) -> Result<Answer, Trouble> {
    let SchemeList { definitions, form, defined, status, retrievable, words } = options;
    let (defined, retrievable) = (*defined, *retrievable);
    let wanted = list::Options { defined, status: status.clone(), retrievable, words: words.clone() };
    print_answer(&form.printing_of::<list::Line<'_>>(session)?, |page| {
        list::answer(&definitions.book(session)?, &wanted, page);
        Ok(())
    })
}

fn show(options: &SchemeShow, session: &Session) -> Result<Answer, Trouble> {
    print_answer(&options.form.printing_of::<show::Row<'_>>(session)?, |page| {
        show::answer(&options.definitions.book(session)?, &options.name, page)
    })
}
