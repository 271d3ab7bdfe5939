//! Requests the rest of an object after an answer with only a part of it.
//!
//! A server that sends less than the requested range is asked again if it identifies the version of the object and each
//! answer brings more bytes, within limits on number and time.

use std::time::Instant;

use napkin::Rule;

use super::part_file::Resumable;
use super::stored_part::{BodyEnd, NextStep, StoredPart};
use crate::rules;
use crate::{Client, Error, Failure, Request, Retrieved};

/// The bytes that an answer to a range request left out. [`Client::save`] requests them itself; this is for programs that write
/// the body elsewhere.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Remainder, Request};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let client = Client::new(Policy::public_web());
/// let request = Request::get("data:,beer").from_byte(1);
/// let mut got = client.retrieve_exact(&request).await?;
/// let mut remainder = Remainder::new(&client, &request, &got);
/// let mut text = Vec::new();
/// loop {
///     let before = text.len();
///     while let Some(chunk) = got.body().chunk().await? {
///         text.extend_from_slice(&chunk);
///     }
///     if !remainder.request(&mut got, (text.len() - before) as u64).await? {
///         break;
///     }
/// }
/// assert_eq!(text, b"eer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// # }).unwrap();
/// ```
pub struct Remainder<'c> {
    client: &'c Client,
    request: Request,
    /// The known part; `None` if no answer could be recognised as its rest.
    part: Option<StoredPart>,
    /// The number of bytes of the part.
    bytes: u64,
    answers: u32,
    since: Instant,
}

impl<'c> Remainder<'c> {
    /// Starts from the answer to `request`.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Remainder, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let client = Client::new(Policy::public_web());
    /// let request = Request::get("data:,beer");
    /// let got = client.retrieve_exact(&request).await?;
    /// let remainder = Remainder::new(&client, &request, &got);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn new(client: &'c Client, request: &Request, found: &Retrieved) -> Self {
        Self::continuing(client, request, found, None)
    }

    /// Starts from the answer to `request`, which continues `resumable` if that is given.
    pub(super) fn continuing(
        client: &'c Client,
        request: &Request,
        found: &Retrieved,
        resumable: Option<&Resumable>,
    ) -> Self {
        let part = match resumable {
            Some(resumable) => Some(resumable.part.clone()),
            None => StoredPart::of(request.url(), found.url(), found.entity()),
        };
        let bytes = resumable.map_or(0, |resumable| resumable.bytes);
        Self { client, request: request.clone(), part, bytes, answers: 1, since: Instant::now() }
    }

    /// Requests the next bytes after a body of `came` bytes has ended, and replaces the body of `found`. Returns whether there is
    /// a new body to read; `false` if all requested bytes have come.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Remainder, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let client = Client::new(Policy::public_web());
    /// let request = Request::get("data:,beer");
    /// let mut got = client.retrieve_exact(&request).await?;
    /// let mut remainder = Remainder::new(&client, &request, &got);
    /// assert_eq!(got.body().chunk().await?.as_deref(), Some(&b"beer"[..]));
    /// assert!(!remainder.request(&mut got, 4).await?);
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// `body-incomplete` if the rest cannot be requested or other bytes arrive instead; `too-many-ranges`; and the
    /// errors of [`Client::retrieve`].
    pub async fn request(&mut self, found: &mut Retrieved, came: u64) -> Result<bool, Failure> {
        let Some(range) = found.entity().range else { return Ok(false) };
        self.bytes = self.bytes.saturating_add(came);
        let last = self.request.wanted_range().and_then(|(_, last)| last);
        let total = range.total.or(self.part.as_ref().and_then(StoredPart::total));
        match (BodyEnd::of(last, total, range.last.saturating_add(1), came), &self.part) {
            (BodyEnd::Whole, _) => Ok(false),
            (BodyEnd::AskOn, Some(part)) => {
                let next = self.next(part, found).await?;
                self.answers += 1;
                found.continue_with(next);
                Ok(true)
            }
            (BodyEnd::AskOn | BodyEnd::Short, _) => {
                let total = total.map_or_else(|| "*".to_owned(), |total| total.to_string());
                let found_range = format!("bytes {}-{}/{total} alone", range.first, range.last);
                let message = format!("expected all that was asked for, but found {found_range}");
                Err(failed(found, rules::BODY_INCOMPLETE, &message))
            }
        }
    }

    async fn next(&self, part: &StoredPart, found: &mut Retrieved) -> Result<Retrieved, Failure> {
        let limits = self.client.limits();
        if self.answers >= limits.max_ranges {
            let message = format!("expected the object in at most {} answers, but found more", limits.max_ranges);
            return Err(failed(found, rules::TOO_MANY_RANGES, &message));
        }
        let left = limits.timeout.saturating_sub(self.since.elapsed());
        let client = self.client.clone().with_limits(limits.clone().with_timeout(left));
        let next = client.retrieve(&part.rest(self.request.clone(), self.bytes)).await?;
        match part.next_step(self.bytes, next.url(), next.entity()) {
            NextStep::Append => Ok(next),
            _ => {
                Err(failed(found, rules::BODY_INCOMPLETE, "expected the rest of the object, but found something else"))
            }
        }
    }
}

fn failed(found: &Retrieved, rule: Rule, message: &str) -> Failure {
    found.failed(Error::new(rule, found.url(), message))
}
