//! The options of `napkin archive`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{DocumentList, FormOptions, InputOptions};

/// List what web archives and zip files have in them
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin archive list crawl.warc.gz
  napkin archive list --json site.wacz
  napkin archive list book.epub")]
pub(crate) struct Archive {
    #[command(subcommand)]
    pub(crate) command: ArchiveCommand,
}

#[derive(Subcommand)]
pub(crate) enum ArchiveCommand {
    List(ArchiveList),
}

/// List the records of web archives (WARC, WACZ), and the members of zip files
///
/// Nothing is retrieved, executed or written. The columns are the file, the place of the record in bytes, the kind, the status, the media
/// type, the size, and the URL or the path. Damaged records are reported and passed over; then the exit status is 2. `links`, `audit`, `check`
/// and `screen` read the documents of the same files.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin archive list crawl.warc.gz
  napkin archive list --format '{status} {type} {url}' site.wacz
  napkin archive list book.epub")]
pub(crate) struct ArchiveList {
    /// Read these archives, folders of archives, or standard input if there are none or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) list: DocumentList,
    #[command(flatten)]
    pub(crate) inputs: InputOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}
