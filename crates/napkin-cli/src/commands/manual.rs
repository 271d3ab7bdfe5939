//! `napkin completions` and `napkin man`: both made from the options themselves.

use clap::CommandFactory;

use crate::options::{Completions, Man, Options};
use crate::output::{Answer, Form, Page, Printer, Printing, Session, Trouble};

pub(crate) fn completions(options: &Completions, session: &Session) -> Answer {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Options::command(), "napkin", &mut text);
    print(&text, session)
}

pub(crate) fn man(options: &Man, session: &Session) -> Result<Answer, Trouble> {
    let mut command = Options::command();
    command.build();
    if let Some(name) = &options.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| Trouble::Usage(format!("no command `{name}`")))?;
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text).map_err(|error| Trouble::io("manual page", error))?;
    Ok(print(&text, session))
}

fn print(text: &[u8], session: &Session) -> Answer {
    let printing = Printing { form: Form::Plain, session };
    let mut page = Page::new(&printing);
    page.text(&String::from_utf8_lossy(text));
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    printer.finish()
}
