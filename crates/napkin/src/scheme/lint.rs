//! Whether a definition of a scheme says what it must: the guidelines of RFC 2718 as rules.
//!
//! Decides: what each rule asks of a [`Definition`], and how it is judged. 49 rules are RFC 2718's; six are what RFC 7595
//! and RFC 8615 ask for since. What a machine cannot judge is a question, which the definition answers by accepting the
//! rule with a reason; so is any rule that a definition breaks on purpose. A definition is clean when every
//! remark is gone or accepted.
//!
//! One guideline is no rule on purpose: whether all objects can be accessed does not matter (2.6.1).

mod kinds;
mod mapping;
mod operations;
mod proxy;
mod security;
mod statements;
mod syntax;

use alloc::string::String;
use alloc::vec::Vec;

use super::source::{Node, Place};
use super::{Component, Definition, Statement};
use crate::{Finding, Reference, Rule, Span, Standard, rules};

/// How a rule is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// By the program, from what the definition says and from its examples.
    Machine,
    /// By whether the definition says something; not by what it says.
    Statement,
    /// By a person, who is asked.
    Human,
}

impl Kind {
    /// The name in records: `machine`, `statement`, `human`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Machine => "machine",
            Self::Statement => "statement",
            Self::Human => "human",
        }
    }
}

/// The rules of the lint: those of RFC 2718, in the order of its sections, then those that came since.
pub fn rules() -> impl Iterator<Item = Rule> {
    [rules::DEFINITION_RULES, rules::DEFINITION_USE_RULES].into_iter().flatten().copied()
}

/// Whether the rule is one of the lint, or of reading definitions.
#[must_use]
pub fn is_rule(rule: Rule) -> bool {
    judged(rule).is_some()
}

fn judged(rule: Rule) -> Option<&'static (Rule, &'static [Kind], &'static str)> {
    kinds::KINDS.iter().find(|(of, ..)| *of == rule)
}

/// How the rule is judged; nothing for rules that are none of the lint.
#[must_use]
pub fn kinds(rule: Rule) -> &'static [Kind] {
    judged(rule).map_or(&[], |(_, kinds, _)| kinds)
}

/// What is asked of people, where a machine cannot judge.
///
/// ```
/// use napkin::{rules, scheme::lint};
/// assert!(lint::question(rules::SCHEME_FRAGMENT_FROM_MEDIA_TYPE).unwrap().ends_with('?'));
/// assert_eq!(lint::question(rules::SECURITY_STATED), None);
/// ```
#[must_use]
pub fn question(rule: Rule) -> Option<&'static str> {
    judged(rule).map(|(.., question)| *question).filter(|question| !question.is_empty())
}

/// What the lint knows besides the definition.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Surroundings<'s> {
    /// The schemes whose objects this program retrieves. With it, what a definition says of `napkin` in `retriever` and
    /// `running_code` is held against the truth, what is retrieved must have an operation `GET`, and it counts as running
    /// code. `None` to believe what the definition says.
    pub retrievers: Option<&'s [&'s str]>,
}

impl<'s> Surroundings<'s> {
    /// With these retrievers.
    ///
    /// ```
    /// use napkin::scheme::{find, lint};
    /// // The registry says that napkin retrieves `data:`; where it does not, that is a finding.
    /// let nothing = lint::Surroundings::default().retrievers(&[]);
    /// let remarks = lint::lint(find("data").unwrap(), &nothing);
    /// assert!(remarks.iter().any(|remark| remark.rule.code() == "get-not-implied" && remark.accepted.is_none()));
    /// ```
    #[must_use]
    pub const fn retrievers(self, schemes: &'s [&'s str]) -> Self {
        Self { retrievers: Some(schemes) }
    }

    /// Whether this program retrieves by the scheme; `None` where that is not known.
    fn retrieves(&self, scheme: &str) -> Option<bool> {
        self.retrievers.map(|names| names.contains(&scheme))
    }
}

/// Whether a statement speaks of this program.
fn names_this_program(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("napkin"))
}

/// Something that the lint says about a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remark {
    /// The rule.
    pub rule: Rule,
    /// Where in the definition.
    pub place: Place,
    /// Which bytes of the text that stands there.
    pub within: Option<Span>,
    /// What the rule asks for here; may be empty.
    pub expected: &'static str,
    /// The reason for which the definition says that it does not count.
    pub accepted: Option<String>,
}

impl Remark {
    /// The same as a finding in the source that the definition was read from.
    #[must_use]
    pub fn finding(&self, source: &Node) -> Finding {
        let is_old = !self.rule.see(Standard::Draft1997).is_empty();
        let standard = if is_old { Standard::Draft1997 } else { Standard::Rfc3986 };
        let expected = question(self.rule).unwrap_or(self.expected);
        Finding::new(self.rule, standard, source.locate(self.place, self.within), expected, None)
    }
}

/// Everything that the lint has to say about `definition`, in the order of the rules; what the definition accepts is
/// among it, with its reason.
///
/// ```
/// use napkin::scheme::{find, lint};
/// let open = |remarks: Vec<lint::Remark>| remarks.into_iter().filter(|remark| remark.accepted.is_none()).count();
/// assert_eq!(open(lint::lint(find("urn").unwrap(), &lint::Surroundings::default())), 0);
/// ```
#[must_use]
pub fn lint(definition: &Definition, surroundings: &Surroundings<'_>) -> Vec<Remark> {
    let mut lint = Lint { definition, surroundings, remarks: Vec::new() };
    syntax::lint(&mut lint);
    statements::lint(&mut lint);
    mapping::lint(&mut lint);
    operations::lint(&mut lint);
    proxy::lint(&mut lint);
    security::lint(&mut lint);
    lint.remarks.sort_by_key(|remark| rules().position(|rule| rule == remark.rule));
    lint.needless();
    for remark in &mut lint.remarks {
        remark.accepted = definition.accepted(remark.rule.code()).map(String::from);
    }
    lint.remarks
}

/// A definition that is being looked at.
struct Lint<'d, 's> {
    definition: &'d Definition,
    surroundings: &'s Surroundings<'s>,
    remarks: Vec<Remark>,
}

impl<'d> Lint<'d, '_> {
    fn at(&mut self, rule: Rule, place: Place, expected: &'static str) {
        self.remarks.push(Remark { rule, place, within: None, expected, accepted: None });
    }

    fn key(&mut self, rule: Rule, key: &'static str, expected: &'static str) {
        self.at(rule, Place::key(key), expected);
    }

    /// A remark where a statement is missing.
    fn stated(&mut self, rule: Rule, statement: Statement, expected: &'static str) {
        if self.definition.text(statement).is_empty() {
            self.key(rule, statement.key(), expected);
        }
    }

    /// The examples that are URLs, each with its number.
    fn examples(&self) -> Vec<(usize, Reference<'d>)> {
        let read = |text: &'d str| Reference::parse(text, Standard::Rfc3986).ok().filter(Reference::is_absolute);
        let examples = self.definition.examples.iter().enumerate();
        examples.filter_map(|(at, text)| Some((at, read(text)?))).collect()
    }

    fn components(&self) -> impl Iterator<Item = (usize, &'d Component)> + use<'d> {
        self.definition.components.iter().enumerate()
    }

    /// What is accepted, and no remark needs it.
    fn needless(&mut self) {
        for (code, _) in self.definition.accepted.iter() {
            if !self.remarks.iter().any(|remark| remark.rule.code() == code) {
                self.key(rules::ACCEPTED_WITHOUT_NEED, "accepted", "");
            }
        }
    }
}
