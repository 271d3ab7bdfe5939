//! The rules, as data: a code, a sentence, the reason, the section of each standard, an example.
//!
//! `napkin explain RULE` prints these, and the tests of the command read every example.

mod all;
mod audit;
mod columns;
mod data;
mod document;
mod generic;
mod lint_definition;
mod lint_use;
mod mail;
mod mail_objects;
mod mailbox;
mod retrieve;
mod rule;
mod scheme;
mod screen;
mod whatwg;

pub use self::rule::Rule;
use crate::Standard;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the text is valid.
    Remark,
    /// The text is not valid, or the question has no answer.
    Error,
}

/// A text that shows a rule at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The standard under which to read it.
    pub standard: Standard,
    /// The base against which to resolve it, where the rule is one of resolution.
    pub base: Option<&'static str>,
    /// The reference, in Rust's escapes where it is not text.
    pub text: &'static str,
}

/// What stands in the table for each rule.
#[derive(Clone, Copy)]
struct Entry {
    code: &'static str,
    severity: Severity,
    sentence: &'static str,
    why: &'static str,
    /// Of draft1997, RFC 3986, RFC 3987 and the URL Standard, in that order; empty where it has no such rule.
    see: [&'static str; 4],
    example: Option<Example>,
}

const fn reads(standard: Standard, text: &'static str) -> Option<Example> {
    Some(Example { standard, base: None, text })
}

/// A definition of a scheme that breaks a rule of the lint.
const fn defines(text: &'static str) -> Option<Example> {
    Some(Example { standard: Standard::Rfc3986, base: None, text })
}

/// The sections of RFC 2718, in the place of the draft of its time, and of its successor.
const fn guideline(rfc2718: &'static str, rfc7595: &'static str) -> [&'static str; 4] {
    [rfc2718, rfc7595, "", ""]
}

const fn resolves(standard: Standard, base: &'static str, text: &'static str) -> Option<Example> {
    Some(Example { standard, base: Some(base), text })
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; Self::DefinitionTooManyItems as usize + 1] = all::ALL;

    /// The rule with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// The name that scripts see, in kebab case: `port`, `pct-encoded`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        columns::CODES[self as usize]
    }

    /// How much it weighs.
    #[must_use]
    pub const fn severity(self) -> Severity {
        columns::SEVERITIES[self as usize]
    }

    /// What it finds, in a sentence without a full stop.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        columns::SENTENCES[self as usize]
    }

    /// Why it matters.
    #[must_use]
    pub const fn why(self) -> &'static str {
        columns::WHYS[self as usize]
    }

    /// Returns whether the rule reports that something was not read completely, because of a limit or its kind, or that
    /// other programs read a different message. An answer with such a finding may be incomplete.
    #[must_use]
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            Self::TokenTooLong
                | Self::DocumentTooLarge
                | Self::DocumentTooDeep
                | Self::DocumentUnreadable
                | Self::ElementsTooDeep
                | Self::EntitiesTooLarge
                | Self::BasesTooDeep
                | Self::ReferenceTooLong
                | Self::OutputTooLong
                | Self::MailLineSkipped
                | Self::MailBareCr
                | Self::MailHeaderTooLarge
                | Self::MailTooDeep
                | Self::MailTooManyParts
                | Self::MailDecodedTooLarge
                | Self::MailboxMessageTooLarge
                | Self::DataTooDeep
                | Self::DataTooMany
                | Self::DataTooLarge
                | Self::DataTotal
        )
    }

    /// The section of `standard` that states it; empty where that standard has no such rule.
    #[must_use]
    pub const fn see(self, standard: Standard) -> &'static str {
        columns::SECTIONS[self as usize][standard as usize]
    }

    /// A text that breaks it, where a text alone can.
    #[must_use]
    pub const fn example(self) -> Option<Example> {
        columns::EXAMPLES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_own_code() {
        for (place, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule as usize, place);
            assert_eq!(Rule::from_code(rule.code()), Some(rule));
        }
    }
}
