//! Checks a scheme definition by the guidelines of RFC 2718.
//!
//! 49 rules are from RFC 2718; six are later requirements of RFC 7595 and RFC 8615. A rule that a machine cannot judge
//! is a question, which the definition answers by accepting the rule with a reason. A definition accepts a rule that
//! it breaks on purpose in the same way. A definition is clean if each remark is resolved or accepted. Start with
//! [`lint`].
//!
//! One guideline has no rule on purpose: section 2.6.1 says that it does not matter whether all objects can be
//! accessed.

mod kinds;
mod mapping;
mod operations;
mod proxy;
mod remark;
mod security;
mod statements;
mod syntax;

use alloc::string::String;
use alloc::vec::Vec;

pub use self::kinds::{Kind, kinds, question};
use self::remark::Lint;
pub use self::remark::{Remark, Surroundings};
use super::Definition;
use crate::rules;
use napkin::Rule;

/// Returns the rules of the lint: those of RFC 2718 in the order of its sections, then the newer rules.
///
/// ```
/// use napkin_scheme::{lint, rules};
/// assert!(lint::rules().any(|rule| rule == rules::SECURITY_STATED));
/// assert!(!lint::rules().any(|rule| rule == rules::HOST_REQUIRED));
/// ```
pub fn rules() -> impl Iterator<Item = Rule> {
    [rules::DEFINITION_RULES, rules::DEFINITION_USE_RULES].into_iter().flatten().copied()
}

/// Returns all remarks about `definition`, in the order of the rules. Accepted remarks are included, with their reasons.
///
/// ```
/// use napkin_scheme::{find, lint};
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
