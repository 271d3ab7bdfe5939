//! Answers gateway requests that have no object.
//!
//! The status is 403 if the policy refuses, 404 if there is no such object, 501 for schemes without a retriever, and 502 or
//! 504 for servers that fail or are late. The page shows the finding under the URL, the rule, the hops, the option that would
//! admit the URL, and the registry's entry for the scheme. Clients that do not accept HTML get JSON.

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};
use maud::{Markup, html};
use napkin_retrieve::{Error, ErrorKind, Failure, Retrieved, Trail};

use super::links::{RETRIEVED, gateway_link};
use super::request::{Door, GatewayRequest};
use super::screening;
use crate::answer::{Answer, Pieces, Problem};
use crate::markup::{rule_link, sentence};
use crate::page::{admitting, hops, scheme_card, underlined};
use crate::state::State;
use napkin_answer::output::shown;
use napkin_answer::rules;

/// The reason why there is no object, and the hops so far.
#[derive(Debug)]
pub(super) struct Refusal(Box<Inner>);

#[derive(Debug)]
struct Inner {
    problem: Problem,
    door: Door,
    /// The requested URL.
    url: String,
    error: Option<Error>,
    trail: Trail,
    /// The length of the object, if the requested range is outside of it.
    length: Option<u64>,
    /// Whether the user followed a link of another page.
    is_followed: bool,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let (url, trail) = (String::new(), Trail::new());
        Self(Box::new(Inner { problem, door: Door::Link, url, error: None, trail, length: None, is_followed: false }))
    }
}

impl Refusal {
    /// Creates the refusal for a failed retrieval.
    pub(super) fn failed(asked: &GatewayRequest, failure: &Failure) -> Self {
        Self::broken(asked, failure.error(), failure.trail())
    }

    /// Creates the refusal for a response that failed after its header.
    pub(super) fn broken(asked: &GatewayRequest, error: &Error, trail: &Trail) -> Self {
        let mut refusal = Self::from(Problem::retrieval(status(error, trail), error));
        refusal.0.door = asked.door;
        asked.url().clone_into(&mut refusal.0.url);
        refusal.0.error = Some(error.clone());
        refusal.0.trail = trail.clone();
        refusal.0.length = error.object_length();
        refusal
    }

    /// Creates the refusal for a link of another page; its page asks the user for confirmation.
    pub(super) fn followed_link(url: &str) -> Self {
        let why = "expected a request of this server's own page, or of no page, but found a link of another";
        let mut refusal = Self::from(Problem::new(StatusCode::FORBIDDEN, "origin-not-allowed", why));
        url.clone_into(&mut refusal.0.url);
        refusal.0.is_followed = true;
        refusal
    }

    pub(super) fn rule(&self) -> &'static str {
        self.0.problem.rule()
    }

    pub(super) fn into_message(self, state: &State, headers: &HeaderMap) -> Response<Pieces> {
        let wants_page = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
        let wants_page = wants_page.is_some_and(|accept| accept.contains("text/html"));
        let Inner { door, length, .. } = *self.0;
        state.metrics.refused();
        let rule = self.rule();
        let answer = if wants_page { self.page() } else { self.0.problem.into_answer() };
        let mut message = answer.into_message();
        let fields = message.headers_mut();
        // Programs find the rule in this field in every form of the answer.
        fields.insert("napkin-rule", HeaderValue::from_static(rule));
        if door == Door::Proxy {
            fields.insert(header::VIA, HeaderValue::from_static("1.1 napkin"));
        }
        if let Some(range) = length.and_then(|length| HeaderValue::from_str(&format!("bytes */{length}")).ok()) {
            fields.insert(header::CONTENT_RANGE, range);
        }
        message
    }

    fn page(&self) -> Answer {
        let Inner { problem, url, error, trail, is_followed, .. } = &*self.0;
        let masked = napkin::mask_passwords(url);
        let scheme = error.as_ref().map_or(&**url, Error::url).split_once(':').map(|(scheme, _)| scheme);
        let page = html! {
            @if *is_followed {
                h1 { "Another page leads here" }
                p { "Nothing has been retrieved yet." }
                p { code { (shown(&masked)) } }
                @if masked == *url { p { a class="go" href=(gateway_link(url, None)) { "Retrieve it" } } }
            } @else {
                h1 { "This was not retrieved" }
                (reason(problem, error.as_ref()))
                (hops(trail))
                @if let Some(scheme) = scheme { (scheme_card(scheme)) }
            }
        };
        Answer { status: problem.status, allow: problem.allow, ..Answer::page("Not retrieved", page) }
    }
}

