//! Routes each request to its answer.
//!
//! This module checks methods, and limits the size and the time of request bodies. Large requests are processed on separate
//! threads, at most as many at a time as there are permits. Start reading at `answer`.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST, HeaderMap, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use napkin::data::Reading;
use napkin::media::MediaType;
use tokio::sync::OwnedSemaphorePermit;

use crate::answer::{Answer, Pieces, Problem};
use crate::api::{Call, ENDPOINTS, Endpoint, Takes};
use crate::blocking::{LARGE, answer_blocking};
use crate::log::Event;
use crate::parameters::Parameters;
use crate::route::Route;
use crate::state::State;
use crate::{gateway, page};
use napkin_answer::bounds::Bounds;

/// Answers a request; counts it and, if enabled, logs it. `is_opaque`: the target is a URL without authority, for the gateway.
pub(crate) async fn answer(
    state: &Arc<State>,
    peer: SocketAddr,
    request: Request<Incoming>,
    is_opaque: bool,
) -> Response<Pieces> {
    let begun = Instant::now();
    let (parts, body) = request.into_parts();
    if is_opaque || gateway::is_asked(&parts.method, &parts.uri, &state.guard) {
        return gateway::answer(state, peer, &parts, is_opaque).await;
    }
    let route = Route::of(&parts.uri);
    let answered = respond(state, route, &parts, body).await;
    let rule = answered.as_ref().err().map(Problem::rule);
    let mut answer = match answered {
        Ok(answer) => Answer { script_source: script_source(route, &parts.headers), ..answer },
        Err(problem) if route.is_page() && accepts(&parts.headers, "text/html") => page::refused(&problem),
        Err(problem) => problem.into_answer(),
    };
    // RFC 9112 section 6.1: with both Content-Length and Transfer-Encoding a connection must close, because an intermediary may
    // have framed the body differently. Only Transfer-Encoding is visible here.
    answer.closes |= parts.headers.contains_key(TRANSFER_ENCODING);
    let (status, bytes, took) = (answer.status, answer.body.len(), begun.elapsed());
    state.metrics.answered(route, status, bytes, took);
    if state.logs {
        Event { peer, method: &parts.method, route, scheme: None, status, rule, bytes, took }.write();
    }
    answer.into_message()
}

/// Returns the URL that the page's script requests, as a source of its policy.
fn script_source(route: Route, headers: &HeaderMap) -> Option<String> {
    let path = match route {
        Route::Workbench => "/part",
        Route::Lint => "/lint",
        _ => return None,
    };
    let host = headers.get(HOST)?.to_str().ok()?;
    let is_source = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte);
    // The grammar of sources has no IPv6 addresses (CSP section 2.3.1). The gateway refuses requests of pages anyway.
    Some(if host.bytes().all(is_source) { format!("http://{host}{path}") } else { "'self'".to_owned() })
}

fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(media_type))
}

async fn respond(state: &Arc<State>, route: Route, parts: &Parts, body: Incoming) -> Result<Answer, Problem> {
    state.guard.check(&parts.method, &parts.uri, &parts.headers)?;
    check_coding(&parts.headers)?;
    let methods = route.methods();
    if !methods.split(", ").any(|method| method == parts.method.as_str()) {
        let why = format!("expected {methods}");
        let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", why);
        problem.allow = Some(methods);
        return Err(problem);
    }
    match route {
        Route::Api(endpoint) => api(state, &ENDPOINTS[endpoint], parts, body).await,
        // The gateway has answered already.
        Route::Get | Route::Proxy => Err(missing()),
        Route::Workbench | Route::Lint if parts.method == Method::POST => workbench(state, route, parts, body).await,
        Route::Workbench => Ok(page::empty()),
        Route::Rules => Ok(page::rules()),
        Route::Rule => page::rule(parts.uri.path().trim_start_matches("/rules/")).ok_or_else(missing),
        Route::OpenApi => Ok(Answer::new("application/json", page::api::OPENAPI)),
        Route::ApiPage => Ok(page::api::show()),
        Route::Metrics => Ok(Answer::new("text/plain; version=0.0.4; charset=utf-8", state.metrics.text())),
        Route::Trail => gateway::trail(state, parts).await,
        Route::Schemes => page::schemes::list(query(parts)?),
        Route::Scheme => Ok(page::schemes::one(parts.uri.path().trim_start_matches("/schemes/"))),
        Route::Lint => page::lint::empty(query(parts)?),
        Route::Missing => Err(missing()),
    }
}

/// Checks the transfer coding of the body.
///
/// # Errors
/// The body has a coding other than chunked (RFC 9112 section 6.1), and would be misread.
fn check_coding(headers: &HeaderMap) -> Result<(), Problem> {
    let codings: Vec<_> = headers.get_all(TRANSFER_ENCODING).iter().collect();
    if codings.is_empty() || matches!(&codings[..], [one] if one.as_bytes().eq_ignore_ascii_case(b"chunked")) {
        return Ok(());
    }
    let why = "expected the transfer coding chunked, but found another or more";
    Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "transfer-coding-unsupported", why))
}

