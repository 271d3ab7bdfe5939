//! `napkin-ballista`: SQL with the functions for URLs on many machines, or on the cores of one as if they were many.
//!
//! A plan that goes to another process carries the names of its functions and no more: so the client, the scheduler and each executor
//! are this one program, and have the same functions.

mod client;
mod cluster;
mod functions;
mod options;
mod query;
mod server;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

use self::options::{Command, Options};

/// What goes wrong, in words.
type Trouble = Box<dyn Error + Send + Sync>;

/// The stack of a thread, in bytes: plans are trees, which are walked by recursion.
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
