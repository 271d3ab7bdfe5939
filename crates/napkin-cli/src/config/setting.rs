//! A setting, what it gives, where it is from, and what can be set.

use std::ffi::OsString;
use std::fmt;

use clap::{Arg, Command};

use crate::output::{Message, Paint};

/// A setting of an option.
pub(crate) struct Setting {
    /// The command, such as `mail list`; empty for the options of all commands.
    pub(super) command: String,
    /// The option, without `--`.
    pub(super) option: String,
    pub(crate) given: Given,
    pub(crate) origin: Origin,
}

/// What a setting gives to its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    Flag(bool),
    Value(String),
    List(Vec<String>),
}

/// The place of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    File { name: String, line: usize, column: usize },
    Environment(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { name, line, column } => write!(out, "{name}:{line}:{column}"),
            Self::Environment(name) => out.write_str(name),
        }
    }
}

/// A setting or a file that cannot be used.
pub(crate) struct Wrong {
    text: String,
    help: Option<String>,
}

impl Wrong {
    pub(super) fn new(text: impl fmt::Display, help: Option<String>) -> Self {
        Self { text: text.to_string(), help }
    }

    /// Returns the message for standard error.
    pub(crate) fn message(&self, paint: Paint) -> Message {
        let error = Message::error(paint, &self.text);
        self.help.iter().fold(error, |error, help| error.with(&Message::help(paint, help)))
    }
}

impl Setting {
    /// Returns the arguments that have the effect of this setting.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let option = &self.option;
        let with = |value: &String| format!("--{option}={value}").into();
        match &self.given {
            Given::Flag(false) => Vec::new(),
            Given::Flag(true) => vec![format!("--{option}").into()],
            Given::Value(value) => vec![with(value)],
            Given::List(values) => values.iter().map(with).collect(),
        }
    }
}

/// Options that are no settings.
pub(super) const NEVER: [&str; 5] = ["config", "no-config", "max-config", "help", "version"];

/// Returns the options of a command that can be set.
pub(crate) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && arg.get_long().is_some_and(|name| !NEVER.contains(&name)))
}

/// Returns the commands of the program with their names, such as `mail list`, and the program itself under an empty name.
pub(crate) fn commands(root: &Command) -> Vec<(String, &Command)> {
    let mut all = vec![(String::new(), root)];
    let mut next = 0;
    while let Some((name, command)) = all.get(next).cloned() {
        let below = command.get_subcommands().filter(|below| below.get_name() != "help");
        all.extend(below.map(|below| (format!("{name} {}", below.get_name()).trim_start().to_owned(), below)));
        next += 1;
    }
    all
}
