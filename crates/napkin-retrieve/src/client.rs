//! The client: from a URL to an object, over as many hops as it takes.
//!
//! For each hop the URL is parsed, the policy makes a permit or refuses, and the retriever of the scheme consumes the permit. A
//! redirect starts again. Credentials stay with their origin. The limits on time and bytes are enforced here for all
//! schemes.

mod cut_to_range;
mod failure;
mod limited_body;
mod policy_permits;
mod retrieved;

use std::borrow::Cow;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use napkin::{Rule, Url};
use tokio::runtime::Runtime;
use tokio::time::{Instant, timeout_at};

pub use self::failure::Failure;
use self::limited_body::limited;
pub use self::retrieved::{Retrieved, RetrievedBlocking};
use crate::by_scheme;
use crate::limits::end;
use crate::recording::Recording;
use crate::retriever::Retrievers;
use crate::rules;
use crate::{
    Answer, Body, Cache, Entity, Error, Hop, Limits, Operation, Permit, Policy, Recorder, Request, Retriever, Target,
    Trail, condition, is_http, scheme_registry,
};

/// Retrieves objects under a policy, with the built-in retrievers and those that are added.
///
/// Clones are cheap to use: they share the policy and connections.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// let client = Client::new(Policy::public_web());
/// let got = client.retrieve_blocking(&Request::get("data:text/plain,beer"))?;
/// assert_eq!(got.media_type(), Some("text/plain"));
/// assert_eq!(got.bytes()?, "beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
#[derive(Clone)]
pub struct Client {
    policy: Arc<Policy>,
    retrievers: Retrievers,
    /// The retriever of HTTP among them.
    http: by_scheme::Http,
    limits: Limits,
    /// The runtime of blocking calls: one for all clones, so that connections are kept.
    runtime: Arc<OnceLock<Arc<Runtime>>>,
}

