//! The meaning of an answer.

use std::time::{Duration, SystemTime};

use http::StatusCode;
use http::header::{CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};

use super::{Exchange, Head, coding};
use crate::answer::number;
use crate::rules;
use crate::{Answer, Body, ContentRange, Entity, Error, Operation, Redirect};

impl Exchange<'_> {
    /// Interprets a head and a body, and decodes the codings that the head names.
    pub(super) fn answer(&self, head: &Head, body: Body) -> Result<Answer, Error> {
        let status = head.status;
        if let Some(reference) = redirect(head) {
            return Ok(Answer::Redirect(Redirect { reference }));
        }
        if status == StatusCode::NOT_MODIFIED && self.is_conditional() {
            return self.entity(head, body).map(Answer::NotModified);
        }
        if status == StatusCode::RANGE_NOT_SATISFIABLE && self.request.range.is_some() {
            let has = text(head, CONTENT_RANGE).unwrap_or_else(|| "another length".into());
            return Err(self.error(rules::RANGE_MISMATCH, format!("expected a range of the object, but found {has}")));
        }
        if !status.is_success() && !self.request.any_status {
            let reason = status.canonical_reason().map(|reason| format!(" ({reason})")).unwrap_or_default();
            let message = format!("expected an object, but found status {}{reason}", status.as_u16());
            let wait = text(head, RETRY_AFTER).and_then(|value| delay(&value, SystemTime::now()));
            return Err(self.error(rules::STATUS_NOT_SUCCESS, message).after(status.as_u16(), wait));
        }
        self.entity(head, body).map(Answer::Entity)
    }

    fn is_conditional(&self) -> bool {
        self.request.if_none_match.is_some() || self.request.if_modified_since.is_some()
    }

    pub(super) fn entity(&self, head: &Head, body: Body) -> Result<Entity, Error> {
        let range = self.range(head)?;
        let codings = self.codings(head);
        let media_type = text(head, CONTENT_TYPE);
        let status = Some(head.status.as_u16());
        let fields = head.headers.iter();
        let fields = fields.map(|(name, value)| (name.as_str().to_owned(), lossy(value.as_bytes()))).collect();
        let has_body = self.target.operation() != Operation::Head && head.status != StatusCode::NOT_MODIFIED;
        let length = text(head, CONTENT_LENGTH).and_then(|length| length.parse().ok());
        if let Some(length) = length.filter(|length| has_body && *length > self.limits.max_bytes) {
            let message = format!("expected at most {} bytes, but found {length}", self.limits.max_bytes);
            return Err(self.error(rules::BODY_TOO_LARGE, message));
        }
        let length = length.filter(|_| codings.is_empty() && head.status != StatusCode::NOT_MODIFIED);
        // With any framing, a body of fewer or more bytes than the range is an error.
        let length = range.map(|range| range.last - range.first + 1).or(length);
        let body = coding::undone(body, &codings, self.url())?;
        let is_decoded = !codings.is_empty();
        Ok(Entity { range, status, fields, is_decoded, ..Entity::new(media_type, length, body) })
    }

    /// Returns the range of the answer, which must be the requested one.
    fn range(&self, head: &Head) -> Result<Option<ContentRange>, Error> {
        if head.status != StatusCode::PARTIAL_CONTENT {
            return Ok(None);
        }
        let given: Vec<_> = head.headers.get_all(CONTENT_RANGE).iter().map(|value| lossy(value.as_bytes())).collect();
        let range = if let [one] = &given[..] { content_range(one) } else { None };
        let coded = !self.codings(head).is_empty();
        let fits = |range: &ContentRange| {
            let asked = self.request.range;
            asked.is_some_and(|(first, last)| first == range.first && last.is_none_or(|last| range.last <= last))
        };
        let announced: Option<u64> = text(head, CONTENT_LENGTH).and_then(|length| length.parse().ok());
        match range.filter(fits) {
            // Ranges of an encoded body are not ranges of the object.
            Some(range) if !coded && announced.is_none_or(|length| length == range.last - range.first + 1) => {
                Ok(Some(range))
            }
            _ => {
                let message = format!("expected the range that was asked for, but found `{}`", given.join(", "));
                Err(self.error(rules::RANGE_MISMATCH, message))
            }
        }
    }
}

/// Reads `Retry-After`: a number of seconds, or a date, which may have passed (RFC 9110 section 10.2.3).
fn delay(value: &str, now: SystemTime) -> Option<Duration> {
    match number(value.trim()) {
        Some(seconds) => Some(Duration::from_secs(seconds)),
        None => Some(httpdate::parse_http_date(value.trim()).ok()?.duration_since(now).unwrap_or_default()),
    }
}

/// Returns the target of a redirect that may be followed without asking (RFC 9110 section 15.4).
fn redirect(head: &Head) -> Option<String> {
    let leads = matches!(head.status.as_u16(), 301 | 302 | 303 | 307 | 308);
    head.headers.get(LOCATION).filter(|_| leads).map(|value| lossy(value.as_bytes()))
}

pub(super) fn leads_elsewhere(head: &Head) -> bool {
    redirect(head).is_some()
}

fn text(head: &Head, name: HeaderName) -> Option<String> {
    head.headers.get(name).map(|value| lossy(value.as_bytes()).trim().to_owned())
}

/// Reads a field as UTF-8, which most servers send outside of ASCII.
fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `bytes 0-99/1000`, RFC 9110 section 14.4.
fn content_range(text: &str) -> Option<ContentRange> {
    let (unit, rest) = text.split_once(' ')?;
    let (range, total) = rest.split_once('/')?;
    let (first, last) = range.trim().split_once('-')?;
    let total = if total == "*" { None } else { Some(number(total)?) };
    let range = ContentRange { first: number(first)?, last: number(last)?, total };
    let is_one = unit.eq_ignore_ascii_case("bytes") && range.first <= range.last;
    // `u64::MAX` cannot be the number of a byte: no object is that long.
    (is_one && range.last < total.unwrap_or(u64::MAX)).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9110 section 14.4.
    #[test]
    fn content_range_is_parsed() {
        let range = |first, last, total| Some(ContentRange { first, last, total });
        for (text, expected) in [
            ("bytes 0-99/1000", range(0, 99, Some(1000))),
            ("bytes 42-1233/*", range(42, 1233, None)),
            ("BYTES 5-5/6", range(5, 5, Some(6))),
            ("bytes */1234", None),
            ("bytes 9-5/10", None),
            ("bytes 0-10/10", None),
            ("items 0-1/2", None),
            ("bytes 0-1", None),
            ("bytes -5-6/7", None),
            ("bytes +0-+4/+10", None),
            ("bytes 0-18446744073709551615/*", None),
            ("bytes 0-4/18446744073709551616", None),
            ("bytes 0-4,6-9/10", None),
            ("", None),
        ] {
            assert_eq!(content_range(text), expected, "{text}");
        }
    }
}
