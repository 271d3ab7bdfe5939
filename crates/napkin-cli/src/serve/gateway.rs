//! The gateway: any scheme over HTTP (RFC 2718 section 2.3.1), by two doors.
//!
//! Decides: which requests are the gateway's, which are those under `/get` and those in absolute form, as clients ask a proxy;
//! and the order of what is done with one: who asks (`asked`), whether the policy permits it (the retriever's), whether what came
//! may be handed out (`screening`), what becomes of its links (`links`, `listing`), and how it is said (`message`, `failure`).
//! It retrieves nothing by itself.

mod article;
mod asked;
mod failure;
mod links;
mod listing;
mod message;
mod opaque;
mod range;
mod screening;
mod seal;
mod stream;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode, Uri};
use napkin_document::screen::Policy as Screen;
use napkin_retrieve::{Client, Operation, Policy, Step};
use napkin_scheme as scheme;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::asked::{Asked, Door};
use self::failure::Refusal;
use self::message::Found;
pub(super) use self::opaque::Opaque;
use self::seal::Seal;
pub(super) use self::stream::Stream;
use super::State;
use super::answer::{Pieces, Problem};
use super::guard::{Guard, other_page};
use super::log::Event;
use super::parameters::Parameters;
use super::routes::ROUTES;
use crate::options::Serve;
use crate::output::Trouble;

/// How long a request waits for others to be done.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the gateway has for all requests.
pub(super) struct Gateway {
    client: Client,
    /// `None` where everything is handed out.
    screen: Option<Screen>,
    max_document: usize,
    retrievals: Arc<Semaphore>,
    seal: Seal,
}

impl Gateway {
    /// # Errors
    /// The options cannot be used.
    pub(super) fn new(options: &Serve, guard: &Guard) -> Result<Self, Trouble> {
        let (networks, port) = guard.own_servers();
        let client = options.retrieval.client_under(|policy| {
            networks.into_iter().fold(policy, |policy, network| policy.deny_server(network, port))
        })?;
        let (allow, deny) = (options.allow.clone(), options.deny.clone());
        let is_screened = !allow.is_empty() || !deny.is_empty();
        Ok(Self {
            client,
            screen: is_screened.then(|| Screen { allow, deny, ..Screen::default() }),
            max_document: options.max_document,
            retrievals: Arc::new(Semaphore::new(options.max_retrievals)),
            seal: Seal::default(),
        })
    }

    /// The policy, for whoever shows what it would say.
    pub(super) fn policy(&self) -> &Policy {
        self.client.policy()
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        if let Ok(permit) = Arc::clone(&self.retrievals).try_acquire_owned() {
            return Ok(permit);
        }
        match tokio::time::timeout(PATIENCE, Arc::clone(&self.retrievals).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => {
                let why = "as many objects as --max-retrievals admits are under way";
                Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-many-retrievals", why))
            }
        }
    }
}

/// Whether a request asks for what another server has. The absolute form of our own addresses does not (RFC 9112 section
/// 3.2.2).
pub(super) fn is_asked(method: &Method, target: &Uri, guard: &Guard) -> bool {
    is_proxied(method, target, guard) || target.path() == "/get" || target.path().starts_with("/get/")
}

/// Whether it asks as clients ask a proxy.
pub(super) fn is_proxied(method: &Method, target: &Uri, guard: &Guard) -> bool {
    *method == Method::CONNECT || target.authority().is_some_and(|authority| !guard.is_own(authority.as_str()))
}

/// The answer to such a request, counted and, if that is wanted, logged. `is_opaque`: the target was a URL without authority.
pub(super) async fn answer(state: &Arc<State>, peer: SocketAddr, parts: &Parts, is_opaque: bool) -> Response<Pieces> {
    let begun = Instant::now();
    let route = if is_opaque || is_proxied(&parts.method, &parts.uri, &state.guard) { PROXY } else { GET };
    let mut scheme = None;
    let answered = respond(state, parts, is_opaque, &mut scheme).await;
    let rule = answered.as_ref().err().map(Refusal::rule);
    let mut message = answered.unwrap_or_else(|refusal| refusal.into_message(state, &parts.headers));
    message::close_after_body(&parts.headers, is_opaque, &mut message);
    let bytes = hyper::body::Body::size_hint(message.body()).exact().unwrap_or(0) as usize;
    let (status, took) = (message.status(), begun.elapsed());
    // Of what is streamed each piece is counted as it goes.
    let counted = if matches!(message.body(), Pieces::Stream(_)) { 0 } else { bytes };
    state.metrics.answered(route, status, counted, took);
    let route = ROUTES[route];
    Event { peer, method: &parts.method, route, scheme, status, rule, bytes, took }.log(state);
    message
}

/// The places in [`ROUTES`].
const GET: usize = 5;
const PROXY: usize = 6;

async fn respond(
    state: &Arc<State>,
    parts: &Parts,
    is_opaque: bool,
    scheme: &mut Option<&'static str>,
) -> Result<Response<Pieces>, Refusal> {
    let asked = Asked::of(parts, is_opaque, state)?;
    let name = asked.scheme();
    *scheme = scheme::registered(name).map(|known| known.name);
    asked.judge_scheme()?;
    asked.judge_method(&parts.method, &parts.headers)?;
    asked.judge_embedding()?;
    let gateway = &state.gateway;
    let _waited = state.metrics.retrieving();
    let permit = gateway.permit().await?;
    let found = match asked.door {
        Door::Link => gateway.client.retrieve(&asked.request).await.map(Step::Found),
        Door::Proxy => gateway.client.step(&asked.request).await,
    };
    let found = match found {
        // What has no operation for the head alone is asked for all of it, which nobody reads.
        Err(failure) if asked.is_head && failure.error().rule() == crate::rules::OPERATION_NOT_OFFERED => {
            gateway.client.retrieve(&asked.request.clone().with_operation(Operation::Get)).await.map(Step::Found)
        }
        other => other,
    };
    match found {
        Ok(Step::Found(retrieved)) => Found::of(asked, retrieved).into_message(state, permit).await,
        Ok(Step::Elsewhere { url, trail }) => Ok(message::elsewhere(&url, &trail)),
        Ok(_) => Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "not-implemented", "an answer of a new kind").into()),
        Err(failure) => Err(Refusal::failed(&asked, &failure)),
    }
}

/// What the page `/trail` shows: one retrieval, of which only the head is kept.
///
/// # Errors
/// Another page refers here, no URL is named, or too many are under way.
pub(super) async fn trail(state: &Arc<State>, parts: &Parts) -> Result<super::answer::Answer, Problem> {
    if asked::is_referred(&parts.headers, state) {
        return Err(other_page());
    }
    let mut parameters = Parameters::default();
    parameters.add_form(parts.uri.query().unwrap_or_default().as_bytes())?;
    let url = parameters.required("url")?;
    parameters.finish()?;
    let _permit = state.gateway.permit().await?;
    let found = state.gateway.client.retrieve(&napkin_retrieve::Request::get(&*url).any_status(true)).await;
    Ok(failure::trail_page(&url, &found))
}
