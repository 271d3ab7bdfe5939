//! The remarks of the lint, and the context from which its rules make them.

use alloc::string::String;
use alloc::vec::Vec;

use super::kinds::question;
use crate::rules;
use crate::source::{Node, Place};
use crate::{Component, Definition, Statement};
use napkin::{Finding, Reference, Rule, Span, Standard};

/// A remark about a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remark {
    /// The rule.
    pub rule: Rule,
    /// The place in the definition.
    pub place: Place,
    /// The bytes within the text at this place.
    pub within: Option<Span>,
    /// The detail of this case; may be empty.
    pub expected: &'static str,
    /// The reason for which the definition accepts the rule.
    pub accepted: Option<String>,
}

impl Remark {
    /// Returns the remark as a finding in the source of the definition.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin_scheme::source::{Node, Value};
    /// use napkin_scheme::{find, lint};
    /// let source = Node { span: Span::new(0, 10), value: Value::Table(Vec::new()) };
    /// let remarks = lint::lint(find("gopher").unwrap(), &lint::Surroundings::default());
    /// assert_eq!(remarks[0].finding(&source).rule, remarks[0].rule);
    /// ```
    #[must_use]
    pub fn finding(&self, source: &Node) -> Finding {
        let is_old = !self.rule.see(Standard::Draft1997).is_empty();
        let standard = if is_old { Standard::Draft1997 } else { Standard::Rfc3986 };
        let expected = question(self.rule).unwrap_or(self.expected);
        Finding::new(self.rule, standard, source.locate(self.place, self.within), expected, None)
    }
}

/// The knowledge of the lint besides the definition.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Surroundings<'s> {
    /// The schemes whose objects this program retrieves; `None` to trust the definition. With a list, the lint checks
    /// what the definition says about `napkin` in `retriever` and `running_code`. A scheme in the list must have an
    /// operation `GET`, and counts as having running code.
    pub retrievers: Option<&'s [&'s str]>,
}

impl<'s> Surroundings<'s> {
    /// Sets the schemes that this program retrieves.
    ///
    /// ```
    /// use napkin_scheme::{find, lint};
    /// // The registry says that napkin retrieves `data:`; otherwise, that is a finding.
    /// let nothing = lint::Surroundings::default().with_retrievers(&[]);
    /// let remarks = lint::lint(find("data").unwrap(), &nothing);
    /// assert!(remarks.iter().any(|remark| remark.rule.code() == "get-not-implied" && remark.accepted.is_none()));
    /// ```
    #[must_use]
    pub const fn with_retrievers(self, schemes: &'s [&'s str]) -> Self {
        Self { retrievers: Some(schemes) }
    }

    /// Returns whether this program retrieves by the scheme; `None` if that is unknown.
    pub(super) fn retrieves(&self, scheme: &str) -> Option<bool> {
        self.retrievers.map(|names| names.contains(&scheme))
    }
}

/// Returns whether a statement mentions this program.
pub(super) fn names_this_program(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("napkin"))
}

/// A definition under check.
pub(super) struct Lint<'d, 's> {
    pub(super) definition: &'d Definition,
    pub(super) surroundings: &'s Surroundings<'s>,
    pub(super) remarks: Vec<Remark>,
}

impl<'d> Lint<'d, '_> {
    pub(super) fn at(&mut self, rule: Rule, place: Place, expected: &'static str) {
        self.remarks.push(Remark { rule, place, within: None, expected, accepted: None });
    }

    pub(super) fn key(&mut self, rule: Rule, key: &'static str, expected: &'static str) {
        self.at(rule, Place::key(key), expected);
    }

    /// Adds a remark for a missing statement.
    pub(super) fn stated(&mut self, rule: Rule, statement: Statement, expected: &'static str) {
        if self.definition.text(statement).is_empty() {
            self.key(rule, statement.key(), expected);
        }
    }

    /// Returns the examples that are URLs, each with its index.
    pub(super) fn examples(&self) -> Vec<(usize, Reference<'d>)> {
        let read = |text: &'d str| Reference::parse(text, Standard::Rfc3986).ok().filter(Reference::is_absolute);
        let examples = self.definition.examples.iter().enumerate();
        examples.filter_map(|(at, text)| Some((at, read(text)?))).collect()
    }

    pub(super) fn components(&self) -> impl Iterator<Item = (usize, &'d Component)> + use<'d> {
        self.definition.components.iter().enumerate()
    }

    /// Reports accepted rules that the definition does not break.
    pub(super) fn needless(&mut self) {
        for (code, _) in self.definition.accepted.iter() {
            if !self.remarks.iter().any(|remark| remark.rule.code() == code) {
                self.key(rules::ACCEPTED_WITHOUT_NEED, "accepted", "");
            }
        }
    }
}