impl Client {
    /// Creates a client with the built-in retrievers, default limits, and no cache.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy};
    /// let client = Client::new(Policy::public_web());
    /// ```
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        let mut retrievers = Retrievers::default();
        let http = by_scheme::Http::default();
        by_scheme::add_all(&mut retrievers, http.clone());
        Self { policy: Arc::new(policy), retrievers, http, limits: Limits::default(), runtime: Arc::default() }
    }

    /// Changes the policy.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy};
    /// let client = Client::new(Policy::public_web()).with_policy(|policy| policy.allow_scheme("ftp"));
    /// ```
    #[must_use]
    pub fn with_policy(self, change: impl FnOnce(Policy) -> Policy) -> Self {
        Self { policy: Arc::new(change(Arc::unwrap_or_clone(self.policy))), ..self }
    }

    /// Sets the limits.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Limits, Policy, Request};
    /// let client = Client::new(Policy::public_web()).with_limits(Limits::default().with_max_bytes(3));
    /// assert!(client.retrieve_blocking(&Request::get("data:,beer")).unwrap_err().error().is_limit());
    /// ```
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Adds a cache for HTTP.
    ///
    /// ```
    /// use napkin_retrieve::{Cache, Client, Policy};
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path().join("cache");
    /// let client = Client::new(Policy::public_web()).with_cache(Cache::at(folder)?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_cache(mut self, cache: Cache) -> Self {
        self.http.cache = Some(cache);
        self.with_changed_http()
    }

    /// Offers only HTTP/1.1 to the servers of `https:` URLs, and not HTTP/2.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy};
    /// let client = Client::new(Policy::public_web()).only_http1();
    /// ```
    #[must_use]
    pub fn only_http1(mut self) -> Self {
        self.http.only_http1 = true;
        self.with_changed_http()
    }

    /// Passes a copy of what is sent and received over HTTP to a recorder.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use napkin_retrieve::{Client, Policy, RecordedBody, RecordedExchange, Recorder};
    /// struct Urls(Mutex<Vec<String>>);
    /// struct NoBody;
    /// impl Recorder for Urls {
    ///     fn begin(&self, exchange: RecordedExchange) -> Box<dyn RecordedBody> {
    ///         self.0.lock().unwrap().push(exchange.url);
    ///         Box::new(NoBody)
    ///     }
    /// }
    /// impl RecordedBody for NoBody {
    ///     fn chunk(&mut self, _: &[u8]) {}
    ///     fn end(self: Box<Self>, _: bool) {}
    /// }
    /// let client = Client::new(Policy::public_web()).with_recorder(Arc::new(Urls(Mutex::default())));
    /// ```
    #[must_use]
    pub fn with_recorder(mut self, recorder: Arc<dyn Recorder>) -> Self {
        self.http.recording = Recording::of(recorder);
        self.with_changed_http()
    }

    fn with_changed_http(self) -> Self {
        let http = self.http.clone();
        self.with_retriever(http)
    }

    /// Adds a retriever, which replaces earlier ones for its schemes. The policy must admit the schemes, too.
    /// [`Retriever`] has an example.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::Data;
    /// use napkin_retrieve::{Client, Policy};
    /// let client = Client::new(Policy::public_web()).with_retriever(Data);
    /// ```
    #[must_use]
    pub fn with_retriever(mut self, retriever: impl Retriever + 'static) -> Self {
        self.retrievers.add(retriever);
        self
    }

    /// Returns the limits.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Limits, Policy};
    /// assert_eq!(*Client::new(Policy::public_web()).limits(), Limits::default());
    /// ```
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the schemes that have a retriever, in alphabetical order.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy};
    /// assert!(Client::new(Policy::public_web()).schemes().any(|scheme| scheme == "gopher"));
    /// ```
    pub fn schemes(&self) -> impl Iterator<Item = &'static str> {
        self.retrievers.schemes()
    }

    /// Returns the policy.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let client = Client::new(Policy::public_web());
    /// assert!(client.policy().precheck(&Request::get("http://pub.example/")).is_ok());
    /// ```
    #[must_use]
    pub fn policy(&self) -> &Arc<Policy> {
        &self.policy
    }

    /// Retrieves an object, up to its body, which arrives while it is read. Follows redirects.
    ///
    /// The future needs a tokio runtime with time and I/O enabled.
    /// [`retrieve_blocking`](Self::retrieve_blocking) needs none.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let client = Client::new(Policy::public_web());
    /// let mut got = client.retrieve(&Request::get("data:text/plain,beer")).await?;
    /// assert_eq!(got.body().chunk().await?.as_deref(), Some(&b"beer"[..]));
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// The policy refuses, a limit is reached, or the retrieval fails. The failure contains the hops up to there.
    pub async fn retrieve(&self, request: &Request) -> Result<Retrieved, Failure> {
        let mut trail = Trail::new();
        let deadline = end(Instant::now(), self.limits.timeout);
        match self.hops(request, deadline, &mut trail).await {
            Ok((url, entity)) => Ok(Retrieved::new(url, entity, trail)),
            Err(error) => Err(Failure::new(error, trail)),
        }
    }

    /// Retrieves one hop: a redirect is returned and not followed. For programs that are asked for each hop, such as a proxy.
    /// The redirect has been checked as such; its target still needs a permit.
    ///
    /// ```
    /// use napkin_retrieve::{Client, HopResult, Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let client = Client::new(Policy::public_web());
    /// match client.retrieve_hop(&Request::get("data:,beer")).await? {
    ///     HopResult::Found(retrieved) => assert_eq!(retrieved.url(), "data:,beer"),
    ///     HopResult::Redirect { url, .. } => println!("see {url}"),
    ///     _ => {}
    /// }
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Like [`retrieve`](Self::retrieve).
    pub async fn retrieve_hop(&self, request: &Request) -> Result<HopResult, Failure> {
        let mut trail = Trail::new();
        let deadline = end(Instant::now(), self.limits.timeout);
        match self.one(&request.url, request, None, deadline, &mut trail).await {
            Ok(One::Entity(target, entity)) => Ok(HopResult::Found(Retrieved::new(target.shared_url(), entity, trail))),
            Ok(One::Redirect(_, url)) => Ok(HopResult::Redirect { url, trail }),
            Err(error) => Err(Failure::new(error, trail)),
        }
    }

    /// Retrieves an object like [`retrieve`](Self::retrieve), and blocks the thread. For programs without a runtime.
    ///
    /// Clones of a client share one runtime, in which one thread at a time makes progress. Use
    /// [`retrieve`](Self::retrieve) for concurrent retrievals.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let got = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("data:,beer"))?;
    /// assert_eq!(got.bytes()?, "beer");
    /// # Ok::<(), napkin_retrieve::Failure>(())
    /// ```
    ///
    /// # Errors
    /// Like [`retrieve`](Self::retrieve).
    ///
    /// # Panics
    /// On a thread of a tokio runtime, which must not block.
    pub fn retrieve_blocking(&self, request: &Request) -> Result<RetrievedBlocking, Failure> {
        let runtime = self.runtime().map_err(|error| {
            Error::new(rules::CONNECTION_FAILED, &request.url, format!("expected a runtime, but found {error}"))
        })?;
        let retrieved = runtime.block_on(self.retrieve(request))?;
        Ok(RetrievedBlocking::new(retrieved, runtime))
    }

    async fn hops(&self, request: &Request, deadline: Instant, trail: &mut Trail) -> Result<(Arc<Url>, Entity), Error> {
        let mut request = Cow::Borrowed(request);
        let mut url = request.url.clone();
        let mut from: Option<Target> = None;
        let mut count = 0;
        loop {
            match self.one(&url, &request, from.as_ref(), deadline, trail).await? {
                One::Entity(target, entity) => return Ok((target.shared_url(), entity)),
                One::Redirect(target, next) => {
                    count += 1;
                    if count > self.limits.max_redirects {
                        let message =
                            format!("expected at most {} redirects, but found more", self.limits.max_redirects);
                        return Err(Error::new(rules::TOO_MANY_REDIRECTS, &url, message));
                    }
                    let status = trail.hops().last().and_then(Hop::status);
                    if status.is_some_and(|status| request.is_get_after(status)) {
                        let changed = request.to_mut();
                        (changed.operation, changed.body) = (Operation::Get, None);
                    }
                    (url, from) = (next, Some(target));
                }
            }
        }
    }

    /// Retrieves one hop, and resolves its redirect.
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
                self.policy.check_media_type(target.url().as_str(), entity.media_type.as_deref())?;
                Ok(One::Entity(target, entity))
            }
            Answer::Entity(entity) | Answer::NotModified(entity) => {
                let entity = self.admitted(entity, &target, deadline)?;
                Ok(One::Entity(target, entity))
            }
            Answer::Redirect(redirect) => {
                let next = self.policy.follow(&target, &redirect.reference)?;
                Ok(One::Redirect(target, next))
            }
        }
    }

    /// Returns the target of a hop. The credentials of a request belong to its first origin.
    fn target(&self, url: &str, request: &Request, from: Option<&Target>, trail: &mut Trail) -> Result<Target, Error> {
        let (mut target, remark) = Target::read(url, request.operation)?;
        remark.into_iter().for_each(|remark| trail.note(remark));
        let given = match from {
            None => request.credentials.as_ref(),
            Some(from) if from.same_origin(&target) => from.credentials(),
            Some(_) => None,
        };
        let is_same = from.is_none_or(|from| from.same_origin(&target));
        target.is_first_origin = is_same && from.is_none_or(|from| from.is_first_origin);
        if !is_same && !request.operation.is_safe() {
            let name = request.operation.name();
            let message =
                format!("expected a redirect that stays at its server, but found one that repeats {name} elsewhere");
            return Err(Error::new(rules::REDIRECT_OPERATION, url, message));
        }
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
        let connect = Stage { rule: rules::CONNECT_TIMEOUT, what: "an address", limit: self.limits.connect_timeout };
        let permit = connect.within(started, deadline, url.as_str(), &self.limits, permit).await?;
        let retriever = self.retriever(&permit, request)?;
        let answer = retriever.retrieve(permit, request, &self.limits, trail);
        let first = Stage { rule: rules::FIRST_BYTE_TIMEOUT, what: "an answer", limit: self.limits.first_byte_timeout };
        first.within(started, deadline, url.as_str(), &self.limits, answer).await
    }

    fn retriever(&self, permit: &Permit, request: &Request) -> Result<Arc<dyn Retriever>, Error> {
        let target = permit.target();
        let (url, scheme) = (target.url().as_str(), target.scheme());
        let Some(retriever) = self.retrievers.of(scheme) else {
            let message =
                format!("expected a scheme that is built in, but found {}", scheme_registry::without_retriever(scheme));
            return Err(Error::new(rules::SCHEME_NOT_RETRIEVABLE, url, message));
        };
        if !retriever.operations().contains(&target.operation()) {
            let message = format!("expected an operation of {scheme}, but found {}", target.operation().name());
            return Err(Error::new(rules::OPERATION_NOT_OFFERED, url, message));
        }
        if request.needs_http() && !is_http(scheme) {
            let message = format!("expected http or https, which header fields and bodies need, but found {scheme}");
            return Err(Error::new(rules::OPERATION_NOT_OFFERED, url, message));
        }
        Ok(Arc::clone(retriever))
    }

    /// Returns the entity with a body that enforces the limits, if the policy admits its media type.
    fn admitted(&self, mut entity: Entity, target: &Target, deadline: Instant) -> Result<Entity, Error> {
        let url = target.url().as_str();
        self.policy.check_media_type(url, entity.media_type.as_deref())?;
        if let Some(length) = entity.length.filter(|length| *length > self.limits.max_decoded) {
            let message = format!("expected at most {} bytes, but found {length}", self.limits.max_decoded);
            return Err(Error::new(rules::BODY_TOO_LARGE, url, message));
        }
        let length = entity.length.filter(|_| target.operation() != Operation::Head);
        entity.body = limited(entity.body, length, target.shared_url(), &self.limits, deadline);
        Ok(entity)
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

/// The status of an answer to a conditional request for an unchanged object (RFC 9110 section 15.4.5).
const NOT_MODIFIED: u16 = 304;

/// The outcome of a hop.
enum One {
    Entity(Target, Entity),
    /// The target of the hop, and the URL of the redirect.
    Redirect(Target, String),
}

/// The outcome of [`Client::retrieve_hop`].
#[derive(Debug)]
#[non_exhaustive]
pub enum HopResult {
    /// The object.
    Found(Retrieved),
    /// A redirect.
    Redirect {
        /// The URL to request next. May contain a password if the policy admits one.
        url: String,
        /// The hop that was redirected.
        trail: Trail,
    },
}

/// A stage of a retrieval with its own time limit.
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
        format!("expected everything within {:?}, but found more to come", limits.timeout),
    )
}
