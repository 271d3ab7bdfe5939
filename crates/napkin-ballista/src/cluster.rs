//! A cluster on one machine: a scheduler and executors, each a process of its own, on ports of the loopback interface.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;

use crate::Trouble;

/// How long the scheduler has to begin.
const BEGIN: Duration = Duration::from_secs(30);

/// The processes, which end with it.
pub(crate) struct Cluster {
    pub(crate) scheduler: SocketAddr,
    processes: Vec<Child>,
}

impl Cluster {
    pub(crate) async fn start(executors: NonZeroUsize) -> Result<Self, Trouble> {
        let scheduler = free()?;
        let mut cluster = Self { scheduler, processes: Vec::new() };
        cluster.add(&["scheduler", "--listen", &scheduler.to_string()])?;
        cluster.begun().await?;
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = cores.div_ceil(executors.get()).to_string();
        for _ in 0..executors.get() {
            let (listen, tasks) = (free()?.to_string(), free()?.port().to_string());
            let scheduler = scheduler.to_string();
            let ports = ["--scheduler", &scheduler, "--listen", &listen, "--tasks", &tasks];
            cluster.add(&[&["executor"][..], &ports, &["--jobs", &jobs]].concat())?;
        }
        Ok(cluster)
    }

    fn add(&mut self, arguments: &[&str]) -> Result<(), Trouble> {
        let program = std::env::current_exe()?;
        self.processes.push(Command::new(program).args(arguments).spawn()?);
        Ok(())
    }

    /// Waits until the scheduler listens.
    async fn begun(&mut self) -> Result<(), Trouble> {
        let begun = Instant::now();
        while TcpStream::connect(self.scheduler).await.is_err() {
            let ended = self.processes.iter_mut().any(|process| !matches!(process.try_wait(), Ok(None)));
            if ended || begun.elapsed() > BEGIN {
                return Err(format!("expected the scheduler to listen on {}, but it does not", self.scheduler).into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in &mut self.processes {
            // One that has ended already is what is wanted.
            drop(process.kill());
            drop(process.wait());
        }
    }
}

/// An address that nobody listens on.
fn free() -> Result<SocketAddr, Trouble> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
