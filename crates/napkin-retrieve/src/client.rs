//! The driver: from a URL to an object, over as many hops as it takes.
//!
//! Decides: who is asked in which order. For each hop the URL is read, the policy makes a permit or refuses, and the
//! retriever of the scheme consumes it. A redirect goes back to the beginning, and credentials stay with their origin. The
//! limits on time and bytes are kept here for all schemes alike.

mod cut;
mod limited;
mod permits;

use std::borrow::Cow;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use napkin::{Rule, Url};
use tokio::runtime::Runtime;
use tokio::time::{Instant, timeout_at};

use self::limited::limited;
use crate::by_scheme;
use crate::limits::end;
use crate::retriever::Retrievers;
use crate::rules;
use crate::{
    Answer, Body, Cache, Entity, Error, Limits, Operation, Permit, Policy, Request, Retriever, Target, Trail,
    condition, is_http, known,
};

/// Retrieves objects under a policy, by the retrievers that are built in and those that are added.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// let client = Client::new(Policy::public_web());
/// let got = client.fetch(Request::get("data:text/plain,beer"))?;
/// assert_eq!(got.media_type(), Some("text/plain"));
/// assert_eq!(got.bytes()?, "beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
#[derive(Clone)]
pub struct Client {
    policy: Arc<Policy>,
    retrievers: Retrievers,
    limits: Limits,
    /// For those who block: one for all, so that connections are kept.
    runtime: Arc<OnceLock<Arc<Runtime>>>,
}

