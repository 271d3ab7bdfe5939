//! Failed retrievals.

use crate::{Error, Trail};

/// A failed retrieval: the error, and the hops up to it.
///
/// Prints the hop if it is a redirect, the URL, the place in it and the message; passwords are masked.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://pub.example:81/")).unwrap_err();
/// assert_eq!(failure.to_string(), "http://pub.example:81/ (bytes 19 to 21): expected port 80, but found 81");
/// ```
#[derive(Clone, Debug)]
pub struct Failure {
    error: Error,
    trail: Trail,
}

impl Failure {
    /// Adds the error to the last hop.
    pub(crate) fn new(error: Error, mut trail: Trail) -> Self {
        trail.note(error.clone());
        Self { error, trail }
    }

    /// Returns the error.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("tel:110")).unwrap_err();
    /// assert_eq!(failure.error().rule().code(), "scheme-not-retrievable");
    /// ```
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.error
    }

    /// Returns the URL of the hop that failed, with its password masked.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let request = Request::get("http://sam:secret@pub.example/");
    /// let failure = Client::new(Policy::public_web()).retrieve_blocking(&request).unwrap_err();
    /// assert_eq!(failure.url(), "http://sam:******@pub.example/");
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        self.error.url()
    }

    /// Returns the number of redirects before the hop that failed: 0 for the requested URL.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://10.0.0.1/")).unwrap_err();
    /// assert_eq!(failure.hop(), 0);
    /// ```
    #[must_use]
    pub fn hop(&self) -> usize {
        self.trail.hops().len().saturating_sub(1)
    }

    /// Returns the hops up to the error.
    ///
    /// ```
    /// use napkin_retrieve::{Client, Policy, Request};
    /// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://10.0.0.1/")).unwrap_err();
    /// assert_eq!(failure.trail().hops().len(), 1);
    /// assert!(failure.trail().hops()[0].address().is_none());
    /// ```
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }
}

/// The failure of a retrieval that made no hop, or whose hops are unknown.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, trail: Trail::new() }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.hop() > 0 {
            write!(f, "redirect {}: ", self.hop())?;
        }
        std::fmt::Display::fmt(&self.error, f)
    }
}

impl std::error::Error for Failure {}
