//! From a request to its answer.
//!
//! Decides: which address is whose, which methods it has, how much of a body is read and how long that may take. What is
//! large is worked at apart from the connections, so many at a time as there are permits.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST, HeaderMap, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use napkin::data::Reading;
use napkin::media::MediaType;
use tokio::sync::OwnedSemaphorePermit;

use super::answer::{Answer, Pieces, Problem};
use super::api::{Call, ENDPOINTS, Endpoint, Takes};
use super::log::Event;
use super::parameters::Parameters;
use super::{State, gateway, page};
use crate::bounds::Stop;

/// A body that is longer, in bytes, needs a permit to be read and answered.
pub(super) const LARGE: usize = 64 << 10;

/// How long a request waits for a permit.
const PATIENCE: Duration = Duration::from_secs(5);

/// The routes that are no endpoint of the API.
const OTHERS: [&str; 12] = [
    "/",
    "/rules",
    "/rules/{rule}",
    "/api/openapi.json",
    "/metrics",
    "/get",
    "proxy",
    "/trail",
    "/schemes",
    "/schemes/{scheme}",
    "/lint",
    "other",
];

/// The names of all routes, for logs and counters: the endpoints of the API follow the others.
pub(super) const ROUTES: [&str; OTHERS.len() + ENDPOINTS.len()] = [
    OTHERS[0],
    OTHERS[1],
    OTHERS[2],
    OTHERS[3],
    OTHERS[4],
    OTHERS[5],
    OTHERS[6],
    OTHERS[7],
    OTHERS[8],
    OTHERS[9],
    OTHERS[10],
    OTHERS[11],
    "/api/parse",
    "/api/resolve",
    "/api/relativize",
    "/api/normalize",
    "/api/compare",
    "/api/data/inspect",
    "/api/links",
    "/api/screen",
    "/api/explain",
    "/api/rules",
    "/api/audit",
    "/api/schemes",
    "/api/scheme",
    "/api/lint",
];

/// Where a request goes.
#[derive(Clone, Copy)]
enum Route {
    Page,
    Rules,
    Rule,
    OpenApi,
    Metrics,
    Trail,
    Schemes,
    Scheme,
    Lint,
    Missing,
    Api(usize),
}

impl Route {
    fn of(parts: &Parts) -> Self {
        match parts.uri.path() {
            // The script has an address of its own, which its policy can name; the address of the page would match all
            // other pages too.
            "/" | "/part" => Self::Page,
            "/rules" => Self::Rules,
            "/api/openapi.json" => Self::OpenApi,
            "/metrics" => Self::Metrics,
            "/trail" => Self::Trail,
            "/schemes" => Self::Schemes,
            "/lint" => Self::Lint,
            path if path.starts_with("/schemes/") => Self::Scheme,
            path if path.starts_with("/rules/") => Self::Rule,
            path => {
                let name = path.strip_prefix("/api/").unwrap_or("");
                ENDPOINTS.iter().position(|endpoint| endpoint.name == name).map_or(Self::Missing, Self::Api)
            }
        }
    }

    /// Its place in [`ROUTES`].
    const fn number(self) -> usize {
        match self {
            Self::Page => 0,
            Self::Rules => 1,
            Self::Rule => 2,
            Self::OpenApi => 3,
            Self::Metrics => 4,
            Self::Trail => 7,
            Self::Schemes => 8,
            Self::Scheme => 9,
            Self::Lint => 10,
            Self::Missing => 11,
            Self::Api(endpoint) => OTHERS.len() + endpoint,
        }
    }

    const fn methods(self) -> &'static str {
        match self {
            Self::Page | Self::Lint => "GET, HEAD, POST",
            Self::Api(endpoint) => match ENDPOINTS[endpoint].takes {
                Takes::Parameters | Takes::Either => "GET, HEAD, POST",
                Takes::Document => "POST",
                Takes::Nothing => "GET, HEAD",
            },
            _ => "GET, HEAD",
        }
    }
}

