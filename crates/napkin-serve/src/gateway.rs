//! The gateway: any scheme over HTTP (RFC 2718 section 2.3.1), by links and as a proxy.
//!
//! The gateway answers requests under `/get`, and requests in absolute form, as clients send them to a proxy. Each request
//! passes these steps: `request` checks the client, the retriever checks the policy and retrieves, `screening` checks the
//! object, `links` and `listing` rewrite links, and `message` or `failure` writes the response.

mod article;
mod failure;
mod links;
mod listing;
mod range;
mod request;
mod response;
mod screening;
mod stream;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode, Uri};
use napkin_retrieve::{HopResult, Operation};
use napkin_scheme as scheme;

use self::failure::Refusal;
use self::request::{Door, GatewayRequest};
use self::response::Found;
use crate::answer::{Answer, Pieces, Problem};
use crate::guard::{Guard, other_page};
use crate::log::Event;
use crate::parameters::Parameters;
use crate::route::Route;
use crate::state::State;

/// Returns whether a request asks for an object of another server. The absolute form of this server's own addresses does
/// not (RFC 9112 section 3.2.2).
pub(crate) fn is_asked(method: &Method, target: &Uri, guard: &Guard) -> bool {
    guard.is_proxied(method, target) || target.path() == "/get" || target.path().starts_with("/get/")
}

/// Answers a request to the gateway; counts it and, if enabled, logs it. `is_opaque`: the target was a URL without authority.
pub(crate) async fn answer(state: &Arc<State>, peer: SocketAddr, parts: &Parts, is_opaque: bool) -> Response<Pieces> {
    let begun = Instant::now();
    let is_proxied = is_opaque || state.guard.is_proxied(&parts.method, &parts.uri);
    let route = if is_proxied { Route::Proxy } else { Route::Get };
    let mut scheme = None;
    let answered = respond(state, parts, is_opaque, &mut scheme).await;
    let rule = answered.as_ref().err().map(Refusal::rule);
    let mut message = answered.unwrap_or_else(|refusal| refusal.into_message(state, &parts.headers));
    response::close_after_body(&parts.headers, is_opaque, &mut message);
    let bytes = hyper::body::Body::size_hint(message.body()).exact().unwrap_or(0) as usize;
    let (status, took) = (message.status(), begun.elapsed());
    // The pieces of a stream are counted as they are sent.
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
    asked.check_scheme()?;
    asked.check_method(&parts.method, &parts.headers)?;
    asked.check_embedding()?;
    let gateway = &state.gateway;
    let _waited = state.metrics.retrieving();
    let permit = gateway.permit().await?;
    let found = match asked.door {
        Door::Link => gateway.client.retrieve(&asked.request).await.map(HopResult::Found),
        Door::Proxy => gateway.client.retrieve_hop(&asked.request).await,
    };
    let found = match found {
        // Without an operation for the head alone, the whole object is requested, but its body is not read.
        Err(failure) if asked.is_head && failure.error().rule() == napkin_answer::rules::OPERATION_NOT_OFFERED => {
            gateway.client.retrieve(&asked.request.clone().with_operation(Operation::Get)).await.map(HopResult::Found)
        }
        other => other,
    };
    match found {
        Ok(HopResult::Found(retrieved)) => Found::of(asked, retrieved).into_message(state, permit).await,
        Ok(HopResult::Redirect { url, trail }) => Ok(response::redirect(&url, &trail)),
        Ok(_) => Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "not-implemented", "an answer of a new kind").into()),
        Err(failure) => Err(Refusal::failed(&asked, &failure)),
    }
}

/// Returns the page `/trail`, which shows one retrieval; only the head of the object is kept.
///
/// # Errors
/// Another page links here, the URL is missing, or too many retrievals are under way.
pub(crate) async fn trail(state: &Arc<State>, parts: &Parts) -> Result<Answer, Problem> {
    if request::is_referred(&parts.headers, state) {
        return Err(other_page());
    }
    let mut parameters = Parameters::default();
    parameters.add_form(parts.uri.query().unwrap_or_default().as_bytes())?;
    let url = parameters.required("url")?;
    parameters.finish()?;
    let _permit = state.gateway.permit().await?;
    let found = state.gateway.client.retrieve(&napkin_retrieve::Request::get(&*url).with_any_status(true)).await;
    Ok(failure::trail_page(&url, &found))
}
