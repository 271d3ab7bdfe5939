//! How patterns are compiled.

use super::engine::RegexpEngine;

/// The longest pattern string of a component, in bytes.
const MOST: usize = 1 << 30;

/// The default of [`PatternOptions::with_max_length`], in bytes.
pub const MAX_LENGTH: usize = 16_384;

/// How patterns are compiled.
#[derive(Clone, Copy, Debug)]
pub struct PatternOptions<'e> {
    pub(super) ignore_case: bool,
    pub(super) engine: Option<&'e dyn RegexpEngine>,
    pub(super) max_length: usize,
}

impl Default for PatternOptions<'_> {
    fn default() -> Self {
        Self { ignore_case: false, engine: None, max_length: MAX_LENGTH }
    }
}

impl<'e> PatternOptions<'e> {
    /// Ignores the case of ASCII letters in the path, the query and the fragment: the standard's `ignoreCase`. By default, case
    /// matters.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternOptions};
    /// let options = PatternOptions::default().with_ignore_case(true);
    /// let pattern = Pattern::parse_with("https://pub.example/menu", None, options)?;
    /// assert!(pattern.test(&napkin::whatwg::Url::parse("https://pub.example/MENU", None)?));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_ignore_case(mut self, ignore_case: bool) -> Self {
        self.ignore_case = ignore_case;
        self
    }

    /// Sets the engine for regular expressions in patterns. Without one, a pattern that has regular expressions is an error.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternOptions};
    /// use napkin::rules;
    /// let error = Pattern::parse_with(r"https://pub.example/(\d+)", None, PatternOptions::default()).unwrap_err();
    /// assert_eq!(error.rule(), rules::PATTERN_REGEXP_ENGINE);
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: &'e dyn RegexpEngine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Limits the pattern string of each component to a number of bytes, by default [`MAX_LENGTH`]. The time of a match is
    /// proportional to this length times that of the URL.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternOptions};
    /// use napkin::rules;
    /// let options = PatternOptions::default().with_max_length(4);
    /// let error = Pattern::parse_with("http://a/menu", None, options).unwrap_err();
    /// assert_eq!((error.rule(), error.span().start), (rules::PATTERN_LONG, 12));
    /// ```
    #[must_use]
    pub const fn with_max_length(mut self, bytes: usize) -> Self {
        // The parts of a pattern have 32-bit places.
        self.max_length = if bytes < MOST { bytes } else { MOST };
        self
    }
}
