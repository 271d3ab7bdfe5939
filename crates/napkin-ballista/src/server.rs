//! The two servers.

use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::prelude::SessionConfig;

use crate::options::{Executor, Scheduler};
use crate::{Trouble, functions};

/// How long an executor tries to reach its scheduler, in seconds.
const CONNECT: u16 = 30;

/// How often an executor says that it is there, in seconds: several times in the least patience.
const BEAT: u64 = 1;

pub(crate) async fn scheduler(options: &Scheduler) -> Result<(), Trouble> {
    let patience = u64::from(options.patience.get()).max(2 * BEAT);
    let config = SchedulerConfig {
        external_host: options.listen.ip().to_string(),
        bind_host: options.listen.ip().to_string(),
        bind_port: options.listen.port(),
        executor_timeout_seconds: patience,
        expire_dead_executor_interval_seconds: BEAT,
        no_executors_grace_period_seconds: 2 * patience,
        override_session_builder: Some(Arc::new(functions::state)),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    Ok(start_server(cluster, options.listen, Arc::new(config)).await?)
}

pub(crate) async fn executor(options: &Executor) -> Result<(), Trouble> {
    let state = functions::state(SessionConfig::new())?;
    let folder = match &options.folder {
        Some(_) => None,
        None => Some(tempfile::Builder::new().prefix("napkin-executor-").tempdir()?),
    };
    let path = options.folder.as_deref().or(folder.as_ref().map(tempfile::TempDir::path));
    let mut config = ExecutorProcessConfig {
        bind_host: options.listen.ip().to_string(),
        external_host: Some(options.listen.ip().to_string()),
        port: options.listen.port(),
        grpc_port: options.tasks.unwrap_or_else(|| options.listen.port().wrapping_add(1)),
        scheduler_host: options.scheduler.ip().to_string(),
        scheduler_port: options.scheduler.port(),
        scheduler_connect_timeout_seconds: CONNECT,
        executor_heartbeat_interval_seconds: BEAT,
        work_dir: path.map(|path| path.to_string_lossy().into_owned()),
        memory_pool_size: options.memory.map(|bytes| bytes.get() as u64),
        override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&state))),
        ..ExecutorProcessConfig::default()
    };
    if let Some(jobs) = options.jobs {
        config.vcores = jobs.get();
    }
    Ok(start_executor_process(Arc::new(config)).await?)
}
