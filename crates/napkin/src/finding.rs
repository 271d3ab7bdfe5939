//! Defines the type for all errors and remarks about a text. Start at [`Finding`].
//!
//! A [`Finding`] has a [`Rule`], the exact bytes, what was expected there and what was found. A [`Sink`] receives
//! findings. The code that reports a rule is next to each grammar.

mod rule;
pub mod rules;

use alloc::vec::Vec;
use core::fmt;

pub use self::rule::{Rule, Severity};
use crate::{Span, Standard, is_hidden};

/// A broken rule, or a remark, at one place of a text.
///
/// Prints as a message: *expected X, but found Y*, lower case, without a full stop and without the place.
///
/// ```
/// use napkin::{Reference, Span, Standard};
/// let error = Reference::parse("http://h:8o/", Standard::Rfc3986).unwrap_err();
/// let finding = error.finding();
/// assert_eq!(finding.span, Span::new(10, 11));
/// assert_eq!(finding.rule.code(), "port");
/// assert_eq!(finding.to_string(), "expected a digit, but found `o`");
/// assert_eq!(finding.see(), "RFC 3986 section 3.2.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule. Its name is that of the grammar's production if it is one.
    pub rule: Rule,
    /// The offending bytes; empty where something is missing.
    pub span: Span,
    /// A second place that the finding is about, such as the first of two `::`.
    pub also: Option<Span>,
    /// The text that the rule allows here, for the message.
    pub expected: &'static str,
    /// The first offending character; `None` at the end of the text or of the component.
    pub found: Option<char>,
    /// The standard under which this is a finding.
    pub standard: Standard,
}

impl Finding {
    /// Returns a finding over `span`, where the rule allows `expected` and the text has `found`.
    ///
    /// An empty `expected` makes the sentence of the rule the message. `found` is `None` at the end of the text.
    ///
    /// ```
    /// use napkin::{Finding, Span, Standard, rules};
    /// let finding = Finding::new(rules::PORT, Standard::Rfc3986, Span::new(10, 11), "a digit", Some('o'));
    /// assert_eq!(finding.to_string(), "expected a digit, but found `o`");
    /// ```
    #[must_use]
    pub const fn new(rule: Rule, standard: Standard, span: Span, expected: &'static str, found: Option<char>) -> Self {
        Self { rule, span, also: None, expected, found, standard }
    }

    /// Returns the finding with a second place that it is about.
    ///
    /// ```
    /// use napkin::{Finding, Span, Standard, rules};
    /// let twice = Finding::new(rules::MEDIA_TYPE_REPEATED, Standard::Rfc3986, Span::new(9, 12), "", None);
    /// assert_eq!(twice.with_also(Span::new(5, 8)).also, Some(Span::new(5, 8)));
    /// ```
    #[must_use]
    pub const fn with_also(self, also: Span) -> Self {
        Self { also: Some(also), ..self }
    }

    /// Returns the finding at another place, such as the place of a link in its document.
    ///
    /// ```
    /// use napkin::{Finding, Span, Standard, rules};
    /// let finding = Finding::new(rules::PORT, Standard::Rfc3986, Span::new(10, 11), "a digit", Some('o'));
    /// assert_eq!(finding.with_span(Span::new(20, 21)).span.start, 20);
    /// ```
    #[must_use]
    pub const fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// Returns the finding with another found character, for example [`MASKED`](Self::MASKED) for a part of a
    /// password.
    ///
    /// ```
    /// use napkin::{Finding, Span, Standard, rules};
    /// let finding = Finding::new(rules::PORT, Standard::Rfc3986, Span::new(10, 11), "a digit", Some('o'));
    /// assert_eq!(finding.with_found(Some('p')).to_string(), "expected a digit, but found `p`");
    /// ```
    #[must_use]
    pub const fn with_found(self, found: Option<char>) -> Self {
        Self { found, ..self }
    }

    /// Returns the finding with its places mapped, such as from a decoded text to its source.
    ///
    /// ```
    /// use napkin::{Finding, Span, Standard, rules};
    /// let finding = Finding::new(rules::PORT, Standard::Rfc3986, Span::new(1, 2), "a digit", Some('o'));
    /// let wide = finding.map_spans(|span| Span::new(2 * span.start, 2 * span.end));
    /// assert_eq!(wide.span, Span::new(2, 4));
    /// ```
    #[must_use]
    pub fn map_spans(self, map: impl Fn(Span) -> Span) -> Self {
        Self { span: map(self.span), also: self.also.map(map), ..self }
    }

    /// Returns the finding moved `by` bytes to the right: from offsets in a reference to offsets in its document.
    ///
    /// ```
    /// use napkin::{Finding, Standard, check};
    /// let mut first: Option<Finding> = None;
    /// check("a b", Standard::Rfc3986, &mut first);
    /// assert_eq!(first.unwrap().shift(100).span.start, 101);
    /// ```
    #[must_use]
    pub fn shift(self, by: usize) -> Self {
        self.map_spans(|span| span.shift(by))
    }

