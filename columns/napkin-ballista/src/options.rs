//! The options of the program.

use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// SQL with the functions for URLs, on many machines
#[derive(Parser)]
#[command(
    name = "napkin-ballista",
    version,
    max_term_width = 100,
    after_help = "\
Nothing here asks who is calling: listen where only the machines of the cluster reach.

Exit status: 0 all good; 2 usage or I/O error.

Examples:
  napkin-ballista query 'SELECT url_extract_host(url) AS host, count(*) FROM seen GROUP BY host' seen.parquet
  napkin-ballista scheduler --listen 10.0.0.1:50050
  napkin-ballista executor --scheduler 10.0.0.1:50050 --listen 10.0.0.2:50051
  napkin-ballista query --scheduler 10.0.0.1:50050 'SELECT count(*) FROM seen' /shared/seen.parquet"
)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Accept queries and distribute their tasks
    Scheduler(Scheduler),
    /// Run tasks
    Executor(Executor),
    /// Run an SQL statement and print the result as CSV with a header
    Query(Query),
}

#[derive(Args)]
pub(crate) struct Scheduler {
    /// Listen on this address, and print it on standard output; port 0 chooses a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    pub(crate) listen: SocketAddr,
    /// Give an executor's tasks to others after this many seconds of silence
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub(crate) patience: NonZeroU16,
    /// End with standard input and remove the folder of the client; a client starts its scheduler with this
    #[arg(long, value_name = "FOLDER")]
    pub(crate) client: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Executor {
    /// Connect to this scheduler
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: SocketAddr,
    /// Serve results on this address, and print it on standard output; port 0 chooses a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50051")]
    pub(crate) listen: SocketAddr,
    /// Take tasks on this port [default: the port after that of --listen, or a free port]
    #[arg(long, value_name = "PORT")]
    pub(crate) tasks: Option<u16>,
    /// Run this many tasks at a time [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Limit the memory of all tasks to this many bytes; further data goes to files [default: most of the machine's
    /// memory]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<NonZeroUsize>,
    /// Keep results for others in this folder [default: a temporary folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// End with standard input and use a temporary folder in the client's folder; a client starts its executors with
    /// this
    #[arg(long, value_name = "FOLDER")]
    pub(crate) client: Option<PathBuf>,
}

/// Run an SQL statement and print the result as CSV with a header
///
/// A table has the name of its file or folder without the extension, in lower case. Files are Parquet or CSV; a folder
/// contains Parquet files. Each executor reads them at the same path.
#[derive(Args)]
pub(crate) struct Query {
    /// The SQL statement
    pub(crate) sql: String,
    /// The tables: Parquet, CSV, or a folder of Parquet files; NAME=FILE for another name
    pub(crate) files: Vec<String>,
    /// Use the scheduler of this cluster [default: a cluster on this machine, for this query]
    #[arg(long, value_name = "ADDRESS", conflicts_with = "executors")]
    pub(crate) scheduler: Option<SocketAddr>,
    /// Start this many executors on this machine
    #[arg(long, value_name = "N", default_value = "2")]
    pub(crate) executors: NonZeroUsize,
    /// Limit the memory of each executor on this machine to this many bytes; further data goes to files [default: most
    /// of the machine's memory for each executor]
    #[arg(long, value_name = "BYTES", conflicts_with = "scheduler")]
    pub(crate) memory: Option<NonZeroUsize>,
}
