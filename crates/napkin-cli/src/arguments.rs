//! Parses the command line with its settings, and answers `--help`, `--version` and usage errors. Start at `read`.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, CommandFactory, Error, FromArgMatches};

use crate::config::{Config, called_name, holders, listed, similar};
use crate::options::Options;
use crate::output::{Answer, Message, Paint, print_whole, shown};

/// The command line, with the settings that apply to it.
pub(crate) struct Read {
    pub(crate) options: Options,
    pub(crate) matches: ArgMatches,
    pub(crate) config: Config,
}

/// Reads the arguments of the process, and the settings before them.
///
/// # Errors
/// Returns the exit status if the parser has answered already.
pub(crate) fn read() -> Result<Read, ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let (command, parsed) = parse(&arguments);
    let (given, missing) = match parsed {
        Ok(given) => (given, None),
        // A setting may be what is missing.
        Err(error) => match without_required(&error, &arguments) {
            Some(given) => (given, Some(error)),
            None => return Err(answer(error, None)),
        },
    };
    let config = Config::read(&command, &given).map_err(|wrong| refuse(&wrong.message(error_paint())))?;
    let matches = match missing {
        Some(error) if config.is_empty() => return Err(answer(error, None)),
        None if config.is_empty() => given,
        _ => {
            let whole = config.arguments(&command, &given, &arguments);
            let name = called_name(&command, &given);
            parse(&whole).1.map_err(|error| {
                let origin = origin(&error, &config, &name);
                answer(error, origin)
            })?
        }
    };
    let options = Options::from_arg_matches(&matches).map_err(|error| answer(error, None))?;
    Ok(Read { options, matches, config })
}

/// Parses arguments. Returns the parser, which has been built for them.
///
/// The parser has only the command that is called, unless the arguments are wrong or ask for help: other commands are suggested, and listed.
/// It is never dropped: to free it would take more instructions than a short command.
fn parse(arguments: &[OsString]) -> (ManuallyDrop<Command>, Result<ArgMatches, Error>) {
    let of_called = arguments.get(1).and_then(|name| Options::command_of(name.to_str()?));
    if let Some(mut command) = of_called.map(ManuallyDrop::new)
        && let Ok(given) = command.try_get_matches_from_mut(arguments)
    {
        return (command, Ok(given));
    }
    let mut command = ManuallyDrop::new(Options::command());
    let parsed = command.try_get_matches_from_mut(arguments);
    (command, parsed)
}

/// Parses arguments that lack a required option as if none were required; `None` for another error.
fn without_required(error: &Error, arguments: &[OsString]) -> Option<ArgMatches> {
    fn optional(command: Command) -> Command {
        let command = command.mut_args(|arg| arg.required(false).requires(Resettable::Reset));
        let groups: Vec<_> = command.get_groups().map(|group| group.get_id().clone()).collect();
        let command = groups.iter().fold(command, |command, id| command.mut_group(id, |group| group.required(false)));
        command.mut_subcommands(optional)
    }
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
    is_missing.then(|| optional(Options::command()).try_get_matches_from(arguments).ok()).flatten()
}

/// Returns the place of the setting with which the parser found fault.
fn origin(error: &Error, config: &Config, command: &str) -> Option<String> {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let faulty = [named(ContextKind::InvalidArg), named(ContextKind::PriorArg)];
    faulty.iter().flatten().find_map(|text| {
        let option = text.trim_start_matches('-').split([' ', '=', '[']).next()?;
        config.origin(command, option).map(ToString::to_string)
    })
}

fn answer(error: Error, origin: Option<String>) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render();
            let is_coloured = is_coloured(AutoStream::choice(&std::io::stdout()));
            print_whole(&if is_coloured { text.ansi().to_string() } else { text.to_string() });
            ExitCode::from(Answer::Yes as u8)
        }
        _ => refuse(&wrong(error, origin)),
    }
}

