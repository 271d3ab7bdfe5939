//! The rules of this crate, as data, beside those of `napkin` and `napkin-mail`.

mod document;
mod screen;

use napkin::Rule;
pub use napkin_mail::rules::*;

pub use self::document::*;
pub use self::screen::*;

/// Every rule of this crate, of `napkin-mail` and of `napkin`.
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [SCREEN_RULES, DOCUMENT_RULES];
    napkin_mail::rules::all().chain(own.into_iter().flatten().copied())
}

/// The rule of this crate, of `napkin-mail` or of `napkin` with this code.
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}