    /// Returns the section that states the rule, such as `RFC 3986 section 3.2.3`; empty if the standard has no such rule.
    ///
    /// ```
    /// use napkin::{Finding, Standard, check};
    /// let mut first: Option<Finding> = None;
    /// check("http://h:8o/", Standard::Rfc3986, &mut first);
    /// assert_eq!(first.unwrap().see(), "RFC 3986 section 3.2.3");
    /// ```
    #[must_use]
    pub const fn see(&self) -> &'static str {
        self.rule.see(self.standard)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.expected.is_empty() {
            return f.write_str(self.rule.sentence());
        }
        if self.expected.ends_with('?') {
            return f.write_str(self.expected);
        }
        if !self.rule.names_found() {
            return write!(f, "expected {}", self.expected);
        }
        write!(f, "expected {}, but found ", self.expected)?;
        match self.found {
            None => f.write_str("the end"),
            Some(Self::MASKED) => f.write_str("a masked character"),
            Some(' ') => f.write_str("a space"),
            Some('`') => f.write_str("a grave accent"),
            Some(c) if c.is_whitespace() || is_hidden(c) => write!(f, "U+{:04X}", c as u32),
            Some(c) => write!(f, "`{c}`"),
        }
    }
}

/// Receives findings. `()` ignores them, `Option<Finding>` keeps the first, `Vec<Finding>` keeps all: callers that need
/// one, all or no findings share the same code.
///
/// ```
/// use napkin::{Finding, Sink, Standard, check};
/// /// Counts the findings.
/// struct Count(usize);
/// impl Sink for Count {
///     fn report(&mut self, _: Finding) {
///         self.0 += 1;
///     }
/// }
/// let mut count = Count(0);
/// check("a b c", Standard::Rfc3986, &mut count);
/// assert_eq!(count.0, 2);
/// ```
pub trait Sink {
    /// Takes one finding. Findings of one text come in the order of their places.
    fn report(&mut self, finding: Finding);

    /// Returns whether the sink would keep a further finding. A reader may stop looking for findings when this is false.
    fn is_open(&self) -> bool {
        true
    }
}

impl Sink for () {
    fn report(&mut self, _: Finding) {}

    fn is_open(&self) -> bool {
        false
    }
}

impl Sink for Option<Finding> {
    fn report(&mut self, finding: Finding) {
        self.get_or_insert(finding);
    }

    fn is_open(&self) -> bool {
        self.is_none()
    }
}

impl Sink for Vec<Finding> {
    fn report(&mut self, finding: Finding) {
        self.push(finding);
    }
}

/// The reason why an operation failed: the finding that prevents it.
///
/// The type is opaque, so that it can grow; its [`Finding`] has all details. Its text contains at most one character of
/// the input, the one that was found. [`Finding::redacted`] hides that character where it may be part of a password.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Error(Finding);

impl Error {
    /// Makes an error from a finding, for parsers in other crates.
    ///
    /// ```
    /// use napkin::{Error, Finding, Span, Standard, rules};
    /// let finding = Finding::new(rules::PORT, Standard::Rfc3986, Span::new(2, 3), "a digit", Some('o'));
    /// assert_eq!(Error::new(finding).to_string(), "expected a digit, but found `o` at byte 2");
    /// ```
    #[must_use]
    pub const fn new(finding: Finding) -> Self {
        Self(finding)
    }

    /// Returns the finding: the rule, the place, the expected and the found text.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// let error = Reference::parse("http://h:8o/", Standard::Rfc3986).unwrap_err();
    /// assert_eq!((error.finding().expected, error.finding().found), ("a digit", Some('o')));
    /// ```
    #[must_use]
    pub const fn finding(&self) -> &Finding {
        &self.0
    }

    /// Returns the offending bytes, as offsets in the text that was passed in.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// let text = "http://h:8o/";
    /// let error = Reference::parse(text, Standard::Rfc3986).unwrap_err();
    /// assert_eq!(error.span().of(text), "o");
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        self.0.span
    }

    /// Returns the rule that the text breaks.
    ///
    /// ```
    /// use napkin::{Reference, Standard, rules};
    /// let error = Reference::parse("http://h:8o/", Standard::Rfc3986).unwrap_err();
    /// assert_eq!(error.rule(), rules::PORT);
    /// ```
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.0.rule
    }
}

impl From<Error> for Finding {
    fn from(error: Error) -> Self {
        error.0
    }
}

/// Writes the message of the finding and its place: `expected a digit, but found `o` at byte 10`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.0, self.0.span.start)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.0.span;
        write!(f, "Error({} at {start}..{end}: {}; {})", self.0.rule.code(), self.0, self.0.see())
    }
}

impl core::error::Error for Error {}

impl core::error::Error for Finding {}

impl From<Finding> for Error {
    fn from(finding: Finding) -> Self {
        Self(finding)
    }
}
