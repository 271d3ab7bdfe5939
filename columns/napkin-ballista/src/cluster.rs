//! A cluster on one machine: a scheduler and executors, each a separate process, on ports of the loopback interface.
//!
//! A query fails once the scheduler or all executors have ended. One executor is enough, because it takes over the tasks of
//! executors that have ended.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::spawn_blocking;

use crate::client;
use crate::options::Query;
use crate::trouble::Trouble;

/// The time limit for a server to start.
const BEGIN: Duration = Duration::from_secs(30);

/// The interval between checks of the processes.
const LOOK: Duration = Duration::from_millis(50);

/// The most bytes of a process's error output that are kept.
const SAID: usize = 4096;

/// The address of each server: a loopback port that the system chooses.
const ANY: &str = "127.0.0.1:0";

/// The processes, and the folder that contains their folders. Dropping this ends the processes, then removes the folder.
pub(crate) struct Cluster {
    pub(crate) address: SocketAddr,
    scheduler: Server,
    executors: Vec<Server>,
    _folder: TempDir,
}

impl Cluster {
    pub(crate) async fn start(options: &Query) -> Result<Self, Trouble> {
        let folder = tempfile::Builder::new().prefix("napkin-cluster-").tempdir()?;
        client::prepare(folder.path())?;
        let mut scheduler = Server::start("the scheduler", folder.path(), &["scheduler", "--listen", ANY])?;
        let address = scheduler.address().await?;
        let count = options.executors.get();
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let (jobs, at) = (cores.div_ceil(count).to_string(), address.to_string());
        let mut arguments = vec!["executor", "--scheduler", &at, "--listen", ANY, "--jobs", &jobs];
        let memory = options.memory.map(|bytes| (bytes.get() / count).to_string());
        if let Some(memory) = &memory {
            arguments.extend(["--memory", memory]);
        }
        let executors = (1..=count)
            .map(|n| Server::start(&format!("executor {n}"), folder.path(), &arguments))
            .collect::<Result<_, _>>()?;
        Ok(Self { address, scheduler, executors, _folder: folder })
    }

    /// Waits until no process is left that could answer, and returns the reason.
    pub(crate) async fn ended(&mut self) -> Trouble {
        loop {
            tokio::time::sleep(LOOK).await;
            if let Some(trouble) = self.trouble() {
                return trouble;
            }
        }
    }

    /// Returns the reason why a query failed. The error output of an ended process explains more than a lost connection.
    pub(crate) async fn reason(&mut self, error: Trouble) -> Trouble {
        // A process closes its sockets before it ends.
        tokio::time::sleep(2 * LOOK).await;
        self.trouble().unwrap_or(error)
    }

    /// Returns the reason if no process is left that could answer.
    fn trouble(&mut self) -> Option<Trouble> {
        if self.scheduler.has_ended() {
            return Some(self.scheduler.last_words().into());
        }
        // Checks all executors, so that every ended process is noticed.
        let left = self.executors.iter_mut().filter_map(|server| (!server.has_ended()).then_some(())).count();
        if left > 0 {
            return None;
        }
        let words: Vec<String> = self.executors.iter_mut().map(Server::last_words).collect();
        Some(format!("expected an executor to work, but none is left: {}", words.join("; ")).into())
    }
}

/// A process, which is killed when this is dropped.
struct Server {
    name: String,
    process: Child,
    said: Option<JoinHandle<String>>,
}

impl Server {
    fn start(name: &str, folder: &Path, arguments: &[&str]) -> Result<Self, Trouble> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(arguments).arg("--client").arg(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A keyboard interrupt goes to the client alone. The servers end after the client, and the scheduler removes the folder.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let said = process.stderr.take().map(|pipe| thread::spawn(move || end_of(pipe)));
        Ok(Self { name: name.to_owned(), process, said })
    }

    /// Returns the address on which the server listens: the first line of its output.
    async fn address(&mut self) -> Result<SocketAddr, Trouble> {
        let output = self.process.stdout.take();
        let first = spawn_blocking(|| {
            let mut line = String::new();
            output.map(|output| BufReader::new(output).read_line(&mut line));
            line
        });
        // If the line does not arrive, the process is killed, which ends the thread.
        match tokio::time::timeout(BEGIN, first).await.ok().and_then(Result::ok).map(|line| line.trim().parse()) {
            Some(Ok(address)) => Ok(address),
            Some(Err(_)) => Err(self.last_words().into()),
            None => Err(format!("expected {} to begin in {BEGIN:?}", self.name).into()),
        }
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.process.try_wait(), Ok(None))
    }

    /// Returns the exit status and the error output of a process.
    fn last_words(&mut self) -> String {
        let how = self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        match said.trim() {
            "" => format!("{} ended ({how})", self.name),
            said => format!("{} ended ({how}) and said: {said}", self.name),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Errors mean that the process has already ended.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Reads a pipe to its end, and returns the last `SAID` bytes.
fn end_of(mut pipe: impl Read) -> String {
    let (mut kept, mut block) = (Vec::new(), [0; SAID]);
    while let Ok(read @ 1..) = pipe.read(&mut block) {
        kept.extend_from_slice(&block[..read]);
        kept.drain(..kept.len().saturating_sub(block.len()));
    }
    String::from_utf8_lossy(&kept).into_owned()
}
