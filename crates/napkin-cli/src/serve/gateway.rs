//! The gateway: any scheme over HTTP. This is its place; until there is a retriever, requests for it are refused.
//!
//! Decides: which requests are the gateway's: those under `/get`, and those in absolute form, as clients ask a proxy.

use hyper::{Method, StatusCode, Uri};

use super::answer::Problem;
use super::guard::Guard;

/// Whether a request asks for what another server has. The absolute form of our own addresses does not (RFC 9112 section
/// 3.2.2).
pub(super) fn is_asked(method: &Method, target: &Uri, guard: &Guard) -> bool {
    let elsewhere = target.authority().is_some_and(|authority| !guard.is_own(authority.as_str()));
    *method == Method::CONNECT || elsewhere || target.path() == "/get" || target.path().starts_with("/get/")
}

/// The answer to such a request.
pub(super) fn refused() -> Problem {
    Problem::new(StatusCode::NOT_IMPLEMENTED, "gateway-missing", "this build does not retrieve URLs yet")
}
