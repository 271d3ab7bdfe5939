//! The trait of engines that match regular expressions. Only patterns with regular expressions of their own need an engine.

use alloc::sync::Arc;
use core::fmt;

use crate::Span;

/// Compiles regular expressions in the syntax of ECMAScript with the flag `v`.
///
/// [`Regress`](super::Regress) and [`Regex`](super::Regex) implement it, each behind a feature of its name.
pub trait RegexpEngine: fmt::Debug {
    /// Compiles the regular expression of a component, which begins with `^` and ends with `$`.
    ///
    /// # Errors
    /// Returns the place of the error in the regular expression.
    fn compile(&self, regexp: &str, ignore_case: bool) -> Result<Arc<dyn Regexp>, RegexpError>;
}

/// A compiled regular expression.
pub trait Regexp: fmt::Debug + Send + Sync {
    /// Matches a text and sets the places of the groups: the first element is that of group 1. Returns `false`, with any
    /// content of `groups`, if the text does not match. If `groups` is empty, only the answer is asked for.
    fn captures(&self, text: &str, groups: &mut [Option<Span>]) -> bool;
}

/// Why an engine refuses a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegexpError {
    /// The place in the regular expression.
    pub span: Span,
    /// What the engine expects there.
    pub expected: &'static str,
}

impl RegexpError {
    /// Returns an error at a place of the regular expression, where the engine expects something else.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin::pattern::RegexpError;
    /// assert_eq!(RegexpError::new(Span::new(1, 2), "a digit").expected, "a digit");
    /// ```
    #[must_use]
    pub const fn new(span: Span, expected: &'static str) -> Self {
        Self { span, expected }
    }
}
