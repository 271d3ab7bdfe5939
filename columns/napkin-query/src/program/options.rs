//! The options of the program.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// URLs in tables: SQL over files with the functions for URLs, and the components of a column.
#[derive(Parser)]
#[command(
    name = "napkin-query",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 all good; 2 usage or I/O error."
)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Query(Query),
    Columns(Columns),
}

/// What an SQL statement answers, over files that are its tables
///
/// A table has the name of its file without the ending, in lower case, with `_` for what is no letter or digit. Endings say what a file is:
/// `parquet`, `csv`, `tsv`; any other is text, with the columns `line` (from 1) and `url`, the line's text.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin query 'SELECT url_extract_host(url) AS host, count(*) FROM seen GROUP BY host' seen.txt
  napkin query \"SELECT absolute FROM napkin_links('site') WHERE NOT ok\"
  napkin query 'SELECT * FROM a WHERE url_is_valid(link)' a=pages.parquet --to parquet -o good.parquet")]
pub(crate) struct Query {
    /// The statement
    pub(crate) sql: String,
    /// The tables: Parquet, CSV or text, `-` for text from standard input; NAME=FILE for another name
    pub(crate) files: Vec<String>,
    /// The form of the answer [default: a table on a terminal, else csv; of a file, by its ending]
    #[arg(long, value_name = "FORM")]
    pub(crate) to: Option<Form>,
    /// Where the answer goes; whole, or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

/// A Parquet file with the components of a column of URLs beside its own columns
///
/// The new columns have the name of the column before their own: `url_scheme`, `url_host`, ... Rows stay in their order.
#[derive(Args)]
pub(crate) struct Columns {
    /// The file: Parquet, CSV or text, as for `query`
    pub(crate) input: String,
    /// Where the columns go; whole, or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The column of URLs
    #[arg(long, value_name = "NAME", default_value = "url")]
    pub(crate) column: String,
    /// The standard to read under: draft1997, rfc3986, rfc3987, whatwg
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: napkin::Standard,
    /// The sixteen columns of Common Crawl's index instead, by their own names
    #[arg(long, conflicts_with = "standard")]
    pub(crate) common_crawl: bool,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

/// How much of the machine is used.
#[derive(Args)]
pub(crate) struct Engine {
    /// Rows of a batch; memory grows with it
    #[arg(long, value_name = "N", default_value = "8192")]
    pub(crate) batch: NonZeroUsize,
    /// Threads [default: one a core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The most that sorts, groups and joins may hold, in bytes; what is more goes to temporary files, where the engine can [default: no limit]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<NonZeroUsize>,
    /// The longest line of text, in bytes; a longer one is an error
    #[arg(long, value_name = "BYTES", default_value = "268435456")]
    pub(crate) max_length: NonZeroUsize,
}

impl Engine {
    /// How many threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people
    Table,
    /// RFC 4180; null is empty, the empty text is ""
    Csv,
    /// JSON Lines: one object a row
    Json,
    /// Parquet, compressed by zstd
    Parquet,
}
