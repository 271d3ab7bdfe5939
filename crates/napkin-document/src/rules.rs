//! The rules of this crate, as data, beside those of the crates below it.

mod document;
mod screen;

use napkin::Rule;
pub use napkin_audit::rules::*;
pub use napkin_mail::rules::*;

pub use self::document::*;
pub use self::screen::*;

/// Returns every rule of this crate, and of the crates below it.
///
/// ```
/// use napkin_document::rules;
/// assert!(rules::all().any(|rule| rule == rules::EOF_IN_COMMENT));
/// ```
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [AUDIT_RULES, SCREEN_RULES, DOCUMENT_RULES];
    napkin_mail::rules::all().chain(own.into_iter().flatten().copied())
}

/// Returns the rule of these crates with this code.
///
/// ```
/// use napkin_document::rules;
/// assert_eq!(rules::find("insecure-scheme"), Some(rules::INSECURE_SCHEME));
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}
