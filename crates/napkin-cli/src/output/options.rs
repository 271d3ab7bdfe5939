//! The options that decide how answers are printed.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use napkin_answer::output::{DIAGNOSTICS, Paint, Printing, Session, Trouble, WIDTH};

/// Options that every command has.
#[derive(Args)]
pub(crate) struct Global {
    /// When to use colours; `auto` obeys NO_COLOR and asks the terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub(crate) color: Colors,
    /// The form for people, even into a pipe
    #[arg(long, global = true)]
    pub(crate) pretty: bool,
    /// No diagnostics: the exit status says it
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Every diagnostic, not only the first twenty, and what is only worth a remark
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// No progress line
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colors {
    Auto,
    Always,
    Never,
}

/// How records are printed.
#[derive(Args)]
pub(crate) struct FormOptions {
    /// JSON Lines: one object a record
    #[arg(long)]
    pub(crate) json: bool,
    /// One line a record, from the names of the JSON fields: '{scheme} {host}'; \t and \n are known
    #[arg(long, value_name = "TEMPLATE", conflicts_with = "json")]
    pub(crate) format: Option<String>,
}

impl Global {
    /// Returns what the options and the terminal say.
    #[allow(clippy::disallowed_methods, reason = "asks standard error whether it is a terminal")]
    pub(crate) fn session(&self) -> Session {
        let choice = match self.color {
            Colors::Auto => None,
            Colors::Always => Some(true),
            Colors::Never => Some(false),
        };
        let auto = |choice| choice != ColorChoice::Never;
        let on_terminal = io::stdout().is_terminal();
        let progress = !self.no_progress && !self.quiet && io::stderr().is_terminal();
        Session {
            on_terminal,
            is_pretty: on_terminal || self.pretty,
            paint: Paint::new(choice.unwrap_or_else(|| auto(AutoStream::choice(&io::stdout())))),
            error_paint: Paint::new(choice.unwrap_or_else(|| auto(AutoStream::choice(&io::stderr())))),
            diagnostics: match (self.quiet, self.verbose) {
                (true, _) => 0,
                (_, true) => usize::MAX,
                _ => DIAGNOSTICS,
            },
            progress: progress && !on_terminal,
            progress_beside: progress,
            width: terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into()),
        }
    }
}

impl FormOptions {
    /// Returns the form that the options ask for. `fields` are the names of the records' fields.
    pub(crate) fn printing<'s>(&self, session: &'s Session, fields: &[&str]) -> Result<Printing<'s>, Trouble> {
        session.printing(self.json, self.format.as_deref(), fields)
    }
}
