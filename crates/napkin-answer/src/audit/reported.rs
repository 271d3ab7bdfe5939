//! The rules of the audit, as reports describe them.

use napkin::{Rule, Standard};
use napkin_audit::{Settings, level};

use super::row::severity;
use crate::report::{self, Severity, Tool};
use crate::rules;

/// Describes `napkin audit` and its rules for reports.
///
/// ```
/// let tool = napkin_answer::audit::tool(&napkin_audit::Settings::default());
/// let rule = tool.rules.iter().find(|rule| rule.code == "ip-spelling").unwrap();
/// assert_eq!(rule.help.as_deref(), Some("https://www.rfc-editor.org/rfc/rfc3986#section-7.4"));
/// ```
#[must_use]
pub fn tool(settings: &Settings) -> Tool {
    // A reference that is too long or not text is a finding in its place.
    let all = rules::AUDIT_RULES.iter().copied().chain([rules::TOO_LONG, rules::UTF8]);
    let rules = all.map(|rule| described(rule, settings)).collect();
    Tool { name: "napkin audit", heading: "URLs", rules }
}

fn described(rule: Rule, settings: &Settings) -> report::Rule {
    let see = rule.see(Standard::Rfc3986);
    report::Rule {
        code: rule.code(),
        sentence: rule.sentence(),
        why: rule.why().into(),
        see,
        help: cited(see),
        severity: level(rule).map_or(Severity::Warning, |_| severity(settings.level(rule))),
        tags: &["security", "url"],
    }
}

/// Returns the address of the first document that a rule cites.
fn cited(see: &str) -> Option<String> {
    let number = |after: &str| {
        let rest = see.split_once(after)?.1;
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        Some(&rest[..end])
    };
    if let Some(weakness) = number("CWE-") {
        return Some(format!("https://cwe.mitre.org/data/definitions/{weakness}.html"));
    }
    if let Some(rfc) = number("RFC ") {
        let section = number("section ").map(|section| format!("#section-{section}"));
        return Some(format!("https://www.rfc-editor.org/rfc/rfc{rfc}{}", section.unwrap_or_default()));
    }
    let known = [
        ("Unicode Technical Standard 39", "https://www.unicode.org/reports/tr39/"),
        ("Unicode Technical Report 36", "https://www.unicode.org/reports/tr36/"),
        ("Public Suffix List", "https://publicsuffix.org/"),
        ("Mixed Content", "https://www.w3.org/TR/mixed-content/"),
        ("URL Standard", "https://url.spec.whatwg.org/"),
    ];
    known.iter().find(|(name, _)| see.starts_with(name)).map(|(_, uri)| (*uri).to_owned())
}
