//! Connections that are kept, by origin.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::SendRequest;
use tokio::sync::Semaphore;

use super::http2::{IDLE, Shared, Stream};
use crate::Target;

/// Idle connections per origin: as many as `napkin get` uses at once at most. With 32, fifty concurrent retrievals made
/// a new connection for every eighth object.
const MOST: usize = 256;

/// A connection of HTTP/1.1, which carries one request at a time.
pub(super) struct Single {
    pub(super) sender: SendRequest<Full<Bytes>>,
    pub(super) peer: SocketAddr,
}

/// The means to send one request.
pub(super) enum Sender {
    Single(Single),
    Stream(Stream),
}

impl Sender {
    pub(super) fn peer(&self) -> SocketAddr {
        match self {
            Self::Single(single) => single.peer,
            Self::Stream(stream) => stream.peer(),
        }
    }

    /// Returns whether the server has sent more than it may besides data.
    pub(super) fn is_flooded(&self) -> bool {
        matches!(self, Self::Stream(stream) if stream.is_flooded())
    }
}

/// An origin.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key(String);

impl Key {
    pub(super) fn of(target: &Target) -> Self {
        Self(format!("{}://{}", target.scheme(), target.authority()))
    }
}

/// The connections to an origin.
#[derive(Default)]
struct Origin {
    idle: Vec<(Single, Instant)>,
    shared: Vec<Shared>,
    /// Closed when the first connection is made.
    opening: Option<Arc<Semaphore>>,
    /// Whether the server has chosen HTTP/1.1, so that no request need wait for another's connection.
    is_single: bool,
}

impl Origin {
    fn clean(&mut self) {
        self.idle.retain(|(single, since)| since.elapsed() < IDLE && !single.sender.is_closed());
        self.shared.retain(|shared| !shared.is_over());
    }

    fn is_unused(&self) -> bool {
        self.idle.is_empty() && self.shared.is_empty() && self.opening.is_none()
    }
}

/// Kept connections by origin.
#[derive(Default)]
pub(super) struct Pool(Mutex<Origins>);

#[derive(Default)]
struct Origins {
    known: HashMap<Key, Origin>,
    /// The number of origins above which those without a connection are forgotten.
    bound: usize,
}

impl Origins {
    /// Returns an origin. Looks at all others each time that their number has doubled.
    fn of(&mut self, key: Key) -> &mut Origin {
        if self.known.len() > self.bound {
            self.known.values_mut().for_each(Origin::clean);
            self.known.retain(|_, origin| !origin.is_unused());
            self.bound = MOST.max(2 * self.known.len());
        }
        self.known.entry(key).or_default()
    }
}

impl Pool {
    fn origins(&self) -> MutexGuard<'_, Origins> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the means to send a request to one of the addresses that were checked for it. If no connection has room for it, and
    /// the next one `may_be_shared`, waits for a connection that is being made: it may be enough for all.
    pub(super) async fn place<'p>(&'p self, key: &'p Key, addresses: &[SocketAddr], may_be_shared: bool) -> Place<'p> {
        let mut has_waited = false;
        loop {
            if let Some(sender) = self.take(key, addresses).await {
                return Place::Kept(sender);
            }
            if !may_be_shared {
                return Place::New(None);
            }
            match self.turn(key, has_waited) {
                None => return Place::New(None),
                Some(Turn::First) => return Place::New(Some(Opening { pool: self, key })),
                // Ends with the error that the semaphore is closed.
                Some(Turn::Wait(opening)) => drop(opening.acquire().await),
            }
            has_waited = true;
        }
    }

    async fn take(&self, key: &Key, addresses: &[SocketAddr]) -> Option<Sender> {
        if let Some(stream) = self.stream(key, addresses) {
            return Some(Sender::Stream(stream));
        }
        loop {
            let mut single = self.pop(key)?;
            if addresses.contains(&single.peer) && single.sender.ready().await.is_ok() {
                return Some(Sender::Single(single));
            }
        }
    }

    /// Returns who connects; `None` if nobody need wait, because the server does not share connections, or because making one
    /// has failed.
    fn turn(&self, key: &Key, has_waited: bool) -> Option<Turn> {
        let mut origins = self.origins();
        let origin = origins.of(key.clone());
        if origin.is_single || (has_waited && origin.shared.is_empty()) {
            return None;
        }
        if let Some(opening) = &origin.opening {
            return Some(Turn::Wait(Arc::clone(opening)));
        }
        origin.opening = Some(Arc::new(Semaphore::new(0)));
        Some(Turn::First)
    }

    fn stream(&self, key: &Key, addresses: &[SocketAddr]) -> Option<Stream> {
        let mut origins = self.origins();
        let origin = origins.known.get_mut(key)?;
        origin.shared.retain(|shared| !shared.is_over());
        origin.shared.iter().filter(|shared| addresses.contains(&shared.peer())).find_map(Shared::stream)
    }

    fn pop(&self, key: &Key) -> Option<Single> {
        let mut origins = self.origins();
        let (single, since) = origins.known.get_mut(key)?.idle.pop()?;
        // The newest is the last, so all before an expired one are expired.
        (since.elapsed() < IDLE).then_some(single)
    }

    /// Keeps a connection of HTTP/1.1.
    pub(super) fn put(&self, key: Key, single: Single) {
        if single.sender.is_closed() {
            return;
        }
        let mut origins = self.origins();
        let origin = origins.of(key);
        origin.clean();
        if origin.idle.len() < MOST {
            origin.idle.push((single, Instant::now()));
        }
    }

    /// Keeps a connection of HTTP/2 for this request and others.
    pub(super) fn share(&self, key: &Key, shared: Shared) {
        self.origins().of(key.clone()).shared.push(shared);
    }

    /// Notes that the server has chosen HTTP/1.1.
    pub(super) fn is_single(&self, key: &Key) {
        self.origins().of(key.clone()).is_single = true;
    }
}

/// Where a request goes.
pub(super) enum Place<'p> {
    Kept(Sender),
    /// To a new connection. Others may wait until the guard is dropped.
    New(Option<Opening<'p>>),
}

enum Turn {
    First,
    Wait(Arc<Semaphore>),
}

/// A connection that is being made, for which others wait.
pub(super) struct Opening<'p> {
    pool: &'p Pool,
    key: &'p Key,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        let opening = self.pool.origins().of(self.key.clone()).opening.take();
        opening.iter().for_each(|opening| opening.close());
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}
