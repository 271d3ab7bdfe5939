//! What was found, as an HTTP message.
//!
//! Decides: which header fields an object has by which door; that what comes by a link is in a sandbox, in which nothing runs and
//! nothing is loaded but by the gateway; that a document is screened and rewritten before its first byte goes; and conditions and ranges
//! that a retriever has not dealt with.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use napkin::Url;
use napkin::media::{MediaType, Reading};
use napkin_document::Kind;
use napkin_retrieve::{Body, ContentRange, Entity, Retrieved, Trail, is_http};
use tokio::sync::OwnedSemaphorePermit;

use super::failure::Refusal;
use super::listing::{self, Dressing};
use super::request::{Door, GatewayRequest, has_body};
use super::stream::{Stream, Turn};
use super::{article, links, screening};
use crate::answer::{Pieces, Problem, protected};
use crate::state::State;
use crate::work::{LARGE, Unfinished, permit as large_permit, worked};
use napkin_answer::bounds::{Bounds, Stop};

/// For what was retrieved and comes by a link: an origin of its own, which is nobody's; no scripts, forms or frames; and nothing is
/// loaded but by way of the gateway.
const SANDBOX: &str = "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self' data:; \
                       style-src 'self' 'unsafe-inline' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The fields of a server that go on to the client of a proxy. Those of the connection do not (RFC 9110 section 7.6.1), nor does what
/// keeps state: no cookies go to a server.
const PASSED: [HeaderName; 17] = [
    header::AGE,
    header::CACHE_CONTROL,
    header::CONTENT_DISPOSITION,
    header::CONTENT_LANGUAGE,
    header::CONTENT_LOCATION,
    header::CONTENT_SECURITY_POLICY,
    header::DATE,
    header::ETAG,
    header::EXPIRES,
    header::LAST_MODIFIED,
    header::LINK,
    header::REFERRER_POLICY,
    header::RETRY_AFTER,
    header::VARY,
    header::WWW_AUTHENTICATE,
    header::X_CONTENT_TYPE_OPTIONS,
    header::X_FRAME_OPTIONS,
];

/// Those that go on with what comes by a link.
const LINKED: [HeaderName; 2] = [header::CONTENT_DISPOSITION, header::CONTENT_LANGUAGE];

/// How many more there usually are: a tag, a date, a place and what ranges there are.
const LINKED_MORE: usize = 4;

/// The longest URL in a header field, in bytes.
const LONG: usize = 2 << 10;

/// The media type of pages that are made here.
const HTML: &str = "text/html;charset=utf-8";

/// What is made of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Nothing.
    Same,
    /// The same with other links.
    Rewritten(Kind),
    /// A folder, a menu or a group: a page of our own.
    Listing,
    /// An article of a newsgroup for who reads HTML.
    Article,
}

/// An object, and what was asked.
pub(super) struct Found {
    asked: GatewayRequest,
    /// Where it was found, after redirects.
    url: Arc<Url>,
    entity: Entity,
    trail: Trail,
}

impl Found {
    pub(super) fn of(asked: GatewayRequest, retrieved: Retrieved) -> Self {
        let (url, entity, trail) = retrieved.into_parts();
        Self { asked, url, entity, trail }
    }