fn refuse(message: &Message) -> ExitCode {
    message.tell();
    ExitCode::from(Answer::Incomplete as u8)
}

/// Returns whether to use colours before the options have been parsed: as `--color` says anywhere in the arguments,
/// otherwise as the stream allows.
fn is_coloured(choice: ColorChoice) -> bool {
    let arguments: Vec<_> = std::env::args_os().collect();
    let named = arguments.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1].clone());
    let joined = arguments.iter().filter_map(|argument| Some(argument.to_str()?.strip_prefix("--color=")?.into()));
    let chosen = named.chain(joined).next_back();
    match chosen.as_deref().and_then(|chosen| chosen.to_str()) {
        Some("always") => true,
        Some("never") => false,
        _ => choice != ColorChoice::Never,
    }
}

/// The beginning of a line with a next step, as the parser writes it.
const TIP: &str = "  tip: ";

/// Builds the message for a parser error. The parser quotes arguments on lines of their own, so hidden characters in
/// them are replaced first.
///
/// `origin` is the place of the setting that is wrong, if it was not an argument.
fn wrong(mut error: Error, origin: Option<String>) -> Message {
    let hidden = |text: &String| shown(text) != *text;
    let contexts: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in contexts {
        let value = match value {
            ContextValue::String(text) if hidden(&text) => ContextValue::String(shown(&text)),
            ContextValue::Strings(texts) if texts.iter().any(hidden) => {
                ContextValue::Strings(texts.iter().map(|text| shown(text)).collect())
            }
            _ => continue,
        };
        error.insert(kind, value);
    }
    let paint = error_paint();
    // Rendered without the parser's styles: an argument could hide its own escape sequences among them.
    let text = error.render().to_string();
    let mut lines = text.trim_end().lines();
    let first = lines.next().unwrap_or_default();
    let first = match first.strip_prefix("error: ") {
        Some(first) => match origin {
            Some(origin) => Message::error(paint, format_args!("{origin}: {first}")),
            None => Message::error(paint, first),
        },
        None => Message::line(first),
    };
    let (tips, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with(TIP));
    let tips: Vec<String> = tips.into_iter().map(|tip| tip.trim_start_matches(TIP).to_owned()).collect();
    let hints = Some(hints(&error)).filter(|hints| !hints.is_empty()).unwrap_or(tips);
    let end = lines.iter().position(|line| line.is_empty()).unwrap_or(lines.len());
    let message = lines[..end].iter().fold(first, Message::and);
    let message = hints.iter().fold(message, |message, hint| message.with(&Message::help(paint, hint)));
    let mut rest = lines[end..].to_vec();
    rest.dedup();
    rest.iter().fold(message, Message::and)
}

/// Returns the next steps that the parser does not know.
fn hints(error: &Error) -> Vec<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let hint = match error.kind() {
        ErrorKind::UnknownArgument => text(ContextKind::InvalidArg).and_then(|option| {
            let holders = holders(&Options::command(), option);
            let is_known = !holders.is_empty();
            is_known.then(|| format!("`{}` is an option of {}", shown(option), listed(&holders)))
        }),
        ErrorKind::ValueValidation => text(ContextKind::InvalidValue).zip(source(error)).and_then(|(value, why)| {
            let expected = why.strip_prefix("expected ")?;
            let names = expected.split([',', ' ']).filter(|name| !matches!(*name, "" | "or" | "a" | "an" | "the"));
            similar(value, names).map(|similar| format!("a similar value exists: '{similar}'"))
        }),
        _ => None,
    };
    hint.into_iter().collect()
}

/// Returns the message of an option's own parser.
fn source(error: &Error) -> Option<String> {
    std::error::Error::source(error).map(ToString::to_string)
}

#[allow(clippy::disallowed_methods, reason = "asks standard error whether it is a terminal")]
fn error_paint() -> Paint {
    Paint::new(is_coloured(AutoStream::choice(&std::io::stderr())))
}
