//! What all requests of a check share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use napkin_retrieve::{Client, Credentials, Error, Operation, Request};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::answer::Answer;
use super::target::Wanted;
use super::work::locked;
use crate::Options;

/// What all requests share.
pub(super) struct Asking {
    pub(super) client: Client,
    /// The requests that may be sent in addition to those on their way.
    pub(super) free: Semaphore,
    pub(super) retries: Arc<AtomicU32>,
    pub(super) is_stopped: Arc<AtomicBool>,
    pub(super) known: Known,
    pub(super) options: Options,
}

/// The answers of URLs that set no cookies, by the URL that was asked for last. So the target of several redirects is asked for once.
pub(super) type Known = Arc<Mutex<HashMap<String, Answer>>>;

/// The longest pause that any option admits, so that times can be added.
pub(super) const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl Asking {
    /// Returns the request for a URL, with the fields and the login of its host.
    pub(super) fn request(&self, url: &str, operation: Operation) -> Result<Request, Error> {
        let hosts = &self.options.hosts;
        let mut request = Request::get(url).with_operation(operation).with_any_status(true);
        for (name, value) in hosts.fields_for(url) {
            request = request.with_field(name, value)?;
        }
        Ok(match hosts.login_for(url) {
            Some((user, password)) => request.with_credentials(Credentials::new(user, password)),
            None => request,
        })
    }

    /// Returns what a server has answered for a URL, if that covers what is wanted.
    pub(super) fn known(&self, url: &str, wanted: &Wanted) -> Option<Answer> {
        let known = locked(&self.known);
        let answer = known.get(url).filter(|_| !wanted.keeps)?;
        wanted.fragments.iter().all(|fragment| answer.knows(fragment)).then(|| answer.clone())
    }

    /// Keeps an answer for the links that lead to the same URL. A URL with a fragment is not looked up again.
    pub(super) fn keep(&self, url: &str, answer: &Answer) {
        if !url.contains('#') {
            locked(&self.known).insert(url.to_owned(), Answer { page: None, ..answer.clone() });
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Sleeps, but not much longer than the check goes on.
    pub(super) async fn sleep_until(&self, end: Instant) {
        const SLICE: Duration = Duration::from_millis(100);
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
