//! Runs the two servers: scheduler and executor.
//!
//! Ports that the system chooses are held from then on, so that no other process takes one before it is used.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpSocket};

use crate::options::{Executor, Scheduler};
use crate::trouble::Trouble;
use crate::{client, functions};

/// How long an executor tries to reach its scheduler, in seconds.
const CONNECT: u16 = 30;

/// The interval of an executor's heartbeat, in seconds: several times within the least patience.
const BEAT: u64 = 1;

pub(crate) async fn scheduler(options: &Scheduler) -> Result<(), Trouble> {
    if let Some(folder) = &options.client {
        client::scheduler(folder);
    }
    let listener = TcpListener::bind(options.listen).await.map_err(|error| at(options.listen, &error))?;
    let listen = listener.local_addr()?;
    let patience = u64::from(options.patience.get()).max(2 * BEAT);
    let config = SchedulerConfig {
        external_host: listen.ip().to_string(),
        bind_host: listen.ip().to_string(),
        bind_port: listen.port(),
        executor_timeout_seconds: patience,
        expire_dead_executor_interval_seconds: BEAT,
        no_executors_grace_period_seconds: 2 * patience,
        override_session_builder: Some(Arc::new(functions::state)),
        override_logical_codec: Some(functions::logical_codec()),
        override_physical_codec: Some(functions::physical_codec()),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    println!("{listen}");
    Ok(start_grpc_service_with_listener(listener, scheduler).await?)
}

pub(crate) async fn executor(options: &Executor) -> Result<(), Trouble> {
    if let Some(folder) = &options.client {
        client::executor(folder)?;
    }
    let state = functions::state(SessionConfig::new())?;
    let folder = Folder::of(options)?;
    let (ports, listen, tasks) = ports(options)?;
    let mut config = ExecutorProcessConfig {
        bind_host: listen.ip().to_string(),
        external_host: Some(listen.ip().to_string()),
        port: listen.port(),
        grpc_port: tasks,
        scheduler_host: options.scheduler.ip().to_string(),
        scheduler_port: options.scheduler.port(),
        scheduler_connect_timeout_seconds: CONNECT,
        executor_heartbeat_interval_seconds: BEAT,
        work_dir: Some(folder.path().to_string_lossy().into_owned()),
        memory_pool_size: options.memory.map(|bytes| bytes.get() as u64),
        override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&state))),
        override_physical_codec: Some(functions::physical_codec()),
        ..ExecutorProcessConfig::default()
    };
    if let Some(jobs) = options.jobs {
        config.vcores = jobs.get();
    }
    println!("{listen}");
    start_executor_process(Arc::new(config)).await?;
    drop(ports);
    Ok(())
}

/// The folder for an executor's results: a given folder, or a temporary folder that is removed with it.
enum Folder {
    Given(PathBuf),
    Own(TempDir),
}

impl Folder {
    fn of(options: &Executor) -> io::Result<Self> {
        if let Some(folder) = &options.folder {
            return Ok(Self::Given(folder.clone()));
        }
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix("napkin-executor-");
        options.client.as_ref().map_or_else(|| builder.tempdir(), |client| builder.tempdir_in(client)).map(Self::Own)
    }

    fn path(&self) -> &Path {
        match self {
            Self::Given(path) => path,
            Self::Own(folder) => folder.path(),
        }
    }
}

/// Holds the ports of an executor. Returns the sockets, the address from which others fetch its results, and the port for tasks.
fn ports(options: &Executor) -> Result<([TcpSocket; 2], SocketAddr, u16), Trouble> {
    let fetch = hold(options.listen)?;
    let listen = fetch.local_addr()?;
    // The next port after a port that the system has chosen may be in use.
    let next = if options.listen.port() == 0 { 0 } else { listen.port().wrapping_add(1) };
    let tasks = hold(SocketAddr::new(listen.ip(), options.tasks.unwrap_or(next)))?;
    let port = tasks.local_addr()?.port();
    Ok(([fetch, tasks], listen, port))
}

/// Holds a port for Ballista, which takes port numbers but no sockets. A socket that is bound but does not listen keeps the
/// system from choosing its port for others. Ballista can still listen on the port, because both sockets allow reuse.
fn hold(address: SocketAddr) -> Result<TcpSocket, Trouble> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address).map_err(|error| at(address, &error))?;
    Ok(socket)
}

fn at(address: SocketAddr, error: &io::Error) -> Trouble {
    format!("{address}: {error}").into()
}