    /// The message.
    ///
    /// # Errors
    /// The object may not be handed out, or its body does not begin.
    pub(super) async fn into_message(
        mut self,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<Pieces>, Refusal> {
        let media_type = self.entity.media_type.clone();
        let screen = state.gateway.screen.as_ref();
        if let Some(policy) = screen {
            screening::judge_type(policy, self.url.as_str(), media_type.as_deref())?;
        }
        if self.entity.status == Some(304) {
            return Ok(self.not_modified());
        }
        let shape = self.shape();
        let format = screening::format(media_type.as_deref()).filter(|_| screen.is_some());
        if self.asked.is_head {
            return Ok(self.head_only(shape));
        }
        match shape {
            Shape::Listing if format.is_none() => match listing::search(self.asked.url()) {
                Some(form) => Ok(form.into_message()),
                None => self.dressed(state, permit).await,
            },
            // Of an object whose length nobody says, a part can be told once all of it has come.
            Shape::Same if format.is_none() && (self.entity.length.is_some() || !self.wants_cut()) => {
                self.plain(state, permit).await
            }
            shape => {
                self.whole(state).await?;
                self.document(shape, format, state, permit).await
            }
        }
    }

    /// What is made of it.
    fn shape(&self) -> Shape {
        let media_type = self.entity.media_type.as_deref();
        if self.asked.door == Door::Proxy {
            Shape::Same
        } else if self.entity.is_listing {
            Shape::Listing
        } else if self.is_article() && media_type == Some("message/rfc822") && self.asked.wants_html() {
            Shape::Article
        } else {
            links::kind(media_type).map_or(Shape::Same, Shape::Rewritten)
        }
    }

    /// Whether it is an article of a newsgroup or made of one: there are two forms.
    fn is_article(&self) -> bool {
        let is_news = matches!(&*self.url.scheme().to_ascii_lowercase(), "news" | "nntp");
        is_news && !self.entity.is_listing
    }

    /// A document is looked at from its beginning.
    async fn whole(&mut self, state: &State) -> Result<(), Refusal> {
        if self.entity.range.is_some() {
            let again = state.gateway.client.retrieve(&self.asked.request.clone().whole()).await;
            let retrieved = again.map_err(|failure| Refusal::failed(&self.asked, &failure))?;
            (self.url, self.entity, self.trail) = retrieved.into_parts();
        }
        Ok(())
    }

    /// Read up to the limit, screened, and rewritten.
    async fn document(
        mut self,
        shape: Shape,
        format: Option<napkin_document::screen::Format>,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<Pieces>, Refusal> {
        let gateway = &state.gateway;
        let large = large_permit(state).await?;
        let mut body = std::mem::replace(&mut self.entity.body, Body::empty());
        // Whoever sends a byte a minute does not hold the permit for long.
        let read = tokio::time::timeout(state.limits.answer_time, self.read(&mut body, gateway.max_document)).await;
        let (bytes, is_whole) = read.map_err(|_| too_slow())??;
        if !is_whole {
            if format.is_some() {
                return Err(screening::too_long().into());
            }
            self.entity.body = body;
            let length = self.entity.length;
            return Ok(self.streamed([bytes], Turn::Whole(length), state, permit));
        }
        let shared = Arc::clone(state);
        let (url, media_type) = (Arc::clone(&self.url), self.entity.media_type.clone());
        let made = worked(state, large, move |bounds| {
            if let (Some(policy), Some(format)) = (&shared.gateway.screen, format) {
                screening::judge_document(policy, &bytes, format)?;
            }
            let made = match shape {
                Shape::Rewritten(kind) => {
                    rewritten(&bytes, kind, url.as_str(), media_type.as_deref(), &shared, bounds).map(Bytes::from)
                }
                Shape::Article => article::page(&bytes, &url, bounds)
                    .and_then(|page| rewritten(page.as_bytes(), Kind::Html, url.as_str(), Some(HTML), &shared, bounds))
                    .map(Bytes::from),
                Shape::Listing => dressed(&bytes, url.as_str(), bounds),
                Shape::Same => Ok(bytes),
            };
            made.map_err(stopped)
        });
        let (bytes, large) = made.await.map_err(unfinished)?;
        let bytes = bytes?;
        let range = if shape == Shape::Same { self.part(bytes.len() as u64)? } else { None };
        self.entity.length = Some(bytes.len() as u64);
        self.entity.range = range;
        let rest = range.map_or_else(|| bytes.clone(), |range| bytes.slice(range.first as usize..=range.last as usize));
        let _permit = Some(large).filter(|_| rest.len() > LARGE);
        self.becomes(shape);
        let is_page = shape == Shape::Listing;
        let status = if is_page { StatusCode::OK } else { self.status() };
        Ok(self.message(status, Pieces::Whole { rest, _permit }, is_page))
    }

    /// All of a body if it is no longer than the limit, else its beginning.
    async fn read(&mut self, body: &mut Body, limit: usize) -> Result<(Bytes, bool), Refusal> {
        let mut first = Bytes::new();
        let mut all = BytesMut::new();
        loop {
            let piece = body.piece().await.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))?;
            let Some(piece) = piece else { return Ok((if all.is_empty() { first } else { all.freeze() }, true)) };
            if first.is_empty() && all.is_empty() {
                first = piece;
            } else {
                if all.is_empty() {
                    all.extend_from_slice(&std::mem::take(&mut first));
                }
                all.extend_from_slice(&piece);
            }
            if first.len() + all.len() > limit {
                return Ok((if all.is_empty() { first } else { all.freeze() }, false));
            }
        }
    }

    async fn dressed(mut self, state: &Arc<State>, permit: OwnedSemaphorePermit) -> Result<Response<Pieces>, Refusal> {
        let first = self.first().await?;
        let body = std::mem::replace(&mut self.entity.body, Body::empty());
        let stream = Stream::new(first, body, Turn::Dressed(Box::new(Dressing::new(self.url.as_str()))), state, permit);
        Ok(self.message(StatusCode::OK, Pieces::Stream(Box::pin(stream)), true))
    }

