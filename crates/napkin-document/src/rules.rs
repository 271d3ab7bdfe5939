//! The rules of this crate, as data, beside those of `napkin`, `napkin-audit` and `napkin-scheme`.

mod document;
mod mail;
mod mail_object;
mod mailbox;
mod screen;

use napkin::{Example, Record, Rule, Severity, Standard};
pub use napkin_audit::rules::*;
pub use napkin_scheme::rules::*;

pub use self::document::*;
pub use self::mail::*;
pub use self::mail_object::*;
pub use self::mailbox::*;
pub use self::screen::*;

/// Every rule of this crate, of `napkin`, `napkin-audit` and `napkin-scheme`.
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [AUDIT_RULES, SCREEN_RULES, DOCUMENT_RULES, MAIL_RULES, MAIL_OBJECT_RULES, MAILBOX_RULES];
    napkin_scheme::rules::all().chain(own.into_iter().flatten().copied())
}

/// The rule of these crates with this code.
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

/// The section of a rule that no standard has.
const LIMIT: &str = "the caller's limit";

/// A record whose section is the same under every standard of references.
const fn entry(
    code: &'static str,
    severity: Severity,
    see: &'static str,
    sentence: &'static str,
    why: &'static str,
    example: &'static str,
) -> Record {
    let example = Some(Example::new(Standard::Rfc3986, example));
    Record { code, severity, sentence, why, see: [see; 4], example, ..Record::EMPTY }
}

/// The same for a rule that reports that something was not read completely.
const fn as_limit(record: Record) -> Record {
    Record { is_limit: true, ..record }
}
