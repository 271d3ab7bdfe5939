//! The rules of this crate, as data: a code, a sentence, the reason, the section of each standard, an example.
//!
//! `napkin explain RULE` prints these, and the tests of the command read every example.

mod data;
mod pattern;
mod reference;
mod template;
mod url_standard;

pub use self::data::*;
pub use self::pattern::*;
pub use self::reference::*;
pub use self::template::*;
pub use self::url_standard::*;
use super::rule::Rule;
pub use super::rule::{Example, Record};

/// Returns every rule of this crate, in the order of its tables.
///
/// ```
/// use napkin::rules;
/// assert!(rules::all().any(|rule| rule == rules::PORT));
/// ```
pub fn all() -> impl Iterator<Item = Rule> {
    [REFERENCE_RULES, URL_STANDARD_RULES, DATA_RULES, TEMPLATE_RULES, PATTERN_RULES].into_iter().flatten().copied()
}

/// Returns the rule of this crate that has this code.
///
/// ```
/// use napkin::rules;
/// assert_eq!(rules::find("port"), Some(rules::PORT));
/// assert_eq!(rules::find("price-in-link"), None);
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

/// Returns whether the rule reports that a relative reference has no base, under any standard.
///
/// ```
/// use napkin::{rules, whatwg};
/// let error = whatwg::Url::parse("../menu", None).unwrap_err();
/// assert!(rules::lacks_base(error.rule()));
/// ```
#[must_use]
pub fn lacks_base(rule: Rule) -> bool {
    rule == BASE_MISSING || rule == MISSING_SCHEME_NON_RELATIVE_URL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_own_code() {
        for rule in all() {
            assert_eq!(find(rule.code()), Some(rule));
        }
    }

    #[test]
    fn rules_know_their_places() {
        for (place, rule) in REFERENCE_RULES.iter().enumerate() {
            assert_eq!((rule.place_in(REFERENCE_RULES), rule.place_in(DATA_RULES)), (Some(place), None));
        }
    }
}