    /// The first piece, so that what fails before it is an answer that says so.
    async fn first(&mut self) -> Result<Option<Bytes>, Refusal> {
        self.entity.body.piece().await.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))
    }

    async fn plain(mut self, state: &Arc<State>, permit: OwnedSemaphorePermit) -> Result<Response<Pieces>, Refusal> {
        let part = self.entity.length.map_or(Ok(None), |length| self.part(length))?;
        if let Some(ContentRange { first, last, .. }) = part {
            let cut = self.entity.cut(&self.url, first, Some(last));
            cut.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))?;
        }
        let first = self.first().await?;
        let length = self.entity.length;
        let is_all = first.as_ref().map_or(0, Bytes::len) as u64 == length.unwrap_or(u64::MAX);
        if is_all && self.url.scheme() == "data" {
            return Ok(self.message(self.status(), first.unwrap_or_default().into(), false));
        }
        Ok(self.streamed(first, Turn::Whole(length), state, permit))
    }

    fn streamed(
        mut self,
        ahead: impl IntoIterator<Item = Bytes>,
        turn: Turn,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Response<Pieces> {
        let body = std::mem::replace(&mut self.entity.body, Body::empty());
        let stream = Stream::new(ahead, body, turn, state, permit);
        let status = self.status();
        self.message(status, Pieces::Stream(Box::pin(stream)), false)
    }

    /// Whether a part is to be made here of an object that came whole. HTTP servers say themselves what they give, but for the end of
    /// an object, which they are not asked for.
    fn wants_cut(&self) -> bool {
        let request = &self.asked.request;
        let is_whole = self.entity.range.is_none();
        let is_left_to_us =
            !is_http(self.url.scheme()) || (request.wanted_end().is_some() && self.entity.status == Some(200));
        request.wants_part() && is_whole && is_left_to_us && request.wants_part_of(&self.entity)
    }

    /// The part that is wanted of an object of this length, if it is to be made here.
    fn part(&self, length: u64) -> Result<Option<ContentRange>, Refusal> {
        if !self.wants_cut() {
            return Ok(None);
        }
        let part = self.asked.request.part_of(self.url.as_str(), length);
        part.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))
    }

    fn not_modified(self) -> Response<Pieces> {
        self.message(StatusCode::NOT_MODIFIED, Bytes::new().into(), false)
    }

    fn head_only(mut self, shape: Shape) -> Response<Pieces> {
        self.becomes(shape);
        let status = self.status();
        let mut message = self.message(status, Bytes::new().into(), shape == Shape::Listing);
        if let Some(length) = self.entity.length.filter(|_| shape == Shape::Same) {
            message.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
        message
    }

    fn status(&self) -> StatusCode {
        let own =
            self.entity.status.filter(|_| self.asked.door == Door::Proxy && self.url.as_str().starts_with("http"));
        match own.and_then(|status| StatusCode::from_u16(status).ok()) {
            Some(status) if status != StatusCode::OK && !status.is_informational() => status,
            _ if self.entity.range.is_some() => StatusCode::PARTIAL_CONTENT,
            _ => StatusCode::OK,
        }
    }

    /// What is rewritten holds seals, which are good for as long as this program runs: another one must not be told that a client
    /// has it already, so that it has no validators.
    fn becomes(&mut self, shape: Shape) {
        if matches!(shape, Shape::Rewritten(_) | Shape::Article) {
            self.entity.fields.retain(|(name, _)| name != "etag" && name != "last-modified");
        }
        if shape == Shape::Article {
            self.entity.media_type = Some(HTML.to_owned());
        }
    }

    fn message(&self, status: StatusCode, body: Pieces, is_page: bool) -> Response<Pieces> {
        let mut message = Response::new(body);
        *message.status_mut() = status;
        let headers = message.headers_mut();
        match self.asked.door {
            Door::Proxy => self.proxied(headers),
            Door::Link => self.linked(headers, is_page),
        }
        let media_type = self.entity.media_type.as_deref().unwrap_or("application/octet-stream");
        put(headers, header::CONTENT_TYPE, media_type);
        for name in [header::ETAG, header::LAST_MODIFIED] {
            self.entity.field(name.as_str()).into_iter().for_each(|value| put(headers, name.clone(), value));
        }
        if let Some(ContentRange { first, last, total }) = self.entity.range.filter(|_| !is_page) {
            let total = total.map_or("*".to_owned(), |total| total.to_string());
            put(headers, header::CONTENT_RANGE, &format!("bytes {first}-{last}/{total}"));
        }
        message
    }

    fn linked(&self, headers: &mut HeaderMap, is_page: bool) {
        *headers = protected();
        headers.reserve(LINKED_MORE);
        // What the gateway has may be shown again, once it has been asked whether it is still so.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        if is_page {
            return;
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SANDBOX));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        if self.asked.is_sealed {
            // The page that has it loaded is of no origin, so that it is never the same.
            let anyone = HeaderValue::from_static("cross-origin");
            headers.insert(HeaderName::from_static("cross-origin-resource-policy"), anyone);
        }
        if self.is_article() {
            headers.insert(header::VARY, HeaderValue::from_static("accept"));
        }
        for name in LINKED {
            self.entity.field(name.as_str()).into_iter().for_each(|value| put(headers, name.clone(), value));
        }
        let is_short = self.url.as_str().len() <= LONG && self.url.scheme() != "data";
        if is_short {
            put(headers, header::CONTENT_LOCATION, &napkin::mask_passwords(self.url.as_str()));
            let asked = napkin::mask_passwords(self.asked.url());
            if asked.len() <= LONG && asked.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>".contains(&byte)) {
                put(headers, header::LINK, &format!("<{asked}>; rel=\"via\""));
            }
        }
        if self.entity.length.is_some() {
            headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        }
    }

    fn proxied(&self, headers: &mut HeaderMap) {
        headers.insert(header::VIA, HeaderValue::from_static("1.1 napkin"));
        if !self.url.as_str().starts_with("http") {
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        }
        for (name, value) in &self.entity.fields {
            if let Some(name) = PASSED.iter().find(|passed| passed.as_str() == name)
                && let Ok(value) = HeaderValue::from_str(value)
            {
                headers.append(name, value);
            }
        }
    }
}

