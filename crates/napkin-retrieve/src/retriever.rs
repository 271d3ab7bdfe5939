//! The interface by which every scheme is retrieved, those of an application's own too.
//!
//! Decides: what a retriever is given and what it owes. It is given a [`Permit`] and consumes it: there is no other way
//! to a connection, and one permit makes one connection. It resolves no names, follows no redirects, and knows no policy.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Answer, BoxFuture, Error, Limits, Operation, Permit, Request, Trail};

/// Gets objects by one scheme, or several.
///
/// What a retriever does:
///
/// - takes what it needs to know from [`Permit::target`]: the URL with its parts, the user and the password;
/// - consumes the permit by [`Permit::connect`] (TCP), [`Permit::connect_tls`], [`Permit::datagrams`] (UDP) or
///   [`Permit::path`] (a file), which connect to the address that was judged and to nothing else;
/// - writes its request. The driver has refused octets that a line of a text protocol cannot carry, where the scheme is
///   one of [`line::is_text_protocol`](crate::line::is_text_protocol);
/// - answers as soon as it knows the media type, with a [`Body`](crate::Body) that yields the rest. A body that ends
///   without an error is whole: who does not know that the end is the end yields `body-incomplete`;
/// - answers with [`Answer::Redirect`] where the object is elsewhere, and with an [`Error`] by [`Error::new`] where there is
///   none.
///
/// What it need not do: the driver keeps the limits on bytes and time for the whole retrieval and for each piece of the
/// body, judges the media type, and resolves and judges redirects. `limits` are given so that the connection and what is
/// held in memory (header fields, lines) can be limited.
///
/// ```
/// use napkin_retrieve::{Answer, Body, BoxFuture, Client, Entity, Error, Limits, Operation, Permit, Policy, Request, Retriever, Trail};
///
/// /// `echo:TEXT`, which is retrieved from its own URL.
/// struct Echo;
///
/// impl Retriever for Echo {
///     fn schemes(&self) -> &[&'static str] {
///         &["echo"]
///     }
///     fn operations(&self) -> &[Operation] {
///         &[Operation::Get]
///     }
///     fn retrieve<'a>(
///         &'a self, permit: Permit, _: &'a Request, _: &'a Limits, _: &'a mut Trail,
///     ) -> BoxFuture<'a, Result<Answer, Error>> {
///         let text = permit.target().reference().path().as_str().to_owned();
///         Box::pin(async move { Ok(Answer::Entity(Entity::new(Some("text/plain".into()), None, Body::from(text)))) })
///     }
/// }
///
/// let client = Client::new(Policy::public_web().allow_scheme("echo")).with(Echo);
/// assert_eq!(client.fetch(Request::get("echo:beer"))?.bytes()?, "beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
pub trait Retriever: Send + Sync {
    /// The schemes, in lower case.
    fn schemes(&self) -> &[&'static str];

    /// What it can do (RFC 2718 section 2.2.6). The driver asks for nothing else.
    fn operations(&self) -> &[Operation];

    /// Retrieves the object of `permit`'s URL.
    ///
    /// `request` says what is wanted of it; its URL is the first one, before redirects, so that the one to be retrieved is the
    /// permit's. `trail` has a hop for this request, to which a retriever adds what is worth knowing.
    ///
    /// # Errors
    /// What stands in the way.
    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>>;
}

/// Which retriever takes which scheme.
#[derive(Clone, Default)]
pub(crate) struct Retrievers(BTreeMap<&'static str, Arc<dyn Retriever>>);

impl Retrievers {
    /// Takes the place of whatever had one of its schemes.
    pub(crate) fn add(&mut self, retriever: impl Retriever + 'static) {
        let retriever: Arc<dyn Retriever> = Arc::new(retriever);
        for scheme in retriever.schemes() {
            self.0.insert(scheme, Arc::clone(&retriever));
        }
    }

    pub(crate) fn of(&self, scheme: &str) -> Option<&Arc<dyn Retriever>> {
        self.0.get(scheme)
    }

    pub(crate) fn schemes(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}
