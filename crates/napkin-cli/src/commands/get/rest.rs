//! Requests the rest of an object after an answer with only a part of it.
//!
//! Decides that a server that sends less than the requested range is asked again, if it identifies the version of the
//! object and each answer brings more bytes, within limits of number and time. The library decides whether an answer is
//! the rest, and whether the object is complete.

use std::time::Instant;

use napkin::Rule;
use napkin_retrieve::{Client, End, Error, Failure, Limits, Part, PartStep, Request, Retrieved};

use super::partial::Begun;

use napkin_answer::rules;

/// Requests the rest of an object.
pub(super) struct Rest<'c> {
    client: &'c Client,
    request: Request,
    /// The known part; `None` if no answer could be recognised as its rest.
    part: Option<Part>,
    /// The number of bytes of the part.
    bytes: u64,
    answers: u32,
    since: Instant,
}

impl<'c> Rest<'c> {
    /// Starts from the answer to `request`, which continues the part in `begun`, if there is one.
    pub(super) fn of(client: &'c Client, request: Request, found: &Retrieved, begun: Option<&Begun>) -> Self {
        let part = match begun {
            Some(begun) => Some(begun.part.clone()),
            None => Part::of(request.url(), found.url(), found.entity()),
        };
        let bytes = begun.map_or(0, |begun| begun.bytes);
        Self { client, request, part, bytes, answers: 1, since: Instant::now() }
    }

    /// Goes on with the next answer if more bytes are wanted, after a body of `came` bytes has ended. Returns whether
    /// there is one.
    pub(super) async fn go_on(&mut self, found: &mut Retrieved, came: u64) -> Result<bool, Failure> {
        let Some(range) = found.entity().range else { return Ok(false) };
        self.bytes = self.bytes.saturating_add(came);
        let last = self.request.wanted_range().and_then(|(_, last)| last);
        let total = range.total.or(self.part.as_ref().and_then(Part::total));
        match (End::of(last, total, range.last.saturating_add(1), came), &self.part) {
            (End::Whole, _) => Ok(false),
            (End::AskOn, Some(part)) => {
                let next = self.next(part, found).await?;
                self.answers += 1;
                found.go_on(next);
                Ok(true)
            }
            (End::AskOn | End::Short, _) => {
                let total = total.map_or_else(|| "*".to_owned(), |total| total.to_string());
                let found_range = format!("bytes {}-{}/{total} alone", range.first, range.last);
                Err(failed(
                    found,
                    rules::BODY_INCOMPLETE,
                    &format!("expected all that was asked for, but found {found_range}"),
                ))
            }
        }
    }

    async fn next(&self, part: &Part, found: &mut Retrieved) -> Result<Retrieved, Failure> {
        let limits = self.client.own_limits();
        if self.answers >= limits.ranges {
            let message = format!("expected the object in at most {} answers, but found more", limits.ranges);
            return Err(failed(found, rules::TOO_MANY_RANGES, &message));
        }
        let left = limits.total.saturating_sub(self.since.elapsed());
        let client = self.client.clone().limits(Limits { total: left, ..limits.clone() });
        let next = client.retrieve(&part.rest(self.request.clone(), self.bytes)).await?;
        match part.step(self.bytes, next.url(), next.entity()) {
            PartStep::Append => Ok(next),
            _ => {
                Err(failed(found, rules::BODY_INCOMPLETE, "expected the rest of the object, but found something else"))
            }
        }
    }
}

fn failed(found: &Retrieved, rule: Rule, message: &str) -> Failure {
    found.failed(Error::new(rule, found.url(), message))
}
