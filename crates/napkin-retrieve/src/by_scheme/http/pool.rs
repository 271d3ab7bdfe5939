//! Idle connections.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::SendRequest;

use crate::Target;

/// How long a connection is kept. Servers close theirs after some time, many after 60 s or 75 s, some after 5 s.
const IDLE: Duration = Duration::from_secs(20);
/// Idle connections per origin: as many as `napkin get` uses at once at most. With 32, fifty concurrent retrievals made
/// a new connection for every eighth object.
const MOST: usize = 256;

/// The end of a connection that takes requests.
pub(super) struct Sender {
    pub(super) sender: SendRequest<Full<Bytes>>,
    pub(super) peer: SocketAddr,
}

/// An origin.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key(String);

impl Key {
    pub(super) fn of(target: &Target) -> Self {
        Self(format!("{}://{}", target.scheme(), target.authority()))
    }
}

/// Idle connections by origin.
#[derive(Default)]
pub(super) struct Pool(Mutex<HashMap<Key, Vec<(Sender, Instant)>>>);

impl Pool {
    /// Returns an idle connection to one of the addresses that were checked for this request.
    pub(super) async fn take(&self, key: &Key, addresses: &[SocketAddr]) -> Option<Sender> {
        loop {
            let mut sender = self.pop(key)?;
            if addresses.contains(&sender.peer) && sender.sender.ready().await.is_ok() {
                return Some(sender);
            }
        }
    }

    fn pop(&self, key: &Key) -> Option<Sender> {
        let mut idle = self.0.lock().ok()?;
        let waiting = idle.get_mut(key)?;
        let found = waiting.pop();
        if waiting.is_empty() {
            idle.remove(key);
        }
        // The newest is the last, so all before an expired one are expired.
        found.filter(|(_, since)| since.elapsed() < IDLE).map(|(sender, _)| sender)
    }

    pub(super) fn put(&self, key: Key, sender: Sender) {
        if sender.sender.is_closed() {
            return;
        }
        if let Ok(mut idle) = self.0.lock() {
            let waiting = idle.entry(key).or_default();
            waiting.retain(|(sender, since)| since.elapsed() < IDLE && !sender.sender.is_closed());
            if waiting.len() < MOST {
                waiting.push((sender, Instant::now()));
            }
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}
