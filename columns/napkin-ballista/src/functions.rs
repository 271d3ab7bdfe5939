//! Registers the functions, and the codecs of the table function, on each side of a cluster.
//!
//! The functions are added after each step in which Ballista creates a new session, because that drops unknown functions.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::error::Result;
use datafusion::execution::{FunctionRegistry, SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::PhysicalExtensionCodec;
use napkin_query::Links;

use crate::codec;

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
    let config = SessionConfig::new_with_ballista().with_ballista_logical_extension_codec(logical_codec());
    let state = SessionStateBuilder::new_with_default_features().with_config(config).build();
    let session = SessionContext::remote_with_state(&format!("df://{scheduler}"), state).await?;
    napkin_query::functions().into_iter().for_each(|function| session.register_udf(function));
    // Plans contain its tables, so only the client needs it.
    session.register_udtf(Links::NAME, Arc::new(Links));
    Ok(session)
}

/// Returns the codec for logical plans, which the client and the scheduler need.
pub(crate) fn logical_codec() -> Arc<dyn LogicalExtensionCodec> {
    Arc::new(codec::Logical::default())
}

/// Returns the codec for physical plans, which the scheduler and the executors need.
pub(crate) fn physical_codec() -> Arc<dyn PhysicalExtensionCodec> {
    Arc::new(codec::Physical::default())
}
