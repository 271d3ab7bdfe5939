//! The rules of all crates that are linked in.

use napkin::Rule;
pub use napkin_document::rules::*;
#[cfg(feature = "retrieve")]
pub use napkin_retrieve::rules::*;

/// Every rule, table by table.
pub fn all() -> impl Iterator<Item = Rule> {
    let tables = [
        REFERENCE_RULES,
        URL_STANDARD_RULES,
        DATA_RULES,
        TEMPLATE_RULES,
        PATTERN_RULES,
        SCREEN_RULES,
        DOCUMENT_RULES,
        MAIL_RULES,
        MAIL_OBJECT_RULES,
        MAILBOX_RULES,
        #[cfg(feature = "retrieve")]
        RETRIEVAL_RULES,
        AUDIT_RULES,
        SCHEME_RULES,
        DEFINITION_RULES,
        DEFINITION_USE_RULES,
        DEFINITION_SOURCE_RULES,
    ];
    tables.into_iter().flatten().copied()
}

/// The rule with this code.
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_of_all_crates_has_its_own_code() {
        for rule in all() {
            assert_eq!(find(rule.code()), Some(rule));
        }
        let crates = napkin_document::rules::all();
        #[cfg(feature = "retrieve")]
        let crates = crates.chain(napkin_retrieve::rules::RETRIEVAL_RULES.iter().copied());
        let (mut listed, mut linked): (Vec<_>, Vec<_>) = (all().collect(), crates.collect());
        listed.sort_unstable();
        linked.sort_unstable();
        assert_eq!(listed, linked);
    }
}
