//! The options that decide how answers are printed.

use clap::{Args, ValueEnum};

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