impl Client {
    /// With the retrievers that are built in.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        let mut retrievers = Retrievers::default();
        by_scheme::add_all(&mut retrievers);
        Self { policy: Arc::new(policy), retrievers, limits: Limits::default(), runtime: Arc::default() }
    }

    /// Changes the policy.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy};
    /// let client = Client::new(Policy::public_web()).with_policy(|policy| policy.allow_scheme("ftp"));
    /// ```
    #[must_use]
    pub fn with_policy(mut self, change: impl FnOnce(Policy) -> Policy) -> Self {
        self.policy = Arc::new(change(Arc::unwrap_or_clone(self.policy)));
        self
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// With a cache for what comes by HTTP.
    #[must_use]
    pub fn cache(self, cache: Cache) -> Self {
        self.with(by_scheme::Http::cache(cache))
    }

    /// With another retriever, which takes the place of those that had its schemes. The policy has to name them too.
    #[must_use]
    pub fn with(mut self, retriever: impl Retriever + 'static) -> Self {
        self.retrievers.add(retriever);
        self
    }

    /// Its limits.
    #[must_use]
    pub fn own_limits(&self) -> &Limits {
        &self.limits
    }

    /// The schemes that have a retriever.
    pub fn schemes(&self) -> impl Iterator<Item = &'static str> {
        self.retrievers.schemes()
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &Arc<Policy> {
        &self.policy
    }

    /// Retrieves what is asked for: everything up to the body, which comes as it is read.
    ///
    /// Polled by a runtime of tokio with time and I/O enabled.
    ///
    /// # Errors
    /// What the policy refuses, what a limit ends, and what goes wrong; with the trail up to there.
    pub async fn retrieve(&self, request: &Request) -> Result<Retrieved, Failure> {
        let mut trail = Trail::new();
        let deadline = end(Instant::now(), self.limits.total);
        match self.hops(request, deadline, &mut trail).await {
            Ok((url, entity)) => Ok(Retrieved { url, entity, trail }),
            Err(error) => {
                trail.note(error.clone());
                Err(Failure { error, trail })
            }
        }
    }

    /// One hop of [`retrieve`](Self::retrieve): a redirect is not followed, but handed out, for whoever is asked for each of them
    /// (a proxy). Where it leads has been judged as a redirect, and is not yet permitted.
    ///
    /// # Errors
    /// As there.
    pub async fn step(&self, request: &Request) -> Result<Step, Failure> {
        let mut trail = Trail::new();
        let deadline = end(Instant::now(), self.limits.total);
        match self.one(&request.url, request, None, deadline, &mut trail).await {
            Ok(One::Entity(target, entity)) => Ok(Step::Found(Retrieved { url: target.shared_url(), entity, trail })),
            Ok(One::Elsewhere(_, url)) => Ok(Step::Elsewhere { url, trail }),
            Err(error) => {
                trail.note(error.clone());
                Err(Failure { error, trail })
            }
        }
    }

    async fn hops(&self, request: &Request, deadline: Instant, trail: &mut Trail) -> Result<(Arc<Url>, Entity), Error> {
        let mut url = Cow::Borrowed(&*request.url);
        let mut from: Option<Target> = None;
        let mut count = 0;
        loop {
            match self.one(&url, request, from.as_ref(), deadline, trail).await? {
                One::Entity(target, entity) => return Ok((target.shared_url(), entity)),
                One::Elsewhere(target, next) => {
                    count += 1;
                    if count > self.limits.redirects {
                        let message = format!("expected at most {} redirects, but found more", self.limits.redirects);
                        return Err(Error::new(rules::TOO_MANY_REDIRECTS, &url, message));
                    }
                    (url, from) = (next.into(), Some(target));
                }
            }
        }
    }

    /// One hop, and where it leads.
    async fn one(
        &self,
        url: &str,
        request: &Request,
        from: Option<&Target>,
        deadline: Instant,
        trail: &mut Trail,
    ) -> Result<One, Error> {
        trail.begin(url, request.operation);
        let target = self.target(url, request, from, trail)?;
        match self.hop(target.clone(), request, deadline, trail).await? {
            Answer::Entity(entity) if !is_http(target.scheme()) && condition::is_same(request, &entity) => {
                let entity = Entity { status: Some(NOT_MODIFIED), range: None, body: Body::empty(), ..entity };
                self.policy.judge_media_type(target.url().as_str(), entity.media_type.as_deref())?;
                Ok(One::Entity(target, entity))
            }
            Answer::Entity(entity) | Answer::NotModified(entity) => {
                let entity = self.admitted(entity, &target, deadline)?;
                Ok(One::Entity(target, entity))
            }
            Answer::Redirect(redirect) => {
                let next = self.policy.follow(&target, &redirect.reference)?;
                Ok(One::Elsewhere(target, next))
            }
        }
    }

    /// The target of a hop. Credentials of the request are those of its first origin.
    fn target(&self, url: &str, request: &Request, from: Option<&Target>, trail: &mut Trail) -> Result<Target, Error> {
        let (mut target, remark) = Target::read(url, request.operation)?;
        remark.into_iter().for_each(|remark| trail.note(remark));
        let given = match from {
            None => request.credentials.as_ref(),
            Some(from) if from.same_origin(&target) => from.credentials(),
            Some(_) => None,
        };
        if target.credentials.is_none() {
            target.credentials = given.cloned();
        }
        Ok(target)
    }

    async fn hop(
        &self,
        target: Target,
        request: &Request,
        deadline: Instant,
        trail: &mut Trail,
    ) -> Result<Answer, Error> {
        let url = target.shared_url();
        let started = Instant::now();
        let permit = self.policy.permit_target(target, request.initiative);
        let connect = Stage { rule: rules::CONNECT_TIMEOUT, what: "an address", limit: self.limits.connect };
        let permit = connect.within(started, deadline, url.as_str(), &self.limits, permit).await?;
        let retriever = self.retriever(&permit)?;
        let answer = retriever.retrieve(permit, request, &self.limits, trail);
        let first = Stage { rule: rules::FIRST_BYTE_TIMEOUT, what: "an answer", limit: self.limits.first_byte };
        first.within(started, deadline, url.as_str(), &self.limits, answer).await
    }

    fn retriever(&self, permit: &Permit) -> Result<Arc<dyn Retriever>, Error> {
        let target = permit.target();
        let (url, scheme) = (target.url().as_str(), target.scheme());
        let Some(retriever) = self.retrievers.of(scheme) else {
            let message = format!("expected a scheme that is built in, but found {}", known::without_retriever(scheme));
            return Err(Error::new(rules::SCHEME_NOT_RETRIEVABLE, url, message));
        };
        if !retriever.operations().contains(&target.operation()) {
            let message = format!("expected an operation of {scheme}, but found {}", target.operation().name());
            return Err(Error::new(rules::OPERATION_NOT_OFFERED, url, message));
        }
        Ok(Arc::clone(retriever))
    }

    /// The entity, if its media type is admitted, with a body that keeps the limits.
    fn admitted(&self, mut entity: Entity, target: &Target, deadline: Instant) -> Result<Entity, Error> {
        let url = target.url().as_str();
        self.policy.judge_media_type(url, entity.media_type.as_deref())?;
        if let Some(length) = entity.length.filter(|length| *length > self.limits.decoded) {
            let message = format!("expected at most {} bytes, but found {length}", self.limits.decoded);
            return Err(Error::new(rules::BODY_TOO_LARGE, url, message));
        }
        let length = entity.length.filter(|_| target.operation() == Operation::Get);
        entity.body = limited(entity.body, length, target.shared_url(), &self.limits, deadline);
        Ok(entity)
    }

    /// [`retrieve`](Self::retrieve) for programs without a runtime: blocks the thread, with a runtime that the clones of a client share.
    /// One thread at a time makes progress; more at once are what the future is for.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// Where the thread is one of a runtime of tokio, which must not be blocked.
    pub fn fetch(&self, request: Request) -> Result<Fetched, Failure> {
        let runtime = self.runtime().map_err(|error| {
            Error::new(rules::CONNECTION_FAILED, &request.url, format!("expected a runtime, but found {error}"))
        })?;
        let retrieved = runtime.block_on(self.retrieve(&request))?;
        Ok(Fetched { retrieved, runtime })
    }
}

impl Client {
    fn runtime(&self) -> std::io::Result<Arc<Runtime>> {
        if let Some(runtime) = self.runtime.get() {
            return Ok(Arc::clone(runtime));
        }
        let made = Arc::new(tokio::runtime::Builder::new_current_thread().enable_all().build()?);
        Ok(Arc::clone(self.runtime.get_or_init(|| made)))
    }
}

