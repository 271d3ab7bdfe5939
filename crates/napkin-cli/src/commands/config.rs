//! `napkin config`: prints the settings, and where each of them comes from.

use clap::{Arg, Command, CommandFactory};
use napkin_answer::fields;

use crate::config::{Config, Given, Origin, commands, options};
use crate::options::{self, Options};
use crate::output::{Answer, Page, Row, Session, Trouble, Value, print_answer};

pub(crate) fn run(asked: &options::Config, config: &Config, session: &Session) -> Result<Answer, Trouble> {
    let printing = asked.form.printing_of::<Shown<'_>>(session)?;
    let root = Options::command();
    let all = commands(&root);
    let name = asked.command.join(" ");
    if !all.iter().any(|(known, _)| *known == name) {
        return Err(Trouble::Usage(format!(
            "expected a command, found `{name}`; `napkin man --list` lists the commands"
        )));
    }
    // The options of all commands apply to each of them.
    let is_asked = |known: &str| name.is_empty() || known.is_empty() || known == name;
    print_answer(&printing, |page| {
        if let (Some(file), true) = (&config.file, page.is_pretty()) {
            page.line(format_args!("# {file}"));
        }
        for (known, command) in all.iter().filter(|(known, _)| is_asked(known)) {
            print(known, command, config, asked.show, page);
        }
        Ok(())
    })
}

/// Prints the settings of a command.
fn print(name: &str, command: &Command, config: &Config, all: bool, page: &mut Page<'_>) {
    let shown: Vec<_> = options(command).filter_map(|arg| Shown::of(name, arg, config)).collect();
    let mut shown = shown.iter().filter(|shown| all || shown.origin.is_some()).peekable();
    if page.is_pretty() && shown.peek().is_some() && !name.is_empty() {
        page.line("");
        page.line(format_args!("[{}]", name.replace(' ', ".")));
    }
    shown.for_each(|shown| page.row(shown));
}

/// A setting, or a default.
struct Shown<'s> {
    command: &'s str,
    option: &'s str,
    /// The value; `None` if there is neither a setting nor a default.
    value: Option<Given>,
    origin: Option<&'s Origin>,
}

impl<'s> Shown<'s> {
    fn of(command: &'s str, arg: &'s Arg, config: &'s Config) -> Option<Self> {
        let option = arg.get_long()?;
        Some(match config.setting(command, option) {
            Some(setting) => {
                Self { command, option, value: Some(setting.given.clone()), origin: Some(&setting.origin) }
            }
            None => Self { command, option, value: default(arg), origin: None },
        })
    }

    /// Returns the value as TOML has it.
    fn toml(&self) -> String {
        let text = |text: &String| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        match &self.value {
            None => String::new(),
            Some(Given::Flag(flag)) => flag.to_string(),
            Some(Given::Value(value)) if value.parse::<i64>().is_ok() => value.clone(),
            Some(Given::Value(value)) => text(value),
            Some(Given::List(values)) => format!("[{}]", values.iter().map(text).collect::<Vec<_>>().join(", ")),
        }
    }

    /// Returns the place of the setting, or `default`.
    fn place(&self) -> String {
        self.origin.map_or_else(|| "default".to_owned(), ToString::to_string)
    }
}

/// Returns the default of an option.
fn default(arg: &Arg) -> Option<Given> {
    if !arg.get_action().takes_values() {
        return Some(Given::Flag(false));
    }
    arg.get_default_values().last().map(|value| Given::Value(value.to_string_lossy().into_owned()))
}

impl Row for Shown<'_> {
    fields! { self;
        let texts = match &self.value {
            Some(Given::List(values)) => values.iter().map(String::as_str).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        "command" => Some(self.command).filter(|name| !name.is_empty()),
        "option" => self.option,
        "value" => match &self.value {
            None => Value::Null,
            Some(Given::Flag(flag)) => Value::Bool(*flag),
            Some(Given::Value(value)) => Value::Text(value),
            Some(Given::List(_)) => Value::Texts(&texts),
        },
        "origin" => match self.origin {
            None => "default",
            Some(Origin::Environment(_)) => "environment",
            Some(Origin::File { .. }) => "file",
        },
        "file" => match self.origin {
            Some(Origin::File { name, .. }) => Some(name),
            _ => None,
        },
        "line" => match self.origin {
            Some(Origin::File { line, .. }) => Some(*line),
            _ => None,
        },
        "column" => match self.origin {
            Some(Origin::File { column, .. }) => Some(*column),
            _ => None,
        },
        "variable" => match self.origin {
            Some(Origin::Environment(name)) => Some(name),
            _ => None,
        },
    }

    fn plain(&self, page: &mut Page<'_>) {
        page.columns(&[&self.command, &self.option, &self.toml(), &self.place()]);
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let name = page.paint().name();
        match &self.value {
            None => page.line(format_args!("# {name}{}{name:#} is not set", self.option)),
            Some(_) => page.line(format_args!("{name}{}{name:#} = {}  # {}", self.option, self.toml(), self.place())),
        }
    }
}