/// The message that answers a request; it is counted and, if that is wanted, logged. `is_opaque`: the target is one that the
/// gateway knows how to read.
pub(super) async fn answer(
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
    let route = Route::of(&parts);
    let answered = respond(state, route, &parts, body).await;
    let rule = answered.as_ref().err().map(Problem::rule);
    let mut answer = match answered {
        Ok(answer) => Answer { asks: asks(route, &parts.headers), ..answer },
        Err(problem) if wants_html(route, &parts.headers) => page::refused(&problem),
        Err(problem) => problem.into_answer(),
    };
    // RFC 9112 section 6.1: with both Content-Length and Transfer-Encoding a connection must end, as somebody on the way may
    // have counted otherwise. Of the two only this one is seen here.
    answer.closes |= parts.headers.contains_key(TRANSFER_ENCODING);
    let (status, bytes, took) = (answer.status, answer.body.len(), begun.elapsed());
    state.metrics.answered(route.number(), status, bytes, took);
    let name = ROUTES[route.number()];
    Event { peer, method: &parts.method, route: name, scheme: None, status, rule, bytes, took }.log(state);
    answer.into_message()
}

/// Returns the URL that the page's script requests, as a source of its policy.
fn asks(route: Route, headers: &HeaderMap) -> Option<String> {
    let path = match route {
        Route::Page => "/part",
        Route::Lint => "/lint",
        _ => return None,
    };
    let host = headers.get(HOST)?.to_str().ok()?;
    let is_source = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte);
    // The grammar of sources has no IPv6 addresses (CSP section 2.3.1). The gateway refuses requests of pages anyway.
    Some(if host.bytes().all(is_source) { format!("http://{host}{path}") } else { "'self'".to_owned() })
}

fn wants_html(route: Route, headers: &HeaderMap) -> bool {
    let is_page = matches!(
        route,
        Route::Page | Route::Rules | Route::Rule | Route::Trail | Route::Schemes | Route::Scheme | Route::Lint
    );
    is_page && accepts(headers, "text/html")
}

fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(media_type))
}

async fn respond(state: &Arc<State>, route: Route, parts: &Parts, body: Incoming) -> Result<Answer, Problem> {
    state.guard.check(&parts.method, &parts.uri, &parts.headers)?;
    judge_coding(&parts.headers)?;
    let methods = route.methods();
    if !methods.split(", ").any(|method| method == parts.method.as_str()) {
        let why = format!("expected {methods}");
        let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", why);
        problem.allow = Some(methods);
        return Err(problem);
    }
    match route {
        Route::Api(endpoint) => api(state, &ENDPOINTS[endpoint], parts, body).await,
        Route::Page | Route::Lint if parts.method == Method::POST => workbench(state, route, parts, body).await,
        Route::Page => Ok(page::empty()),
        Route::Rules => Ok(page::rules()),
        Route::Rule => page::rule(parts.uri.path().trim_start_matches("/rules/")).ok_or_else(missing),
        Route::OpenApi => Ok(Answer::new("application/json", include_str!("../../openapi.json"))),
        Route::Metrics => Ok(Answer::new("text/plain; version=0.0.4; charset=utf-8", state.metrics.text())),
        Route::Trail => gateway::trail(state, parts).await,
        Route::Schemes => page::schemes::list(query(parts)?),
        Route::Scheme => Ok(page::schemes::one(parts.uri.path().trim_start_matches("/schemes/"))),
        Route::Lint => page::lint::empty(query(parts)?),
        Route::Missing => Err(missing()),
    }
}

/// # Errors
/// A body has a coding beside the one that tells its end (RFC 9112 section 6.1), under which it would be read as something else.
fn judge_coding(headers: &HeaderMap) -> Result<(), Problem> {
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

/// What the form of a page asks that is had by GET.
fn query(parts: &Parts) -> Result<Parameters, Problem> {
    let mut parameters = Parameters::default();
    parameters.add_form(parts.uri.query().unwrap_or("").as_bytes())?;
    Ok(parameters)
}

/// The workbench, or the lint, with an answer to what its form asks.
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
    let work = move || match route {
        Route::Lint => page::lint::answered(parameters, is_part, shared.limits.definition),
        _ => page::answered(parameters, is_part, shared.gateway.policy()),
    };
    apart(state, body.permit, work).await
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
        return state.limits.bounds().keep(|| endpoint.answer(call)).map_err(stopped)?;
    }
    apart(state, permit, move || endpoint.answer(call)).await
}

