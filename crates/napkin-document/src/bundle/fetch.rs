//! How the caller supplies the objects of a bundle. Start at `Fetch`.

use crate::usage::Use;
use napkin_mail::{Fetched, NotFetched};

/// Describes an object that the bundler wants to retrieve.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'r> {
    /// The absolute URL, without fragment.
    pub url: &'r str,
    /// How the page uses the object.
    pub used: Use,
    /// The object limit: a longer object is refused.
    pub limit: usize,
    /// The URL by which the referring page, style sheet or module was requested, without fragment. For the page
    /// itself, its own URL, or an empty string if the page has none.
    pub document: &'r str,
}

/// Retrieves the objects of a bundle. The bundler calls it once per URL, in the order of first need, and never for
/// `data:`, `about:`, `blob:` or `javascript:`.
pub trait Fetch {
    /// Returns the object at a URL.
    ///
    /// # Errors
    /// Fails if the object cannot be retrieved. Its links then become absolute and are listed in the report.
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched>;

    /// Returns the scope in which a document names objects. One URL may name different objects in different scopes,
    /// as in nested messages; the bundler then requests it once per scope. By default all documents share one scope.
    fn scope(&self, document: &str) -> usize {
        let _ = document;
        0
    }
}

impl<F: FnMut(&Request<'_>) -> Result<Fetched, NotFetched>> Fetch for F {
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
        self(request)
    }
}
