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

/// Run an SQL statement over files, each of which is a table
///
/// A table has the name of its file without the extension, in lower case, with `_` for each character that is not a
/// letter or digit. The extension decides the format: `parquet`, `csv`, `tsv`; any other file is text, with the
/// columns `line` (from 1) and `url`, the line's text.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin query 'SELECT url_extract_host(url) AS host, count(*) FROM seen GROUP BY host' seen.txt
  napkin query \"SELECT absolute FROM napkin_links('site') WHERE NOT ok\"
  napkin query 'SELECT * FROM a WHERE url_is_valid(link)' a=pages.parquet --to parquet -o good.parquet")]
pub(crate) struct Query {
    /// The SQL statement
    pub(crate) sql: String,
    /// The tables: Parquet, CSV or text, `-` for text from standard input; NAME=FILE for another name
    pub(crate) files: Vec<String>,
    /// Print the result in this form [default: a table on a terminal, else csv; for a file, by its extension]
    #[arg(long, value_name = "FORM")]
    pub(crate) to: Option<Form>,
    /// Write the result to this file, as a whole or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

/// Add the components of a column of URLs to a file, as Parquet
///
/// The new columns begin with the name of the column: `url_scheme`, `url_host`, ... Rows keep their order.
#[derive(Args)]
pub(crate) struct Columns {
    /// The file: Parquet, CSV or text, as for `query`
    pub(crate) input: String,
    /// Write the columns to this file, as a whole or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The column of URLs
    #[arg(long, value_name = "NAME", default_value = "url")]
    pub(crate) column: String,
    /// Parse under this standard: draft1997, rfc3986, rfc3987, whatwg
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: napkin::Standard,
    /// Add the sixteen columns of Common Crawl's index instead, by their own names
    #[arg(long, conflicts_with = "standard")]
    pub(crate) common_crawl: bool,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

/// Options for the use of the machine.
#[derive(Args)]
pub(crate) struct Engine {
    /// Process this many rows at a time; memory grows with it
    #[arg(long, value_name = "N", default_value = "8192")]
    pub(crate) batch: NonZeroUsize,
    /// Use this many threads [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Limit the memory of sorts, groups and joins to this many bytes; further data goes to temporary files if the
    /// engine supports it [default: no limit]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<NonZeroUsize>,
    /// Refuse lines of text that are longer than this many bytes
    #[arg(long, value_name = "BYTES", default_value = "268435456")]
    pub(crate) max_length: NonZeroUsize,
}

impl Engine {
    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}

/// The form of a result.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people
    Table,
    /// RFC 4180; null is an empty field, the empty text is ""
    Csv,
    /// JSON Lines: one object per row
    Json,
    /// Parquet, compressed by zstd
    Parquet,
}
