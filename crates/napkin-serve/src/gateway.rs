//! The gateway: any scheme over HTTP (RFC 2718 section 2.3.1), by two doors.
//!
//! Decides: which requests are the gateway's, which are those under `/get` and those in absolute form, as clients ask a proxy;
//! and the order of what is done with one: who asks (`request`), whether the policy permits it (the retriever's), whether what came
//! may be handed out (`screening`), what becomes of its links (`links`, `listing`), and how it is said (`message`, `failure`).
//! It retrieves nothing by itself.

mod article;
mod failure;
mod links;
mod listing;
mod message;
mod range;
mod request;
mod screening;
mod stream;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode, Uri};
use napkin_retrieve::{Operation, Step};
use napkin_scheme as scheme;

use self::failure::Refusal;
use self::message::Found;
use self::request::{Door, GatewayRequest};
use crate::answer::{Answer, Pieces, Problem};
use crate::guard::{Guard, other_page};
use crate::log::Event;
use crate::parameters::Parameters;
use crate::route::Route;
use crate::state::State;

/// Whether a request asks for what another server has. The absolute form of our own addresses does not (RFC 9112 section
/// 3.2.2).
pub(crate) fn is_asked(method: &Method, target: &Uri, guard: &Guard) -> bool {
    guard.is_proxied(method, target) || target.path() == "/get" || target.path().starts_with("/get/")
}

/// The answer to such a request, counted and, if that is wanted, logged. `is_opaque`: the target was a URL without authority.
pub(crate) async fn answer(state: &Arc<State>, peer: SocketAddr, parts: &Parts, is_opaque: bool) -> Response<Pieces> {
    let begun = Instant::now();
    let is_proxied = is_opaque || state.guard.is_proxied(&parts.method, &parts.uri);
    let route = if is_proxied { Route::Proxy } else { Route::Get };
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
    if state.logs {
        Event { peer, method: &parts.method, route, scheme, status, rule, bytes, took }.write();
    }
    message
}

async fn respond(
    state: &Arc<State>,
    parts: &Parts,
    is_opaque: bool,
    scheme: &mut Option<&'static str>,
) -> Result<Response<Pieces>, Refusal> {
    let asked = GatewayRequest::of(parts, is_opaque, state)?;
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
        Err(failure) if asked.is_head && failure.error().rule() == napkin_answer::rules::OPERATION_NOT_OFFERED => {
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
pub(crate) async fn trail(state: &Arc<State>, parts: &Parts) -> Result<Answer, Problem> {
    if request::is_referred(&parts.headers, state) {
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
