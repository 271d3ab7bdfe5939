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
    /// Takes queries, and hands out their tasks
    Scheduler(Scheduler),
    /// Does tasks
    Executor(Executor),
    /// What an SQL statement answers, as CSV with a header
    Query(Query),
}

#[derive(Args)]
pub(crate) struct Scheduler {
    /// Where it listens, which it writes to standard output; on port 0, on one that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    pub(crate) listen: SocketAddr,
    /// After how many seconds of silence an executor's tasks are given to others
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub(crate) patience: NonZeroU16,
    /// Given by a client to a scheduler that it has started: it ends when standard input does, and removes the folder, which is the client's
    #[arg(long, value_name = "FOLDER")]
    pub(crate) client: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Executor {
    /// The scheduler
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: SocketAddr,
    /// Where the others fetch what it has made, which it writes to standard output; on port 0, on one that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50051")]
    pub(crate) listen: SocketAddr,
    /// The port on which the scheduler hands it tasks [default: the one behind that of --listen, or one that is free]
    #[arg(long, value_name = "PORT")]
    pub(crate) tasks: Option<u16>,
    /// Tasks at a time [default: one a core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The most that the tasks hold together, in bytes; what is more goes to files [default: most of the machine's memory]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<NonZeroUsize>,
    /// Where what it makes is kept for the others [default: a temporary folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Given by a client to an executor that it has started: it ends when standard input does, and has its temporary folder in the client's
    #[arg(long, value_name = "FOLDER")]
    pub(crate) client: Option<PathBuf>,
}

/// What an SQL statement answers, as CSV with a header
///
/// A table has the name of its file or folder without the ending, in lower case. Files are Parquet or CSV; a folder has Parquet files.
/// Each executor reads them at the same path.
#[derive(Args)]
pub(crate) struct Query {
    /// The statement
    pub(crate) sql: String,
    /// The tables: Parquet, CSV, or a folder of Parquet files; NAME=FILE for another name
    pub(crate) files: Vec<String>,
    /// The scheduler of a cluster [default: a cluster on this machine, for this query]
    #[arg(long, value_name = "ADDRESS", conflicts_with = "executors")]
    pub(crate) scheduler: Option<SocketAddr>,
    /// How many executors the cluster on this machine has
    #[arg(long, value_name = "N", default_value = "2")]
    pub(crate) executors: NonZeroUsize,
    /// The most that tasks on the cluster on this machine hold together, in bytes; what is more goes to files [default: for each executor,
    /// most of the machine's memory]
    #[arg(long, value_name = "BYTES", conflicts_with = "scheduler")]
    pub(crate) memory: Option<NonZeroUsize>,
}