fn missing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "not-found", "there is nothing at this address")
}

/// Returns the parameters of a form that is sent by GET.
fn query(parts: &Parts) -> Result<Parameters, Problem> {
    let mut parameters = Parameters::default();
    parameters.add_form(parts.uri.query().unwrap_or("").as_bytes())?;
    Ok(parameters)
}

/// Returns the workbench or the lint, with the answer to its form.
async fn workbench(state: &Arc<State>, route: Route, parts: &Parts, body: Incoming) -> Result<Answer, Problem> {
    let body = read(state, body).await?;
    let mut parameters = Parameters::default();
    match essence(&parts.headers) {
        Some(media_type) if media_type.essence() == "application/x-www-form-urlencoded" => {
            parameters.add_form(&body.bytes)?;
        }
        _ => return Err(unsupported("expected a form")),
    }
    drop(body.bytes);
    let is_part = accepts(&parts.headers, "application/x-napkin-part");
    let shared = Arc::clone(state);
    let work = move |bounds: &Bounds| match route {
        Route::Lint => page::lint::answered(parameters, is_part, shared.limits.definition, bounds),
        _ => page::answered(parameters, is_part, &shared.gateway, bounds),
    };
    answer_blocking(state, body.permit, work).await
}

async fn api(
    state: &Arc<State>,
    endpoint: &'static Endpoint,
    parts: &Parts,
    body: Incoming,
) -> Result<Answer, Problem> {
    let mut call = Call {
        parameters: Parameters::default(),
        document: None,
        is_list: false,
        definition: state.limits.definition,
        lines: accepts(&parts.headers, "application/jsonl"),
    };
    call.parameters.add_form(parts.uri.query().unwrap_or("").as_bytes())?;
    let mut permit = None;
    if parts.method == Method::POST {
        let body = read(state, body).await?;
        permit = body.permit;
        match essence(&parts.headers) {
            Some(media_type) if media_type.essence() == "application/json" => {
                call.is_list = call.parameters.add_json(&body.bytes)?;
            }
            Some(media_type)
                if endpoint.takes != Takes::Document && media_type.essence() == "application/x-www-form-urlencoded" =>
            {
                call.parameters.add_form(&body.bytes)?;
            }
            media_type if matches!(endpoint.takes, Takes::Document | Takes::Either) => {
                let is_form =
                    |essence: &str| matches!(essence, "application/x-www-form-urlencoded" | "multipart/form-data");
                if media_type.as_ref().is_some_and(|media_type| is_form(media_type.essence())) {
                    return Err(unsupported("expected a document with its own media type, or parameters as JSON"));
                }
                call.document = Some((body.bytes, media_type));
            }
            _ => return Err(unsupported("expected parameters as JSON or as a form")),
        }
    }
    if permit.is_none() && matches!(endpoint.takes, Takes::Parameters | Takes::Nothing) {
        return endpoint.answer(call, &state.limits.bounds());
    }
    answer_blocking(state, permit, move |bounds| endpoint.answer(call, bounds)).await
}

fn unsupported(why: &str) -> Problem {
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type-unsupported", why)
}

/// Returns the media type of a body.
fn essence(headers: &HeaderMap) -> Option<MediaType<'static>> {
    let text = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    MediaType::parse(text, Reading::Whatwg).ok().map(MediaType::into_owned)
}

/// A body that has been read, with its permit.
struct Read {
    bytes: Bytes,
    permit: Option<OwnedSemaphorePermit>,
}

async fn read(state: &Arc<State>, body: Incoming) -> Result<Read, Problem> {
    let too_long =
        || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-long", "the body is longer than --max-body");
    let limit = state.limits.body;
    if body.size_hint().lower() > limit as u64 {
        return Err(too_long());
    }
    let is_small = body.size_hint().upper().is_some_and(|length| length <= LARGE as u64);
    let permit = if is_small { None } else { Some(state.large_permit().await?) };
    let collected = tokio::time::timeout(state.limits.body_time, collected(Limited::new(body, limit))).await;
    match collected {
        Ok(Ok(bytes)) => Ok(Read { bytes: bytes.into(), permit }),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(Problem::new(StatusCode::BAD_REQUEST, "body-malformed", "the body cannot be read")),
        Err(_) => {
            let why = "the body took longer than --body-timeout";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "body-too-slow", why))
        }
    }
}

/// Returns all bytes of a body, without a second copy in memory.
async fn collected(mut body: Limited<Incoming>) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    let mut bytes = Vec::with_capacity(usize::try_from(body.size_hint().lower()).unwrap_or(0));
    while let Some(frame) = body.frame().await {
        if let Some(data) = frame?.data_ref() {
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}
