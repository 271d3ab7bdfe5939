//! Header fields of stored answers.
//!
//! Decides which fields are stored (RFC 9111 section 3.1), the age of an arriving answer (section 4.2.3), and what a
//! confirmation changes (section 3.2). The caching library handles these differently: it keeps only the last of
//! repeated fields, replaces `Date` by the time of use, ignores the age of `Date`, and adds no fields that a
//! confirmation has for the first time.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use http::header::{
    AGE, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, DATE, EXPIRES,
    HeaderName, LAST_MODIFIED, PRAGMA, VARY,
};
use http::{HeaderMap, HeaderValue};

/// Fields of a single connection (RFC 9110 section 7.6.1).
const OF_CONNECTIONS: [&str; 9] = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
];

/// Returns the fields to store of an answer that was requested at `asked` and came at `now`: all except those of the
/// connection, and the age.
pub(super) fn kept(fields: &HeaderMap, asked: SystemTime, now: SystemTime) -> HeaderMap {
    let mut kept = fields.clone();
    let named = fields.get_all(CONNECTION).iter().filter_map(|value| value.to_str().ok());
    let named = named.flat_map(|value| value.split(',')).map(|name| name.trim().to_ascii_lowercase());
    for name in named.chain(OF_CONNECTIONS.map(str::to_owned)) {
        kept.remove(name);
    }
    set_age(&mut kept, age(fields, asked, now));
    kept
}

/// Returns the "corrected initial age" (section 4.2.3).
fn age(fields: &HeaderMap, asked: SystemTime, now: SystemTime) -> Duration {
    let said = Duration::from_secs(said_age(fields).unwrap_or(0));
    let said = said.saturating_add(now.duration_since(asked).unwrap_or_default());
    let date = fields.get(DATE).and_then(date);
    said.max(date.and_then(|date| now.duration_since(date).ok()).unwrap_or_default())
}

/// Returns the value of `Age`; the first of several (section 5.1).
fn said_age(fields: &HeaderMap) -> Option<u64> {
    let text = lossy(fields.get(AGE)?);
    seconds(text.split(',').next().unwrap_or_default().trim())
}

pub(super) fn set_age(fields: &mut HeaderMap, age: Duration) {
    fields.insert(AGE, HeaderValue::from(age.as_secs().min(MOST)));
}

/// Section 1.2.2: larger numbers of seconds are read as this number, about 68 years.
const MOST: u64 = 1 << 31;

/// Returns a number of seconds, or `None` if the text is no number.
fn seconds(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(MOST).min(MOST))
}

fn date(value: &HeaderValue) -> Option<SystemTime> {
    httpdate::parse_http_date(value.to_str().ok()?).ok()
}

fn lossy(value: &HeaderValue) -> Cow<'_, str> {
    String::from_utf8_lossy(value.as_bytes())
}

/// Returns the fields in a form that the caching library handles safely: numbers that do not overflow, directives in
/// lower case, dates in the only format that it reads. A value that cannot be understood is replaced by the most
/// cautious one.
pub(super) fn judged(fields: &HeaderMap) -> HeaderMap {
    let mut judged = fields.clone();
    for name in [CACHE_CONTROL, PRAGMA, AGE, DATE, EXPIRES] {
        judged.remove(name);
    }
    // An invalid `Age` is dropped.
    if let Some(age) = said_age(fields) {
        judged.insert(AGE, HeaderValue::from(age));
    }
    for directives in fields.get_all(CACHE_CONTROL) {
        judged.extend(directive_values(&lossy(directives)).map(|value| (CACHE_CONTROL, value)));
    }
    if fields.get_all(PRAGMA).iter().any(|value| lossy(value).to_ascii_lowercase().contains("no-cache")) {
        judged.insert(PRAGMA, HeaderValue::from_static("no-cache"));
    }
    let written = |date| HeaderValue::try_from(httpdate::fmt_http_date(date)).ok();
    if let Some(date) = fields.get(DATE).and_then(date).and_then(written) {
        judged.insert(DATE, date);
    }
    if let Some(expires) = fields.get(EXPIRES) {
        // An invalid date lies in the past (section 5.3).
        let past = HeaderValue::from_static("0");
        judged.insert(EXPIRES, date(expires).and_then(written).unwrap_or(past));
    }
    if fields.get(LAST_MODIFIED).is_some_and(|value| date(value).is_none()) {
        judged.remove(LAST_MODIFIED);
    }
    if fields.get_all(VARY).iter().any(|value| value.to_str().is_err()) {
        judged.insert(VARY, HeaderValue::from_static("*"));
    }
    judged
}

