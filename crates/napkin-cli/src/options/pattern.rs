//! The options of `napkin pattern`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{INPUT, Records};

/// Find the URLs that a pattern matches, and the texts of its groups
///
/// Patterns are those of the URL Pattern Standard.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin pattern test 'https://*.pub.example/menu/*' < urls.txt
  napkin pattern exec 'https://pub.example/menu/:drink' https://pub.example/menu/stout
  napkin pattern check 'https://pub.example/{menu'")]
pub(crate) struct Pattern {
    #[command(subcommand)]
    pub(crate) command: PatternCommand,
}

#[derive(Subcommand)]
pub(crate) enum PatternCommand {
    Test(PatternTest),
    Exec(PatternExec),
    Check(PatternCheck),
}

/// How patterns are read.
#[derive(Args)]
pub(crate) struct PatternReading {
    /// Resolve a relative pattern and relative URLs against this URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, help_heading = INPUT)]
    pub(crate) base: Option<String>,
    /// Ignore the case of letters in the path, the query and the fragment
    #[arg(long)]
    pub(crate) ignore_case: bool,
}

/// A pattern, and the URLs to match.
#[derive(Args)]
pub(crate) struct PatternMatching {
    /// Match against this pattern; with --patterns, this is a URL, too
    #[arg(required_unless_present = "patterns")]
    pub(crate) pattern: Option<OsString>,
    /// Match these URLs, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    /// Match against the patterns of this file, one per line; name the most specific one that matches
    ///
    /// Empty lines, and lines that begin with `# `, are left out. The more specific pattern is that with the more specific host, then
    /// path, query, fragment, protocol, port, username and password; of equally specific ones, the first.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) patterns: Option<PathBuf>,
    /// Print a record for each pattern of --patterns that matches
    #[arg(long, requires = "patterns")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) reading: PatternReading,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Print the URLs that a pattern matches
///
/// The exit status is 1 if a URL does not match. `--json` prints a record for each URL, with the field `match`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin pattern test 'https://*.pub.example/menu/*' < urls.txt
  napkin pattern test --json 'http{s}?://pub.example/*' https://pub.example/menu
  napkin pattern test --patterns patterns.txt --all < urls.txt")]
pub(crate) struct PatternTest {
    #[command(flatten)]
    pub(crate) matching: PatternMatching,
}

/// Print the URLs that a pattern matches, with the texts of its named groups
///
/// `--json` prints all groups of all components: groups without a name have numbers. The exit status is 1 if a URL does not match.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin pattern exec 'https://pub.example/menu/:drink' https://pub.example/menu/stout
  napkin pattern exec --json 'https://:town.pub.example/*' < urls.txt
  napkin pattern exec --patterns patterns.txt < urls.txt")]
pub(crate) struct PatternExec {
    #[command(flatten)]
    pub(crate) matching: PatternMatching,
}

/// Check patterns, and print the pattern of each component
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin pattern check 'https://*.pub.example/menu/:drink'
  napkin pattern check --json 'https://pub.example/{menu'
  napkin pattern check < patterns.txt")]
pub(crate) struct PatternCheck {
    /// Check these patterns, or standard input if there are none or `-`
    #[arg(value_name = "PATTERN")]
    pub(crate) patterns: Vec<OsString>,
    #[command(flatten)]
    pub(crate) reading: PatternReading,
    #[command(flatten)]
    pub(crate) records: Records,
}
