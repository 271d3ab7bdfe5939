//! Parses the command line, and answers `--help`, `--version` and usage errors. Start at `read`.

use std::mem::ManuallyDrop;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::{ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory, Error, FromArgMatches};

use crate::options::Options;
use crate::output::{Answer, Message, Paint, print_whole, shown};

/// Reads the arguments of the process.
///
/// # Errors
/// Returns the exit status if the parser has answered already.
pub(crate) fn read() -> Result<(Options, ArgMatches), ExitCode> {
    // Never dropped: freeing the options of all commands takes a sixth of the instructions of a short command.
    let mut command = ManuallyDrop::new(Options::command());
    let read = command.try_get_matches_from_mut(std::env::args_os()).and_then(|matches| {
        let options = Options::from_arg_matches(&matches)?;
        Ok((options, matches))
    });
    read.map_err(answer)
}

fn answer(error: Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render();
            let is_coloured = is_coloured(AutoStream::choice(&std::io::stdout()));
            print_whole(&if is_coloured { text.ansi().to_string() } else { text.to_string() });
            ExitCode::from(Answer::Yes as u8)
        }
        _ => {
            wrong(error).tell();
            ExitCode::from(Answer::Incomplete as u8)
        }
    }
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

/// Builds the message for a parser error. The parser quotes arguments on lines of their own, so hidden characters in
/// them are replaced first.
#[allow(clippy::disallowed_methods, reason = "asks standard error whether it is a terminal")]
fn wrong(mut error: Error) -> Message {
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
    let paint = Paint::new(is_coloured(AutoStream::choice(&std::io::stderr())));
    // Rendered without the parser's styles: an argument could hide its own escape sequences among them.
    let text = error.render().to_string();
    let mut lines = text.trim_end().lines();
    let first = lines.next().unwrap_or_default();
    let first = match first.strip_prefix("error: ") {
        Some(first) => Message::error(paint, first),
        None => Message::line(first),
    };
    lines.fold(first, Message::and)
}
