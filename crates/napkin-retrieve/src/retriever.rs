//! The interface of retrievers, built-in ones and those of applications.
//!
//! A retriever receives a [`Permit`], and the permit is the only way to a connection: one permit, one connection. A
//! retriever resolves no names, follows no redirects, and knows no policy.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Answer, BoxFuture, Error, Limits, Operation, Permit, Request, Trail};

/// Retrieves objects by one or more schemes.
///
/// A retriever:
///
/// - reads the URL, its parts, the user and the password from [`Permit::target`];
/// - consumes the permit by [`Permit::connect`] (TCP), [`Permit::connect_tls`], [`Permit::datagrams`] (UDP) or
///   [`Permit::path`] (a file), which connect only to the checked address;
/// - writes its request. For schemes of [`text_protocol::is_text_protocol`](crate::text_protocol::is_text_protocol),
///   the client has refused octets that a line cannot carry;
/// - answers as soon as it knows the media type, with a [`Body`](crate::Body) that yields the rest. A body that ends
///   without an error is complete; if the protocol cannot tell, yield `body-incomplete`;
/// - answers with [`Answer::Redirect`] if the object is elsewhere, and with an [`Error`] by [`Error::new`] if there is
///   no object.
///
/// The client enforces the limits on bytes and time for the whole retrieval and each chunk of the body, checks the
/// media type, and resolves and checks redirects. Use `limits` to limit the connection and what is held in memory
/// (header fields, lines).
///
/// ```
/// use napkin_retrieve::{Answer, Body, BoxFuture, Client, Entity, Error, Limits, Operation, Permit, Policy, Request, Retriever, Trail};
///
/// /// `echo:TEXT`, whose object is its text.
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
/// let client = Client::new(Policy::public_web().allow_scheme("echo")).with_retriever(Echo);
/// assert_eq!(client.retrieve_blocking(&Request::get("echo:beer"))?.bytes()?, "beer");
/// # Ok::<(), napkin_retrieve::Failure>(())
/// ```
pub trait Retriever: Send + Sync {
    /// Returns the schemes, in lower case.
    fn schemes(&self) -> &[&'static str];

    /// Returns the operations (RFC 2718 section 2.2.6). The client requests no others. Default: `GET` and `HEAD`.
    fn operations(&self) -> &[Operation] {
        &[Operation::Get, Operation::Head]
    }

    /// Retrieves the object of `permit`'s URL.
    ///
    /// `request` has the options. Its URL is the first one, before redirects; retrieve the permit's URL instead.
    /// `trail` has a hop for this request, to which a retriever adds remarks.
    ///
    /// # Errors
    /// The reason why there is no object.
    fn retrieve<'a>(
        &'a self,
        permit: Permit,
        request: &'a Request,
        limits: &'a Limits,
        trail: &'a mut Trail,
    ) -> BoxFuture<'a, Result<Answer, Error>>;
}

/// The retriever of each scheme.
#[derive(Clone, Default)]
pub(crate) struct Retrievers(BTreeMap<&'static str, Arc<dyn Retriever>>);

impl Retrievers {
    /// Adds a retriever, which replaces earlier ones for its schemes.
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
