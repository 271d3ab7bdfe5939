//! Sends a retrieved object as an HTTP message.
//!
//! An object requested by a link is in a sandbox, in which no script runs and everything is loaded through the gateway. A
//! document is screened and rewritten before its first byte is sent. This module also sets the header fields, and handles
//! conditions and ranges that the retriever has not handled. Start reading at `Found::into_message`.

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
use super::listing::{self, ListingPage};
use super::request::{Door, GatewayRequest, has_body};
use super::stream::{Stream, Transform};
use super::{article, links, screening};
use crate::answer::{Pieces, Problem, protected};
use crate::blocking::{LARGE, Unfinished, run_blocking};
use crate::state::State;
use napkin_answer::bounds::{Bounds, Stop};

/// The policy of objects requested by a link: an opaque origin; no scripts, forms or frames; everything is loaded through the
/// gateway.
const SANDBOX: &str = "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self' data:; \
                       style-src 'self' 'unsafe-inline' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The server's fields that are forwarded to the client of a proxy. Fields of the connection are not (RFC 9110 section 7.6.1),
/// nor are fields that keep state, because no cookies are sent to a server.
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

/// The server's fields that are forwarded for objects requested by a link.
const LINKED: [HeaderName; 2] = [header::CONTENT_DISPOSITION, header::CONTENT_LANGUAGE];

/// The usual number of further fields: a tag, a date, a location and the accepted ranges.
const LINKED_MORE: usize = 4;

/// The longest URL in a header field, in bytes.
const LONG: usize = 2 << 10;

/// The media type of rendered pages.
const HTML: &str = "text/html;charset=utf-8";

/// How an object is transformed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Unchanged.
    Same,
    /// With rewritten links.
    Rewritten(Kind),
    /// Rendered as a page: a folder, a menu or a group.
    Listing,
    /// An article of a newsgroup, rendered as a page for clients that accept HTML.
    Article,
}

/// A retrieved object, and the request for it.
pub(super) struct Found {
    asked: GatewayRequest,
    /// The URL of the object, after redirects.
    url: Arc<Url>,
    entity: Entity,
    trail: Trail,
}

impl Found {
    pub(super) fn of(asked: GatewayRequest, retrieved: Retrieved) -> Self {
        let (url, entity, trail) = retrieved.into_parts();
        Self { asked, url, entity, trail }
    }

    /// Returns the message.
    ///
    /// # Errors
    /// The screen refuses the object, or its body fails before its first byte.
    pub(super) async fn into_message(
        mut self,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<Pieces>, Refusal> {
        let media_type = self.entity.media_type.clone();
        let screen = state.gateway.screen.as_ref();
        if let Some(policy) = screen {
            screening::check_type(policy, self.url.as_str(), media_type.as_deref())?;
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
                None => self.listing_page(state, permit).await,
            },
            // A part of an object of unknown length can be cut only after the whole object has arrived.
            Shape::Same if format.is_none() && (self.entity.length.is_some() || !self.wants_cut()) => {
                self.plain(state, permit).await
            }
            shape => {
                self.whole(state).await?;
                self.document(shape, format, state, permit).await
            }
        }
    }

    /// Returns how the object is transformed.
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

    /// Returns whether the object is an article of a newsgroup, which has two forms.
    fn is_article(&self) -> bool {
        let is_news = matches!(&*self.url.scheme().to_ascii_lowercase(), "news" | "nntp");
        is_news && !self.entity.is_listing
    }

    /// Retrieves the whole document if only a range was retrieved.
    async fn whole(&mut self, state: &State) -> Result<(), Refusal> {
        if self.entity.range.is_some() {
            let again = state.gateway.client.retrieve(&self.asked.request.clone().whole()).await;
            let retrieved = again.map_err(|failure| Refusal::failed(&self.asked, &failure))?;
            (self.url, self.entity, self.trail) = retrieved.into_parts();
        }
        Ok(())
    }

