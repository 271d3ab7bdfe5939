//! The kind of judgement and the question of each rule of the lint.

use crate::rules;
use Kind::{Human, Machine, Statement};
use napkin::Rule;

/// The kind of judgement of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The program judges the content of the definition and its examples.
    Machine,
    /// The program checks only that the statement is present.
    Statement,
    /// A person judges; the lint asks a question.
    Human,
}

impl Kind {
    /// Returns the name in records: `machine`, `statement`, `human`.
    ///
    /// ```
    /// assert_eq!(napkin_scheme::lint::Kind::Machine.name(), "machine");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Machine => "machine",
            Self::Statement => "statement",
            Self::Human => "human",
        }
    }
}

fn judged(rule: Rule) -> Option<&'static (Rule, &'static [Kind], &'static str)> {
    KINDS.iter().find(|(of, ..)| *of == rule)
}

/// Returns how a rule is judged; `None` if it is not a rule of the lint.
///
/// ```
/// use napkin_scheme::lint::{Kind, kinds};
/// use napkin_scheme::rules;
/// assert_eq!(kinds(rules::SCHEME_FRAGMENT_FROM_MEDIA_TYPE), [Kind::Human]);
/// assert!(kinds(rules::HOST_REQUIRED).is_empty());
/// ```
#[must_use]
pub fn kinds(rule: Rule) -> &'static [Kind] {
    judged(rule).map_or(&[], |(_, kinds, _)| kinds)
}

/// Returns the question to a person, for a rule that a program cannot judge.
///
/// ```
/// use napkin_scheme::{lint, rules};
/// assert!(lint::question(rules::SCHEME_FRAGMENT_FROM_MEDIA_TYPE).unwrap().ends_with('?'));
/// assert_eq!(lint::question(rules::SECURITY_STATED), None);
/// ```
#[must_use]
pub fn question(rule: Rule) -> Option<&'static str> {
    judged(rule).map(|(.., question)| *question).filter(|question| !question.is_empty())
}

/// Each rule, its kind of judgement, and the question; empty if there is none.
static KINDS: &[(Rule, &[Kind], &str)] = &[
    (rules::SCHEME_NAME_SYNTAX, &[Machine], ""),
    (rules::SCHEME_NAME_LOWERCASE, &[Machine], ""),
    (rules::SCHEME_GENERIC_SYNTAX, &[Machine], ""),
    (rules::SCHEME_FRAGMENT_KEPT, &[Machine], ""),
    (
        rules::SCHEME_FRAGMENT_FROM_MEDIA_TYPE,
        &[Human],
        "Does the meaning of a fragment come from the media type of the retrieved object, and from nothing in this scheme?",
    ),
    (rules::SCHEME_RELATIVE_SHARED, &[Machine], ""),
    (rules::SCHEME_DOT_SEGMENTS, &[Machine], ""),
    (rules::SCHEME_ROOTED_PATH, &[Machine], ""),
    (rules::SCHEME_SHARED_AUTHORITY, &[Machine], ""),
    (rules::DOUBLE_SLASH_WITHOUT_HIERARCHY, &[Machine], ""),
    (rules::HIERARCHY_WITHOUT_DOUBLE_SLASH, &[Machine], ""),
    (rules::RELATIVE_NEEDS_GENERIC_SYNTAX, &[Machine], ""),
    (rules::RELATIVE_FORMS_STATED, &[Statement], ""),
    (rules::COMPONENT_BREAKS_EXPLAINED, &[Statement], ""),
    (rules::HIERARCHY_LEFT_TO_RIGHT, &[Machine, Human], ""),
    (rules::SEMANTICS_STATED, &[Statement], ""),
    (rules::MAPPING_COMPLETE, &[Statement, Machine], ""),
    (rules::MAPPING_ESCAPES_STATED, &[Machine], ""),
    (rules::MAPPING_ALL_LEGAL_VALUES, &[Machine], ""),
    (rules::MAPPING_MODIFIERS_STATED, &[Statement], ""),
    (rules::PROTOCOL_ACTIONS_STATED, &[Statement, Machine], ""),
    (rules::CONFIGURATION_IDENTIFIED, &[Machine], ""),
    (rules::DEFAULT_PORT_STATED, &[Machine], ""),
    (rules::NON_PROTOCOL_NOTATION, &[Statement], ""),
    (rules::NOT_DATA_PROPERTIES, &[Statement], ""),
    (rules::NOT_DATA_NOT_RETRIEVABLE, &[Machine], ""),
    (rules::CHARSET_UTF8, &[Machine], ""),
    (rules::CHARSET_REASON, &[Statement], ""),
    (rules::NO_ENCODING_VARIETY, &[Machine], ""),
    (rules::OPERATIONS_LISTED, &[Statement], ""),
    (rules::OPERATIONS_DESCRIBED, &[Statement], ""),
    (rules::STREAM_PARADIGM_STATED, &[Machine], ""),
    (rules::GET_NOT_IMPLIED, &[Machine], ""),
    (rules::UTILITY_STATED, &[Statement, Human], ""),
    (rules::DUPLICATES_EXISTING_SCHEME, &[Machine], ""),
    (rules::PROXY_RESOLUTION_MECHANISM, &[Statement], ""),
    (rules::PROXY_RUN_YOUR_OWN, &[Machine], ""),
    (rules::PROXY_OPERATIONS_MAP, &[Machine], ""),
    (rules::PROXY_MEDIA_TYPE_DEFINED, &[Machine, Statement], ""),
    (rules::PROXY_HTML_TRANSLATION, &[Statement], ""),
    (rules::PROXY_RUNNING_CODE, &[Machine], ""),
    (rules::SECURITY_STATED, &[Statement], ""),
    (rules::SECURITY_UNASKED_RETRIEVAL, &[Statement, Machine], ""),
    (rules::SECURITY_DISGUISE, &[Machine], ""),
    (rules::SECURITY_PORT_OVERRIDE, &[Machine], ""),
    (rules::SECURITY_REQUESTER_IDENTITY, &[Statement], ""),
    (rules::SECURITY_PASSWORD_IN_CLEAR, &[Machine], ""),
    (rules::STARTS_WITH_UR, &[Machine], ""),
    (rules::UR_CONSENSUS, &[Statement], ""),
    (rules::SCHEME_CONTEXT_STATED, &[Statement], ""),
    (rules::PRIVACY_STATED, &[Statement], ""),
    (rules::SCHEME_NAME_PRIVATE_USE, &[Machine], ""),
    (rules::INTEROP_STATED, &[Statement], ""),
    (rules::REGISTRATION_TEMPLATE_COMPLETE, &[Machine], ""),
    (rules::WELL_KNOWN_STATED, &[Statement], ""),
    (rules::ACCEPTED_WITHOUT_NEED, &[Machine], ""),
    (rules::SCHEME_DEFINITION, &[Machine], ""),
    (rules::DEFINITION_TOO_DEEP, &[Machine], ""),
    (rules::DEFINITION_TOO_MANY_ITEMS, &[Machine], ""),
];
