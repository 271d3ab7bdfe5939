//! Settings: options from `napkin.toml` and from environment variables.
//!
//! A setting has the name of its option. Settings become arguments before those of the user, so that each option reads them like any
//! other argument. An option of the command line replaces the setting of its name, and removes settings that conflict with it. Start
//! at `Config::read`; `file` finds the file, `settings` reads it, and `found` lists what a file may set that nobody has named.

mod environment;
mod file;
mod found;
mod setting;
mod settings;

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};

use crate::options::Options;

pub(crate) use self::setting::{Given, Origin, Setting, Wrong, commands, options};
pub(crate) use self::settings::{holders, listed, similar};

/// The settings of a run.
pub(crate) struct Config {
    /// The file that was read.
    pub(crate) file: Option<String>,
    settings: Vec<Setting>,
}

impl Config {
    /// Reads the settings that apply to a command line: those of the environment, then those of the file.
    ///
    /// `built` is the program's command after it has parsed the arguments to `given`.
    pub(crate) fn read(built: &Command, given: &ArgMatches) -> Result<Self, Wrong> {
        let mut settings = environment::settings(built)?;
        let Some(file) = file::read(given)? else { return Ok(Self { file: None, settings }) };
        settings.extend(settings::read(&Options::command(), &file)?);
        Ok(Self { file: Some(file.name), settings })
    }

    /// Returns whether there are no settings.
    pub(crate) fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// Returns the setting of an option of a command; an earlier setting has priority.
    pub(crate) fn setting(&self, command: &str, option: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.command == command && setting.option == option)
    }

    /// Returns the origin of the setting of an option, if the command line of `command` uses it.
    pub(crate) fn origin(&self, command: &str, option: &str) -> Option<&Origin> {
        let setting = self.setting(command, option).or_else(|| self.setting("", option));
        setting.map(|setting| &setting.origin)
    }

    /// Returns the command line with the settings before the user's arguments.
    ///
    /// `built` is the program's command after it has parsed the arguments to `given`.
    pub(crate) fn arguments(&self, built: &Command, given: &ArgMatches, arguments: &[OsString]) -> Vec<OsString> {
        let (command, last, names) = called(built, given);
        let explicit: Vec<&Arg> = command.get_arguments().filter(|arg| is_explicit(last, arg)).collect();
        let excluded: BTreeSet<&str> = explicit
            .iter()
            .flat_map(|arg| command.get_arg_conflicts_with(arg).into_iter().chain([*arg]))
            .filter_map(Arg::get_long)
            .collect();
        let conflicts_with_explicit = |arg: &Arg| {
            let conflicts = command.get_arg_conflicts_with(arg);
            conflicts.iter().any(|arg| explicit.iter().any(|explicit| explicit.get_id() == arg.get_id()))
        };
        let inserted = |of: &str| -> Vec<OsString> {
            let options = command.get_arguments().filter(|arg| !conflicts_with_explicit(arg));
            let names = options.filter_map(Arg::get_long).filter(|name| !excluded.contains(name));
            names.filter_map(|name| self.setting(of, name)).flat_map(Setting::arguments).collect()
        };
        let name = names.join(" ");
        let place = place(built, arguments, names.len());
        let program = arguments.len().min(1);
        let own = if name.is_empty() { Vec::new() } else { inserted(&name) };
        [&arguments[..program], &inserted(""), &arguments[program..place], &own, &arguments[place..]].concat()
    }
}

/// Returns the command that arguments call, its own matches, and the names on the way to it.
fn called<'c>(built: &'c Command, given: &'c ArgMatches) -> (&'c Command, &'c ArgMatches, Vec<&'c str>) {
    let (mut command, mut matches, mut names) = (built, given, Vec::new());
    while let Some((name, below)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else { break };
        (command, matches) = (found, below);
        names.push(name);
    }
    (command, matches, names)
}

/// Returns the name of the command that arguments call, such as `mail list`.
pub(crate) fn called_name(built: &Command, given: &ArgMatches) -> String {
    called(built, given).2.join(" ")
}

fn is_explicit(matches: &ArgMatches, arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    matches.try_contains_id(id).unwrap_or(false) && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// Returns the number of arguments up to the name of the command, which has `names` words. Before it are only options of all commands.
fn place(built: &Command, arguments: &[OsString], names: usize) -> usize {
    let (mut place, mut left) = (1, names);
    while left > 0 && place < arguments.len() {
        let argument = arguments[place].to_string_lossy();
        place += 1;
        match argument.strip_prefix('-') {
            Some(option) => place += usize::from(takes_next(built, option)),
            None => left -= 1,
        }
    }
    place.min(arguments.len())
}

/// Returns whether the value of an option is the next argument. The text begins after its first hyphen.
fn takes_next(built: &Command, option: &str) -> bool {
    let is_named = |arg: &&Arg| match option.strip_prefix('-') {
        Some(long) => arg.get_long() == Some(long),
        // Only the last of several letters can have a value, and only if it is not among them.
        None => option.chars().next_back() == arg.get_short(),
    };
    built.get_arguments().find(is_named).is_some_and(|arg| arg.get_action().takes_values())
}
