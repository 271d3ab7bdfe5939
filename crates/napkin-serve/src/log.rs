//! Logs one JSON object per request on standard error.
//!
//! The log does not contain the subject of a request: only the route, no query, no body, no header field.

use std::net::SocketAddr;
use std::time::Duration;

use hyper::{Method, StatusCode};
use jiff::Timestamp;

use crate::route::Route;
use napkin_answer::output::{Message, Value, object};

/// The logged data of a request.
pub(crate) struct Event<'a> {
    pub(crate) peer: SocketAddr,
    pub(crate) method: &'a Method,
    pub(crate) route: Route,
    /// The scheme of the URL that the gateway was asked for, if registered; the log has nothing else of the URL.
    pub(crate) scheme: Option<&'static str>,
    pub(crate) status: StatusCode,
    /// The rule by which the request was refused.
    pub(crate) rule: Option<&'static str>,
    pub(crate) bytes: usize,
    pub(crate) took: Duration,
}

impl Event<'_> {
    /// Writes the event to standard error.
    pub(crate) fn write(&self) {
        let (time, peer) = (now(), self.peer.to_string());
        // The client chooses the method, so unknown methods are not logged.
        let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS];
        let method = if known.contains(self.method) { self.method.as_str() } else { "other" };
        write(&[
            ("time", Value::Text(&time)),
            ("event", Value::Text("request")),
            ("peer", Value::Text(&peer)),
            ("method", Value::Text(method)),
            ("route", Value::Text(self.route.name())),
            ("scheme", Value::from(self.scheme)),
            ("status", Value::Number(self.status.as_u16().into())),
            ("rule", Value::from(self.rule)),
            ("bytes", Value::Number(self.bytes)),
            ("microseconds", Value::Number(self.took.as_micros() as usize)),
        ]);
    }
}

/// Logs a rejected connection.
pub(crate) fn turned_away(peer: SocketAddr) {
    let (time, peer) = (now(), peer.to_string());
    write(&[
        ("time", Value::Text(&time)),
        ("event", Value::Text("turned-away")),
        ("peer", Value::Text(&peer)),
        ("rule", Value::Text("too-many-connections")),
    ]);
}

/// Returns the current time by RFC 3339, in UTC, with milliseconds.
fn now() -> String {
    format!("{:.3}", Timestamp::now())
}

fn write(fields: &[(&str, Value<'_>)]) {
    let mut line = Vec::with_capacity(256);
    object(fields, &mut line);
    Message::line(String::from_utf8_lossy(&line)).tell();
}

#[cfg(test)]
mod tests {
    #[test]
    fn log_dates_are_in_utc_with_milliseconds() {
        let zeros = super::now().replace(|c: char| c.is_ascii_digit(), "0");
        assert_eq!(zeros, "0000-00-00T00:00:00.000Z");
    }
}
