//! The options of `napkin scheme`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand, ValueHint};
use napkin_scheme::Status;
use napkin_scheme::source::Limits;

use super::{FormOptions, INPUT, LIMITS, Records};

/// List, show, check and lint URL schemes and their definitions
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin scheme list --defined
  napkin scheme show gopher
  napkin scheme check 'ftp://pub.example/menu;type=q'")]
pub(crate) struct Scheme {
    #[command(subcommand)]
    pub(crate) command: SchemeCommand,
}

#[derive(Subcommand)]
pub(crate) enum SchemeCommand {
    List(SchemeList),
    Show(SchemeShow),
    Check(SchemeCheck),
    Lint(SchemeLint),
    Template(SchemeTemplate),
}

/// Definitions besides those of the registry.
#[derive(Args)]
pub(crate) struct Definitions {
    /// Read definitions from this file, too; they have priority over the registry's
    ///
    /// `napkin scheme template NAME` prints the skeleton of a definition.
    #[arg(long = "schemes", value_name = "FILE", value_hint = ValueHint::FilePath, action = ArgAction::Append, help_heading = INPUT)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: DefinitionLimits,
}

/// How much of a file of definitions is read.
#[derive(Args)]
pub(crate) struct DefinitionLimits {
    /// Limit the nesting of lists and tables to LEVELS, at most 128
    #[arg(long, value_name = "LEVELS", default_value_t = Limits::default().depth, help_heading = LIMITS)]
    pub(crate) max_depth: usize,
    /// Limit a list to COUNT items
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().items, help_heading = LIMITS)]
    pub(crate) max_items: usize,
}

impl DefinitionLimits {
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().with_depth(self.max_depth).with_items(self.max_items)
    }
}

/// List all schemes: IANA's, and those with a definition
///
/// In a pipe the columns are the name, the status and the description.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin scheme list news
  napkin scheme list --defined --retrievable
  napkin scheme list --status historical --json")]
pub(crate) struct SchemeList {
    /// List only schemes whose name, description or reference contains each word, in any case
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// List only schemes with a definition
    #[arg(long)]
    pub(crate) defined: bool,
    /// List only schemes with this status in IANA's registry, or outside of it
    #[arg(long, value_name = "STATUS", value_parser = status(), action = ArgAction::Append)]
    pub(crate) status: Vec<Status>,
    /// List only schemes whose definition says that they retrieve something
    #[arg(long)]
    pub(crate) retrievable: bool,
    #[command(flatten)]
    pub(crate) definitions: Definitions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// Parses a status; the possible values are completed and listed.
fn status() -> impl TypedValueParser<Value = Status> {
    let names = PossibleValuesParser::new(Status::ALL.iter().map(|status| status.name()));
    names.map(|name| Status::from_name(&name).expect("one of the possible values"))
}

/// Show the definition of a scheme
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin scheme show gopher
  napkin scheme show --json mailto:
  napkin scheme show --schemes beer.toml beer")]
pub(crate) struct SchemeShow {
    /// Show this scheme; a colon at its end is ignored
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) definitions: Definitions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// Check URLs by the definitions of their schemes
///
/// In a pipe the columns are the URL, and `ok`, the codes of the findings, `registered` or `unknown`: a scheme without a definition is
/// not checked. Under draft1997 a scheme is checked by RFC 1738.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin scheme check 'ftp://pub.example/menu;type=q'
  napkin scheme check --json < urls.txt
  napkin scheme check --schemes beer.toml beer:stout")]
pub(crate) struct SchemeCheck {
    /// Check these URLs, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    #[command(flatten)]
    pub(crate) records: Records,
    #[command(flatten)]
    pub(crate) definitions: Definitions,
}

/// Check definitions of schemes by RFC 2718 and its successors
///
/// Exits with 1 if a definition breaks a rule or leaves a question open, and does not accept the finding with a reason. In a pipe the
/// columns are the place, the scheme, and `ok` or the number of findings. `napkin explain RULE` explains a rule.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin scheme lint beer.toml
  napkin scheme lint --json beer.toml
  napkin scheme template beer | napkin scheme lint")]
pub(crate) struct SchemeLint {
    /// Check the definitions in these files, or on standard input if there are none or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) limits: DefinitionLimits,
}

/// Print the skeleton of a definition, with all keys and their meaning
///
/// Fill it in and answer its questions; `napkin scheme lint` then has no findings.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin scheme template beer > beer.toml
  napkin scheme template web+beer
  napkin scheme template beer | napkin scheme lint")]
pub(crate) struct SchemeTemplate {
    /// Print the skeleton for this scheme
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}
