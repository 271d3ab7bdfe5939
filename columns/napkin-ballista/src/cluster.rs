//! A cluster on one machine: a scheduler and executors, each a process of its own, on ports of the loopback interface.
//!
//! Decides: when there is nobody left who could answer. Of executors one is enough, as it does the tasks of those that ended.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::spawn_blocking;

use crate::options::Query;
use crate::{Trouble, client};

/// How long the scheduler has to begin.
const BEGIN: Duration = Duration::from_secs(30);

/// How often the processes are looked at.
const LOOK: Duration = Duration::from_millis(50);

/// The most that is kept of what a process says, in bytes.
const SAID: usize = 4096;

/// What each listens on: a port of the loopback interface that the system chooses.
const ANY: &str = "127.0.0.1:0";

/// The processes, which end with it, and then the folder, in which they keep theirs.
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

    /// Waits until nobody is left who could answer, and says why.
    pub(crate) async fn ended(&mut self) -> Trouble {
        loop {
            tokio::time::sleep(LOOK).await;
            if let Some(trouble) = self.trouble() {
                return trouble;
            }
        }
    }

    /// Why a query went wrong: what a process has said that ended says more than that it was not reached.
    pub(crate) async fn reason(&mut self, error: Trouble) -> Trouble {
        // One that ends has closed its sockets before it has ended.
        tokio::time::sleep(2 * LOOK).await;
        self.trouble().unwrap_or(error)
    }

    /// Why nobody is left who could answer, if so.
    fn trouble(&mut self) -> Option<Trouble> {
        if self.scheduler.has_ended() {
            return Some(self.scheduler.last_words().into());
        }
        // All are looked at, so that none is one that has ended unseen.
        let left = self.executors.iter_mut().filter_map(|server| (!server.has_ended()).then_some(())).count();
        if left > 0 {
            return None;
        }
        let words: Vec<String> = self.executors.iter_mut().map(Server::last_words).collect();
        Some(format!("expected an executor to work, but none is left: {}", words.join("; ")).into())
    }
}

/// A process, which ends with it.
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
        // An interrupt from the keyboard goes to the client alone: the servers end after it, and the scheduler removes the folder.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let said = process.stderr.take().map(|pipe| thread::spawn(move || end_of(pipe)));
        Ok(Self { name: name.to_owned(), process, said })
    }

    /// Where it listens, which is the first line that it writes.
    async fn address(&mut self) -> Result<SocketAddr, Trouble> {
        let output = self.process.stdout.take();
        let first = spawn_blocking(|| {
            let mut line = String::new();
            output.map(|output| BufReader::new(output).read_line(&mut line));
            line
        });
        // Where it does not come the process is killed, which ends the thread.
        match tokio::time::timeout(BEGIN, first).await.ok().and_then(Result::ok).map(|line| line.trim().parse()) {
            Some(Ok(address)) => Ok(address),
            Some(Err(_)) => Err(self.last_words().into()),
            None => Err(format!("expected {} to begin in {BEGIN:?}", self.name).into()),
        }
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.process.try_wait(), Ok(None))
    }

    /// How a process ended, and what it said.
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
        // One that has ended already is what is wanted.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The end of what comes, which is read until there is no more.
fn end_of(mut pipe: impl Read) -> String {
    let (mut kept, mut block) = (Vec::new(), [0; SAID]);
    while let Ok(read @ 1..) = pipe.read(&mut block) {
        kept.extend_from_slice(&block[..read]);
        kept.drain(..kept.len().saturating_sub(block.len()));
    }
    String::from_utf8_lossy(&kept).into_owned()
}
