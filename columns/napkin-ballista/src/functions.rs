//! Registers the functions on each side of a cluster.
//!
//! The functions are added after each step in which Ballista creates a new session, because that drops unknown functions.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::error::Result;
use datafusion::execution::{FunctionRegistry, SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

/// Creates a session of the scheduler or an executor.
pub(crate) fn state(config: SessionConfig) -> Result<SessionState> {
    let mut state = ballista_core::utils::default_session_builder(config)?;
    for function in napkin_query::functions() {
        state.register_udf(Arc::new(function))?;
    }
    Ok(state)
}

/// Creates a session whose queries go to a scheduler.
pub(crate) async fn client(scheduler: SocketAddr) -> Result<SessionContext> {
    let state =
        SessionStateBuilder::new_with_default_features().with_config(SessionConfig::new_with_ballista()).build();
    let session = SessionContext::remote_with_state(&format!("df://{scheduler}"), state).await?;
    napkin_query::functions().into_iter().for_each(|function| session.register_udf(function));
    Ok(session)
}
