//! State that all connections share.

use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;
use napkin_document::screen::Policy as Screen;
use napkin_retrieve::{Client, Policy};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::answer::Problem;
use crate::guard::Guard;
use crate::link_seal::Seal;
use crate::metrics::Metrics;
use crate::settings::{Limits, Settings};

/// The most retrievals at the same time for one answer.
const AT_ONCE: u32 = 8;

const TOO_MANY_RETRIEVALS: &str = "as many objects as --max-retrievals admits are under way";

/// State that all connections share.
pub(crate) struct State {
    pub(crate) guard: Guard,
    pub(crate) gateway: Gateway,
    pub(crate) limits: Limits,
    /// Permits for requests that need much memory.
    large: Arc<Semaphore>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) logs: bool,
}

impl State {
    /// Creates the state of a server that listens at the guard's address.
    pub(crate) fn new(settings: Settings, guard: Guard) -> Self {
        let (limits, logs) = (settings.limits, settings.log);
        let (large, metrics) = (Arc::new(Semaphore::new(limits.large)), Arc::default());
        Self { gateway: Gateway::new(settings, &guard), guard, limits, large, metrics, logs }
    }

    /// Waits for a permit for work that needs much memory.
    ///
    /// # Errors
    /// Too many large requests are under way.
    pub(crate) async fn large_permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        permit(
            &self.large,
            self.limits.queue_time,
            "too-many-large",
            "as many large requests as --max-large admits are under way",
        )
        .await
    }
}

/// State of the gateway that all requests share.
pub(crate) struct Gateway {
    pub(crate) client: Client,
    /// The screen for objects; `None` admits everything.
    pub(crate) screen: Option<Screen>,
    pub(crate) max_document: usize,
    retrievals: Arc<Semaphore>,
    queue_time: Duration,
    pub(crate) seal: Seal,
}

impl Gateway {
    fn new(settings: Settings, guard: &Guard) -> Self {
        let (networks, port) = guard.own_servers();
        let client = settings.client.with_policy(|policy| {
            networks.into_iter().fold(policy, |policy, network| policy.deny_server(network, port))
        });
        let (allow, deny) = (settings.allow, settings.deny);
        let is_screened = !allow.is_empty() || !deny.is_empty();
        Self {
            client,
            screen: is_screened.then(|| Screen::default().with_allow(allow).with_deny(deny)),
            max_document: settings.limits.document,
            retrievals: Arc::new(Semaphore::new(settings.limits.retrievals)),
            queue_time: settings.limits.queue_time,
            seal: Seal::default(),
        }
    }

    /// Returns the policy.
    pub(crate) fn policy(&self) -> &Policy {
        self.client.policy()
    }

    /// Waits for a permit to retrieve.
    ///
    /// # Errors
    /// Too many objects are being retrieved.
    pub(crate) async fn permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        permit(&self.retrievals, self.queue_time, "too-many-retrievals", TOO_MANY_RETRIEVALS).await
    }

    /// Returns permits to retrieve several objects at the same time, at least one.
    ///
    /// # Errors
    /// Too many objects are being retrieved.
    pub(crate) fn permits_now(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let most = (1..=AT_ONCE).rev();
        let mut permits = most.map(|count| Arc::clone(&self.retrievals).try_acquire_many_owned(count));
        permits.find_map(Result::ok).ok_or_else(|| too_many("too-many-retrievals", TOO_MANY_RETRIEVALS))
    }
}

/// Waits for a permit, but no longer than `time`.
async fn permit(
    permits: &Arc<Semaphore>,
    time: Duration,
    rule: &'static str,
    why: &str,
) -> Result<OwnedSemaphorePermit, Problem> {
    let permit = tokio::time::timeout(time, Arc::clone(permits).acquire_owned()).await;
    permit.ok().and_then(Result::ok).ok_or_else(|| too_many(rule, why))
}

fn too_many(rule: &'static str, why: &str) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, rule, why)
}
