//! Reads and checks requests to the gateway.
//!
//! This module finds the URL, checks who may request it, maps the method to an operation of the scheme's definition (RFC 2718
//! section 2.2.6), and refuses embedding by a page unless the scheme is safe without the user's consent (section 2.4). Only
//! the fields listed here are forwarded to a server: no cookies, no custom fields of the client.

use hyper::header::{
    ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, AsHeaderName, CONTENT_LENGTH, HeaderMap, HeaderName, IF_MODIFIED_SINCE,
    IF_NONE_MATCH, IF_RANGE, RANGE, REFERER, TRANSFER_ENCODING,
};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use napkin::{base64, percent};
use napkin_retrieve::{Credentials, Initiative, Request};
use napkin_scheme as scheme;

use super::failure::Refusal;
use super::range::ranged;
use crate::answer::Problem;
use crate::guard::other_page;
use crate::link_seal::DIGITS;
use crate::parameters::Parameters;
use crate::state::State;

/// How a request reaches the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    /// By a link: `/get/URL` or `/get?url=`.
    Link,
    /// As a proxy.
    Proxy,
}

/// Adds the value of a field to a request.
type With = fn(Request, &str) -> Request;

/// The client's fields that apply to objects of any scheme.
const FIELDS: [(HeaderName, With); 6] = [
    (ACCEPT, |request, value| request.with_accept(value)),
    (ACCEPT_LANGUAGE, |request, value| request.with_accept_language(value)),
    (RANGE, ranged),
    (IF_RANGE, |request, value| request.with_if_range(value)),
    (IF_NONE_MATCH, |request, value| request.with_if_none_match(value)),
    (IF_MODIFIED_SINCE, |request, value| request.with_if_modified_since(value)),
];

/// A request to the gateway.
#[derive(Debug)]
pub(super) struct GatewayRequest {
    /// The request to the retriever.
    pub(super) request: Request,
    pub(super) door: Door,
    pub(super) is_head: bool,
    /// Whether a page loads the object, as an image or a frame.
    is_embedded: bool,
    /// Whether a page of this server's own origin requests it.
    is_of_own_page: bool,
    /// Whether the gateway itself wrote the link into a retrieved page.
    pub(super) is_sealed: bool,
}

impl GatewayRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// The request is not allowed, or contains no URL.
    pub(super) fn of(parts: &Parts, is_opaque: bool, state: &State) -> Result<Self, Refusal> {
        let (headers, method) = (&parts.headers, &parts.method);
        if is_opaque || state.guard.is_proxied(method, &parts.uri) {
            state.guard.check_proxied(headers)?;
            if *method == Method::CONNECT {
                let why = "expected a request for a URL, but found one for a tunnel, into which no policy can look";
                return Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "tunnel-refused", why).into());
            }
            let mut url = parts.uri.to_string();
            if is_opaque {
                url.remove(0);
            }
            let mut asked = Self::new(url, Door::Proxy, method, headers);
            asked.request = credentials(headers).into_iter().fold(asked.request, Request::with_credentials);
            return Ok(asked);
        }
        state.guard.check_host(headers)?;
        state.guard.check_token(headers)?;
        let (url, seal) = link(parts)?;
        let is_sealed = seal.is_some_and(|seal| state.gateway.seal.is_of(&seal, &url));
        let asked = Self { is_sealed, ..Self::new(url, Door::Link, method, headers) };
        asked.check_page(parts, state)?;
        Ok(asked)
    }

    fn new(url: String, door: Door, method: &Method, headers: &HeaderMap) -> Self {
        let (is_head, is_embedded) = (*method == Method::HEAD, is_embedded(headers));
        let initiative = if is_embedded { Initiative::Document } else { Initiative::User };
        let request = if is_head { Request::head(url) } else { Request::get(url) };
        let request = FIELDS.iter().fold(request, |request, (name, add)| match text(headers, name) {
            Some(value) => add(request, value),
            None => request,
        });
        let request = request.with_initiative(initiative).with_any_status(door == Door::Proxy);
        // If the browser does not send the field, only the policy of this server's pages protects.
        let is_own = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        let is_of_own_page = door == Door::Link && is_embedded && is_own;
        Self { request, door, is_head, is_embedded, is_of_own_page, is_sealed: false }
    }

    /// Returns the requested URL.
    pub(super) fn url(&self) -> &str {
        self.request.url()
    }

    /// Checks that the requesting page is this server's own, or that the gateway wrote its link. A user who follows a link of
    /// another page sees the target first, and is asked.
    fn check_page(&self, parts: &Parts, state: &State) -> Result<(), Refusal> {
        let headers = &parts.headers;
        if headers.contains_key("service-worker") {
            let why = "expected a document, but found a request for a service worker, which would outlive it";
            return Err(Problem::new(StatusCode::FORBIDDEN, "service-worker-refused", why).into());
        }
        let is_own = state.guard.is_own_page(&parts.method, &parts.uri, headers) && !is_referred(headers, state);
        if is_own || self.is_sealed {
            return Ok(());
        }
        let is_followed = !self.is_embedded && parts.method == Method::GET && !headers.contains_key("origin");
        Err(if is_followed { Refusal::followed_link(self.url()) } else { other_page().into() })
    }

    /// Checks the scheme.
    ///
    /// # Errors
    /// The URL has no scheme.
    pub(super) fn check_scheme(&self) -> Result<(), Problem> {
        let name = self.scheme().as_bytes();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        if name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(is_name) {
            return Ok(());
        }
        let why = "expected a URL with a scheme, such as gopher://pub.example/, but found a text without one";
        Err(Problem::new(StatusCode::BAD_REQUEST, "url-without-scheme", why))
    }

    /// Admits only `GET` and `HEAD` without a body: the meaning of a body is not defined (RFC 9110 section 9.3.1), and an
    /// intermediary may have read it as another request.
    ///
    /// # Errors
    /// The method is another operation of the scheme's definition (501) or unknown (405), or there is a body.
    pub(super) fn check_method(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        if matches!(*method, Method::GET | Method::HEAD) {
            return if has_body(headers) { Err(unexpected_body()) } else { Ok(()) };
        }
        let name = self.scheme();
        let operations = scheme::find(name).map(|definition| &*definition.operations).unwrap_or_default();
        if let Some(operation) = operations.iter().find(|operation| operation.http == method.as_str()) {
            let why = format!(
                "expected GET or HEAD, but found {method}, which is the operation {} of {name}: this gateway only retrieves",
                operation.name
            );
            return Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "operation-not-built", why));
        }
        let why = "expected GET or HEAD, but found a method that is no operation of the scheme by its definition";
        let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", why);
        problem.allow = Some("GET, HEAD");
        Err(problem)
    }

    /// Checks embedding by pages.
    ///
    /// # Errors
    /// A page requests the URL, and the scheme's definition does not declare this safe, or the page is this server's own. Own
    /// pages load nothing, so such a request comes from injected markup, and a script of this origin could read objects that
    /// other origins may not read.
    pub(super) fn check_embedding(&self) -> Result<(), Refusal> {
        let name = self.scheme();
        let is_safe = scheme::find(name).is_some_and(|definition| definition.safe_unasked == Some(true));
        if is_safe && self.is_of_own_page {
            let why = "expected a request that a user has made, but found one of a page of this server, which has nothing loaded";
            return Err(Problem::new(StatusCode::FORBIDDEN, "embedding-refused", why).into());
        }
        if is_safe || !self.is_embedded {
            return Ok(());
        }
        let why = format!(
            "expected a request that a user has made, but found one of a page; by its definition {name} is not safe unasked"
        );
        Err(Problem::new(StatusCode::FORBIDDEN, "unsafe-unasked", why).into())
    }

    /// Returns whether the client accepts HTML.
    pub(super) fn wants_html(&self) -> bool {
        self.request.accepted().is_some_and(|accepted| accepted.contains("text/html"))
    }

    /// Returns the scheme as written, up to the colon.
    pub(super) fn scheme(&self) -> &str {
        self.url().split_once(':').map_or("", |(scheme, _)| scheme)
    }
}

