//! What all requests of a check share.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use napkin_retrieve::{Client, Credentials, Error, Request};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::kept::{Known, Slot};
use super::target::{Targets, Wanted};
use super::work::locked;
use crate::Options;
use crate::end::End;

/// What all requests share.
pub(super) struct Asking {
    pub(super) client: Client,
    /// The requests that may be sent in addition to those on their way.
    pub(super) free: Semaphore,
    pub(super) retries: Arc<AtomicU32>,
    pub(super) is_stopped: Arc<AtomicBool>,
    /// Whether nobody waits for the answers any more.
    pub(super) end: End,
    pub(super) known: Known,
    /// All targets of the check, so that the target of a redirect is asked for all that is wanted of it.
    pub(super) targets: Targets,
    pub(super) options: Options,
}

/// The longest pause that any option admits, so that times can be added.
pub(super) const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// How soon a stop is noticed.
pub(super) const SLICE: Duration = Duration::from_millis(100);

impl Asking {
    /// Returns the request for a URL, with the fields and the login of its host.
    pub(super) fn request(&self, url: &str) -> Result<Request, Error> {
        let hosts = &self.options.hosts;
        let mut request = Request::get(url).with_any_status(true);
        for (name, value) in hosts.fields_for(url) {
            request = request.with_field(name, value)?;
        }
        Ok(match hosts.login_for(url) {
            Some((user, password)) => request.with_credentials(Credentials::new(user, password)),
            None => request,
        })
    }

    /// Returns the place for what a server says about a URL. A URL with a fragment has none.
    pub(super) fn slot(&self, url: &str) -> Option<Slot> {
        (!url.contains('#')).then(|| Arc::clone(locked(&self.known).entry(url.to_owned()).or_default()))
    }

    /// Returns what is wanted of a URL on the way to a target.
    pub(super) fn wanted<'w>(&self, url: &str, of_target: &'w Wanted) -> Cow<'w, Wanted> {
        match self.targets.get(url) {
            Some(own) if own != of_target => {
                let fragments = own.fragments.union(&of_target.fragments).cloned().collect();
                Cow::Owned(Wanted { fragments, keeps: own.keeps | of_target.keeps })
            }
            _ => Cow::Borrowed(of_target),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed) || self.end.is_reached()
    }

    /// Sleeps, but not much longer than the check goes on.
    pub(super) async fn sleep_until(&self, end: Instant) {
        while Instant::now() < end && !self.is_stopped() {
            tokio::time::sleep_until(end.min(Instant::now() + SLICE)).await;
        }
    }

    /// Takes a retry from the budget.
    pub(super) fn may_retry(&self) -> bool {
        let less = |left: u32| left.checked_sub(1);
        self.retries.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}
