//! `napkin completions` and `napkin man`: both are generated from the option parser.

mod page;

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::{Command, CommandFactory};

use self::page::{page, title};
use crate::files;
use crate::options::{Completions, Man, Options};
use crate::output::{Answer, Form, Printing, Session, Trouble, print_answer};

pub(crate) fn completions(options: &Completions, session: &Session) -> Result<Answer, Trouble> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Options::command(), "napkin", &mut text);
    print(&String::from_utf8_lossy(&text), session)
}

pub(crate) fn man(options: &Man, session: &Session) -> Result<Answer, Trouble> {
    let mut napkin = Options::command();
    napkin.build();
    if options.list {
        let lines = all(&napkin).into_iter().skip(1).map(|command| format!("{}\n", name(command)));
        return print(&lines.collect::<String>(), session);
    }
    if let Some(folder) = &options.all {
        return save(&napkin, folder).map(|()| Answer::Yes);
    }
    let words: Vec<&str> = options.command.iter().flat_map(|names| names.split_whitespace()).collect();
    let wanted = words.join(" ");
    let found = all(&napkin).into_iter().find(|command| name(command) == wanted).cloned();
    let mut command = found.ok_or_else(|| {
        Trouble::Usage(format!("expected a command, but found `{wanted}`; `napkin man --list` lists all pages"))
    })?;
    print(&page(&napkin, &mut command), session)
}

/// Writes all pages to a folder. A file of the same name is replaced.
fn save(napkin: &Command, folder: &Path) -> Result<(), Trouble> {
    let trouble = |path: &Path, error| Trouble::io(path.to_string_lossy(), error);
    fs::create_dir_all(folder).map_err(|error| trouble(folder, error))?;
    for command in all(napkin) {
        let path = folder.join(format!("{}.1", title(command)));
        let part = folder.join(format!(".{}.1.part", title(command)));
        let text = page(napkin, &mut command.clone());
        let written = files::create(&part).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            files::put(&file, &part, &path, files::Over::Anything)
        });
        written.map_err(|error| trouble(&path, error))?;
    }
    Ok(())
}

/// Returns the program and its commands, each before those below it.
fn all(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(all)).collect()
}

/// Returns the name of a command after `napkin`, such as `mail list`.
fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_default().trim_start_matches("napkin").trim_start()
}

fn print(text: &str, session: &Session) -> Result<Answer, Trouble> {
    print_answer(&Printing::new(Form::Plain, session), |page| {
        page.text(text);
        Ok(())
    })
}
