//! The options of `napkin scheme`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand, ValueHint};
use napkin_scheme::Status;
use napkin_scheme::source::Limits;

use super::{FormOptions, Records};

/// Schemes: the registry, one definition, URLs and definitions held against what they must be
#[derive(Args)]
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
    /// A file of definitions, which go before the registry's; `napkin scheme template NAME` prints how one is written
    #[arg(long = "schemes", value_name = "FILE", value_hint = ValueHint::FilePath, action = ArgAction::Append)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: DefinitionLimits,
}

/// How much of a file of definitions is read.
#[derive(Args)]
pub(crate) struct DefinitionLimits {
    /// The most lists and tables in each other, up to 128
    #[arg(long, value_name = "LEVELS", default_value_t = Limits::default().depth)]
    pub(crate) max_depth: usize,
    /// The most items of one list
    #[arg(long, value_name = "COUNT", default_value_t = Limits::default().items)]
    pub(crate) max_items: usize,
}

impl DefinitionLimits {
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().depth(self.max_depth).items(self.max_items)
    }
}

/// Every scheme that is known: all of IANA's, and those that are defined here
///
/// In a pipe the columns are the name, the status and the description.
#[derive(Args)]
pub(crate) struct SchemeList {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) definitions: Definitions,
    /// Only those that are defined in full
    #[arg(long)]
    pub(crate) defined: bool,
    /// Only those that stand so in IANA's registry, or outside of it
    #[arg(long, value_name = "STATUS", value_parser = status(), action = ArgAction::Append)]
    pub(crate) status: Vec<Status>,
    /// Only those that something is retrieved by, of which the definition says so
    #[arg(long)]
    pub(crate) retrievable: bool,
    /// Only those whose name, description or reference has this in it, in any case
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
}

/// The words for where a scheme stands, which are completed and listed.
fn status() -> impl TypedValueParser<Value = Status> {
    let names = PossibleValuesParser::new(Status::ALL.iter().map(|status| status.name()));
    names.map(|name| Status::from_name(&name).expect("one of the possible values"))
}

/// The definition of a scheme
#[derive(Args)]
pub(crate) struct SchemeShow {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) definitions: Definitions,
    /// The scheme, with or without its colon
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}

/// URLs, each held against the definition of its scheme
///
/// In a pipe the columns are the URL and `ok`, the codes of what is wrong with it, `registered` or `unknown`: a scheme that is
/// not defined in full is neither right nor wrong. Under draft1997 a scheme is what RFC 1738 said of it.
#[derive(Args)]
pub(crate) struct SchemeCheck {
    #[command(flatten)]
    pub(crate) records: Records,
    #[command(flatten)]
    pub(crate) definitions: Definitions,
    /// URLs; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

/// Definitions of schemes, held against RFC 2718 and its successors
///
/// Exits with 1 if a rule is broken, or a question open, that the definition does not accept with a reason. In a pipe the
/// columns are the place, the scheme, and `ok` or how many findings it has. `napkin explain RULE` says what a rule is for.
#[derive(Args)]
pub(crate) struct SchemeLint {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Files of definitions; none or `-`: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: DefinitionLimits,
}

/// The skeleton of a definition, with all keys and what each one is for
///
/// Once it is filled in and its questions are answered, `napkin scheme lint` has nothing to say.
#[derive(Args)]
pub(crate) struct SchemeTemplate {
    /// The scheme
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}