fn unsupported(why: &str) -> Problem {
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type-unsupported", why)
}

/// The media type of a body.
fn essence(headers: &HeaderMap) -> Option<MediaType<'static>> {
    let text = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    MediaType::parse(text, Reading::Whatwg).ok().map(MediaType::into_owned)
}

/// A body that has been read, with the permit that it needed.
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
    let permit = if is_small { None } else { Some(permit(state).await?) };
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

/// Returns all bytes of a body, each held once.
async fn collected(mut body: Limited<Incoming>) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    let mut bytes = Vec::with_capacity(usize::try_from(body.size_hint().lower()).unwrap_or(0));
    while let Some(frame) = body.frame().await {
        if let Some(data) = frame?.data_ref() {
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

pub(super) async fn permit(state: &State) -> Result<OwnedSemaphorePermit, Problem> {
    match tokio::time::timeout(PATIENCE, Arc::clone(&state.large).acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => {
            let why = "as many large requests as --max-large admits are under way";
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-many-large", why))
        }
    }
}

/// Work that takes its time, with a permit that is held as long as it, or the answer that is being sent, needs memory.
async fn apart(
    state: &Arc<State>,
    held: Option<OwnedSemaphorePermit>,
    work: impl FnOnce() -> Result<Answer, Problem> + Send + 'static,
) -> Result<Answer, Problem> {
    let permit = match held {
        Some(permit) => permit,
        None => permit(state).await?,
    };
    let (answer, permit) = worked(state, permit, work).await.map_err(stopped)?;
    let answer = answer?;
    let permit = Some(permit).filter(|_| answer.body.len() > LARGE);
    Ok(Answer { permit, ..answer })
}

/// Runs work on a thread of its own, which holds the permit until it ends. The work stops at the limits of an answer,
/// and soon after its client has gone.
///
/// # Errors
/// Returns why the work was stopped, or that it panicked.
pub(super) async fn worked<T: Send + 'static>(
    state: &State,
    permit: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<(T, OwnedSemaphorePermit), Stop> {
    let bounds = state.limits.bounds();
    let _waiting = bounds.waiting();
    let work = tokio::task::spawn_blocking(move || bounds.keep(work).map(|done| (done, permit)));
    match tokio::time::timeout(state.limits.answer_time, work).await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(Stop::Fault),
        Err(_) => Err(Stop::TooLate),
    }
}

/// Returns the problem that explains why the work was stopped.
fn stopped(stop: Stop) -> Problem {
    let (status, rule, why) = match stop {
        Stop::TooLong => {
            let why = "the answer is longer than --max-answer admits; the command has no such limit";
            (StatusCode::PAYLOAD_TOO_LARGE, "answer-too-long", why)
        }
        Stop::TooLate => {
            (StatusCode::SERVICE_UNAVAILABLE, "answer-too-late", "the answer took longer than --answer-timeout")
        }
        Stop::Fault => return fault(),
    };
    Problem::new(status, rule, why)
}

/// Returns the problem for an internal error.
pub(super) fn fault() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", "the server has made an error")
}

/// Returns the answer to a request whose task has panicked. The route is unknown here.
pub(super) fn failed(state: &State) -> Response<Pieces> {
    let mut answer = fault().into_answer();
    answer.closes = true;
    state.metrics.answered(Route::Missing.number(), answer.status, answer.body.len(), Duration::ZERO);
    answer.into_message()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_have_their_routes() {
        let named: Vec<String> = ENDPOINTS.iter().map(|endpoint| format!("/api/{}", endpoint.name)).collect();
        assert_eq!(ROUTES[OTHERS.len()..], named);
    }
}
