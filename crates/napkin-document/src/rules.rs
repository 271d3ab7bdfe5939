//! The rules of this crate, as data, beside those of the crates below it.

mod document;
mod screen;

use napkin::Rule;
pub use napkin_audit::rules::*;
pub use napkin_mail::rules::*;

pub use self::document::*;
pub use self::screen::*;

/// Every rule of this crate, and of the crates below it.
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [AUDIT_RULES, SCREEN_RULES, DOCUMENT_RULES];
    napkin_mail::rules::all().chain(own.into_iter().flatten().copied())
}

/// The rule of these crates with this code.
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}
