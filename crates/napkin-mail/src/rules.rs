//! The rules of this crate, as data, beside those of `napkin` and `napkin-scheme`.

mod mailbox;
mod message;
mod object;

use napkin::{Rule, Standard};
pub use napkin_scheme::rules::*;

pub use self::mailbox::*;
pub use self::message::*;
pub use self::object::*;

/// Returns every rule of this crate, of `napkin` and `napkin-scheme`.
///
/// ```
/// use napkin_mail::rules;
/// assert!(rules::all().any(|rule| rule == rules::MAIL_BOUNDARY));
/// assert!(rules::all().any(|rule| rule == rules::BASE_MISSING));
/// ```
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [MAIL_RULES, MAIL_OBJECT_RULES, MAILBOX_RULES];
    napkin_scheme::rules::all().chain(own.into_iter().flatten().copied())
}

/// Returns the rule of these crates with this code.
///
/// ```
/// use napkin_mail::rules;
/// assert_eq!(rules::find("mail-boundary"), Some(rules::MAIL_BOUNDARY));
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

/// The section of a rule that no standard has.
const LIMIT: &str = "the caller's limit";

/// Returns the sections, the same under every standard of references, and the example of a record.
const fn entry(see: &'static str, example: &'static str) -> Record {
    Record { see: [see; 4], example: Some(Example::new(Standard::Rfc3986, example)), ..Record::EMPTY }
}

/// Returns the same for a rule that reports that something was not read completely.
const fn limit(see: &'static str, example: &'static str) -> Record {
    Record { is_limit: true, ..entry(see, example) }
}
