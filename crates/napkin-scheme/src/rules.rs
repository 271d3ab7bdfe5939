//! The rules of schemes and of their definitions, as data, beside those of `napkin`.

mod definition;
mod definition_use;
mod scheme;

use napkin::Rule;
pub use napkin::rules::*;

pub use self::definition::*;
pub use self::definition_use::*;
pub use self::scheme::*;

/// Every rule of this crate and of `napkin`.
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [SCHEME_RULES, DEFINITION_RULES, DEFINITION_USE_RULES, DEFINITION_SOURCE_RULES];
    napkin::rules::all().chain(own.into_iter().flatten().copied())
}

/// The rule of this crate or of `napkin` with this code.
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

/// Returns whether the rule is about definitions of schemes: one of the lint, or of reading definitions.
#[must_use]
pub fn is_of_definitions(rule: Rule) -> bool {
    let tables = [DEFINITION_RULES, DEFINITION_USE_RULES, DEFINITION_SOURCE_RULES];
    tables.into_iter().any(|table| rule.place_in(table).is_some())
}
