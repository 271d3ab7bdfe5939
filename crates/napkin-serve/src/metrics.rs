//! Counters, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use hyper::StatusCode;

use crate::route::Route;

/// The classes of status codes, from 1xx to 5xx.
const CLASSES: usize = 5;

#[derive(Default)]
pub(crate) struct Metrics {
    requests: [[AtomicU64; CLASSES]; Route::COUNT],
    microseconds: [AtomicU64; Route::COUNT],
    bytes: AtomicU64,
    connections: AtomicU64,
    open: AtomicU64,
    turned_away: AtomicU64,
    retrieving: AtomicU64,
    unread: AtomicU64,
    refused: AtomicU64,
    broken_off: AtomicU64,
}

/// Something that is counted until it is dropped, even if its task panics.
pub(crate) struct Counted(Arc<Metrics>, fn(&Metrics) -> &AtomicU64);

impl Drop for Counted {
    fn drop(&mut self) {
        self.1(&self.0).fetch_sub(1, Relaxed);
    }
}

/// Returns the names of all routes.
fn names() -> impl Iterator<Item = &'static str> {
    Route::all().map(Route::name)
}

impl Metrics {
    fn counted(self: &Arc<Self>, gauge: fn(&Self) -> &AtomicU64) -> Counted {
        gauge(self).fetch_add(1, Relaxed);
        Counted(Arc::clone(self), gauge)
    }

    /// Counts a connection.
    pub(crate) fn connected(self: &Arc<Self>) -> Counted {
        self.connections.fetch_add(1, Relaxed);
        self.counted(|metrics| &metrics.open)
    }

    /// Counts a connection that has not been read from yet.
    pub(crate) fn unread(self: &Arc<Self>) -> Counted {
        self.counted(|metrics| &metrics.unread)
    }

    /// Returns whether there is a connection that has not been read from yet.
    pub(crate) fn has_unread(&self) -> bool {
        self.unread.load(Relaxed) > 0
    }

    /// Counts a running retrieval, until the head of the object has arrived.
    pub(crate) fn retrieving(self: &Arc<Self>) -> Counted {
        self.counted(|metrics| &metrics.retrieving)
    }

    pub(crate) fn turned_away(&self) {
        self.turned_away.fetch_add(1, Relaxed);
    }

    /// Counts an object that the gateway refused.
    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    /// Counts a truncated body.
    pub(crate) fn broken_off(&self) {
        self.broken_off.fetch_add(1, Relaxed);
    }

    /// Counts a piece of a streamed body.
    pub(crate) fn sent(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// Counts an answered request.
    pub(crate) fn answered(&self, route: Route, status: StatusCode, bytes: usize, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES) - 1;
        let route = route.number();
        self.requests[route][class].fetch_add(1, Relaxed);
        self.microseconds[route].fetch_add(took.as_micros() as u64, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// Returns all counters.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            // Writing to memory does not fail.
            let _ = writeln!(out, "# HELP napkin_{name} {help}\n# TYPE napkin_{name} {kind}");
        };
        head(&mut out, "requests_total", "counter", "Requests by route and class of status.");
        for (route, classes) in names().zip(&self.requests) {
            for (class, count) in (1..).zip(classes).filter(|(_, count)| count.load(Relaxed) > 0) {
                let count = count.load(Relaxed);
                let _ = writeln!(out, "napkin_requests_total{{route=\"{route}\",status=\"{class}xx\"}} {count}");
            }
        }
        head(&mut out, "request_seconds_total", "counter", "Time until answers were ready, by route.");
        for (route, micros) in names().zip(&self.microseconds).filter(|(_, micros)| micros.load(Relaxed) > 0) {
            let seconds = micros.load(Relaxed) as f64 / 1e6;
            let _ = writeln!(out, "napkin_request_seconds_total{{route=\"{route}\"}} {seconds:.6}");
        }
        for (name, kind, help, value) in [
            ("answer_bytes_total", "counter", "Bytes of the bodies of answers.", &self.bytes),
            ("connections_total", "counter", "Connections that were taken.", &self.connections),
            ("connections_open", "gauge", "Connections that are open.", &self.open),
            ("connections_turned_away_total", "counter", "Connections beyond --max-connections.", &self.turned_away),
            ("retrievals_waiting", "gauge", "Objects that are being asked for.", &self.retrieving),
            ("retrievals_refused_total", "counter", "Requests that the gateway answers by a reason.", &self.refused),
            ("retrievals_broken_total", "counter", "Bodies that broke off on the way.", &self.broken_off),
        ] {
            head(&mut out, name, kind, help);
            let _ = writeln!(out, "napkin_{name} {}", value.load(Relaxed));
        }
        out
    }
}
