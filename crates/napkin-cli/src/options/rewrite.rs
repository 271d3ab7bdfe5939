//! The options of `napkin rewrite`.

use std::path::PathBuf;

use clap::{ArgAction, ArgGroup, Args, ValueHint};
use napkin::Standard;

use napkin_answer::names::AUTO;
use napkin_document::Kind;

use super::kind::rewritten;
use super::{DocumentList, FolderOptions, FormOptions, INPUT, LIMITS, OutputPath, ReaderLimits};

/// Rewrite the references of a document, and keep all other bytes
///
/// Each new reference is escaped for its place: in attributes, style sheets, `srcset`, refreshes, documents in `srcdoc`, and plain text.
/// Empty references, fragments, and data:, javascript: and mailto: URLs stay. A reference that cannot be resolved stays and is
/// reported; the exit status is then 1. In a pipe, --dry-run prints the columns place, old, new and context.
#[derive(Args)]
#[command(group = ArgGroup::new("what").args(["absolute", "relative_to", "map"]).required(true).multiple(true))]
#[command(after_help = "\
Examples:
  napkin rewrite --absolute --base https://pub.example/ page.html
  napkin rewrite --in-place --backup .bak --map http://old.example/=https://pub.example/ site
  napkin rewrite --relative-to https://pub.example/menu/ --dry-run page.html")]
pub(crate) struct Rewrite {
    /// Rewrite this document, or standard input if there is none or `-`; several and folders need --in-place or --dry-run
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) documents: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) list: DocumentList,
    /// Make references absolute, against the base that applies to each
    #[arg(long, conflicts_with = "relative_to")]
    pub(crate) absolute: bool,
    /// Make references relative to the document's new URL; empty its `base`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) relative_to: Option<String>,
    /// Replace a URL, and all URLs below it; of several maps the longest applies
    #[arg(long, value_name = "FROM=TO", action = ArgAction::Append)]
    pub(crate) map: Vec<String>,
    /// Write the document to this file once it is complete; it may be the source [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<OutputPath>,
    /// Replace each file whole, if a reference changes
    #[arg(long, conflicts_with_all = ["output", "dry_run"])]
    pub(crate) in_place: bool,
    /// Keep the old file under its name and SUFFIX, such as .bak
    #[arg(long, value_name = "SUFFIX", value_parser = suffix, requires = "in_place")]
    pub(crate) backup: Option<String>,
    /// Print the changes, and write no document
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Set the URL of the document, or of the folder [default: the file's URL]
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// Use draft1997, rfc3986, rfc3987 or whatwg [default: by the type]
    ///
    /// The default is whatwg for HTML, as in browsers, and rfc3986 for plain text.
    #[arg(long, value_name = "NAME")]
    pub(crate) standard: Option<Standard>,
    /// Rewrite www. and ftp. hosts and mail addresses in plain text, too
    #[arg(long)]
    pub(crate) bare: bool,
    /// Set the type of the document; `auto` uses the name, then the content
    ///
    /// Messages are not rewritten; `napkin mail relink` changes their external bodies.
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = rewritten(), help_heading = INPUT)]
    pub(crate) kind: ::std::option::Option<Kind>,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    /// Use N worker threads [default: one per core]
    #[arg(short = 'j', long = "jobs", value_name = "N", help_heading = INPUT, hide_short_help = true)]
    pub(crate) jobs: Option<usize>,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// Limit a document of several to BYTES; a larger one is an error
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    /// Write nothing if the document would exceed BYTES
    ///
    /// The default is 16 MiB, or 100 times the document if that is more.
    #[arg(long, value_name = "BYTES", help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_output: Option<usize>,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
}

/// Parses the suffix of backups.
fn suffix(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(['/', '\\', '\0']) {
        return Err("expected a part of a file name, such as .bak".to_owned());
    }
    Ok(text.to_owned())
}
