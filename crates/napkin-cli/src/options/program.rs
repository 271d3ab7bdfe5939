//! The options of commands about the program itself: its rules, settings, completions and manual pages, and its other program.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::FormOptions;

/// The arguments of a command that is a program of its own.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct NapkinQuery {
    /// Pass these arguments to the program; `--help` lists them
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

/// Explain what a rule finds and why it matters
///
/// Prints an example, and the section of each standard.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin explain
  napkin explain port
  napkin explain --json | jq -r .rule")]
pub(crate) struct Explain {
    /// Explain the rule with this code, as diagnostics print it, or list all rules
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// Print the settings from `napkin.toml` and from environment variables
///
/// Without a command, prints the settings of all commands. In a pipe the columns are the command, the option, the value, and the
/// origin: a place in a file, an environment variable, or `default`. `napkin.toml` is searched for in the current folder and in all
/// folders above it; --config reads another file instead. A setting has the name of its option. An option of all commands has a
/// variable, too, such as `NAPKIN_COLOR` for --color.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin config
  napkin config --show links
  napkin config --show --json mail list")]
pub(crate) struct Config {
    /// Print the settings of this command, such as `mail list`
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Print the defaults, too
    #[arg(long)]
    pub(crate) show: bool,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin completions bash > ~/.local/share/bash-completion/completions/napkin
  napkin completions fish > ~/.config/fish/completions/napkin.fish
  napkin completions zsh > ~/.zfunc/_napkin")]
pub(crate) struct Completions {
    /// Print the completions for this shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Print a manual page: `napkin man | man -l -`
///
/// A package installs all pages: `napkin man --all DIR` writes `napkin.1`, `napkin-links.1`, `napkin-mail-list.1` and so on.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin man | man -l -
  napkin man mail list | man -l -
  napkin man --all /usr/local/share/man/man1")]
pub(crate) struct Man {
    /// Print the page of this command, such as `mail list`
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Print the name of each page, one per line
    #[arg(long, conflicts_with = "command")]
    pub(crate) list: bool,
    /// Write all pages to this folder, which is created if it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["command", "list"])]
    pub(crate) all: Option<PathBuf>,
}