fn put(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn rewritten(
    bytes: &[u8],
    kind: Kind,
    url: &str,
    media_type: Option<&str>,
    state: &State,
    bounds: &Bounds,
) -> Result<Vec<u8>, Stop> {
    let read = media_type.and_then(|text| MediaType::parse(text, Reading::Whatwg).ok());
    let charset = read.as_ref().and_then(|read| read.parameter("charset"));
    let entity = napkin_document::Entity::new(bytes).with_kind(kind).retrieved_from(url);
    let entity = charset.map_or(entity, |charset| entity.in_charset(charset));
    links::rewritten(&entity, Some(&state.gateway.seal), Some(bounds))
}

/// Renders a complete listing as a page.
fn dressed(lines: &[u8], url: &str, bounds: &Bounds) -> Result<Bytes, Stop> {
    const PIECE: usize = 16 << 10;
    let mut dressing = Dressing::new(url);
    let mut page = Vec::new();
    for piece in lines.chunks(PIECE) {
        dressing.put(piece);
        while let Some(more) = dressing.piece() {
            page.extend_from_slice(&more);
            bounds.check(page.len())?;
        }
    }
    page.extend_from_slice(&dressing.finish());
    Ok(page.into())
}

/// Returns the problem that explains why the work on a document was stopped.
fn stopped(stop: Stop) -> Problem {
    match stop {
        Stop::TooLong => {
            let why =
                "expected a document that is within --max-answer once its links are rewritten, but found a longer one";
            Problem::new(StatusCode::BAD_GATEWAY, "answer-too-long", why)
        }
        Stop::TooLate => too_slow(),
    }
}

fn unfinished(why: Unfinished) -> Problem {
    match why {
        Unfinished::Late => too_slow(),
        Unfinished::Fault => Problem::fault(),
    }
}

fn too_slow() -> Problem {
    let why = "expected a document that comes within --answer-timeout, but found one that takes longer";
    Problem::new(StatusCode::GATEWAY_TIMEOUT, "document-too-slow", why)
}

/// That an object is elsewhere, for the client of a proxy, whose address is that of the object.
pub(super) fn elsewhere(url: &str, trail: &Trail) -> Response<Pieces> {
    let status = trail.hops().last().and_then(napkin_retrieve::Hop::status);
    let status = status.and_then(|status| StatusCode::from_u16(status).ok()).filter(StatusCode::is_redirection);
    let mut message = Response::new(Pieces::from(Bytes::new()));
    *message.status_mut() = status.unwrap_or(StatusCode::FOUND);
    message.headers_mut().insert(header::VIA, HeaderValue::from_static("1.1 napkin"));
    put(message.headers_mut(), header::LOCATION, url);
    message
}

/// The gateway reads no bodies: a request with one is the last of its connection. So is one whose first line was changed.
pub(super) fn close_after_body(asked: &HeaderMap, is_opaque: bool, message: &mut Response<Pieces>) {
    if is_opaque || has_body(asked) {
        message.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
}