    /// Reads a document up to the limit, screens it, and rewrites it.
    async fn document(
        mut self,
        shape: Shape,
        format: Option<napkin_document::screen::Format>,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<Pieces>, Refusal> {
        let gateway = &state.gateway;
        let large = state.large_permit().await?;
        let mut body = std::mem::replace(&mut self.entity.body, Body::empty());
        // The timeout keeps a slow server from holding the permit.
        let read = tokio::time::timeout(state.limits.answer_time, self.read(&mut body, gateway.max_document)).await;
        let (bytes, is_whole) = read.map_err(|_| too_slow())??;
        if !is_whole {
            if format.is_some() {
                return Err(screening::too_long().into());
            }
            self.entity.body = body;
            let length = self.entity.length;
            return Ok(self.streamed([bytes], Transform::Whole(length), state, permit));
        }
        let shared = Arc::clone(state);
        let (url, media_type) = (Arc::clone(&self.url), self.entity.media_type.clone());
        let made = run_blocking(state, large, move |bounds| {
            if let (Some(policy), Some(format)) = (&shared.gateway.screen, format) {
                screening::check_document(policy, &bytes, format)?;
            }
            let made = match shape {
                Shape::Rewritten(kind) => {
                    rewritten(&bytes, kind, url.as_str(), media_type.as_deref(), &shared, bounds).map(Bytes::from)
                }
                Shape::Article => article::page(&bytes, &url, bounds)
                    .and_then(|page| rewritten(page.as_bytes(), Kind::Html, url.as_str(), Some(HTML), &shared, bounds))
                    .map(Bytes::from),
                Shape::Listing => listing_page(&bytes, url.as_str(), bounds),
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

    /// Reads the whole body, or its beginning if it is longer than the limit.
    async fn read(&mut self, body: &mut Body, limit: usize) -> Result<(Bytes, bool), Refusal> {
        let mut first = Bytes::new();
        let mut all = BytesMut::new();
        loop {
            let piece = body.chunk().await.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))?;
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

    async fn listing_page(
        mut self,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<Pieces>, Refusal> {
        let first = self.first().await?;
        let body = std::mem::replace(&mut self.entity.body, Body::empty());
        let stream =
            Stream::new(first, body, Transform::Listing(Box::new(ListingPage::new(self.url.as_str()))), state, permit);
        Ok(self.message(StatusCode::OK, Pieces::Stream(Box::pin(stream)), true))
    }

    /// Reads the first piece, so that an earlier failure can still become an error response.
    async fn first(&mut self) -> Result<Option<Bytes>, Refusal> {
        self.entity.body.chunk().await.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))
    }

    async fn plain(mut self, state: &Arc<State>, permit: OwnedSemaphorePermit) -> Result<Response<Pieces>, Refusal> {
        let part = self.entity.length.map_or(Ok(None), |length| self.part(length))?;
        if let Some(ContentRange { first, last, .. }) = part {
            let cut = self.entity.cut_to_range(&self.url, first, Some(last));
            cut.map_err(|error| Refusal::broken(&self.asked, &error, &self.trail))?;
        }
        let first = self.first().await?;
        let length = self.entity.length;
        let is_all = first.as_ref().map_or(0, Bytes::len) as u64 == length.unwrap_or(u64::MAX);
        if is_all && self.url.scheme() == "data" {
            return Ok(self.message(self.status(), first.unwrap_or_default().into(), false));
        }
        Ok(self.streamed(first, Transform::Whole(length), state, permit))
    }

    fn streamed(
        mut self,
        ahead: impl IntoIterator<Item = Bytes>,
        turn: Transform,
        state: &Arc<State>,
        permit: OwnedSemaphorePermit,
    ) -> Response<Pieces> {
        let body = std::mem::replace(&mut self.entity.body, Body::empty());
        let stream = Stream::new(ahead, body, turn, state, permit);
        let status = self.status();
        self.message(status, Pieces::Stream(Box::pin(stream)), false)
    }

    /// Returns whether the gateway must cut a part out of a whole object. HTTP servers cut parts themselves, except the last
    /// bytes of an object, which are never requested from them.
    fn wants_cut(&self) -> bool {
        let request = &self.asked.request;
        let is_whole = self.entity.range.is_none();
        let is_left_to_us =
            !is_http(self.url.scheme()) || (request.wanted_end().is_some() && self.entity.status == Some(200));
        request.wants_part() && is_whole && is_left_to_us && request.wants_part_of(&self.entity)
    }

    /// Returns the part to cut out of an object of this length, if the gateway must cut one.
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

    /// Removes the validators of a rewritten document. Its seals are valid only while this program runs, so a later process must
    /// not confirm a cached copy.
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
        // A client may reuse an object after the gateway has revalidated it.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        if is_page {
            return;
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SANDBOX));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        if self.asked.is_sealed {
            // The page that loads the object has an opaque origin, which never equals another.
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
fn listing_page(lines: &[u8], url: &str, bounds: &Bounds) -> Result<Bytes, Stop> {
    const PIECE: usize = 16 << 10;
    let mut listing = ListingPage::new(url);
    let mut page = Vec::new();
    for piece in lines.chunks(PIECE) {
        listing.put(piece);
        while let Some(more) = listing.piece() {
            page.extend_from_slice(&more);
            bounds.check(page.len())?;
        }
    }
    page.extend_from_slice(&listing.finish());
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

/// Returns a redirect for the client of a proxy.
pub(super) fn redirect(url: &str, trail: &Trail) -> Response<Pieces> {
    let status = trail.hops().last().and_then(napkin_retrieve::Hop::status);
    let status = status.and_then(|status| StatusCode::from_u16(status).ok()).filter(StatusCode::is_redirection);
    let mut message = Response::new(Pieces::from(Bytes::new()));
    *message.status_mut() = status.unwrap_or(StatusCode::FOUND);
    message.headers_mut().insert(header::VIA, HeaderValue::from_static("1.1 napkin"));
    put(message.headers_mut(), header::LOCATION, url);
    message
}

/// Closes the connection after a request with a body, which the gateway does not read, and after a request whose first line
/// was changed.
pub(super) fn close_after_body(asked: &HeaderMap, is_opaque: bool, message: &mut Response<Pieces>) {
    if is_opaque || has_body(asked) {
        message.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
}
