//! The options that decide how answers are printed.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum, ValueHint};
use napkin_answer::output::{DIAGNOSTICS, Paint, Printing, Row, Session, Trouble, WIDTH};

/// The headings of options that several commands share.
pub(crate) const INPUT: &str = "Input";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const LIMITS: &str = "Limits";

/// Options that every command has.
#[derive(Args)]
#[command(next_help_heading = "General options")]
pub(crate) struct Global {
    /// Print for people, even into a pipe
    #[arg(long, global = true)]
    pub(crate) pretty: bool,
    /// Suppress diagnostics; use the exit status
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print every diagnostic, not only the first twenty, and remarks
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Use colors: auto, always or never; `auto` obeys NO_COLOR and asks the terminal
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_short_help = true
    )]
    pub(crate) color: Colors,
    /// Print no progress line
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) no_progress: bool,
    /// Read settings from this file instead of `napkin.toml` in this folder or above it
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) config: Option<PathBuf>,
    /// Read no settings from a file
    #[arg(long, global = true, conflicts_with = "config", hide_short_help = true)]
    pub(crate) no_config: bool,
    /// Limit the file of settings to BYTES
    #[arg(long, global = true, value_name = "BYTES", default_value_t = 1 << 20, hide_short_help = true)]
    pub(crate) max_config: u64,
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
    /// Print JSON Lines: one object per record
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Print one line per record from the names of the JSON fields: '{scheme} {host}'
    ///
    /// `\t`, `\n`, `\0` and `\\` are escapes; `{{` and `}}` are braces. `{query:NAME}` is the decoded value of the first pair of this
    /// name in the query, `{query-all:NAME}` are all values. Before a name, `must:` makes a missing value an error, `default:` prints
    /// the scheme's default port for a missing port, `decode:` decodes escapes, and `url:` prints a pair as it is written.
    #[arg(long, value_name = "TEMPLATE", conflicts_with = "json", help_heading = OUTPUT)]
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
    /// Returns the form that the options ask for, for rows of this type.
    pub(crate) fn printing_of<'s, R: Row>(&self, session: &'s Session) -> Result<Printing<'s>, Trouble> {
        self.printing(session, R::FIELDS)
    }

    /// Returns the form that the options ask for. `fields` are the names of the records' fields.
    pub(crate) fn printing<'s>(&self, session: &'s Session, fields: &[&str]) -> Result<Printing<'s>, Trouble> {
        session.printing(self.json, self.format.as_deref().map(|template| ("--format", template)), fields)
    }
}