/// The status of what the client has already (RFC 9110 section 15.4.5).
const NOT_MODIFIED: u16 = 304;

/// What came of a hop.
enum One {
    Entity(Target, Entity),
    /// From where to where.
    Elsewhere(Target, String),
}

/// What came of [`Client::step`].
#[derive(Debug)]
#[non_exhaustive]
pub enum Step {
    /// The object.
    Found(Retrieved),
    /// The object is elsewhere.
    Elsewhere {
        /// The URL to ask for. May contain a password where the policy admits one.
        url: String,
        /// The hop that led there.
        trail: Trail,
    },
}

/// A part of a retrieval that has a time limit of its own.
struct Stage {
    rule: Rule,
    what: &'static str,
    limit: Duration,
}

impl Stage {
    async fn within<T>(
        &self,
        started: Instant,
        deadline: Instant,
        url: &str,
        limits: &Limits,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let own = end(started, self.limit);
        match timeout_at(own.min(deadline), work).await {
            Ok(done) => done,
            Err(_) if own <= deadline => Err(Error::new(
                self.rule,
                url,
                format!("expected {} within {:?}, but found none", self.what, self.limit),
            )),
            Err(_) => Err(out_of_time(url, limits)),
        }
    }
}

fn out_of_time(url: &str, limits: &Limits) -> Error {
    Error::new(
        rules::TOTAL_TIMEOUT,
        url,
        format!("expected everything within {:?}, but found more to come", limits.total),
    )
}

/// An object that has been found: where, what is said about it, and its body.
#[derive(Debug)]
pub struct Retrieved {
    url: Arc<Url>,
    entity: Entity,
    trail: Trail,
}

impl Retrieved {
    /// The last URL, after redirects: the base of what is in the object (draft-fielding-url-syntax-05 section 5.1.3). May
    /// contain a password where the policy admits one; the trail shows none.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The media type as it was given.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.entity.media_type.as_deref()
    }

    /// Everything that is said about the object.
    #[must_use]
    pub fn entity(&self) -> &Entity {
        &self.entity
    }

    /// Every hop.
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The body, to be read.
    pub fn body(&mut self) -> &mut Body {
        &mut self.entity.body
    }

    /// A failure while the body was read, with the hops up to here.
    #[must_use]
    pub fn failed(&self, error: Error) -> Failure {
        let mut trail = self.trail.clone();
        trail.note(error.clone());
        Failure { error, trail }
    }

    /// Continues with the body of an answer to the request for the rest ([`Part::rest`](crate::Part::rest)): appends
    /// its redirects, and extends the range to the end of the new range.
    pub fn go_on(&mut self, rest: Self) {
        let (_, entity, trail) = rest.into_parts();
        self.trail.extend(trail);
        if let (Some(range), Some(rest)) = (&mut self.entity.range, entity.range) {
            range.last = rest.last;
            self.entity.length = Some(range.last.saturating_sub(range.first).saturating_add(1));
        }
        self.entity.body = entity.body;
    }

    /// The last URL, the entity and the trail.
    #[must_use]
    pub fn into_parts(self) -> (Arc<Url>, Entity, Trail) {
        (self.url, self.entity, self.trail)
    }
}

/// [`Retrieved`], to be read by a thread that blocks.
#[derive(Debug)]
pub struct Fetched {
    retrieved: Retrieved,
    runtime: Arc<Runtime>,
}

impl Fetched {
    /// The next piece of the body; `None` at its end.
    ///
    /// # Errors
    /// What ends the body before its end.
    pub fn piece(&mut self) -> Result<Option<Bytes>, Failure> {
        let piece = self.runtime.block_on(self.retrieved.entity.body.piece());
        piece.map_err(|error| self.retrieved.failed(error))
    }

    /// A failure of the caller's own, such as that of a disk, with the hops up to here.
    #[must_use]
    pub fn failed(&self, error: Error) -> Failure {
        self.retrieved.failed(error)
    }

    /// What has been found, without the means to read on.
    #[must_use]
    pub fn into_retrieved(self) -> Retrieved {
        self.retrieved
    }

    /// All of the body.
    ///
    /// # Errors
    /// As [`piece`](Self::piece).
    pub fn bytes(mut self) -> Result<Bytes, Failure> {
        let mut all = bytes::BytesMut::new();
        while let Some(piece) = self.piece()? {
            all.extend_from_slice(&piece);
        }
        Ok(all.freeze())
    }
}

impl std::ops::Deref for Fetched {
    type Target = Retrieved;

    fn deref(&self) -> &Retrieved {
        &self.retrieved
    }
}

impl std::ops::DerefMut for Fetched {
    fn deref_mut(&mut self) -> &mut Retrieved {
        &mut self.retrieved
    }
}

/// Why nothing was retrieved, and how far it went.
#[derive(Clone, Debug)]
pub struct Failure {
    error: Error,
    trail: Trail,
}

impl Failure {
    /// Why.
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.error
    }

    /// The hops up to there.
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }
}

/// Before the first hop.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, trail: Trail::new() }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.error, f)
    }
}

impl std::error::Error for Failure {}
