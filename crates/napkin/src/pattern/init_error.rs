//! Errors in components that are given one by one.

use core::fmt;

use super::names::Component;
use crate::{Error, Finding};

/// The finding that prevents a pattern or an input that is given by components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitError {
    component: Component,
    error: Error,
}

impl InitError {
    pub(super) fn new(component: Component, finding: Finding) -> Self {
        Self { component, error: finding.into() }
    }

    /// Returns the component in whose text the error is.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init, Pattern};
    /// let error = Pattern::from_init(&Init::default().with(Component::Port, "o8")).unwrap_err();
    /// assert_eq!(error.component(), Component::Port);
    /// ```
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Returns the error, with places in the text of the component.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init, Pattern};
    /// let error = Pattern::from_init(&Init::default().with(Component::Pathname, "/{menu")).unwrap_err();
    /// assert_eq!(error.error().span().start, 6);
    /// ```
    #[must_use]
    pub const fn error(&self) -> Error {
        self.error
    }
}

impl fmt::Display for InitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.component.name(), self.error)
    }
}

impl core::error::Error for InitError {}
