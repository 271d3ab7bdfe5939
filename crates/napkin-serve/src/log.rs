//! Logs one JSON object per request on standard error.
//!
//! The log does not contain the subject of a request: only the route, no query, no body, no header field.

use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hyper::{Method, StatusCode};
use napkin_mail::calendar;

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

fn write(fields: &[(&str, Value<'_>)]) {
    let mut line = Vec::with_capacity(256);
    object(fields, &mut line);
    Message::line(String::from_utf8_lossy(&line)).tell();
}

/// Returns the current time by RFC 3339, in UTC, with milliseconds.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    written(since.as_secs(), since.subsec_millis())
}

fn written(seconds: u64, milliseconds: u32) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let [year, month, day] = calendar::date(days.cast_signed());
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected dates come from GNU `date -u -d @SECONDS`.
    #[test]
    fn log_dates_are_those_of_gnu_date() {
        let cases = [
            (0, "1970-01-01T00:00:00.007Z"),
            (951_782_399, "2000-02-28T23:59:59.007Z"),
            (951_782_400, "2000-02-29T00:00:00.007Z"),
            (1_709_251_199, "2024-02-29T23:59:59.007Z"),
            (1_735_689_599, "2024-12-31T23:59:59.007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.007Z"),
        ];
        for (seconds, expected) in cases {
            assert_eq!(written(seconds, 7), expected);
        }
    }
}