fn text(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns whether a request announces a body.
pub(super) fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(TRANSFER_ENCODING) || headers.get(CONTENT_LENGTH).is_some_and(|length| length != "0")
}

fn unexpected_body() -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "body-unexpected",
        "expected a request without a body, but found one with a body",
    )
}

/// Returns the URL of a link, and its seal.
fn link(parts: &Parts) -> Result<(String, Option<String>), Problem> {
    if let Some(rest) = parts.uri.path().strip_prefix("/get/").filter(|rest| !rest.is_empty()) {
        let sealed = rest.strip_prefix('~').and_then(|rest| rest.split_at_checked(DIGITS));
        let sealed = sealed.and_then(|(seal, rest)| Some((seal, rest.strip_prefix('/')?)));
        let (seal, rest) = sealed.map_or((None, rest), |(seal, rest)| (Some(seal.to_owned()), rest));
        let url = parts.uri.query().map_or_else(|| rest.to_owned(), |query| [rest, "?", query].concat());
        return Ok((url, seal));
    }
    let mut parameters = Parameters::default();
    parameters.add_form(parts.uri.query().unwrap_or_default().as_bytes())?;
    let mut url = parameters.required("url")?;
    let seal = parameters.one("seal")?;
    // The search words of gopher (RFC 4266 section 2.2).
    if let Some(words) = parameters.one("search")? {
        url.push_str("%09");
        url.push_str(percent::encode(words.as_bytes(), percent::UNRESERVED).as_str());
    }
    parameters.finish()?;
    Ok((url, seal))
}

/// Returns whether a page embeds the object: by the browser's `Sec-Fetch-Dest`, or without that field by a referring page and an
/// `Accept` without HTML.
fn is_embedded(headers: &HeaderMap) -> bool {
    let field = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("-"));
    if field("sec-purpose").or_else(|| field("purpose")).is_some_and(|purpose| purpose.contains("prefetch")) {
        return true;
    }
    match field("sec-fetch-dest") {
        Some(destination) => destination != "document",
        None => headers.contains_key(REFERER) && !field("accept").is_some_and(|accept| accept.contains("text/html")),
    }
}

/// Returns whether a page of another origin refers here, for browsers that do not send `Sec-Fetch-Site`.
pub(super) fn is_referred(headers: &HeaderMap, state: &State) -> bool {
    let Some(referrer) = headers.get(REFERER).filter(|_| !headers.contains_key("sec-fetch-site")) else { return false };
    let host = referrer.to_str().ok().and_then(|text| text.split('/').nth(2));
    !host.is_some_and(|host| state.guard.is_own(host))
}

/// Returns the user and the password for the server (RFC 7617), which a proxy forwards.
fn credentials(headers: &HeaderMap) -> Option<Credentials> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = text.split_once(' ')?;
    let mut pair = Vec::new();
    let is_basic = scheme.eq_ignore_ascii_case("basic");
    base64::decode_forgiving(rest.trim().as_bytes(), &mut pair).ok().filter(|_| is_basic)?;
    let pair = String::from_utf8(pair).ok()?;
    let (user, password) = pair.split_once(':')?;
    Some(Credentials::new(user, password))
}
