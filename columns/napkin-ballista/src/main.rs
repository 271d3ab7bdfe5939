//! `napkin-ballista`: SQL with the functions for URLs on many machines, or on several processes of one machine.
//!
//! A plan for another process contains only the names of its functions, and what calls of `napkin_links` ask for. The client,
//! the scheduler and each executor are therefore this one program, and have the same functions.

mod client;
mod cluster;
mod codec;
mod functions;
mod options;
mod query;
mod server;
mod trouble;

use std::process::ExitCode;

use clap::Parser;

use self::options::{Command, Options};
use self::trouble::Trouble;

/// The stack of a thread, in bytes: plans are trees, which are traversed by recursion.
const STACK: usize = 32 << 20;

fn main() -> ExitCode {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().thread_stack_size(STACK).enable_all().build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(run(options.command)),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("napkin-ballista: {trouble}");
            ExitCode::from(2)
        }
    }
}

async fn run(command: Command) -> Result<(), Trouble> {
    match command {
        Command::Scheduler(options) => server::scheduler(&options).await,
        Command::Executor(options) => server::executor(&options).await,
        Command::Query(options) => query::run(&options).await,
    }
}