/// Returns the directives of section 5.2.2 that a private cache follows, each as a value of its own.
fn directive_values(text: &str) -> impl Iterator<Item = HeaderValue> {
    directives(text).into_iter().filter_map(|(name, argument)| {
        let value = match &*name {
            "max-age" => format!("max-age={}", argument.as_deref().and_then(seconds).unwrap_or(0)),
            "no-store" | "no-cache" | "must-revalidate" | "public" | "immutable" => name,
            _ => return None,
        };
        HeaderValue::try_from(value).ok()
    })
}

/// Returns the directives of a list: names in lower case, arguments without quotes.
fn directives(text: &str) -> Vec<(String, Option<String>)> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let members = text.split(|c| {
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = is_quoted && c == '\\' && !is_escaped;
        c == ',' && !is_quoted
    });
    let directive = |member: &str| {
        let (name, argument) = member.split_once('=').map_or((member, None), |(name, argument)| (name, Some(argument)));
        let argument = argument.map(|argument| argument.trim().trim_matches('"').to_owned());
        (name.trim().to_ascii_lowercase(), argument)
    };
    members.map(directive).collect()
}

/// Replaces stored fields by those of a confirmation, except the fields about the body (section 3.2).
pub(super) fn confirm(kept: &mut HeaderMap, confirmation: &HeaderMap) {
    let is_of_body = |name: &HeaderName| [CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE].contains(name);
    for name in confirmation.keys().filter(|name| !is_of_body(name)) {
        kept.remove(name);
        for value in confirmation.get_all(name) {
            kept.append(name.clone(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> HeaderMap {
        let pair = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.parse::<HeaderName>().unwrap(), value.parse::<HeaderValue>().unwrap())
        };
        let mut fields = HeaderMap::new();
        for (name, value) in text.lines().map(pair) {
            fields.append(name, value);
        }
        fields
    }

    /// Section 4.2.3, whose `response_delay` is 2 s here; the answer comes at 10:00:02.
    #[test]
    fn age_of_an_answer_is_computed() {
        let asked = httpdate::parse_http_date("Sun, 06 Nov 1994 10:00:00 GMT").unwrap();
        let now = asked + Duration::from_secs(2);
        for (text, age) in [
            ("date: Sun, 06 Nov 1994 10:00:01 GMT", 2),
            ("date: Sun, 06 Nov 1994 10:00:01 GMT\nage: 60", 62),
            ("date: Sun, 06 Nov 1994 09:00:02 GMT", 3600),
            ("date: Sun, 06 Nov 1994 09:00:02 GMT\nage: 60", 3600),
            ("date: Sun, 06 Nov 1994 11:00:00 GMT", 2),
            // The obsolete forms, which a recipient must accept (RFC 9110 section 5.6.7).
            ("date: Sunday, 06-Nov-94 09:00:02 GMT", 3600),
            ("date: Sun Nov  6 09:00:02 1994", 3600),
            ("date: yesterday\nage: old", 2),
            ("x: y", 2),
        ] {
            let kept = kept(&fields(text), asked, now);
            assert_eq!(kept.get(AGE).unwrap(), &age.to_string(), "{text}");
        }
    }

    /// Sections 3.1 and 3.2.
    #[test]
    fn stored_fields_are_filtered_and_updated() {
        let now = SystemTime::now();
        let mut kept =
            kept(&fields("connection: close, X-Own\nx-own: 1\ntrailer: x\nvary: a\nvary: b\nlink: c"), now, now);
        set_age(&mut kept, Duration::ZERO);
        assert_eq!(kept, fields("vary: a\nvary: b\nlink: c\nage: 0"));
        confirm(&mut kept, &fields("vary: c\nvary: d\ncache-control: max-age=9\ncontent-length: 7\ncontent-type: x/y"));
        assert_eq!(kept, fields("link: c\nage: 0\nvary: c\nvary: d\ncache-control: max-age=9"));
    }
}
