//! How much each rule of the audit weighs.
//!
//! Decides: the rules that an audit asks, and the level of each unless settings say otherwise. `high` is what has no honest use,
//! `medium` what is seldom honest, `low` what is worth knowing and common.

use core::fmt;
use core::str::FromStr;

use crate::Rule;

/// How much a finding of the audit weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing, and common.
    Low,
    /// Seldom honest.
    Medium,
    /// Without honest use, or a secret that is out.
    High,
}

impl Level {
    /// `low`, `medium` or `high`.
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

/// The text names no level.
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

/// The rules of the audit with their levels.
const LEVELS: [(Rule, Level); RULES.len()] = {
    use Level::{High, Low, Medium};
    [
        (Rule::ReadersDisagree, High),
        (Rule::NormaliseFirst, Low),
        (Rule::PortNotDefault, Low),
        (Rule::EscapedLineBreak, High),
        (Rule::EscapedDelimiter, Medium),
        (Rule::PasswordInUrl, Medium),
        (Rule::UserInUrl, Low),
        (Rule::GopherImpersonation, High),
        (Rule::MixedScripts, High),
        (Rule::ConfusableHost, High),
        (Rule::PunycodeHost, Low),
        (Rule::BidiControl, High),
        (Rule::InvisibleCharacter, Medium),
        (Rule::BrandBeforeAt, High),
        (Rule::HostInHost, Medium),
        (Rule::HostBehindHost, Medium),
        (Rule::OptionHost, High),
        (Rule::IpSpelling, High),
        (Rule::InwardHost, Medium),
        (Rule::TrailingDot, Low),
        (Rule::DotlessHost, Low),
        (Rule::PublicSuffixHost, Medium),
        (Rule::SecretParameter, Medium),
        (Rule::TokenInUrl, High),
        (Rule::RedirectParameter, Medium),
        (Rule::UrlParameter, Low),
        (Rule::RedirectDisguised, High),
        (Rule::DoubleEncoding, Medium),
        (Rule::EncodedDotSegment, High),
        (Rule::PathTraversal, Medium),
        (Rule::Backslash, Medium),
        (Rule::ControlCharacter, Medium),
        (Rule::OverlongUtf8, High),
        (Rule::ScriptUrl, High),
        (Rule::ActiveData, High),
        (Rule::NestedScheme, Medium),
        (Rule::SchemeConfusion, Medium),
        (Rule::HardToTranscribe, Low),
        (Rule::MixedContent, Medium),
        (Rule::InsecureScheme, Low),
        (Rule::MisleadingLinkText, High),
        (Rule::SuppressionUnused, Low),
        (Rule::PortReserved, Medium),
        (Rule::EscapedControl, Medium),
    ]
};

/// Rules of others that are rules of the audit too.
const SHARED: [Rule; 2] = [Rule::PortReserved, Rule::EscapedControl];

/// How many rules are the audit's alone.
const OWN: usize = 1 + Rule::SuppressionUnused as usize - Rule::ReadersDisagree as usize;

/// Every rule that an audit asks: of URLs, and of links in documents, which the crate `napkin-document` asks.
pub const RULES: [Rule; OWN + SHARED.len()] = {
    let mut rules = [Rule::ReadersDisagree; OWN + SHARED.len()];
    let mut at = 0;
    while at < rules.len() {
        rules[at] = if at < OWN { Rule::ALL[Rule::ReadersDisagree as usize + at] } else { SHARED[at - OWN] };
        at += 1;
    }
    rules
};

/// How much a rule weighs unless settings say otherwise; `None` for a rule that is none of the audit.
///
/// ```
/// use napkin::Rule;
/// use napkin::audit::{Level, level};
/// assert_eq!(level(Rule::ReadersDisagree), Some(Level::High));
/// assert_eq!(level(Rule::Port), None);
/// ```
#[must_use]
pub const fn level(rule: Rule) -> Option<Level> {
    match place(rule) {
        Some(place) => Some(LEVELS[place].1),
        None => None,
    }
}

/// The place of a rule among those of the audit.
pub(super) const fn place(rule: Rule) -> Option<usize> {
    let (first, last) = (Rule::ReadersDisagree as usize, Rule::SuppressionUnused as usize);
    if rule as usize >= first && rule as usize <= last {
        return Some(rule as usize - first);
    }
    let mut number = 0;
    while number < SHARED.len() {
        if SHARED[number] as usize == rule as usize {
            return Some(OWN + number);
        }
        number += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_level() {
        for (at, (rule, of)) in LEVELS.into_iter().enumerate() {
            assert_eq!((rule, place(rule), level(rule)), (RULES[at], Some(at), Some(of)));
            assert_eq!(of.name().parse(), Ok(of));
        }
        assert_eq!("dire".parse::<Level>(), Err(UnknownLevel));
    }
}