/// Returns the message, its place in the URL, and its rule.
fn reason(problem: &Problem, error: Option<&Error>) -> Markup {
    html! {
        p class="problem" { (sentence(problem.message())) }
        @if let Some(error) = error {
            (underlined(error.url(), error.finding().span))
            p { "Rule: " (rule_link(error.rule().code())) ". " (sentence(error.rule().why())) }
            (admitting(error))
        } @else {
            p { "Rule: " code { (problem.rule()) } }
        }
    }
}

/// Returns the status for an error (RFC 9110 sections 15.5 and 15.6).
fn status(error: &Error, trail: &Trail) -> StatusCode {
    let given = trail.hops().last().and_then(napkin_retrieve::Hop::status);
    let rule = error.rule();
    match rule {
        _ if [rules::SCHEME_NOT_RETRIEVABLE, rules::OPERATION_NOT_OFFERED].contains(&rule) => {
            StatusCode::NOT_IMPLEMENTED
        }
        _ if rule == rules::SCHEME_NOT_PERMITTED && !is_retrieved(error.url()) => StatusCode::NOT_IMPLEMENTED,
        _ if [rules::HOST_NOT_FOUND, rules::ADDRESS_MISMATCH, rules::TOO_MANY_REDIRECTS].contains(&rule) => {
            StatusCode::BAD_GATEWAY
        }
        _ if [rules::CONNECT_TIMEOUT, rules::FIRST_BYTE_TIMEOUT, rules::READ_TIMEOUT, rules::TOTAL_TIMEOUT]
            .contains(&rule) =>
        {
            StatusCode::GATEWAY_TIMEOUT
        }
        _ if rule == rules::RANGE_MISMATCH => StatusCode::RANGE_NOT_SATISFIABLE,
        _ if rule == rules::OBJECT_UNREADABLE => StatusCode::NOT_FOUND,
        _ if rule == rules::STATUS_NOT_SUCCESS && matches!(given, Some(404 | 410)) => StatusCode::NOT_FOUND,
        _ if error.is_refusal() => StatusCode::FORBIDDEN,
        _ if error.kind() == ErrorKind::Invalid => StatusCode::BAD_REQUEST,
        _ => StatusCode::BAD_GATEWAY,
    }
}

/// Returns whether the scheme of a URL has a retriever, even if the policy does not permit the scheme.
fn is_retrieved(url: &str) -> bool {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    RETRIEVED.iter().chain(&["about", "data"]).any(|own| own.eq_ignore_ascii_case(scheme))
}

/// Returns the page that shows one retrieval hop by hop.
pub(super) fn trail_page(url: &str, found: &Result<Retrieved, Failure>) -> Answer {
    let masked = napkin::mask_passwords(url);
    let page = html! {
        h1 { "The way to " code { (shown(&masked)) } }
        @match found {
            Ok(retrieved) => {
                p class="good" {
                    "It was found: " (shown(&screening::essence(retrieved.media_type())))
                    @if let Some(length) = retrieved.entity().length { ", " (length) " bytes" }
                    "."
                }
                (hops(retrieved.trail()))
                @if masked == url { p { a href=(gateway_link(url, None)) { "Retrieve it" } } }
            }
            Err(failure) => {
                @let problem = Problem::retrieval(status(failure.error(), failure.trail()), failure.error());
                (reason(&problem, Some(failure.error())))
                (hops(failure.trail()))
            }
        }
    };
    Answer::page("Trail", page)
}
