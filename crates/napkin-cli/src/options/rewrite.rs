//! The options of `napkin rewrite`.

use std::path::PathBuf;

use clap::{ArgAction, ArgGroup, Args, ValueHint};
use napkin::Standard;

use napkin_answer::names::AUTO;
use napkin_document::Kind;

use super::kind::rewritten;
use super::{FormOptions, ReaderLimits};

/// A document with its references rewritten in place, and every other byte untouched
///
/// Each new reference is escaped for where it stands: in attributes, style sheets, `srcset`, refreshes, documents in
/// `srcdoc`, and plain text. Empty references and fragments stay, as do data:, javascript: and mailto: URLs. A
/// reference that cannot be followed stays and is reported; the exit status is then 1. --dry-run prints what would
/// change, in a pipe in the columns place, old, new and context.
#[derive(Args)]
#[command(group = ArgGroup::new("what").args(["absolute", "relative_to", "map"]).required(true).multiple(true))]
pub(crate) struct Rewrite {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Make every reference absolute, against the base that applies to it
    #[arg(long, conflicts_with = "relative_to")]
    pub(crate) absolute: bool,
    /// Make references relative to the URL at which the document will be; a `base` in it becomes empty
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) relative_to: Option<String>,
    /// Replace a URL, and what lies under it, by another; may be given several times, and the longest counts
    #[arg(long, value_name = "FROM=TO", action = ArgAction::Append)]
    pub(crate) map: Vec<String>,
    /// The URL that the document comes from; without it, a file is at its `file:` URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// The standard to read under: draft1997, rfc3986, rfc3987 or whatwg [default: whatwg for HTML, as browsers do, and
    /// rfc3986 for plain text]
    #[arg(long, value_name = "NAME")]
    pub(crate) standard: Option<Standard>,
    /// What the document is; auto looks at the name, then at the content. Messages are not rewritten: their external bodies are what
    /// `napkin mail relink` changes
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = rewritten())]
    pub(crate) kind: ::std::option::Option<Kind>,
    /// In plain text, also hosts that begin with www. or ftp., and mail addresses
    #[arg(long)]
    pub(crate) bare: bool,
    /// The file for the document, which may be the source itself; a file of that name is replaced once the output is whole [default: standard
    /// output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing where the document would become longer [default: 16 MiB, or 100 times the document if that is more]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_output: Option<usize>,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
    /// Print what would change, and write no document
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The document; none or `-`: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) document: Option<PathBuf>,
}
