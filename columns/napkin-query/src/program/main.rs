//! `napkin-query`: SQL over files with the functions for URLs, and the columns of URLs of a Parquet file.
//!
//! `napkin query` and `napkin columns` run this program by name, so that the command itself contains no SQL engine.

mod columns;
mod forms;
mod options;
mod output;
mod query;
mod tables;
mod text;

use std::process::ExitCode;

use clap::Parser;

use self::options::{Command, Options};
use self::output::Trouble;

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match &options.command {
        Command::Query(query) => query::run(query),
        Command::Columns(columns) => columns::run(columns),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // A closed pipe means that the reader has seen enough.
        Err(trouble) if trouble.is_closed_pipe() => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("napkin-query: {trouble}");
            ExitCode::from(Trouble::STATUS)
        }
    }
}
