//! `napkin completions` and `napkin man`: both made from the options themselves.

use std::io;

use clap::CommandFactory;

use crate::options::{Completions, Man, Options};
use crate::output::{Answer, Trouble};

pub(crate) fn completions(options: &Completions) -> Result<Answer, Trouble> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Options::command(), "napkin", &mut text);
    print(&text)
}

pub(crate) fn man(options: &Man) -> Result<Answer, Trouble> {
    let mut command = Options::command();
    command.build();
    if let Some(name) = &options.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| Trouble::Usage(format!("no command `{name}`")))?;
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text).map_err(|error| Trouble::io("manual page", error))?;
    print(&text)
}

fn print(text: &[u8]) -> Result<Answer, Trouble> {
    match io::Write::write_all(&mut io::stdout().lock(), text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Trouble::io("standard output", error)),
        _ => Ok(Answer::Yes),
    }
}
