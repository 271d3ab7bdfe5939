//! `napkin completions` and `napkin man`: both are generated from the option parser.

use clap::{Command, CommandFactory};

use crate::options::{Completions, Man, Options};
use crate::output::{Answer, Form, Printing, Session, Trouble, print_answer};

pub(crate) fn completions(options: &Completions, session: &Session) -> Result<Answer, Trouble> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Options::command(), "napkin", &mut text);
    print(&text, session)
}

pub(crate) fn man(options: &Man, session: &Session) -> Result<Answer, Trouble> {
    let mut napkin = Options::command();
    napkin.build();
    if options.list {
        let lines: String = pages(&napkin).iter().skip(1).map(|page| format!("{page}\n")).collect();
        return print(lines.as_bytes(), session);
    }
    let mut command = &napkin;
    for name in options.command.iter().flat_map(|names| names.split_whitespace()) {
        let found = command.find_subcommand(name);
        let unknown = || {
            let whole = options.command.join(" ");
            Trouble::Usage(format!("expected a command, but found `{whole}`; `napkin man --list` lists all pages"))
        };
        command = found.ok_or_else(unknown)?;
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text).map_err(|error| Trouble::io("manual page", error))?;
    print(&text, session)
}

/// Returns the page names of a command and its subcommands, as `man` takes them. The first name, of the command itself,
/// is empty.
fn pages(command: &Command) -> Vec<String> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    let named = |below: &Command| {
        let name = below.get_name().to_owned();
        pages(below).into_iter().map(move |page| format!("{name} {page}").trim_end().to_owned()).collect::<Vec<_>>()
    };
    std::iter::once(String::new()).chain(below.flat_map(named)).collect()
}

fn print(text: &[u8], session: &Session) -> Result<Answer, Trouble> {
    print_answer(&Printing::new(Form::Plain, session), |page| {
        page.text(&String::from_utf8_lossy(text));
        Ok(())
    })
}
