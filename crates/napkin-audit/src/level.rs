//! The rules of an audit and their default levels. `high` marks constructs without an honest use, `medium` constructs with a
//! rare honest use, and `low` common constructs that are worth knowing.

use core::fmt;
use core::str::FromStr;

use crate::rules;
use napkin::Rule;

/// The severity of a finding of the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing, but common.
    Low,
    /// Rarely honest.
    Medium,
    /// Without an honest use, or a disclosed secret.
    High,
}

impl Level {
    /// Returns the name: `low`, `medium` or `high`.
    ///
    /// ```
    /// use napkin_audit::Level;
    /// assert_eq!(Level::High.name(), "high");
    /// assert_eq!("high".parse(), Ok(Level::High));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected low, medium or high")
    }
}

impl core::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        [Self::Low, Self::Medium, Self::High].into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

/// The rules of the audit with their default levels.
static LEVELS: &[(Rule, Level)] = {
    use Level::{High, Low, Medium};
    &[
        (rules::READERS_DISAGREE, High),
        (rules::NORMALISE_FIRST, Low),
        (rules::PORT_NOT_DEFAULT, Low),
        (rules::ESCAPED_LINE_BREAK, High),
        (rules::ESCAPED_DELIMITER, Medium),
        (rules::PASSWORD_IN_URL, Medium),
        (rules::USER_IN_URL, Low),
        (rules::GOPHER_IMPERSONATION, High),
        (rules::MIXED_SCRIPTS, High),
        (rules::CONFUSABLE_HOST, High),
        (rules::PUNYCODE_HOST, Low),
        (rules::BIDI_CONTROL, High),
        (rules::INVISIBLE_CHARACTER, Medium),
        (rules::BRAND_BEFORE_AT, High),
        (rules::HOST_IN_HOST, Medium),
        (rules::HOST_BEHIND_HOST, Medium),
        (rules::OPTION_HOST, High),
        (rules::IP_SPELLING, High),
        (rules::INWARD_HOST, Medium),
        (rules::TRAILING_DOT, Low),
        (rules::DOTLESS_HOST, Low),
        (rules::PUBLIC_SUFFIX_HOST, Medium),
        (rules::SECRET_PARAMETER, Medium),
        (rules::TOKEN_IN_URL, High),
        (rules::REDIRECT_PARAMETER, Medium),
        (rules::URL_PARAMETER, Low),
        (rules::REDIRECT_DISGUISED, High),
        (rules::DOUBLE_ENCODING, Medium),
        (rules::ENCODED_DOT_SEGMENT, High),
        (rules::PATH_TRAVERSAL, Medium),
        (rules::BACKSLASH, Medium),
        (rules::CONTROL_CHARACTER, Medium),
        (rules::SPACE_AROUND, Low),
        (rules::OVERLONG_UTF8, High),
        (rules::SCRIPT_URL, High),
        (rules::ACTIVE_DATA, High),
        (rules::NESTED_SCHEME, Medium),
        (rules::SCHEME_CONFUSION, Medium),
        (rules::HARD_TO_TRANSCRIBE, Low),
        (rules::MIXED_CONTENT, Medium),
        (rules::INSECURE_SCHEME, Low),
        (rules::MISLEADING_LINK_TEXT, High),
        (rules::SUPPRESSION_UNUSED, Low),
        (rules::PORT_RESERVED, Medium),
        (rules::ESCAPED_CONTROL, Medium),
        (rules::UNUSABLE_HOST, Low),
        (rules::IDENTIFIER_PARAMETER, Low),
        (rules::SCRIPT_CALL, Low),
        (rules::HOST_WITHOUT_SCHEME, Low),
        (rules::BACKSLASH_IN_PATH, Low),
        (rules::HANDLER_SCHEME, Medium),
        (rules::FILE_URL, Medium),
        (rules::LOOKUP_EXPRESSION, High),
        (rules::CHARACTER_REFERENCES, High),
        (rules::LOOKALIKE_HOST, High),
        (rules::HOST_NOT_ALLOWED, High),
    ]
};

/// Returns the default level of a rule; `None` for a rule that is not part of the audit.
///
/// ```
/// use napkin_audit::{rules, Level, level};
/// assert_eq!(level(rules::READERS_DISAGREE), Some(Level::High));
/// assert_eq!(level(rules::PORT), None);
/// ```
#[must_use]
pub fn level(rule: Rule) -> Option<Level> {
    // Fast path: usually both tables have the same order.
    let same = rule.place_in(rules::AUDIT_RULES).and_then(|place| LEVELS.get(place)).filter(|(of, _)| *of == rule);
    same.or_else(|| LEVELS.iter().find(|(of, _)| *of == rule)).map(|&(_, level)| level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_level() {
        assert_eq!(LEVELS.len(), rules::AUDIT_RULES.len());
        for &rule in rules::AUDIT_RULES {
            let of = level(rule).unwrap_or_else(|| panic!("{}", rule.code()));
            assert_eq!(of.name().parse(), Ok(of));
        }
        assert_eq!("dire".parse::<Level>(), Err(UnknownLevel));
    }
}
