//! The rules about URLs of schemes and about definitions of schemes, added to those of `napkin`.

mod definition;
mod definition_use;
mod scheme;

use napkin::Rule;
pub use napkin::rules::*;

pub use self::definition::*;
pub use self::definition_use::*;
pub use self::scheme::*;

/// All rules of this crate and of `napkin`.
///
/// ```
/// use napkin_scheme::rules;
/// assert!(rules::all().any(|rule| rule == rules::HOST_REQUIRED));
/// ```
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [SCHEME_RULES, DEFINITION_RULES, DEFINITION_USE_RULES, DEFINITION_SOURCE_RULES];
    napkin::rules::all().chain(own.into_iter().flatten().copied())
}

/// Returns the rule of this crate or of `napkin` with this code.
///
/// ```
/// use napkin_scheme::rules;
/// assert_eq!(rules::find("host-required"), Some(rules::HOST_REQUIRED));
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

/// Returns whether the rule is about definitions: a rule of the lint, or of reading definitions.
///
/// ```
/// use napkin_scheme::rules;
/// assert!(rules::is_of_definitions(rules::SECURITY_STATED));
/// assert!(!rules::is_of_definitions(rules::HOST_REQUIRED));
/// ```
#[must_use]
pub fn is_of_definitions(rule: Rule) -> bool {
    let tables = [DEFINITION_RULES, DEFINITION_USE_RULES, DEFINITION_SOURCE_RULES];
    tables.into_iter().any(|table| rule.place_in(table).is_some())
}
